#ifndef RANDOM_CONFIG_H
#define RANDOM_CONFIG_H

#include "bench/neighbours.h"

/*
 * Random switches, by kind: the table is random_kinds, at the end. Straining ones, with odd radices, tiny memories and thresholds at their limits;
 * those of the whole space of parameters; and those of networks. And random neighbours that strain.
 */

static inline unsigned between(struct rng *r, unsigned low, unsigned high)
{
	return low + rng_below(r, high - low + 1);
}

static inline unsigned one_of(struct rng *r, unsigned low, unsigned high)
{
	unsigned draw = rng_below(r, 4);

	return draw == 0 ? low : draw == 1 ? high : between(r, low, high);
}

/* A number in low..high, small ones preferred; an end of the range in one draw of four. */
static inline unsigned from_low(struct rng *r, unsigned low, unsigned high)
{
	const unsigned draw = rng_below(r, 8);

	return draw == 0 ? low : draw == 1 ? high : low + rng_log_below(r, high - low + 1);
}

/* Has the scheme this parameter? */
#define PARAM_USED(p, name) params_used(p, &params_table[PARAM_INDEX_##name])

/* One of the schemes with this classifier. */
static inline unsigned random_scheme(struct rng *r, enum classifier classifier)
{
	struct params p = params_default();
	unsigned of[SCHEMES], n = 0;

	for (p.scheme = 0; p.scheme < SCHEMES; p.scheme++)
		if (shape_of(&p).classifier == classifier)
			of[n++] = p.scheme;
	return of[rng_below(r, n)];
}

/* ---- Straining ones, of up to so many ports ---- */

static inline struct params random_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.sorting = SORTING_head;
		p.radix = between(r, 2, most_ports);
		p.saqs = rng_below(r, 8);
		p.slots = rng_below(r, 2) ? between(r, 4, 12) : between(r, 4, 70);
		p.packet_flits = one_of(r, 1, 9);
		p.flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
		p.detect_threshold = one_of(r, 1, p.slots);
		p.xoff_threshold = one_of(r, 1, p.slots);
		p.xon_threshold = one_of(r, 1, p.xoff_threshold);
		p.arbiter = rng_below(r, ARBITERS);
		p.turnpool_bits = between(r, 1, 40);
		p.node_bits = between(r, 1, 16);
	} while (!params_check(&p, why));
	return p;
}

/* A switch that sorts packets as they arrive. */
static inline void sort_on_arrival(struct params *p)
{
	p->sorting = SORTING_arrival;
}

static inline struct params random_sorted_params(struct rng *r, unsigned most_ports)
{
	struct params p = random_params(r, most_ports);

	sort_on_arrival(&p);
	return p;
}

/* FBICM: lists of few to many destinations, congested points near and far. */
static inline struct params random_fbicm_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = random_params(r, most_ports);
		p.scheme = SCHEME_fbicm;
		p.saqs = params_default().saqs;
		p.turnpool_bits = params_default().turnpool_bits;
		p.cfqs = between(r, 1, 8);
		p.nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
		p.hops = one_of(r, 1, 15);
	} while (!params_check(&p, why));
	return p;
}

/* FBICM with lists in memories: sometimes so many destinations that sweeps clear few lines, or none. */
static inline struct params random_swept_params(struct rng *r, unsigned most_ports)
{
	struct params p = random_fbicm_params(r, most_ports);

	p.lists = LISTS_ram;
	if (!rng_below(r, 8))
		p.nodes = 2 + rng_log_below(r, params_table[PARAM_INDEX_nodes].max - 1);
	return p;
}

static inline struct params random_sorted_fbicm_params(struct rng *r, unsigned most_ports)
{
	struct params p = random_fbicm_params(r, most_ports);

	sort_on_arrival(&p);
	return p;
}

static inline struct params random_sorted_swept_params(struct rng *r, unsigned most_ports)
{
	struct params p = random_swept_params(r, most_ports);

	sort_on_arrival(&p);
	return p;
}

/* A scheme with static queues: from one queue to more than fit in a 64-bit word, memories from one slot for each queue up. */
static inline struct params random_static_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.scheme = random_scheme(r, CLASSIFIER_STATIC);
		p.radix = between(r, 2, most_ports);
		p.nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
		if (PARAM_USED(&p, queues))
			p.queues = rng_below(r, 8) ? between(r, 1, 9) : between(r, 1, 130);
		p.slots = shape_of(&p).queues * (1 + rng_log_below(r, 8)) + rng_below(r, shape_of(&p).queues);
		p.packet_flits = one_of(r, 1, 9);
		p.flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
		p.arbiter = rng_below(r, ARBITERS);
		p.node_bits = between(r, 1, 16);
	} while (!params_check(&p, why));
	return p;
}

/* Give a switch with priorities a memory that holds reserve and headroom, with a pool of 1 slot up, and thresholds within it. */
static inline void random_pool(struct rng *r, struct params *p, unsigned most_reserve, unsigned most_pool)
{
	p->reserve = 1 + rng_log_below(r, most_reserve);
	p->slots = p->queues * (p->reserve + 2 * p->link_cycles + 7) + p->link_cycles + 4 + rng_log_below(r, most_pool);
	p->xoff_threshold = one_of(r, p->reserve, p->reserve + shape_of(p).pool);
	p->xon_threshold = one_of(r, 1, p->xoff_threshold);
}

/* Priorities: from one to eight. Links of the bench have no delay, so that headroom for less is not tried. */
static inline struct params random_pfc_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.scheme = SCHEME_pfc;
		p.radix = between(r, 2, most_ports);
		p.nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
		p.queues = between(r, 1, 8);
		p.link_cycles = rng_below(r, 3);
		random_pool(r, &p, 4, 40);
		p.packet_flits = one_of(r, 1, 9);
		p.flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
		p.arbiter = rng_below(r, ARBITERS);
		p.node_bits = between(r, 1, 16);
	} while (!params_check(&p, why));
	return p;
}

/* Service levels in VCs, each VC at least one: evenly, or any way. */
static inline void random_levels(struct rng *r, struct params *p, unsigned most_vcs)
{
	p->sls = between(r, 1, 8);
	p->vcs = between(r, 1, p->sls < most_vcs ? p->sls : most_vcs);
	p->line_levels = rng_below(r, LINE_LEVELS);
	memcpy(p->sl_vcs, params_default().sl_vcs, sizeof p->sl_vcs);
	if (!rng_below(r, 2))
		return;
	for (unsigned sl = 0; sl < p->sls; sl++) {
		const unsigned with = rng_below(r, sl + 1), vc = sl < p->vcs ? sl : rng_below(r, p->vcs);

		p->sl_vcs[sl] = p->sl_vcs[with];
		p->sl_vcs[with] = (char)('0' + vc);
	}
	p->sl_vcs[p->sls] = 0;
}

/* Thresholds in cells, many of them low. */
static inline void random_cell_thresholds(struct rng *r, struct params *p)
{
	p->detect_cells = from_low(r, 1, p->cells);
	p->detect_xon_cells = one_of(r, 1, p->detect_cells + 1);
	p->xoff_cells = from_low(r, 1, p->cells);
	p->xon_cells = one_of(r, 1, p->xoff_cells + 1);
}

/* Memories from one packet up, packets of one cell to eight. */
static inline void random_cells(struct rng *r, struct params *p)
{
	p->cell_flits = 1u << rng_below(r, 4);
	p->packet_cells = one_of(r, 1, 8);
	p->cells = p->packet_cells + rng_log_below(r, 40);
	p->speedup = rng_below(r, SPEEDUPS);
}

/* What headers of such switches have, and the flits that carry them. */
static inline void random_turns(struct rng *r, struct params *p)
{
	p->flit_bits = rng_below(r, 2) ? 72 : between(r, 64, 160);
	p->turnpool_bits = between(r, 1, 40);
	p->node_bits = between(r, 1, 16);
}

/* Two sides of cells: up to four VCs. */
static inline struct params random_qos_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.scheme = SCHEME_recn_qos;
		p.radix = between(r, 2, most_ports);
		random_levels(r, &p, 4);
		p.vc_saqs = rng_below(r, 6);
		random_cells(r, &p);
		random_cell_thresholds(r, &p);
		random_turns(r, &p);
	} while (!params_check(&p, why));
	return p;
}

static inline unsigned within(unsigned x, unsigned least, unsigned most)
{
	return x < least ? least : x > most ? most : x;
}

/* Their rivals: a VC for each level, or for each level and destination. Few of these, or more of a class than a word has bits. */
static inline void random_classes(struct rng *r, struct params *p, unsigned most_queues)
{
	p->scheme = rng_below(r, 2) ? SCHEME_voqsw_qos : SCHEME_voqnet_qos;
	if (p->scheme == SCHEME_voqsw_qos) {
		p->sls = between(r, 1, within(most_queues / p->radix, 1, 8));
	} else if (most_queues > 70 && !rng_below(r, 4)) {
		p->sls = 1;
		p->nodes = between(r, 65, most_queues);
	} else {
		p->sls = between(r, 1, within(most_queues / 2, 1, 8));
		p->nodes = between(r, 2, within(most_queues / p->sls, 2, 6));
	}
}

static inline struct params random_rival_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.radix = between(r, 2, most_ports);
		random_classes(r, &p, 80);
		random_cells(r, &p);
		random_turns(r, &p);
	} while (!params_check(&p, why));
	return p;
}

/* ---- Of the whole space (random_space.h): parameters that not all schemes have, as far as a limit on the size leaves room ---- */

struct space {
	unsigned most_size;             /* of a switch: random_size() */
	unsigned most_nodes;            /* destinations; writing a routing table takes a cycle for each */
};

/* Most queues that a port may have so that the size stays within its limit; at least 1. */
static inline unsigned room_for_queues(const struct space *space, unsigned radix, unsigned most)
{
	const unsigned room = space->most_size / radix;

	return room < 4 ? 1 : room - 3 < most ? room - 3 : most;
}

static inline void random_thresholds(struct rng *r, struct params *p)
{
	p->detect_threshold = from_low(r, 1, p->slots);
	p->xoff_threshold = from_low(r, 1, p->slots);
	p->xon_threshold = one_of(r, 1, p->xoff_threshold);
}

/* Draw the number of destinations. In one switch of four it may be less than the radix, so that some outputs have none. */
static inline unsigned random_nodes(struct rng *r, const struct params *p, unsigned most)
{
	const unsigned low = rng_below(r, 4) ? p->radix : 2;

	return low < most ? from_low(r, low, most) : low;
}

static inline void random_recn_iq(const struct space *space, struct rng *r, struct params *p)
{
	p->sorting = SORTING_head;
	p->saqs = rng_below(r, 8) ? from_low(r, 1, room_for_queues(space, p->radix, 32)) : 0;
	p->turnpool_bits = one_of(r, clog2(p->radix), 64);
	random_thresholds(r, p);
}

static inline void random_sorted(const struct space *space, struct rng *r, struct params *p)
{
	random_recn_iq(space, r, p);
	sort_on_arrival(p);
}

static inline void random_fbicm(const struct space *space, struct rng *r, struct params *p)
{
	p->scheme = SCHEME_fbicm;
	p->sorting = SORTING_head;
	p->cfqs = from_low(r, 1, room_for_queues(space, p->radix, 32));
	p->lists = rng_below(r, LISTS);
	p->nodes = random_nodes(r, p, p->lists == LISTS_ram || space->most_nodes < 8192 / p->cfqs ? space->most_nodes : 8192 / p->cfqs);
	p->hops = one_of(r, 1, 63);
	random_thresholds(r, p);
}

static inline void random_sorted_fbicm(const struct space *space, struct rng *r, struct params *p)
{
	random_fbicm(space, r, p);
	sort_on_arrival(p);
}

static inline void random_queues(const struct space *space, struct rng *r, struct params *p)
{
	const unsigned most = room_for_queues(space, p->radix, 256);

	p->scheme = random_scheme(r, CLASSIFIER_STATIC);
	p->nodes = random_nodes(r, p, p->scheme == SCHEME_voqnet ? most : space->most_nodes);
	if (PARAM_USED(p, queues))
		p->queues = from_low(r, 1, most);
	if (p->slots < shape_of(p).queues || !rng_below(r, 4))
		p->slots = shape_of(p).queues * (1 + rng_log_below(r, 64)) + rng_below(r, shape_of(p).queues);
	if (p->slots < 4)
		p->slots = 4;
}

static inline void random_pfc(const struct space *space, struct rng *r, struct params *p)
{
	p->scheme = SCHEME_pfc;
	p->queues = from_low(r, 1, room_for_queues(space, p->radix, QUEUES_MOST_pfc));
	p->nodes = random_nodes(r, p, space->most_nodes);
	p->link_cycles = from_low(r, 0, 20);
	random_pool(r, p, 8, 200);
}

/* A memory of cells in place of slots, for switches with two sides. */
static inline void any_cells(struct rng *r, struct params *p)
{
	const struct params d = params_default();

	p->slots = d.slots;
	p->packet_flits = d.packet_flits;
	p->arbiter = d.arbiter;
	p->radix = p->radix > 32 ? 32 : p->radix;
	p->cell_flits = 1u << rng_below(r, 7);
	p->packet_cells = from_low(r, 1, 1024 / p->cell_flits < 256 ? 1024 / p->cell_flits : 256);
	p->cells = p->packet_cells + (rng_below(r, 16) ? rng_log_below(r, 256) : rng_log_below(r, 4096 - p->packet_cells + 1));
	p->speedup = rng_below(r, SPEEDUPS);
	p->turnpool_bits = one_of(r, clog2(p->radix), 64);
}

/* VCs and set-aside queues as there is room. */
static inline void random_qos(const struct space *space, struct rng *r, struct params *p)
{
	p->scheme = SCHEME_recn_qos;
	any_cells(r, p);
	random_levels(r, p, 8);
	while (p->vcs > 1 && p->vcs * p->radix > room_for_queues(space, p->radix, 256))
		random_levels(r, p, p->vcs - 1);
	p->vc_saqs = rng_below(r, 8) ? from_low(r, 1, room_for_queues(space, p->radix, 256) / p->vcs / 2 + 1) : 0;
	p->vc_saqs = p->vc_saqs > 32 ? 32 : p->vc_saqs;
	random_cell_thresholds(r, p);
}

static inline void random_rival(const struct space *space, struct rng *r, struct params *p)
{
	any_cells(r, p);
	random_classes(r, p, room_for_queues(space, p->radix, 1024));
}

/* ---- In networks of so many nodes (net_harness.h), with routes of up to 64 bits ---- */

static inline void use_tables(struct params *p, unsigned scheme, unsigned nodes)
{
	p->scheme = scheme;
	p->saqs = params_default().saqs;
	p->turnpool_bits = params_default().turnpool_bits;
	p->nodes = nodes;
}

static inline void fit_fbicm(struct params *p, unsigned queues, unsigned queue_slots)
{
	(void)queue_slots;
	p->cfqs = queues;
}

static inline void fit_static(struct params *p, unsigned queues, unsigned queue_slots)
{
	if (PARAM_USED(p, queues))
		p->queues = queues;
	p->slots = shape_of(p).queues * queue_slots;
	p->slots = p->slots < params_table[PARAM_INDEX_slots].min ? params_table[PARAM_INDEX_slots].min : p->slots;
}

enum { MOST_LINK_DELAY = 20 };          /* of net_case_draw_run() */

static inline void fit_pfc(struct params *p, unsigned queues, unsigned queue_slots)
{
	(void)queue_slots;
	p->queues = queues < QUEUES_MOST_pfc ? queues : QUEUES_MOST_pfc;
	p->link_cycles = MOST_LINK_DELAY;
	p->slots = p->queues * (p->reserve + 2 * p->link_cycles + 7) + p->link_cycles + 3 + 20;
}

/* Cells for two packets of the longest kind or more; thresholds that strain, with a queue_slots of few. Of the rivals, those by destination keep nodes. */
static inline void fit_qos(struct params *p, unsigned queues, unsigned queue_slots)
{
	p->nodes = p->scheme == SCHEME_voqnet_qos ? p->nodes : params_default().nodes;
	p->turnpool_bits = params_table[PARAM_INDEX_turnpool_bits].max;
	p->cell_flits = 2;
	p->packet_cells = 4;
	p->cells = 8 * queue_slots;
	if (p->scheme != SCHEME_recn_qos)
		return;
	p->vc_saqs = queues;
	p->detect_cells = p->xoff_cells = queue_slots;
	p->detect_xon_cells = p->xon_cells = (queue_slots + 1) / 2;
}

static inline void network_recn_iq(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	(void)number;
	(void)nodes;
	p->sorting = SORTING_head;
	p->saqs = rng_below(r, 4) ? rng_log_below(r, 32) : 0;
	p->slots = 4 + rng_log_below(r, 100);
	p->packet_flits = 1 + rng_log_below(r, 20);
	p->detect_threshold = 1 + rng_log_below(r, p->slots - 1);
	p->xoff_threshold = 1 + rng_log_below(r, p->slots - 1);
	p->xon_threshold = 1 + rng_below(r, p->xoff_threshold);
	p->arbiter = rng_below(r, ARBITERS);
}

static inline void network_sorted(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	network_recn_iq(r, number, nodes, p);
	sort_on_arrival(p);
}

static inline void network_fbicm(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	network_recn_iq(r, number, nodes, p);
	p->cfqs = p->saqs ? p->saqs : 1;
	p->lists = number % LISTS;
	use_tables(p, SCHEME_fbicm, nodes);
}

static inline void network_sorted_fbicm(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	network_fbicm(r, number, nodes, p);
	sort_on_arrival(p);
}

static inline void network_static(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	const unsigned queues = 1 + rng_log_below(r, 12);

	(void)number;
	use_tables(p, random_scheme(r, CLASSIFIER_STATIC), nodes);
	fit_static(p, queues, 1 + rng_log_below(r, 12));
	p->packet_flits = 1 + rng_log_below(r, 20);
	p->arbiter = rng_below(r, ARBITERS);
}

static inline void network_pfc(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	(void)number;
	use_tables(p, SCHEME_pfc, nodes);
	p->queues = 1 + rng_log_below(r, QUEUES_MOST_pfc);
	p->link_cycles = MOST_LINK_DELAY;
	random_pool(r, p, 8, 100);
	p->packet_flits = 1 + rng_log_below(r, 20);
	p->arbiter = rng_below(r, ARBITERS);
}

static inline void network_qos(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	(void)number;
	(void)nodes;
	p->scheme = SCHEME_recn_qos;
	random_levels(r, p, 4);
	p->vc_saqs = rng_below(r, 4) ? rng_log_below(r, 16) : 0;
	p->cell_flits = 1u << rng_below(r, 4);
	p->packet_cells = 1 + rng_log_below(r, 24 / p->cell_flits);
	p->cells = p->packet_cells + rng_log_below(r, 100);
	p->speedup = rng_below(r, SPEEDUPS);
	random_cell_thresholds(r, p);
}

static inline void network_rival(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	p->scheme = number % 2 ? SCHEME_voqsw_qos : SCHEME_voqnet_qos;
	p->sls = between(r, 1, 1024 / nodes < 8 ? 1024 / nodes : 8);
	p->nodes = p->scheme == SCHEME_voqnet_qos ? nodes : p->nodes;
	p->cell_flits = 1u << rng_below(r, 4);
	p->packet_cells = 1 + rng_log_below(r, 24 / p->cell_flits);
	p->cells = p->packet_cells + rng_log_below(r, 60);
	p->speedup = rng_below(r, SPEEDUPS);
}

/* ---- The kinds ---- */

struct random_kind {
	const char *name;
	enum classifier classifier;
	bool congestion;                /* its switches manage congestion */
	unsigned share;                 /* of the draws of random_switch(); 0: another kind draws these as well */
	struct params (*strain)(struct rng *, unsigned most_ports);
	void (*any)(const struct space *, struct rng *, struct params *);
	void (*network)(struct rng *, unsigned number, unsigned nodes, struct params *);        /* NULL: another kind draws these as well */
	void (*fit)(struct params *, unsigned queues, unsigned queue_slots);    /* net_case_scheme(); NULL: has no tables, or as another kind */
};

static const struct random_kind random_kinds[] = {
	{ "recn-iq", CLASSIFIER_ROUTE_CAM, true, 3, random_params, random_recn_iq, network_recn_iq, NULL },
	{ "recn-iq, sorted on arrival", CLASSIFIER_ROUTE_SORT, true, 3, random_sorted_params, random_sorted, network_sorted, NULL },
	{ "fbicm", CLASSIFIER_DESTINATION_CAM, true, 2, random_fbicm_params, random_fbicm, network_fbicm, fit_fbicm },
	{ "fbicm, lists in memories", CLASSIFIER_DESTINATION_CAM, true, 0, random_swept_params, NULL, NULL, NULL },
	{ "fbicm, sorted on arrival", CLASSIFIER_DESTINATION_SORT, true, 2, random_sorted_fbicm_params, random_sorted_fbicm, network_sorted_fbicm,
	  fit_fbicm },
	{ "fbicm, sorted on arrival, lists in memories", CLASSIFIER_DESTINATION_SORT, true, 0, random_sorted_swept_params, NULL, NULL, NULL },
	{ "priorities", CLASSIFIER_PRIORITY, false, 1, random_pfc_params, random_pfc, network_pfc, fit_pfc },
	{ "two sides of cells", CLASSIFIER_CIOQ, true, 2, random_qos_params, random_qos, network_qos, fit_qos },
	{ "static queues", CLASSIFIER_STATIC, false, 2, random_static_params, random_queues, network_static, fit_static },
	{ "two sides of cells, rivals", CLASSIFIER_CIOQ, false, 1, random_rival_params, random_rival, network_rival, NULL },
};

enum { RANDOM_KINDS = sizeof random_kinds / sizeof *random_kinds };

/* The first kind with this classifier. */
static inline const struct random_kind *random_kind_of(enum classifier classifier)
{
	const struct random_kind *k = random_kinds;

	while (k < random_kinds + RANDOM_KINDS && k->classifier != classifier)
		k++;
	return k < random_kinds + RANDOM_KINDS ? k : NULL;
}

static inline struct neighbours_config random_neighbours(struct rng *r, const struct shape *s, enum traffic_kind traffic)
{
	struct neighbours_config c = neighbours_default(s);

	c.traffic = traffic;
	c.injection = rng_below(r, INJECTIONS);
	c.load = between(r, 1, 20) / 20.0;
	c.seed = rng_next(r);
	c.saturate = rng_below(r, 8) == 0;
	c.fixed_length = rng_below(r, 4) == 0;
	c.own_port = rng_below(r, 4) == 0;
	c.hot_port = rng_below(r, s->radix);
	c.hot_fraction = between(r, 1, 9) / 10.0;
	c.back_pressure = rng_below(r, 4) != 0;
	c.single_flit = !c.fixed_length && rng_below(r, 8) == 0;
	c.single_level = s->sls > 1 && rng_below(r, 4) == 0;
	return c;
}

#endif
