/*
 * The laws that lockstep looks at hold for random switches of every scheme. When the registers are not those of a switch that keeps them,
 * as if RTL and model had a fault in common, each law says so: in that cycle, and by name.
 */
#include "random_space.h"

#include "cam_switch.h"
#include "sort_switch.h"
#include "static_switch.h"
#include "laws_watch.h"
#include "test.h"

#include <inttypes.h>
#include <string.h>

enum { SWITCHES = 120, CYCLES = 6000, UNTIL = 8000 };

TEST(random_switches)
{
	const struct space space = { .most_size = 264, .most_nodes = 1000 };

	for (unsigned i = 0; i < SWITCHES; i++) {
		struct rng r = rng_seed(20261122, i);
		const struct params p = random_switch(&space, &r);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_traffic(&r, &s);
		struct watched w = watch_bench(&s, &c);

		while (w.b->cycle < CYCLES)
			if (!one_cycle(&w, NULL))
				fail_msg("switch %u, scheme %u radix %u queues %u slots %u flits %u arbiter %u: %s", i, s.scheme, s.radix, s.queues,
					 s.slots, s.packet_flits, s.arbiter, w.why);
		unwatch(&w);
	}
}

static void a_slot_stays_taken(struct watched *w)
{
	*reg(w, SITE_mmu, 1, "free_q") &= ~(UINT32_C(1) << 15);
}

static enum site sorting_cam(const struct watched *w)
{
	return w->b->shape.nodes ? SITE_dcam_sort : SITE_cam_sort;
}

static void a_line_waits_for_more_than_there_are(struct watched *w)
{
	bits_put(reg(w, sorting_cam(w), 2, "wait_q"), 0, w->b->shape.count_w, w->b->shape.slots);
}

static void a_line_stops_in_secret(struct watched *w)
{
	*reg(w, SITE_cam_in, 0, "sent_xoff_q") |= 8;
}

static void a_stop_is_forgotten(struct watched *w)
{
	*reg(w, w->b->shape.nodes ? SITE_dcam_out : SITE_cam_out, 2, "stopped_q") &= ~UINT32_C(3);
}

/* But none that has a candidate, which would be seen otherwise. */
static void lines_are_stopped_for_nothing(struct watched *w)
{
	*reg(w, SITE_cam_in, 1, "xoff_q") |= ~*reg(w, SITE_ru, 1, "ready_q") >> 1 & 15;
}

/* The switch lets line 0 of input 0 stopped: no message says otherwise, and the register stays. */
static void no_xon_goes(struct watched *w)
{
	if (w->out.message & 1 && w->out.msg[0].line == 0 && !w->out.msg[0].xoff)
		w->out.message &= ~UINT64_C(1);
}

static uint32_t stopping;       /* what stopped since then is stopped */

static void and_the_line_stays(struct watched *w)
{
	uint32_t *const sent = reg(w, SITE_cam_in, 0, "sent_xoff_q");

	stopping = w->b->cycle < FROM + 1 ? 0 : stopping;
	stopping |= *sent & 1;
	*sent |= stopping;
}

static void a_head_is_ready_that_is_never_granted(struct watched *w)
{
	*reg(w, SITE_ru, 3, "ready_q") = 2;
	*reg(w, SITE_ru, 3, "open_q") = UINT8_MAX;
	*reg(w, SITE_mmu, 3, "long_begun_q") = 0;
	*reg(w, SITE_cam_in, 3, "xoff_q") = 0;
}

static void no_queue_is_ready(struct watched *w)
{
	*reg(w, SITE_ru, 1, "ready_q") = 0;
}

static void no_entry_has_a_credit(struct watched *w)
{
	*reg(w, SITE_qmu, 1, "credit_q") = 0;
	*reg(w, SITE_qmu, 1, "two_credits_q") = 0;
}

static void every_entry_has_credits(struct watched *w)
{
	*reg(w, SITE_qmu, 3, "credit_q") = UINT32_MAX;
	*reg(w, SITE_qmu, 3, "two_credits_q") = UINT32_MAX;
}

/* The arbiters' state does not change: the same requester always wins. */
static void no_turns(struct watched *w, struct arbiter_bank *a)
{
	for (unsigned k = 0; k < w->b->shape.radix; k++) {
		a->next[k] = 0;
		for (unsigned i = 0; a->order && i < a->n; i++)
			a->order[i][k] = (uint8_t)i;
	}
}

static void outputs_take_the_first(struct watched *w)
{
	no_turns(w, &cam_switch(w->b->sw)->arb_out.arbiter);
}

static void inputs_take_the_first(struct watched *w)
{
	no_turns(w, &cam_switch(w->b->sw)->arb_in);
}

static void static_outputs_take_the_first(struct watched *w)
{
	no_turns(w, &static_switch(w->b->sw)->arb_out.arbiter);
}

static void static_inputs_take_the_first(struct watched *w)
{
	no_turns(w, &static_switch(w->b->sw)->arb_in);
}

static void sorted_outputs_take_the_first(struct watched *w)
{
	no_turns(w, &sort_switch(w->b->sw)->arb_out.arbiter);
}

static void sorted_inputs_take_the_first(struct watched *w)
{
	no_turns(w, &sort_switch(w->b->sw)->arb_by_output.outputs);
}

/* Stamps that say the contrary of what the arbiters went by. */
static void the_youngest_wins(struct watched *w)
{
	for (unsigned i = 0; i < w->b->shape.radix; i++)
		*reg(w, SITE_ru, i, "stamp_q") = ~*reg(w, SITE_ru, i, "stamp_q");
}

/* Likewise, of entry 0 of each queue. */
static void the_heads_look_young(struct watched *w)
{
	const struct shape *s = &w->b->shape;
	const enum site at_hand = s->classifier == CLASSIFIER_STATIC ? SITE_qmu : SITE_smu;

	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned q = 0; q < s->queues; q++) {
			uint32_t *const stamps = reg(w, at_hand, i, "stamp_q");
			const unsigned at = q * HEADS * s->stamp_w;

			bits_put(stamps, at, s->stamp_w, ~bits_get(stamps, at, s->stamp_w) & ones(s->stamp_w));
		}
}

static const struct fault faults[] = {
#define FAULT(scheme, sorting, arbiter, early, late, why) \
	{ #scheme " " #sorting " " #arbiter ": " #early " " #late, why, SCHEME_##scheme, { SORTING_##sorting, ARBITER_##arbiter }, .before = early, .after = late }
#define SEEN(scheme, sorting, arbiter, what, site, instance, reg, field, width, by, why) \
	{ #scheme " " #sorting " " #arbiter ": " what, why, SCHEME_##scheme, { SORTING_##sorting, ARBITER_##arbiter }, \
	  .seen = { SITE_##site, instance, #reg, field, width, by } }
	FAULT(recn_iq, head, round_robin, a_slot_stays_taken, NULL, "input 1: "),
	SEEN(recn_iq, head, round_robin, "a packet is missing", mu, 2, count_q, 0, 0, -1, "packets are queued or being read, but "),
	SEEN(recn_iq, head, round_robin, "a credit is missing", oport, 3, credits_q, 0, 0, -1, "output 3: "),
	SEEN(obqa, head, round_robin, "a queue has one too many", qmu, 0, count_q, 0, 0, 1, "are in queue 0 or being read, but "),
	SEEN(obqa, head, round_robin, "a slot downstream is forgotten", qcu, 1, used_q, 0, 0, -1, "slots of queue 0 downstream are taken, but "),
	SEEN(obqa, head, matrix, "a credit is missing", oport, 3, credits_q, 0, 0, -1, "output 3: "),
	FAULT(recn_iq, head, round_robin, a_line_stops_in_secret, NULL, "input 0: lines "),
	FAULT(recn_iq, head, round_robin, a_stop_is_forgotten, NULL, "output 2: lines "),
	FAULT(recn_iq, head, round_robin, lines_are_stopped_for_nothing, NULL, " is stopped, but line "),
	FAULT(recn_iq, head, round_robin, and_the_line_stays, no_xon_goes, "input 0: line 0 stops upstream, and has had no cause since cycle "),
	FAULT(recn_iq, head, round_robin, a_head_is_ready_that_is_never_granted, NULL, " asked in the cycle before, and none was granted"),
	FAULT(recn_iq, head, round_robin, no_queue_is_ready, NULL, "was granted and was no candidate"),
	FAULT(obqa, head, round_robin, no_entry_has_a_credit, NULL, "was granted and was no candidate"),
	FAULT(obqa, head, round_robin, every_entry_has_credits, NULL, " asked in the cycle before, and none was granted"),
	FAULT(recn_iq, head, round_robin, NULL, outputs_take_the_first, " was passed over 8 times"),
	FAULT(recn_iq, head, matrix, NULL, outputs_take_the_first, " was passed over 8 times"),
	FAULT(recn_iq, head, round_robin, NULL, inputs_take_the_first, " was passed over 5 times"),
	FAULT(recn_iq, head, matrix, NULL, inputs_take_the_first, " was passed over 5 times"),
	FAULT(fbicm, head, round_robin, NULL, outputs_take_the_first, " was passed over 8 times"),
	FAULT(obqa, head, round_robin, NULL, static_outputs_take_the_first, " was passed over 8 times"),
	FAULT(obqa, head, matrix, NULL, static_inputs_take_the_first, " was passed over 4 times"),
	FAULT(recn_iq, head, oldest_first, the_youngest_wins, NULL, "was served before an older packet of "),
	FAULT(obqa, head, oldest_first, the_heads_look_young, NULL, "was served before an older packet of "),
	FAULT(recn_iq, arrival, round_robin, a_slot_stays_taken, NULL, "input 1: "),
	SEEN(recn_iq, arrival, round_robin, "a sorted packet is missing", smu, 2, count_q, 0, 0, -1, "packets are queued or being read, but "),
	SEEN(recn_iq, arrival, round_robin, "a credit is missing", oport, 3, credits_q, 0, 0, -1, "output 3: "),
	FAULT(recn_iq, arrival, round_robin, a_stop_is_forgotten, NULL, "output 2: lines "),
	FAULT(recn_iq, arrival, round_robin, a_line_waits_for_more_than_there_are, NULL, "input 2: line 0 waits for 16 packets of queue "),
	SEEN(recn_iq, arrival, round_robin, "no queue is held", smu, 0, held_q, 0, 0, ALL_OFF, " asked in the cycle before, and none was granted"),
	FAULT(recn_iq, arrival, round_robin, NULL, sorted_outputs_take_the_first, " was passed over 8 times"),
	FAULT(recn_iq, arrival, round_robin, NULL, sorted_inputs_take_the_first, " was passed over 16 times"),
	FAULT(recn_iq, arrival, oldest_first, the_heads_look_young, NULL, "was served before an older packet of "),
	FAULT(fbicm, arrival, round_robin, a_slot_stays_taken, NULL, "input 1: "),
	SEEN(fbicm, arrival, round_robin, "a sorted packet is missing", smu, 2, count_q, 0, 0, -1, "packets are queued or being read, but "),
	FAULT(fbicm, arrival, round_robin, a_stop_is_forgotten, NULL, "output 2: lines "),
	FAULT(fbicm, arrival, round_robin, a_line_waits_for_more_than_there_are, NULL, "input 2: line 0 waits for 16 packets of queue "),
	SEEN(fbicm, arrival, round_robin, "no queue is held", smu, 0, held_q, 0, 0, ALL_OFF, " asked in the cycle before, and none was granted"),
	FAULT(fbicm, arrival, round_robin, NULL, sorted_outputs_take_the_first, " was passed over 8 times"),
	FAULT(fbicm, arrival, oldest_first, the_heads_look_young, NULL, "was served before an older packet of "),
	SEEN(pfc, head, round_robin, "a sorted packet is missing", smu, 2, count_q, 0, 0, -1, "packets are queued or being read, but "),
	SEEN(pfc, head, round_robin, "no priority is stopped", stop_out, 0, stop_q, 0, 0, ALL_OFF, " asked in the cycle before, and none was granted"),
	FAULT(pfc, head, oldest_first, the_heads_look_young, NULL, "was served before an older packet of "),
#undef FAULT
#undef SEEN
};

static struct watched watch(const struct fault *f)
{
	struct params p = params_default();

	p.scheme = f->scheme;
	p.sorting = f->how[0];
	p.arbiter = f->how[1];
	if (p.scheme != SCHEME_pfc)     /* whose headroom takes more */
		p.slots = 16;
	if (f->after == sorted_inputs_take_the_first)
		p.saqs = 1;     /* the cold queue has packets for low outputs all the time, and the line waits for a high one */
	if (shape_of(&p).saqs) {
		p.detect_threshold = p.xon_threshold = 1;
		p.xoff_threshold = 2;
	}
	const struct shape s = shape_of(&p);
	struct neighbours_config c = neighbours_default(&s);

	c.traffic = TRAFFIC_HOTSPOT;
	c.load = 1;
	return watch_bench(&s, &c);
}

TEST(every_fault_is_named)
{
	are_named(faults, sizeof faults / sizeof *faults, UNTIL, watch);
}
