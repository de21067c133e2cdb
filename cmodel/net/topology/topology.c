#include "topology_fit.h"
#include "topology_grid.h"

#include "units/bits.h"

const char *const topology_names[TOPOLOGIES] = {
#define TOPOLOGY(id, text, help) text,
#include "topologies.def"
#undef TOPOLOGY
};

const char *const topology_help[TOPOLOGIES] = {
#define TOPOLOGY(id, text, help) help,
#include "topologies.def"
#undef TOPOLOGY
};

/* Number x with its digit i replaced. */
static uint32_t with_digit(const struct topology *t, uint32_t x, unsigned i, unsigned digit)
{
	return x + t->power[i] * digit - t->power[i] * topology_digit(t, x, i);
}

/* x without its lowest digit. */
static uint32_t rest(const struct topology *t, uint32_t x)
{
	return t->log_k ? x >> t->log_k : x / t->k;
}

static unsigned width(const struct topology *t)
{
	return t->power[t->stages - 1];
}

/* Stage of a switch, where all stages have as many. */
static unsigned stage_of(const struct topology *t, uint32_t sw)
{
	return sw / width(t);
}

static struct place at_switch(const struct topology *t, unsigned stage, uint32_t w, unsigned port)
{
	return (struct place){ SWITCH, stage * width(t) + w, port };
}

/*
 * Trees, and multistage networks folded at their last stage: k ports down, k ports up; stages of k^(n-1)
 * switches. The lowest digit of a node's number is its port; the others are the number of its switch.
 */
static struct place tree_attach(const struct topology *t, uint32_t node)
{
	return at_switch(t, 0, rest(t, node), topology_digit(t, node, 0));
}

/*
 * Butterfly: the up port replaces digit `stage` of the switch's number, the old one is the down port there.
 * In this wiring the k-ary n-tree and the bidirectional MIN with butterflies are the same.
 */
static struct place butterfly_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const unsigned stage = stage_of(t, sw);
	const uint32_t w = sw % width(t);

	if (port >= 2 * t->k || (port >= t->k && stage + 1 == t->stages))
		return (struct place){ NOTHING, 0, 0 };
	if (port >= t->k)
		return at_switch(t, stage + 1, with_digit(t, w, stage, port - t->k), topology_digit(t, w, stage));
	if (stage == 0)
		return (struct place){ NODE, w * t->k + port, 0 };
	return at_switch(t, stage - 1, with_digit(t, w, stage - 1, port), t->k + topology_digit(t, w, stage - 1));
}

/* Perfect shuffle: line w k + up port, its digits rotated to the left, is the line at the next stage. */
static struct place shuffle_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const unsigned stage = stage_of(t, sw), top = t->stages - 1;
	const uint32_t w = sw % width(t);

	if (port >= 2 * t->k || (port >= t->k && stage == top))
		return (struct place){ NOTHING, 0, 0 };
	if (port >= t->k) {
		const uint32_t line = w * t->k + port - t->k;
		const unsigned first = topology_digit(t, line, top);

		return at_switch(t, stage + 1, line - t->power[top] * first, first);
	}
	if (stage == 0)
		return (struct place){ NODE, w * t->k + port, 0 };
	return at_switch(t, stage - 1, port * t->power[top - 1] + rest(t, w), t->k + topology_digit(t, w, 0));
}

static unsigned butterfly_digit(const struct topology *t, uint32_t destination, unsigned stage, bool up)
{
	(void)up;
	return topology_digit(t, destination, stage);
}

/* DET: up by digit `stage` of the destination until the destination is below the switch, then down by that digit. */
static unsigned butterfly_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const unsigned stage = stage_of(t, sw), digit = topology_digit(t, destination, stage);
	const bool below = destination / t->power[stage + 1] == sw % width(t) / t->power[stage];

	return below ? digit : t->k + digit;
}

/* Lowest stage at which the two nodes are below the same switch. */
static unsigned butterfly_apex(const struct topology *t, uint32_t source, uint32_t destination)
{
	unsigned stage = 0;

	while (source / t->power[stage + 1] != destination / t->power[stage + 1])
		stage++;
	return stage;
}

/* Its routes, with the tables of struct topology_binary. */
static unsigned binary_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	return topology_hops(t, t->binary.pieces, source, destination);
}

static struct route binary_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	return topology_route(t, t->binary.pieces, topology_turns(t, t->binary.pieces, source), source, destination);
}

/* Switches at stage l join the nodes that agree in digits 1 to n - 1 - l. */
static unsigned shuffle_apex(const struct topology *t, uint32_t source, uint32_t destination)
{
	unsigned agree = 0;

	while (agree + 1 < t->stages && topology_digit(t, source, agree + 1) == topology_digit(t, destination, agree + 1))
		agree++;
	return t->stages - 1 - agree;
}

/* The digit of a node's number that is its down port at a stage: digit 0 at stage 0, then from the highest digit on. */
static unsigned shuffle_digit(const struct topology *t, uint32_t node, unsigned stage, bool up)
{
	(void)up;
	return topology_digit(t, node, stage ? t->stages - stage : 0);
}

/* Self-routing: up, and later down, by the digit of the destination that is its down port at this stage. */
static unsigned shuffle_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const unsigned stage = stage_of(t, sw), digit = shuffle_digit(t, destination, stage, false);
	const bool below = rest(t, destination) % t->power[t->stages - 1 - stage] == sw % width(t) / t->power[stage];

	return below ? digit : t->k + digit;
}

static struct place single_attach(const struct topology *t, uint32_t node)
{
	(void)t;
	return (struct place){ SWITCH, 0, node };
}

static struct place single_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	(void)sw;
	return port < t->nodes ? (struct place){ NODE, port, 0 } : (struct place){ NOTHING, 0, 0 };
}

static unsigned single_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	(void)t, (void)source, (void)destination;
	return 1;
}

static unsigned single_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	(void)t, (void)sw;
	return destination;
}

static struct route single_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	struct route r = { 0, 0 };

	route_turn(&r, t, source, destination);
	return r;
}

/* Set k^0 to k^n, and what follows from them. False: k or n does not fit, or there are too many nodes. */
static bool raise_powers(struct topology *t, const struct topology_config *c, char why[TOPOLOGY_WHY])
{
	uint64_t power = 1;

	if (c->k < 2 || c->k > 32)
		return why_not(why, TOPOLOGY_WHY, "k is %u; it must be 2..32", c->k);
	if (c->n < 1)
		return why_not(why, TOPOLOGY_WHY, "n is 0; a network has at least one stage");
	for (unsigned i = 0; i <= c->n; i++) {
		if (power > TOPOLOGY_NODES || i >= TOPOLOGY_STAGES)
			return why_not(why, TOPOLOGY_WHY, "k = %u, n = %u: more than %u nodes", c->k, c->n, TOPOLOGY_NODES);
		t->power[i] = (uint32_t)power;
		power *= c->k;
	}
	if (t->power[c->n] > TOPOLOGY_NODES)
		return why_not(why, TOPOLOGY_WHY, "k = %u, n = %u: more than %u nodes", c->k, c->n, TOPOLOGY_NODES);
	t->k = c->k;
	t->log_k = c->k & (c->k - 1) ? 0 : (unsigned)__builtin_ctz(c->k);
	t->stages = c->n;
	t->nodes = t->power[c->n];
	t->switches = c->n * t->power[c->n - 1];
	for (unsigned i = 0; i <= c->n; i++) {
		t->first[i] = i * t->power[c->n - 1];
		t->down[i] = (uint8_t)c->k;
	}
	return true;
}

/* A piece is as many digits as fit in a byte, and their turns in two bytes. */
static void binary_pieces(const struct topology *t, struct topology_binary *b)
{
	const unsigned digits = 8 / t->log_k < 16 / t->turn_w ? 8 / t->log_k : 16 / t->turn_w, most = 64 / (digits * t->turn_w);

	b->piece_bits = digits * t->log_k;
	b->turns_bits = digits * t->turn_w;
	b->piece = (1u << b->piece_bits) - 1;
	b->pieces = (t->stages + digits - 1) / digits;
	b->pieces = b->pieces < most ? b->pieces : most;        /* the others are beyond the turnpool */
	for (uint32_t x = 0; x <= b->piece; x++)
		for (unsigned i = 0; i < digits; i++)
			b->turns[x] |= (uint16_t)(topology_digit(t, x, i) << i * t->turn_w);
}

static struct binary_apex binary_apex_at(const struct topology *t, unsigned stage)
{
	struct binary_apex a = { .up = ones((stage + 1) * t->turn_w < 64 ? (stage + 1) * t->turn_w : 64), .turns = 2 * stage + 1 };

	for (unsigned i = 0; i < stage && i * t->turn_w < 64; i++)
		a.level |= (uint64_t)t->k << i * t->turn_w;
	for (unsigned i = stage + 1; i <= 2 * stage && i * t->turn_w < 64; i++)
		a.down |= (uint64_t)(t->radix - t->k) << i * t->turn_w;
	return a;
}

static struct topology_binary binary_of(const struct topology *t)
{
	struct topology_binary b = { .pieces = 0 };

	binary_pieces(t, &b);
	for (unsigned i = 0; i < 32; i++)
		b.apex[i] = binary_apex_at(t, i / t->log_k);
	return b;
}

static bool make_single(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (c->k == 1 || c->k > s->radix)
		return why_not(why, TOPOLOGY_WHY, "a single switch of %u ports has 2..%u nodes, not %u", s->radix, s->radix, c->k);
	t->nodes = c->k ? c->k : s->radix;
	t->switches = t->stages = t->first[1] = 1;
	t->down[0] = (uint8_t)t->nodes;
	t->attach = single_attach;
	t->peer = single_peer;
	t->route = single_route;
	t->out = single_out;
	t->hops = single_hops;
	return true;
}

static bool make_tree(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	const bool shuffle = c->kind == TOPOLOGY_BMIN;

	if (!raise_powers(t, c, why))
		return false;
	if (2 * c->k > s->radix)
		return why_not(why, TOPOLOGY_WHY, "k = %u needs switches of radix %u; this one has %u ports", c->k, 2 * c->k, s->radix);
	if (!topology_turns_fit(t, s, 2 * c->n - 1, why))
		return false;
	const bool binary = !shuffle && t->log_k && t->radix == 1u << t->turn_w;

	if (binary)
		t->binary = binary_of(t);
	t->attach = tree_attach;
	t->peer = shuffle ? shuffle_peer : butterfly_peer;
	t->route = binary ? binary_route : tree_route;
	t->out = shuffle ? shuffle_out : butterfly_out;
	t->digit = shuffle ? shuffle_digit : butterfly_digit;
	t->apex = shuffle ? shuffle_apex : butterfly_apex;
	t->hops = binary ? binary_hops : tree_hops;
	return true;
}

static topology_maker *maker_of(enum topology_kind kind, const struct shape *s)
{
	switch (kind) {
	case TOPOLOGY_SINGLE: return make_single;
	case TOPOLOGY_XGFT: return xgft_make;
	case TOPOLOGY_TORUS:
	case TOPOLOGY_MESH: return s->by_flits ? cube_make : grid_make;
	case TOPOLOGY_HYPERX: return hyperx_make;
	case TOPOLOGY_DRAGONFLY: return dragonfly_make;
	default: return make_tree;
	}
}

bool topology_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	*t = (struct topology){ .radix = s->radix, .turn_w = s->turn_w };
	return maker_of(c->kind, s)(t, c, s, why) && topology_nodes_fit(t, s, why);
}

unsigned topology_radix(const struct topology_config *c)
{
	switch (c->kind) {
	case TOPOLOGY_SINGLE: return c->k;
	case TOPOLOGY_XGFT: return xgft_radix(c);
	case TOPOLOGY_TORUS:
	case TOPOLOGY_MESH: return grid_radix(c);
	case TOPOLOGY_HYPERX: return hyperx_radix(c);
	case TOPOLOGY_DRAGONFLY: return c->p + c->a - 1 + c->h;
	default: return 2 * c->k;
	}
}
