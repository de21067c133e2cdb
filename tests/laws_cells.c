/*
 * The laws of switches whose ports have two sides of cells: when the registers are not those of a switch that keeps them, as if RTL and model had a
 * fault in common, each law says so by name. (tests/laws.c has them held by random switches, and the other schemes.)
 */
#include "cioq_switch.h"
#include "laws_watch.h"
#include "test.h"

#include <inttypes.h>
#include <string.h>

enum { UNTIL = 20000 };

static struct shape shape_small(unsigned scheme)
{
	return SHAPE_GIVEN("scheme=%s radix=4 cells=16 packet_cells=4 %s", params_table[PARAM_INDEX_scheme].texts[scheme],
			   scheme == SCHEME_voqnet_qos ? "sls=2 nodes=6" :
			   scheme == SCHEME_recn_qos ? "vc_saqs=2 detect_cells=2 xoff_cells=2 detect_xon_cells=2 xon_cells=2" : "");
}

/* Stops and holds downstream; short packets that compete for the crossbar; packets that compete for one link. */
enum load { STOPS, SHORT, ONE_LINK };

static struct watched watch_shape(struct shape s, enum load load)
{
	struct neighbours_config c = neighbours_default(&s);

	c.traffic = load == SHORT ? TRAFFIC_UNIFORM : TRAFFIC_HOTSPOT;
	c.load = 1;
	c.own_port = true;
	c.back_pressure = load == STOPS;
	c.saturate = load != STOPS;
	c.single_flit = load == SHORT;
	c.hot_fraction = load == ONE_LINK ? 1 : c.hot_fraction;
	c.injection = INJECTION_OLDEST_FIRST;
	return watch_bench(&s, &c);
}

static struct watched watch(const struct fault *f)
{
	return watch_shape(shape_small(f->scheme), f->how[0]);
}

static void a_line_waits_for_more_than_there_is(struct watched *w)
{
	bits_put(reg(w, SITE_scam_in, 2, "wait_q"), 0, w->b->shape.cells_w, w->b->shape.cells);
}

/* Queue 0 of an output has stopped its level for ever. */
static void no_xon_goes(struct watched *w)
{
	*reg(w, SITE_sfcu_out, 3, "told_q") |= 1;
	*reg(w, SITE_sfcu_out, 3, "msg_q") = 0;
}

/* Round-robin that begins with the first each time. */
static void take_the_first(struct watched *w, unsigned side)
{
	struct arb_vc *const u = &cioq_switch(w->b->sw)->side[side].arb_vc;

	arb_vc_unit.reset(u, &(struct bank){ &w->b->shape, w->b->shape.radix, 1 });
}

static void inputs_take_the_first(struct watched *w)
{
	take_the_first(w, INPUTS);
}

static void links_take_the_first(struct watched *w)
{
	take_the_first(w, OUTPUTS);
}

static void outputs_take_the_first(struct watched *w)
{
	struct arb_out_vc *const u = &cioq_switch(w->b->sw)->arb_out_vc;

	memset(u->last, (int)w->b->shape.radix - 1, w->b->shape.radix * w->b->shape.classes);
}

/* One turn further than the switch has it. */
static void heads_lead_elsewhere(struct watched *w)
{
	const struct shape *s = &w->b->shape;
	uint32_t *const turns = reg(w, SITE_cqu_in, 0, "head_turn_q");

	for (unsigned q = 0; q < s->queues; q++)
		bits_put(turns, q * s->turn_w, s->turn_w, (bits_get(turns, q * s->turn_w, s->turn_w) + 1) % s->radix);
}

static const struct fault faults[] = {
#define FAULT(scheme, load, early, late, why) { #scheme ": " #early " " #late, why, SCHEME_##scheme, { load, 0 }, .before = early, .after = late }
#define SEEN(scheme, load, what, site, instance, reg, field, width, by, why) \
	{ #scheme ": " what, why, SCHEME_##scheme, { load, 0 }, .seen = { SITE_##site, instance, #reg, field, width, by } }
	SEEN(recn_qos, STOPS, "a free cell is lost", cmu_in, 1, ring_count_q, 0, 0, -1, "input 1: in VC 0 "),
	SEEN(recn_qos, STOPS, "a queue has one cell more", cqu_out, 2, fill_q, 0, 0, 1, "output 2: in VC 0 "),
	{ "recn_qos: a credit goes back in secret", "input 0: VC ", SCHEME_recn_qos, { STOPS, 0 }, .hidden.credit = 1 },
	SEEN(recn_qos, STOPS, "a credit downstream is lost", credits, 3, taken_q, 0, 1, 1, "output 3: "),
	SEEN(recn_qos, STOPS, "a cell is promised to nobody", room, 3, taken_q, 0, 1, 1, "are promised, but its packets take "),
	SEEN(recn_qos, STOPS, "all heads fit in outputs", cqu_in, 0, fits_q, 0, 0, ALL_ON, "asked in the cycle before, and none was granted"),
	SEEN(recn_qos, STOPS, "all heads fit downstream", cqu_out, 0, fits_q, 0, 0, ALL_ON, "output 1: queue 9 of class 1 was granted before class 0"),
	SEEN(recn_qos, STOPS, "no head fits in outputs", cqu_in, 0, fits_q, 0, 0, ALL_OFF, "was granted and was no candidate"),
	SEEN(recn_qos, STOPS, "no head fits downstream", cqu_out, 0, fits_q, 0, 0, ALL_OFF, "was granted and was no candidate"),
	SEEN(recn_qos, STOPS, "a line stops in secret", scam_in, 0, sent_q, 0, 1, 1, "input 0: queues "),
	SEEN(recn_qos, STOPS, "a detection queue stops in secret", sfcu_in, 1, told_q, 0, 1, 1, "input 1: queues "),
	SEEN(recn_qos, STOPS, "lines are stopped for nothing", scam_out, 0, xoff_q, 0, 0, ALL_ON, " that stopped it is not"),
	SEEN(recn_qos, STOPS, "lines of inputs are stopped for nothing", scam_in, 0, xoff_q, 0, 0, ALL_ON, " that stopped it is not"),
	FAULT(recn_qos, STOPS, a_line_waits_for_more_than_there_is, NULL, "input 2: line 0 waits for 16 cells of queue "),
	FAULT(recn_qos, SHORT, no_xon_goes, NULL, "output 3: queue 0 stops upstream, and has had no cause since cycle "),
	FAULT(recn_qos, SHORT, NULL, inputs_take_the_first, "was passed over 6 times"),
	FAULT(recn_qos, ONE_LINK, NULL, links_take_the_first, "was passed over 6 times"),
	FAULT(recn_qos, SHORT, NULL, outputs_take_the_first, "was passed over 4 times in class "),
	SEEN(voqsw_qos, STOPS, "a free cell is lost", cmu_in, 1, ring_count_q, 0, 0, -1, "input 1: in VC 0 "),
	{ "voqsw_qos: a credit goes back in secret", "input 0: VC ", SCHEME_voqsw_qos, { STOPS, 0 }, .hidden.credit = 1 },
	SEEN(voqsw_qos, STOPS, "all heads fit downstream", cqu_out, 0, fits_q, 0, 0, ALL_ON, "was granted before class "),
	FAULT(voqsw_qos, SHORT, NULL, inputs_take_the_first, "was passed over 4 times"),
	FAULT(voqsw_qos, SHORT, NULL, outputs_take_the_first, "was passed over 4 times in class "),
	SEEN(voqnet_qos, STOPS, "a queue has one cell more", cqu_out, 2, fill_q, 0, 0, 1, "output 2: in VC 0 "),
	SEEN(voqnet_qos, STOPS, "the packet that enters has another vc", hru_in, 1, vc_q, 0, 1, 1, "put 1: in VC "),
	SEEN(voqnet_qos, STOPS, "a credit downstream is lost", credits, 3, taken_q, 0, 1, 1, "output 3: "),
	SEEN(voqnet_qos, STOPS, "a cell is promised to nobody", room, 3, taken_q, 0, 1, 1, "are promised, but its packets take "),
	SEEN(voqnet_qos, STOPS, "no head fits in outputs", cqu_in, 0, fits_q, 0, 0, ALL_OFF, "was granted and was no candidate"),
	FAULT(voqnet_qos, SHORT, heads_lead_elsewhere, NULL, "output 1: input 3 was granted in class 1 before input 0 in class 0"),
	FAULT(voqnet_qos, SHORT, NULL, inputs_take_the_first, "was passed over 6 times"),
	FAULT(voqnet_qos, ONE_LINK, NULL, links_take_the_first, "was passed over 6 times"),
	FAULT(voqnet_qos, SHORT, NULL, outputs_take_the_first, "was passed over 4 times in class "),
#undef FAULT
#undef SEEN
};

TEST(every_fault_is_named)
{
	are_named(faults, sizeof faults / sizeof *faults, UNTIL, watch);
}

/* More VCs than a word has bits, in one class. */
TEST(many_vcs_keep_the_laws)
{
	for (enum load load = STOPS; load <= ONE_LINK; load++) {
		struct watched w = watch_shape(SHAPE_GIVEN("scheme=voqnet-qos radix=4 sls=1 nodes=150 cells=16 packet_cells=4 flit_bits=72"), load);

		all_hold(&w, 2 * FROM);
		assert_true(scoreboard_delivered(w.b->scoreboard) > 100);
		unwatch(&w);
	}
}
