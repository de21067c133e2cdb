#include "hru.h"

#include "render.h"

#define UNIT_ROWS "units/hru.def"
#include "rows.h"

void hru_image(const struct hru *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix; i++) {
		const struct hru_header *h = u->header + i;

		render_bit(r, i, ROW_valid_q, u->valid >> i & 1);
		render(r, i, ROW_turns_q, h->turns);
		render(r, i, ROW_left_q, h->left);
		render(r, i, ROW_sl_q, h->sl);
		if (s->by_destination)
			render(r, i, ROW_vc_q, h->vc);
		render(r, i, ROW_flits_q, h->flits);
		render(r, i, ROW_cell_q, h->cell);
	}
}
