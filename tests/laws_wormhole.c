/*
 * The laws of wormhole routers: when the registers are not those of a router that keeps them, as if RTL and model had a fault in common, each law says so by name; and
 * they hold as long as there is no fault. (tests/laws.c has those of other switches.)
 */
#include "laws_watch.h"
#include "test.h"

#include <string.h>

enum { UNTIL = 20000 };

static struct shape shape_small(unsigned grid, unsigned routing, unsigned deadlock, unsigned throttle)
{
	static const struct param_desc *const d = params_table;
	const bool queued = routing == ROUTING_dimension_order && deadlock == DEADLOCK_avoidance;

	return SHAPE_GIVEN("scheme=wormhole ary=4 vcs=2 buffer_flits=3 packet_flits=6 side_cycles=3 grid=%s routing=%s deadlock=%s throttle=%s %s %s",
			   d[PARAM_INDEX_grid].texts[grid], d[PARAM_INDEX_routing].texts[routing], d[PARAM_INDEX_deadlock].texts[deadlock],
			   d[PARAM_INDEX_throttle].texts[throttle], throttle == THROTTLE_fixed ? "threshold=20" : "",
			   !queued ? "" : grid == GRID_torus ? "vc_reuse=queued route_rate=port" : "vc_reuse=queued route_rate=port speculate=1");
}

static struct shape shape_metapackets(const char *options)
{
	return SHAPE_GIVEN("scheme=wormhole vcs=2 buffer_flits=3 packet_flits=6 gather=metapackets throttle=tuned %s", options);
}

static struct watched watch_shape(const struct shape *s, uint64_t seed)
{
	struct neighbours_config c = neighbours_default(s);

	c.load = 1;
	c.seed = seed;
	return watch_bench(s, &c);
}

/* Faults of allocation are those of inputs that each get a VC. */
static struct watched watch(const struct fault *f)
{
	const bool by_port = strstr(f->why, "allocation");
	const struct shape s = strstr(f->why, "metapacket") ? shape_metapackets("ary=4 deadlock=recovery")
			     : by_port ? shape_small(GRID_torus, ROUTING_dimension_order, DEADLOCK_avoidance, THROTTLE_tuned)
				       : shape_small(GRID_torus, ROUTING_adaptive, DEADLOCK_recovery, THROTTLE_tuned);

	return watch_shape(&s, 1);
}

static void an_empty_vc_is_routed(struct watched *w)
{
	if (!value(w, SITE_vib, 0, "left_q", 1, w->b->shape.flits_w))
		change(w, SITE_vib, 0, "routed_q", 1, 1, 1);
}

static void a_route_is_forgotten(struct watched *w)
{
	const unsigned owner = (unsigned)value(w, SITE_vob, 0, "owner_q", 0, w->b->shape.channel_w);

	if (value(w, SITE_vob, 0, "owned_q", 0, 1))
		change(w, SITE_vib, owner / w->b->shape.vcs, "routed_q", owner % w->b->shape.vcs, 1, 1);
}

static void a_vc_has_another_owner(struct watched *w)
{
	if (value(w, SITE_vob, 3, "owned_q", 0, 1))
		change(w, SITE_vob, 3, "owner_q", 0, w->b->shape.channel_w, 3);
}

/* Of ports that are not looked at in this cycle: what leaves by them tells. */
static void an_owner_loses_its_vc(struct watched *w)
{
	const struct shape *s = &w->b->shape;
	const unsigned looked_at = (unsigned)(w->b->cycle % s->radix);

	for (unsigned o = 0; o < s->radix; o++) {
		const unsigned owner = (unsigned)value(w, SITE_vob, o, "owner_q", 1, s->channel_w);

		if (value(w, SITE_vob, o, "owned_q", 1, 1) && o != looked_at && owner / s->vcs != looked_at)
			change(w, SITE_vob, o, "owned_q", 1, 1, 1);
	}
}

/* The turn stays at the first input VC. */
static void one_header_has_all_turns(struct watched *w)
{
	for (unsigned k = 0; k < w->b->shape.channel_prio_w; k++)
		change(w, SITE_rva, 0, "prio_q", k, 1, value(w, SITE_rva, 0, "prio_q", k, 1) ^ (k == 0));
}

/* Of a port that is not looked at in this cycle. */
static void a_vc_without_a_header_is_routed(struct watched *w)
{
	const struct shape *s = &w->b->shape;

	for (unsigned k = 0; k < s->channels; k++)
		if (k / s->vcs != w->b->cycle % s->radix && !value(w, SITE_vib, k / s->vcs, "count_q", k % s->vcs, s->depth_w) &&
		    !value(w, SITE_vib, k / s->vcs, "routed_q", k % s->vcs, 1))
			change(w, SITE_vib, k / s->vcs, "routed_q", k % s->vcs, 1, 1);
}

/* Every flit seems to be of a VC that has none to send. */
static void flits_leave_in_another_vc(struct watched *w)
{
	for (unsigned o = 0; o < w->b->shape.radix; o++)
		w->out.vc[o] = w->out.vc[o] < w->b->shape.vcs ? !w->out.vc[o] : w->out.vc[o];
}

static void counts_are_sent_twice(struct watched *w)
{
	w->out.message |= bit(2);
}

static void a_full_buffer_is_not_sent(struct watched *w)
{
	w->out.msg[3].full--;
}

static void a_flit_is_sent_that_was_not_delivered(struct watched *w)
{
	w->out.msg[0].flow++;
}

static void change_counts_in(struct watched *w, unsigned dim)
{
	if (value(w, SITE_metapackets, 0, "begun_q", 0, 1) && value(w, SITE_metapackets, 0, "dim_q", 0, 1) == dim)
		change(w, SITE_metapackets, 0, "part_full_q", 0, 0, 1);
}

/* Local counts are taken again, within the first phase. */
static void counts_are_taken_twice(struct watched *w)
{
	change_counts_in(w, 0);
}

/* What a phase adds is not the row's, because it has not waited for that. */
static void a_phase_does_not_wait(struct watched *w)
{
	change_counts_in(w, 1);
}

/* Of a port of a master "-", of others both: as if the node's counts were in it once more. */
static void counts_leave_by_both_ports(struct watched *w)
{
	w->out.msg[1].full += !w->out.msg[1].flit;
}

static void data_goes_first(struct watched *w)
{
	EACH_IN(o, w->out.message & ones(w->b->shape.local)) {
		w->out.depart |= bit(o);
		w->out.vc[o] = 0;
	}
	w->out.message &= ~ones(w->b->shape.local);
}

/* The flit of a metapacket that came is seen in the next cycle as well. */
static void a_metapacket_meets_another(struct watched *w)
{
	static uint64_t came;
	const uint64_t comes = w->in.message & ones(w->b->shape.local);

	w->in.message |= came;
	came = comes & ~came;
}

static const struct fault faults[] = {
#define FAULT(tampering, when, why) { #tampering, why, .when = tampering }
#define SEEN(what, site, instance, reg, field, width, by, why) { what, why, .seen = { SITE_##site, instance, #reg, field, width, by } }
	SEEN("a flit is made", vib, 1, count_q, 1, 0, 1, "flits are in VC 1, but"),
	SEEN("a packet has a flit more", vib, 2, left_q, 0, 0, 1, "input 2: of the packet in VC 0, "),
	{ "a credit goes upstream in secret", "input 3: ", .hidden.credit = 1 << 3 },
	SEEN("a credit is lost", vob, 1, spent_q, 1, 0, 1, "output 1: "),
	{ "a flit leaves in secret", "output 2: ", .hidden.depart = 1 << 2 },
	FAULT(an_empty_vc_is_routed, before, "input 0: VC 1 is routed, with 0 flits to leave"),
	FAULT(a_route_is_forgotten, before, " is not routed, and owns 1 output VCs"),
	FAULT(a_vc_has_another_owner, before, " is owned by VC 0 of input 2, which is not routed"),
	FAULT(an_owner_loses_its_vc, before, " sends, which has no flit or no credit"),
	SEEN("a token is made", rlu, 0, token_q, 0, 0, 1, "recovery lane: 1 tokens are here"),
	{ "a token goes in secret", "recovery lane: 0 tokens are here", .hidden.message = 1 << 4 },
	SEEN("the lane overflows", rlu, 0, lane_count_q, 0, 2, 3, "recovery lane: 3 flits are in it"),
	FAULT(one_header_has_all_turns, before, " is passed over "),
	FAULT(a_vc_without_a_header_is_routed, before, "allocation: VC "),
	SEEN("a header that waits for a VC seems to want another", vib, 1, route_q, 0, 0, 8, "allocation: the header in VC 0 of input 1 is passed over 2 times"),
	FAULT(flits_leave_in_another_vc, after, " credits of VC 0 are spent, but "),
	{ "counts are not sent", "side band: port 1 sends no counts, which it had to", .hidden.message = 1 << 1 },
	FAULT(counts_are_sent_twice, after, "side band: port 2 sends counts, which it had not to"),
	FAULT(a_full_buffer_is_not_sent, after, "side band: port 3 sends "),
	FAULT(a_flit_is_sent_that_was_not_delivered, after, "side band: port 0 sends "),
	SEEN("a full buffer is not counted", estimate, 0, last_q, 0, 0, -1, "estimate: "),
	SEEN("the slope is wrong", estimate, 0, slope_q, 0, 0, 1, "estimate: the slope is not "),
	FAULT(counts_are_taken_twice, before, "metapackets: in phase 0 the node has "),
	FAULT(a_phase_does_not_wait, before, "metapackets: in phase 1 the node has "),
	FAULT(counts_leave_by_both_ports, after, "metapackets: port 1 sends "),
	FAULT(data_goes_first, after, ": a flit of a metapacket could leave, and data does"),
	{ "a metapacket is held back", ": a flit of a metapacket could leave, and none does", .hidden.message = 15 },
	FAULT(a_metapacket_meets_another, after, "metapackets: a second one comes"),
	SEEN("a row's counts lack a flit", metapackets, 0, part_flow_q, 0, 0, -1, "metapackets: "),
	SEEN("flits are not counted", tuner, 0, period_q, 0, 0, -1, "tuner: "),
#undef FAULT
#undef SEEN
};

TEST(every_fault_is_named)
{
	are_named(faults, sizeof faults / sizeof *faults, UNTIL, watch);
}

TEST(without_a_fault_all_hold)
{
	for (unsigned k = 0; k < GRIDS * ROUTINGS * DEADLOCKS * THROTTLES; k++) {
		const struct shape s = shape_small(k % GRIDS, k / GRIDS % ROUTINGS, k / GRIDS / ROUTINGS % DEADLOCKS, k / GRIDS / ROUTINGS / DEADLOCKS);
		struct watched w = watch_shape(&s, 1);

		all_hold(&w, UNTIL / 4);
		unwatch(&w);
	}
}

/* However VCs are reused and allocated. */
TEST(no_header_is_passed_over_too_often)
{
	static const char *const options[] = {
		"vcs=4 vc_reuse=queued speculate=1 delivery_vcs=3", "vcs=4 vc_reuse=atomic packet_flits=2", "vcs=6 vc_reuse=queued deadlock=none injection_vcs=5",
		"vcs=3 vc_reuse=atomic speculate=1 grid=mesh", "vcs=5 vc_reuse=queued speculate=1 grid=mesh packet_flits=1", "vcs=8 dims=1 vc_reuse=queued packet_flits=3",
		"vcs=4 vc_reuse=atomic speculate=1 packet_flits=1",
	};

	for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
		const struct shape s = SHAPE_GIVEN("scheme=wormhole ary=5 routing=dimension-order route_rate=port buffer_flits=3 %s", options[i]);
		struct watched w = watch_shape(&s, 1);

		all_hold(&w, UNTIL);
		unwatch(&w);
	}
}

/* Rings of several lengths, with a recovery lane and without, at nodes that are masters and others. */
TEST(metapackets_hold)
{
	static const char *const kinds[] = {
		"ary=4 deadlock=recovery timeout=2", "ary=2 dims=3", "ary=5 dims=1 deadlock=recovery", "ary=3 dims=3 throttle=static",
		"ary=3 routing=dimension-order vc_reuse=queued route_rate=port speculate=1",
	};

	for (unsigned k = 0; k < 20; k++) {
		const struct shape s = shape_metapackets(kinds[k % 5]);
		struct watched w = watch_shape(&s, k + 1);

		all_hold(&w, UNTIL / 4);
		assert_int_equal(neighbours_stats(w.b->neighbours)->violations, 0);
		unwatch(&w);
	}
}
