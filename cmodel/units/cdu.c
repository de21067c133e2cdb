#include "cdu.h"

#include "render.h"

#define UNIT_ROWS "units/cdu.def"
#include "rows.h"

/* sent_turn_q resets to turn 0, which leads from input i to output i. With routing tables, to output 0. */
void cdu_reset(struct cdu *u, const struct shape *s)
{
	for (unsigned i = 0; i < s->radix; i++)
		u->sent[i] = u->popped[i] = (uint8_t)(s->nodes ? 0 : i);
}

void cdu_image(const struct cdu *u, uint64_t popping, uint64_t inputs, struct image *m)
{
	render_bits(render_unit(m, SITE_cdu), ROW_detect_q, inputs, u->waiting & ~popping);
}

void cdu_image_sent(const struct cdu *u, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cdu);
	unsigned i;

	EACH(i, inputs)
		render(r, i, ROW_sent_turn_q, turn_to(s, i, u->popped[i]));
}

void cdu_image_limit(const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cdu);

	for (unsigned i = 0; i < s->radix; i++)
		render(r, i, ROW_detect_limit_q, s->detect_threshold);
}
