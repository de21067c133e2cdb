#include "switch_wires.h"

void route_cam_place(struct sluice_switch *sw, const struct shape *s, unsigned switches, struct arena *a)
{
	const struct shape all = bank_shape(s, switches);

	wheel_place(&sw->wheel, a, s->packet_flits);
	sw->counts = arena_take(a, COLD, switches, sizeof *sw->counts);
	sw->queues = arena_take(a, COLD, all.radix, sizeof *sw->queues);
	sw->points = arena_take(a, COLD, all.radix, sizeof *sw->points);
	mmu_place(&sw->mmu, &all, a);
	mu_place(&sw->mu, &all, a);
	stamp_place(&sw->stamp, &all, a);
	arb_in_place(&sw->arb_in, &all, a);
	arb_out_place(&sw->arb_out, &all, s->radix, a);
	oport_place(&sw->oport, &all, a);
	if (!s->saqs)
		return;
	ppu_place(&sw->ppu, &all, a);
	cam_in_place(&sw->cam_in, &all, a);
	cam_out_place(&sw->cam_out, &all, a);
	if (!s->nodes)
		return;
	dt_place(&sw->dt, &all, switches, a);
	dcam_in_place(&sw->dcam_in, &all, a);
	dcam_out_place(&sw->dcam_out, &all, a);
	ru_place(&sw->ru, &all, a);
	if (!s->swept)
		return;
	clip_place(&sw->clip, &all, a);
	clop_place(&sw->clop, &all, a);
}

/* What is not zero at reset. */
void route_cam_reset(struct sluice_switch *sw, const struct shape *s, unsigned switches)
{
	const struct shape all = bank_shape(s, switches);

	sw->shape = *s;
	sw->switches = switches;
	bank_ports(sw->of, s->radix, switches);
	for (unsigned i = 0; i < all.radix; i++)
		sw->first[i] = sw->of[i].first;
	sw->ports = ones(all.radix);
	sw->turn = ones(s->turn_w);
	sw->pool = ones(s->pool_w);
	sw->turnpool = ones(s->turnpool_bits);
	mmu_reset(&sw->mmu, &all);
	mu_reset(&sw->mu, &all);
	oport_reset(&sw->oport, &all);
	arbiter_reset(&sw->arb_in.arbiter, all.radix);
	arbiter_reset(&sw->arb_out.arbiter, all.radix);
	if (s->saqs) {
		cdu_reset(&sw->cdu, &all);
	}
	if (s->swept) {
		clip_reset(&sw->clip, &sw->cam_in, &all);
		clop_reset(&sw->clop, &all);
	}
	sw->due = s->swept ? 0 : UINT64_MAX;
	route_cam_choose(sw);
}
