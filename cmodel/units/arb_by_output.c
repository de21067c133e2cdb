#include "arb_by_output.h"

#include "render.h"
#include "smu.h"

#define UNIT_ROWS "units/arb_by_output.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct arb_by_output *const u = unit;

	arbiter_place(&u->outputs, a, b->s->radix, b->s->arbiter);
	arbiter_place(&u->queues, a, b->s->queues, ARBITER_matrix);
}

static void reset(void *unit, const struct bank *b)
{
	struct arb_by_output *const u = unit;

	arbiter_reset(&u->outputs, b);
	arbiter_reset(&u->queues, b);
}

/* Of inputs that were granted: nothing else changes them. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct arb_by_output *const u = unit;
	const struct smu *const smu = v->at[SITE_smu].unit;
	const struct rendering r = render_unit(m, v->site);
	const uint64_t inputs = v->anew ? v->ports : v->ports & smu->popping;

	arbiter_image(&u->outputs, inputs, r, ROW_outputs_prio_q);
	arbiter_image(&u->queues, inputs, r, ROW_queues_prio_q);
}

const struct unit_model arb_by_output_unit = { .place = place, .reset = reset, .image = image };
