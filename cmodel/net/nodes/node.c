#include "node.h"

#include "state.h"

#include <assert.h>
#include <stddef.h>

_Static_assert(offsetof(struct node, queues) + offsetof(struct admittance, ready) + offsetof(struct members, lower) <= 64,
	       "what every packet needs is on one cache line");

const char *const node_injection_names[NODE_INJECTIONS] = {
#define NODE_INJECTION(id, text, help) text,
#include "node_injections.def"
#undef NODE_INJECTION
};

/* Number of things that a packet may have to wait for: queues with credits, queues of the switch input that headers name, or its lines. */
static unsigned obstacles(const struct shape *s)
{
	return s->credit_queues ? s->credit_queues : s->named_queues ? s->named_queues : s->saqs;
}

void node_place(struct node *n, struct arena *a, const struct node_setup *u)
{
	if (u->kind.flits) {
		n->flits = arena_take(a, HOT, 1, sizeof *n->flits);
		flit_node_place(n->flits ? n->flits : &(struct flit_node){ 0 }, a, u->shape, u->capacity);
		return;
	}
	if (u->kind.cells) {
		n->cells = arena_take(a, HOT, 1, sizeof *n->cells);
		cell_node_place(n->cells ? n->cells : &(struct cell_node){ 0 }, a, u->shape, u->sls, u->level_queues);
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
		admittance_place(&n->queues, a, u->flows, obstacles(u->shape), u->capacity);
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
		n->credit[q] = (uint16_t)credits_of_class(u->shape);
	if (u->kind.by_queue)
		sort_flows(n, u);
	if (u->kind.queues)
		admittance_reset(&n->queues, obstacles(u->shape));
}

void node_message(struct node *n, const struct node_setup *u, const struct message *m)
{
	const uint32_t before = n->stopped;

	assert(message_allowed(u->shape, before, m) && "Xoff and Xon in turn");
	message_note(u->shape, &n->stopped, n->line, &n->held, m);
	if (u->kind.by_queue) {
		n->blocked = 0;
		EACH_IN(l, n->stopped)
			n->blocked |= n->of_queue[l];
		return;
	}
	EACH_IN(l, n->queues.parked ? before & ~n->stopped : 0)
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

static void members_state(struct members *m, struct state *s)
{
	STATE(s, m->top);
	for (unsigned k = 0; k < m->lower; k++)
		state_words(s, m->word[k], m->words[k], NULL);
}

/* Things that packets of a node may wait for: node.c. */
static void admittance_state(struct admittance *a, unsigned destinations, unsigned lines, struct state *s)
{
	STATE(s, a->next);
	STATE(s, a->room);
	STATE(s, a->free_packet);
	STATE(s, a->free_queue);
	STATE(s, a->fresh_packet);
	STATE(s, a->fresh_queue);
	if (!state_require(s, a->room <= a->capacity && a->fresh_packet <= a->capacity && a->fresh_queue <= (a->bucket ? a->capacity : 0)))
		return;
	members_state(&a->ready, s);
	state_bytes(s, a->parked, lines * sizeof *a->parked);
	state_bytes(s, a->packet, a->fresh_packet * sizeof *a->packet);
	if (!a->bucket) {
		state_bytes(s, a->queue, destinations * sizeof *a->queue);
		return;
	}
	STATE(s, a->ranked.members);
	if (!state_require(s, a->ranked.members <= a->fresh_queue))
		return;
	state_bytes(s, a->ranked.member, a->ranked.members * sizeof *a->ranked.member);
	state_bytes(s, a->queue, a->fresh_queue * sizeof *a->queue);
	state_bytes(s, a->bucket, a->buckets * sizeof *a->bucket);
}

/* Of a host, whose packets may have as much room as they had. */
static void cells_state(struct cell_node *c, const struct node_setup *u, struct state *s)
{
	uint32_t room = c->room;

	state_bytes(s, c, offsetof(struct cell_node, of_vc));
	STATE(s, room);
	state_bytes(s, c->credit, u->shape->vcs * sizeof *c->credit);
	for (unsigned sl = 0; sl < u->sls; sl++)
		members_state(&c->ready[sl], s);
	_Static_assert(sizeof *c->queue % sizeof(uint64_t) == 0, "queues are words, most of which are 0");
	state_words(s, (uint64_t *)(void *)c->queue, (size_t)u->sls * c->each * (sizeof *c->queue / sizeof(uint64_t)), NULL);
	if (!state_require(s, c->fresh <= room && c->fresh <= state_left(s, sizeof *c->packet) && (room <= CELL_FIRST_ROOM || room / 2 <= c->fresh)) ||
	    !state_require(s, !s->reading || cell_node_widen(c, room))) {
		c->fresh = 0;
		return;
	}
	state_bytes(s, c->packet, c->fresh * sizeof *c->packet);
}

static void flits_state(struct flit_node *f, const struct shape *shape, struct state *s)
{
	state_bytes(s, f, offsetof(struct flit_node, vcs));
	state_bytes(s, f->sent, shape->queued ? shape->vcs * shape->buffer_flits * sizeof *f->sent : 0);
	for (unsigned vc = 0; vc < FLIT_VCS; vc++)
		if (!state_require(s, f->follows[vc] < shape->buffer_flits && f->behind[vc] <= shape->buffer_flits))
			return;
	if (!state_require(s, f->waiting <= f->room && f->first < (f->room ? f->room : 1) && f->vc < FLIT_VCS))
		return;
	for (uint32_t k = 0; k < f->waiting; k++) {
		const uint32_t at = f->first + k;

		state_bytes(s, f->queue + (at < f->room ? at : at - f->room), sizeof *f->queue);
	}
}

static void slots_state(struct node *n, const struct node_setup *u, struct state *s)
{
	const struct shape *shape = u->shape;

	for (unsigned l = 0; l < shape->saqs; l++)
		STATE(s, n->line[l]);
	state_words(s, n->held.set, (size_t)shape->saqs * n->held.words, NULL);
	STATE(s, n->blocked);
	state_bytes(s, n->credit, shape->credit_queues * sizeof *n->credit);
	if (u->kind.queues)
		admittance_state(&n->queues, u->flows, obstacles(shape), s);
}

static void node_state(struct node *n, const struct node_setup *u, struct state *s)
{
	workload_demand_state(u->workload, &n->demand, s);
	STATE(s, n->stopped);
	STATE(s, n->serial);
	STATE(s, n->received);
	if (u->kind.flits)
		flits_state(n->flits, u->shape, s);
	else if (u->kind.cells)
		cells_state(n->cells, u, s);
	else
		slots_state(n, u, s);
	workload_state(u->workload, n->index, s);
}

void nodes_state(struct nodes *b, const struct node_setup *u, unsigned members, unsigned credit_cycles, unsigned demand_cycles, struct state *s)
{
	state_bytes(s, b, offsetof(struct nodes, idle_at));
	state_words(s, b->idle_at, credit_cycles, NULL);
	state_words(s, b->demand_due_at, demand_cycles, NULL);
	for (unsigned k = 0; k < members; k++)
		node_state(b->node + k, u, s);
}
