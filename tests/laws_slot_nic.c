/*
 * The laws of network interfaces whose links count slots: when the registers or links are not those of an interface that keeps them, as if RTL and model
 * had a fault in common, each law says so by name; and they hold as long as there is no fault.
 */
#include "laws_watch.h"
#include "test.h"

#include <string.h>

enum { UNTIL = 20000, QUEUE = 2 };

static struct watched watch_scheme(unsigned scheme)
{
	const struct shape s = SHAPE_GIVEN("scheme=%s slots=8 nodes=6 source_slots=3 host_slots=4 packet_flits=3 %s",
					   params_table[PARAM_INDEX_scheme].texts[scheme], scheme == SCHEME_recn_iq_nic ? "radix=4" : "");
	struct neighbours_config c = neighbours_default(&s);

	c.load = 1;
	return watch_bench(&s, &c);
}

static struct watched watch(const struct fault *f)
{
	return watch_scheme(f->scheme);
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

static const struct fault faults[] = {
#define FAULT(scheme, tampering, when, why) { #scheme ": " #tampering, why, SCHEME_##scheme, .when = tampering }
#define SEEN(scheme, what, site, instance, reg, field, width, by, why) { #scheme ": " what, why, SCHEME_##scheme, .seen = { SITE_##site, instance, #reg, field, width, by } }
	SEEN(recn_iq_nic, "a queue has one packet more", dqu, 0, count_q, 2, 0, 1, "packets are in queue 2 or being read, but "),
	SEEN(pfc_nic, "the receive side has one packet more", receive_dqu, 0, count_q, 0, 0, 1, "receive side: "),
	{ "fbicm_nic: a credit goes to the host in secret", "send side: ", SCHEME_fbicm_nic, .hidden.credit = 1 << NIC_HOST },
	{ "static_nic: a credit goes to the switch in secret", "receive side: ", SCHEME_static_nic, .hidden.credit = 1 << NIC_NETWORK },
	SEEN(static_nic, "a credit of the switch is lost", ncu, 0, used_q, 0, 0, 1, "slots of queue 0 of the switch are taken"),
	SEEN(recn_iq_nic, "a credit of the host is lost", host_ncu, 0, used_q, 0, 0, 1, "slots of the host are taken"),
	SEEN(recn_iq_nic, "a line outlives its stop", nlf, 0, xoff_q, 1, 0, ON, "filter: line 1 is stopped for the interface alone, or not for it"),
	SEEN(fbicm_nic, "a destination is forgotten", ndf, 0, list_q, 8, 1, -1, "filter: destination 2 is stopped by line 1 for the interface alone, or not for it"),
	SEEN(pfc_nic, "a priority outlives its stop", npf, 0, stop_q, 2, 0, ON, "filter: priority 2 is stopped for the interface alone, or not for it"),
	/* Parked, and by what does not hold it back: something else, or the same when it has let go. */
	SEEN(recn_iq_nic, "a queue is parked for nothing", nsj, 0, parked_q, 2, 0, ON, "queue 2 is parked by line, priority or queue "),
	SEEN(fbicm_nic, "a queue is parked for nothing", nsj, 0, parked_q, 2, 0, ON, "queue 2 is parked by line, priority or queue "),
	SEEN(static_nic, "a queue is parked for nothing", nsj, 0, parked_q, 2, 0, ON, "queue 2 is parked by line, priority or queue "),
	SEEN(pfc_nic, "a queue is parked for nothing", nsj, 0, parked_q, 2, 0, ON, "queue 2 is parked by line, priority or queue "),
	FAULT(recn_iq_nic, a_queue_is_passed_over, before, "scheduler: queue 2 was passed over 6 times"),
	FAULT(recn_iq_nic, a_stopped_packet_is_granted, after, "a packet was granted that the switch had stopped"),
	FAULT(pfc_nic, a_stopped_packet_is_granted, after, "a packet was granted that the switch had stopped"),
	FAULT(fbicm_nic, a_stopped_destination_is_granted, after, "a packet was granted that the switch had stopped"),
#undef FAULT
#undef SEEN
};

TEST(every_fault_is_named)
{
	are_named(faults, sizeof faults / sizeof *faults, UNTIL, watch);
}

TEST(without_a_fault_all_hold)
{
	static const unsigned schemes[] = { SCHEME_recn_iq_nic, SCHEME_fbicm_nic, SCHEME_static_nic, SCHEME_pfc_nic };

	for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		struct watched w = watch_scheme(schemes[i]);

		all_hold(&w, UNTIL);
		unwatch(&w);
	}
}
