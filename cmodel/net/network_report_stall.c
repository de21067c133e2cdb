/* Explains what a network waits for that is stalled, or has not drained. */
#include "network_state.h"

#include <stdio.h>
#include <stdlib.h>

static void name_far_end(const struct network *n, uint32_t sw, unsigned port, char text[64])
{
	const struct place far = n->config.topology.peer(&n->config.topology, sw, port);

	if (far.is == NODE)
		snprintf(text, 64, "node %u", far.index);
	else
		snprintf(text, 64, "switch %u", far.index);
}

static bool waits_in_switch(struct network *n, unsigned sw, const char *problem)
{
	static const char *const whys[] = { "a credit of", "an Xon of", "its turn at the output to" };
	const struct backend *const e = &n->kind[KIND_SWITCH].backend;
	const uint32_t place = n->place_of_switch[sw];
	const unsigned first = place % SWITCH_PORTS;
	char far[64];

	for (unsigned i = 0; e->waiting && i < n->config.shape.radix; i++) {
		struct switch_waiting w;

		if (!e->waiting(network_bank(n, place)->sw, first + i, &w))
			continue;
		w.output -= first;
		name_far_end(n, sw, w.output, far);
		snprintf(n->why, sizeof n->why,
			 "cycle %llu: %s: a packet of node %u heads queue %u of input %u of switch %u and waits for %s %s (output %u)",
			 (unsigned long long)n->cycle, problem, w.packet.source, w.queue, i, sw, whys[w.why], far, w.output);
		return true;
	}
	return false;
}

/* VC `vc` of input `port` of a wormhole router. */
struct channel {
	uint32_t sw;
	unsigned port, vc;
};

/* The channel that the packet in a channel waits for: behind the VC that it has, or wants. False: there is no packet, or it is at its destination. */
static bool waits_for(const struct network *n, struct channel *c)
{
	const uint32_t place = n->place_of_switch[c->sw];
	const unsigned first = place % SWITCH_PORTS;
	struct switch_blocked b;

	if (!n->kind[KIND_SWITCH].backend.blocked(network_bank(n, place)->sw, first + c->port, c->vc, &b))
		return false;
	const struct place far = n->config.topology.peer(&n->config.topology, c->sw, b.output - first);

	*c = (struct channel){ far.index, far.port, b.vc };
	return far.is == SWITCH;
}

static size_t channel_number(const struct network *n, const struct channel *c)
{
	return ((size_t)c->sw * n->config.shape.radix + c->port) * n->config.shape.vcs + c->vc;
}

/* Follow what waits for what from a channel on. Returns whether that ends in a circle, and a channel of it. seen: by channel, number of the last walk. */
static bool find_circle(const struct network *n, struct channel *c, uint32_t *seen, uint32_t walk)
{
	while (!seen[channel_number(n, c)]) {
		seen[channel_number(n, c)] = walk;
		if (!waits_for(n, c))
			return false;
	}
	return seen[channel_number(n, c)] == walk;
}

static void name_circle(struct network *n, const struct channel *first, const char *problem)
{
	struct channel c = *first;
	size_t at = (size_t)snprintf(n->why, sizeof n->why, "cycle %llu: %s: VCs wait for each other in a circle (switch.input.VC): %u.%u.%u",
				     (unsigned long long)n->cycle, problem, c.sw, c.port, c.vc);
	unsigned more = 0;

	do {
		waits_for(n, &c);
		if (at + 48 < sizeof n->why)
			at += (size_t)snprintf(n->why + at, sizeof n->why - at, ", %u.%u.%u", c.sw, c.port, c.vc);
		else
			more++;
	} while (channel_number(n, &c) != channel_number(n, first));
	if (more)
		snprintf(n->why + at, sizeof n->why - at, " and %u more", more);
}

/* Of wormhole routers: VCs whose packets wait for each other. */
static bool waits_in_circle(struct network *n, const char *problem)
{
	const struct shape *s = &n->config.shape;
	const size_t channels = (size_t)n->config.topology.switches * s->radix * s->vcs;
	uint32_t *seen = s->by_flits && n->kind[KIND_SWITCH].backend.blocked ? calloc(channels, sizeof *seen) : NULL;
	bool found = false;

	for (size_t i = 0; seen && i < channels && !found; i++) {
		struct channel c = { (uint32_t)(i / s->vcs / s->radix), (unsigned)(i / s->vcs % s->radix), (unsigned)(i % s->vcs) };

		found = !seen[i] && find_circle(n, &c, seen, (uint32_t)i + 1);
		if (found)
			name_circle(n, &c, problem);
	}
	free(seen);
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

void network_report_stall(struct network *n, const struct network_counts *c, const char *problem)
{
	if (waits_in_circle(n, problem))
		return;
	for (unsigned i = 0; i < n->config.topology.switches; i++)
		if (waits_in_switch(n, i, problem))
			return;
	for (unsigned i = 0; i < n->config.topology.switches; i++)
		if (left_in(n, n->place_of_switch[i], "switch", i, problem))
			return;
	for (unsigned i = 0; n->place_of_nic && i < n->config.topology.nodes; i++)
		if (left_in(n, n->place_of_nic[i], "network interface", i, problem))
			return;
	for (unsigned i = 0; i < n->config.topology.nodes; i++)
		if (left_in_node(n, i, problem))
			return;
	snprintf(n->why, sizeof n->why, "cycle %llu: %s: %llu packets injected, %llu delivered", (unsigned long long)n->cycle, problem,
		 (unsigned long long)c->injected, (unsigned long long)c->delivered);
}
