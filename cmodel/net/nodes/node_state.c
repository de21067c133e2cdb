#include "node_state.h"

#include <stddef.h>

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

static void flits_state(struct flit_node *f, struct state *s)
{
	state_bytes(s, f, offsetof(struct flit_node, vcs));
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
	const unsigned sets = shape->saqs;

	for (unsigned l = 0; l < shape->saqs; l++)
		STATE(s, n->line[l]);
	state_words(s, n->held.set, (size_t)sets * n->held.words, NULL);
	STATE(s, n->blocked);
	state_bytes(s, n->credit, shape->credit_queues * sizeof *n->credit);
	if (u->kind.queues)
		admittance_state(&n->queues, u->flows, node_obstacles(shape), s);
}

static void node_state(struct node *n, const struct node_setup *u, struct state *s)
{
	workload_demand_state(u->workload, &n->demand, s);
	STATE(s, n->stopped);
	STATE(s, n->serial);
	STATE(s, n->received);
	if (u->kind.flits)
		flits_state(n->flits, s);
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
