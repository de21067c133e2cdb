/*
 * The laws of network interfaces: when the registers are not those of an interface that keeps them, as if RTL and model had a fault in common, each law
 * says so by name; and they hold as long as there is no fault. (tests/laws_cells.c has those of switches.)
 */
#include "laws_watch.h"
#include "test.h"

#include <string.h>

enum { UNTIL = 20000 };

static struct watched watch(__attribute__((unused)) const struct fault *f)
{
	const struct shape s = SHAPE_GIVEN("scheme=recn-qos-nic radix=4 sls=4 vc_saqs=2 cells=16 nic_cells=16 host_cells=16 packet_cells=4 cell_flits=2 "
					   "detect_cells=3 detect_xon_cells=3 nodes=7 nic_lines=2");
	struct neighbours_config c = neighbours_default(&s);

	c.load = 1;
	return watch_bench(&s, &c);
}

/* All lines of the level seem free, so that no queue should be parked. */
static void an_xon_leaves_queues_parked(struct watched *w)
{
	for (unsigned l = 0; l < w->b->shape.nic_lines; l++)
		change(w, SITE_nfu, 0, "len_q", 2 * w->b->shape.nic_lines + l, w->b->shape.len_w,
		       -value(w, SITE_nfu, 0, "len_q", 2 * w->b->shape.nic_lines + l, w->b->shape.len_w));
}

static const struct fault faults[] = {
#define FAULT(tampering, when, why) { #tampering, why, .when = tampering }
#define SEEN(what, site, instance, reg, field, width, by, why) { what, why, .seen = { SITE_##site, instance, #reg, field, width, by } }
	SEEN("a free cell is lost", send_cmu, 0, ring_count_q, 1, 0, -1, "send side 0: in VC 1 "),
	SEEN("a queue has one cell more", receive_cqu, 0, fill_q, 1, 0, 1, "receive side 0: in VC 1 "),
	{ "a credit goes to the host in secret", "send side: VC ", .hidden.credit = 1 << NIC_HOST },
	{ "a credit goes to the network in secret", "receive side: VC ", .hidden.credit = 1 << NIC_NETWORK },
	SEEN("a credit of the network is lost", link_credits, 0, taken_q, 0, 0, 1, "cells of VC 0 downstream are taken"),
	SEEN("a credit of the host is lost", host_credits, 0, taken_q, 1, 0, 1, "cells of VC 1 downstream are taken"),
	FAULT(an_xon_leaves_queues_parked, before, "of service level 2 is parked, but no line of its level is in use"),
	SEEN("a line outlives its stop", nfu, 0, len_q, 6, 0, ON, "filter: line 0 of level 3 stands for queue "),
	SEEN("a line is of another point", nfu, 0, turns_q, 2, 0, 1, "filter: line 0 of level 1 stands for queue "),
	SEEN("a packet waits for credits that are there", nsu, 0, wait_q, 1, 1, ON, "a packet of VC 1 waits for credits that were there"),
	SEEN("the host is stopped in secret", send_sfcu, 0, told_q, 9, 1, 1, "destination 2 of service level 1 is stopped for the host alone, or not for it"),
	{ "an xoff to the host is lost", "is stopped for the host alone, or not for it", .hidden.message = 1 << NIC_HOST },
#undef FAULT
#undef SEEN
};

TEST(every_fault_is_named)
{
	are_named(faults, sizeof faults / sizeof *faults, UNTIL, watch);
}

TEST(without_a_fault_all_hold)
{
	struct watched w = watch(NULL);

	all_hold(&w, UNTIL);
	unwatch(&w);
}
