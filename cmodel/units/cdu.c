#include "cdu.h"

#include "render.h"
#include "smu.h"

#define UNIT_ROWS "units/cdu.def"
#include "rows.h"

/* sent_turn_q resets to turn 0, which leads from input i to output i. With routing tables, to output 0. */
static void reset(void *unit, const struct bank *b)
{
	struct cdu *const u = unit;

	for (unsigned i = 0; i < b->ports; i++)
		u->sent[i] = u->popped[i] = (uint8_t)(b->s->nodes ? 0 : i);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct cdu *const u = unit;

	(void)b;
	return !u->waiting;
}

/* Inputs whose head leaves its queue in the next cycle, whichever unit has the queues. */
static uint64_t popping(const struct sight *v)
{
	const struct smu *const smu = v->at[SITE_smu].unit;
	const struct mu *const mu = v->at[SITE_mu].unit;

	return smu ? smu->popping : mu->popping;
}

static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct cdu *const u = unit;

	(void)in;
	EACH_IN(i, popping(v))
		u->popped[i] = u->sent[i];
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct cdu *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	render_bits(r, ROW_detect_q, v->ports, u->waiting & ~popping(v));
	EACH_IN(i, v->ports) {
		render(r, i, ROW_sent_turn_q, turn_to(v->s, i, u->popped[i]));
		if (v->s->csr)
			render(r, i, ROW_detect_limit_q, v->s->detect_threshold);
	}
}

const struct unit_model cdu_unit = { .reset = reset, .rests = rests, .before = before, .image = image };
