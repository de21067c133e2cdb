#include "hru.h"

#include "render.h"

#define UNIT_ROWS "units/hru.def"
#include "rows.h"

void hru_image(const struct hru *u, enum site at, unsigned ports, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < ports; i++) {
		const struct hru_header *h = u->header + i;

		render_bit(r, i, ROW_valid_q, u->valid >> i & 1);
		render(r, i, ROW_turns_q, h->turns);
		render(r, i, ROW_left_q, h->left);
		render(r, i, ROW_sl_q, h->sl);
		render(r, i, ROW_flits_q, h->flits);
		render(r, i, ROW_cell_q, h->cell);
	}
}
