/*
 * The network interface: its wiring, one function per stage. docs/internals/microarchitecture-nic.md.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that changes it:
 *
 *   ends            time alone ends cells and packets: sides idle, credits
 *   judge           the candidate, with lines, route and credits; the queue that is the next one
 *   serve hosts     the receive side's scheduler; grants take effect last
 *   tell host       occupancy, what was told                               (before: move)
 *   move            refill, leave, enter: occupancy
 *   messages        of the network: lines, parked queues                   (after: judge, which parks)
 *   settle          the verdict; who waits for credits; the next candidate (after: judge, move, messages; before: credits)
 *   credits         of the network, and of the host
 *   arrivals        they enter in the next cycle
 *   grants          pop, read side
 */
#include "nic_switch.h"

#include "link_use.h"

enum judgement { NO_VERDICT, HELD, PARK, SHORT, GRANT };

/* What goes between stages within a cycle. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t judged;                                        /* interfaces that do not rest: */
	enum judgement verdict[SWITCH_PORTS / NIC_PORTS];         /* on the candidate */
	struct nsu_pick pick[SWITCH_PORTS / NIC_PORTS];
	uint64_t granted[NIC_SIDES];                            /* interfaces whose side is granted: */
	struct { uint8_t vc; uint16_t queue; } head[NIC_SIDES][SWITCH_PORTS / NIC_PORTS];       /* ... the head of this queue of this VC */
	unsigned go_on[SWITCH_PORTS / NIC_PORTS];               /* by interface: VCs in which packets no longer wait for credits */
};

static const enum shape_sides side_shapes[NIC_SIDES] = { [SEND] = SIDE_SEND, [RECEIVE] = SIDE_RECEIVE };

/* The shape of all interfaces of the bank as a switch with so many ports. */
static struct shape of_all(const struct shape *all, enum shape_sides side)
{
	struct shape s = shape_side(all, side);

	s.radix = all->radix / NIC_PORTS;
	return s;
}

static void place_side(struct nic_side *u, const struct shape *all, struct arena *a)
{
	hru_place(&u->hru, all, a);
	cmu_place(&u->cmu, all, a);
	cqu_place(&u->cqu, all, a);
	cells_place(&u->cells, all, a);
	parcels_place(&u->parcels, all, a);
}

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct nic_switch *sw = nic_switch(at);
	const struct shape send = of_all(all, SIDE_SEND), receive = of_all(all, SIDE_RECEIVE), host = of_all(all, SIDE_HOST);
	const unsigned n = all->radix / NIC_PORTS;

	for (unsigned k = 0; k < NIC_SIDES; k++) {
		sw->side[k].shape = shape_side(all, side_shapes[k]);
		place_side(sw->side + k, k == SEND ? &send : &receive, a);
	}
	sw->host_shape = shape_side(all, SIDE_HOST);
	sfcu_place(&sw->sfcu, &send, a);
	nrt_place(&sw->nrt, n, all->ends, false, a);
	nfu_place(&sw->nfu, all, n, a);
	nsu_place(&sw->nsu, n, a);
	ccu_place(&sw->credits, &receive, a);
	ccu_place(&sw->host, &host, a);
	lport_place(&sw->lport, all, a);
	calendar_place(&sw->calendar, a, (all->packet_flits * all->speed_n + all->speed_d - 1) / all->speed_d + 4);
}

static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct nic_switch *sw = nic_switch(at);

	for (unsigned k = 0; k < NIC_SIDES; k++) {
		const struct shape s = of_all(all, side_shapes[k]);

		cmu_reset(&sw->side[k].cmu, &s);
		cells_reset(&sw->side[k].cells, &s);
	}
	sfcu_reset(&sw->sfcu, all, false);
	nsu_reset(&sw->nsu, all, all->radix / NIC_PORTS);
	lport_reset(&sw->lport, all);
}

static void end_cells_of(struct nic_switch *sw, struct wires *w, unsigned k, uint64_t cells, uint64_t packets)
{
	struct nic_side *const u = sw->side + k;
	unsigned n;

	EACH(n, cells) {
		w->out->credit |= bit(nic_in(k, n));
		w->out->credit_queue[nic_in(k, n)] = u->cmu.rd_vc[n];
	}
	EACH(n, packets)
		cmu_end(&u->cmu, &u->shape, n);
	if (cells)
		sw->busy = w->cycle;
}

static void end_cells(struct nic_switch *sw, struct wires *w)
{
	const struct cell_ends e = calendar_take(&sw->calendar, w->cycle);

	w->out->credit = 0;
	for (unsigned k = 0; k < NIC_SIDES; k++)
		end_cells_of(sw, w, k, e.cells[k], e.packets[k]);
}

/* May the link of a side carry a flit in the next cycle? */
static bool paced(struct nic_switch *sw, const struct wires *w, unsigned k, unsigned n)
{
	const struct shape *s = &sw->base.shape;

	if (pace_allows(s, lport_tokens(&sw->lport, s, nic_out(k, n), w->cycle + 1)))
		return true;
	sw->busy = w->cycle;
	return false;
}

static enum judgement judge(struct nic_switch *sw, const struct wires *w, unsigned n)
{
	const struct shape *s = &sw->base.shape;
	const struct nsu_state *c = sw->nsu.at + n;
	const unsigned vc = shape_vc(s, c->sl);

	if (!c->valid)
		return NO_VERDICT;
	if (c->waiting >> vc & 1)
		return HELD;
	if (nfu_stop(&sw->nfu, s, n, level_of(s, c->sl), nrt_route(&sw->nrt, n)))
		return PARK;
	if (ccu_spare(&sw->credits, &sw->side[RECEIVE].shape, n, vc) < c->need)
		return SHORT;
	return sw->side[SEND].cmu.idle >> n & 1 && paced(sw, w, SEND, n) ? GRANT : NO_VERDICT;
}

/* Has the interface neither a first packet nor a candidate, nor one that waits for credits? */
static bool rests(const struct nic_switch *sw, unsigned n)
{
	const struct nsu_state *c = sw->nsu.at + n;

	return !(sw->side[SEND].cqu.some >> n & 1 || c->valid || c->waiting);
}

/* The candidate, and that of the next cycle. */
static void judge_one(struct nic_switch *sw, struct wires *w, unsigned n)
{
	const struct nsu_state *c = sw->nsu.at + n;

	w->pick[n] = nsu_select(&sw->nsu, &sw->base.shape, &sw->side[SEND].shape, &sw->side[SEND].cqu, &sw->nfu, n);
	w->verdict[n] = judge(sw, w, n);
	if (w->verdict[n] == PARK) {
		nfu_park(&sw->nfu, &sw->base.shape, n, c->sl, c->destination);
	} else if (w->verdict[n] == GRANT) {
		w->granted[SEND] |= bit(n);
		w->head[SEND][n].vc = c->sl;
		w->head[SEND][n].queue = c->destination;
	}
}

static void judge_all(struct nic_switch *sw, struct wires *w)
{
	w->judged = 0;
	for (unsigned n = 0; n < sw->base.switches; n++) {
		w->go_on[n] = 0;
		if (rests(sw, n))
			continue;
		w->judged |= bit(n);
		judge_one(sw, w, n);
	}
}

/* The lowest VC whose head the host has room for. */
static void serve_host(struct nic_switch *sw, struct wires *w, unsigned n)
{
	const struct nic_side *u = sw->side + RECEIVE;

	if (!paced(sw, w, RECEIVE, n))
		return;
	for (unsigned v = 0; v < u->shape.vcs; v++)
		if (*cqu_present(&u->cqu, &u->shape, n, v) && ccu_fits(&sw->host, &sw->host_shape, n, v, cqu_head(&u->cqu, &u->shape, n, v)->need)) {
			w->granted[RECEIVE] |= bit(n);
			w->head[RECEIVE][n].vc = (uint8_t)v;
			w->head[RECEIVE][n].queue = 0;
			return;
		}
}

static void serve_hosts(struct nic_switch *sw, struct wires *w)
{
	const struct nic_side *u = sw->side + RECEIVE;
	unsigned n;

	EACH(n, u->cqu.some & u->cmu.idle & ~u->cqu.popping)
		serve_host(sw, w, n);
}

static void tell_hosts(struct nic_switch *sw, struct wires *w)
{
	const struct nic_side *u = sw->side + SEND;
	uint64_t sent = 0;
	unsigned n;

	w->out->message = 0;
	EACH(n, sfcu_deciding(&sw->sfcu)) {
		struct switch_counts *const counts = sw->base.counts + n;

		if (!sfcu_decide(&sw->sfcu, &u->shape, &u->cqu, NULL, n))
			continue;
		sent |= bit(n);
		w->out->message |= bit(nic_in(SEND, n));
		w->out->msg[nic_in(SEND, n)] = sw->sfcu.msg[n];
		counts->detections += sw->sfcu.msg[n].xoff;
		counts->xoff_sent += sw->sfcu.msg[n].xoff;
		counts->xon_sent += !sw->sfcu.msg[n].xoff;
	}
	sfcu_send(&sw->sfcu, sent);
	if (sent)
		sw->busy = w->cycle;
}

static void leave(struct nic_switch *sw, unsigned k)
{
	struct nic_side *const u = sw->side + k;
	unsigned n;

	EACH(n, u->cqu.popping) {
		const struct pop p = u->cqu.pop[n];

		cqu_leave(&u->cqu, &u->shape, n, &u->parcels);
		if (k == SEND)
			sfcu_moved(&sw->sfcu, &u->shape, &u->cqu, n, p.queue / u->shape.vc_queues, p.queue % u->shape.vc_queues);
		parcels_release(&u->parcels, p.parcel);
	}
	cqu_end(&u->cqu);
}

static void enter(struct nic_switch *sw, unsigned k, unsigned n)
{
	struct nic_side *const u = sw->side + k;
	const uint32_t parcel = u->hru.parcel[n];
	const struct parcel *p = u->parcels.at + parcel;
	const unsigned queue = k == SEND ? (unsigned)(p->packet.turnpool & ones(u->shape.destination_w)) : 0;

	cqu_enter(&u->cqu, &u->shape, &u->parcels, n, queue, parcel);
	if (k != SEND)
		return;
	sfcu_enter(&sw->sfcu, &u->shape, &u->cqu, n, queue, p, true);
	sfcu_moved(&sw->sfcu, &u->shape, &u->cqu, n, p->in.vc, queue);
}

static void move(struct nic_switch *sw, const struct wires *w, unsigned k)
{
	struct nic_side *const u = sw->side + k;
	unsigned n;

	if (u->cqu.refilling | u->cqu.popping | u->hru.valid)
		sw->busy = w->cycle;
	cqu_refill(&u->cqu, &u->shape, &u->parcels);
	leave(sw, k);
	cqu_begin_entering(&u->cqu);
	if (k == SEND)
		sfcu_begin_entering(&sw->sfcu);
	EACH(n, u->hru.valid)
		enter(sw, k, n);
}

/* In these VCs a packet has become the first of its queue. */
static void notice_heads(const struct nic_switch *sw, struct wires *w)
{
	const struct nic_side *u = sw->side + SEND;
	unsigned n;

	EACH(n, u->cqu.direct)
		w->go_on[n] |= 1u << shape_vc(&sw->base.shape, u->cqu.enter_queue[n] / u->shape.vc_queues);
}

static void take_messages(struct nic_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	unsigned port, level;

	EACH(port, w->in->message) {
		const struct message *m = w->in->msg + port;
		const unsigned n = port / NIC_PORTS;
		struct switch_counts *const counts = sw->base.counts + n;

		assert(port % NIC_PORTS == NIC_NETWORK && "hosts send no messages");
		assert(m->levels && !(m->levels >> s->levels) && m->line < s->vc_queues && (!m->xoff || (m->len && m->len <= s->turns)));
		EACH(level, m->levels)
			w->go_on[n] |= 1u << level_vc(s, level);
		const bool acts = nfu_message(&sw->nfu, s, n, m);

		counts->xoff_received += m->xoff;
		counts->notifications += m->xoff && acts;
		counts->notifications_lost += m->xoff && !acts;
		counts->lines_in_use = nfu_lines(&sw->nfu, n);
		counts->lines_peak = counts->lines_in_use > counts->lines_peak ? counts->lines_in_use : counts->lines_peak;
	}
	if (w->in->message)
		sw->busy = w->cycle;
}

/* The verdict takes effect, and the next candidate comes. */
static void settle(struct nic_switch *sw, const struct wires *w, unsigned n)
{
	const struct shape *s = &sw->base.shape;
	const struct nsu_state *c = sw->nsu.at + n;
	const struct nic_side *u = sw->side + SEND;
	const struct nsu_pick pick = w->pick[n];
	const unsigned waiting = c->waiting, vc = shape_vc(s, c->sl);
	unsigned go_on = w->go_on[n];

	for (unsigned v = 0; waiting >> v; v++)
		if (waiting >> v & 1 && ccu_spare(&sw->credits, &sw->side[RECEIVE].shape, n, v) >= c->wait_need[v])
			go_on |= 1u << v;
	nsu_go_on(&sw->nsu, n, go_on);
	if (w->verdict[n] == SHORT)
		nsu_wait(&sw->nsu, n, vc);
	if (w->verdict[n] == GRANT)
		nsu_grant(&sw->nsu, n, nrt_route(&sw->nrt, n));
	if (pick.any)
		nrt_read(&sw->nrt, n, pick.destination);
	if (nsu_take(&sw->nsu, &u->shape, &u->cqu, n, pick, w->verdict[n] == GRANT) || c->waiting != waiting ||
	    w->verdict[n] > HELD)
		sw->busy = w->cycle;
}

static void take_credits(struct nic_switch *sw, const struct wires *w)
{
	uint64_t given[NIC_PORTS] = { 0 };
	uint16_t vc[NIC_PORTS][SWITCH_PORTS];
	unsigned port;

	EACH(port, w->in->credit) {
		given[port % NIC_PORTS] |= bit(port / NIC_PORTS);
		vc[port % NIC_PORTS][port / NIC_PORTS] = w->in->credit_queue[port];
	}
	ccu_begin(&sw->credits, &sw->side[RECEIVE].shape);
	ccu_begin(&sw->host, &sw->host_shape);
	ccu_give(&sw->credits, given[NIC_NETWORK], vc[NIC_NETWORK]);
	ccu_give(&sw->host, given[NIC_HOST], vc[NIC_HOST]);
	if (w->in->credit)
		sw->busy = w->cycle;
}

static void arrive(struct nic_switch *sw, const struct wires *w, unsigned k)
{
	struct nic_side *const u = sw->side + k;
	const struct shape *s = &u->shape;

	hru_begin(&u->hru);
	for (unsigned n = 0; n < sw->base.switches; n++) {
		const unsigned port = nic_in(k, n);
		const struct packet *p = w->in->packet + port;

		if (!(w->in->head >> port & 1))
			continue;
		const struct transit in = { w->cycle, w->cycle, (uint16_t)p->flits, (uint16_t)shape_vc(s, p->sl), w->in->tokens[port] };

		assert(p->flits - 1u < s->packet_flits && !p->turns_left && p->sl < s->sls && pace_allows(s, in.tokens));
		assert(k == RECEIVE || p->turnpool < s->ends);
		const uint32_t parcel = parcels_keep(&u->parcels, s, p, in, port);

		cmu_arrive(&u->cmu, s, n, w->cycle, parcel, in, u->parcels.at[parcel].need);
		hru_arrive(&u->hru, n, parcel, p, in.vc, p->turnpool & ones(s->pool_w), p->turns_left);
	}
	if (w->in->head)
		sw->busy = w->cycle;
}

/* A side takes its head. */
static void grant(struct nic_switch *sw, const struct wires *w, unsigned k, unsigned n)
{
	const struct shape *s = &sw->base.shape;
	struct nic_side *const u = sw->side + k;
	const unsigned vc = w->head[k][n].vc, port = nic_out(k, n), tokens = lport_tokens(&sw->lport, s, port, w->cycle + 1);
	const uint32_t parcel = cqu_grant(&u->cqu, &u->shape, n, vc, cqu_number(&u->shape, vc, w->head[k][n].queue));
	const struct parcel *p = u->parcels.at + parcel;
	const struct transit rd = { w->cycle + 1, w->cycle + 1, (uint16_t)p->packet.flits, (uint16_t)vc, (uint8_t)tokens };

	assert(transit_last(s, &rd) >= transit_last(s, &p->in) + 2 && "a link never stalls inside a packet");
	ccu_take(k == SEND ? &sw->credits : &sw->host, &sw->host_shape, n, shape_vc(s, p->packet.sl), p->need);
	lport_grant(&sw->lport, s, port, &rd);
	cmu_grant(&u->cmu, n, parcel, rd);
	calendar_file_packet(&sw->calendar, s, w->cycle, k, n, &rd);
	w->out->depart |= bit(port);
	w->out->packet[port] = p->packet;
	w->out->from[port] = p->source;
	w->out->tokens[port] = (uint8_t)tokens;
}

/* A header leaves for the network with its route. */
static void reroute(const struct nic_switch *sw, const struct wires *w, unsigned n)
{
	struct packet *const p = w->out->packet + nic_out(SEND, n);

	p->turnpool = sw->nsu.at[n].go.turns;
	p->turns_left = sw->nsu.at[n].go.left;
}

static void grant_all(struct nic_switch *sw, const struct wires *w)
{
	unsigned n;

	w->out->depart = 0;
	for (unsigned k = 0; k < NIC_SIDES; k++)
		EACH(n, w->granted[k])
			grant(sw, w, k, n);
	EACH(n, w->granted[SEND])
		reroute(sw, w, n);
	if (w->out->depart)
		sw->busy = w->cycle;
}

static uint64_t nic_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct nic_switch *sw = nic_switch(at);
	struct wires w;
	unsigned n;

	assert(cycle >= at->now && cycle <= at->due);
	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.granted[SEND] = w.granted[RECEIVE] = 0;
	end_cells(sw, &w);
	judge_all(sw, &w);
	serve_hosts(sw, &w);
	tell_hosts(sw, &w);
	for (unsigned k = 0; k < NIC_SIDES; k++)
		move(sw, &w, k);
	take_messages(sw, &w);
	notice_heads(sw, &w);
	EACH(n, w.judged)
		settle(sw, &w, n);
	take_credits(sw, &w);
	for (unsigned k = 0; k < NIC_SIDES; k++)
		arrive(sw, &w, k);
	grant_all(sw, &w);
	nrt_configure(&sw->nrt, in->configure, in->destination, in->route);
	if (in->configure)
		sw->busy = cycle;
	at->now = cycle + 1;
	at->due = sw->busy + 2 > cycle ? cycle + 1 : calendar_next(&sw->calendar, cycle);
	return at->due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return nic_step;
}

static void route(struct sluice_switch *at, unsigned number, uint32_t first, uint32_t n, const struct table_route *routes)
{
	for (uint32_t k = 0; k < n; k++)
		nrt_write(&nic_switch(at)->nrt, number, first + k, routes[k]);
}

const struct switch_model switch_NIC = {
	.bytes = sizeof(struct nic_switch), .ports = SWITCH_PORTS, .depart = 3, .reports_grants = false, .place = place, .reset = reset, .step = step,
	.route = route, .observe = nic_observe, .observed = nic_observed_step, .image = nic_image, .memory = nic_memory, .word = nic_word,
	.writes = nic_writes, .drained = nic_drained, .waiting = nic_waiting,
};
