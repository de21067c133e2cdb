#include "node.h"

#include <assert.h>
#include <stddef.h>

_Static_assert(offsetof(struct node, queues) + offsetof(struct admittance, ready) + offsetof(struct members, lower) <= 64,
	       "what every packet needs is on one cache line");

const char *const node_injection_names[NODE_INJECTIONS] = {
#define NODE_INJECTION(id, text, help) text,
#include "node_injections.def"
#undef NODE_INJECTION
};

const char *const node_injection_help[NODE_INJECTIONS] = {
#define NODE_INJECTION(id, text, help) help,
#include "node_injections.def"
#undef NODE_INJECTION
};

unsigned node_obstacles(const struct shape *s)
{
	return s->credit_queues ? s->credit_queues : s->named_queues ? s->named_queues : s->saqs;
}

static void place_cells(struct node *n, struct arena *a, const struct node_setup *u)
{
	struct cell_node nowhere;

	n->cells = arena_take(a, HOT, 1, sizeof *n->cells);
	cell_node_place(n->cells ? n->cells : &nowhere, a, u->shape, u->sls, u->level_queues);
}

static void place_flits(struct node *n, struct arena *a, const struct node_setup *u)
{
	struct flit_node nowhere;

	n->flits = arena_take(a, HOT, 1, sizeof *n->flits);
	flit_node_place(n->flits ? n->flits : &nowhere, a, u->capacity);
}

void node_place(struct node *n, struct arena *a, const struct node_setup *u)
{
	if (u->kind.flits) {
		place_flits(n, a, u);
		return;
	}
	if (u->kind.cells) {
		place_cells(n, a, u);
		return;
	}
	n->line = arena_take(a, HOT, u->shape->saqs, sizeof *n->line);
	destinations_place(&n->held, a, u->shape->saqs, u->shape->nodes);
	if (u->shape->credit_queues)
		n->credit = arena_take(a, HOT, u->shape->credit_queues, sizeof *n->credit);
	if (u->kind.by_queue) {
		n->of_queue = arena_take(a, HOT, u->routing.queues, sizeof *n->of_queue);
		n->queue_of = arena_take(a, HOT, u->flows, sizeof *n->queue_of);
	}
	if (u->kind.queues)
		admittance_place(&n->queues, a, u->flows, node_obstacles(u->shape), u->capacity);
}

/* Which flows name which queue. */
static void sort_flows(struct node *n, const struct node_setup *u)
{
	const unsigned nodes = u->topology->nodes;

	for (unsigned f = 0; f < u->flows; f++) {
		const unsigned q = u->kind.level_queues ? routing_level_queue(&u->routing, f / nodes) : routing_queue(&u->routing, n->at, f % nodes);

		n->queue_of[f] = (uint8_t)q;
		n->of_queue[q] |= bit(f);
	}
}

void nodes_reset(struct nodes *s, const struct node_setup *u, unsigned port, unsigned index)
{
	struct node *n = s->node + port;

	s->sources |= bit(port);
	s->credited |= bit(port);
	s->without_demand |= bit(port);
	s->idle_at[0] |= bit(port);
	n->index = index;
	n->origin = topology_turns(u->topology, u->kind.pieces, index);
	n->at = u->topology->attach(u->topology, index).index;
	if (u->kind.flits) {
		s->flits[port] = n->flits;
		flit_node_reset(n->flits, u->shape, u->capacity, u->source_vcs);
		return;
	}
	if (u->kind.cells) {
		cell_node_reset(n->cells, u->shape, u->sls, u->level_queues, u->capacity);
		return;
	}
	for (unsigned q = 0; q < u->shape->credit_queues; q++)
		n->credit[q] = (uint16_t)u->shape->queue_slots;
	if (u->kind.by_queue)
		sort_flows(n, u);
	if (u->kind.queues)
		admittance_reset(&n->queues, node_obstacles(u->shape));
}

void node_message(struct node *n, const struct node_setup *u, const struct message *m)
{
	const uint32_t before = n->stopped;
	unsigned l;

	assert(message_allowed(u->shape, before, m) && "Xoff and Xon in turn");
	message_note(u->shape, &n->stopped, n->line, &n->held, m);
	if (u->kind.by_queue) {
		n->blocked = 0;
		EACH(l, n->stopped)
			n->blocked |= n->of_queue[l];
		return;
	}
	EACH(l, n->queues.parked ? before & ~n->stopped : 0)
		admittance_release(&n->queues, l);
}

unsigned node_waiting(const struct node *n, const struct node_setup *u)
{
	if (u->kind.cells)
		return n->cells->waiting;
	if (u->kind.flits)
		return n->flits->waiting;
	return u->kind.queues ? n->queues.capacity - n->queues.room : 0;
}

bool nodes_drained(const struct nodes *s, unsigned port)
{
	const struct node *n = &s->node[port];

	return !s->spent[port] && !n->stopped && !(n->cells && cell_node_stopped(n->cells)) && !(n->flits && flit_node_receives(n->flits));
}
