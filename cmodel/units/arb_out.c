#include "arb_out.h"

#include "render.h"

enum row {
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/arb_out.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void arb_out_place(struct arb_out *u, const struct shape *s, unsigned radix, struct arena *a)
{
	arbiter_place(&u->arbiter, a, s->radix, radix, s->arbiter);
}

void arb_out_image(const struct arb_out *u, uint64_t outputs, struct image *m)
{
	arbiter_image(&u->arbiter, outputs, render_unit(m, UNIT_arb_out), ROW_prio_q);
}
