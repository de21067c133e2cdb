#include "mu.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/mu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void mu_place(struct mu *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->queues = s->queues;
	u->held = arena_take(a, HOT, n, sizeof *u->held);
	u->queue = arena_take(a, HOT, (size_t)n * s->queues, sizeof *u->queue);
	u->link = arena_take(a, HOT, n, sizeof *u->link);
	u->pop_queue = arena_take(a, HOT, n, sizeof *u->pop_queue);
	u->refill_queue = arena_take(a, HOT, n, sizeof *u->refill_queue);
	u->wrote_at = arena_take(a, HOT, n, sizeof *u->wrote_at);
}

void mu_reset(struct mu *u, const struct shape *s)
{
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned q = 0; q < s->queues; q++)
			mu_queue(u, i, q)->out = (uint8_t)i;    /* turn 0 */
}

/* {slot, turn, length}, slot lowest. */
static void put_link(const struct shape *s, unsigned port, struct mu_link l, uint32_t *w)
{
	const uint64_t word = l.slot | (uint64_t)turn_to(s, port, l.out) << s->slot_w | (uint64_t)l.flits << (s->slot_w + s->turn_w);

	render_word(w, word, s->slot_w + s->turn_w + s->flits_w);
}

void mu_image(const struct mu *u, const struct shape *s, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_mu, port);
	const unsigned *at = m->row_offset[UNIT_mu];
	const struct queue *queue = mu_queue(u, port, 0);

	RENDER_FIELDS(w + at[ROW_head_q], s->queues, s->slot_w, q, queue[q].head);
	RENDER_FIELDS(w + at[ROW_tail_q], s->queues, s->slot_w, q, queue[q].tail);
	RENDER_FIELDS(w + at[ROW_count_q], s->queues, s->count_w, q, queue[q].count);
	render_word(w + at[ROW_pop_q], u->popping >> port & 1 ? bit(u->pop_queue[port]) : 0, s->queues);
	render_word(w + at[ROW_refill_q], u->refilling >> port & 1 ? bit(u->refill_queue[port]) : 0, s->queues);
	if (u->read >> port & 1) {
		render_known(m, UNIT_mu, port, ROW_link_mem);
		put_link(s, port, u->link[port], w + at[ROW_link_mem]);
	}
}

bool mu_memory(const struct mmu *mmu, const struct shape *s, unsigned port, unsigned slot, uint32_t *words)
{
	if (slot >= s->slots || mmu_is_free(mmu, port, slot))
		return false;
	const struct slot *at = mmu_at(mmu, port, slot);

	if (at->linked)
		put_link(s, port, (struct mu_link){ at->next, at->next_out, at->next_flits }, words);
	return at->linked;
}
