/* Explains what a network waits for that is stalled, or has not drained. */
#include "network_state.h"

#include <stdio.h>

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
