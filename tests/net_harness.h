#pragma once

#include "asserts.h"
#include "net/engine/network.h"
#include "random_config.h"
#include "topology_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A network with its traffic and statistics, for tests. */
struct net_case {
	char name[160];
	struct params params;
	struct topology_config topology;
	bool stored;                    /* as tables in memory */
	enum node_injection injection;
	double load, hot_share;         /* hot_share: of every node's packets */
	unsigned hot_times;             /* how often the hot spot comes and goes, each time at another node; 0: it stays, at node 1 */
	bool random_length;
	unsigned sls;                   /* service levels; 0: as 1 */
	bool on_off;                    /* arrivals in bursts */
	const char *phases;             /* workload_phases(); NULL: the run is of one piece */
	bool hold;
	unsigned link_delay, threads, source_packets, source_vcs;
	bool every_cycle;
	const struct backend *backend;  /* NULL: the C model */
	uint64_t seed, end;
};

struct net_run {
	struct topology topology;
	struct topology_stored *stored;
	struct workload *workload;
	struct stats *stats;
	struct network *network;
	bool in_order;                  /* packets of a flow cannot overtake each other */
};

static inline struct net_case net_case_default(enum topology_kind kind, unsigned k, unsigned n)
{
	struct net_case c = {
		.params = params_default(), .topology = topology_case(kind, k, n), .load = 0.9, .link_delay = 1, .threads = 1, .seed = 1, .end = 100000,
	};

	c.params.radix = topology_radix(&c.topology);
	c.params.turnpool_bits = 64;
	c.params.flit_bits = 128;
	snprintf(c.name, sizeof c.name, "%s k=%u n=%u", topology_names[kind], k, n);
	return c;
}

/* Give a case switches of a scheme with routing tables, or with cells. queues: their number, if the scheme leaves it open; queue_slots: slots of a
 * static queue. */
static inline void net_case_scheme(struct net_case *c, unsigned scheme, unsigned queues, unsigned queue_slots)
{
	const struct random_kind *kind;

	use_tables(&c->params, scheme, topology_case_nodes(&c->topology));
	kind = random_kind_of(shape_of(&c->params).classifier);
	assert_true(kind && kind->fit);
	kind->fit(&c->params, queues, queue_slots);
}

static inline struct shape net_shape(const struct net_case *c)
{
	char why[PARAMS_WHY];

	if (!params_check(&c->params, why))
		fail_msg("%s: %s", c->name, why);
	return shape_of(&c->params);
}

/* A hot spot for the first half of each of hot_times parts of the run. */
static inline void net_hot_spots(struct workload_config *w, const struct net_case *c)
{
	w->hot_spots = c->hot_share > 0;
	w->hot[0] = (struct hot_spot){ .node = 1, .share = c->hot_share, .to = c->end };
	for (unsigned i = 0; c->hot_share > 0 && i < c->hot_times; i++) {
		const uint64_t part = c->end / c->hot_times;

		w->hot[i] = (struct hot_spot){ .node = (1 + 5 * i) % w->nodes, .share = c->hot_share, .from = i * part, .to = i * part + part / 2 };
		w->hot_spots = i + 1;
	}
}

static inline void net_topology(struct net_run *r, const struct net_case *c, const struct shape *s)
{
	char why[TOPOLOGY_WHY] = "";

	if (!topology_make(&r->topology, &c->topology, s, why))
		fail_msg("%s: %s", c->name, why);
	r->stored = c->stored ? topology_case_stored(&r->topology) : NULL;
	if (r->stored && !topology_stored_make(&r->topology, r->stored, s, why))
		fail_msg("%s: %s", c->name, why);
	assert_int_equal(r->stored != NULL, c->stored);
}

static inline struct net_run net_open(const struct net_case *c)
{
	const struct shape s = net_shape(c);
	char why[NETWORK_WHY] = "";
	struct net_run r;

	net_topology(&r, c, &s);
	struct workload_config w = workload_default(r.topology.nodes, s.packet_flits, c->load);
	const struct stats_config sc = {
		.nodes = r.topology.nodes, .shards = c->threads, .packet_flits = s.packet_flits, .warmup = c->end / 10, .end = c->end,
		.sls = c->sls, .bin = 500, .links = network_links(&r.topology), .link_n = s.speed_n, .link_d = s.speed_d, .worms = s.by_flits, .gather = s.gather_cycles,
		.meta_links = s.metapackets ? s.routers * s.local : 0,
	};
	struct network_config n = network_default(&s, &r.topology);

	w.seed = c->seed;
	w.end = c->end;
	w.link_n = s.speed_n;
	w.link_d = s.speed_d;
	w.random_length = c->random_length;
	w.sls = n.sls = c->sls ? c->sls : 1;
	w.arrivals = c->on_off ? ARRIVALS_ON_OFF : ARRIVALS_BERNOULLI;
	for (unsigned sl = 0; sl < w.sls; sl++) {
		w.sl_load[sl] = c->load / w.sls;
		w.burst_flits[sl] = 30 + 40 * sl;
	}
	net_hot_spots(&w, c);
	if (c->phases && !workload_phases(&w, c->phases, why))
		fail_msg("%s: %s", c->name, why);
	n.injection = c->injection;
	n.link_delay = c->link_delay;
	n.threads = c->threads;
	n.every_cycle = c->every_cycle;
	n.backend = c->backend;
	n.source_packets = c->source_packets;
	n.source_vcs = c->source_vcs;
	n.hold = c->hold;
	r.workload = workload_new(&w, why);
	r.stats = stats_new(&sc);
	if (!r.workload || !r.stats)
		fail_msg("%s: %s", c->name, why);
	r.in_order = network_keeps_order(&n);
	r.network = network_new(&n, r.workload, r.stats, why);
	if (!r.network)
		fail_msg("%s: %s", c->name, why);
	return r;
}

static inline void net_close(struct net_run *r)
{
	network_free(r->network);
	stats_free(r->stats);
	workload_free(r->workload);
	topology_stored_free(r->stored);
}

static inline void net_run_to(const struct net_run *r, const char *name, uint64_t cycle)
{
	if (!network_run_to(r->network, cycle))
		fail_msg("%s: %s", name, network_why(r->network));
}

/* Its traffic stops, and all that is under way arrives. */
static inline void net_drain(struct network *n, const char *name, uint64_t limit)
{
	network_stop_injection(n);
	if (!network_drain(n, limit))
		fail_msg("%s: %s", name, network_why(n));
}

/* With traffic up to a cycle, it loses nothing, and reorders nothing that cannot overtake. */
static inline void net_loses_nothing(const struct net_case *c, uint64_t traffic)
{
	struct net_run r = net_open(c);

	net_run_to(&r, c->name, traffic);
	net_drain(r.network, c->name, 400000);
	const struct network_counts n = network_counts(r.network);

	if (n.injected <= 20 || n.injected != n.delivered)
		fail_msg("%s: %ju packets injected, %ju delivered", c->name, (uintmax_t)n.injected, (uintmax_t)n.delivered);
	assert_true(n.misdelivered == 0 && (n.out_of_order == 0 || !r.in_order));
	net_close(&r);
}

/* Draw a network. Random cases have all topologies, thresholds and memories from tiny to generous, packets short and long. */
static inline struct net_case net_case_drawn(struct rng *rng)
{
	static const struct { unsigned k, n; } sizes[] = { { 2, 2 }, { 2, 4 }, { 3, 2 }, { 3, 3 }, { 4, 2 }, { 4, 3 }, { 5, 2 }, { 8, 2 }, { 2, 1 } };
	const unsigned size = rng_below(rng, sizeof sizes / sizeof *sizes);

	struct net_case c = net_case_default((enum topology_kind)rng_below(rng, TOPOLOGY_TREES), sizes[size].k, sizes[size].n);

	if (c.topology.kind == TOPOLOGY_XGFT) {
		c.topology = topology_drawn(rng, 128);
		c.params.radix = topology_radix(&c.topology);
	}
	return c;
}

static inline void net_case_draw_run(struct net_case *c, struct rng *rng, unsigned number)
{
	c->injection = (enum node_injection)rng_below(rng, NODE_INJECTIONS);
	c->load = 0.2 + 0.2 * rng_below(rng, 5);
	c->hot_share = 0.1 * rng_below(rng, 4);
	c->random_length = rng_below(rng, 2);
	c->sls = rng_below(rng, 2) ? 1 : 2 + rng_below(rng, SERVICE_LEVELS - 1);
	c->on_off = c->sls > 1 && rng_below(rng, 2);
	c->link_delay = 1 + rng_log_below(rng, MOST_LINK_DELAY);
	c->source_packets = rng_below(rng, 2) ? 1 + rng_log_below(rng, 300) : 0;
	c->seed = number;
}

/* The network of its wormhole routers. They have no service levels. */
static inline void net_case_of_cube(struct net_case *c)
{
	c->topology = topology_case(c->params.grid == GRID_torus ? TOPOLOGY_TORUS : TOPOLOGY_MESH, c->params.ary, c->params.dims);
	c->sls = 1;
	c->on_off = false;
}

/* A random case with switches of a kind that can be drawn for networks. */
static inline struct net_case net_case_random(const struct random_kind *kind, unsigned number)
{
	struct rng rng = rng_seed(0x6e6574, number);
	struct net_case c = net_case_drawn(&rng);
	const struct params *p = &c.params;

	kind->network(&rng, number, topology_case_nodes(&c.topology), &c.params);
	net_case_draw_run(&c, &rng, number);
	c.sls = PARAM_USED(p, sls) && c.sls > p->sls ? p->sls : c.sls;
	if (kind->classifier == CLASSIFIER_WORMHOLE)
		net_case_of_cube(&c);
	snprintf(c.name, sizeof c.name, "case %u: %s %s k=%u n=%u scheme=%u lists=%u queues=%u slots=%u flits=%u delay=%u sls=%u", number, kind->name,
		 topology_names[c.topology.kind], c.topology.k, c.topology.n, p->scheme, p->lists, shape_of(p).queues, p->slots, shape_of(p).packet_flits,
		 c.link_delay, c.sls);
	return c;
}
