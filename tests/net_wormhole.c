/* Wormhole networks: how they are wired, that no result depends on how they are stepped, what nodes check, and which circle a stalled network names. */
#include "bench/cube.h"
#include "net/results/stats_report.h"
#include "net_result.h"
#include "net_watched.h"
#include "test.h"
#include "topology_checks.h"
#include "wormhole_case.h"

#include <math.h>

enum { CYCLES = 20000, STALLED = 60000, DRAIN_LIMIT = 1000000 };

/* ----- wiring ----- */

static void check_port(const struct topology *t, const struct shape *s, uint32_t sw, unsigned port)
{
	const uint32_t at = cube_at(s, sw);
	const unsigned x = cube_coordinate(s, at, port / 2), to = port % 2 ? (x + s->ary - 1) % s->ary : (x + 1) % s->ary;
	const struct place far = t->peer(t, sw, port);

	if (!cube_linked(s, at, port)) {
		assert_int_equal(far.is, NOTHING);
		return;
	}
	assert_int_equal(far.is, SWITCH);
	assert_int_equal(far.port, port % 2 ? port - 1 : port + 1);
	assert_int_equal(cube_at(s, far.index), cube_with(s, at, port / 2, to));
}

/* Distances by breadth-first search over the links are those that are computed. */
static void check_distances(const struct topology *t, uint32_t from)
{
	static uint32_t fewest[4096], queue[4096];

	assert_true(t->switches <= 4096);
	search(t, from, fewest, queue);
	for (uint32_t to = 0; to < t->nodes; to++)
		assert_int_equal(t->hops(t, from, to), fewest[to]);
}

TEST(wiring)
{
	static const struct { unsigned k, n; } cubes[] = { { 2, 1 }, { 2, 4 }, { 3, 3 }, { 4, 2 }, { 5, 2 }, { 16, 2 }, { 64, 1 }, { 6, 4 } };

	for (unsigned i = 0; i < 2 * sizeof cubes / sizeof *cubes; i++) {
		const unsigned k = cubes[i / 2].k, n = cubes[i / 2].n;
		char options[100];
		struct net_run r;

		snprintf(options, sizeof options, "--grid %s --ary %u --dims %u", i % 2 ? "mesh" : "torus", k, n);
		const struct net_case c = wormhole_case(options);
		const struct shape s = net_shape(&c);

		net_topology(&r, &c, &s);
		const struct topology *const t = &r.topology;

		assert_true(t->nodes == t->switches && t->radix == 2 * n + 1);
		wiring_is_symmetric(t);
		for (uint32_t sw = 0; sw < t->switches; sw++) {
			const struct place port = t->attach(t, sw);

			assert_true(port.is == SWITCH && port.index == sw && port.port == 2 * n && cube_number(&s, cube_at(&s, sw)) == sw);
			for (unsigned p = 0; p < 2 * n; p++)
				check_port(t, &s, sw, p);
		}
		for (uint32_t from = 0; from < t->nodes; from += 1 + t->nodes / 7)
			check_distances(t, from);
	}
}

/* ----- exact ----- */

/* Routers whose VCs are reused, a header of each input in a cycle. */
#define REUSED "--routing dimension-order --vc_reuse queued --route_rate port"

/* Packets of 16 flits by dimension order, 4 VCs. */
#define IN_ORDER "--routing dimension-order --vcs 4 --packet_flits 16"
#define PLANE "--ary 8 " IN_ORDER

/* What is tried in a network of these routers. */
struct cube {
	const char *options;
	double load;
	unsigned delay, source_packets, source_vcs;
	bool hold;
};

/* Threads, skipping and pieces change nothing; every packet arrives, and some are throttled, recovered or refused where that is to be seen. */
TEST(equal_however_stepped)
{
	static const struct cube cubes[] = {
		{ .options = "--ary 5 --deadlock recovery --throttle tuned --packet_flits 16", .load = 1 },
		{ .options = "--ary 4 --dims 3 --throttle tuned --side_cycles 7 --packet_flits 16 --injection_vcs 2", .load = 1, .delay = 3 },
		{ .options = "--ary 5 --deadlock recovery --throttle tuned --packet_flits 16 --gather metapackets", .load = 1, .delay = 1 },
		{ .options = "--ary 4 --deadlock recovery", .load = 0.005, .delay = 1 },
		{ .options = "--grid mesh --ary 5 --throttle alo --packet_flits 12", .load = 0.5, .hold = true, .source_packets = 3 },
		{ .options = "--ary 6 --routing dimension-order --vcs 2 --packet_flits 4 --delivery_vcs 2", .load = 0.6 },
		{ .options = "--grid mesh --ary 4 --throttle static --threshold 4 --deadlock recovery --vcs 3 --packet_flits 16", .load = 1, .source_vcs = 3 },
		{ .options = "--ary 6 --vcs 4 --packet_flits 12 " REUSED, .load = 0.6, .delay = 1 },
		{ .options = "--grid mesh --ary 5 --buffer_flits 3 --packet_flits 5 --throttle alo --speculate 1 " REUSED, .load = 1 },
	};

	for (const struct cube *k = cubes; k < cubes + sizeof cubes / sizeof *cubes; k++) {
		struct net_case c = wormhole_case(k->options);

		c.load = k->load;
		c.link_delay = k->delay;
		c.source_packets = k->source_packets;
		c.source_vcs = k->source_vcs;
		c.hold = k->hold;
		const struct shape s = net_shape(&c);
		struct result *const first = result_of(&c, 1, false, 1);
		const struct network_counts *const n = &first->counts;

		print_message("# %s: %ju packets, %ju refused, %ju recovered, throttled in %u samples\n", c.name, (uintmax_t)n->injected, (uintmax_t)n->refused,
			      (uintmax_t)first->switches.detections, first->throttled);
		assert_true(first->drained && n->delivered == n->injected && !n->misdelivered);
		assert_true(!s.totals || first->throttled);
		assert_true(!s.recovery || c.load < 0.9 || (first->switches.detections && n->refused));
		assert_true(!(c.hold && n->refused) && (s.adaptive || s.queued || !n->out_of_order));
		result_same(&c, first, result_of(&c, 1, false, 13), "in thirteen calls");
		result_same(&c, first, result_of(&c, 2, false, 2), "two threads");
		result_same(&c, first, result_of(&c, 3, false, 3), "three threads");
		result_same(&c, first, result_of(&c, 1, true, 4), "every cycle");
		free(first);
	}
}

/* One packet is in the lane of the network at a time, and one token goes round. */
static struct { uint64_t tag, packets; unsigned tokens; } lane;

static void see_lane(struct net_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	const struct shape *s = b->shape;

	(void)cycle;
	(void)in;
	EACH_IN(at, out->message)
		lane.tokens += at % s->radix == s->local;
	EACH_IN(at, out->depart) {
		if (out->vc[at] != s->vcs)
			continue;
		if (!lane.tag) {
			assert_int_equal(out->flit[at], 0);
			lane.tag = out->packet[at].tag + 1;
			lane.packets++;
		}
		assert_int_equal(out->packet[at].tag + 1, lane.tag);
		if (at % s->radix == s->local && out->flit[at] + 1u == out->packet[at].flits)
			lane.tag = 0;
	}
}

TEST(nothing_is_lost)
{
	static const struct cube cubes[] = {
		{ .options = "--ary 4 --vcs 3 --buffer_flits 4 --packet_flits 6" },
		{ .options = "--ary 4 --vcs 3 --buffer_flits 4 --packet_flits 6 --deadlock recovery" },
		{ .options = "--ary 4 --vcs 1 --buffer_flits 2 --packet_flits 9 --deadlock recovery --throttle alo", .delay = 1 },
		{ .options = "--ary 5 --vcs 3 --buffer_flits 2 --packet_flits 5 --routing dimension-order", .delay = 2 },
		{ .options = "--ary 4 --vcs 2 --packet_flits 16 --routing dimension-order --deadlock recovery --throttle tuned --side_cycles 3", .delay = 1 },
		{ .options = "--grid mesh --ary 4 --vcs 2 --buffer_flits 4 --packet_flits 6 --routing dimension-order --deadlock none" },
		{ .options = "--grid mesh --ary 3 --vcs 2 --buffer_flits 3 --packet_flits 5 --throttle static --threshold 20 --side_cycles 3", .delay = 1 },
		{ .options = "--ary 2 --dims 4 --vcs 2 --buffer_flits 2 --packet_flits 3 --throttle alo" },
		{ .options = "--ary 3 --dims 3 --vcs 8 --buffer_flits 2 --packet_flits 3 --throttle tuned" },
		{ .options = "--ary 8 --vcs 3 --packet_flits 16 --routing dimension-order" },
		{ .options = "--ary 8 --vcs 3 --packet_flits 16" },
		{ .options = "--ary 8 --vcs 3 --packet_flits 16 --deadlock recovery" },
		{ .options = "--ary 2 --dims 1 --vcs 8 --buffer_flits 3 --packet_flits 5 --deadlock recovery --throttle static --threshold 20" },
		{ .options = "--ary 2 --dims 3 --vcs 8 --buffer_flits 3 --packet_flits 5 --deadlock recovery --throttle static --threshold 20" },
		{ .options = "--ary 6 --vcs 2 --routing dimension-order" },
		{ .options = "--ary 6 --vcs 2" },
		{ .options = "--ary 6 --vcs 1 --deadlock recovery" },
		{ .options = "--ary 6 --vcs 1 --deadlock recovery --routing dimension-order" },
		{ .options = "--ary 6 --vcs 1" },
	};

	for (const struct cube *k = cubes; k < cubes + sizeof cubes / sizeof *cubes; k++) {
		struct net_case c = wormhole_case(k->options);
		const struct shape s = net_shape(&c);
		struct net_watch w = { .banked = true, .see = see_lane };
		const struct backend b = net_watched(&w, &s);

		c.end = CYCLES;
		c.link_delay = k->delay;
		c.source_vcs = s.vcs;
		c.backend = &b;
		memset(&lane, 0, sizeof lane);
		struct net_run r = net_open(&c);

		for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
			lane.tokens = 0;
			net_run_to(&r, c.name, cycle + 1);
			assert_true(lane.tokens <= s.recovery);
		}
		assert_true(network_counts(r.network).delivered > CYCLES / 20);
		/* Of two routers each receives from one, as fast as it sends: no header waits. */
		assert_true(!lane.packets == (!s.recovery || s.routers == 2));
		net_drain(r.network, c.name, DRAIN_LIMIT);
		network_count_switches(r.network, r.stats);
		assert_int_equal(network_counts(r.network).delivered, network_counts(r.network).injected);
		assert_int_equal(r.stats->switches.detections, lane.packets);
		net_close(&r);
	}
}

static void run(struct net_run *r, const struct net_case *c)
{
	net_run_to(r, c->name, c->end);
	net_drain(r->network, c->name, c->end + DRAIN_LIMIT);
}

/* A lone packet of so many flits needs so many cycles a router, and one for each register on a link, and then its other flits follow. */
static void a_router_takes(unsigned cycles, unsigned flits, const char *options)
{
	struct net_case c = wormhole_case(options);

	c.params.packet_flits = flits;
	c.random_length = false;
	c.load = 0.0002;
	c.end = 600000;
	for (c.link_delay = 0; c.link_delay < 3; c.link_delay++) {
		struct net_run r = net_open(&c);

		run(&r, &c);
		const struct stats_worms w = stats_merge(r.stats)->worms;
		const struct stats_totals t = r.stats->shard[0].totals;
		const double packets = (double)w.packets, hops = (double)t.hops / (double)t.delivered_packets;
		const double granted = (double)w.granted / packets, loaded = (double)w.loaded / packets;

		/* a router, and the link behind it, take those and the delay, the last one a cycle less: the flit is delivered when it comes. Packets hardly meet */
		assert_true(w.packets > 200);
		assert_true(fabs(granted + 1 - (cycles + c.link_delay) * hops - (flits - 1)) < 0.1);
		assert_true(fabs(loaded - granted - 2 - c.link_delay) < 0.02);
		assert_true((double)(w.wanted - w.loaded) / packets < 0.05);
		net_close(&r);
	}
}

TEST(latency_without_load)
{
	a_router_takes(3, 1, "--ary 4 --dims 1");
	a_router_takes(3, 1, "--ary 4 --dims 1 " REUSED);
	a_router_takes(2, 1, "--ary 4 --dims 1 --speculate 1 " REUSED);
	a_router_takes(3, 16, PLANE);
}

/* ----- physics: what holds for every torus with a deterministic route ----- */

static struct stats_report measured(const char *options, double load)
{
	struct net_case c = wormhole_case(options);

	c.load = load;
	c.random_length = false;
	c.hold = true;
	c.end = 6000;
	c.link_delay = 0;
	struct net_run r = net_open(&c);

	run(&r, &c);
	const struct stats_report report = stats_report(r.stats);

	net_close(&r);
	return report;
}

/* Half of the packets cross the middle of a row, where each direction has two links: 8 / k flits a node and cycle. */
TEST(the_bisection_bounds_what_is_accepted)
{
	static const struct { unsigned k; const char *options; } tori[] = {
		{ 16, "--ary 16 --dims 1 " IN_ORDER }, { 8, PLANE }, { 16, "--ary 16 " IN_ORDER }, { 32, "--ary 32 --dims 1 " IN_ORDER },
	};

	for (unsigned i = 0; i < sizeof tori / sizeof *tori; i++) {
		const unsigned k = tori[i].k;
		const double accepted = measured(tori[i].options, 1).accepted_load;

		print_message("# %s: %.3f accepted of %.3f\n", tori[i].options, accepted, 8.0 / k);
		assert_true(accepted > 0.2 * 8 / k && accepted < (k - 1) * 8.0 / (k * k) + 0.01);
	}
}

/* All that is offered, while there is no congestion; with VCs that are reused, what a simulator that was written from the rules of such routers alone has (8 x 8 mesh,
 * 16-ary 2-cube; seed 1): it is within .01 and 3.4 % of BookSim2. */
TEST(as_much_is_accepted_as_elsewhere)
{
#define FOUR_VCS REUSED " --vcs 4 --injection_vcs 4 --delivery_vcs 4 --packet_flits "
	static const struct { const char *options; double load, accepted, latency; } known[] = {
		{ "--grid mesh --ary 8 " FOUR_VCS "1", 0.35, 0.349, 23.2 }, { "--grid mesh --ary 8 " FOUR_VCS "8", 0.25, 0.246, 38.2 },
		{ "--grid mesh --ary 8 " FOUR_VCS "1 --speculate 1", 0.35, 0.349, 16.4 }, { "--grid mesh --ary 8 " FOUR_VCS "8 --speculate 1", 0.25, 0.246, 33.6 },
		{ "--ary 16 " FOUR_VCS "1", 0.25, 0.249, 31.3 }, { "--ary 16 " FOUR_VCS "8 --speculate 1", 0.25, 0.249, 47.5 },
		{ PLANE, 0.1, 0.1, 0 }, { PLANE, 0.2, 0.2, 0 }, { PLANE, 0.3, 0.3, 0 },
		{ "--grid mesh --ary 8 " FOUR_VCS "1", 0.45, 0.440, 0 }, { "--grid mesh --ary 8 " FOUR_VCS "8", 0.45, 0.433, 0 },
	};

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		const struct stats_report r = measured(known[i].options, known[i].load);

		print_message("# %s: offered %.2f, accepted %.3f of %.3f, latency %.1f of %.1f\n", known[i].options, known[i].load, r.accepted_load, known[i].accepted,
			      r.latency_mean, known[i].latency);
		assert_true(fabs(r.accepted_load - known[i].accepted) < (known[i].load < 0.4 ? 0.01 : 0.015));
		assert_true(known[i].load > 0.3 || fabs(r.accepted_load / r.generated_load - 1) < 0.01);
		assert_true(!known[i].latency || fabs(r.latency_mean / known[i].latency - 1) < 0.05);
	}
}

/* ----- what nodes check ----- */

/* A router that does something wrong, once, with what it delivers. */
static struct {
	enum lie { OTHER_NODE, SKIPS_FLIT, OTHER_PACKET, TWICE, WRONG_VC } lie;
	bool told;
	struct packet old;              /* one that was delivered, of as many flits as the one that is replaced; of none: there is none yet */
} liar;

static void see_liar(struct net_bank *b, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	const unsigned local = b->shape->local;
	struct packet *const p = out->packet + local;

	(void)in;
	if (b->first != 5 || !(out->depart >> local & 1) || liar.told || cycle <= 100 || (liar.lie == OTHER_PACKET && out->flit[local] != 1))
		return;
	liar.told = liar.lie != TWICE || liar.old.flits;
	switch (liar.lie) {
	case OTHER_NODE: p->destination ^= 1; break;
	case SKIPS_FLIT: out->flit[local] = 1; break;
	case OTHER_PACKET: p->tag++; break;
	case TWICE: *(liar.told ? p : &liar.old) = liar.told ? liar.old : *p; break;
	case WRONG_VC: out->vc[local] = 2; break;
	}
}

TEST(nodes_see_lies)
{
	static const struct { enum lie lie; unsigned flits; const char *says; } lies[] = {
		{ OTHER_NODE, 1, "is not for this node" }, { SKIPS_FLIT, 1, "is not in one piece" }, { OTHER_PACKET, 4, "is not in one piece" },
		{ TWICE, 1, "comes a second time" }, { WRONG_VC, 1, "comes in a VC that is not for end nodes" },
	};

	for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
		struct net_case c = wormhole_case(lies[i].flits == 1 ? "--ary 4 --packet_flits 1" : "--ary 4 --packet_flits 4");
		const struct shape s = net_shape(&c);
		struct net_watch w = { .see = see_liar };
		const struct backend b = net_watched(&w, &s);

		memset(&liar, 0, sizeof liar);
		liar.lie = lies[i].lie;
		c.load = 0.2;
		c.backend = &b;
		struct net_run r = net_open(&c);

		if (network_run_to(r.network, c.end) || !strstr(network_why(r.network), lies[i].says) || !strstr(network_why(r.network), "node 5:"))
			fail_msg("lie %u, not '%s': %s", liar.lie, lies[i].says, network_why(r.network));
		net_close(&r);
	}
}

/* ----- circles ----- */

/* The channels that a report names: each is behind the one before it, and the last is the first. */
static void check_circle(const struct topology *t, const char *why)
{
	const char *at = strstr(why, "(switch.input.VC): ");
	struct { unsigned sw, port, vc; } c, first = { 0 }, last = { 0 };
	unsigned n = 0;

	assert_non_null(at);
	at += strlen("(switch.input.VC): ");
	for (int length = 0; sscanf(at, "%u.%u.%u%n", &c.sw, &c.port, &c.vc, &length) == 3; n++) {
		const struct place from = t->peer(t, c.sw, c.port);

		assert_true(!n || (from.is == SWITCH && from.index == last.sw));
		first = n ? first : c;
		last = c;
		at += length;
		at += *at == ',' ? 2 : 0;
	}
	assert_true(n > 2);
	if (!strstr(why, "more"))
		assert_memory_equal(&first, &last, sizeof first);
}

TEST(stalled_networks_name_a_circle)
{
	static const char *const options[] = {
		"--ary 5 --dims 1 --deadlock none --routing dimension-order --vcs 1", "--ary 8 --deadlock none --routing dimension-order --vcs 1",
		"--ary 6 --deadlock none --vcs 1", "--ary 5 --deadlock none --vcs 1 " REUSED, "--ary 6 --dims 1 --deadlock none --vcs 1 --packet_flits 3 --speculate 1 " REUSED,
		"--ary 5 --deadlock none --routing dimension-order --vcs 1 --vc_reuse queued", "--ary 8 --dims 1 --deadlock none --routing dimension-order --vcs 1 --route_rate port",
	};

	for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
		struct net_case c = wormhole_case(options[i]);

		c.end = STALLED;
		struct net_run r = net_open(&c);

		if (network_run_to(r.network, STALLED))
			fail_msg("%s: no deadlock", c.name);
		print_message("# %s: %s\n", c.name, network_why(r.network));
		check_circle(&r.topology, network_why(r.network));
		net_close(&r);
	}
}
