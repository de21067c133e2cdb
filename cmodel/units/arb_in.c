#include "arb_in.h"

#include "render.h"

enum row {
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/arb_in.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void arb_in_place(struct arb_in *u, const struct shape *s, unsigned radix, struct arena *a)
{
	u->radix = radix;
	u->heads = arena_take(a, HOT, (size_t)s->radix * (radix + 1), sizeof *u->heads);
	arbiter_place(&u->arbiter, a, s->radix, s->queues, s->arbiter);
}

void arb_in_image(const struct arbiter_bank *queues, uint64_t inputs, struct image *m)
{
	arbiter_image(queues, inputs, render_unit(m, UNIT_arb_in), ROW_prio_q);
}
