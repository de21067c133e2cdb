#pragma once

#include "bench/neighbours.h"

/* Draws; and random switches that strain, of each kind of scheme (random_config.h): odd radices, tiny memories, thresholds at their limits. */

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

/* Drawn, from the default values, until they are sound. */
#define STRAIN(name) \
	static inline void draw_##name(struct rng *r, unsigned most_ports, struct params *p); \
	static inline struct params name(struct rng *r, unsigned most_ports) \
	{ \
		struct params p; \
		char why[PARAMS_WHY]; \
\
		do { \
			p = params_default(); \
			draw_##name(r, most_ports, &p); \
		} while (!params_check(&p, why)); \
		return p; \
	} \
	static inline void draw_##name(struct rng *r, __attribute__((unused)) unsigned most_ports, struct params *p)

STRAIN(random_params)
{
	p->sorting = SORTING_head;
	p->radix = between(r, 2, most_ports);
	p->saqs = rng_below(r, 8);
	p->slots = rng_below(r, 2) ? between(r, 4, 12) : between(r, 4, 70);
	p->packet_flits = one_of(r, 1, 9);
	p->flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
	p->detect_threshold = one_of(r, 1, p->slots);
	p->xoff_threshold = one_of(r, 1, p->slots);
	p->xon_threshold = one_of(r, 1, p->xoff_threshold);
	p->arbiter = rng_below(r, ARBITERS);
	p->turnpool_bits = between(r, 1, 40);
	p->node_bits = between(r, 1, 16);
}

/* The switch that sorts packets as they arrive. */
static inline struct params params_sorted_on_arrival(struct params p)
{
	p.sorting = SORTING_arrival;
	return p;
}

static inline struct params random_sorted_params(struct rng *r, unsigned most_ports)
{
	return params_sorted_on_arrival(random_params(r, most_ports));
}

/* FBICM: lists of few to many destinations, congested points near and far. */
STRAIN(random_fbicm_params)
{
	*p = random_params(r, most_ports);
	p->scheme = SCHEME_fbicm;
	p->saqs = params_default().saqs;
	p->turnpool_bits = params_default().turnpool_bits;
	p->cfqs = between(r, 1, 8);
	p->nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
	p->hops = one_of(r, 1, 15);
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
	return params_sorted_on_arrival(random_fbicm_params(r, most_ports));
}

static inline struct params random_sorted_swept_params(struct rng *r, unsigned most_ports)
{
	return params_sorted_on_arrival(random_swept_params(r, most_ports));
}

/* A scheme with static queues: from one queue to more than fit in a 64-bit word, memories from one slot for each queue up. */
STRAIN(random_static_params)
{
	p->scheme = random_scheme(r, CLASSIFIER_STATIC);
	p->radix = between(r, 2, most_ports);
	p->nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
	if (PARAM_USED(p, queues))
		p->queues = rng_below(r, 8) ? between(r, 1, 9) : between(r, 1, 130);
	p->slots = shape_of(p).queues * (1 + rng_log_below(r, 8)) + rng_below(r, shape_of(p).queues);
	p->packet_flits = one_of(r, 1, 9);
	p->flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
	p->arbiter = rng_below(r, ARBITERS);
	p->node_bits = between(r, 1, 16);
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
STRAIN(random_pfc_params)
{
	p->scheme = SCHEME_pfc;
	p->radix = between(r, 2, most_ports);
	p->nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
	p->queues = between(r, 1, 8);
	p->link_cycles = rng_below(r, 3);
	random_pool(r, p, 4, 40);
	p->packet_flits = one_of(r, 1, 9);
	p->flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
	p->arbiter = rng_below(r, ARBITERS);
	p->node_bits = between(r, 1, 16);
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
STRAIN(random_qos_params)
{
	p->scheme = SCHEME_recn_qos;
	p->radix = between(r, 2, most_ports);
	random_levels(r, p, 4);
	p->vc_saqs = rng_below(r, 6);
	random_cells(r, p);
	random_cell_thresholds(r, p);
	random_turns(r, p);
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

STRAIN(random_rival_params)
{
	p->radix = between(r, 2, most_ports);
	random_classes(r, p, 80);
	random_cells(r, p);
	random_turns(r, p);
}

/* Has each destination a route of its own? */
static inline bool random_routes_do(const struct params *p)
{
	const unsigned turns = p->turnpool_bits / clog2(p->radix);
	uint64_t routes = 1;

	for (unsigned t = 0; t < turns && routes < p->nodes; t++)
		routes *= p->radix;
	return routes >= p->nodes;
}

/* What a network interface has beside its network's switches. Thresholds are those of the send side. */
static inline void random_interface(struct rng *r, struct params *p, unsigned most_nodes, unsigned most_cells)
{
	p->nodes = rng_below(r, 8) ? one_of(r, 2, most_nodes) : 2;
	p->nic_lines = from_low(r, 1, 16);
	p->nic_cells = p->packet_cells + rng_log_below(r, most_cells);
	p->host_cells = p->packet_cells + rng_log_below(r, most_cells);
	p->detect_cells = from_low(r, 1, p->nic_cells);
	p->detect_xon_cells = one_of(r, 1, p->detect_cells + 1);
	p->xoff_cells = params_default().xoff_cells;
	p->xon_cells = params_default().xon_cells;
}

/* Network interfaces: as of two sides of cells, with up to a dozen destinations. */
STRAIN(random_nic_params)
{
	*p = random_qos_params(r, most_ports);
	p->scheme = SCHEME_recn_qos_nic;
	random_interface(r, p, 12, 40);
}

/* Network interfaces that count slots: what their switches have, and the memories of both sides, from one slot up. */
static inline void random_slot_interface(struct rng *r, struct params *p, unsigned most_lines, unsigned most_queues, unsigned most_slots)
{
	p->scheme = random_scheme(r, CLASSIFIER_SLOT_NIC);
	p->arbiter = params_default().arbiter;
	if (PARAM_USED(p, saqs))
		p->saqs = rng_below(r, 8) ? from_low(r, 1, most_lines) : 0;
	if (PARAM_USED(p, cfqs))
		p->cfqs = from_low(r, 1, most_lines);
	if (PARAM_USED(p, hops))
		p->hops = one_of(r, 1, 63);
	if (PARAM_USED(p, queues))
		p->queues = from_low(r, 1, p->scheme == SCHEME_pfc_nic ? QUEUES_MOST_pfc_nic : most_queues);
	if (PARAM_USED(p, radix))
		p->radix = between(r, 2, 9);
	if (PARAM_USED(p, turnpool_bits))
		p->turnpool_bits = one_of(r, clog2(p->radix), 40);
	p->nodes = from_low(r, 2, most_queues);
	p->slots = p->queues * (1 + rng_log_below(r, most_slots)) + rng_below(r, p->queues);
	p->slots = p->slots < params_table[PARAM_INDEX_slots].min ? params_table[PARAM_INDEX_slots].min : p->slots;
	p->source_slots = one_of(r, 1, 1 + rng_log_below(r, 9));
	p->host_slots = from_low(r, 1, most_slots);
}

STRAIN(random_slot_nic_params)
{
	random_slot_interface(r, p, 7, rng_below(r, 4) ? 12 : 130, 8);
	p->packet_flits = one_of(r, 1, 9);
	p->flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
	p->node_bits = between(r, 1, 16);
}

/* Of small networks; thresholds that are crossed. */
static inline void random_cube(struct rng *r, struct params *p, unsigned most_dims)
{
	p->scheme = SCHEME_wormhole;
	p->grid = rng_below(r, GRIDS);
	p->dims = between(r, 1, most_dims);
	p->ary = rng_below(r, 2) ? between(r, 2, 4) : between(r, 2, 9);
	p->routing = rng_below(r, ROUTINGS);
	p->deadlock = rng_below(r, DEADLOCKS);
	p->timeout = from_low(r, 1, 255);
	p->throttle = rng_below(r, THROTTLES);
	if (p->grid == GRID_torus && (p->throttle == THROTTLE_fixed || p->throttle == THROTTLE_tuned) && rng_below(r, 2)) {
		p->gather = GATHER_metapackets;
		p->gather_cycles = p->dims * (4 * p->ary + 1) + 2 + rng_log_below(r, 200);
	}
	p->side_cycles = from_low(r, 2, 64);
	p->tune_gathers = from_low(r, 1, 64);
	p->increment = from_low(r, 1, 100);
	p->decrement = from_low(r, 1, 100);
	p->floor = from_low(r, 0, 99);
	p->fall = between(r, 1, 8);
	p->tune_resets = rng_below(r, 2);
	p->extrapolate = rng_below(r, 4) != 0;
	if (p->routing == ROUTING_adaptive || p->deadlock == DEADLOCK_recovery)
		return;
	p->vc_reuse = rng_below(r, VC_REUSES);
	p->route_rate = rng_below(r, ROUTE_RATES);
	p->speculate = p->route_rate == ROUTE_RATE_port && rng_below(r, 2);
}

STRAIN(random_wormhole_params)
{
	random_cube(r, p, (most_ports - 1) / 2 < PARAM_MOST_dims ? (most_ports - 1) / 2 : PARAM_MOST_dims);
	p->vcs = one_of(r, 1, 8);
	p->buffer_flits = rng_below(r, 2) ? between(r, 2, 4) : between(r, 2, 16);
	p->packet_flits = one_of(r, 1, 20);
	p->injection_vcs = between(r, 1, p->vcs);
	p->delivery_vcs = between(r, 1, p->vcs);
	p->flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
	p->node_bits = between(r, 1, 16);
	p->threshold = rng_log_below(r, 1000);
}
