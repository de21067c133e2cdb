/* Divides the banks of a network in two sides, such that links lead from one to the other, if that is possible. */
#include "network_state.h"

#include <stdlib.h>

/*
 * Sets of members of the topology whose sides depend on each other (union-find). Of a member: another one of its set, or itself if it stands for the
 * set; and in the lowest bit, whether that is on the other side.
 */
struct relations {
	uint32_t *towards;
	uint32_t nodes, nics;           /* the first node, behind the switches; the first network interface, behind the nodes */
	bool divided;                   /* no member would have to be on both sides */
};

/* Members of a kind, from `first` on. */
struct of_kind {
	uint32_t first, count;
	const uint32_t *place;
	const uint8_t *part;
};

/* The member that stands for the set of `x`. opposite is toggled if x is on the other side than that one. */
static uint32_t stands_for(const struct relations *m, uint32_t x, unsigned *opposite)
{
	while (m->towards[x] >> 1 != x) {
		const uint32_t next = m->towards[m->towards[x] >> 1];

		m->towards[x] = next ^ (m->towards[x] & 1);     /* halves the way of the next search */
		*opposite ^= m->towards[x] & 1;
		x = m->towards[x] >> 1;
	}
	return x;
}

/* Two members are on opposite sides, or on the same side. */
static void relate(struct relations *m, uint32_t x, uint32_t y, unsigned opposite)
{
	const uint32_t a = stands_for(m, x, &opposite), b = stands_for(m, y, &opposite);

	if (a != b)
		m->towards[a] = b << 1 | opposite;
	else if (opposite)
		m->divided = false;
}

/* Members that are in one bank are on one side: they are consecutive. */
static void relate_banks(struct relations *m, const struct of_kind *k)
{
	for (uint32_t i = 1; i < k->count; i++)
		if (k->place[i] / SWITCH_PORTS == k->place[i - 1] / SWITCH_PORTS && k->part[i] == k->part[i - 1])
			relate(m, k->first + i, k->first + i - 1, 0);
}

static void relate_links(const struct network *n, struct relations *m)
{
	const struct topology *t = &n->config.topology;

	for (uint32_t i = 0; i < t->switches; i++)
		for (unsigned port = 0; port < t->radix; port++) {
			const struct place far = t->peer(t, i, port);

			if (far.is == SWITCH && far.index >= i)
				relate(m, i, far.index, 1);
		}
	for (uint32_t i = 0; i < t->nodes; i++) {
		const uint32_t sw = t->attach(t, i).index;

		if (n->place_of_nic)
			relate(m, m->nodes + i, m->nics + i, 1);
		relate(m, n->place_of_nic ? m->nics + i : m->nodes + i, sw, 1);
	}
}

/* Set the bit of the bank of each member that is on side 1, if it is one of this process. */
static void mark_banks(const struct network *n, const struct relations *m, const struct of_kind *k)
{
	for (uint32_t i = 0; i < k->count; i++) {
		const uint32_t bank = k->place[i] / SWITCH_PORTS;
		unsigned side = 0;

		stands_for(m, k->first + i, &side);
		if (side && network_has_part(n, k->part[i]))
			n->side[bank / 64] |= bit(bank % 64);
	}
}

bool network_divide(struct network *n)
{
	const struct topology *t = &n->config.topology;
	struct relations m = { .nodes = t->switches, .nics = t->switches + t->nodes, .divided = true };
	const struct of_kind kinds[] = {
		{ 0, t->switches, n->place_of_switch, n->part_of_switch }, { m.nodes, t->nodes, n->place_of_node, n->part_of_node },
		{ m.nics, n->place_of_nic ? t->nodes : 0, n->place_of_nic, n->part_of_node },
	};
	enum { ALL = sizeof kinds / sizeof *kinds };
	const uint32_t count = m.nics + kinds[ALL - 1].count;

	n->sides = 1;
	if (n->config.shape.by_flits)           /* banks of wormhole routers have links to themselves */
		return true;
	m.towards = malloc(count * sizeof *m.towards);
	if (!m.towards)
		return false;
	for (uint32_t i = 0; i < count; i++)
		m.towards[i] = i << 1;
	for (unsigned k = 0; k < ALL; k++)
		relate_banks(&m, kinds + k);
	relate_links(n, &m);
	n->sides = m.divided ? 2 : 1;
	for (unsigned k = 0; m.divided && k < ALL; k++)
		mark_banks(n, &m, kinds + k);
	free(m.towards);
	return true;
}
