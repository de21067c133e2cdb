#include "law_register.h"

struct law_register law_find(struct law_place m, enum site at, const char *name)
{
	const struct unit_desc *u = &m.image->units[m.image->sites[at].unit];
	struct law_register r = { .bytes = 0 };
	unsigned row = 0;

	while (row < u->n && strcmp(u->signals[row].name, name) != 0)
		row++;
	if (row == u->n || !u->signals[row].width)
		return r;
	for (unsigned i = 0; i < m.image->instances[at]; i++) {
		const unsigned reg = image_reg(m.image, at, i, row);
		const struct image_place *p = &m.image->place[m.image->regs[reg].place];

		r.at[i] = m.storage ? m.storage[reg] : (const uint8_t *)m.image->word + p->at;
		r.bytes = p->bytes;
	}
	return r;
}
