#include "network_trees.h"

#include "inspect.h"
#include "network_state.h"

/* What is looked at. */
struct looking {
	const struct topology *topology;
	bool by_destination;            /* lines of FBICM */
	uint32_t sw;
	unsigned first, port;           /* of the switch in its bank; of the switch */
	enum inspect_side side;
	tree_found *found;
	void *arg;
};

/* The output to which so many turns lead from an input. */
static uint32_t by_turns(const struct topology *t, uint32_t sw, unsigned port, uint64_t turns, unsigned length)
{
	for (;; turns >>= t->turn_w) {
		const unsigned out = (port + (unsigned)(turns & ones(t->turn_w))) % t->radix;

		if (length-- <= 1)
			return sw * t->radix + out;
		const struct place far = t->peer(t, sw, out);

		if (far.is != SWITCH)
			return TREE_NO_ROOT;
		sw = far.index;
		port = far.port;
	}
}

/* The output that packets for a destination take, so many hops from an input. */
static uint32_t by_table(const struct topology *t, uint32_t sw, uint32_t destination, unsigned length)
{
	for (;;) {
		const unsigned out = t->out(t, sw, destination);

		if (length-- <= 1)
			return sw * t->radix + out;
		const struct place far = t->peer(t, sw, out);

		if (far.is != SWITCH)
			return TREE_NO_ROOT;
		sw = far.index;
	}
}

static void place_by_table(const struct looking *at, const struct inspected *l, struct tree_line *line)
{
	if (l->length == 1) {
		line->out = (uint8_t)(l->out - at->first);
		line->root = at->sw * at->topology->radix + line->out;
	} else if (l->destination != INSPECT_NO_DESTINATION) {
		line->out = (uint8_t)at->topology->out(at->topology, at->sw, l->destination);
		line->root = by_table(at->topology, at->sw, l->destination, l->length);
	}
}

static void place_by_turns(const struct looking *at, const struct inspected *l, struct tree_line *line)
{
	const struct topology *const t = at->topology;

	if (at->side == INSPECT_INPUT) {
		line->out = (uint8_t)((at->port + (unsigned)(l->turns & ones(t->turn_w))) % t->radix);
		line->root = by_turns(t, at->sw, at->port, l->turns, l->length);
		return;
	}
	const struct place far = t->peer(t, at->sw, at->port);

	if (far.is == SWITCH)
		line->root = by_turns(t, far.index, far.port, l->turns, l->length);
}

static void found_line(void *looking, const struct inspected *l)
{
	const struct looking *const at = looking;
	struct tree_line line = {
		.root = TREE_NO_ROOT, .port = at->sw * at->topology->radix + at->port, .packets = l->packets, .queue = l->queue,
		.at_output = at->side == INSPECT_OUTPUT, .stopped = l->stopped, .stops = l->stops,
	};

	if (l->length)
		(at->by_destination ? place_by_table : place_by_turns)(at, l, &line);
	at->found(at->arg, &line);
}

bool network_trees_known(const struct network_config *c)
{
	return !c->backend;
}

static unsigned look_at(const struct network *n, struct looking *at)
{
	const struct sluice_switch *const sw = network_bank(n, n->place_of_switch[at->sw])->sw;
	unsigned fill;

	at->side = INSPECT_INPUT;
	fill = inspect_port(sw, at->side, at->first + at->port, found_line, at);
	if (!inspect_has_outputs(&n->config.shape))
		return fill;
	at->side = INSPECT_OUTPUT;
	return fill + inspect_port(sw, at->side, at->first + at->port, found_line, at);
}

void network_trees(const struct network *n, uint64_t *fill, tree_found *found, void *arg)
{
	const struct topology *const t = &n->config.topology;
	struct looking at = { .topology = t, .by_destination = n->config.shape.by_list, .found = found, .arg = arg };

	for (at.sw = 0; at.sw < t->switches; at.sw++) {
		if (!network_has_switch(n, at.sw))
			continue;
		at.first = n->place_of_switch[at.sw] % SWITCH_PORTS;
		for (at.port = 0; at.port < t->radix; at.port++)
			fill[at.sw * t->radix + at.port] = look_at(n, &at);
	}
}
