#pragma once

#include "random_strain.h"

/*
 * Random switches, by kind: the table is random_kinds, at the end. Straining ones (random_strain.h); those of the whole space of parameters; and those
 * of networks. And random neighbours that strain.
 */

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
	p->sorting = SORTING_arrival;
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
	p->sorting = SORTING_arrival;
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

/* Of destinations, a few more than there is room for queues of a switch: a queue has less. */
static inline void random_nic(const struct space *space, struct rng *r, struct params *p)
{
	random_qos(space, r, p);
	p->scheme = SCHEME_recn_qos_nic;
	random_interface(r, p, room_for_queues(space, 2, NIC_QUEUES_MOST) / p->sls / 2 + 2, 256);
	while (p->turnpool_bits < 64 && !random_routes_do(p))
		p->turnpool_bits++;
}

/* As many lines and queues as there is room for; memories that a simulation of the RTL can hold. */
static inline void random_slot_nic(const struct space *space, struct rng *r, struct params *p)
{
	const struct params d = params_default();
	const unsigned most = room_for_queues(space, 2, 512);

	p->radix = d.radix;
	p->slots = d.slots;
	random_slot_interface(r, p, most < 32 ? most : 32, most < 256 ? most : 256, 64);
	p->nodes = p->nodes * (PARAM_USED(p, cfqs) ? p->cfqs : 1) > LISTS_MOST ? LISTS_MOST / p->cfqs : p->nodes;
	while (PARAM_USED(p, turnpool_bits) && p->turnpool_bits < 64 && !random_routes_do(p))
		p->turnpool_bits++;
	while (p->source_slots > 1 && p->nodes * p->source_slots > 1024)
		p->source_slots--;
}

/* Buffers as there is room: they are registers. */
static inline void random_wormhole(const struct space *space, struct rng *r, struct params *p)
{
	const struct params d = params_default();

	p->radix = d.radix;
	p->slots = d.slots;
	p->arbiter = d.arbiter;
	random_cube(r, p, PARAM_MOST_dims);
	p->flit_bits = p->flit_bits < 160 ? p->flit_bits : 64;
	p->vcs = from_low(r, 1, room_for_queues(space, 2 * p->dims + 1, PARAM_MOST_vcs));
	p->buffer_flits = from_low(r, 2, 64 / p->vcs < 4 ? 4 : 64 / p->vcs);
	p->injection_vcs = between(r, 1, p->vcs);
	p->delivery_vcs = between(r, 1, p->vcs);
	p->threshold = rng_log_below(r, 1000);
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

enum { MOST_LINK_DELAY = 40 };          /* of net_case_draw_run() */

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
	p->sorting = SORTING_arrival;
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
	p->sorting = SORTING_arrival;
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

/* The switch says what the network is. Sources throttled by a threshold of 0 may wait until the last buffer is free again, but no longer. */
static inline void network_wormhole(struct rng *r, unsigned number, unsigned nodes, struct params *p)
{
	char why[PARAMS_WHY];

	(void)number;
	(void)nodes;
	do {
		*p = params_default();
		random_cube(r, p, 3);
		p->deadlock = rng_below(r, 2) ? DEADLOCK_avoidance : DEADLOCK_recovery;
		p->side_cycles = 2 + MOST_LINK_DELAY;
		p->vcs = between(r, 1, 4);
		p->injection_vcs = between(r, 1, p->vcs);
		p->delivery_vcs = between(r, 1, p->vcs);
		p->buffer_flits = 2 + rng_log_below(r, 20);
		p->packet_flits = 1 + rng_log_below(r, 20);
		p->threshold = rng_log_below(r, 40);
	} while (!params_check(p, why) || shape_of(p).routers > 128);
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
	p->cells = p->packet_cells + (rng_below(r, 4) ? rng_log_below(r, 100) : 0);
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
	p->cells = p->packet_cells + (rng_below(r, 4) ? rng_log_below(r, 60) : 0);
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
	void (*network)(struct rng *, unsigned number, unsigned nodes, struct params *);        /* NULL: another kind draws these as well, or it is no switch */
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
	{ "network interface", CLASSIFIER_NIC, true, 1, random_nic_params, random_nic, NULL, NULL },
	{ "network interface, slots", CLASSIFIER_SLOT_NIC, false, 2, random_slot_nic_params, random_slot_nic, NULL, NULL },
	{ "wormhole", CLASSIFIER_WORMHOLE, false, 2, random_wormhole_params, random_wormhole, network_wormhole, NULL },
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
