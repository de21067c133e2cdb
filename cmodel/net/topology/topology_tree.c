#include "topology_fit.h"

#include "units/bits.h"

/*
 * A switch of a stage is above a block of nodes, and is one of several above the same block. Its number in the stage is
 * block * beside + which. By port u of those up it has the parent which * up + u above the block that contains its own; there its port down is the
 * number of its block within that. In a butterfly it is the parent u * beside + which: so the k-ary n-tree and the bidirectional MIN with butterflies
 * are numbered, which are the same. Perfect shuffles between the stages are wired in another way still (below).
 */
struct spot {
	unsigned stage;
	uint32_t block, which;
};

static struct spot spot_of(const struct topology *t, uint32_t sw)
{
	const unsigned stage = topology_stage(t, sw);
	const uint32_t w = sw - t->first[stage], beside = t->levels.beside[stage + 1];

	return (struct spot){ stage, w / beside, w % beside };
}

static struct place at_spot(const struct topology *t, unsigned stage, uint32_t block, uint32_t which, unsigned port)
{
	return (struct place){ SWITCH, t->first[stage] + block * t->levels.beside[stage + 1] + which, port };
}

/* Ports up of a switch of the stage. */
static unsigned ups(const struct topology *t, unsigned stage)
{
	return stage + 1 < t->stages ? t->levels.up[stage + 1] : 0;
}

static struct place tree_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct topology_levels *const l = &t->levels;
	const struct spot s = spot_of(t, sw);
	const unsigned down = t->down[s.stage], up = ups(t, s.stage);

	if (port >= down + up)
		return (struct place){ NOTHING, 0, 0 };
	if (port >= down) {
		const unsigned u = port - down, around = t->down[s.stage + 1];

		return at_spot(t, s.stage + 1, s.block / around, l->butterfly ? u * l->beside[s.stage + 1] + s.which : s.which * up + u, s.block % around);
	}
	if (s.stage == 0)
		return (struct place){ NODE, s.block * down + port, 0 };
	const unsigned by = l->butterfly ? l->beside[s.stage] : l->up[s.stage];
	const uint32_t high = s.which / by, low = s.which % by;

	return at_spot(t, s.stage - 1, s.block * down + port, l->butterfly ? low : high, t->down[s.stage - 1] + (l->butterfly ? high : low));
}

/* The port down at a stage that leads to the node. */
static unsigned down_port(const struct topology *t, uint32_t node, unsigned stage)
{
	return node / t->levels.below[stage] % t->down[stage];
}

/* The port up at a stage, among those up, by which packets for the node go: D-mod-K (Zahavi 2010). */
static unsigned up_port(const struct topology *t, uint32_t node, unsigned stage)
{
	return node / t->levels.beside[stage + 1] % t->levels.up[stage + 1];
}

static unsigned tree_digit(const struct topology *t, uint32_t destination, unsigned stage, bool up)
{
	return up && ups(t, stage) ? up_port(t, destination, stage) : down_port(t, destination, stage);
}

static unsigned tree_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const struct spot s = spot_of(t, sw);
	const bool below = destination / t->levels.below[s.stage + 1] == s.block;

	return below ? down_port(t, destination, s.stage) : t->down[s.stage] + up_port(t, destination, s.stage);
}

/* Lowest stage at which the two nodes are below the same switch. */
static unsigned tree_apex(const struct topology *t, uint32_t source, uint32_t destination)
{
	unsigned stage = 0;

	while (source / t->levels.below[stage + 1] != destination / t->levels.below[stage + 1])
		stage++;
	return stage;
}

/* By digits: the route up to the apex and down, and its switches. */
static struct route tree_route(const struct topology *t, uint32_t source, uint32_t destination)
{
	const unsigned apex = t->apex(t, source, destination);
	struct route r = { 0, 0 };

	for (unsigned i = 0; i < apex; i++)
		route_turn(&r, t, t->digit(t, source, i, false), t->down[i] + t->digit(t, destination, i, true));
	route_turn(&r, t, t->digit(t, source, apex, false), t->digit(t, destination, apex, false));
	for (unsigned i = apex; i-- > 0;)
		route_turn(&r, t, t->down[i] + t->digit(t, destination, i, true), t->digit(t, destination, i, false));
	return r;
}

static unsigned tree_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	return 2 * t->apex(t, source, destination) + 1;
}

/* Perfect shuffle: line w k + up port, its digits rotated to the left, is the line at the next stage. */
static struct place shuffle_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const unsigned stage = topology_stage(t, sw), top = t->stages - 1;
	const uint32_t w = sw - t->first[stage];

	if (port >= 2 * t->k || (port >= t->k && stage == top))
		return (struct place){ NOTHING, 0, 0 };
	if (port >= t->k) {
		const uint32_t line = w * t->k + port - t->k;
		const unsigned first = topology_digit(t, line, top);

		return (struct place){ SWITCH, t->first[stage + 1] + line - t->levels.below[top] * first, first };
	}
	if (stage == 0)
		return (struct place){ NODE, w * t->k + port, 0 };
	return (struct place){ SWITCH, t->first[stage - 1] + port * t->levels.below[top - 1] + w / t->k, t->k + topology_digit(t, w, 0) };
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
	const unsigned stage = topology_stage(t, sw), digit = shuffle_digit(t, destination, stage, false);
	const bool below = destination / t->k % t->levels.below[t->stages - 1 - stage] == (sw - t->first[stage]) / t->levels.below[stage];

	return below ? digit : t->k + digit;
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

unsigned xgft_radix(const struct topology_config *c)
{
	unsigned most = 2;

	for (unsigned i = 0; i < c->levels; i++) {
		const unsigned ports = c->down[i] + (i + 1 < c->levels ? c->up[i + 1] : 0);

		most = ports > most ? ports : most;
	}
	return most;
}

static bool check_levels(const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (c->levels < 1 || c->levels >= TOPOLOGY_STAGES)
		return why_not(why, TOPOLOGY_WHY, "a fat tree of %u stages; they must be 1..%u", c->levels, TOPOLOGY_STAGES - 1);
	if (c->up[0] != 1)
		return why_not(why, TOPOLOGY_WHY, "up begins with %u; a node has 1 link up", c->up[0]);
	for (unsigned i = 0; i < c->levels; i++) {
		const unsigned up = i + 1 < c->levels ? c->up[i + 1] : 0;

		if (c->down[i] < 1 || (i + 1 < c->levels && up < 1))
			return why_not(why, TOPOLOGY_WHY, "switches of stage %u have %u ports down and %u up; they need 1 of each, and at the last stage 1 down",
				       i, c->down[i], up);
		if (c->down[i] > s->radix || up > s->radix - c->down[i])
			return why_not(why, TOPOLOGY_WHY, "switches of stage %u need %u ports; they have %u", i, c->down[i] + up, s->radix);
	}
	return true;
}

/* Products by stage; nodes and switches. False: there are too many. */
static bool multiply(struct topology *t, const struct topology_config *c, char why[TOPOLOGY_WHY])
{
	const uint32_t most = c->kind == TOPOLOGY_XGFT ? TOPOLOGY_NODES : UINT32_MAX;
	struct topology_levels *l = &t->levels;
	uint64_t nodes = 1, beside = 1, switches = 0;

	l->below[0] = l->beside[0] = 1;
	for (unsigned i = 0; i < c->levels; i++) {
		nodes *= c->down[i];
		beside *= c->up[i];
		if (nodes > TOPOLOGY_NODES)
			return why_not(why, TOPOLOGY_WHY, "the ports down make more than %u nodes", TOPOLOGY_NODES);
		if (beside > TOPOLOGY_NODES)
			return why_not(why, TOPOLOGY_WHY, "the ports up make more than %u switches", TOPOLOGY_NODES);
		l->below[i + 1] = (uint32_t)nodes;
		l->beside[i + 1] = (uint32_t)beside;
	}
	if (nodes < 2)
		return why_not(why, TOPOLOGY_WHY, "the ports down make 1 node; a network has at least 2");
	for (unsigned i = 0; i < c->levels; i++) {
		t->first[i] = (uint32_t)switches;
		switches += nodes / l->below[i + 1] * l->beside[i + 1];
		if (switches > most)
			return why_not(why, TOPOLOGY_WHY, "the ports up make more than %u switches", most);
	}
	t->first[c->levels] = (uint32_t)switches;
	t->nodes = (uint32_t)nodes;
	t->switches = (uint32_t)switches;
	return true;
}

bool xgft_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (!check_levels(c, s, why) || !topology_turns_fit(t, s, 2 * c->levels - 1, why) || !multiply(t, c, why))
		return false;
	t->stages = c->levels;
	for (unsigned i = 0; i < c->levels; i++) {
		t->down[i] = (uint8_t)c->down[i];
		t->levels.up[i] = (uint8_t)c->up[i];
	}
	t->each = divisor_of(c->down[0]);
	t->peer = tree_peer;
	t->route = tree_route;
	t->out = tree_out;
	t->digit = tree_digit;
	t->apex = tree_apex;
	t->hops = tree_hops;
	return true;
}

/* A k-ary n-tree is such a tree, but for how switches are numbered; with perfect shuffles, and for how they are wired. */
bool tree_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	struct topology_config levels = { .kind = c->kind, .levels = c->n };
	uint64_t nodes = 1;

	if (c->k < 2 || c->k > 32)
		return why_not(why, TOPOLOGY_WHY, "k is %u; it must be 2..32", c->k);
	if (c->n < 1)
		return why_not(why, TOPOLOGY_WHY, "n is 0; a network has at least one stage");
	for (unsigned i = 0; i < c->n && nodes <= TOPOLOGY_NODES; i++) {
		levels.down[i] = c->k;
		levels.up[i] = i ? c->k : 1;
		nodes *= c->k;
	}
	if (nodes > TOPOLOGY_NODES)
		return why_not(why, TOPOLOGY_WHY, "k = %u, n = %u: more than %u nodes", c->k, c->n, TOPOLOGY_NODES);
	if (2 * c->k > s->radix)
		return why_not(why, TOPOLOGY_WHY, "k = %u needs switches of radix %u; this one has %u ports", c->k, 2 * c->k, s->radix);
	if (!xgft_make(t, &levels, s, why))
		return false;
	t->k = c->k;
	t->log_k = c->k & (c->k - 1) ? 0 : (unsigned)__builtin_ctz(c->k);
	t->levels.butterfly = true;
	if (c->kind == TOPOLOGY_BMIN) {
		t->peer = shuffle_peer;
		t->out = shuffle_out;
		t->digit = shuffle_digit;
		t->apex = shuffle_apex;
	} else if (t->log_k && t->radix == 1u << t->turn_w) {
		binary_pieces(t, &t->binary);
		for (unsigned i = 0; i < 32; i++)
			t->binary.apex[i] = binary_apex_at(t, i / t->log_k);
	}
	return true;
}
