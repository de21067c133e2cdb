#include "net_links.h"

#include "pins.h"
#include "rng.h"
#include "units/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool net_links_init(struct net_links *n, const struct shape *s, const struct topology *t, unsigned index)
{
	*n = (struct net_links){ .shape = s, .classes = credit_classes(s) };
	n->held = calloc((size_t)s->radix * n->classes, sizeof *n->held);
	n->credits = calloc((size_t)s->radix * n->classes, sizeof *n->credits);
	for (unsigned i = 0; n->credits && i < s->radix * n->classes; i++)
		n->credits[i] = (uint16_t)credits_of_class(s);
	for (unsigned port = 0; port < s->radix; port++)
		n->nodes |= (uint64_t)(t->peer(t, index, port).is == NODE) << port;
	if (s->messages == MESSAGES_LEVEL)
		n->stops = calloc(s->radix, sizeof *n->stops);
	return n->held && n->credits && (n->stops || s->messages != MESSAGES_LEVEL);
}

void net_links_free(struct net_links *n)
{
	free(n->held);
	free(n->credits);
	free(n->stops);
}

/* Where the credits of a class stand, which a credit names, or where all stand. */
static size_t place_of(const struct net_links *n, unsigned port, unsigned class)
{
	return (size_t)port * n->classes + (credits_named(n->shape) ? class : 0);
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

/* Of a wormhole router: flits, each in a VC. Those of the recovery lane need no credit. */
static void bring_flits(struct net_links *n, const struct switch_in *in)
{
	const struct shape *s = n->shape;
	unsigned i, vc;

	EACH(i, in->head) {
		uint32_t words[FLIT_WORDS];

		if (in->vc[i] < s->vcs)
			n->held[i * s->vcs + in->vc[i]]++;
		if (!(n->nodes >> i & 1))
			continue;
		packet_flit(s, &in->packet[i], in->flit[i], words);
		n->sent += hash(s, in->flit[i], words);
	}
	EACH(i, in->credit)
		EACH(vc, in->credit_queue[i])
			n->credits[i * s->vcs + vc]++;
}

static bool allow_flits(struct net_links *n, const struct switch_out *out, char why[NET_LINKS_WHY])
{
	const struct shape *s = n->shape;
	unsigned i, vc;

	EACH(i, out->depart)
		if (out->vc[i] < s->vcs && !n->credits[i * s->vcs + out->vc[i]]--)
			return snprintf(why, NET_LINKS_WHY, "output %u sends a flit in VC %u without a credit", i, out->vc[i]), false;
	EACH(i, out->credit)
		EACH(vc, out->credit_queue[i])
			if (vc >= s->vcs || !n->held[i * s->vcs + vc]--)
				return snprintf(why, NET_LINKS_WHY, "input %u gives back a credit of VC %u that nobody spent", i, vc), false;
	if (out->message >> s->local & 1 && (out->msg[s->local].full || out->msg[s->local].flow))
		return snprintf(why, NET_LINKS_WHY, "the token comes with counts"), false;
	return true;
}

void net_links_bring(struct net_links *n, const struct switch_in *in)
{
	if (n->shape->by_flits) {
		bring_flits(n, in);
		return;
	}
	const uint64_t from_nodes = in->head & n->nodes;
	unsigned i;

	EACH(i, in->head) {
		uint16_t *const held = &n->held[place_of(n, i, credit_class(n->shape, &in->packet[i]))];

		*held = (uint16_t)(*held + credit_need(n->shape, &in->packet[i]));
	}
	EACH(i, in->credit)
		n->credits[place_of(n, i, in->credit_queue[i])]++;
	EACH(i, from_nodes)
		n->sent += hash_packet(n->shape, &in->packet[i]);
}

/* False: there are too few credits. */
static bool spend(struct net_links *n, unsigned output, const struct packet *p)
{
	uint16_t *const credits = &n->credits[place_of(n, output, credit_class(n->shape, p))];
	const unsigned need = credit_need(n->shape, p);
	const bool enough = *credits >= need;

	*credits = (uint16_t)(*credits - need);
	return enough;
}

/* May the input send this message? Then it is noted. */
static bool tell(struct net_links *n, unsigned input, const struct message *m)
{
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
	unsigned i;

	if (n->shape->by_flits)
		return allow_flits(n, out, why);
	EACH(i, out->depart)
		if (!spend(n, i, &out->packet[i]))
			return snprintf(why, NET_LINKS_WHY, "output %u sends a packet without a credit", i), false;
	EACH(i, out->credit)
		if (!n->held[place_of(n, i, out->credit_queue[i])]--)
			return snprintf(why, NET_LINKS_WHY, "input %u gives back a credit that nobody spent", i), false;
	EACH(i, out->message)
		if (!tell(n, i, &out->msg[i]))
			return snprintf(why, NET_LINKS_WHY, "input %u sends %s for line %u, %u turns or hops long, which makes no sense", i,
					out->msg[i].xoff ? "Xoff" : "Xon", out->msg[i].line, out->msg[i].len), false;
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
