#include "traffic.h"

#include <assert.h>
#include <stdlib.h>

const char *const traffic_names[TRAFFIC_KINDS + 1] = { "uniform", "hotspot", "permutation", "bursty", "incast", "all" };

struct traffic {
	struct traffic_config c;
	struct geometric gap;           /* cycles without a packet, between packets; bursty: between bursts */
	struct geometric burst;         /* packets in a burst after its first */
	uint64_t hot;                   /* probability */
	uint32_t partner[];             /* permutation */
};

/* A uniformly drawn permutation without fixed points. */
static void derange(uint32_t *partner, unsigned n, struct rng rng)
{
	bool fixed;

	do {
		fixed = false;
		rng_shuffle(&rng, partner, n);
		for (unsigned i = 0; i < n; i++)
			fixed |= partner[i] == i;
	} while (fixed);
}

/* Longest packet of those that are within a cell. */
static unsigned short_flits(const struct traffic_config *c)
{
	return c->cell_flits < c->max_flits ? c->cell_flits : c->max_flits;
}

/* Are some packets short, and some of whole cells? */
static bool by_cells(const struct traffic_config *c)
{
	return c->cell_flits > 1 && c->min_flits == 1 && c->max_flits >= c->cell_flits;
}

static double mean_flits(const struct traffic_config *c)
{
	const double any = (c->min_flits + c->max_flits) / 2.0;

	return by_cells(c) ? any / 2 + (1 + short_flits(c)) / 8.0 + (1 + c->max_flits / c->cell_flits) * c->cell_flits / 8.0 : any;
}

/* Mean number of cycles in which the process is silent. */
static double mean_gap(const struct traffic_config *c)
{
	double flits = mean_flits(c);

	if (c->kind == TRAFFIC_BURSTY)
		return TRAFFIC_BURST * flits * (1 - c->load) / c->load;
	return flits / c->load - 1;
}

struct traffic *traffic_new(const struct traffic_config *c)
{
	struct traffic *t = malloc(sizeof *t + c->nodes * sizeof t->partner[0]);

	assert(c->nodes >= 2 && c->hot_node < c->nodes && c->min_flits >= 1 && c->min_flits <= c->max_flits);
	assert(c->load >= 0 && c->load <= 1 && c->hot_fraction >= 0 && c->hot_fraction <= 1);
	if (!t)
		return NULL;
	t->c = *c;
	t->gap = geometric_of_mean(c->load > 0 ? mean_gap(c) : 0);
	t->burst = geometric_of_mean(TRAFFIC_BURST - 1);
	t->hot = rng_probability(c->hot_fraction);
	if (c->kind == TRAFFIC_PERMUTATION)
		derange(t->partner, c->nodes, rng_seed(c->seed, UINT64_MAX));
	return t;
}

void traffic_free(struct traffic *t)
{
	free(t);
}

struct traffic_source traffic_source(const struct traffic *t, unsigned node)
{
	return (struct traffic_source){ .rng = rng_seed(t->c.seed, node), .node = node };
}

static unsigned anywhere(const struct traffic *t, struct traffic_source *s)
{
	unsigned d;

	if (t->c.own)
		return rng_below(&s->rng, t->c.nodes);
	d = rng_below(&s->rng, t->c.nodes - 1);
	return d + (d >= s->node);
}

static unsigned to_target(const struct traffic *t, struct traffic_source *s, unsigned target)
{
	return target == s->node && !t->c.own ? anywhere(t, s) : target;
}

static bool incast_on(uint64_t cycle)
{
	return cycle % TRAFFIC_INCAST_PERIOD < TRAFFIC_INCAST_LENGTH;
}

/* Incast keeps one packet in sixteen as background. */
static unsigned incast(const struct traffic *t, struct traffic_source *s, uint64_t cycle)
{
	uint64_t target = t->c.hot_node + cycle / TRAFFIC_INCAST_PERIOD;

	if (!incast_on(cycle) || rng_below(&s->rng, 16) == 0)
		return anywhere(t, s);
	return to_target(t, s, (unsigned)(target % t->c.nodes));
}

/* The destination of a burst is drawn with its first packet; burst_left counts those to come. */
static unsigned bursty(const struct traffic *t, struct traffic_source *s)
{
	if (s->burst_left) {
		s->burst_left--;
	} else {
		s->burst_left = geometric_draw(&t->burst, &s->rng);
		s->burst_target = anywhere(t, s);
	}
	return s->burst_target;
}

static unsigned destination(const struct traffic *t, struct traffic_source *s, uint64_t cycle)
{
	switch (t->c.kind) {
	case TRAFFIC_HOTSPOT:
		return rng_chance(&s->rng, t->hot) ? to_target(t, s, t->c.hot_node) : anywhere(t, s);
	case TRAFFIC_PERMUTATION:
		return t->partner[s->node];
	case TRAFFIC_BURSTY:
		return bursty(t, s);
	case TRAFFIC_INCAST:
		return incast(t, s, cycle);
	default:
		return anywhere(t, s);
	}
}

static unsigned length(const struct traffic_config *c, struct traffic_source *s)
{
	const unsigned draw = by_cells(c) ? rng_below(&s->rng, 4) : 2;

	if (draw == 0)
		return 1 + rng_below(&s->rng, short_flits(c));
	if (draw == 1)
		return (1 + rng_below(&s->rng, c->max_flits / c->cell_flits)) * c->cell_flits;
	return c->min_flits + (c->max_flits > c->min_flits ? rng_below(&s->rng, c->max_flits - c->min_flits + 1) : 0);
}

struct traffic_packet traffic_now(const struct traffic *t, struct traffic_source *s, uint64_t cycle)
{
	const unsigned to = destination(t, s, cycle);

	return (struct traffic_packet){ .cycle = cycle, .destination = to, .flits = length(&t->c, s) };
}

/* The cycle of the next packet: a success of the Bernoulli process; in a burst, as soon as the packet before has been sent. */
static uint64_t next_cycle(const struct traffic *t, struct traffic_source *s)
{
	uint64_t cycle = s->next;

	if (t->c.kind == TRAFFIC_BURSTY)
		return s->burst_left ? cycle : cycle + geometric_draw(&t->gap, &s->rng);
	cycle += geometric_draw(&t->gap, &s->rng);
	while (t->c.kind == TRAFFIC_INCAST && !incast_on(cycle) && rng_below(&s->rng, 4))
		cycle += 1 + geometric_draw(&t->gap, &s->rng);
	return cycle;
}

struct traffic_packet traffic_next(const struct traffic *t, struct traffic_source *s)
{
	struct traffic_packet p = { .cycle = UINT64_MAX };

	if (t->c.load <= 0)
		return p;
	p = traffic_now(t, s, next_cycle(t, s));
	s->next = p.cycle + (t->c.kind == TRAFFIC_BURSTY ? p.flits : 1);
	return p;
}
