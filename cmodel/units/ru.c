#include "ru.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/ru.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void ru_place(struct ru *u, const struct shape *s, struct arena *a)
{
	u->ready = arena_take(a, HOT, s->radix, sizeof *u->ready);
	if (s->saqs)
		u->hdr = arena_take(a, HOT, s->radix, sizeof *u->hdr);
}

/* {turns, turns left}, turns lowest; up to 71 bits. */
static void put_header(const struct shape *s, struct header h, uint32_t *w)
{
	struct packer p = { w, 0, 0 };

	pack(&p, h.turns, s->pool_w);
	pack(&p, h.left, s->len_w);
	pack_end(&p);
}

void ru_image(const struct ru *u, const struct mu *mu, const struct shape *s, unsigned port, bool heads, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_ru, port);
	const unsigned *at = m->row_offset[UNIT_ru];
	const struct queue *queue = mu_queue(mu, port, 0);

	if (heads) {
		RENDER_FIELDS(w + at[ROW_turn_q], s->queues, s->turn_w, q, turn_to(s, port, queue[q].out));
		RENDER_FIELDS(w + at[ROW_flits_q], s->queues, s->flits_w, q, queue[q].flits);
	}
	render_word(w + at[ROW_ready_q], u->ready[port], s->queues);
	if (u->read >> port & 1) {
		render_known(m, UNIT_ru, port, ROW_hdr_mem);
		put_header(s, u->hdr[port], w + at[ROW_hdr_mem]);
	}
}

bool ru_memory(const struct mmu *mmu, const struct shape *s, unsigned port, unsigned slot, uint32_t *words)
{
	if (slot >= s->slots || mmu_is_free(mmu, port, slot))
		return false;
	const struct packet *p = &mmu_at(mmu, port, slot)->packet;

	put_header(s, (struct header){ p->turnpool & ones(s->pool_w), p->turns_left }, words);
	return true;
}

bool ru_written(const struct mmu *mmu, uint64_t cycle, unsigned port, unsigned *slot)
{
	const struct passage *rx = mmu->rx + port;

	*slot = rx->slot;
	return rx->flits && rx->cycle + 1 == cycle;
}
