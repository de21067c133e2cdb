#include "law_lists.h"

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

/* At the first site that has one; they end with SITES. */
static struct law_register find_first(struct law_place m, const char *name, const enum site *at)
{
	struct law_register r = { .bytes = 0 };

	while (*at != SITES && !r.bytes)
		r = law_find(m, *at++, name);
	return r;
}

struct law_slots law_slots_find(struct law_place m)
{
	return (struct law_slots){
#define OF(name, reg, ...) .name = find_first(m, reg, (const enum site[]){ __VA_ARGS__, SITES }),
		LAW_SLOT_REGISTERS
#undef OF
	};
}

struct law_side law_side_find(struct law_place m, enum site hru, enum site cmu, enum site cqu, enum site scam, enum site sfcu)
{
	return (struct law_side){
#define OF(unit, name) .name = law_find(m, unit, #name "_q"),
		LAW_SIDE_REGISTERS
#undef OF
	};
}

void law_sides_find(struct law_side side[LAW_SIDES], struct law_place m)
{
	side[LAW_IN] = law_side_find(m, SITE_hru_in, SITE_cmu_in, SITE_cqu_in, SITE_scam_in, SITE_sfcu_in);
	side[LAW_OUT] = law_side_find(m, SITE_hru_out, SITE_cmu_out, SITE_cqu_out, SITE_scam_out, SITE_sfcu_out);
}
