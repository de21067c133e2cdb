#include "hru.h"

#include "render.h"

#define UNIT_ROWS "units/hru.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct hru *)unit)->valid;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct hru *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned i = 0; i < v->s->radix; i++) {
		const struct hru_header *h = u->header + i;

		render_bit(r, i, ROW_valid_q, u->valid >> i & 1);
		render(r, i, ROW_turns_q, h->turns);
		render(r, i, ROW_left_q, h->left);
		render(r, i, ROW_sl_q, h->sl);
		if (v->s->by_destination)
			render(r, i, ROW_vc_q, h->vc);
		render(r, i, ROW_flits_q, h->flits);
		render(r, i, ROW_cell_q, h->cell);
	}
}

const struct unit_model hru_unit = { .arrays = ARRAYS(ARRAY(hru, HOT, one, parcel), ARRAY(hru, HOT, one, header)), .rests = rests, .image = image };
