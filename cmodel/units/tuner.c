#include "tuner.h"

#include "render.h"

#define UNIT_ROWS "units/tuner.def"
#include "rows.h"

enum { RESETS_IN_A_ROW = 4 };   /* the next one forgets the best period */

static void reset(void *unit, const struct bank *b)
{
	struct tuner *const u = unit;

	for (unsigned n = 0; n < b->switches; n++)
		u->router[n].threshold = b->s->increment;
}

/* Have `flits` fallen below so many eighths of what they were? */
static bool fell(const struct shape *s, uint64_t flits, uint64_t from)
{
	return 8 * flits < s->fall * from;
}

/* The threshold by the table, before it is clamped. */
static int64_t climb(const struct shape *s, const struct tuner_router *r, uint32_t flits, bool throttles)
{
	if (fell(s, flits, r->before))
		return (int64_t)r->threshold - s->decrement;
	return throttles ? (int64_t)r->threshold + s->increment : r->threshold;
}

/* Back to where most was delivered. */
static int64_t fall_back(struct tuner_router *r)
{
	if (r->low == RESETS_IN_A_ROW)
		r->best = r->low = 0;
	else
		r->low++;
	return r->best_at < r->best_full ? r->best_at : r->best_full;
}

static void end_period(struct tuner_router *r, const struct shape *s, uint32_t flits, uint32_t full, bool throttles)
{
	const int64_t least = s->floor, most = (int64_t)s->buffers - 1;
	int64_t threshold;

	if (flits <= r->best && s->resets && fell(s, flits, r->best)) {
		threshold = fall_back(r);
	} else {
		if (flits > r->best) {
			r->best = flits;
			r->best_at = r->threshold;
			r->best_full = full;
		}
		r->low = 0;
		threshold = climb(s, r, flits, throttles);
	}
	if (threshold > most)
		threshold = most;
	r->threshold = (uint32_t)(threshold < least ? least : threshold);
	r->before = flits;
}

void tuner_take(struct tuner *u, const struct shape *s, unsigned router, uint32_t full, uint32_t flow, bool throttles)
{
	struct tuner_router *const r = u->router + router;
	const uint32_t flits = (r->period + flow) & (uint32_t)ones(s->tune_w);

	if (r->gathers + 1 < s->tune_gathers) {
		r->gathers++;
		r->period = flits;
		return;
	}
	r->gathers = r->period = 0;
	end_period(r, s, flits, full, throttles);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct tuner *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct tuner_router *const c = u->router;

	render(r, 0, ROW_gathers_q, c->gathers);
	render(r, 0, ROW_period_q, c->period);
	render(r, 0, ROW_before_q, c->before);
	render(r, 0, ROW_threshold_q, c->threshold);
	if (!s->resets)
		return;
	render(r, 0, ROW_best_q, c->best);
	render(r, 0, ROW_best_at_q, c->best_at);
	render(r, 0, ROW_best_full_q, c->best_full);
	render(r, 0, ROW_low_q, c->low);
}

const struct unit_model tuner_unit = { .arrays = ARRAYS(ARRAY(tuner, HOT, switch, router)), .reset = reset, .image = image };
