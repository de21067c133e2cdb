/*
 * The laws of network interfaces whose links count slots: when the registers or links are not those of an interface that keeps them, as if RTL and model
 * had a fault in common, each law says so by name; and they hold as long as there is no fault.
 */
#include "laws_watch.h"
#include "test.h"

#include <string.h>

enum { FROM = 1500, UNTIL = 20000, QUEUE = 2 };

static struct shape shape_small(unsigned scheme)
{
	struct params p = params_default();
	char why[PARAMS_WHY];

	p.scheme = scheme;
	p.slots = 8;
	p.nodes = 6;
	p.source_slots = 3;
	p.host_slots = 4;
	p.packet_flits = 3;
	if (scheme == SCHEME_recn_iq_nic)
		p.radix = 4;
	if (!params_check(&p, why))
		fail_msg("%s", why);
	return shape_of(&p);
}

static struct watched watch(unsigned scheme)
{
	const struct shape s = shape_small(scheme);
	struct neighbours_config c = neighbours_default(&s);

	c.load = 1;
	return watch_bench(&s, &c);
}

static void a_queue_has_one_packet_more(struct watched *w)
{
	change(w, SITE_dqu, 0, "count_q", QUEUE, w->b->shape.fill_w, 1);
}

static void the_receive_side_has_one_packet_more(struct watched *w)
{
	change(w, SITE_nrf, 0, "count_q", 0, clog2(w->b->shape.sink_slots + 1), 1);
}

static void a_credit_goes_to_the_host_in_secret(struct watched *w)
{
	w->out.credit &= ~bit(NIC_HOST);
}

static void a_credit_goes_to_the_switch_in_secret(struct watched *w)
{
	w->out.credit &= ~bit(NIC_NETWORK);
}

static void a_credit_of_the_switch_is_lost(struct watched *w)
{
	change(w, SITE_ncu, 0, "used_q", 0, clog2(w->b->shape.class_credits + 1), 1);
}

static void a_credit_of_the_host_is_lost(struct watched *w)
{
	change(w, SITE_nrf, 0, "used_q", 0, clog2(w->b->shape.host_slots + 1), 1);
}

static void a_line_outlives_its_stop(struct watched *w)
{
	if (!value(w, SITE_nlf, 0, "xoff_q", 1, 1))
		change(w, SITE_nlf, 0, "xoff_q", 1, 1, 1);
}

static void a_destination_is_forgotten(struct watched *w)
{
	const unsigned at = 1 * w->b->shape.nodes + QUEUE;

	if (value(w, SITE_ndf, 0, "list_q", at, 1))
		change(w, SITE_ndf, 0, "list_q", at, 1, 1);
}

static void a_priority_outlives_its_stop(struct watched *w)
{
	if (!value(w, SITE_npf, 0, "stop_q", QUEUE, 1))
		change(w, SITE_npf, 0, "stop_q", QUEUE, 1, 1);
}

/* Parked, and by what does not hold it back: something else, or the same when it has let go. */
static void a_queue_is_parked_for_nothing(struct watched *w)
{
	if (!value(w, SITE_nsj, 0, "parked_q", QUEUE, 1))
		change(w, SITE_nsj, 0, "parked_q", QUEUE, 1, 1);
}

/* The candidate seems to be another queue in each cycle, but never this one. */
static void a_queue_is_passed_over(struct watched *w)
{
	static unsigned other;
	const unsigned queues = w->b->shape.send_queues;

	other = (other + 1) % queues == QUEUE ? (other + 2) % queues : (other + 1) % queues;
	bits_put(reg(w, SITE_nsj, 0, "cand_q"), 0, queues, bit(other));
}

/* What stops line 0, or a priority, seems to be granted. */
static void a_stopped_packet_is_granted(struct watched *w)
{
	const struct shape *s = &w->b->shape;
	struct packet *const p = w->out.packet + NIC_NETWORK;

	if (!value(w, s->by_route ? SITE_nlf : SITE_npf, 0, s->by_route ? "xoff_q" : "stop_q", 0, 1))
		return;
	w->out.depart |= bit(NIC_NETWORK);
	p->flits = 1;
	p->queue = 0;
	if (!s->by_route)
		return;
	p->turnpool = value(w, SITE_nlf, 0, "turns_q", 0, s->pool_w);
	p->turns_left = s->turns & 0xff;
}

/* The same of destination 2 and line 0. */
static void a_stopped_destination_is_granted(struct watched *w)
{
	if (!value(w, SITE_ndf, 0, "list_q", QUEUE, 1))
		return;
	w->out.depart |= bit(NIC_NETWORK);
	w->out.packet[NIC_NETWORK].flits = 1;
	w->out.packet[NIC_NETWORK].destination = QUEUE;
}

static const struct fault {
	const char *name, *why;
	unsigned scheme;
	tampering *before, *after;
} faults[] = {
#define FAULT(scheme, before, after, why) { #scheme ": " #before " " #after, why, SCHEME_##scheme, before, after }
	FAULT(recn_iq_nic, a_queue_has_one_packet_more, NULL, "packets are in queue 2 or being read, but "),
	FAULT(pfc_nic, the_receive_side_has_one_packet_more, NULL, "receive side: "),
	FAULT(fbicm_nic, NULL, a_credit_goes_to_the_host_in_secret, "send side: "),
	FAULT(static_nic, NULL, a_credit_goes_to_the_switch_in_secret, "receive side: "),
	FAULT(static_nic, a_credit_of_the_switch_is_lost, NULL, "slots of queue 0 of the switch are taken"),
	FAULT(recn_iq_nic, a_credit_of_the_host_is_lost, NULL, "slots of the host are taken"),
	FAULT(recn_iq_nic, a_line_outlives_its_stop, NULL, "filter: line 1 is stopped for the interface alone, or not for it"),
	FAULT(fbicm_nic, a_destination_is_forgotten, NULL, "filter: destination 2 is stopped by line 1 for the interface alone, or not for it"),
	FAULT(pfc_nic, a_priority_outlives_its_stop, NULL, "filter: priority 2 is stopped for the interface alone, or not for it"),
	FAULT(recn_iq_nic, a_queue_is_parked_for_nothing, NULL, "queue 2 is parked by line, priority or queue "),
	FAULT(fbicm_nic, a_queue_is_parked_for_nothing, NULL, "queue 2 is parked by line, priority or queue "),
	FAULT(static_nic, a_queue_is_parked_for_nothing, NULL, "queue 2 is parked by line, priority or queue "),
	FAULT(pfc_nic, a_queue_is_parked_for_nothing, NULL, "queue 2 is parked by line, priority or queue "),
	FAULT(recn_iq_nic, a_queue_is_passed_over, NULL, "scheduler: queue 2 was passed over 6 times"),
	FAULT(recn_iq_nic, NULL, a_stopped_packet_is_granted, "a packet was granted that the switch had stopped"),
	FAULT(pfc_nic, NULL, a_stopped_packet_is_granted, "a packet was granted that the switch had stopped"),
	FAULT(fbicm_nic, NULL, a_stopped_destination_is_granted, "a packet was granted that the switch had stopped"),
#undef FAULT
};

TEST(every_fault_is_named)
{
	for (const struct fault *f = faults; f < faults + sizeof faults / sizeof *faults; f++) {
		struct watched w = watch(f->scheme);

		is_named(&w, FROM, UNTIL, f->name, f->before, f->after, f->why);
		unwatch(&w);
	}
}

TEST(without_a_fault_all_hold)
{
	static const unsigned schemes[] = { SCHEME_recn_iq_nic, SCHEME_fbicm_nic, SCHEME_static_nic, SCHEME_pfc_nic };

	for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		struct watched w = watch(schemes[i]);

		all_hold(&w, UNTIL);
		unwatch(&w);
	}
}
