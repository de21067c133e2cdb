#include "net_links.h"

#include "pins.h"
#include "rng.h"
#include "units/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool net_links_init(struct net_links *n, const struct shape *s, const struct topology *t, unsigned index)
{
	const struct shape behind[NIC_PORTS] = { *s, *s };
	bool good;

	*n = (struct net_links){ .shape = s };
	good = link_credits_begin(&n->held, s->radix, behind);
	good &= link_credits_begin(&n->spent, s->radix, behind);
	for (unsigned port = 0; port < s->radix; port++)
		n->nodes |= (uint64_t)(t->peer(t, index, port).is == NODE) << port;
	if (s->messages == MESSAGES_LEVEL)
		n->stops = calloc(s->radix, sizeof *n->stops);
	return good && (n->stops || s->messages != MESSAGES_LEVEL);
}

void net_links_free(struct net_links *n)
{
	link_credits_end(&n->held);
	link_credits_end(&n->spent);
	free(n->stops);
}

static uint64_t hash(const struct shape *s, unsigned flit, const uint32_t *words)
{
	uint64_t h = flit;

	for (unsigned i = 0; i < (s->flit_bits + 31) / 32; i++)
		h = rng_mix(h ^ words[i]);
	return h;
}

/* All flits of a packet, as they shall arrive: no turns left, in the only queue. */
static uint64_t hash_packet(const struct shape *s, const struct packet *p)
{
	struct packet arrives = *p;
	uint32_t words[FLIT_WORDS];
	uint64_t sum = 0;

	if (!s->nodes)
		arrives.turnpool = 0;
	else if (s->next_queue_w)
		arrives.queue = 0;
	arrives.turns_left = 0;
	for (unsigned j = 0; j < p->flits; j++) {
		packet_flit(s, &arrives, j, words);
		sum += hash(s, j, words);
	}
	return sum;
}

void net_links_bring(struct net_links *n, const struct switch_in *in)
{
	const struct shape *s = n->shape;
	const uint64_t from_nodes = in->head & n->nodes;
	unsigned i;

	EACH(i, in->head)
		link_credits_spend(&n->held, s, i, &in->packet[i], in->vc[i]);
	EACH(i, in->credit)
		link_credits_give(&n->spent, s, i, in->credit_queue[i]);
	EACH(i, from_nodes) {
		uint32_t words[FLIT_WORDS];

		if (s->by_flits)
			packet_flit(s, &in->packet[i], in->flit[i], words);
		n->sent += s->by_flits ? hash(s, in->flit[i], words) : hash_packet(s, &in->packet[i]);
	}
}

/* False: there are too few credits. */
static bool spend(struct net_links *n, unsigned output, const struct packet *p, unsigned vc)
{
	const unsigned class = link_class(n->shape, p, vc), need = link_need(n->shape, p, vc);
	const bool enough = !need || link_credits_left(&n->spent, n->shape, output, class) >= need;

	link_credits_spend(&n->spent, n->shape, output, p, vc);
	return enough;
}

/* May the input send this message? Then it is noted. */
static bool tell(struct net_links *n, unsigned input, const struct message *m)
{
	if (n->shape->by_flits)
		return input != n->shape->local || !(m->full | m->flow);
	if (n->stops) {
		const bool allowed = level_stops_allow(n->shape, &n->stops[input], m);

		if (allowed)
			level_stops_note(&n->stops[input], m);
		return allowed;
	}
	if (!message_allowed(n->shape, n->stopping[input], m))
		return false;
	n->stopping[input] = message_stopped(n->shape, n->stopping[input], m);
	return true;
}

bool net_links_allow(struct net_links *n, const struct switch_out *out, char why[NET_LINKS_WHY])
{
	const struct shape *s = n->shape;
	unsigned i;

	EACH(i, out->depart)
		if (!spend(n, i, &out->packet[i], out->vc[i]))
			return snprintf(why, NET_LINKS_WHY, "output %u sends a %s without a credit", i, s->by_flits ? "flit" : "packet"), false;
	EACH(i, out->credit) {
		if (!link_credits_may_give(&n->held, s, i, out->credit_queue[i]))
			return snprintf(why, NET_LINKS_WHY, "input %u gives back a credit that nobody spent", i), false;
		link_credits_give(&n->held, s, i, out->credit_queue[i]);
	}
	EACH(i, out->message) {
		const struct message *m = &out->msg[i];

		if (tell(n, i, m))
			continue;
		if (s->by_flits)
			return snprintf(why, NET_LINKS_WHY, "the token comes with counts"), false;
		return snprintf(why, NET_LINKS_WHY, "input %u sends %s for line %u, %u turns or hops long, which makes no sense", i, m->xoff ? "Xoff" : "Xon", m->line,
				m->len), false;
	}
	return true;
}

void net_links_flit(struct net_links *n, unsigned output, bool head, const uint32_t *words)
{
	n->flit[output] = head ? 0 : (uint16_t)(n->flit[output] + 1);
	net_links_vc_flit(n, output, n->flit[output], words);
}

void net_links_vc_flit(struct net_links *n, unsigned output, unsigned flit, const uint32_t *words)
{
	if (n->nodes >> output & 1)
		n->received += hash(n->shape, flit, words);
}
