/*
 * The network interface for links that count slots: its wiring, one function per stage. docs/internals/microarchitecture-slot-nic.md.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that
 * changes it:
 *
 *   ends        time alone ends packets: sides idle, credits
 *   judge       the candidate, with filter and credits; the queue that is the next one
 *   receive     packets of the cycle before enter; which hosts get one
 *   messages    of the switch: lines, parked queues
 *   credits     of the switch and of the host                             (after: judge, receive. before: grants)
 *   settle      the verdict parks, and the next candidate comes           (after: messages, credits: what lets go keeps from parking)
 *   enter       packets of the cycle before are counted                   (after: judge)
 *   grants      read sides, credits taken, departures                     (before: arrivals)
 *   arrivals    they enter in the next cycle
 *   table       by the configuration port                                 (after: settle)
 */
#include "links.h"
#include "switch_model.h"

#include "units/dqu.h"
#include "units/lport.h"
#include "units/ncu.h"
#include "units/nrt.h"
#include "units/nsj.h"
#include "units/slot_filter.h"

#include <limits.h>

/* A bank of network interfaces for links that count slots: interface n has ports 2 n, to the network, and 2 n + 1, to the host. */
struct slot_nic_switch {
	struct sluice_switch base;

	struct dqu dqu;
	struct nrt nrt;
	struct slot_filter filter;
	struct ncu ncu;
	struct nsj nsj;
	struct lport lport;             /* by port, for images alone */
	struct dqu receive;
	struct ncu host;                /* slots of the host */
	uint64_t come;                  /* interfaces whose receive side has a packet that entered, and was not granted */
	uint64_t full;                  /* those whose host has no slot */
	struct shape receive_shape, host_shape;
	uint64_t look;                  /* interfaces whose send side something happened to that may let it go on */
};

SWITCH_OF(slot_nic_switch)

/* Ports of an interface. */
static unsigned slot_nic_network(unsigned interface)
{
	return NIC_PORTS * interface + NIC_NETWORK;
}

static unsigned slot_nic_host(unsigned interface)
{
	return NIC_PORTS * interface + NIC_HOST;
}

/* The class of credits of the candidate's packet. */
static unsigned slot_nic_class(const struct slot_nic_switch *sw, unsigned interface)
{
	return sw->filter.kind == FILTER_CLASSES ? sw->nrt.read[interface].queue : 0;
}

enum { INTERFACES = SWITCH_PORTS / NIC_PORTS };

enum judgement { NO_CANDIDATE, PARK, WAIT, GO };

/* What goes between stages within a cycle. Sets of interfaces. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t judged;
	uint64_t granted, received;             /* by send side and receive side */
	uint64_t released;                      /* lines let go: */
	uint64_t lines[INTERFACES];             /* by interface: these, or of credits by class ... */
	uint16_t class[INTERFACES];             /* ... this class */
	struct verdict { enum judgement is; unsigned queue, by; struct nsj_pick pick; } verdict[INTERFACES];
	uint64_t look;                          /* in the next cycle */
};

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct slot_nic_switch *const sw = slot_nic_switch(at);

	(void)all, (void)a;
	sw->receive_shape = shape_side(&at->shape, SIDE_RECEIVE);
	sw->host_shape = shape_side(&at->shape, SIDE_HOST);
}

static struct table_route word_of(const struct table_entry *entry)
{
	return (struct table_route){ .queue = entry->queue };
}

static void configure(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_entry *entry)
{
	nrt_write(&slot_nic_switch(at)->nrt, number, destination, word_of(entry));
}

static void route(struct sluice_switch *at, unsigned number, uint32_t destination, const struct table_route *word)
{
	nrt_write(&slot_nic_switch(at)->nrt, number, destination, *word);
}

static void give_credit(struct wires *w, unsigned port, unsigned queue)
{
	w->out->credit |= bit(port);
	w->out->credit_queue[port] = (uint16_t)queue;
}

static void end_reads(struct slot_nic_switch *sw, struct wires *w)
{
	const struct ends e = wheel_take(&sw->base.wheel, w->cycle), credit = wheel_credits(e);

	w->out->credit = 0;
	EACH_IN(n, credit.inputs)
		give_credit(w, slot_nic_host(n), sw->dqu.read[n].queue);
	EACH_IN(n, credit.outputs)
		give_credit(w, slot_nic_network(n), 0);
	EACH_IN(n, e.inputs)
		dqu_end(&sw->dqu, n);
	EACH_IN(n, e.outputs)
		dqu_end(&sw->receive, n);
	w->judged = sw->look | e.inputs;
}

/* Does the switch hold back the candidate, and which line does? */
STAGE bool stopped(const struct slot_nic_switch *sw, unsigned n, unsigned *by)
{
	const struct table_route route = sw->filter.kind == FILTER_ROUTES ? sw->nrt.read[n] : (struct table_route){ .left = 0 };

	if (sw->filter.kind != FILTER_CLASSES)
		return slot_filter_stops(&sw->filter, &sw->base.shape, n, sw->nsj.at[n].candidate, &route, by);
	*by = slot_nic_class(sw, n);
	return ncu_short(&sw->ncu, n, *by);
}

STAGE enum judgement judge(const struct slot_nic_switch *sw, unsigned n, unsigned *by)
{
	if (!sw->nsj.at[n].valid)
		return NO_CANDIDATE;
	if (stopped(sw, n, by))
		return PARK;
	return sw->dqu.idle >> n & 1 && !ncu_short(&sw->ncu, n, slot_nic_class(sw, n)) ? GO : WAIT;
}

static void judge_all(struct slot_nic_switch *sw, struct wires *w)
{
	w->granted = 0;
	EACH_IN(n, w->judged) {
		struct verdict *const v = w->verdict + n;

		v->is = judge(sw, n, &v->by);
		v->queue = sw->nsj.at[n].candidate;
		v->pick = (struct nsj_pick){ .any = false };
		if (v->is != WAIT)
			v->pick = nsj_select(&sw->nsj, n, dqu_more(&sw->dqu, n));
		w->granted |= (uint64_t)(v->is == GO) << n;
	}
}

/* Interfaces whose receive side grants a packet: of those that entered, up to this cycle. */
static uint64_t received(const struct slot_nic_switch *sw)
{
	return sw->come & sw->receive.idle & ~sw->full;
}

static void receive(struct slot_nic_switch *sw, struct wires *w)
{
	sw->come |= dqu_enter(&sw->receive);
	w->received = received(sw);
}

/* Lines that let go with the message; of the others, no message lets one go. */
static uint64_t released_by(const struct slot_nic_switch *sw, const struct message *m)
{
	if (sw->filter.kind == FILTER_PRIORITIES)
		return ~m->stops & ones(sw->base.shape.send_queues);
	return m->xoff ? 0 : bit(m->line);
}

/* Messages of hosts mean nothing. */
static void take_messages(struct slot_nic_switch *sw, struct wires *w)
{
	w->released = 0;
	EACH_IN(port, w->in->message) {
		const unsigned n = port / NIC_PORTS;
		const struct message *m = w->in->msg + port;
		struct switch_counts *const counts = sw->base.counts + n;

		if (port % NIC_PORTS != NIC_NETWORK)
			continue;
		counts->lines_in_use = slot_filter_message(&sw->filter, &sw->base.shape, n, m);
		counts->lines_peak = counts->lines_in_use > counts->lines_peak ? counts->lines_in_use : counts->lines_peak;
		counts->xoff_received += m->xoff;
		counts->notifications += m->xoff;
		w->lines[n] = released_by(sw, m);
		EACH_IN(line, w->lines[n])
			nsj_release(&sw->nsj, n, line);
		w->released |= bit(n);
		w->look |= bit(n);
	}
}

static void take_credits(struct slot_nic_switch *sw, struct wires *w)
{
	const bool by_class = sw->filter.kind == FILTER_CLASSES;

	EACH_IN(port, w->in->credit) {
		const unsigned n = port / NIC_PORTS;

		if (port % NIC_PORTS == NIC_HOST) {
			ncu_give(&sw->host, n, 0);
			sw->full &= ~bit(n);
			continue;
		}
		w->class[n] = by_class ? w->in->credit_queue[port] : 0;
		ncu_give(&sw->ncu, n, w->class[n]);
		if (by_class) {
			nsj_release(&sw->nsj, n, w->class[n]);
			w->released |= bit(n);
		}
		w->look |= bit(n);
	}
}

/* Does the line let go in this cycle? */
static bool lets_go(const struct slot_nic_switch *sw, const struct wires *w, unsigned n, unsigned by)
{
	if (!(w->released >> n & 1))
		return false;
	return sw->filter.kind == FILTER_CLASSES ? w->class[n] == by : w->lines[n] >> by & 1;
}

static void settle(struct slot_nic_switch *sw, struct wires *w)
{
	EACH_IN(n, w->judged) {
		const struct verdict *const v = w->verdict + n;

		if (v->is == WAIT)
			continue;
		if (v->is == GO && sw->base.shape.table_words)
			nsj_go(&sw->nsj, n, sw->nrt.read[n]);
		if (v->is == PARK) {
			dqu_return(&sw->dqu, n, v->queue);
			if (!lets_go(sw, w, n, v->by))
				nsj_park(&sw->nsj, n, v->queue, v->by);
		}
		nsj_take(&sw->nsj, n, v->pick);
		if (v->pick.any) {
			dqu_select(&sw->dqu, n, v->pick.queue);
			if (sw->base.shape.table_words)
				nrt_read(&sw->nrt, n, v->pick.queue);
		}
		w->look |= (uint64_t)(v->is != NO_CANDIDATE || v->pick.any) << n;
	}
}

static void leave(struct slot_nic_switch *sw, const struct wires *w, unsigned port, unsigned from, unsigned queue)
{
	const struct packet *const p = w->out->packet + port;

	w->out->depart |= bit(port);
	w->out->from[port] = (uint8_t)from;
	w->out->queue[port] = (uint16_t)queue;
	if (sw->base.links)
		links_send(sw->base.links, port, from, w->out->queue + port, p);
}

/* What headers to the network get: the table's word. */
static void put_word(const struct shape *s, struct table_route word, struct packet *p)
{
	if (s->by_route) {
		p->turnpool = word.turns;
		p->turns_left = word.left;
	} else if (s->table_words) {
		p->queue = word.queue;
	}
}

static void grant_send(struct slot_nic_switch *sw, const struct wires *w, unsigned n)
{
	const unsigned q = w->verdict[n].queue, port = slot_nic_network(n);
	const struct table_route go = sw->nsj.at[n].go;
	struct packet *const p = w->out->packet + port;

	*p = *dqu_grant(&sw->dqu, n, q);
	put_word(&sw->base.shape, go, p);
	ncu_take(&sw->ncu, n, sw->filter.kind == FILTER_CLASSES ? go.queue : 0);
	wheel_file(&sw->base.wheel, w->cycle, p->flits, bit(n), 0);
	leave(sw, w, port, slot_nic_host(n), q);
}

static void grant_receive(struct slot_nic_switch *sw, const struct wires *w, unsigned n)
{
	const unsigned port = slot_nic_host(n);
	struct packet *const p = w->out->packet + port;

	dqu_select(&sw->receive, n, 0);
	*p = *dqu_grant(&sw->receive, n, 0);
	sw->come &= ~((uint64_t)!*dqu_more(&sw->receive, n) << n);
	ncu_take(&sw->host, n, 0);
	sw->full |= (uint64_t)ncu_short(&sw->host, n, 0) << n;
	wheel_file(&sw->base.wheel, w->cycle, p->flits, 0, bit(n));
	leave(sw, w, port, slot_nic_network(n), 0);
}

static void grant_all(struct slot_nic_switch *sw, const struct wires *w)
{
	w->out->depart = 0;
	EACH_IN(n, w->granted)
		grant_send(sw, w, n);
	EACH_IN(n, w->received)
		grant_receive(sw, w, n);
}

/* The queue of the send side that the header of a packet from the host names. */
static unsigned queue_of(const struct slot_nic_switch *sw, const struct packet *p)
{
	if (sw->base.shape.by_route)
		return p->turnpool < sw->base.shape.send_queues ? (unsigned)p->turnpool : UINT_MAX;
	return sw->filter.kind == FILTER_PRIORITIES ? p->queue : p->destination;
}

static void arrive(struct slot_nic_switch *sw, const struct wires *w)
{
	EACH_IN(port, w->in->head) {
		const struct packet *p = w->in->packet + port;
		const unsigned n = port / NIC_PORTS;

		assert(p->flits - 1u < sw->base.shape.packet_flits && !(sw->base.shape.by_route && p->turns_left));
		assert(sw->filter.kind != FILTER_CLASSES || !p->queue);
		if (port % NIC_PORTS == NIC_HOST)
			dqu_arrive(&sw->dqu, n, w->cycle, queue_of(sw, p), p);
		else
			dqu_arrive(&sw->receive, n, w->cycle, 0, p);
	}
}

static uint64_t step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct slot_nic_switch *sw = slot_nic_switch(at);
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.look = 0;
	out->message = 0;
	end_reads(sw, &w);
	judge_all(sw, &w);
	receive(sw, &w);
	take_messages(sw, &w);
	take_credits(sw, &w);
	settle(sw, &w);
	w.look |= dqu_enter(&sw->dqu);
	grant_all(sw, &w);
	arrive(sw, &w);
	if (sw->base.shape.table_words)
		nrt_configure(&sw->nrt, in->configure, in->destination, at->shape.by_route ? in->route : word_of(&in->entry));
	sw->look = w.look;
	return sw->look | sw->dqu.entering | sw->receive.entering | received(sw) ? cycle + 1 : wheel_next(&at->wheel, cycle);
}

/* ----- what an observer sees ----- */

/* The flit that a side has read goes to the link register, a header for the network with what the table says of its packet. */
static void read_flit(struct slot_nic_switch *sw, unsigned port, const struct flit_memory *from)
{
	struct packet p = from->read.packet;

	if (port == NIC_NETWORK && !from->read.flit)
		put_word(&sw->base.shape, sw->nsj.put, &p);
	lport_read(&sw->lport, port, &p, from->read.flit);
}

/* What was remembered of the step of a cycle takes effect in it. */
static void pass(struct sluice_switch *at)
{
	struct slot_nic_switch *sw = slot_nic_switch(at);
	struct dqu *const side[NIC_PORTS] = { [NIC_NETWORK] = &sw->dqu, [NIC_HOST] = &sw->receive };
	uint64_t reads = 0, heads = 0;

	for (unsigned port = 0; port < NIC_PORTS; port++) {
		reads |= (uint64_t)(side[port]->memory.rd.left != 0) << port;
		heads |= (uint64_t)side[port]->memory.popping << port;
	}
	lport_pass(&sw->lport, &at->shape, reads, heads);
	nsj_pass(&sw->nsj, sw->dqu.memory.popping);
	for (unsigned port = 0; port < NIC_PORTS; port++)
		dqu_pass(side[port]);
	EACH_IN(port, reads)
		read_flit(sw, port, &side[port]->memory);
}

static bool waits_to_send(const struct slot_nic_switch *sw, unsigned n, unsigned q, struct switch_waiting *w)
{
	const bool parked = nsj_parked(&sw->nsj, n)[q / 64] >> q % 64 & 1, by_class = sw->filter.kind == FILTER_CLASSES;

	if (!dqu_at(&sw->dqu, n, q)->first)
		return false;
	*w = (struct switch_waiting){ *dqu_first(&sw->dqu, n, q), q, slot_nic_network(n), WAITS_OTHERS };
	if (parked || (ncu_short(&sw->ncu, n, 0) && !by_class))
		w->why = parked && !by_class ? WAITS_XON : WAITS_CREDIT;
	return true;
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct slot_nic_switch *sw = slot_nic_switch_seen(at);
	const unsigned n = input / NIC_PORTS;

	if (input % NIC_PORTS == NIC_HOST)
		return waits_to_send(sw, n, q, w);
	if (!dqu_at(&sw->receive, n, 0)->first)
		return false;
	*w = (struct switch_waiting){ *dqu_first(&sw->receive, n, 0), q, slot_nic_host(n), ncu_short(&sw->host, n, 0) ? WAITS_CREDIT : WAITS_OTHERS };
	return true;
}

static const struct unit_place units[] = {
	UNIT_OF(slot_nic_switch, dqu), UNIT_OF(slot_nic_switch, nsj), UNIT_OF(slot_nic_switch, ncu), UNIT_OF(slot_nic_switch, nrt),
	UNIT_AT(slot_nic_switch, receive_dqu, dqu, receive, receive_shape), UNIT_AT(slot_nic_switch, host_ncu, ncu, host, host_shape),
	UNIT_AS(slot_nic_switch, nlf, filter), UNIT_AS(slot_nic_switch, ndf, filter), UNIT_AS(slot_nic_switch, npf, filter), UNIT_OF(slot_nic_switch, lport),
	{ .model = NULL },
};

const struct switch_model switch_SLOT_NIC = {
	.bytes = sizeof(struct slot_nic_switch), .ports = SWITCH_PORTS, .depart = 3, .reports_grants = true, .units = units, .place = place, .step = step,
	.configure = configure, .route = route, .pass = pass, .head = head,
};
