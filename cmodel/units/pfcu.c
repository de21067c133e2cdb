#include "pfcu.h"

#include "dt.h"
#include "render.h"

#define UNIT_ROWS "units/pfcu.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	const struct pfcu *const u = unit;
	uint64_t any = u->changed;

	for (unsigned q = 0; q < b->s->queues; q++)
		any |= u->sent[q];
	return !any;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct pfcu *const u = unit;
	const struct dt *const dt = v->at[SITE_dt].unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		render_one_hot(r, i, ROW_enter_q, dt->arriving >> i & 1, u->enter[i]);
		render(r, i, ROW_pool_q, u->pool[i]);
		render(r, i, ROW_sent_q, rows_with(u->sent, v->s->queues, i));
	}
	render_bits(r, ROW_msg_valid_q, v->ports, v->cycle == u->sent_cycle ? u->sending : 0);
	render_output(m, v->site, ROW_sent_q, v->ports);
	render_output(m, v->site, ROW_msg_valid_q, v->ports);
}

const struct unit_model pfcu_unit = { .rests = rests, .image = image };
