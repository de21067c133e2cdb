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
#include "link_use.h"
#include "switch_model.h"

#include "units/calendar.h"
#include "units/ccu.h"
#include "units/cmu.h"
#include "units/cqu.h"
#include "units/hru.h"
#include "units/lport.h"
#include "units/nfu.h"
#include "units/nrt.h"
#include "units/nsu.h"
#include "units/sfcu.h"

/* One of the sides of all interfaces, as units of a switch with an input each. */
struct nic_side {
	struct shape shape;             /* of the side of one interface (shape_side()) */
	struct hru hru;
	struct cmu cmu;
	struct cqu cqu;
	struct parcels parcels;
};

enum { SEND, RECEIVE, NIC_SIDES };

/* A bank of network interfaces: interface n has ports 2 n, to the network, and 2 n + 1, to the host. */
struct nic_switch {
	struct sluice_switch base;

	struct nic_side side[NIC_SIDES];
	struct shape host_shape;        /* of the side that the host is */
	struct sfcu sfcu;
	struct nrt nrt;
	struct nfu nfu;
	struct nsu nsu;
	struct ccu credits, host;       /* by interface */
	struct lport lport;             /* by port */
	struct calendar calendar;       /* inputs: send sides, outputs: receive sides */
	uint64_t busy;                  /* last cycle in which something happened: registers settle in the two after it */
};

SWITCH_OF(nic_switch)

/* The port by which an interface's side leaves, and that by which packets come. */
static unsigned nic_out(unsigned side, unsigned interface)
{
	return NIC_PORTS * interface + (side == SEND ? NIC_NETWORK : NIC_HOST);
}

static unsigned nic_in(unsigned side, unsigned interface)
{
	return NIC_PORTS * interface + (side == SEND ? NIC_HOST : NIC_NETWORK);
}

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

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	static const enum shape_sides sides[NIC_SIDES] = { [SEND] = SIDE_SEND, [RECEIVE] = SIDE_RECEIVE };
	struct nic_switch *sw = nic_switch(at);

	(void)all;
	for (unsigned k = 0; k < NIC_SIDES; k++) {
		struct nic_side *const u = sw->side + k;

		u->shape = shape_side(&at->shape, sides[k]);
		parcels_place(&u->parcels, &u->shape, at->switches, a);
		cmu_join(&u->cmu, &u->hru, &u->parcels);
		cqu_join(&u->cqu, &u->parcels);
	}
	sw->host_shape = shape_side(&at->shape, SIDE_HOST);
	calendar_place(&sw->calendar, &at->shape, a);
}

static void end_cells_of(struct nic_switch *sw, struct wires *w, unsigned k, uint64_t cells, uint64_t packets)
{
	struct nic_side *const u = sw->side + k;

	EACH_IN(n, cells) {
		w->out->credit |= bit(nic_in(k, n));
		w->out->credit_queue[nic_in(k, n)] = u->cmu.rd_vc[n];
	}
	EACH_IN(n, packets)
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
	if (nfu_stop(&sw->nfu, s, n, level_of(s, c->sl), sw->nrt.read[n]))
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

	EACH_IN(n, u->cqu.some & u->cmu.idle & ~u->cqu.popping)
		serve_host(sw, w, n);
}

static void tell_hosts(struct nic_switch *sw, struct wires *w)
{
	const struct nic_side *u = sw->side + SEND;
	uint64_t sent = 0;

	w->out->message = 0;
	EACH_IN(n, sfcu_deciding(&sw->sfcu)) {
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

	EACH_IN(n, u->cqu.popping) {
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

	if (u->cqu.refilling | u->cqu.popping | u->hru.valid)
		sw->busy = w->cycle;
	cqu_refill(&u->cqu, &u->shape, &u->parcels);
	leave(sw, k);
	EACH_IN(n, u->hru.valid)
		enter(sw, k, n);
}

/* In these VCs a packet has become the first of its queue. */
static void notice_heads(const struct nic_switch *sw, struct wires *w)
{
	const struct nic_side *u = sw->side + SEND;

	EACH_IN(n, u->cqu.direct)
		w->go_on[n] |= 1u << shape_vc(&sw->base.shape, u->cqu.enter_queue[n] / u->shape.vc_queues);
}

static void take_messages(struct nic_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;

	EACH_IN(port, w->in->message) {
		const struct message *m = w->in->msg + port;
		const unsigned n = port / NIC_PORTS;
		struct switch_counts *const counts = sw->base.counts + n;

		assert(port % NIC_PORTS == NIC_NETWORK && "hosts send no messages");
		assert(m->levels && !(m->levels >> s->levels) && m->line < s->vc_queues && (!m->xoff || (m->len && m->len <= s->turns)));
		EACH_IN(level, m->levels)
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
		nsu_grant(&sw->nsu, n, sw->nrt.read[n]);
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

	EACH_IN(port, w->in->credit) {
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
	w->out->depart = 0;
	for (unsigned k = 0; k < NIC_SIDES; k++)
		EACH_IN(n, w->granted[k])
			grant(sw, w, k, n);
	EACH_IN(n, w->granted[SEND])
		reroute(sw, w, n);
	if (w->out->depart)
		sw->busy = w->cycle;
}

static uint64_t step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct nic_switch *sw = nic_switch(at);
	struct wires w;

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
	EACH_IN(n, w.judged)
		settle(sw, &w, n);
	take_credits(sw, &w);
	for (unsigned k = 0; k < NIC_SIDES; k++)
		arrive(sw, &w, k);
	grant_all(sw, &w);
	nrt_configure(&sw->nrt, in->configure, in->destination, in->route);
	if (in->configure)
		sw->busy = cycle;
	return sw->busy + 2 > cycle ? cycle + 1 : calendar_next(&sw->calendar, cycle);
}

static void route(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_route *word)
{
	nrt_write(&nic_switch(at)->nrt, number, destination, *word);
}

/* ----- what an observer sees ----- */

/* The flit that a side has read goes to the link register, a header for the network with its route. */
static void read_flit(struct nic_switch *sw, unsigned k)
{
	const struct cells_port *port = sw->side[k].cmu.cells.port;
	struct packet p = port->data;

	if (k == SEND && !port->flit) {
		p.turnpool = sw->nsu.at->go.turns;
		p.turns_left = sw->nsu.at->go.left;
	}
	lport_read(&sw->lport, nic_out(k, 0), &p, port->flit);
}

static void pass(struct sluice_switch *at)
{
	struct nic_switch *sw = nic_switch(at);
	struct cmu_ports does[NIC_SIDES];
	uint64_t valid = 0, head = 0;

	for (unsigned k = 0; k < NIC_SIDES; k++) {
		does[k] = cmu_look(&sw->side[k].cmu, &sw->side[k].shape);
		valid |= does[k].read << nic_out(k, 0);
		head |= does[k].first << nic_out(k, 0);
	}
	lport_pass(&sw->lport, &at->shape, valid, head);
	for (unsigned k = 0; k < NIC_SIDES; k++) {
		cmu_pass(&sw->side[k].cmu, &sw->side[k].shape, lport_paces(&sw->lport, &at->shape) >> nic_out(k, 0));
		if (does[k].read)
			read_flit(sw, k);
	}
}

static bool drained(const struct sluice_switch *at)
{
	return lport_rests(&nic_switch_seen(at)->lport, &at->shape, at->switches * NIC_PORTS, at->now);
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct nic_switch *sw = nic_switch_seen(at);
	const struct shape *s = &at->shape;
	const unsigned k = input % NIC_PORTS == NIC_HOST ? SEND : RECEIVE, n = input / NIC_PORTS;
	const struct nic_side *u = sw->side + k;
	const unsigned vc = q / u->shape.vc_queues, j = q % u->shape.vc_queues;

	if (!cqu_has_head(&u->cqu, &u->shape, n, q))
		return false;
	w->packet = u->parcels.at[cqu_at(&u->cqu, &u->shape, n, q)->head].packet;
	w->queue = q;
	w->output = nic_out(k, n);
	if (k == SEND && nfu_parked_word(&sw->nfu, s, n, vc, j / 64) >> j % 64 & 1)
		w->why = WAITS_XON;
	else
		w->why = ccu_spare(k == SEND ? &sw->credits : &sw->host, &sw->host_shape, n, shape_vc(s, w->packet.sl)) < cqu_head(&u->cqu, &u->shape, n, q)->need ? WAITS_CREDIT : WAITS_OTHERS;
	return true;
}

/* A unit of a side, and the credits of what a side sends to. */
#define SIDE_UNIT(which, at, name) UNIT_AT(nic_switch, at##_##name, name, side[which].name, side[which].shape)

static const struct unit_place units[] = {
	SIDE_UNIT(SEND, send, hru), SIDE_UNIT(SEND, send, cmu), SIDE_UNIT(SEND, send, cqu), UNIT_AT(nic_switch, send_sfcu, sfcu, sfcu, side[SEND].shape),
	SIDE_UNIT(RECEIVE, receive, hru), SIDE_UNIT(RECEIVE, receive, cmu), SIDE_UNIT(RECEIVE, receive, cqu), UNIT_OF(nic_switch, nrt), UNIT_OF(nic_switch, nfu),
	UNIT_OF(nic_switch, nsu), UNIT_AT(nic_switch, link_credits, ccu, credits, side[RECEIVE].shape), UNIT_AT(nic_switch, host_credits, ccu, host, host_shape),
	UNIT_OF(nic_switch, lport), { .model = NULL },
};

const struct switch_model switch_NIC = {
	.bytes = sizeof(struct nic_switch), .ports = SWITCH_PORTS, .depart = 3, .reports_grants = false, .units = units, .place = place, .step = step,
	.route = route, .pass = pass, .drained = drained, .head = head,
};
