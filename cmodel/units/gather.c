#include "gather.h"

#include "render.h"

#define UNIT_ROWS "units/gather.def"
#include "rows.h"

/* What came and is added. In a ring of an even number the router at the far side is heard of from both sides, and counts once. */
static struct gather_counts added(const struct gather *u, const struct shape *s, const struct gather_router *r)
{
	struct gather_counts sum = r->sum;

	if (r->comes[GATHER_UP])
		sum = gather_sum(s, sum, r->come[GATHER_UP]);
	if (r->comes[GATHER_DOWN] && !(s->torus && s->ary % 2 == 0 && !u->step))
		sum = gather_sum(s, sum, r->come[GATHER_DOWN]);
	return sum;
}

struct gather_counts gather_hop(struct gather *u, const struct shape *s, unsigned router, unsigned full)
{
	struct gather_router *const r = u->router + router;
	const struct gather_counts sum = added(u, s, r);
	struct gather_counts *const up = r->send + 2 * u->dim, *const down = up + 1;

	assert(gather_hops(u));
	if (u->step) {
		r->sum = sum;
		*up = r->come[GATHER_UP];
		*down = r->come[GATHER_DOWN];
		r->sends = (uint16_t)(((unsigned)r->comes[GATHER_UP] | (unsigned)r->comes[GATHER_DOWN] << 1) << 2 * u->dim);
	} else {
		r->sum = gather_snapshot(u) ? (struct gather_counts){ full, r->flow } : sum;
		*up = *down = r->sum;
		r->sends = (uint16_t)(3u << 2 * u->dim);
	}
	if (gather_snapshot(u))
		r->flow = 0;
	r->comes[GATHER_UP] = r->comes[GATHER_DOWN] = false;
	return sum;
}

void gather_come(struct gather *u, unsigned router, unsigned port, const struct message *m)
{
	struct gather_router *const r = u->router + router;
	const unsigned way = port & 1 ? GATHER_UP : GATHER_DOWN;

	assert(!gather_hops(u) && "no message arrives in the cycle of a hop");
	if (port / 2 != u->dim)
		return;
	r->comes[way] = true;
	r->come[way] = (struct gather_counts){ m->full, m->flow };
}

void gather_pass(struct gather *u, const struct shape *s, unsigned routers)
{
	if (gather_hops(u))
		u->begun = true;
	for (unsigned n = 0; n < routers && u->hop == 1; n++)
		u->router[n].sends = 0;
	if (++u->hop < s->side_cycles)
		return;
	u->hop = 0;
	if (++u->step < s->steps)
		return;
	u->step = 0;
	u->dim = u->dim + 1 == s->dims ? 0 : u->dim + 1;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct gather *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct gather_router *const c = u->router;

	render_bit(r, 0, ROW_begun_q, u->begun);
	render(r, 0, ROW_hop_q, u->hop);
	render(r, 0, ROW_step_q, u->step);
	render(r, 0, ROW_dim_q, u->dim);
	render(r, 0, ROW_flow_q, c->flow & ones(s->flow_w));
	render(r, 0, ROW_full_sum_q, c->sum.full);
	render(r, 0, ROW_flow_sum_q, c->sum.flow);
	for (unsigned k = 0; k < 2; k++) {
		render_field(r, 0, ROW_come_q, k, 1, c->comes[k]);
		render_field(r, 0, ROW_come_full_q, k, s->full_w, c->come[k].full);
		render_field(r, 0, ROW_come_flow_q, k, s->flow_w, c->come[k].flow);
	}
	render(r, 0, ROW_send_q, c->sends);
	for (unsigned k = 0; k < 2 * s->dims; k++) {
		render_field(r, 0, ROW_send_full_q, k, s->full_w, c->send[k].full);
		render_field(r, 0, ROW_send_flow_q, k, s->flow_w, c->send[k].flow);
	}
}

const struct unit_model gather_unit = { .arrays = ARRAYS(ARRAY(gather, HOT, switch, router)), .image = image };
