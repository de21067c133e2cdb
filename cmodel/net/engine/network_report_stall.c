/* Explains what a network waits for that is stalled, or has not drained. Each process looks at what it has, and the first of all findings counts. */
#include "network_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool waits_in_switch(struct network *n, unsigned sw, const char *problem)
{
	static const char *const whys[] = { "a credit of", "an Xon of", "its turn at the output to" };
	const struct backend *const e = &n->kind[KIND_SWITCH].backend;
	const uint32_t place = n->place_of_switch[sw];
	const unsigned first = place % SWITCH_PORTS;

	for (unsigned i = 0; e->waiting && i < n->config.shape.radix; i++) {
		struct switch_waiting w;

		if (!e->waiting(network_bank(n, place)->sw, first + i, &w))
			continue;
		w.output -= first;
		const struct place far = n->config.topology.peer(&n->config.topology, sw, w.output);

		snprintf(n->why, sizeof n->why,
			 "cycle %llu: %s: a packet of node %u heads queue %u of input %u of switch %u and waits for %s %s %u (output %u)",
			 (unsigned long long)n->cycle, problem, w.packet.source, w.queue, i, sw, whys[w.why], far.is == NODE ? "node" : "switch", far.index,
			 w.output);
		return true;
	}
	return false;
}

/* VC `vc` of input `port` of a wormhole router; of other switches, which are taken to have one, input `port`. */
struct channel {
	uint32_t sw;
	unsigned port, vc;
};

static unsigned vcs_of(const struct network *n)
{
	return n->config.shape.by_flits ? n->config.shape.vcs : 1;
}

static size_t channel_number(const struct network *n, const struct channel *c)
{
	return ((size_t)c->sw * n->config.shape.radix + c->port) * vcs_of(n) + c->vc;
}

static struct channel channel_of(const struct network *n, size_t number)
{
	const unsigned radix = n->config.shape.radix, vcs = vcs_of(n);

	return (struct channel){ (uint32_t)(number / vcs / radix), (unsigned)(number / vcs % radix), (unsigned)(number % vcs) };
}

/* What the packet in a VC waits for; the same of a packet that heads a queue of an input, and waits for something outside the switch. False: there is none. */
static bool blocked_in(const struct network *n, const struct channel *c, struct switch_blocked *b)
{
	const struct backend *const e = &n->kind[KIND_SWITCH].backend;
	const uint32_t place = n->place_of_switch[c->sw];
	const struct sluice_switch *const sw = network_bank(n, place)->sw;
	const unsigned port = place % SWITCH_PORTS + c->port;
	struct switch_waiting w;

	if (n->config.shape.by_flits)
		return e->blocked(sw, port, c->vc, b);
	if (!e->waiting(sw, port, &w) || w.why == WAITS_OTHERS)
		return false;
	*b = (struct switch_blocked){ w.output, 0 };
	return true;
}

/* The number, and one, of the channel that the packet in a channel waits for: behind the VC that it has, or wants. 0: there is no packet, or it is at its
 * destination; or the channel is another process's. */
static uint64_t waits_for(const struct network *n, const struct channel *c)
{
	const uint32_t place = n->place_of_switch[c->sw];
	const unsigned first = place % SWITCH_PORTS;
	struct switch_blocked b;

	if (!network_has_switch(n, c->sw) || !blocked_in(n, c, &b))
		return 0;
	const struct place far = n->config.topology.peer(&n->config.topology, c->sw, b.output - first);
	const struct channel next = { far.index, far.port, b.vc };

	return far.is == SWITCH ? channel_number(n, &next) + 1 : 0;
}

/* Follow what waits for what from a channel on. Returns a channel of the circle in which that ends, and one; 0: in none. seen: by channel, number of the
 * last walk. */
static size_t find_circle(const uint64_t *next, size_t channel, uint32_t *seen, uint32_t walk)
{
	while (!seen[channel]) {
		seen[channel] = walk;
		if (!next[channel])
			return 0;
		channel = (size_t)next[channel] - 1;
	}
	return seen[channel] == walk ? channel + 1 : 0;
}

/* A VC of a wormhole router; or the link to an input, by the switch and output that it leads from. */
static void name_channel(const struct network *n, size_t number, char text[TOPOLOGY_NAME])
{
	const struct topology *const t = &n->config.topology;
	const struct channel c = channel_of(n, number);

	if (n->config.shape.by_flits) {
		snprintf(text, TOPOLOGY_NAME, "%u.%u.%u", c.sw, c.port, c.vc);
		return;
	}
	const struct place from = t->peer(t, c.sw, c.port);

	if (t->name)
		t->name(t, from.index, from.port, text);
	else
		snprintf(text, TOPOLOGY_NAME, "%u.%u", from.index, from.port);
}

static void name_circle(struct network *n, const uint64_t *next, size_t first, const char *problem)
{
	static const char rest[] = " and 4294967295 more";
	const bool flits = n->config.shape.by_flits;
	char name[TOPOLOGY_NAME];

	name_channel(n, first, name);
	size_t at = (size_t)snprintf(n->why, sizeof n->why, "cycle %llu: %s: %s wait for each other in a circle%s: %s", (unsigned long long)n->cycle, problem,
				     flits ? "VCs" : "links", flits ? " (switch.input.VC)" : n->config.topology.name ? "" : " (switch.output)", name);
	size_t channel = first;
	unsigned more = 0;

	do {
		channel = (size_t)next[channel] - 1;
		name_channel(n, channel, name);
		if (!more && at + strlen(name) + strlen(", ") + sizeof rest <= sizeof n->why)
			at += (size_t)snprintf(n->why + at, sizeof n->why - at, ", %s", name);
		else
			more++;
	} while (channel != first);
	if (more)
		snprintf(n->why + at, sizeof n->why - at, " and %u more", more);
}

/* VCs of wormhole routers, or inputs of other switches, whose packets wait for each other. */
static bool waits_in_circle(struct network *n, const char *problem)
{
	const struct shape *s = &n->config.shape;
	const size_t channels = (size_t)n->config.topology.switches * s->radix * vcs_of(n);
	const bool known = s->by_flits ? n->kind[KIND_SWITCH].backend.blocked != NULL : n->kind[KIND_SWITCH].backend.waiting != NULL;
	uint32_t *seen = known ? calloc(channels, sizeof *seen) : NULL;
	uint64_t *next = known ? calloc(channels, sizeof *next) : NULL;     /* by channel: waits_for() */
	const size_t looked_at = processes_agree(n->config.processes, seen && next, n->why, sizeof n->why) ? channels : 0;
	size_t found = 0;

	for (size_t i = 0; i < looked_at; i++) {
		const struct channel c = channel_of(n, i);

		next[i] = waits_for(n, &c);
	}
	processes_sum(n->config.processes, next, looked_at);
	for (size_t i = 0; i < looked_at && !found; i++)
		found = seen[i] ? 0 : find_circle(next, i, seen, (uint32_t)i + 1);
	if (found)
		name_circle(n, next, found - 1, problem);
	free(seen);
	free(next);
	return found;
}

/* place: of a switch or network interface; name and index: which one. */
static bool left_in(struct network *n, uint32_t place, const char *name, unsigned index, const char *problem)
{
	const struct bank *bank = network_bank(n, place);

	if (bank->kind->backend.drained(bank->sw))
		return false;
	snprintf(n->why, sizeof n->why, "cycle %llu: %s: %s %u%s has packets, lines, stops or spent credits left",
		 (unsigned long long)n->cycle, problem, name, index, bank->members > 1 ? ", or one that is stepped with it," : "");
	return true;
}

static bool left_in_node(struct network *n, unsigned index, const char *problem)
{
	const uint32_t place = n->place_of_node[index];
	const unsigned port = place % SWITCH_PORTS;
	const struct nodes *s = network_bank(n, place)->nodes;

	if (nodes_drained(s, port))
		return false;
	snprintf(n->why, sizeof n->why, "cycle %llu: %s: node %u has %u of %u credits and stops %#x", (unsigned long long)n->cycle, problem,
		 index, n->setup.credits - s->spent[port], n->setup.credits, s->node[port].stopped);
	return true;
}

/* What a process has to report, in the order of its importance; key: lower is first. */
enum finding { WAITS, LEFT_IN_SWITCH, LEFT_IN_NIC, LEFT_IN_NODE, NOTHING_FOUND };

static uint64_t key_of(enum finding f, unsigned index)
{
	return (uint64_t)f << 32 | index;
}

static uint64_t find(struct network *n, const char *problem)
{
	const struct topology *t = &n->config.topology;

	for (unsigned i = 0; i < t->switches; i++)
		if (network_has_switch(n, i) && waits_in_switch(n, i, problem))
			return key_of(WAITS, i);
	for (unsigned i = 0; i < t->switches; i++)
		if (network_has_switch(n, i) && left_in(n, n->place_of_switch[i], "switch", i, problem))
			return key_of(LEFT_IN_SWITCH, i);
	for (unsigned i = 0; n->place_of_nic && i < t->nodes; i++)
		if (network_has_node(n, i) && left_in(n, n->place_of_nic[i], "network interface", i, problem))
			return key_of(LEFT_IN_NIC, i);
	for (unsigned i = 0; i < t->nodes; i++)
		if (network_has_node(n, i) && left_in_node(n, i, problem))
			return key_of(LEFT_IN_NODE, i);
	return key_of(NOTHING_FOUND, 0);
}

void network_report_stall(struct network *n, const struct network_counts *c, const char *problem)
{
	if (waits_in_circle(n, problem))
		return;
	if (processes_first(n->config.processes, find(n, problem), n->why, sizeof n->why) == key_of(NOTHING_FOUND, 0))
		snprintf(n->why, sizeof n->why, "cycle %llu: %s: %llu packets injected, %llu delivered", (unsigned long long)n->cycle, problem,
			 (unsigned long long)c->injected, (unsigned long long)c->delivered);
}
