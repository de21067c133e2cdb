/* Links that are slower than the fastest: which these are, and the ports before them. */
#include "network_paces.h"

#include <stdlib.h>

static uint64_t common_factor(uint64_t a, uint64_t b)
{
	while (b) {
		const uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Of a link of that rate; n is 0 if it is as fast as the fastest. */
static struct pace pace_of(const struct network *n, uint64_t rate)
{
	const struct shape *const s = &n->config.shape;
	const uint64_t most = n->config.topology.fastest;

	if (!rate || rate == most)
		return (struct pace){ 0 };
	const uint64_t up = most * (links_paced(s) ? s->speed_n : 1), down = rate * (links_paced(s) ? s->speed_d : 1), factor = common_factor(up, down);

	return (struct pace){ 0, up / factor, down / factor };
}

void network_measure_paces(struct network *n)
{
	const struct topology *t = &n->config.topology;
	const struct pace p = pace_of(n, t->slowest);

	if (t->rate)    /* one cycle more: a packet may begin in the fraction of one */
		n->latest = (unsigned)((n->config.shape.packet_flits * p.n + p.d - 1) / p.d + 1);
}

static bool set_pace(struct bank *b, unsigned port, struct pace p)
{
	if (!p.n)
		return true;
	if (!b->paced)
		b->paced = calloc(1, sizeof *b->paced);
	if (!b->paced)
		return false;
	b->paced->of[port] = p;
	b->paced->slow |= bit(port);
	return true;
}

bool network_pace(struct network *n)
{
	const struct topology *t = &n->config.topology;
	bool good = true;

	for (uint32_t sw = 0; t->rate && good && sw < t->switches; sw++)
		for (unsigned port = 0; network_has_switch(n, sw) && good && port < t->radix; port++) {
			const uint32_t place = n->place_of_switch[sw];

			good = set_pace(network_bank(n, place), place % SWITCH_PORTS + port, pace_of(n, t->rate(t, sw, port)));
		}
	for (uint32_t node = 0; t->rate && good && node < t->nodes; node++) {
		const struct place at = t->attach(t, node);
		const uint32_t place = n->place_of_node[node];

		if (network_has_node(n, node))
			good = set_pace(network_bank(n, place), place % SWITCH_PORTS, pace_of(n, t->rate(t, at.index, at.port)));
	}
	return good;
}

void network_let_go(struct bank *b, uint64_t cycle)
{
	struct paced *const p = b->paced;
	const uint64_t free = MEMBERS_WHERE(o, p->held, pace_free(p->of + o) <= cycle);

	if (free)
		b->kind->backend.let_go(b->sw, free);
	p->held &= ~free;
}

void network_hold(const struct network *n, struct bank *b, uint64_t cycle, const struct switch_out *out)
{
	struct paced *const p = b->paced;
	const uint64_t taken = out->depart & p->slow;

	EACH_IN(o, taken)
		p->late[o] = pace_late(&n->config.shape, p->of + o, cycle, out->packet[o].flits);
	if (taken)
		b->kind->backend.hold(b->sw, taken);
	p->held |= taken;
	EACH_IN(o, p->held)
		b->due = pace_free(p->of + o) < b->due ? pace_free(p->of + o) : b->due;
}
