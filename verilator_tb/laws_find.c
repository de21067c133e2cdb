#include "laws_state.h"

struct law_register law_find(const struct image *m, enum site at, const char *name)
{
	const struct unit_desc *u = &m->units[m->sites[at].unit];
	struct law_register r = { .bytes = 0 };
	unsigned row = 0;

	while (row < u->n && strcmp(u->signals[row].name, name) != 0)
		row++;
	if (row == u->n || !u->signals[row].width)
		return r;
	for (unsigned i = 0; i < m->instances[at]; i++) {
		const struct image_place p = m->place[m->regs[image_reg(m, at, i, row)].place];

		r.at[i] = (const uint8_t *)m->word + p.at;
		r.bytes = p.bytes;
	}
	return r;
}
