#include "cdu.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/cdu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void cdu_image(const struct cdu *u, unsigned port, struct image *m)
{
	render_unit(m, UNIT_cdu, port)[m->row_offset[UNIT_cdu][ROW_waiting_q]] = u->waiting >> port & 1;
}
