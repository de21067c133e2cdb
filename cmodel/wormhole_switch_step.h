/*
 * A cycle of a bank of routers of a k-ary n-cube: one function per stage. docs/internals/microarchitecture-wormhole.md. Compiled for any processor and for those
 * with registers of 64, 32 or 16 bytes.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that changes it.
 *
 *   credits     of output VCs: they count at once
 *   hop         of the side band: counts move on; totals               (before: switch and arrivals, which change what is full)
 *   circulate   metapackets leave, are taken and launched; totals      (likewise)
 *   choose      by output, the VC by which a flit leaves; the recovery lane goes first, then metapackets
 *   route       in each router, a header gets an output VC; it takes effect after the switch. With `port_rate` one of each input does, at once, and may start
 *   recover     token, and route of the lane
 *   depart      flits leave: VCs of inputs, of outputs, link ports
 *   allocate    what was routed, or seized
 *   arrive      flits, counts
 *   control     totals change estimate and threshold
 *
 * All outputs, or inputs, of a bank go through a stage at a time; headers and the lane, which are few, one by one.
 */
#pragma once

#include "links.h"
#include "wormhole_switch.h"

/* What a router decides of headers. Input VCs are numbers of the router. */
struct decision {
	unsigned router;
	bool seizes;
	uint8_t seized;
	struct rva_grant grant;
};

/* Sizes that a step may be compiled for, of the shape. */
struct mode {
	unsigned vcs;
	bool queued, port_rate;
};

/* What goes between stages within a cycle. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t done;                                  /* routers that know a total: */
	struct gather_counts total[SWITCH_PORTS];       /* by router */
	uint64_t lane, meta;                            /* outputs by which a flit of the recovery lane leaves; of a metapacket */
	_Alignas(SWITCH_PORTS) uint8_t chosen[SWITCH_PORTS];    /* by output: VC by which a flit leaves, a bit; 0: none */
	_Alignas(SWITCH_PORTS) uint8_t popped[SWITCH_PORTS];    /* by input: VCs that lost a flit, a bit each */
	_Alignas(SWITCH_PORTS) uint8_t starts[SWITCH_PORTS];    /* with `speculate`, by output: VCs that a header gets in this cycle and that have a credit */
	unsigned decisions;
	struct decision decision[SWITCH_PORTS];
};

STAGE unsigned first_port(const struct wormhole_switch *sw, unsigned router)
{
	return router * sw->base.shape.radix;
}

/* ----- side band ----- */

static void send_counts(const struct wormhole_switch *sw, const struct wires *w, unsigned n)
{
	const struct gather_router *r = sw->gather.router + n;

	EACH_IN(port, r->sends) {
		const unsigned to = first_port(sw, n) + port;

		w->out->message |= bit(to);
		w->out->msg[to] = (struct message){ .full = r->send[port].full, .flow = r->send[port].flow };
	}
}

static void hop(struct wormhole_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;

	w->done = gather_done(&sw->gather) ? ones(sw->base.switches) : 0;
	for (unsigned n = 0; n < sw->base.switches; n++) {
		w->total[n] = gather_hop(&sw->gather, s, n, wormhole_full(sw, n));
		send_counts(sw, w, n);
	}
}

/* Flits of metapackets leave, where the lane does not. */
static void leave_as_metapacket(struct wormhole_switch *sw, struct wires *w, unsigned n)
{
	struct metapackets_router *const r = sw->metapackets.router + n;

	for (unsigned way = 0; way < 2; way++) {
		const unsigned to = first_port(sw, n) + 2 * r->dim + way;

		if (!r->sends[way] || w->lane >> to & 1)
			continue;
		w->meta |= bit(to);
		w->out->msg[to] = metapackets_leave(r, way);
	}
}

static void circulate(struct wormhole_switch *sw, struct wires *w)
{
	w->done = w->out->gathered = metapackets_begin(&sw->metapackets, ones(sw->base.switches));
	EACH_IN(n, w->done) {
		w->total[n] = sw->metapackets.router[n].part;
		sw->base.counts[n].gathers++;
	}
	EACH_IN(n, sw->metapackets.stirs) {
		leave_as_metapacket(sw, w, n);
		metapackets_pass(&sw->metapackets, &sw->base.shape, n, sw->at[n], wormhole_full(sw, n));
	}
	w->out->message |= w->meta;
	metapackets_end(&sw->metapackets, &sw->base.shape);
}

static void control(struct wormhole_switch *sw, const struct wires *w)
{
	const struct shape *s = &sw->base.shape;

	EACH_IN(n, w->done) {
		const struct gather_counts total = w->total[n];
		const bool before = wormhole_throttles(sw, n, w->cycle);

		estimate_take(&sw->estimate, s, n, w->cycle, total.full);
		if (s->tuned)
			tuner_take(&sw->tuner, s, n, total.full, total.flow, s->metapackets ? wormhole_throttles(sw, n, w->cycle + 1) : before);
	}
}

/* ----- decisions ----- */

/* A flit leaves by the recovery lane of a router: it has an output, and the flit is here. */
STAGE bool lane_goes(const struct wormhole_switch *sw, unsigned n)
{
	const struct rlu_router *const r = sw->rlu.router + n;

	if (!r->routed)
		return false;
	return r->source ? sw->vib.vc[r->seized % VC_STRIDE].count[first_port(sw, n) + r->seized / VC_STRIDE] : r->count;
}

STAGE uint64_t lanes_that_go(const struct wormhole_switch *sw)
{
	uint64_t outputs = 0;

	EACH_IN(n, sw->rlu.busy)
		if (lane_goes(sw, n))
			outputs |= bit(first_port(sw, n) + sw->rlu.router[n].out);
	return outputs;
}

STAGE lanes choose(const struct wormhole_switch *sw, const struct wires *w, unsigned vcs)
{
	_Alignas(SWITCH_PORTS) uint8_t ready[SWITCH_PORTS] = { 0 };

	vob_ready(&sw->vob, vcs, sw->vib.occupied, ready);
	return vlp_next(&sw->vlp, lanes_where(w->lane | w->meta, lanes_all(0), lanes_load(ready)));
}

/* VCs of the local input whose headers may not ask, of these. */
static unsigned gated(const struct wormhole_switch *sw, const struct wires *w, unsigned n, unsigned asking)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = first_port(sw, n), local = first + s->local;
	unsigned gated = 0;

	if (vib_entering(&sw->vib, s, local) >= s->injection_vcs)
		return asking;
	if (s->totals)
		return wormhole_throttles(sw, n, w->cycle) ? asking : 0;
	if (s->alo)
		EACH_IN(v, asking)
			gated |= (unsigned)rva_crowded(s, &sw->vob, first, sw->at[n], vib_packet(&sw->vib, local, v)->destination) << v;
	return gated;
}

/* VCs of an output, the local one, by which the last flit of a packet leaves in this cycle: none or one. */
STAGE unsigned ending(const struct wormhole_switch *sw, const struct wires *w, unsigned output)
{
	const unsigned chosen = w->chosen[output];

	if (!chosen)
		return 0;
	const unsigned owner = vob_owner(&sw->vob, output, lowest(chosen));

	return vib_last(&sw->vib, owner / VC_STRIDE, owner % VC_STRIDE) ? chosen : 0;
}

STAGE void route_one(struct wormhole_switch *sw, const struct wires *w, struct decision *d, struct mode m)
{
	const struct shape *s = &sw->base.shape;
	const unsigned n = d->router, first = first_port(sw, n);
	struct vc_set requests = vib_asks(&sw->vib, s, first, m.vcs);
	const unsigned waiting = requests.port[s->local];

	if (waiting)
		requests.port[s->local] &= (uint8_t)~gated(sw, w, n, waiting);
	if (!vc_any(&requests))
		return;
	const unsigned number = rva_serve(&sw->rva, n, &requests), input = number / VC_STRIDE, vc = number % VC_STRIDE;
	const uint32_t destination = vib_packet(&sw->vib, first + input, vc)->destination;

	d->grant = rva_route(&sw->rva, s, &sw->vob, m.vcs, n, first, sw->at[n], destination, input == s->local, vc,
			     destination == sw->at[n] ? ending(sw, w, first + s->local) : 0, m.queued);
	d->grant.number = (uint8_t)number;
}

/* VCs that a header may get, of the port of its route. */
STAGE unsigned may_get(const struct shape *s, unsigned vcs, unsigned route)
{
	const unsigned all = (1u << vcs) - 1, half = (1u << vcs / 2) - 1;

	if ((route & VIB_PORT) == s->local)
		return (1u << s->delivery_vcs) - 1;
	return !s->torus || !s->avoidance ? all : route >> VIB_WRAPS ? half : all & ~half;
}

/* What an input asks for. False: nothing. */
STAGE bool request(const struct wormhole_switch *sw, const struct wires *w, unsigned n, unsigned port, struct vca_request *r, struct mode m)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = first_port(sw, n);
	unsigned asking = vib_asks_at(&sw->vib, port, m.vcs);

	if (port - first == s->local)
		asking &= ~gated(sw, w, n, asking);
	while (asking) {
		const unsigned vc = vca_pick(&sw->vca, port, asking), route = vib_route(&sw->vib, s, port, vc), out = route & VIB_PORT;
		const unsigned free = vob_free_at(&sw->vob, first + out, m.vcs, m.queued || out == s->local) & may_get(s, m.vcs, route);

		if (free) {
			*r = (struct vca_request){ (uint8_t)(port - first), (uint8_t)vc, (uint8_t)out, (uint8_t)vca_ask(&sw->vca, port, free) };
			return true;
		}
		asking &= ~(1u << vc);
	}
	return false;
}

/* Headers of these inputs of a router get output VCs. */
STAGE void route_inputs(struct wormhole_switch *sw, struct wires *w, unsigned n, uint64_t inputs, struct mode m)
{
	const unsigned first = first_port(sw, n);
	struct vca_request r[VC_PORTS];
	unsigned requests = 0;

	EACH_IN(port, inputs)
		requests += request(sw, w, n, port, r + requests, m);
	EACH_IN(k, vca_grant(sw->vca.port + first, r, requests)) {
		const unsigned input = first + r[k].input, output = first + r[k].out;

		vib_routed(&sw->vib, input, r[k].vc, output, r[k].out_vc);
		vob_allocate(&sw->vob, output, r[k].out_vc, input, r[k].vc);
		if (sw->base.shape.speculate)
			w->starts[output] |= (uint8_t)((unsigned)vob_credited(&sw->vob, output, r[k].out_vc) << r[k].out_vc);
	}
}

STAGE void route_ports(struct wormhole_switch *sw, struct wires *w, struct mode m)
{
	uint64_t asking = vib_asking(&sw->vib, m.vcs);

	while (asking) {
		const unsigned n = sw->base.number[lowest(asking)];
		const uint64_t of_router = ones(sw->base.shape.radix) << first_port(sw, n);

		route_inputs(sw, w, n, asking & of_router, m);
		asking &= ~of_router;
	}
}

STAGE void route(struct wormhole_switch *sw, struct wires *w, struct mode m)
{
	uint64_t asking = vib_asking(&sw->vib, m.vcs);

	while (asking) {
		const unsigned n = sw->base.number[lowest(asking)];
		struct decision *const d = w->decision + w->decisions;

		*d = (struct decision){ .router = n };
		route_one(sw, w, d, m);
		w->decisions += d->grant.any;
		asking &= ~(ones(sw->base.shape.radix) << first_port(sw, n));
	}
}

/* The token goes on, or seizes the packet of a header that has waited long enough, and was not served. */
static void use_token(struct wormhole_switch *sw, struct wires *w, unsigned n)
{
	const unsigned first = first_port(sw, n);
	struct vc_set late = vib_late(&sw->vib, &sw->base.shape, first, w->cycle);

	for (unsigned k = 0; k < w->decisions; k++)
		if (w->decision[k].router == n)
			late.port[w->decision[k].grant.number / VC_STRIDE] &= (uint8_t)~vc_bit(w->decision[k].grant.number);
	if (!vc_any(&late)) {
		rlu_pass(&sw->rlu, n);
		return;
	}
	w->decision[w->decisions++] = (struct decision){ .router = n, .seizes = true, .seized = (uint8_t)vib_first(&sw->vib, first, &late) };
}

STAGE void recover(struct wormhole_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	const uint64_t busy = sw->rlu.busy;
	uint64_t here = rlu_stirs(&sw->rlu, sw->base.switches, sw->at) & ~busy;

	EACH_IN(i, w->in->message)
		if (i - sw->base.first[i] == s->local)
			here |= bit(sw->base.number[i]);
	EACH_IN(n, busy & here)
		rlu_keep(&sw->rlu, n);
	EACH_IN(n, busy)
		rlu_route(&sw->rlu, s, n, sw->at[n]);
	EACH_IN(n, here & ~busy)
		use_token(sw, w, n);
}

/* ----- what leaves ----- */

/* Does anyone ask for what leaves, beside the far ends of links? */
static inline bool asked_for(const struct wormhole_switch *sw)
{
	return !sw->base.links || sw->base.unobserved;
}

/* By output: the input VC from which a flit leaves, and which flit it is. */
struct leaving {
	_Alignas(SWITCH_PORTS) uint8_t owner[SWITCH_PORTS], owner_vc[SWITCH_PORTS], vc[SWITCH_PORTS], flit[SWITCH_PORTS];
};

STAGE const struct packet *packet_of(const struct wormhole_switch *sw, const struct leaving *x, unsigned output)
{
	return vib_packet(&sw->vib, x->owner[output], lowest(x->owner_vc[output]));
}

/* What leaves by these outputs goes to the far ends of the links, and to those who ask. */
STAGE void announce(const struct wormhole_switch *sw, const struct wires *w, uint64_t outputs, const struct leaving *x)
{
	const struct links *const links = sw->base.links;

	if (links) {
		links_send_flits(links, outputs, x->vc, x->flit);
		EACH_IN(o, bytes_equal(outputs, x->flit, 0))
			links_send_packet(links, o, packet_of(sw, x, o));
	}
	if (!asked_for(sw))
		return;
	EACH_IN(o, outputs)
		w->out->packet[o] = *packet_of(sw, x, o);
	bytes_copy(outputs, w->out->vc, x->vc);
	bytes_copy(outputs, w->out->flit, x->flit);
	bytes_copy(outputs, w->out->from, x->owner);
}

STAGE void serve_outputs(const struct wormhole_switch *sw, const struct wires *w, uint64_t outputs, unsigned vcs)
{
	struct leaving x = { .owner = { 0 } };

	EACH_OF(v, vcs) {
		const uint64_t by = bytes_equal(outputs, w->chosen, 1u << v);

		vob_owners(&sw->vob, by, v, x.owner, x.owner_vc);
		bytes_put(by, x.vc, v);
	}
	vib_flits(&sw->vib, vcs, outputs, x.owner, x.owner_vc, x.flit);
	announce(sw, w, outputs, &x);
}

/* A flit leaves by the recovery lane. */
static void announce_one(const struct wormhole_switch *sw, const struct wires *w, unsigned output, const struct packet *p, unsigned flit, unsigned input)
{
	const unsigned vc = sw->base.shape.vcs;

	if (sw->base.links)
		links_send_flit(sw->base.links, output, vc, flit, p);
	if (!asked_for(sw))
		return;
	w->out->packet[output] = *p;
	w->out->vc[output] = (uint8_t)vc;
	w->out->flit[output] = (uint8_t)flit;
	w->out->from[output] = (uint8_t)input;
}

static void leave_by_lane(struct wormhole_switch *sw, struct wires *w, unsigned output)
{
	const unsigned n = sw->base.number[output], first = first_port(sw, n);
	const struct rlu_router *const r = sw->rlu.router + n;

	if (r->source) {
		const unsigned input = first + r->seized / VC_STRIDE, vc = r->seized % VC_STRIDE;

		announce_one(sw, w, output, vib_packet(&sw->vib, input, vc), vib_flit(&sw->vib, input, vc), input);
		vib_leave_by_lane(&sw->vib, input, vc);
		w->popped[input] |= (uint8_t)(1u << vc);
	} else {
		announce_one(sw, w, output, &r->packet, rlu_flit(r), first + r->came);
	}
	rlu_leave(&sw->rlu, &sw->base.shape, n);
}

STAGE void depart(struct wormhole_switch *sw, struct wires *w, lanes chosen, struct mode m)
{
	const uint64_t outputs = ~lanes_equal(chosen, lanes_all(0));
	_Alignas(SWITCH_PORTS) uint8_t last[SWITCH_PORTS] = { 0 };

	w->out->depart = outputs | w->lane;
	serve_outputs(sw, w, outputs, m.vcs);
	lanes_store(w->popped, lanes_all(0));
	vib_leave(&sw->vib, &sw->base.shape, m.vcs, m.queued, w->chosen, w->popped, last);
	vob_leave(&sw->vob, &sw->base.shape, m.vcs, outputs, w->chosen, last);
	vlp_serve(&sw->vlp, chosen);
	EACH_IN(o, w->lane)
		leave_by_lane(sw, w, o);
}

/* ----- what follows ----- */

STAGE void allocate(struct wormhole_switch *sw, const struct decision *d)
{
	const unsigned first = first_port(sw, d->router);

	if (d->grant.any) {
		const unsigned input = first + d->grant.number / VC_STRIDE, vc = d->grant.number % VC_STRIDE, output = first + d->grant.out;

		vib_routed(&sw->vib, input, vc, output, d->grant.vc);
		vob_allocate(&sw->vob, output, d->grant.vc, input, vc);
	}
	if (d->seizes) {
		const unsigned input = first + d->seized / VC_STRIDE, vc = d->seized % VC_STRIDE;

		vib_seize(&sw->vib, input, vc);
		rlu_seize(&sw->rlu, d->router, d->seized, ways_to(&sw->base.shape, sw->at[d->router], vib_packet(&sw->vib, input, vc)->destination).order,
			  sw->vib.vc[vc].left[input]);
		sw->base.counts[d->router].detections++;
	}
}

STAGE void return_credits(const struct wormhole_switch *sw, const struct wires *w)
{
	const lanes popped = lanes_load(w->popped);

	w->out->credit = ~lanes_equal(popped, lanes_all(0));
	if (sw->base.links)
		links_return(sw->base.links, w->out->credit, w->popped);
	if (asked_for(sw))
		lanes_store_words(UINT64_MAX, w->out->credit_queue, popped);
}

/* The route of a header that arrives, as VIB has it beside the header. */
STAGE unsigned route_at(const struct wormhole_switch *sw, unsigned input, const struct packet *p)
{
	const struct ways to = ways_to(&sw->base.shape, sw->at[sw->base.number[input]], p->destination);

	return to.order | (unsigned)(to.wraps && sw->base.shape.torus && sw->base.shape.avoidance) << VIB_WRAPS;
}

STAGE void arrive(struct wormhole_switch *sw, const struct wires *w, struct mode m)
{
	const struct shape *s = &sw->base.shape;
	const struct switch_in *const in = w->in;
	const uint64_t lane = s->recovery ? bytes_equal(in->head, in->vc, s->vcs) : 0, inputs = in->head & ~lane;

	EACH_IN(i, lane)
		rlu_arrive(&sw->rlu, sw->base.number[i], i - sw->base.first[i], in->packet + i, in->flit[i]);
	EACH_IN(i, bytes_equal(inputs, in->flit, 0))
		vib_begin(&sw->vib, s, m.queued, i, in->vc[i], in->packet + i, m.port_rate ? route_at(sw, i, in->packet + i) : 0, w->cycle);
	vib_arrive(&sw->vib, s, m.vcs, inputs, in->vc);
}

STAGE void take_counts(struct wormhole_switch *sw, const struct wires *w, bool meta)
{
	const unsigned local = sw->base.shape.local;

	EACH_IN(i, w->in->message)
		if (i - sw->base.first[i] < local && meta)
			metapackets_come(&sw->metapackets, sw->base.number[i], i - sw->base.first[i], w->in->msg + i);
		else if (i - sw->base.first[i] < local)
			gather_come(&sw->gather, sw->base.number[i], i - sw->base.first[i], w->in->msg + i);
	EACH_IN(i, w->out->depart)
		if (i - sw->base.first[i] == local && meta)
			metapackets_deliver(&sw->metapackets, sw->base.number[i]);
		else if (i - sw->base.first[i] == local)
			gather_deliver(&sw->gather, sw->base.number[i]);
}

static void pass_token(const struct wormhole_switch *sw, const struct wires *w)
{
	EACH_IN(n, sw->rlu.pass) {
		const unsigned local = first_port(sw, n) + sw->base.shape.local;

		w->out->message |= bit(local);
		w->out->msg[local] = (struct message){ .full = 0, .flow = 0 };
	}
}

/* ----- a cycle ----- */

static uint64_t next_step(const struct wormhole_switch *sw, const struct wires *w, unsigned vcs)
{
	const struct shape *const s = &sw->base.shape;

	if (s->totals || w->out->depart | w->out->credit | w->out->message || vib_asking(&sw->vib, vcs))
		return w->cycle + 1;
	if (s->recovery && rlu_stirs(&sw->rlu, sw->base.switches, sw->at))
		return w->cycle + 1;
	return vob_waits(&sw->vob, vcs, sw->vib.occupied) ? w->cycle + 1 : UINT64_MAX;
}

STAGE uint64_t step_bank(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out, struct mode m)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const struct shape *s = &at->shape;
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.done = w.meta = 0;
	w.decisions = 0;
	out->message = 0;
	rlu_begin(&sw->rlu);
	vob_credit(&sw->vob, m.vcs, in->credit, in->credit_queue);
	if (s->side_band && gather_hops(&sw->gather))
		hop(sw, &w);
	w.lane = s->recovery ? lanes_that_go(sw) : 0;
	if (s->metapackets)
		circulate(sw, &w);

	lanes chosen = choose(sw, &w, m.vcs);

	if (m.port_rate) {
		if (s->speculate)
			lanes_store(w.starts, lanes_all(0));
		route_ports(sw, &w, m);
		if (s->speculate)
			chosen = vlp_start(chosen, lanes_where(w.meta, lanes_all(0), lanes_load(w.starts)));
	}
	lanes_store(w.chosen, chosen);
	if (!m.port_rate)
		route(sw, &w, m);
	if (s->recovery)
		recover(sw, &w);
	depart(sw, &w, chosen, m);
	for (unsigned k = 0; k < w.decisions; k++)
		allocate(sw, w.decision + k);
	return_credits(sw, &w);
	arrive(sw, &w, m);
	if (s->recovery)
		pass_token(sw, &w);
	if (s->totals)
		take_counts(sw, &w, s->metapackets);
	if (w.done)
		control(sw, &w);
	if (s->side_band)
		gather_pass(&sw->gather, s, at->switches);
	rlu_end(&sw->rlu);
	sw->acted = out->depart | out->credit;
	return next_step(sw, &w, m.vcs);
}

static uint64_t step_any(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step_bank(at, cycle, in, out, (struct mode){ at->shape.vcs, at->shape.queued, at->shape.port_rate });
}

/* Three VCs, as in the paper; and the usual numbers of those that are reused. */
static uint64_t step_usual(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step_bank(at, cycle, in, out, (struct mode){ 3, false, false });
}

static uint64_t step_two(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step_bank(at, cycle, in, out, (struct mode){ 2, true, true });
}

static uint64_t step_four(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	return step_bank(at, cycle, in, out, (struct mode){ 4, true, true });
}

static switch_step_function *step_for(const struct sluice_switch *at)
{
	const struct shape *const s = &at->shape;

	if (s->queued && s->port_rate)
		return s->vcs == 2 ? step_two : s->vcs == 4 ? step_four : step_any;
	return s->vcs == 3 && !s->queued && !s->port_rate ? step_usual : step_any;
}
