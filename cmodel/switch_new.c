#include "switch_state.h"

void route_cam_place(struct sluice_switch *sw, const struct shape *s, struct arena *a)
{
	wheel_place(&sw->wheel, a, s->packet_flits);
	sw->queues = arena_take(a, COLD, s->radix, sizeof *sw->queues);
	sw->points = arena_take(a, COLD, s->radix, sizeof *sw->points);
	mmu_place(&sw->mmu, s, a);
	mu_place(&sw->mu, s, a);
	ru_place(&sw->ru, s, a);
	arb_in_place(&sw->arb_in, s, a);
	arb_out_place(&sw->arb_out, s, a);
	oport_place(&sw->oport, s, a);
	if (!s->saqs)
		return;
	ppu_place(&sw->ppu, s, a);
	cam_in_place(&sw->cam_in, s, a);
	cdu_place(&sw->cdu, s, a);
	rfcu_place(&sw->rfcu, s, a);
	cam_out_place(&sw->cam_out, s, a);
}

/* What is not zero at reset. */
void route_cam_reset(struct sluice_switch *sw, const struct shape *s)
{
	sw->shape = *s;
	sw->ports = ones(s->radix);
	sw->turn = ones(s->turn_w);
	sw->pool = ones(s->pool_w);
	sw->turnpool = ones(s->turnpool_bits);
	mmu_reset(&sw->mmu, s);
	mu_reset(&sw->mu, s);
	oport_reset(&sw->oport, s);
	arbiter_reset(&sw->arb_in.arbiter, s->radix);
	arbiter_reset(&sw->arb_out.arbiter, s->radix);
	if (s->saqs) {
		cdu_reset(&sw->cdu, s);
		rfcu_reset(&sw->rfcu, s);
	}
	sw->due = UINT64_MAX;
}
