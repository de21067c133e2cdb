#ifndef RANDOM_CONFIG_H
#define RANDOM_CONFIG_H

#include "bench/neighbours.h"

/* Random switches and neighbours that strain: odd radices, tiny memories, thresholds at their limits. */

static inline unsigned between(struct rng *r, unsigned low, unsigned high)
{
	return low + rng_below(r, high - low + 1);
}

static inline unsigned one_of(struct rng *r, unsigned low, unsigned high)
{
	unsigned draw = rng_below(r, 4);

	return draw == 0 ? low : draw == 1 ? high : between(r, low, high);
}

static inline struct params random_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
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

/* A scheme with static queues: from one queue to more than fit in a 64-bit word, memories from one slot for each queue up. */
static inline struct params random_static_params(struct rng *r, unsigned most_ports)
{
	struct params p;
	char why[PARAMS_WHY];

	do {
		p = params_default();
		p.scheme = rng_below(r, SCHEMES);
		if (shape_of(&p).classifier != CLASSIFIER_STATIC)
			continue;
		p.radix = between(r, 2, most_ports);
		p.nodes = rng_below(r, 4) ? between(r, 2, 30) : between(r, 2, 150);
		if (p.scheme == SCHEME_obqa || p.scheme == SCHEME_dbbm)
			p.queues = rng_below(r, 8) ? between(r, 1, 9) : between(r, 1, 130);
		p.slots = shape_of(&p).queues * (1 + rng_log_below(r, 8)) + rng_below(r, shape_of(&p).queues);
		p.packet_flits = one_of(r, 1, 9);
		p.flit_bits = rng_below(r, 2) ? 64 : between(r, 64, 160);
		p.arbiter = rng_below(r, ARBITERS);
		p.node_bits = between(r, 1, 16);
	} while (shape_of(&p).classifier != CLASSIFIER_STATIC || !params_check(&p, why));
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
	return c;
}

#endif
