#include "samples.h"

#include "inspect.h"
#include "net/engine/network_state.h"

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

/* The output of the hop `hop`, counted from 0, of the way that a line names: by its turns, or as packets for its destination go. */
static unsigned out_at(const struct looking *at, const struct inspected *l, uint32_t sw, unsigned port, unsigned hop)
{
	const struct topology *const t = at->topology;

	return at->by_destination ? t->out(t, sw, l->destination) : (port + (unsigned)(l->turns >> hop * t->turn_w & ones(t->turn_w))) % t->radix;
}

/* The output where the way of a line ends that begins at this input. */
static uint32_t end_of(const struct looking *at, const struct inspected *l, uint32_t sw, unsigned port)
{
	const struct topology *const t = at->topology;

	for (unsigned hop = 0;; hop++) {
		const unsigned out = out_at(at, l, sw, port, hop);

		if (hop + 1 >= l->length)
			return sw * t->radix + out;
		const struct place far = t->peer(t, sw, out);

		if (far.is != SWITCH)
			return TREE_NO_ROOT;
		sw = far.index;
		port = far.port;
	}
}

static void place_input_line(const struct looking *at, const struct inspected *l, struct tree_line *line)
{
	if (at->by_destination && l->length == 1) {
		line->out = (uint8_t)(l->out - at->first);
		line->root = at->sw * at->topology->radix + line->out;
	} else if (!at->by_destination || l->destination != INSPECT_NO_DESTINATION) {
		line->out = (uint8_t)out_at(at, l, at->sw, at->port, 0);
		line->root = end_of(at, l, at->sw, at->port);
	}
}

/* Its way begins at the far end of the link. */
static void place_output_line(const struct looking *at, const struct inspected *l, struct tree_line *line)
{
	const struct place far = at->topology->peer(at->topology, at->sw, at->port);

	if (far.is == SWITCH)
		line->root = end_of(at, l, far.index, far.port);
}

static void found_line(void *looking, const struct inspected *l)
{
	const struct looking *const at = looking;
	struct tree_line line = {
		.root = TREE_NO_ROOT, .port = at->sw * at->topology->radix + at->port, .packets = l->packets, .queue = l->queue,
		.at_output = at->side == INSPECT_OUTPUT, .stopped = l->stopped, .stops = l->stops,
	};

	if (l->length)
		(at->side == INSPECT_INPUT ? place_input_line : place_output_line)(at, l, &line);
	at->found(at->arg, &line);
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
