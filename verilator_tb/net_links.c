#include "net_links.h"

#include "pins.h"
#include "rng.h"
#include "units/bits.h"

#include <stdio.h>
#include <string.h>

bool net_links_init(struct net_links *n, const struct shape *s, const struct topology *t, unsigned index)
{
	*n = (struct net_links){ .shape = s, .in = link_senders_new(s, false), .out = link_senders_new(s, true) };
	for (unsigned port = 0; port < s->radix; port++)
		n->nodes |= (uint64_t)(t->peer(t, index, port).is == NODE) << port;
	return n->in && n->out;
}

void net_links_free(struct net_links *n)
{
	link_senders_free(n->in);
	link_senders_free(n->out);
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

void net_links_bring(struct net_links *n, uint64_t cycle, const struct switch_in *in)
{
	const struct shape *s = n->shape;
	const uint64_t from_nodes = in->head & n->nodes;

	EACH_IN(i, in->head)
		link_sent(&n->in->at[i], cycle, &in->packet[i], in->vc[i]);
	EACH_IN(i, in->credit)
		link_credit(&n->out->at[i], in->credit_queue[i]);
	EACH_IN(i, from_nodes) {
		uint32_t words[FLIT_WORDS];

		if (s->by_flits)
			packet_flit(s, &in->packet[i], in->flit[i], words);
		n->sent += s->by_flits ? hash(s, in->flit[i], words) : hash_packet(s, &in->packet[i]);
	}
}

/* May the input send this message? Then it is noted. */
static bool tell(struct net_links *n, uint64_t cycle, unsigned input, const struct message *m)
{
	unsigned line;

	if (n->shape->by_flits)
		return input != n->shape->local || !(m->full | m->flow);
	return link_message_fault(&n->in->at[input], cycle, m, &line) == LINK_FITS && link_message(&n->in->at[input], cycle, m);
}

bool net_links_allow(struct net_links *n, uint64_t cycle, const struct switch_out *out, char why[NET_LINKS_WHY])
{
	const struct shape *s = n->shape;

	EACH_IN(i, out->depart) {
		if (!link_has_credits(&n->out->at[i], &out->packet[i], out->vc[i]))
			return snprintf(why, NET_LINKS_WHY, "output %u sends a %s without a credit", i, s->by_flits ? "flit" : "packet"), false;
		link_sent(&n->out->at[i], cycle, &out->packet[i], out->vc[i]);
	}
	EACH_IN(i, out->credit) {
		if (!link_may_credit(&n->in->at[i], out->credit_queue[i]))
			return snprintf(why, NET_LINKS_WHY, "input %u gives back a credit that nobody spent", i), false;
		link_credit(&n->in->at[i], out->credit_queue[i]);
	}
	EACH_IN(i, out->message) {
		const struct message *m = &out->msg[i];

		if (tell(n, cycle, i, m))
			continue;
		if (s->by_flits)
			return snprintf(why, NET_LINKS_WHY, "the token comes with counts"), false;
		return snprintf(why, NET_LINKS_WHY, "input %u sends %s for line %u, %u turns or hops long, which makes no sense", i, m->xoff ? "Xoff" : "Xon", m->line,
				m->len), false;
	}
	return true;
}

void net_links_flit(struct net_links *n, unsigned output, unsigned flit, const uint32_t *words)
{
	if (n->nodes >> output & 1)
		n->received += hash(n->shape, flit, words);
}
