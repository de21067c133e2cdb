#include "routes.h"
#include "point.h"
#include "stock.h"

#include <stdlib.h>

enum { TREE_DEPTH = 3, LEAVES = 1 << TREE_DEPTH, TRIES = 16 };

struct route {
	uint64_t turnpool;              /* the switch's own turn, which depends on the input, is 0 */
	uint8_t turns_left;
};

struct routes {
	struct shape shape;
	struct stock memory;            /* of all these arrays */
	struct route *route;            /* LEAVES for each output; NULL: there is a table */
	struct table_entry *table;      /* by destination */
	struct table_route *nic;        /* likewise, of a network interface that has routes */
	uint32_t *destination;          /* destinations of output o are at o, o + radix, o + 2 radix... */
	uint32_t *place;                /* by destination: its index in destination[] */
	uint16_t *queue;                /* by destination, at this switch */
};

/* The turn at which this bit of their number makes the leaves of an output differ: 1 + bit, or any. */
static unsigned parting(const struct shape *s, uint64_t seed, unsigned output, unsigned bit)
{
	uint64_t draw = rng_mix(seed ^ rng_mix(output));

	return s->turns > 1 && draw & 3 ? 1 + (unsigned)(rng_mix(draw ^ bit) % (s->turns - 1)) : 1 + bit;
}

/* Turn k >= 1 of a leaf. Leaves of one output have all turns in common but those of parting(). */
static unsigned turn_of(const struct shape *s, uint64_t seed, unsigned output, unsigned leaf, unsigned k)
{
	uint64_t turn = rng_mix(seed ^ ((uint64_t)output << 32 | k)) % s->radix;

	for (unsigned bit = 0; bit < TREE_DEPTH; bit++)
		if (parting(s, seed, output, bit) == k)
			turn += (leaf >> bit & 1) * (1 + rng_mix(turn ^ bit) % (s->radix - 1));
	return (unsigned)(turn % s->radix);
}

static struct route route_of(const struct shape *s, uint64_t seed, unsigned output, unsigned leaf)
{
	const unsigned left = leaf < TREE_DEPTH ? leaf + 1 : 1 + (unsigned)(rng_mix(seed ^ ~(uint64_t)(output * LEAVES + leaf)) % s->turns);
	struct route r = { .turns_left = (uint8_t)(leaf < LEAVES / 2 && left < s->turns ? left : s->turns) };

	for (unsigned k = 1; k < r.turns_left; k++)
		r.turnpool |= (uint64_t)turn_of(s, seed, output, leaf, k) << k * s->turn_w;
	return r;
}

static void draw_routes(struct routes *r, uint64_t seed)
{
	const struct shape *s = &r->shape;

	r->route = stock_array(&r->memory, s->radix * LEAVES, sizeof *r->route);
	for (unsigned i = 0; r->route && i < s->radix * LEAVES; i++)
		r->route[i] = route_of(s, seed, i / LEAVES, i % LEAVES);
}

static bool make_table(struct routes *r)
{
	const unsigned nodes = r->shape.nodes;

	r->table = stock_array(&r->memory, nodes, sizeof *r->table);
	r->queue = stock_array(&r->memory, nodes, sizeof *r->queue);
	r->destination = stock_array(&r->memory, nodes, sizeof *r->destination);
	r->place = stock_array(&r->memory, nodes, sizeof *r->place);
	return !r->memory.lacking;
}

/* Queues in turn, over a shuffled order of the destinations. */
static void deal_queues(struct routes *r, struct rng *rng)
{
	const unsigned queues = r->shape.named_queues ? r->shape.named_queues : 1;

	rng_shuffle(rng, r->destination, r->shape.nodes);
	for (unsigned i = 0; i < r->shape.nodes; i++)
		r->table[r->destination[i]].queue = (uint16_t)(i % queues);
}

/* Assign queues here, queues at the next hop, and outputs in turn, each over a shuffled order of the destinations. */
static void draw_table(struct routes *r, uint64_t seed)
{
	const struct shape *s = &r->shape;
	struct rng rng = rng_seed(seed, s->nodes);

	if (!make_table(r))
		return;
	deal_queues(r, &rng);
	for (unsigned i = 0; i < s->nodes; i++)
		r->queue[i] = r->table[i].queue;
	deal_queues(r, &rng);
	rng_shuffle(&rng, r->destination, s->nodes);
	for (unsigned i = 0; i < s->nodes; i++) {
		r->table[r->destination[i]].output = (uint8_t)(i % s->radix);
		r->place[r->destination[i]] = i;
	}
}

static bool is_taken(const struct table_route *routes, unsigned n, struct table_route route)
{
	for (unsigned d = 0; d < n; d++)
		if (routes[d].left == route.left && routes[d].turns == route.turns)
			return true;
	return false;
}

/* A route that differs from the first n: of any length while such are found, then of full length, of which there are enough (params.c). Many begin as
 * another one does, so that congested points are shared. */
static struct table_route draw_route(const struct shape *s, struct rng *rng, const struct table_route *routes, unsigned n)
{
	for (unsigned try = 0;; try++) {
		struct table_route r = { .left = (uint8_t)(try < TRIES ? 1 + rng_below(rng, s->turns) : s->turns) };

		r.turns = point_any(s, rng, s->switch_radix, r.left);
		if (n && rng_below(rng, 2)) {
			const struct table_route *other = routes + rng_below(rng, n);
			const uint64_t same = point_mask(s, 1 + rng_below(rng, other->left < r.left ? other->left : r.left));

			r.turns = (r.turns & ~same) | (other->turns & same);
		}
		if (!is_taken(routes, n, r))
			return r;
	}
}

/* What a network interface has, if it has a table: routes, or the queues of the switch. */
static void draw_nic(struct routes *r, uint64_t seed)
{
	const struct shape *s = &r->shape;
	struct rng rng = rng_seed(seed, s->nodes + s->ends);

	r->nic = s->by_route ? stock_array(&r->memory, s->ends, sizeof *r->nic) : NULL;
	for (unsigned d = 0; r->nic && d < s->ends; d++)
		r->nic[d] = draw_route(s, &rng, r->nic, d);
	if (s->by_route || !s->table_words || !make_table(r))
		return;
	deal_queues(r, &rng);
	for (unsigned d = 0; d < s->nodes; d++)
		r->table[d].output = NIC_NETWORK;
}

struct routes *routes_new(const struct shape *s, uint64_t seed)
{
	struct routes *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->shape = *s;
	(s->nic ? draw_nic : s->nodes ? draw_table : draw_routes)(r, rng_mix(seed));
	if (!r->memory.lacking)
		return r;
	routes_free(r);
	return NULL;
}

void routes_free(struct routes *r)
{
	if (!r)
		return;
	stock_free(&r->memory);
	free(r);
}

struct table_words routes_table(const struct routes *r)
{
	return (struct table_words){ r->table, r->nic };
}

bool routes_draw_pair(const struct routes *r, struct rng *rng, uint32_t pair[2])
{
	pair[0] = rng_below(rng, r->shape.nodes);
	pair[1] = rng_below(rng, r->shape.nodes);
	if (r->shape.nic)
		return r->table[pair[0]].queue != r->table[pair[1]].queue;
	return r->table[pair[0]].output != r->table[pair[1]].output;
}

void routes_exchange(struct routes *r, const uint32_t pair[2])
{
	if (r->shape.nic)
		return;
	const uint32_t at[2] = { r->place[pair[0]], r->place[pair[1]] };

	for (unsigned k = 0; k < 2; k++) {
		r->destination[at[!k]] = pair[k];
		r->place[pair[k]] = at[!k];
	}
}

void routes_set(struct routes *r, uint32_t destination, struct table_entry entry)
{
	r->table[destination] = entry;
}

static void draw_destination(const struct routes *r, struct rng *rng, unsigned output, struct packet *p)
{
	const unsigned nodes = r->shape.nodes, radix = r->shape.radix;
	const unsigned first = output < nodes ? output : output % nodes;

	p->destination = r->destination[first + radix * rng_below(rng, (nodes - first + radix - 1) / radix)];
	p->queue = r->queue[p->destination];
}

/* A host's packet for a destination; or one from the network, behind all its turns, in queue 0 unless queues are by priority. */
static void draw_at_nic(const struct shape *s, struct rng *rng, unsigned input, unsigned destination, struct packet *p)
{
	if (s->by_route) {
		p->turnpool = input == NIC_HOST ? destination : rng_next(rng) >> (64 - s->turnpool_bits);
		p->turns_left = 0;
		return;
	}
	p->destination = input == NIC_HOST ? destination : rng_below(rng, s->nodes);
	p->queue = s->header_queue == QUEUE_OF_LEVEL ? rng_below(rng, s->queues) : 0;
}

void routes_draw(const struct routes *r, struct rng *rng, unsigned input, unsigned output, struct packet *p)
{
	const struct shape *s = &r->shape;

	if (s->nic) {
		draw_at_nic(s, rng, input, output, p);
		return;
	}
	if (r->table) {
		draw_destination(r, rng, output, p);
		return;
	}
	uint64_t draw = rng_next(rng);
	const struct route *route = &r->route[output * LEAVES + (draw >> 61)];
	unsigned turn = output >= input ? output - input : output + s->radix - input;
	uint64_t noise = draw * 0x9e3779b97f4a7c15 & ~point_mask(s, route->turns_left);

	if (s->turnpool_bits < 64)
		noise &= (UINT64_C(1) << s->turnpool_bits) - 1;
	p->turnpool = noise | route->turnpool | turn;
	p->turns_left = route->turns_left;
}
