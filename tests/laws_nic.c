/*
 * The laws of network interfaces: when the registers are not those of an interface that keeps them, as if RTL and model had a fault in common, each law
 * says so by name; and they hold as long as there is no fault. (tests/laws_cells.c has those of switches.)
 */
#include "laws_watch.h"
#include "test.h"

#include <string.h>

enum { FROM = 1500, UNTIL = 20000 };

static struct shape shape_small(void)
{
	struct params p = params_default();
	char why[PARAMS_WHY];

	p.scheme = SCHEME_recn_qos_nic;
	p.radix = 4;
	p.sls = 4;
	p.vc_saqs = 2;
	p.cells = p.nic_cells = p.host_cells = 16;
	p.packet_cells = 4;
	p.cell_flits = 2;
	p.detect_cells = p.detect_xon_cells = 3;
	p.nodes = 7;
	p.nic_lines = 2;
	if (!params_check(&p, why))
		fail_msg("%s", why);
	return shape_of(&p);
}

static struct watched watch(void)
{
	const struct shape s = shape_small();
	struct neighbours_config c = neighbours_default(&s);

	c.load = 1;
	return watch_bench(&s, &c);
}

static void a_free_cell_is_lost(struct watched *w)
{
	if (value(w, SITE_send_cmu, 0, "ring_count_q", 1, w->b->shape.cells_w))
		change(w, SITE_send_cmu, 0, "ring_count_q", 1, w->b->shape.cells_w, UINT64_MAX);
}

static void a_queue_has_one_cell_more(struct watched *w)
{
	change(w, SITE_receive_cqu, 0, "fill_q", 1, w->b->shape.cells_w, 1);
}

static void a_credit_goes_to_the_host_in_secret(struct watched *w)
{
	w->out.credit &= ~bit(NIC_HOST);
}

static void a_credit_goes_to_the_network_in_secret(struct watched *w)
{
	w->out.credit &= ~bit(NIC_NETWORK);
}

static void a_credit_of_the_network_is_lost(struct watched *w)
{
	change(w, SITE_link_credits, 0, "taken_q", 0, w->b->shape.cells_w, 1);
}

static void a_credit_of_the_host_is_lost(struct watched *w)
{
	change(w, SITE_host_credits, 0, "taken_q", 1, w->b->shape.cells_w, 1);
}

/* All lines of the level seem free, so that no queue should be parked. */
static void an_xon_leaves_queues_parked(struct watched *w)
{
	for (unsigned l = 0; l < w->b->shape.nic_lines; l++)
		change(w, SITE_nfu, 0, "len_q", 2 * w->b->shape.nic_lines + l, w->b->shape.len_w,
		       -value(w, SITE_nfu, 0, "len_q", 2 * w->b->shape.nic_lines + l, w->b->shape.len_w));
}

static void a_line_outlives_its_stop(struct watched *w)
{
	const unsigned at = 3 * w->b->shape.nic_lines;

	if (!value(w, SITE_nfu, 0, "len_q", at, w->b->shape.len_w))
		change(w, SITE_nfu, 0, "len_q", at, w->b->shape.len_w, 1);
}

static void a_line_is_of_another_point(struct watched *w)
{
	change(w, SITE_nfu, 0, "turns_q", 1 * w->b->shape.nic_lines, w->b->shape.pool_w, 1);
}

static void a_packet_waits_for_credits_that_are_there(struct watched *w)
{
	change(w, SITE_nsu, 0, "wait_q", 1, 1, !value(w, SITE_nsu, 0, "wait_q", 1, 1));
}

static void the_host_is_stopped_in_secret(struct watched *w)
{
	change(w, SITE_send_sfcu, 0, "told_q", 9, 1, 1);
}

static void an_xoff_to_the_host_is_lost(struct watched *w)
{
	w->out.message &= ~bit(NIC_HOST);
}

static const struct fault {
	const char *name, *why;
	tampering *before, *after;
} faults[] = {
#define FAULT(before, after, why) { #before " " #after, why, before, after }
	FAULT(a_free_cell_is_lost, NULL, "send side 0: in VC 1 "),
	FAULT(a_queue_has_one_cell_more, NULL, "receive side 0: in VC 1 "),
	FAULT(NULL, a_credit_goes_to_the_host_in_secret, "send side: VC "),
	FAULT(NULL, a_credit_goes_to_the_network_in_secret, "receive side: VC "),
	FAULT(a_credit_of_the_network_is_lost, NULL, "cells of VC 0 downstream are taken"),
	FAULT(a_credit_of_the_host_is_lost, NULL, "cells of VC 1 downstream are taken"),
	FAULT(an_xon_leaves_queues_parked, NULL, "of service level 2 is parked, but no line of its level is in use"),
	FAULT(a_line_outlives_its_stop, NULL, "filter: line 0 of level 3 stands for queue "),
	FAULT(a_line_is_of_another_point, NULL, "filter: line 0 of level 1 stands for queue "),
	FAULT(a_packet_waits_for_credits_that_are_there, NULL, "a packet of VC 1 waits for credits that were there"),
	FAULT(the_host_is_stopped_in_secret, NULL, "destination 2 of service level 1 is stopped for the host alone, or not for it"),
	FAULT(NULL, an_xoff_to_the_host_is_lost, "is stopped for the host alone, or not for it"),
#undef FAULT
};

TEST(every_fault_is_named)
{
	for (const struct fault *f = faults; f < faults + sizeof faults / sizeof *faults; f++) {
		struct watched w = watch();

		is_named(&w, FROM, UNTIL, f->name, f->before, f->after, f->why);
		unwatch(&w);
	}
}

TEST(without_a_fault_all_hold)
{
	struct watched w = watch();

	all_hold(&w, UNTIL);
	unwatch(&w);
}
