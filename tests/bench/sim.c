/* Speed of whole networks: delivered packets, and delivered flits x switches crossed, per second of CPU time. */
#include "net/engine/network.h"
#include "../topology_case.h"
#include "seconds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct scenario {
	const char *name;
	unsigned k, n;                  /* of the k-ary n-tree; with service levels, of the folded butterfly, in which switches of the last stage have 2 k ports down; of a torus of routers */
	unsigned scheme, queues;        /* queues: number of set-aside queues, or of static queues if the scheme leaves it open */
	enum sortings sorting;
	unsigned flits;                 /* of a packet, and of a slot */
	double load;
	uint64_t warmup, cycles;
	unsigned threads;
	const char *beside;             /* name of an earlier scenario with which the time of a flit-hop is compared; NULL: none */
	enum { USUAL, DRAGONFLY, TREE, MESH } wiring;   /* the above, or of `others` */
	bool stored;                    /* as tables in memory, as of a real fabric */
};

/* A dragonfly of as many nodes as the 16-ary 3-tree; the tree that switches of 36 ports make in two stages; a mesh of routers in dimension order. */
static const struct topology_config others[] = {
	[DRAGONFLY] = { .kind = TOPOLOGY_DRAGONFLY, .p = 8, .a = 16, .h = 8, .g = 32 },
	[TREE] = { .kind = TOPOLOGY_XGFT, .levels = 2, .down = { 18, 36 }, .up = { 1, 18 } },
	[MESH] = { .kind = TOPOLOGY_MESH, .k = 8, .n = 2 },
};

static _Noreturn void fail(const char *name, const char *why)
{
	fprintf(stderr, "%s: %s\n", name, why);
	exit(1);
}

enum { QUEUE_SLOTS = 8 };       /* slots of a queue of VOQnet; other schemes have the default memory */
enum { RIVAL_CELLS = 64 };      /* of a VC, in schemes that have more VCs than recn-qos */
enum { LEVELS = 8 };            /* service levels, of schemes with VCs: half of the load has short bursts, half has long ones */

enum { TORUS_VCS = 3, MESH_VCS = 4 };   /* of a link of a wormhole router: as in the paper on self-tuned throttling; as others have them */

static struct params params_of(const struct scenario *x)
{
	struct params p = params_default();

	p.scheme = x->scheme;
	p.sorting = x->sorting;
	p.radix = x->wiring ? topology_radix(others + x->wiring) : 2 * x->k;
	if (shape_of(&p).by_cells) {
		p.turnpool_bits = 15;
		p.cells = x->scheme == SCHEME_recn_qos ? p.cells : RIVAL_CELLS;
		if (x->scheme == SCHEME_voqnet_qos)
			p.nodes = 2 * x->k * x->k * x->k;
		return p;
	}
	p.packet_flits = x->flits;
	if (x->scheme == SCHEME_wormhole) {
		p.radix = params_default().radix;
		p.ary = x->k;
		p.dims = x->n;
		p.vcs = x->wiring == MESH ? MESH_VCS : TORUS_VCS;
		p.grid = x->wiring == MESH ? GRID_mesh : GRID_torus;
		p.routing = x->wiring == MESH ? ROUTING_dimension_order : ROUTING_adaptive;
		params_complete(&p, (const bool[PARAMETERS]){ [PARAM_INDEX_vcs] = true });
		return p;
	}
	if (x->scheme == SCHEME_recn_iq) {
		p.saqs = x->queues;
		p.turnpool_bits = 35;
		return p;
	}
	p.nodes = 1;
	for (unsigned i = 0; i < x->n; i++)
		p.nodes *= x->k;
	if (x->scheme == SCHEME_fbicm)
		p.cfqs = x->queues;
	else if (x->scheme == SCHEME_voqnet)
		p.slots = QUEUE_SLOTS * p.nodes;
	else if (x->queues)
		p.queues = x->queues;
	return p;
}

static struct topology_config topology_of(const struct scenario *x, const struct shape *s)
{
	if (x->wiring)
		return others[x->wiring];
	if (!s->by_cells)
		return (struct topology_config){ .kind = s->by_flits ? TOPOLOGY_TORUS : TOPOLOGY_KTREE, .k = x->k, .n = x->n };
	return (struct topology_config){ .kind = TOPOLOGY_XGFT, .levels = 3, .down = { x->k, x->k, 2 * x->k }, .up = { 1, x->k, x->k } };
}

/* Bursts of 5 KB in the first half of the levels, of 30 KB in the others; packets of 64 to 2,048 bytes. */
static void add_levels(struct workload_config *w, const struct shape *s)
{
	w->sls = LEVELS;
	w->arrivals = ARRIVALS_ON_OFF;
	w->link_n = s->speed_n;
	w->link_d = s->speed_d;
	w->length_least = 8;
	w->length_most = s->packet_flits;
	w->length_shape = 1.3;
	for (unsigned sl = 0; sl < LEVELS; sl++) {
		w->sl_load[sl] = w->load / LEVELS;
		w->burst_flits[sl] = sl < LEVELS / 2 ? 640 : 3840;
	}
}

/* Run a scenario, and print a line without its end. Returns the CPU time of a flit-hop in seconds. */
static double run(const struct scenario *x, enum node_injection injection)
{
	const struct params p = params_of(x);
	const struct shape s = shape_of(&p);
	const struct topology_config topology = topology_of(x, &s);
	const double pace = s.by_cells ? (double)s.speed_n / s.speed_d : 1;      /* cycles in which a link carries a flit */
	char why[NETWORK_WHY] = "out of memory";
	struct topology t;

	if (!params_check(&p, why) || !topology_make(&t, &topology, &s, why))
		fail(x->name, why);
	struct topology_stored *const stored = x->stored ? topology_case_stored(&t) : NULL;

	if (x->stored && !(stored && topology_stored_make(&t, stored, &s, why)))
		fail(x->name, why);
	struct workload_config wc = workload_default(t.nodes, s.packet_flits, x->load);
	const struct stats_config sc = {
		.nodes = t.nodes, .shards = x->threads, .packet_flits = s.packet_flits, .warmup = x->warmup, .end = x->warmup + x->cycles, .bin = 1000,
		.sls = s.by_cells ? LEVELS : 1, .link_n = s.speed_n, .link_d = s.speed_d, .worms = s.by_flits,
	};

	if (s.by_cells)
		add_levels(&wc, &s);
	if (s.by_flits)
		wc.arrivals = ARRIVALS_FIXED;
	struct workload *w = workload_new(&wc, why);
	struct stats *stats = stats_new(&sc);
	struct network_config nc = network_default(&s, &t);

	nc.threads = x->threads;
	nc.injection = s.by_flits ? NODE_INJECTION_FIFO : injection;
	nc.link_delay = s.by_flits ? 0 : nc.link_delay;
	nc.sls = sc.sls;
	if (!w || !stats)
		fail(x->name, why);
	struct network *n = network_new(&nc, w, stats, why);

	if (!n)
		fail(x->name, why);
	if (!network_run_to(n, sc.warmup))
		fail(x->name, network_why(n));
	uint64_t hops_before = 0, packets_before = 0, flits_before = 0;

	for (unsigned k = 0; k < x->threads; k++) {
		hops_before += stats->shard[k].totals.flit_hops;
		packets_before += stats->shard[k].totals.delivered_packets;
		flits_before += stats->shard[k].totals.delivered_flits;
	}
	const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);

	if (!network_run_to(n, sc.end))
		fail(x->name, network_why(n));
	const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, passed = seconds(CLOCK_MONOTONIC) - wall;
	const struct network_counts c = network_counts(n);
	const struct stats_shard *all = stats_merge(stats);
	uint64_t received = 0;
	struct rusage usage;

	for (unsigned d = 0; d < t.nodes; d++)
		received += stats->received[d].flits;
	getrusage(RUSAGE_SELF, &usage);

	const double flits = (double)(all->totals.delivered_flits - flits_before);
	const double packets = (double)(all->totals.delivered_packets - packets_before);
	const double hops = (double)(all->totals.flit_hops - hops_before);

	printf("%-44s accepted %.4f, %5.2f M packets/s and %6.1f M flit-hops/s of CPU time, %6.1f of wall time, %5.1f ns a packet and hop, "
	       "%4.1f KB a node, %.2f steps a cycle and switch",
	       x->name, pace * (double)received / (double)t.nodes / (double)x->cycles, packets / used * 1e-6, hops / used * 1e-6,
	       hops / passed * 1e-6, used * 1e9 / (hops * packets / flits), (double)usage.ru_maxrss / (double)t.nodes,
	       (double)c.steps / (double)t.switches / (double)sc.end);

	network_free(n);
	stats_free(stats);
	workload_free(w);
	topology_stored_free(stored);
	return used / hops;
}

/* Packets are sorted as by default, but in those that say "head". */
static const struct scenario scenarios[] = {
#define RECN_IQ(name, k, sorting, flits, load, warmup, cycles, threads, beside) \
	{ name, k, 3, SCHEME_recn_iq, 4, SORTING_##sorting, flits, load, warmup, cycles, threads, beside, USUAL, false }
#define FBICM(name, sorting, flits, load, cycles, beside) { name, 4, 3, SCHEME_fbicm, 4, SORTING_##sorting, flits, load, 5000, cycles, 1, beside, USUAL, false }
#define STATIC(name, n, scheme, queues, flits, warmup, cycles) { name, 4, n, SCHEME_##scheme, queues, SORTING_arrival, flits, 0.9, warmup, cycles, 1, NULL, USUAL, false }
#define TORUS(name, k, load, cycles) { name, k, 2, SCHEME_wormhole, 0, SORTING_arrival, 16, load, 10000, cycles, 1, NULL, USUAL, false }
#define QOS(name, scheme, beside) { name, 4, 3, SCHEME_##scheme, 0, SORTING_arrival, 0, 0.8, 20000, 80000, 1, beside, USUAL, false }
	RECN_IQ("64 nodes, load 0.9", 4, arrival, 8, 0.9, 5000, 100000, 1, NULL),
	RECN_IQ("64 nodes, load 0.1", 4, arrival, 8, 0.1, 5000, 300000, 1, NULL),
	RECN_IQ("4096 nodes, load 0.3", 16, arrival, 8, 0.3, 1000, 12000, 1, NULL),
	RECN_IQ("4096 nodes, load 0.2", 16, arrival, 8, 0.2, 1000, 12000, 1, NULL),
	{ "4096 nodes, dragonfly, load 0.2", 16, 3, SCHEME_recn_iq, 4, SORTING_arrival, 8, 0.2, 1000, 12000, 1, "4096 nodes, load 0.2", DRAGONFLY, false },
	{ "4096 nodes, dragonfly, stored, load 0.2", 16, 3, SCHEME_recn_iq, 4, SORTING_arrival, 8, 0.2, 1000, 12000, 1, "4096 nodes, load 0.2", DRAGONFLY, true },
	{ "4096 nodes, OBQA-8, load 0.2", 16, 3, SCHEME_obqa, 8, SORTING_arrival, 8, 0.2, 1000, 12000, 1, NULL, USUAL, false },
	{ "4096 nodes, dragonfly, OBQA-8, load 0.2", 16, 3, SCHEME_obqa, 8, SORTING_arrival, 8, 0.2, 1000, 12000, 1, "4096 nodes, OBQA-8, load 0.2", DRAGONFLY, false },
	{ "648 nodes, load 0.8", 0, 0, SCHEME_recn_iq, 4, SORTING_arrival, 8, 0.8, 1000, 10000, 1, NULL, TREE, false },
	{ "648 nodes, stored, load 0.8", 0, 0, SCHEME_recn_iq, 4, SORTING_arrival, 8, 0.8, 1000, 10000, 1, "648 nodes, load 0.8", TREE, true },
	RECN_IQ("4096 nodes, load 0.3, 2 threads", 16, arrival, 8, 0.3, 1000, 12000, 2, NULL),
	FBICM("64 nodes, FBICM, load 0.9", arrival, 8, 0.9, 100000, "64 nodes, load 0.9"),
	FBICM("64 nodes, FBICM, load 0.1", arrival, 8, 0.1, 300000, "64 nodes, load 0.1"),
	RECN_IQ("64 nodes, head, load 0.9", 4, head, 8, 0.9, 5000, 100000, 1, "64 nodes, load 0.9"),
	RECN_IQ("64 nodes, head, load 0.1", 4, head, 8, 0.1, 5000, 300000, 1, "64 nodes, load 0.1"),
	RECN_IQ("4096 nodes, head, load 0.3", 16, head, 8, 0.3, 1000, 12000, 1, "4096 nodes, load 0.3"),
	RECN_IQ("4096 nodes, head, load 0.3, 2 threads", 16, head, 8, 0.3, 1000, 12000, 2, "4096 nodes, load 0.3, 2 threads"),
	FBICM("64 nodes, FBICM, head, load 0.9", head, 8, 0.9, 100000, "64 nodes, head, load 0.9"),
	FBICM("64 nodes, FBICM, head, load 0.1", head, 8, 0.1, 300000, "64 nodes, head, load 0.1"),
	STATIC("64 nodes, OBQA-4, load 0.9", 3, obqa, 4, 8, 5000, 100000),
	STATIC("64 nodes, DBBM-4, load 0.9", 3, dbbm, 4, 8, 5000, 100000),
	STATIC("64 nodes, VOQsw, load 0.9", 3, voqsw, 0, 8, 5000, 100000),
	STATIC("64 nodes, VOQnet, load 0.9", 3, voqnet, 0, 8, 5000, 100000),
	STATIC("64 nodes, VOQnet, load 0.9, 1 flit", 3, voqnet, 0, 1, 5000, 30000),
	STATIC("256 nodes, VOQnet, load 0.9", 4, voqnet, 0, 8, 3000, 60000),
	STATIC("64 nodes, pfc, load 0.9", 3, pfc, 0, 8, 5000, 100000),
	RECN_IQ("64 nodes, load 0.9, 1 flit", 4, arrival, 1, 0.9, 5000, 30000, 1, "64 nodes, VOQnet, load 0.9, 1 flit"),
	RECN_IQ("64 nodes, head, load 0.9, 1 flit", 4, head, 1, 0.9, 5000, 30000, 1, NULL),
	FBICM("64 nodes, FBICM, load 0.9, 1 flit", arrival, 1, 0.9, 30000, "64 nodes, VOQnet, load 0.9, 1 flit"),
	FBICM("64 nodes, FBICM, head, load 0.9, 1 flit", head, 1, 0.9, 30000, NULL),
	QOS("128 nodes, recn-qos, 8 levels, load 0.8", recn_qos, NULL),
	QOS("128 nodes, voqsw-qos, 8 levels, load 0.8", voqsw_qos, "128 nodes, recn-qos, 8 levels, load 0.8"),
	QOS("128 nodes, voqnet-qos, 8 levels, load 0.8", voqnet_qos, "128 nodes, recn-qos, 8 levels, load 0.8"),
	TORUS("256 nodes, torus, a packet each 100 cycles", 16, 0.16, 50000),
	TORUS("4096 nodes, torus, a packet each 400 cycles", 64, 0.04, 5000),
	{ "64 nodes, mesh, 1 flit, load 0.4", 8, 2, SCHEME_wormhole, 0, SORTING_arrival, 1, 0.4, 5000, 100000, 1, NULL, MESH, false },
	{ "65536 nodes, load 0.3", 16, 4, SCHEME_recn_iq, 4, SORTING_arrival, 8, 0.3, 1000, 3000, 1, "4096 nodes, load 0.3", USUAL, false },
#undef RECN_IQ
#undef FBICM
#undef STATIC
#undef QOS
#undef TORUS
};

enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void compare(unsigned i, const double each[SCENARIOS])
{
	for (unsigned k = 0; scenarios[i].beside && k < i; k++)
		if (!strcmp(scenarios[k].name, scenarios[i].beside) && each[k] > 0)
			printf(", %.2f times the CPU time of '%s'", each[i] / each[k], scenarios[k].name);
}

/* Arguments: parts of names of the scenarios to run; none: all. Or a scenario of your own: k n saqs injection load cycles threads. */
int main(int argc, char **argv)
{
	double each[SCENARIOS] = { 0 };
	const char *const width = getenv("SLUICE_WIDTH");

	if (width && !switch_limit_width_to(width))
		fail("SLUICE_WIDTH", "64, 32, 16 or 0");
	printf("registers of %u bytes\n", switch_width());
	if (argc == 8) {
		const unsigned cycles = (unsigned)atoi(argv[6]);

		run(&(struct scenario){ "given", (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]), SCHEME_recn_iq, (unsigned)atoi(argv[3]),
					(enum sortings)params_default().sorting, params_default().packet_flits, atof(argv[5]), cycles / 5, cycles, (unsigned)atoi(argv[7]),
					NULL, USUAL, false },
		    (enum node_injection)atoi(argv[4]));
		putchar('\n');
		return 0;
	}
	for (unsigned i = 0; i < SCENARIOS; i++) {
		int k = 1;

		while (k < argc && !strstr(scenarios[i].name, argv[k]))
			k++;
		if (argc > 1 && k == argc)
			continue;
		each[i] = run(scenarios + i, NODE_INJECTION_PER_DESTINATION);
		compare(i, each);
		putchar('\n');
		fflush(stdout);
	}
	return 0;
}
