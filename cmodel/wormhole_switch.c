/*
 * The wiring of a router of a k-ary n-cube: one function per stage. docs/microarchitecture-wormhole.md.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that changes it.
 * The side band, for all routers:
 *
 *   hop         counts move on; totals                                 (before: switch and arrivals, which change what is full)
 *   control     after all routers: totals change estimate and threshold
 *
 * and router by router, those in which something happens:
 *
 *   credits     of output VCs: they count at once
 *   route       a header gets an output VC; it takes effect after the switch
 *   lane        token, route of the lane, and output of its flit         (before: switch, which pops)
 *   switch      flits leave: VCs of inputs, of outputs, link ports
 *   allocate    what was routed, or seized
 *   arrivals    flits, counts of the side band
 */
#include "wormhole_switch.h"

/* What goes between stages within a cycle. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	bool done;                                      /* totals are known: */
	struct gather_counts total[SWITCH_PORTS];       /* by router */
};

/* The same of a router. */
struct turn {
	unsigned router, first;                 /* its first port in the bank */
	uint32_t at;
	struct rva_grant grant;
	bool seizes, lane_goes;
	uint8_t seized;                         /* number of the input VC */
	struct vc_set popped;
};

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const unsigned n = at->switches;

	vib_place(&sw->vib, all, n, a);
	rva_place(&sw->rva, n, a);
	vob_place(&sw->vob, all, n, a);
	vlp_place(&sw->vlp, all, a);
	rlu_place(&sw->rlu, n, a);
	gather_place(&sw->gather, n, a);
	estimate_place(&sw->estimate, n, a);
	tuner_place(&sw->tuner, n, a);
	sw->at = arena_take(a, HOT, n, sizeof *sw->at);
}

/* With a token or a side band, time alone changes registers from the first cycle on. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const struct shape *s = &at->shape;

	rva_reset(&sw->rva, s, at->switches);
	vob_reset(&sw->vob, s, at->switches);
	vlp_reset(&sw->vlp, s, all->radix);
	rlu_reset(&sw->rlu);
	tuner_reset(&sw->tuner, s, at->switches);
	if (s->recovery || s->side_band)
		at->due = 0;
}

static void position(struct sluice_switch *at, unsigned number, uint32_t position)
{
	wormhole_switch(at)->at[number] = position;
}

/* ----- side band ----- */

static void send_counts(const struct wormhole_switch *sw, const struct wires *w, unsigned n)
{
	const struct gather_router *r = sw->gather.router + n;
	unsigned port;

	EACH(port, r->sends) {
		const unsigned to = n * sw->base.shape.radix + port;

		w->out->message |= bit(to);
		w->out->msg[to] = (struct message){ .full = r->send[port].full, .flow = r->send[port].flow };
	}
}

static void hop(struct wormhole_switch *sw, struct wires *w)
{
	w->done = gather_done(&sw->gather);
	for (unsigned n = 0; n < sw->base.switches; n++) {
		w->total[n] = gather_hop(&sw->gather, &sw->base.shape, n, sw->vib.router[n].full);
		send_counts(sw, w, n);
	}
}

static bool throttles(const struct wormhole_switch *sw, uint64_t cycle, unsigned n)
{
	return estimate_throttles(&sw->estimate, &sw->base.shape, n, cycle, wormhole_threshold(sw, n));
}

static void control(struct wormhole_switch *sw, const struct wires *w)
{
	const struct shape *s = &sw->base.shape;

	for (unsigned n = 0; s->tuned && n < sw->base.switches; n++)
		tuner_take(&sw->tuner, s, n, w->total[n].full, w->total[n].flow, throttles(sw, w->cycle, n));
	for (unsigned n = 0; n < sw->base.switches; n++)
		estimate_take(&sw->estimate, s, n, w->cycle, w->total[n].full);
}

/* ----- decisions ----- */

STAGE void take_credits(struct wormhole_switch *sw, const struct wires *w, const struct turn *t)
{
	unsigned i;

	EACH(i, w->in->credit >> t->first & ones(sw->base.shape.radix))
		vob_credit(&sw->vob, t->router, i, t->first + i, w->in->credit_queue[t->first + i]);
}

/* VCs of the local input whose headers may not ask, of these. */
static unsigned gated(const struct wormhole_switch *sw, const struct wires *w, const struct turn *t, unsigned asking)
{
	const struct shape *s = &sw->base.shape;
	unsigned gated = 0, v;

	if (sw->vib.router[t->router].entering >= s->injection_vcs)
		return asking;
	if (s->side_band)
		return throttles(sw, w->cycle, t->router) ? asking : 0;
	if (s->alo)
		EACH(v, asking)
			gated |= (unsigned)rva_crowded(s, &sw->vob, t->router, t->at, vib_at(&sw->vib, t->first + s->local, v)->packet.destination) << v;
	return gated;
}

/* VCs of the local output by which the last flit of a packet leaves in this cycle: none or one. */
STAGE unsigned ending(const struct wormhole_switch *sw, const struct turn *t)
{
	const unsigned local = sw->base.shape.local, ready = vob_ready(&sw->vob, t->router).port[local];

	if (!ready || (t->lane_goes && sw->rlu.router[t->router].out == local))
		return 0;
	const unsigned v = vlp_next(&sw->vlp, t->first + local, ready);

	return (unsigned)vib_last(vib_at(&sw->vib, t->first, vob_at(&sw->vob, t->first + local, v)->owner)) << v;
}

STAGE void route(struct wormhole_switch *sw, const struct wires *w, struct turn *t)
{
	const struct shape *s = &sw->base.shape;
	struct vc_set requests = sw->vib.router[t->router].asks;
	const unsigned waiting = requests.port[s->local];

	if (waiting)
		requests.port[s->local] &= (uint8_t)~gated(sw, w, t, waiting);
	if (!vc_any(&requests))
		return;
	const unsigned number = rva_serve(&sw->rva, t->router, &requests);
	const uint32_t destination = vib_at(&sw->vib, t->first, number)->packet.destination;

	t->grant = rva_route(&sw->rva, s, &sw->vob, t->router, t->at, destination, number / VC_STRIDE == s->local, number % VC_STRIDE,
			     destination == t->at ? ending(sw, t) : 0);
	t->grant.number = (uint8_t)number;
}

/* The token goes on, or seizes the packet of a header that has waited long enough. */
static void use_token(struct wormhole_switch *sw, const struct wires *w, struct turn *t)
{
	struct vc_set late = vib_late(&sw->vib, &sw->base.shape, t->router, w->cycle);

	if (t->grant.any)
		late.port[t->grant.number / VC_STRIDE] &= (uint8_t)~vc_bit(t->grant.number);
	if (!vc_any(&late)) {
		rlu_pass(&sw->rlu, t->router);
		return;
	}
	t->seizes = true;
	t->seized = (uint8_t)vib_first(&sw->vib, &sw->base.shape, t->router, &late);
}

/* A flit leaves by the recovery lane. */
STAGE bool lane_goes(const struct wormhole_switch *sw, const struct turn *t)
{
	const struct rlu_router *const r = sw->rlu.router + t->router;

	return r->left && r->routed && (r->source ? vib_at(&sw->vib, t->first, r->seized)->count : r->count);
}

STAGE void recover(struct wormhole_switch *sw, const struct wires *w, struct turn *t)
{
	const struct shape *s = &sw->base.shape;
	const struct rlu_router *r = sw->rlu.router + t->router;
	const bool here = rlu_has_token(&sw->rlu, t->router, t->at, w->in->message >> (t->first + s->local) & 1);

	if (!r->left) {
		if (here)
			use_token(sw, w, t);
		return;
	}
	if (here)
		rlu_keep(&sw->rlu, t->router);
	rlu_route(&sw->rlu, s, t->router, t->at);
}

/* ----- what leaves ----- */

/* A flit leaves by an output, from an input VC. Returns whether its buffer is empty now. */
STAGE bool pop(struct wormhole_switch *sw, const struct wires *w, struct turn *t, unsigned output, unsigned vc, unsigned number, struct vib_vc *c)
{
	const unsigned to = t->first + output;

	w->out->depart |= bit(to);
	w->out->packet[to] = c->packet;
	w->out->vc[to] = (uint8_t)vc;
	w->out->flit[to] = (uint8_t)vib_flit(c);
	w->out->from[to] = (uint8_t)(t->first + number / VC_STRIDE);
	t->popped.port[number / VC_STRIDE] |= vc_bit(number);
	return vib_pop(&sw->vib, &sw->base.shape, t->router, number / VC_STRIDE == sw->base.shape.local, c);
}

STAGE void serve_output(struct wormhole_switch *sw, const struct wires *w, struct turn *t, unsigned o, unsigned ready)
{
	const unsigned v = vlp_serve(&sw->vlp, t->first + o, ready), number = vob_at(&sw->vob, t->first + o, v)->owner;
	struct vib_vc *const c = vib_at(&sw->vib, t->first, number);
	const bool last = vib_last(c), empty = pop(sw, w, t, o, v, number, c);

	vob_leave(&sw->vob, &sw->base.shape, t->router, o, t->first + o, v, last, empty);
}

static void serve_lane(struct wormhole_switch *sw, const struct wires *w, struct turn *t)
{
	const struct rlu_router *r = sw->rlu.router + t->router;
	const unsigned to = t->first + r->out;

	if (r->source) {
		pop(sw, w, t, r->out, sw->base.shape.vcs, r->seized, vib_at(&sw->vib, t->first, r->seized));
	} else {
		w->out->depart |= bit(to);
		w->out->packet[to] = r->packet;
		w->out->vc[to] = (uint8_t)sw->base.shape.vcs;
		w->out->flit[to] = (uint8_t)rlu_flit(r);
		w->out->from[to] = (uint8_t)(t->first + r->came);
	}
	rlu_leave(&sw->rlu, &sw->base.shape, t->router);
}

STAGE void serve_outputs(struct wormhole_switch *sw, const struct wires *w, struct turn *t)
{
	struct vc_set ready = vob_ready(&sw->vob, t->router);

	if (t->lane_goes) {
		ready.port[sw->rlu.router[t->router].out] = 0;
		serve_lane(sw, w, t);
	}
	for (unsigned k = 0; k < VC_WORDS; k++)
		for (uint64_t left = ready.word[k]; left; ) {
			const unsigned o = lowest(left) / VC_STRIDE, vcs = (unsigned)(left >> o * VC_STRIDE & 0xff);

			left &= ~(UINT64_C(0xff) << o * VC_STRIDE);
			serve_output(sw, w, t, k * 8 + o, vcs);
		}
}

/* ----- what follows ----- */

STAGE void allocate(struct wormhole_switch *sw, const struct turn *t)
{
	if (t->grant.any) {
		const unsigned number = t->grant.number;

		vib_routed(&sw->vib, t->router, number / VC_STRIDE == sw->base.shape.local, vib_at(&sw->vib, t->first, number), number, t->grant.out, t->grant.vc);
		vob_allocate(&sw->vob, &sw->base.shape, t->router, vc_number(t->grant.out, t->grant.vc), number);
	}
	if (t->seizes) {
		struct vib_vc *const c = vib_at(&sw->vib, t->first, t->seized);

		vib_seize(&sw->vib, t->router, c, t->seized);
		rlu_seize(&sw->rlu, t->router, t->seized, ways_to(&sw->base.shape, t->at, c->packet.destination).order, c->left);
		sw->base.counts[t->router].detections++;
	}
}

STAGE void return_credits(const struct wires *w, const struct turn *t, unsigned radix)
{
	for (unsigned i = 0; i < radix; i++) {
		w->out->credit |= (uint64_t)(t->popped.port[i] != 0) << (t->first + i);
		w->out->credit_queue[t->first + i] = t->popped.port[i];
	}
}

STAGE void arrive(struct wormhole_switch *sw, const struct wires *w, const struct turn *t, unsigned i)
{
	const struct shape *s = &sw->base.shape;
	const unsigned port = t->first + i, v = w->in->vc[port];
	const struct packet *p = w->in->packet + port;

	assert(v < s->vcs + s->recovery);
	if (v == s->vcs) {
		rlu_arrive(&sw->rlu, t->router, i, p, w->in->flit[port]);
		return;
	}
	struct vib_vc *const c = vib_at(&sw->vib, port, v);

	if (!c->count && c->routed)
		vob_feed(&sw->vob, t->router, c->out, c->out_vc);
	vib_arrive(&sw->vib, s, t->router, i == s->local, c, vc_number(i, v), p, w->in->flit[port], w->cycle);
}

STAGE void take_what_comes(struct wormhole_switch *sw, const struct wires *w, const struct turn *t)
{
	const struct shape *s = &sw->base.shape;
	unsigned i;

	EACH(i, w->in->head >> t->first & ones(s->radix))
		arrive(sw, w, t, i);
	if (!s->side_band)
		return;
	EACH(i, w->in->message >> t->first & ones(s->local))
		gather_come(&sw->gather, t->router, i, w->in->msg + t->first + i);
	if (w->out->depart >> (t->first + s->local) & 1)
		gather_deliver(&sw->gather, t->router);
}

/* ----- a cycle ----- */

/* Has a router anything to do of itself? */
STAGE bool stirs(const struct wormhole_switch *sw, unsigned n)
{
	const struct vc_set ready = vob_ready(&sw->vob, n);

	return vc_any(&sw->vib.router[n].asks) || vc_any(&ready) || (sw->base.shape.recovery && rlu_stirs(&sw->rlu, n, sw->at[n]));
}

STAGE void step_router(struct wormhole_switch *sw, const struct wires *w, unsigned n)
{
	const struct shape *s = &sw->base.shape;
	struct turn t = { .router = n, .first = n * s->radix, .at = sw->at[n], .popped.word = { 0 } };

	take_credits(sw, w, &t);
	t.lane_goes = s->recovery && lane_goes(sw, &t);
	route(sw, w, &t);
	if (s->recovery)
		recover(sw, w, &t);
	serve_outputs(sw, w, &t);
	allocate(sw, &t);
	return_credits(w, &t, s->radix);
	take_what_comes(sw, w, &t);
	if (sw->rlu.pass >> n & 1) {
		w->out->message |= bit(t.first + s->local);
		w->out->msg[t.first + s->local] = (struct message){ .full = 0, .flow = 0 };
	}
}

static uint64_t next_step(const struct wormhole_switch *sw, const struct wires *w)
{
	if (sw->base.shape.side_band || w->out->depart | w->out->credit | w->out->message)
		return w->cycle + 1;
	for (unsigned n = 0; n < sw->base.switches; n++)
		if (stirs(sw, n))
			return w->cycle + 1;
	return UINT64_MAX;
}

static uint64_t wormhole_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const struct shape *s = &at->shape;
	const uint64_t comes = in->head | in->credit | in->message;
	struct wires w;

	assert(cycle >= at->now && cycle <= at->due && !(comes & ~at->ports));
	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.done = false;
	out->depart = out->credit = out->message = 0;
	rlu_begin(&sw->rlu);
	if (s->side_band && gather_hops(&sw->gather))
		hop(sw, &w);
	for (unsigned n = 0; n < at->switches; n++)
		if (comes >> n * s->radix & ones(s->radix) || stirs(sw, n))
			step_router(sw, &w, n);
	if (w.done)
		control(sw, &w);
	if (s->side_band)
		gather_pass(&sw->gather, s, at->switches);
	rlu_end(&sw->rlu);
	sw->acted = out->depart | out->credit;
	at->now = cycle + 1;
	at->due = next_step(sw, &w);
	return at->due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return wormhole_step;
}

const struct switch_model switch_WORMHOLE = {
	.bytes = sizeof(struct wormhole_switch), .ports = SWITCH_PORTS, .depart = 1, .reports_grants = false, .place = place, .reset = reset, .step = step,
	.position = position, .observe = wormhole_observe, .observed = wormhole_observed_step, .image = wormhole_image, .memory = wormhole_memory,
	.word = wormhole_word, .writes = wormhole_writes, .drained = wormhole_drained, .waiting = wormhole_waiting,
	.blocked = wormhole_blocked, .throttle = wormhole_throttle, .count = wormhole_count,
};
