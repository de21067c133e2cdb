#include "cdu.h"

#include "render.h"

enum row {
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/cdu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void cdu_image(const struct cdu *u, uint64_t inputs, struct image *m)
{
	render_bits(render_unit(m, UNIT_cdu), ROW_waiting_q, inputs, u->waiting);
}
