#pragma once

#include "net/engine/network_links.h"
#include "node_step.h"

#include <stdio.h>

/* What the cycles of banks of nodes have in common: network_nodes.c, network_cell_nodes.c for links with VCs, and network_flit_nodes.c for wormhole networks. */

/* Keep the first failure in order of time, then of node, so that it does not depend on the number of threads. */
static __attribute__((noinline, unused)) void complain(struct part *p, const struct node *d, uint64_t cycle, const struct packet *packet, const char *what)
{
	if (cycle > p->wrong_cycle || (cycle == p->wrong_cycle && d->index >= p->wrong_node))
		return;
	p->wrong_cycle = cycle;
	p->wrong_node = d->index;
	snprintf(p->wrong, sizeof p->wrong, "cycle %llu, node %u: a packet of node %u (for node %u modulo 65536) %s", (unsigned long long)cycle,
		 d->index, packet->source, packet->to, what);
}

/* Tell the table of another part. It knows before the next turn or, in another process, which is some processes away, as many turns later as these; a
 * packet that crosses as many times cannot have arrived yet (docs/decisions/0030-processes.md). */
static inline void tell(struct part *p, const struct flow_note *note)
{
	flow_list_add(&p->out[p->turn & 1][note->part].sent, note);
}

/* A packet leaves its source: the thread of its destination is to take it. */
static inline void expect(struct network *n, struct part *p, bool split, uint64_t flow, uint32_t number)
{
	const unsigned to = split ? n->part_of_node[flow_destination(flow)] : p->number;

	if (!split || to == p->number)
		flows_send(&p->flows, flow, number);
	else
		tell(p, &(struct flow_note){ .flow = flow, .number = number, .part = (uint16_t)to });
}

/* The nodes in the set become idle in that cycle. */
static inline void call_idle(struct network *n, struct nodes *s, struct node_kind k, uint64_t set, uint64_t cycle)
{
	s->idle_at[ring_credit(&n->rings, cycle)] |= set;
	wake(when_of(n, k.awake, cycle), s->bank);
}

/* The demand of node i is for cycle `due`. If that is after `cycle`, the node will be woken then, and is returned as a set; otherwise 0. */
static inline uint64_t file_demand(struct network *n, struct nodes *s, struct node_kind k, unsigned i, uint64_t due, uint64_t cycle)
{
	const uint64_t next = look_again(n, due, cycle);
	const uint64_t later = (uint64_t)(due > cycle) << i;

	s->demand_due_at[next & n->demand_mask] |= later;
	wake(when_of(n, k.awake, next), s->bank);
	return later;
}

/* Ask the workload for demands of these nodes, which have none. */
static inline void ask_workload(struct network *n, struct nodes *s, struct node_kind k, uint64_t set, uint64_t cycle)
{
	s->without_demand &= ~set;
	s->demand_due |= set;
	EACH_IN(i, set) {
		node_draw_demand(s->node + i, &n->setup);
		s->demand_due &= ~file_demand(n, s, k, i, s->node[i].demand.cycle, cycle);
	}
}

/* Looks again at what a node is able to do. */
typedef void look_at_node(struct nodes *, const struct shape *, unsigned i);

/* Take all demands of these nodes that are due into their queues: of nodes that have no way past these. */
static ALWAYS_INLINE void admit_due(struct network *n, struct part *p, struct nodes *s, struct node_kind k, uint64_t set, uint64_t cycle, node_push *push,
				    look_at_node *look)
{
	EACH_IN(i, set) {
		struct node *d = s->node + i;

		while (d->demand.cycle <= cycle && node_admit(d, &n->setup, k, &d->demand, push, &p->counts, p->stats))
			node_draw_demand(d, &n->setup);
		s->demand_due &= ~file_demand(n, s, k, i, d->demand.cycle, cycle);
		look(s, &n->entrance, i);
	}
}

/* What the nodes of a bank do in a cycle in which something happens: take what arrives; send. out: when headers, or flits, arrive. */
typedef void take_at_nodes(struct network *, struct part *, const struct bank *, struct node_kind, const struct rings *, const struct switch_in *, uint64_t cycle);
typedef void send_from_nodes(struct network *, struct part *, const struct bank *, struct node_kind, uint64_t cycle, struct when out);

/* Nodes of a wormhole network that are able to act: they go on without anything that happens. */
static inline uint64_t nodes_able(const struct nodes *s)
{
	return s->credited & ((s->sources & s->ready) | ~s->idle);
}

static ALWAYS_INLINE void nodes_run_cycles(struct network *n, struct part *p, struct node_kind k, uint32_t bank, uint64_t from, uint64_t to,
					   take_at_nodes *take, send_from_nodes *send)
{
	const struct bank *const b = n->bank + bank;
	struct nodes *const s = b->nodes;
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;

	for (uint64_t c = from; c < to; c++) {
		uint64_t *idle = s->idle_at + ring_credit(&n->rings, c), *demand_due = s->demand_due_at + (c & n->demand_mask);

		if (!(something_arrives(n, r, c) | *idle | *demand_due | (k.flits ? nodes_able(s) : 0)) && !n->config.every_cycle)
			continue;
		const struct switch_in *const in = take_arrivals(n, r, c);

		s->idle |= *idle;
		s->demand_due |= *demand_due;
		take(n, p, b, k, r, in, c);
		*idle = *demand_due = 0;
		send(n, p, b, k, c, when_of(n, k.awake, c + 1 + n->config.link_delay));
	}
}

/* Prefetch what a bank of nodes will touch in these cycles, all of whose arrivals are known. */
void network_fetch_nodes(const struct network *, const struct part *, uint32_t bank, uint64_t from, uint64_t to);

/* Run a bank of nodes on links with VCs; of a wormhole network. */
run_bank network_run_cell_nodes, network_run_flit_nodes;
