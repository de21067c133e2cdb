#pragma once

#include "random_config.h"

#include <assert.h>
#include <stdlib.h>

/*
 * Random switches of the whole space of spec/params.def: every scheme (random_config.h), and every parameter over its range, each drawn independently
 * of the others as far as a limit on the size leaves room. Small values are preferred, since more happens at once with them, and both
 * ends of a range come often. The traffic is drawn independently of the switch.
 */

/* Rough measure of the time to compile a switch: for each port its queues, and a part for its slots and lists of destinations. */
static inline unsigned random_size(const struct params *p)
{
	const struct shape s = shape_of(p);
	const unsigned lists = s.lists_in_memory ? 0 : s.nodes * s.saqs / 128;
	const unsigned slots = s.memory == MEMORY_SHARED_SLOTS ? s.slots / 64 : 0;
	const unsigned sides = s.by_cells ? 2 : 1;
	const unsigned flits = s.by_flits ? s.vcs * s.buffer_flits / 8 : 0;

	return s.radix * (sides * s.queues + 2 + slots + lists + flits);
}

enum { MEMORY_BITS_MOST = 1 << 27 };            /* of all input memories: 16 MB */

static inline bool random_fits(const struct space *space, const struct params *p)
{
	const struct shape s = shape_of(p);
	const uint64_t flits = s.by_cells ? 2 * (uint64_t)s.side_cells * s.cell_flits : (uint64_t)s.slots * s.packet_flits;
	const uint64_t memory = s.radix * flits * s.flit_bits;
	char why[PARAMS_WHY];

	return params_check(p, why) && random_size(p) <= space->most_size && memory <= MEMORY_BITS_MOST;
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

/* Make a flit that is too short for the header just long enough. */
static inline void hold_header(struct params *p)
{
	const struct shape s = shape_of(p);

	if (p->flit_bits < s.header_bits)
		p->flit_bits = s.header_bits;
}

/* How often a kind of switch is drawn, in so many draws. $SLUICE_KIND: no other kind. */
static inline unsigned random_share(const struct random_kind *k)
{
	const char *only = getenv("SLUICE_KIND");

	return only && strcmp(only, k->name) ? 0 : k->share;
}

/* A kind of switch, each as often as its share says. */
static inline const struct random_kind *random_kind(struct rng *r)
{
	unsigned shares = 0, draw;
	const struct random_kind *k = random_kinds;

	for (unsigned i = 0; i < RANDOM_KINDS; i++)
		shares += random_share(random_kinds + i);
	assert(shares && "SLUICE_KIND is the name of a kind in random_config.h");
	for (draw = rng_below(r, shares); draw >= random_share(k); k++)
		draw -= random_share(k);
	return k;
}

/* Of four switches of up to 16 ports, three have at most a quarter of the size. */
static inline struct params random_switch(const struct space *most, struct rng *r)
{
	struct space space;
	struct params p;

	do {
		const struct random_kind *const kind = random_kind(r);

		p = random_common(r);
		space = *most;
		space.most_size /= p.radix > 16 || !rng_below(r, 4) ? 1 : 4;
		kind->any(&space, r, &p);
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
