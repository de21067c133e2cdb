#include "routes.h"
#include "point.h"

#include <stdlib.h>

enum { TREE_DEPTH = 3, LEAVES = 1 << TREE_DEPTH };

struct route {
	uint64_t turnpool;              /* the switch's own turn, which depends on the input, is 0 */
	uint8_t turns_left;
};

struct routes {
	struct shape shape;
	struct route route[];           /* LEAVES for each output */
};

/* The turns at which the leaves of an output part: 1, 2, 3, or any. Each halves them. */
static unsigned parting(const struct shape *s, uint64_t seed, unsigned output, unsigned bit)
{
	uint64_t draw = rng_mix(seed ^ rng_mix(output));

	return s->turns > 1 && draw & 3 ? 1 + (unsigned)(rng_mix(draw ^ bit) % (s->turns - 1)) : 1 + bit;
}

/* Turn k >= 1 of a leaf. Leaves of one output have all turns in common but those at which they part. */
static unsigned turn_of(const struct shape *s, uint64_t seed, unsigned output, unsigned leaf, unsigned k)
{
	uint64_t turn = rng_mix(seed ^ ((uint64_t)output << 32 | k)) % s->radix;

	for (unsigned bit = 0; bit < TREE_DEPTH; bit++)
		if (parting(s, seed, output, bit) == k)
			turn += (leaf >> bit & 1) * (1 + rng_mix(turn ^ bit) % (s->radix - 1));
	return (unsigned)(turn % s->radix);
}

static unsigned length_of(const struct shape *s, uint64_t seed, unsigned output, unsigned leaf)
{
	unsigned left = leaf < TREE_DEPTH ? leaf + 1 : 1 + (unsigned)(rng_mix(seed ^ ~(uint64_t)(output * LEAVES + leaf)) % s->turns);

	return leaf < LEAVES / 2 && left < s->turns ? left : s->turns;
}

static struct route route_of(const struct shape *s, uint64_t seed, unsigned output, unsigned leaf)
{
	struct route r = { .turns_left = (uint8_t)length_of(s, seed, output, leaf) };

	for (unsigned k = 1; k < r.turns_left; k++)
		r.turnpool |= (uint64_t)turn_of(s, seed, output, leaf, k) << k * s->turn_w;
	return r;
}

struct routes *routes_new(const struct shape *s, uint64_t seed)
{
	struct routes *r = malloc(sizeof *r + s->radix * LEAVES * sizeof r->route[0]);

	if (!r)
		return NULL;
	r->shape = *s;
	for (unsigned i = 0; i < s->radix * LEAVES; i++)
		r->route[i] = route_of(s, rng_mix(seed), i / LEAVES, i % LEAVES);
	return r;
}

void routes_free(struct routes *r)
{
	free(r);
}

void routes_draw(const struct routes *r, struct rng *rng, unsigned input, unsigned output, struct packet *p)
{
	const struct shape *s = &r->shape;
	uint64_t draw = rng_next(rng);
	const struct route *route = &r->route[output * LEAVES + (draw >> 61)];
	unsigned turn = output >= input ? output - input : output + s->radix - input;
	uint64_t noise = draw * 0x9e3779b97f4a7c15 & ~point_mask(s, route->turns_left);

	if (s->turnpool_bits < 64)
		noise &= (UINT64_C(1) << s->turnpool_bits) - 1;
	p->turnpool = noise | route->turnpool | turn;
	p->turns_left = route->turns_left;
}
