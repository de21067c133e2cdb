/* The switch with queues at inputs and outputs as a model: docs/internals/microarchitecture-cioq.md. */
#include "cioq_switch.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct cioq_switch *sw = cioq_switch(at);

	for (unsigned k = 0; k < SIDES; k++) {
		struct side *const u = sw->side + k;

		cmu_join(&u->cmu, &u->hru, &sw->parcels);
		cqu_join(&u->cqu, &sw->parcels);
	}
	parcels_place(&sw->parcels, &at->shape, all->radix, a);
	calendar_place(&sw->calendar, &at->shape, a);
	sw->waits_open = arena_take(a, HOT, all->radix, sizeof *sw->waits_open);
	sw->waits_room = arena_take(a, HOT, all->radix, sizeof *sw->waits_room);
}

static void reset(struct sluice_switch *at, const struct shape *all)
{
	(void)all;
	sfcu_repeat(&cioq_switch(at)->side[OUTPUTS].sfcu);
}

static void pass(struct sluice_switch *at)
{
	struct cioq_switch *sw = cioq_switch(at);
	struct side *const in = sw->side + INPUTS, *const to = sw->side + OUTPUTS;
	const struct shape *s = &at->shape;

	EACH_IN(o, sw->xout.coming)
		xout_source(&sw->xout, o, sw->parcels.at[sw->xout.parcel[o]].source);
	cmu_look(&in->cmu, s);
	const struct cmu_ports link = cmu_look(&to->cmu, s);

	for (unsigned o = 0; o < s->radix; o++)
		mbus_pass(&sw->mbus, o, link.heads >> o & 1, sw->xout.src[o]);
	lport_pass(&sw->lport, s, link.read, link.first);
	cmu_pass(&in->cmu, s, at->ports);
	cmu_pass(&to->cmu, s, lport_paces(&sw->lport, s));
	EACH_IN(o, link.read)
		lport_read(&sw->lport, o, &to->cmu.cells.port[o].data, to->cmu.cells.port[o].flit);
}

static bool drained(const struct sluice_switch *at)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);

	return !(sw->freed | sw->freed_before) && lport_rests(&sw->lport, &at->shape, at->switches * at->shape.radix, at->now);
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	struct cioq_switch *sw = cioq_switch(at);

	sw->held = (sw->held & ~outputs) | (held ? outputs : 0);
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	const struct shape *s = &at->shape;
	const struct side *u = sw->side + INPUTS;
	const struct parcel *p = sw->parcels.at + cqu_at(&u->cqu, s, input, q)->head;

	if (!cqu_has_head(&u->cqu, s, input, q))
		return false;
	w->packet = p->packet;
	w->queue = q;
	w->output = output_at(sw, s, input, p->turn);
	w->why = scam_blocked(&u->scam, s, input, p->in.vc) >> q % s->vc_queues & 1 ? WAITS_XON
		 : ccu_fitted(&sw->room, s, w->output, p->in.vc, p->need)                    ? WAITS_OTHERS
											      : WAITS_CREDIT;
	return true;
}

static void inspect_vc(const struct side *u, const struct shape *s, unsigned port, unsigned vc, inspect_found *found, void *arg)
{
	const struct side_lines *const set = scam_set(&u->scam, s, port, vc);

	EACH_IN(l, set->valid) {
		const struct side_line *const line = scam_at(&u->scam, s, port, vc, l);
		const struct inspected seen = {
			.queue = vc * s->saqs + l, .packets = cqu_at(&u->cqu, s, port, cqu_number(s, vc, s->dqs + l))->fill, .length = line->len,
			.stopped = set->xoff >> l & 1, .stops = set->sent >> l & 1, .turns = line->turns, .destination = INSPECT_NO_DESTINATION,
		};

		if (seen.packets || (set->xoff | set->sent | set->waiting) >> l & 1)
			found(arg, &seen);
	}
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct side *const u = cioq_switch_seen(at)->side + (side == INSPECT_OUTPUT ? OUTPUTS : INPUTS);
	const struct shape *s = &at->shape;
	unsigned cells = 0;

	for (unsigned vc = 0; vc < s->vcs; vc++) {
		cells += u->cmu.used[port * s->vcs + vc];
		if (s->saqs)
			inspect_vc(u, s, port, vc, found, arg);
	}
	return cells;
}

/* The units of a side, at inputs or outputs. */
#define UNIT_ON(which, at, name) UNIT_AT(cioq_switch, name##_##at, name, side[which].name, base.shape)
#define SIDE_UNITS(which, at) \
	UNIT_ON(which, at, hru), UNIT_ON(which, at, cmu), UNIT_ON(which, at, cqu), UNIT_ON(which, at, scam), UNIT_ON(which, at, sfcu), UNIT_ON(which, at, arb_vc)

static const struct unit_place units[] = {
	SIDE_UNITS(INPUTS, in), SIDE_UNITS(OUTPUTS, out), UNIT_OF(cioq_switch, xin), UNIT_OF(cioq_switch, arb_out_vc), UNIT_OF(cioq_switch, xout),
	UNIT_AT(cioq_switch, room, ccu, room, base.shape), UNIT_AT(cioq_switch, credits, ccu, credits, base.shape), UNIT_OF(cioq_switch, mbus),
	UNIT_OF(cioq_switch, lport), { .model = NULL },
};

const struct switch_model switch_CIOQ = {
	.bytes = sizeof(struct cioq_switch), .ports = SWITCH_PORTS, .depart = 3, .reports_grants = false, .units = units, .place = place, .reset = reset,
	.steps = { cioq_step, cioq_step, cioq_step, cioq_step }, .pass = pass, .drained = drained, .hold = hold, .head = head, .inspect = inspect,
};
