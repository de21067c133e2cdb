#include "scoreboard.h"
#include "flit_scoreboard.h"
#include "link_use.h"
#include "point.h"
#include "rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKETS = 1024,
	ROUTES = 1024,                  /* counters of packets by hash of their route; few, since each packet touches one */
	PORTS = PARAM_MOST_radix,
	IN_PIPELINE = 8,                /* packets per port that have left their slots and not yet the switch, at most */
};

static const uint32_t NONE = UINT32_MAX;

/* A packet in the switch, with the header with which it has to leave. */
struct expected {
	struct packet packet;
	uint64_t sent;                  /* cycle; UINT64_MAX: the entry is free */
	uint64_t before[SCOREBOARD_RIVALS];     /* of these had left when it was sent */
	uint32_t next;                  /* next entry of its bucket, or next free entry */
	uint8_t input, output;
};

/* Flows that share a hash, each in order of sending. */
struct bucket {
	uint32_t first, last;
};

/* The packet that an output is sending. */
struct leaving {
	struct packet packet;
	struct pacer pace;              /* its header, or that of the one before */
	unsigned flits;                 /* flits that have left; 0: there is no packet */
};

struct scoreboard {
	struct shape shape;
	struct table_entry *table;      /* NULL: the scheme has none */
	const struct table_route *routes;       /* of a network interface that has some; otherwise NULL */
	struct flit_scoreboard *flits;          /* of a wormhole router: all that follows, by flit; otherwise NULL */
	uint64_t outstanding, delivered;
	uint64_t left[PORTS];           /* by input: packets that have left, of those that go first */
	uint32_t passed[ROUTES];        /* by route: packets that have left, modulo 2^32 */
	bool overrun;                   /* more packets sent than a switch can hold */
	uint32_t free;
	struct expected *expected;
	struct bucket bucket[BUCKETS];
	struct leaving leaving[PORTS];
};

/* Number of packets that there is room for. */
static uint32_t capacity(const struct shape *s)
{
	return s->radix * (port_packets(s) + IN_PIPELINE);
}

void scoreboard_restart(struct scoreboard *b, const struct table_words *words)
{
	const uint32_t n = capacity(&b->shape);

	if (b->flits)
		*b->flits = (struct flit_scoreboard){ .shape = b->shape, .at = b->flits->at, .delivered = b->flits->delivered };
	b->outstanding = 0;
	b->overrun = false;
	b->free = 0;
	for (uint32_t i = 0; i < n; i++)
		b->expected[i] = (struct expected){ .sent = UINT64_MAX, .next = i + 1 < n ? i + 1 : NONE };
	for (unsigned i = 0; i < BUCKETS; i++)
		b->bucket[i].first = NONE;
	memset(b->leaving, 0, sizeof b->leaving);
	memset(b->left, 0, sizeof b->left);
	memset(b->passed, 0, sizeof b->passed);
	b->routes = words ? words->route : NULL;
	if (b->table)
		memcpy(b->table, words->entry, b->shape.nodes * sizeof *b->table);
}

struct scoreboard *scoreboard_new(const struct shape *s, const struct table_words *words)
{
	const bool table = words && words->entry;
	struct scoreboard *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->shape = *s;
	b->expected = calloc(capacity(s), sizeof b->expected[0]);
	b->table = table ? malloc(s->nodes * sizeof *b->table) : NULL;
	b->flits = s->by_flits ? calloc(1, sizeof *b->flits) : NULL;
	if (!b->expected || (table && !b->table) || (s->by_flits && !b->flits)) {
		scoreboard_free(b);
		return NULL;
	}
	scoreboard_restart(b, words);
	return b;
}

void scoreboard_free(struct scoreboard *b)
{
	if (!b)
		return;
	free(b->flits);
	free(b->expected);
	free(b->table);
	free(b);
}

void scoreboard_position(struct scoreboard *b, uint32_t at)
{
	if (b->flits)
		b->flits->at = at;
}

/* The source, in as many bits as the header has for it. */
static uint32_t source_bits(const struct scoreboard *b, uint32_t source)
{
	return source & (uint32_t)((UINT64_C(1) << b->shape.node_bits) - 1);
}

static uint64_t route_bits(const struct scoreboard *b, const struct packet *p)
{
	return b->shape.nodes ? p->destination : p->turnpool & point_mask(&b->shape, p->turns_left);
}

/* Packets that have left for where this one goes, as its header leaves. Routes that share a hash count as one. */
static uint32_t *passed_of(struct scoreboard *b, unsigned output, const struct packet *p)
{
	return &b->passed[rng_mix(rng_mix(route_bits(b, p)) ^ (uint64_t)p->turns_left << 8 ^ output) % ROUTES];
}

/* Of the packets of a source, those with the same bits keep their order: they have one route, and one priority. (Where links have VCs, those of a VC do.) */
static uint64_t flow_bits(const struct scoreboard *b, const struct packet *p)
{
	const bool priorities = b->shape.nodes && b->shape.named_queues && !b->shape.next_queue_w;

	return route_bits(b, p) | (priorities ? (uint64_t)p->queue << 32 : 0);
}

static struct bucket *bucket_of(struct scoreboard *b, unsigned output, const struct packet *p)
{
	uint64_t h = rng_mix(flow_bits(b, p)) ^ (uint64_t)p->turns_left << 56 ^ (uint64_t)header_level(&b->shape, p) << 52 ^ (uint64_t)source_bits(b, p->source) << 8 ^ output;

	return &b->bucket[rng_mix(h) % BUCKETS];
}

static bool same_flow(const struct scoreboard *b, const struct expected *e, unsigned output, const struct packet *p)
{
	return e->output == output && e->packet.turns_left == p->turns_left && (!b->shape.by_destination || e->packet.to == p->to) && header_level(&b->shape, &e->packet) == header_level(&b->shape, p) &&
	       source_bits(b, e->packet.source) == source_bits(b, p->source) && flow_bits(b, &e->packet) == flow_bits(b, p);
}

/* The same of a network interface, which gives a packet of the host its route, or its queue at the switch. */
static unsigned forward_to_other(const struct scoreboard *b, unsigned input, struct packet *p)
{
	if (input == NIC_HOST && b->routes) {
		const struct table_route *r = b->routes + p->turnpool;

		p->turnpool = r->turns;
		p->turns_left = r->left;
	} else if (input == NIC_HOST && b->table) {
		p->queue = b->table[p->destination].queue;
	}
	return !input;
}

/* Rewrite a header as the switch has to send it. Returns the output. */
static unsigned forward(const struct scoreboard *b, unsigned input, struct packet *p)
{
	const struct shape *s = &b->shape;

	if (s->nic)
		return forward_to_other(b, input, p);
	if (b->table) {
		const struct table_entry e = b->table[p->destination];

		if (b->shape.next_queue_w)
			p->queue = e.queue;
		return e.output;
	}
	const unsigned turn = (unsigned)(p->turnpool & point_mask(s, 1));

	p->turnpool >>= s->turn_w;
	p->turns_left--;
	return (input + turn) % s->radix;
}

void scoreboard_sent(struct scoreboard *b, uint64_t cycle, unsigned input, const struct packet *p)
{
	struct expected *e;
	struct bucket *bucket;
	uint32_t at = b->free;

	if (at == NONE) {
		b->overrun = true;
		return;
	}
	e = &b->expected[at];
	b->free = e->next;
	*e = (struct expected){ .packet = *p, .sent = cycle, .next = NONE, .input = (uint8_t)input };
	e->output = (uint8_t)forward(b, input, &e->packet);
	e->before[SCOREBOARD_SAME_INPUT] = b->left[input];
	e->before[SCOREBOARD_SAME_ROUTE] = *passed_of(b, e->output, &e->packet);
	bucket = bucket_of(b, e->output, &e->packet);
	if (bucket->first == NONE)
		bucket->first = at;
	else
		b->expected[bucket->last].next = at;
	bucket->last = at;
	b->outstanding++;
}

void scoreboard_brought(struct scoreboard *b, uint64_t cycle, const struct switch_in *in)
{
	unsigned i;

	EACH(i, in->head) {
		if (b->flits)
			flit_scoreboard_sent(b->flits, cycle, i, in->vc[i], in->flit[i], &in->packet[i]);
		else
			scoreboard_sent(b, cycle, i, &in->packet[i]);
	}
	if (in->configure && b->table)          /* headers of this cycle went by the word before */
		b->table[in->destination] = in->entry;
}

static void unlink_expected(struct scoreboard *b, struct bucket *bucket, uint32_t at, uint32_t before)
{
	struct expected *e = &b->expected[at];

	if (before == NONE)
		bucket->first = e->next;
	else
		b->expected[before].next = e->next;
	if (bucket->last == at)
		bucket->last = before;
	e->sent = UINT64_MAX;
	e->next = b->free;
	b->free = at;
}

/* Does no other packet go before this one, which came from an input, by its class? A host's go by service level. */
static bool is_of_first(const struct scoreboard *b, unsigned input, const struct packet *p)
{
	return b->shape.cell_nic && input ? !p->sl : goes_first(&b->shape, p);
}

enum { ROUTE = 64 };

static void print_route(const struct scoreboard *b, const struct packet *p, char text[ROUTE])
{
	if (b->shape.nodes)
		snprintf(text, ROUTE, "for %" PRIu32 ", queue %" PRIu32, p->destination, p->queue);
	else
		snprintf(text, ROUTE, "turns %#" PRIx64 ", %u left", p->turnpool, p->turns_left);
}

static bool unexpected(struct scoreboard *b, uint64_t cycle, unsigned output, const struct packet *p, const struct expected *oldest,
		       const struct expected *later, char why[SCOREBOARD_WHY])
{
	char route[ROUTE];

	if (b->overrun)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ": more packets sent than the switch can hold", cycle);
	print_route(b, p, route);
	if (!oldest)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: a packet from input %" PRIu32 " that is not expected here (%s, %u flits): "
			      "lost its way, changed, or seen twice", cycle, output, p->source, route, p->flits);
	if (!later)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: header changed: the packet from input %u sent in cycle %" PRIu64
			      " (tag %#" PRIx64 ", %u flits) is expected",
			      cycle, output, oldest->input, oldest->sent, oldest->packet.tag, oldest->packet.flits);
	return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: the packet from input %u sent in cycle %" PRIu64 " overtook that of cycle %" PRIu64,
		      cycle, output, later->input, later->sent, oldest->sent);
}

/* Index of a packet in expected[], and of the one before it in its bucket. */
struct found {
	uint32_t at, before;
};

/* Find the packet of this header among those expected, take it out and fill *packet. It has to be the oldest of its flow. If the
 * header's source has too few bits to tell inputs apart, it has to be the oldest of one of them: the one with the tag of *packet, if any. */
static bool head(struct scoreboard *b, uint64_t cycle, unsigned output, const struct packet *p, const uint32_t *words,
		 struct packet *packet, char why[SCOREBOARD_WHY])
{
	struct bucket *bucket = bucket_of(b, output, p);
	const struct expected *oldest = NULL, *later = NULL;
	struct found found = { NONE, NONE };
	uint64_t seen = 0;              /* inputs whose oldest packet has been looked at */
	uint32_t before = NONE;

	if (b->overrun)
		return unexpected(b, cycle, output, p, NULL, NULL, why);
	for (uint32_t at = bucket->first; at != NONE; before = at, at = b->expected[at].next) {
		struct expected *e = &b->expected[at];
		bool first = !(seen >> e->input & 1);

		if (!same_flow(b, e, output, p))
			continue;
		oldest = oldest ? oldest : e;
		seen |= UINT64_C(1) << e->input;
		if (!is_packet(&b->shape, &e->packet, p, words))
			continue;
		if (first && (found.at == NONE || e->packet.tag == packet->tag))
			found = (struct found){ at, before };
		later = later || first ? later : e;
	}
	if (found.at != NONE) {
		if (is_of_first(b, b->expected[found.at].input, p)) {
			b->left[b->expected[found.at].input]++;
			++*passed_of(b, output, p);
		}
		*packet = b->expected[found.at].packet;
		unlink_expected(b, bucket, found.at, found.before);
		return true;
	}
	return unexpected(b, cycle, output, p, oldest, later, why);
}

static void left(struct scoreboard *b)
{
	b->outstanding--;
	b->delivered++;
}

bool scoreboard_packet(struct scoreboard *b, uint64_t cycle, unsigned output, const struct packet *p, char why[SCOREBOARD_WHY])
{
	struct leaving *l = &b->leaving[output];
	struct packet packet = *p;

	if (cycle < pacer_free(&b->shape, &l->pace))
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: a header within a packet", cycle, output);
	if (!head(b, cycle, output, p, NULL, &packet, why))
		return false;
	l->packet = packet;
	l->flits = 1;
	pacer_send(&b->shape, &l->pace, cycle, packet.flits);
	left(b);
	return true;
}

bool scoreboard_flit(struct scoreboard *b, uint64_t cycle, unsigned output, bool is_head, const uint32_t *words, struct packet *packet,
		     char why[SCOREBOARD_WHY])
{
	struct leaving *l = &b->leaving[output];
	struct packet header = { 0 };

	if (is_head == (l->flits != 0))
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: %s", cycle, output, is_head ? "a header within a packet" : "a flit without a header");
	if (is_head) {
		if (cycle < pacer_free(&b->shape, &l->pace))
			return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: a header before the pace of the link allows it", cycle, output);
		packet_parse(&b->shape, words, &header);
		l->packet.tag = packet->tag;
		if (!head(b, cycle, output, &header, words, &l->packet, why))
			return false;
		*packet = l->packet;
		pacer_send(&b->shape, &l->pace, cycle, l->packet.flits);
	} else {
		const uint64_t due = l->pace.head + link_flit(&b->shape, l->pace.tokens, l->flits);

		if (cycle != due)
			return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: a gap within a packet: flit %u was due in cycle %" PRIu64, cycle, output, l->flits, due);
		if (!is_flit_of(&b->shape, &l->packet, l->flits, words))
			return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: flit %u of the packet from input %" PRIu32 " (tag %#" PRIx64 ") changed",
				      cycle, output, l->flits, l->packet.source, l->packet.tag);
	}
	if (++l->flits >= l->packet.flits) {
		l->flits = 0;
		left(b);
	}
	return true;
}

void scoreboard_by_flits(struct scoreboard *b, uint64_t cycle)
{
	for (struct leaving *l = b->leaving; l < b->leaving + b->shape.radix; l++) {
		unsigned flits = 0;

		while (flits < l->packet.flits && l->pace.head + link_flit(&b->shape, l->pace.tokens, flits) < cycle)
			flits++;
		l->flits = flits < l->packet.flits ? flits : 0;
		b->outstanding += l->flits != 0;
		b->delivered -= l->flits != 0;
	}
}

bool scoreboard_vc_flit(struct scoreboard *b, uint64_t cycle, unsigned output, unsigned vc, bool is_head, const uint32_t *words, struct packet *packet, unsigned *flit,
			char why[SCOREBOARD_WHY])
{
	if (b->flits)
		return flit_scoreboard_left(b->flits, cycle, output, vc, is_head, words, packet, flit, why);
	*flit = b->leaving[output].flits;
	return scoreboard_flit(b, cycle, output, is_head, words, packet, why);
}

bool scoreboard_departing(struct scoreboard *b, uint64_t cycle, const struct switch_out *departing, char why[SCOREBOARD_WHY])
{
	unsigned o;

	EACH(o, departing->depart) {
		struct packet p = departing->packet[o];
		unsigned flit = departing->flit[o];

		if (!(b->flits ? scoreboard_vc_flit(b, cycle, o, departing->vc[o], !flit, NULL, &p, &flit, why) : scoreboard_packet(b, cycle, o, &p, why)))
			return false;
	}
	return true;
}

uint64_t scoreboard_patience(const struct shape *s)
{
	return 4096 + 16 * (uint64_t)(s->by_cells ? 2 * s->side_cells / s->classes : s->slot_nic ? port_packets(s) : s->slots);
}

bool scoreboard_fair(struct scoreboard *b, uint64_t cycle, enum scoreboard_rivals rivals, char why[SCOREBOARD_WHY])
{
	static const char *const from[SCOREBOARD_RIVALS] = { "from its input", "for its destination" };

	if (b->flits)
		return flit_scoreboard_fair(b->flits, cycle, scoreboard_patience(&b->shape), why);
	for (const struct expected *e = b->expected; e < b->expected + capacity(&b->shape); e++) {
		uint64_t others;

		if (e->sent == UINT64_MAX || !is_of_first(b, e->input, &e->packet))
			continue;
		others = rivals == SCOREBOARD_SAME_INPUT ? b->left[e->input] - e->before[rivals]
							 : *passed_of(b, e->output, &e->packet) - (uint32_t)e->before[rivals];
		if (others > scoreboard_patience(&b->shape))
			return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ": the packet from input %u to output %u sent in cycle %" PRIu64 " (tag %#" PRIx64
				      ") is still there, and %" PRIu64 " others have left %s",
				      cycle, e->input, e->output, e->sent, e->packet.tag, others, from[rivals]);
	}
	return true;
}

unsigned scoreboard_tokens(const struct scoreboard *b, unsigned output)
{
	return b->leaving[output].pace.tokens;
}

uint64_t scoreboard_outstanding(const struct scoreboard *b)
{
	return b->flits ? b->flits->outstanding : b->outstanding;
}

uint64_t scoreboard_delivered(const struct scoreboard *b)
{
	return b->flits ? b->flits->delivered : b->delivered;
}
