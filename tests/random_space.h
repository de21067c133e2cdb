#ifndef RANDOM_SPACE_H
#define RANDOM_SPACE_H

#include "random_config.h"

/*
 * Random switches of the whole space of spec/params.def: every scheme, and every parameter over its range, each drawn independently
 * of the others as far as a limit on the size leaves room. Small values are preferred, since more happens at once with them, and both
 * ends of a range come often. The traffic is drawn independently of the switch.
 */
struct space {
	unsigned most_size;             /* of a switch: random_size() */
	unsigned most_nodes;            /* destinations; writing a routing table takes a cycle for each */
};

/* Rough measure of the time to compile a switch: for each port its queues, and a part for its slots and lists of destinations. */
static inline unsigned random_size(const struct params *p)
{
	const struct shape s = shape_of(p);
	const unsigned lists = s.classifier == CLASSIFIER_DESTINATION_CAM && !s.lists_in_memory ? s.nodes * s.saqs / 128 : 0;
	const unsigned slots = s.memory == MEMORY_SHARED_SLOTS ? s.slots / 64 : 0;

	return s.radix * (s.queues + 2 + slots + lists);
}

enum { MEMORY_BITS_MOST = 1 << 27 };            /* of all input memories: 16 MB */

static inline bool random_fits(const struct space *space, const struct params *p)
{
	const uint64_t memory = (uint64_t)p->radix * p->slots * p->packet_flits * p->flit_bits;
	char why[PARAMS_WHY];

	return params_check(p, why) && random_size(p) <= space->most_size && memory <= MEMORY_BITS_MOST;
}

/* A number in low..high, small ones preferred; an end of the range in one draw of four. */
static inline unsigned from_low(struct rng *r, unsigned low, unsigned high)
{
	const unsigned draw = rng_below(r, 8);

	return draw == 0 ? low : draw == 1 ? high : low + rng_log_below(r, high - low + 1);
}

struct band {
	unsigned percent, low, high;
};

static const struct band radix_bands[] = { { 46, 2, 5 }, { 28, 6, 11 }, { 15, 12, 17 }, { 7, 18, 33 }, { 4, 34, 64 } };

static inline unsigned random_radix(struct rng *r)
{
	const struct band *b = radix_bands;
	unsigned draw = rng_below(r, 100);

	for (; draw >= b->percent; b++)
		draw -= b->percent;
	return between(r, b->low, b->high);
}

/* Most queues that a port may have so that the size stays within its limit; at least 1. */
static inline unsigned room_for_queues(const struct space *space, unsigned radix, unsigned most)
{
	const unsigned room = space->most_size / radix;

	return room < 4 ? 1 : room - 3 < most ? room - 3 : most;
}

/* Draw the parameters that all schemes have. */
static inline struct params random_common(struct rng *r)
{
	struct params p = params_default();

	p.radix = random_radix(r);
	p.slots = from_low(r, 4, 1024);
	p.packet_flits = from_low(r, 1, 64);
	p.flit_bits = from_low(r, 64, 512);
	p.arbiter = rng_below(r, ARBITERS);
	p.node_bits = one_of(r, 1, 24);
	return p;
}

static inline void random_thresholds(struct rng *r, struct params *p)
{
	p->detect_threshold = from_low(r, 1, p->slots);
	p->xoff_threshold = from_low(r, 1, p->slots);
	p->xon_threshold = one_of(r, 1, p->xoff_threshold);
}

/* Make a flit that is too short for the header just long enough. */
static inline void hold_header(struct params *p)
{
	const struct shape s = shape_of(p);

	if (p->flit_bits < s.header_bits)
		p->flit_bits = s.header_bits;
}

/* Draw the number of destinations. In one switch of four it may be less than the radix, so that some outputs have none. */
static inline unsigned random_nodes(struct rng *r, const struct params *p, unsigned most)
{
	const unsigned low = rng_below(r, 4) ? p->radix : 2;

	return low < most ? from_low(r, low, most) : low;
}

static inline void random_recn_iq(const struct space *space, struct rng *r, struct params *p)
{
	p->saqs = rng_below(r, 8) ? from_low(r, 1, room_for_queues(space, p->radix, 32)) : 0;
	p->turnpool_bits = one_of(r, clog2(p->radix), 64);
	random_thresholds(r, p);
}

static inline void random_fbicm(const struct space *space, struct rng *r, struct params *p)
{
	p->scheme = SCHEME_fbicm;
	p->cfqs = from_low(r, 1, room_for_queues(space, p->radix, 32));
	p->lists = rng_below(r, LISTS);
	p->nodes = random_nodes(r, p, p->lists == LISTS_ram || space->most_nodes < 8192 / p->cfqs ? space->most_nodes : 8192 / p->cfqs);
	p->hops = one_of(r, 1, 63);
	random_thresholds(r, p);
}

static inline void random_queues(const struct space *space, struct rng *r, struct params *p)
{
	static const enum schemes schemes[] = { SCHEME_one_queue, SCHEME_obqa, SCHEME_dbbm, SCHEME_voqsw, SCHEME_voqnet };
	const unsigned most = room_for_queues(space, p->radix, 256);

	p->scheme = schemes[rng_below(r, sizeof schemes / sizeof *schemes)];
	p->nodes = random_nodes(r, p, p->scheme == SCHEME_voqnet ? most : space->most_nodes);
	if (p->scheme == SCHEME_obqa || p->scheme == SCHEME_dbbm)
		p->queues = from_low(r, 1, most);
	if (p->slots < shape_of(p).queues || !rng_below(r, 4))
		p->slots = shape_of(p).queues * (1 + rng_log_below(r, 64)) + rng_below(r, shape_of(p).queues);
	if (p->slots < 4)
		p->slots = 4;
}

/* Of seven switches three are RECN-IQ, two FBICM and two have static queues. Of four switches of up to 16 ports, three have at most a
 * quarter of the size. */
static inline struct params random_switch(const struct space *most, struct rng *r)
{
	struct space space;
	struct params p;

	do {
		const unsigned kind = rng_below(r, 7);

		p = random_common(r);
		space = *most;
		space.most_size /= p.radix > 16 || !rng_below(r, 4) ? 1 : 4;
		if (kind < 3)
			random_recn_iq(&space, r, &p);
		else if (kind < 5)
			random_fbicm(&space, r, &p);
		else
			random_queues(&space, r, &p);
		hold_header(&p);
	} while (!random_fits(&space, &p));
	return p;
}

/* Sources of any depth: a deep one keeps a switch busy for long after the traffic. */
static inline struct neighbours_config random_traffic(struct rng *r, const struct shape *s)
{
	struct neighbours_config c = random_neighbours(r, s, (enum traffic_kind)rng_below(r, TRAFFIC_KINDS));

	c.source_packets = 1 + rng_log_below(r, 256);
	return c;
}

#endif
