/* Wormhole networks: how they are wired, that no result depends on how they are stepped, what nodes check, and which circle a stalled network names. */
#include "given.h"
#include "net/network.h"
#include "net/stats_report.h"
#include "net/topology_grid.h"
#include "rng.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { END = 5000, WARMUP = 1000, STALLED = 60000, DRAIN_LIMIT = 200000 };

struct cube {
	const char *name;
	const char *params;             /* "vcs=1 routing=adaptive" */
	enum topology_kind kind;
	unsigned k, n, delay, threads;
	double load;
	bool fixed, every_cycle, hold;
	bool equal_length;              /* all packets are of packet_flits flits */
	unsigned source_packets, source_vcs;
	uint64_t end;
	const struct backend *backend;
};

struct made {
	struct topology topology;
	struct workload *workload;
	struct stats *stats;
	struct network *network;
};

static struct shape shape_for(const struct cube *c)
{
	return SHAPE_GIVEN("scheme=wormhole grid=%s ary=%u dims=%u %s", topology_names[c->kind], c->k, c->n, c->params ? c->params : "");
}

static struct topology cube_topology(const struct cube *c)
{
	const struct topology_config config = { .kind = c->kind, .k = c->k, .n = c->n };
	const struct shape s = shape_for(c);
	char why[TOPOLOGY_WHY];
	struct topology t;

	if (!topology_make(&t, &config, &s, why))
		fail_msg("%s", why);
	return t;
}

static struct made open_cube(const struct cube *c)
{
	const struct shape s = shape_for(c);
	const uint64_t end = c->end ? c->end : END;
	struct made m = { .topology = cube_topology(c) };
	struct workload_config w = workload_default(m.topology.nodes, s.packet_flits, c->load);
	const struct stats_config sc = {
		.nodes = m.topology.nodes, .shards = c->threads ? c->threads : 1, .packet_flits = s.packet_flits, .warmup = WARMUP, .end = end, .sls = 1, .bin = 100,
		.links = network_links(&m.topology), .worms = true, .gather = s.gather,
	};
	struct network_config n = network_default(&s, &m.topology);
	char why[NETWORK_WHY] = "";

	w.arrivals = c->fixed ? ARRIVALS_FIXED : ARRIVALS_BERNOULLI;
	w.random_length = !c->equal_length;
	w.end = end;
	n.link_delay = c->delay;
	n.threads = sc.shards;
	n.every_cycle = c->every_cycle;
	n.hold = c->hold;
	n.source_packets = c->source_packets;
	n.source_vcs = c->source_vcs;
	n.backend = c->backend;
	m.workload = workload_new(&w, why);
	m.stats = stats_new(&sc);
	assert_true(m.workload && m.stats);
	m.network = network_new(&n, m.workload, m.stats, why);
	if (!m.network)
		fail_msg("%s", why);
	return m;
}

static void close_cube(struct made *m)
{
	network_free(m->network);
	stats_free(m->stats);
	workload_free(m->workload);
}

/* ----- wiring ----- */

static unsigned coordinate(uint32_t index, unsigned k, unsigned d)
{
	while (d--)
		index /= k;
	return index % k;
}

static void check_port(const struct topology *t, const struct cube *c, uint32_t sw, unsigned port)
{
	const struct place far = t->peer(t, sw, port);
	const unsigned d = port / 2, x = coordinate(sw, c->k, d), to = port % 2 ? (x + c->k - 1) % c->k : (x + 1) % c->k;
	const bool end = port % 2 ? x == 0 : x == c->k - 1;

	if (end && c->kind == TOPOLOGY_MESH) {
		assert_int_equal(far.is, NOTHING);
		return;
	}
	assert_int_equal(far.is, SWITCH);
	assert_int_equal(far.port, port % 2 ? port - 1 : port + 1);
	for (unsigned e = 0; e < c->n; e++)
		assert_int_equal(coordinate(far.index, c->k, e), e == d ? to : coordinate(sw, c->k, e));
	const struct place back = t->peer(t, far.index, far.port);

	assert_true(back.is == SWITCH && back.index == sw && back.port == port);
}

/* Distances by breadth-first search over the links are those that are computed. */
static void check_distances(const struct topology *t, uint32_t from)
{
	uint32_t *queue = calloc(t->switches, sizeof *queue);
	unsigned *routers = calloc(t->switches, sizeof *routers), n = 1;

	assert_true(queue && routers);
	queue[0] = from;
	routers[from] = 1;
	for (unsigned i = 0; i < n; i++)
		for (unsigned port = 0; port < t->radix; port++) {
			const struct place far = t->peer(t, queue[i], port);

			if (far.is != SWITCH || routers[far.index])
				continue;
			routers[far.index] = routers[queue[i]] + 1;
			queue[n++] = far.index;
		}
	assert_int_equal(n, t->switches);
	for (uint32_t to = 0; to < t->nodes; to++)
		assert_int_equal(t->hops(t, from, to), routers[to]);
	free(queue);
	free(routers);
}

TEST(wiring)
{
	static const struct cube cubes[] = {
		{ .k = 2, .n = 1 }, { .k = 2, .n = 4 }, { .k = 3, .n = 3 }, { .k = 4, .n = 2 }, { .k = 5, .n = 2 }, { .k = 16, .n = 2 }, { .k = 64, .n = 1 },
		{ .k = 6, .n = 4 },
	};

	for (unsigned i = 0; i < 2 * sizeof cubes / sizeof *cubes; i++) {
		struct cube c = cubes[i / 2];

		c.kind = i % 2 ? TOPOLOGY_MESH : TOPOLOGY_TORUS;
		const struct topology t = cube_topology(&c);
		const struct shape s = shape_for(&c);

		assert_true(t.nodes == t.switches && t.radix == 2 * c.n + 1);
		for (uint32_t sw = 0; sw < t.switches; sw++) {
			const struct place local = t.peer(&t, sw, 2 * c.n), port = t.attach(&t, sw);

			assert_true(local.is == NODE && local.index == sw && port.is == SWITCH && port.index == sw && port.port == 2 * c.n);
			for (unsigned p = 0; p < 2 * c.n; p++)
				check_port(&t, &c, sw, p);
			for (unsigned d = 0; d < c.n; d++)
				assert_int_equal(cube_at(&s, sw) >> d * s.coord_w & ((1u << s.coord_w) - 1), coordinate(sw, c.k, d));
		}
		for (uint32_t from = 0; from < t.nodes; from += 1 + t.nodes / 7)
			check_distances(&t, from);
	}
}

/* ----- exact ----- */

/* All that a run measures, in one number. */
static uint64_t digest(const void *bytes, size_t size, uint64_t h)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < size; i++)
		h = rng_mix(h ^ p[i]);
	return h;
}

struct measured {
	uint64_t hash;
	struct network_counts counts;
	struct switch_counts switches;
	double throttled;
};

static void run(struct made *m, const struct cube *c, unsigned pieces)
{
	const uint64_t end = c->end ? c->end : END;
	struct rng rng = rng_seed(1, pieces);

	for (unsigned i = 1; i < pieces; i++) {
		const uint64_t to = network_cycle(m->network) + rng_below(&rng, (uint32_t)(end / pieces));

		if (!network_run_to(m->network, to < end ? to : end))
			fail_msg("%s: %s", c->name, network_why(m->network));
	}
	if (!network_run_to(m->network, end))
		fail_msg("%s: %s", c->name, network_why(m->network));
	network_stop_injection(m->network);
	if (!network_drain(m->network, end + DRAIN_LIMIT))
		fail_msg("%s: %s", c->name, network_why(m->network));
}

static struct measured measure(const struct cube *c, unsigned pieces)
{
	struct made m = open_cube(c);
	struct measured r = { .hash = 1 };

	run(&m, c, pieces);
	network_count_switches(m.network, m.stats);
	const struct stats_shard *s = stats_merge(m.stats);

	r.counts = network_counts(m.network);
	r.switches = m.stats->switches;
	r.throttled = stats_report(m.stats).worms.throttled;
	r.hash = digest(&s->totals, sizeof s->totals, r.hash);
	r.hash = digest(&s->worms, sizeof s->worms, r.hash);
	r.hash = digest(&s->latency, sizeof s->latency, r.hash);
	r.hash = digest(&s->network, sizeof s->network, r.hash);
	r.hash = digest(s->saqs, m.stats->n_samples * sizeof *s->saqs, r.hash);
	r.hash = digest(m.stats->link_flits, m.stats->config.links * sizeof *m.stats->link_flits, r.hash);
	for (uint64_t i = 0; s->throttle && i < m.stats->n_samples; i++) {
		r.hash = digest(&s->throttle[i].estimate, sizeof s->throttle[i].estimate, r.hash);
		r.hash = digest(&s->throttle[i].threshold, sizeof s->throttle[i].threshold, r.hash);
	}
	close_cube(&m);
	return r;
}

/* Threads, skipping and pieces change nothing; every packet arrives, and some are throttled, recovered or refused where that is to be seen. */
TEST(equal_however_stepped)
{
	static const struct cube cubes[] = {
		{ .name = "recovery, tuned", .params = "deadlock=recovery throttle=tuned packet_flits=16", .k = 5, .n = 2, .load = 1, .fixed = true },
		{ .name = "avoidance, tuned, links with registers", .params = "throttle=tuned side_cycles=7 packet_flits=16 injection_vcs=2", .k = 4, .n = 3, .delay = 3, .load = 1 },
		{ .name = "recovery, idle", .params = "deadlock=recovery", .k = 4, .n = 2, .load = 0.002, .delay = 1 },
		{ .name = "mesh, escape, hold", .params = "throttle=alo packet_flits=12", .kind = TOPOLOGY_MESH, .k = 5, .n = 2, .load = 0.5, .hold = true,
		  .source_packets = 3 },
		{ .name = "dimension order", .params = "routing=dimension-order vcs=2 packet_flits=4 delivery_vcs=2", .k = 6, .n = 2, .load = 0.6 },
		{ .name = "mesh, static", .params = "throttle=static threshold=4 deadlock=recovery vcs=3 packet_flits=16", .kind = TOPOLOGY_MESH, .k = 4, .n = 2,
		  .load = 1, .source_vcs = 3 },
	};

	for (unsigned i = 0; i < sizeof cubes / sizeof *cubes; i++) {
		struct cube c = cubes[i];

		c.kind = c.kind ? c.kind : TOPOLOGY_TORUS;
		const struct measured first = measure(&c, 1);
		const struct shape s = shape_for(&c);

		print_message("# %s: %ju packets, %ju refused, %ju recovered, throttled %.3f\n", c.name, (uintmax_t)first.counts.injected, (uintmax_t)first.counts.refused,
			      (uintmax_t)first.switches.detections, first.throttled);
		assert_true(first.counts.injected > 20 && first.counts.delivered == first.counts.injected && !first.counts.misdelivered);
		if (s.side_band)
			assert_true(first.throttled > 0);
		if (s.recovery && c.load > 0.9)
			assert_true(first.switches.detections > 0 && first.counts.refused > 0);
		if (c.hold)
			assert_int_equal(first.counts.refused, 0);
		if (!s.adaptive)
			assert_int_equal(first.counts.out_of_order, 0);
		for (unsigned v = 0; v < 4; v++) {
			c.threads = v == 1 ? 2 : v == 2 ? 3 : 1;
			c.every_cycle = v == 3;
			const struct measured other = measure(&c, v == 0 ? 13 : 1 + v);

			if (other.hash != first.hash || other.counts.out_of_order != first.counts.out_of_order || other.counts.refused != first.counts.refused)
				fail_msg("%s: otherwise with %u threads%s", c.name, c.threads, c.every_cycle ? ", every cycle" : "");
		}
	}
}

/* A lone packet needs three cycles a router, and one for each register on a link, and then its other flits follow. */
TEST(latency_without_load)
{
	struct cube c = { .name = "idle", .params = "packet_flits=1", .kind = TOPOLOGY_TORUS, .k = 4, .n = 1, .load = 0.0005, .end = 200000 };

	for (c.delay = 0; c.delay < 3; c.delay++) {
		struct made m = open_cube(&c);

		run(&m, &c, 1);
		const struct stats_worms w = stats_merge(m.stats)->worms;
		const struct stats_totals t = m.stats->shard[0].totals;
		const double packets = (double)w.packets, hops = (double)t.hops / (double)t.delivered_packets;
		const double granted = (double)w.granted / packets, loaded = (double)w.loaded / packets;

		/* a router, and the link behind it, take 3 + delay cycles, the last one a cycle less: the flit is delivered when it comes. Packets hardly meet */
		assert_true(w.packets > 200);
		assert_true(fabs(granted + 1 - (3 + c.delay) * hops) < 0.1);
		assert_true(fabs(loaded - granted - 2 - c.delay) < 0.02);
		assert_true((double)(w.wanted - w.loaded) / packets < 0.05);
		close_cube(&m);
	}
}

/* ----- physics: what holds for every torus with a deterministic route ----- */

/* Packets of 16 flits by dimension order, 4 VCs. */
static struct stats_report measured_plane(unsigned k, unsigned n, double load, uint64_t end, struct stats_worms *worms)
{
	const struct cube c = {
		.name = "dimension order", .params = "routing=dimension-order vcs=4 packet_flits=16", .kind = TOPOLOGY_TORUS, .k = k, .n = n, .load = load,
		.equal_length = true, .hold = true, .end = end,
	};
	struct made m = open_cube(&c);

	run(&m, &c, 1);
	const struct stats_report r = stats_report(m.stats);

	if (worms)
		*worms = stats_merge(m.stats)->worms;
	close_cube(&m);
	return r;
}

/* The mean distance of two nodes of a torus of 8 x 8 is 4 * 64 / 63 links; a router more is crossed, and 15 flits follow the header. */
TEST(latency_is_that_of_the_pipeline)
{
	const double routers = 1 + 4.0 * 64 / 63;
	struct stats_worms w;

	measured_plane(8, 2, 0.002, 400000, &w);
	const double latency = (double)w.granted / (double)w.packets;

	print_message("# %.2f cycles from the first VC on, of %.2f\n", latency, 3 * routers - 1 + 15);
	assert_true(w.packets > 2000);
	assert_true(fabs(latency - (3 * routers - 1 + 15)) < 0.3);
}

TEST(all_that_is_offered_is_accepted)
{
	for (unsigned tenths = 1; tenths <= 3; tenths++) {
		const struct stats_report r = measured_plane(8, 2, tenths / 10.0, 30000, NULL);

		print_message("# offered %.4f, accepted %.4f\n", r.generated_load, r.accepted_load);
		assert_true(fabs(r.generated_load - tenths / 10.0) < 0.01);
		assert_true(fabs(r.accepted_load / r.generated_load - 1) < 0.01);
	}
}

/* Half of the packets cross the middle of a row, where each direction has two links: 8 / k flits a node and cycle. */
TEST(the_bisection_bounds_what_is_accepted)
{
	static const struct { unsigned k, n; } tori[] = { { 16, 1 }, { 8, 2 }, { 16, 2 }, { 32, 1 } };

	for (unsigned i = 0; i < sizeof tori / sizeof *tori; i++) {
		const unsigned k = tori[i].k;
		const double accepted = measured_plane(k, tori[i].n, 1, 6000, NULL).accepted_load;

		print_message("# %u-ary %u-cube: %.3f accepted of %.3f\n", k, tori[i].n, accepted, 8.0 / k);
		assert_true(accepted > 0.2 * 8 / k && accepted < (k - 1) * 8.0 / (k * k) + 0.01);
	}
}

/* ----- what nodes check ----- */

/* A router that does something wrong, once, with what it delivers. */
struct liar {
	struct sluice_switch *sw;
	const struct shape *shape;
	enum lie { NO_LIE, OTHER_NODE, SKIPS_FLIT, OTHER_PACKET, TWICE, WRONG_VC } lie;
	bool told, has_old;
	struct packet old;              /* one that was delivered, of as many flits as the one that is replaced */
};

static struct liar liars[64];

static struct sluice_switch *open_liar(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	liars[index] = (struct liar){ .sw = switch_new(s), .shape = s, .lie = index == 5 ? *(const enum lie *)context : NO_LIE };
	assert_true(switches == 1 && !room);
	return liars[index].sw ? (void *)&liars[index] : NULL;
}

static void set_liar(struct sluice_switch *sw, unsigned number, uint32_t at)
{
	switch_position(((struct liar *)sw)->sw, number, at);
}

static void lie_once(struct liar *l, struct switch_out *out, unsigned port)
{
	struct packet *p = out->packet + port;

	switch (l->lie) {
	case OTHER_NODE: p->destination ^= 1; break;
	case SKIPS_FLIT: out->flit[port] = 1; break;
	case OTHER_PACKET: p->tag++; break;
	case WRONG_VC: out->vc[port] = 2; break;
	case TWICE:
		if (!l->has_old) {
			l->old = *p;
			l->has_old = true;
			return;
		}
		*p = l->old;
		break;
	case NO_LIE: return;
	}
	l->told = true;
}

static uint64_t step_liar(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct liar *l = (void *)sw;
	const uint64_t next = switch_step(l->sw, cycle, in, out);
	const unsigned local = l->shape->local;

	if (out->depart >> local & 1 && !l->told && cycle > 100 && (l->lie != OTHER_PACKET || out->flit[local] == 1))
		lie_once(l, out, local);
	return next;
}

static bool liar_drained(const struct sluice_switch *sw)
{
	return switch_drained(((const struct liar *)sw)->sw);
}

static const struct switch_counts *liar_counts(const struct sluice_switch *sw)
{
	return switch_counts(((const struct liar *)sw)->sw);
}

static void close_liar(struct sluice_switch *sw)
{
	switch_free(((struct liar *)sw)->sw);
}

TEST(nodes_see_lies)
{
	static const struct { enum lie lie; unsigned flits; const char *says; } lies[] = {
		{ OTHER_NODE, 1, "is not for this node" }, { SKIPS_FLIT, 1, "is not in one piece" }, { OTHER_PACKET, 4, "is not in one piece" },
		{ TWICE, 1, "comes a second time" }, { WRONG_VC, 1, "comes in a VC that is not for end nodes" },
	};

	for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
		enum lie lie = lies[i].lie;
		const struct backend b = {
			.depart_delay = 1, .open = open_liar, .position = set_liar, .step = step_liar, .drained = liar_drained, .counts = liar_counts, .close = close_liar,
			.context = &lie,
		};
		const struct cube c = {
			.kind = TOPOLOGY_TORUS, .params = lies[i].flits == 1 ? "packet_flits=1" : "packet_flits=4", .k = 4, .n = 2, .load = 0.2, .backend = &b,
		};
		struct made m = open_cube(&c);

		if (network_run_to(m.network, END) || !strstr(network_why(m.network), lies[i].says) || !strstr(network_why(m.network), "node 5:"))
			fail_msg("lie %u, not '%s': %s", lie, lies[i].says, network_why(m.network));
		close_cube(&m);
	}
}

/* ----- circles ----- */

/* The channels that a report names: each is behind the one before it, and the last is the first. */
static void check_circle(const struct topology *t, const char *why)
{
	const char *at = strstr(why, "(switch.input.VC): ");
	unsigned sw, port, vc, first[3], last[3] = { 0 }, n = 0;

	assert_non_null(at);
	at += strlen("(switch.input.VC): ");
	for (int length = 0; sscanf(at, "%u.%u.%u%n", &sw, &port, &vc, &length) == 3; n++) {
		const struct place from = t->peer(t, sw, port);

		if (n)
			assert_true(from.is == SWITCH && from.index == last[0]);
		else
			first[0] = sw, first[1] = port, first[2] = vc;
		last[0] = sw, last[1] = port, last[2] = vc;
		at += length;
		at += *at == ',' ? 2 : 0;
	}
	assert_true(n > 2);
	if (!strstr(why, "more"))
		assert_memory_equal(first, last, sizeof first);
}

TEST(stalled_networks_name_a_circle)
{
	static const struct cube cubes[] = {
		{ .name = "dimension order", .params = "deadlock=none routing=dimension-order vcs=1", .kind = TOPOLOGY_TORUS, .k = 5, .n = 1, .load = 1 },
		{ .name = "dimension order, plane", .params = "deadlock=none routing=dimension-order vcs=1", .kind = TOPOLOGY_TORUS, .k = 8, .n = 2, .load = 1 },
		{ .name = "adaptive", .params = "deadlock=none vcs=1", .kind = TOPOLOGY_TORUS, .k = 6, .n = 2, .load = 1 },
	};

	for (unsigned i = 0; i < sizeof cubes / sizeof *cubes; i++) {
		struct cube c = cubes[i];

		c.end = STALLED;
		struct made m = open_cube(&c);

		if (network_run_to(m.network, STALLED))
			fail_msg("%s: no deadlock", c.name);
		print_message("# %s: %s\n", c.name, network_why(m.network));
		check_circle(&m.topology, network_why(m.network));
		close_cube(&m);
	}
}

/* The same networks, but with protection, deliver all. */
TEST(protected_networks_drain)
{
	static const char *const params[] = {
		"routing=dimension-order vcs=2", "vcs=2", "deadlock=recovery vcs=1", "deadlock=recovery vcs=1 routing=dimension-order", "vcs=1",
	};

	for (unsigned i = 0; i < sizeof params / sizeof *params; i++) {
		const struct cube c = { .name = params[i], .params = params[i], .kind = TOPOLOGY_TORUS, .k = 6, .n = 2, .load = 1, .end = 20000 };
		struct made m = open_cube(&c);

		run(&m, &c, 1);
		close_cube(&m);
	}
}

/* ----- what does not fit ----- */

static void refused(const struct cube *c, const char *expected)
{
	const struct shape s = shape_for(c);
	const struct topology t = cube_topology(c);
	struct network_config n = network_default(&s, &t);
	char why[NETWORK_WHY] = "";

	n.link_delay = c->delay;
	n.source_vcs = c->source_vcs;
	assert_null(network_new(&n, NULL, NULL, why));
	assert_string_equal(why, expected);
}

TEST(what_does_not_fit)
{
	struct cube c = { .params = "throttle=tuned side_cycles=4", .kind = TOPOLOGY_TORUS, .k = 4, .n = 2, .delay = 3 };

	refused(&c, "side_cycles is 4; with a link delay of 3 it must be at least 5");
	c = (struct cube){ .kind = TOPOLOGY_MESH, .k = 4, .n = 2, .delay = 257 };
	refused(&c, "link delay is 257; it must be 0..256 cycles");
	c = (struct cube){ .params = "vcs=2", .kind = TOPOLOGY_MESH, .k = 4, .n = 2, .source_vcs = 3 };
	refused(&c, "source VCs are 3; links have 2");
}
