#include "topology_fit.h"

/*
 * Switch j of group i is switch i a + j. Nodes are on the first p ports, behind them are those for the other a - 1 switches of the group in their order, and
 * then h global ones. Global link n = j h + k of a group is port k of switch j, and leads to the group n + 1 before, counted around. If groups are so few
 * that there are links for several between any two, the first g - 1 links are one each, the next g - 1 another each, and so on.
 *
 * A packet goes to the switch with the link to its group, over that, and to its switch. With one virtual channel it could wait in a circle of groups, each of
 * which it enters, and leaves by a local link that both those that enter and those that leave want. Every circle of groups has one at which
 * it turns from going up, to groups of larger numbers, to going down. There packets that came up must not use the local links that those use which will go
 * down. So local links are of two classes:
 * - DOWN: a packet that is to go to a group of a smaller number goes to its global link by way of these.
 * - LAST: a packet in its last group goes to its switch by way of these.
 * A packet that is to go to a group of a larger number takes the direct link to its global link, of whatever class. Links can be taken in this order: those of
 * DOWN and global ones down, group by group downwards; then those of LAST and global ones up, group by group upwards. Within a group and class there is
 * an order too (below). docs/internals/network.md has the proof in whole.
 */
enum { DOWN, LAST };

struct spot {
	uint32_t group, j;              /* of a switch */
};

static struct spot spot_of(const struct topology *t, uint32_t sw)
{
	const uint32_t group = divide(sw, t->dragonfly.a);

	return (struct spot){ group, sw - group * t->dragonfly.a.by };
}

static unsigned local_port(const struct topology *t, unsigned from, unsigned to)
{
	return t->each.by + to - (to > from);
}

static unsigned global_port(const struct topology *t, unsigned k)
{
	return t->each.by + t->dragonfly.a.by - 1 + k;
}

/* The global link of a group for packets to a node in another group, and its number there. Nodes of a switch have different ones. */
struct global {
	unsigned here, there;
};

static struct global global_to(const struct topology *t, uint32_t group, struct spot to, uint32_t node)
{
	const struct topology_dragonfly *f = &t->dragonfly;
	const unsigned before = group > to.group ? group - to.group : group + f->groups - to.group;
	const unsigned first = (node - divide(node, f->links) * f->links.by) * f->others.by;

	return (struct global){ first + before - 1, first + f->others.by - before };
}

/* The switch of a group that has a global link. */
static unsigned switch_with(const struct topology *t, unsigned link)
{
	return divide(link, t->dragonfly.h);
}

static struct place global_peer(const struct topology *t, struct spot s, unsigned k)
{
	const struct topology_dragonfly *f = &t->dragonfly;
	const unsigned link = s.j * f->h.by + k, first = divide(link, f->others) * f->others.by, before = link - first + 1;

	if (k >= f->h.by || link >= f->links.by * f->others.by)
		return (struct place){ NOTHING, 0, 0 };
	const unsigned group = s.group >= before ? s.group - before : s.group + f->groups - before, there = first + f->others.by - before;
	const unsigned j = switch_with(t, there);

	return (struct place){ SWITCH, group * f->a.by + j, global_port(t, there - j * f->h.by) };
}

static struct place dragonfly_peer(const struct topology *t, uint32_t sw, unsigned port)
{
	const struct spot s = spot_of(t, sw);

	if (port < t->each.by)
		return (struct place){ NODE, sw * t->each.by + port, 0 };
	if (port >= global_port(t, 0))
		return global_peer(t, s, port - global_port(t, 0));
	const unsigned other = port - t->each.by, j = other + (other >= s.j);

	return (struct place){ SWITCH, sw + j - s.j, local_port(t, j, s.j) };
}

static unsigned dragonfly_out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	const struct topology_dragonfly *f = &t->dragonfly;
	const uint32_t last = topology_switch(t, destination);
	const struct spot s = spot_of(t, sw), to = spot_of(t, last);

	if (sw == last)
		return topology_node_port(t, destination);
	if (s.group == to.group)
		return local_port(t, s.j, f->local[LAST][s.j][to.j].next);
	const unsigned link = global_to(t, s.group, to, destination).here, j = switch_with(t, link);

	if (s.j == j)
		return global_port(t, link - j * f->h.by);
	return local_port(t, s.j, to.group < s.group ? f->local[DOWN][s.j][j].next : j);
}

static unsigned dragonfly_hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	const struct topology_dragonfly *f = &t->dragonfly;
	const struct spot s = spot_of(t, topology_switch(t, source)), to = spot_of(t, topology_switch(t, destination));

	if (s.group == to.group)
		return 1u + f->local[LAST][s.j][to.j].hops;
	const struct global g = global_to(t, s.group, to, destination);
	const unsigned j = switch_with(t, g.here);

	return 2u + (to.group < s.group ? f->local[DOWN][s.j][j].hops : s.j != j) + f->local[LAST][switch_with(t, g.there)][to.j].hops;
}

/*
 * The classes of local links. The first half of the switches of a group are hubs of DOWN, the other half hubs of LAST; the others are leaves of the class. All
 * links between hubs are of their class. Those between the halves are of either: a leaf of LAST has links to just so many of its hubs that any two leaves have
 * one in common; the others are of DOWN. In both classes a packet goes from a leaf to a hub, from a hub to a hub, and from a hub to a leaf, each once at most
 * and in this order, so links do not wait for each other in a circle. Where there are several hubs to go by, the one is taken whose links are taken least.
 */
struct classes {
	unsigned a, half;               /* switches; hubs of DOWN */
	unsigned leaf;                  /* links of a leaf of LAST */
	unsigned taken[2][TOPOLOGY_GROUP][TOPOLOGY_GROUP];      /* by class, from, to: pairs of switches whose packets take the link */
};

static bool is_hub(const struct classes *c, unsigned class, unsigned j)
{
	return (j < c->half) == (class == DOWN);
}

/* Is the link between two switches of the class? */
static bool is_of(const struct classes *c, unsigned class, unsigned i, unsigned j)
{
	if (is_hub(c, DOWN, i) == is_hub(c, DOWN, j))
		return is_hub(c, class, i);
	return ((i + j) % (c->a - c->half) < c->leaf) == (class == LAST);
}

/* What it costs to take the link from i to the hub, and to go on from there to j: links on the way; then how often its links are taken. */
static unsigned cost(const struct topology_dragonfly *f, const struct classes *c, unsigned class, unsigned i, unsigned hub, unsigned j)
{
	unsigned sum = 0, most = c->taken[class][i][hub];

	for (unsigned from = hub, next; from != j; from = next) {
		next = f->local[class][from][j].next;
		sum += c->taken[class][from][next];
		most = c->taken[class][from][next] > most ? c->taken[class][from][next] : most;
	}
	return (f->local[class][hub][j].hops * 1000u + most) * 1000u + c->taken[class][i][hub] + sum;
}

/* The hub by which packets go from i to j, where there is no link of the class; from there on the way is laid. */
static unsigned find_hub(const struct topology_dragonfly *f, const struct classes *c, unsigned class, unsigned i, unsigned j)
{
	unsigned best = j, least = UINT32_MAX;

	for (unsigned hub = 0; hub < c->a; hub++) {
		if (hub == i || hub == j || !is_hub(c, class, hub) || !is_of(c, class, i, hub) || !f->local[class][hub][j].hops)
			continue;
		const unsigned costs = cost(f, c, class, i, hub, j);

		if (costs < least) {
			best = hub;
			least = costs;
		}
	}
	return best;
}

/* Lay the way from i to j. */
static void lay(struct topology_dragonfly *f, struct classes *c, unsigned class, unsigned i, unsigned j)
{
	const unsigned next = is_of(c, class, i, j) ? j : find_hub(f, c, class, i, j);

	f->local[class][i][j] = (struct dragonfly_local){ (uint8_t)next, (uint8_t)(1 + (next == j ? 0 : f->local[class][next][j].hops)) };
	for (unsigned from = i; from != j; from = f->local[class][from][j].next)
		c->taken[class][from][f->local[class][from][j].next]++;
}

/* Ways over a link of the class, or those over several; from hubs, or from leaves. */
static void lay_all(struct topology_dragonfly *f, struct classes *c, unsigned class, bool direct, bool from_hubs)
{
	for (unsigned i = 0; i < c->a; i++)
		for (unsigned j = 0; j < c->a; j++)
			if (i != j && is_of(c, class, i, j) == direct && is_hub(c, class, i) == from_hubs)
				lay(f, c, class, i, j);
}

static void lay_local(struct topology_dragonfly *f)
{
	const unsigned a = f->a.by, half = (a + 1) / 2, others = a - half;
	struct classes c = { .a = a, .half = half, .leaf = others > 2 ? others / 2 + 1 : 1 };

	for (unsigned class = DOWN; class <= LAST; class++) {
		lay_all(f, &c, class, true, true);
		lay_all(f, &c, class, true, false);
		lay_all(f, &c, class, false, true);
		lay_all(f, &c, class, false, false);
	}
}

/* Switches on the longest route. */
static unsigned longest(const struct topology_dragonfly *f)
{
	unsigned most[2] = { 0, 0 };

	for (unsigned class = DOWN; class <= LAST; class++)
		for (unsigned i = 0; i < f->a.by; i++)
			for (unsigned j = 0; j < f->a.by; j++)
				most[class] = f->local[class][i][j].hops > most[class] ? f->local[class][i][j].hops : most[class];
	return 2 + most[DOWN] + most[LAST];
}

/* With so few ports there are never too many nodes. */
static bool check(const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	if (!c->p || !c->h)
		return why_not(why, TOPOLOGY_WHY, "switches with %u nodes and %u global links; they need 1 of each", c->p, c->h);
	if (c->a < 1 || c->a == 2 || c->a == 3 || c->a > TOPOLOGY_GROUP)
		return why_not(why, TOPOLOGY_WHY, "groups of %u switches; they must be 1, or 4..%u: with 2 or 3, packets could wait for each other in a circle",
			       c->a, TOPOLOGY_GROUP);
	if (c->p > s->radix || c->h > s->radix || c->p + c->a - 1 + c->h > s->radix)
		return why_not(why, TOPOLOGY_WHY, "switches need %u ports; they have %u", c->p + c->a - 1 + c->h, s->radix);
	if (c->g < 2 || c->g > c->a * c->h + 1)
		return why_not(why, TOPOLOGY_WHY, "%u groups; with %u global links of a group they must be 2..%u", c->g, c->a * c->h, c->a * c->h + 1);
	return true;
}

bool dragonfly_make(struct topology *t, const struct topology_config *c, const struct shape *s, char why[TOPOLOGY_WHY])
{
	struct topology_dragonfly *const f = &t->dragonfly;

	if (!check(c, s, why))
		return false;
	t->each = divisor_of(c->p);
	f->a = divisor_of(c->a);
	f->h = divisor_of(c->h);
	f->others = divisor_of(c->g - 1);
	f->links = divisor_of(c->a * c->h / (c->g - 1));
	f->groups = c->g;
	lay_local(f);
	t->switches = t->first[1] = c->g * c->a;
	t->nodes = t->switches * c->p;
	t->stages = 1;
	t->detours = true;
	t->peer = dragonfly_peer;
	t->out = dragonfly_out;
	t->hops = dragonfly_hops;
	return topology_turns_fit(t, s, longest(f), why);
}
