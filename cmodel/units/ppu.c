#include "ppu.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/ppu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void ppu_place(struct ppu *u, const struct shape *s, struct arena *a)
{
	u->und = arena_take(a, HOT, s->radix, sizeof *u->und);
	u->pp = arena_take(a, HOT, s->radix, sizeof *u->pp);
	arbiter_place(&u->fetch, a, s->radix, s->queues, ARBITER_round_robin);
}

void ppu_image(const struct ppu *u, const struct shape *s, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_ppu, port);
	const unsigned *at = m->row_offset[UNIT_ppu];

	render_word(w + at[ROW_und_q], u->und[port], s->queues);
	render_word(w + at[ROW_pp_q], u->judging >> port & 1 ? bit(u->pp[port]) : 0, s->queues);
	arbiter_image(&u->fetch, port, w + at[ROW_prio_q]);
}
