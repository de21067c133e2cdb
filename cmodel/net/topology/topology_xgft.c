#include "topology_fit.h"

/*
 * A switch of a stage is above a block of nodes, and is one of several above the same block. Its number in the stage is
 * block * beside + which. By port u of those up it has the parent which * up + u above the block that contains its own; there its port down is the
 * number of its block within that.
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

static struct place xgft_attach(const struct topology *t, uint32_t node)
{
	return at_spot(t, 0, node / t->down[0], 0, node % t->down[0]);
}

static struct place xgft_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct spot s = spot_of(t, sw);
	const unsigned down = t->down[s.stage];

	if (port >= down + ups(t, s.stage))
		return (struct place){ NOTHING, 0, 0 };
	if (port >= down)
		return at_spot(t, s.stage + 1, s.block / t->down[s.stage + 1], s.which * ups(t, s.stage) + port - down, s.block % t->down[s.stage + 1]);
	if (s.stage == 0)
		return (struct place){ NODE, s.block * down + port, 0 };
	const unsigned up = t->levels.up[s.stage];

	return at_spot(t, s.stage - 1, s.block * down + port, s.which / up, t->down[s.stage - 1] + s.which % up);
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

static unsigned xgft_digit(const struct topology *t, uint32_t destination, unsigned stage, bool up)
{
	return up && ups(t, stage) ? up_port(t, destination, stage) : down_port(t, destination, stage);
}

static unsigned xgft_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const struct spot s = spot_of(t, sw);
	const bool below = destination / t->levels.below[s.stage + 1] == s.block;

	return below ? down_port(t, destination, s.stage) : t->down[s.stage] + up_port(t, destination, s.stage);
}

/* Lowest stage at which the two nodes are below the same switch. */
static unsigned xgft_apex(const struct topology *t, uint32_t source, uint32_t destination)
{
	unsigned stage = 0;

	while (source / t->levels.below[stage + 1] != destination / t->levels.below[stage + 1])
		stage++;
	return stage;
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

static bool check(const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
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
		if (switches > TOPOLOGY_NODES)
			return why_not(why, TOPOLOGY_WHY, "the ports up make more than %u switches", TOPOLOGY_NODES);
	}
	t->first[c->levels] = (uint32_t)switches;
	t->nodes = (uint32_t)nodes;
	t->switches = (uint32_t)switches;
	return true;
}

bool xgft_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (!check(c, s, why) || !topology_turns_fit(t, s, 2 * c->levels - 1, why) || !multiply(t, c, why))
		return false;
	t->stages = c->levels;
	for (unsigned i = 0; i < c->levels; i++) {
		t->down[i] = (uint8_t)c->down[i];
		t->levels.up[i] = (uint8_t)c->up[i];
	}
	t->attach = xgft_attach;
	t->peer = xgft_peer;
	t->route = tree_route;
	t->out = xgft_out;
	t->digit = xgft_digit;
	t->apex = xgft_apex;
	t->hops = tree_hops;
	return true;
}
