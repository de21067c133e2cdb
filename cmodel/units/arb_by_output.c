#include "arb_by_output.h"

#include "render.h"

#define UNIT_ROWS "units/arb_by_output.def"
#include "rows.h"

void arb_by_output_place(struct arb_by_output *u, const struct shape *s, unsigned radix, struct arena *a)
{
	arbiter_place(&u->outputs, a, radix, s->arbiter);
	arbiter_place(&u->queues, a, s->queues, ARBITER_matrix);
}

void arb_by_output_reset(struct arb_by_output *u)
{
	arbiter_reset(&u->outputs);
	arbiter_reset(&u->queues);
}

void arb_by_output_image(const struct arb_by_output *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_arb_by_output);

	arbiter_image(&u->outputs, inputs, r, ROW_outputs_prio_q);
	arbiter_image(&u->queues, inputs, r, ROW_queues_prio_q);
}
