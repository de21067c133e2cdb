#include "scoreboard.h"
#include "cube.h"
#include "link_use.h"
#include "point.h"
#include "why_not.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKETS = 1024,
	ROUTES = 1024,                  /* counters of packets by hash of their route; few, since each packet touches one */
	PORTS = PARAM_MOST_radix,
	IN_PIPELINE = 8,                /* packets per port that have left their slots and not yet the switch, at most */
	LANES = PARAM_MOST_vcs + 1,     /* VCs of a wormhole router, and the recovery lane */
	ON_LINKS = 2,                   /* packets of a VC that have left its buffer and not yet the switch, or come in the cycle in which they do, at most */
	FLIT_WORDS = PARAM_MOST_flit_bits / 32,
};

static const uint32_t NONE = UINT32_MAX;

/* A packet in the switch, with the header with which it has to leave. Of a wormhole router, there are entries for each lane of an input, the first one
 * of the packet that came first. */
struct expected {
	struct packet packet;
	uint64_t sent;                  /* cycle; UINT64_MAX: the entry is free */
	uint64_t before[SCOREBOARD_RIVALS];     /* of these had left when it was sent */
	uint32_t next;                  /* next entry of its bucket, or next free entry */
	uint8_t input, output;
	unsigned came;                  /* flits, of a wormhole router; 0: there is no packet */
	bool leaves;                    /* likewise: some have left */
};

/* Flows that share a hash, each in order of sending. */
struct bucket {
	uint32_t first, last;
};

/* The packet that an output is sending, or a lane of it. */
struct leaving {
	struct packet packet;
	unsigned input;                 /* where it came */
	struct expected *from;          /* of a wormhole router: its entry */
	struct pacer pace;              /* its header, or that of the one before */
	unsigned flits;                 /* flits that have left; 0: there is no packet */
};

struct scoreboard {
	struct shape shape;
	struct table_entry *table;      /* NULL: the scheme has none */
	const struct table_route *routes;       /* of a network interface that has some; otherwise NULL */
	unsigned lanes;                 /* of a port, each with packets of its own; 1, unless of a wormhole router ... */
	unsigned depth;                 /* ... and entries of each: of one packet, unless packets follow each other there */
	uint32_t at;                    /* its position */
	uint64_t outstanding, delivered;
	uint64_t left[PORTS];           /* by input: packets that have left, of those that go first */
	uint32_t passed[ROUTES];        /* by route: packets that have left, modulo 2^32 */
	bool overrun;                   /* more packets sent than a switch can hold, or flits that are not the next ones */
	uint32_t free;
	struct expected *expected;
	struct bucket bucket[BUCKETS];
	struct leaving leaving[PORTS > CUBE_PORTS * LANES ? PORTS : CUBE_PORTS * LANES];        /* by port, lane */
};

static unsigned depth_of(const struct shape *s)
{
	return s->queued ? s->buffer_flits + ON_LINKS : 1;
}

/* Number of packets that there is room for. */
static uint32_t capacity(const struct shape *s)
{
	return s->radix * (s->by_flits ? (s->vcs + s->recovery) * depth_of(s) : port_packets(s) + IN_PIPELINE);
}

void scoreboard_restart(struct scoreboard *b, const struct table_words *words)
{
	const uint32_t n = capacity(&b->shape);

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

struct scoreboard *scoreboard_new(const struct shape *s, const struct table_words *words, uint32_t at)
{
	const bool table = words && words->entry;
	struct scoreboard *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->shape = *s;
	b->at = at;
	b->expected = calloc(capacity(s), sizeof b->expected[0]);
	b->table = table ? malloc(s->nodes * sizeof *b->table) : NULL;
	b->lanes = s->by_flits ? s->vcs + s->recovery : 1;
	b->depth = depth_of(s);
	if (!b->expected || (table && !b->table)) {
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
	free(b->expected);
	free(b->table);
	free(b);
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

/* A flit enters a wormhole router: the next one of its lane's last packet, or a header, when that is complete and there is room behind it. */
static void flit_sent(struct scoreboard *b, uint64_t cycle, unsigned input, unsigned vc, unsigned flit, const struct packet *p)
{
	struct expected *e = &b->expected[(input * b->lanes + vc) * b->depth], *const end = e + b->depth;

	while (e < end && e->came && e->came == e->packet.flits)
		e++;
	if (e == end || e->came != flit) {
		b->overrun = true;
		return;
	}
	if (!flit) {
		*e = (struct expected){ .packet = *p, .sent = cycle, .before = { b->left[input] }, .input = (uint8_t)input, .output = (uint8_t)vc };
		b->outstanding++;
	}
	e->came++;
}

void scoreboard_brought(struct scoreboard *b, uint64_t cycle, const struct switch_in *in)
{
	EACH_IN(i, in->head) {
		if (b->shape.by_flits)
			flit_sent(b, cycle, i, in->vc[i], in->flit[i], &in->packet[i]);
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

/* Does no other packet go before this one, which came from an input, by its class? A host's go by service level; those of a wormhole router's node may wait for as long as
 * sources are throttled. */
static bool is_of_first(const struct scoreboard *b, unsigned input, const struct packet *p)
{
	return b->shape.cell_nic && input ? !p->sl : b->shape.by_flits ? input < b->shape.local : goes_first(&b->shape, p);
}

/* Are these the words of flit k of a packet? */
static bool is_flit_of(const struct shape *s, const struct packet *p, unsigned k, const uint32_t *words)
{
	uint32_t flit[FLIT_WORDS];

	packet_flit(s, p, k, flit);
	return !memcmp(flit, words, (s->flit_bits + 31) / 32 * sizeof flit[0]);
}

/* Is what leaves this packet, by the words of its header, or if these are NULL by *p? */
static bool is_packet(const struct shape *s, const struct packet *expected, const struct packet *p, const uint32_t *words)
{
	if (words)
		return is_flit_of(s, expected, 0, words);
	return expected->tag == p->tag && expected->flits == p->flits && expected->sl == p->sl && expected->to == p->to && expected->turnpool == p->turnpool &&
	       expected->source == p->source;
}

/* What leaves, and where. */
struct seen {
	uint64_t cycle;
	unsigned output, vc;            /* vc: of a wormhole router; the number of VCs is the recovery lane */
	char *why;
};

__attribute__((format(printf, 3, 4))) static bool wrong(const struct scoreboard *b, const struct seen *at, const char *format, ...)
{
	va_list args;
	int n = snprintf(at->why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u", at->cycle, at->output);

	n += snprintf(at->why + n, SCOREBOARD_WHY - (size_t)n, b->shape.by_flits ? ", VC %u: " : ": ", at->vc);
	va_start(args, format);
	vsnprintf(at->why + n, SCOREBOARD_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

static bool unexpected(struct scoreboard *b, const struct seen *at, const struct packet *p, const struct expected *oldest, const struct expected *later)
{
	char route[64];

	if (b->shape.nodes)
		snprintf(route, sizeof route, "for %" PRIu32 ", queue %" PRIu32, p->destination, p->queue);
	else
		snprintf(route, sizeof route, "turns %#" PRIx64 ", %u left", p->turnpool, p->turns_left);
	if (!oldest)
		return wrong(b, at, "a packet from input %" PRIu32 " that is not expected here (%s, %u flits): lost its way, changed, or seen twice", p->source, route, p->flits);
	if (!later)
		return wrong(b, at, "header changed: the packet from input %u sent in cycle %" PRIu64 " (tag %#" PRIx64 ", %u flits) is expected", oldest->input, oldest->sent,
			     oldest->packet.tag, oldest->packet.flits);
	return wrong(b, at, "the packet from input %u sent in cycle %" PRIu64 " overtook that of cycle %" PRIu64, later->input, later->sent, oldest->sent);
}

/* Index of a packet in expected[], and of the one before it in its bucket. */
struct found {
	uint32_t at, before;
};

/* Find the packet of this header among those expected, and take it out. It has to be the oldest of its flow. If the header's source has too few bits to tell inputs
 * apart, it has to be the oldest of one of them: the one with this tag, if any. */
static bool find(struct scoreboard *b, const struct seen *at, const struct packet *p, const uint32_t *words, uint64_t tag, struct leaving *l)
{
	struct bucket *bucket = bucket_of(b, at->output, p);
	const struct expected *oldest = NULL, *later = NULL;
	struct found found = { NONE, NONE };
	uint64_t seen = 0;              /* inputs whose oldest packet has been looked at */
	uint32_t before = NONE;

	for (uint32_t k = bucket->first; k != NONE; before = k, k = b->expected[k].next) {
		struct expected *e = &b->expected[k];
		bool first = !(seen >> e->input & 1);

		if (!same_flow(b, e, at->output, p))
			continue;
		oldest = oldest ? oldest : e;
		seen |= UINT64_C(1) << e->input;
		if (!is_packet(&b->shape, &e->packet, p, words))
			continue;
		if (first && (found.at == NONE || e->packet.tag == tag))
			found = (struct found){ k, before };
		later = later || first ? later : e;
	}
	if (found.at == NONE)
		return unexpected(b, at, p, oldest, later);
	l->packet = b->expected[found.at].packet;
	l->input = b->expected[found.at].input;
	if (is_of_first(b, l->input, p)) {
		b->left[l->input]++;
		++*passed_of(b, at->output, p);
	}
	unlink_expected(b, bucket, found.at, found.before);
	return true;
}

/* May a packet that came to a wormhole router there leave here, as routing and VCs are given to it? */
static bool allowed(const struct scoreboard *b, unsigned input, unsigned from, uint32_t to, unsigned output, unsigned vc)
{
	const struct shape *s = &b->shape;
	const bool by_lane = from == s->vcs, at_end = cube_minimal(s, b->at, to) == bit(s->local);

	if (vc == s->vcs)
		return output == cube_in_order(s, b->at, to) && (by_lane || input != s->local);
	if (by_lane)
		return false;
	if (at_end)
		return output == s->local && vc < s->delivery_vcs;
	if (!s->adaptive && s->torus && s->avoidance)
		return output == cube_in_order(s, b->at, to) && (vc < s->vcs / 2) == cube_wraps(s, b->at, to, output);
	if (!s->adaptive)
		return output == cube_in_order(s, b->at, to);
	if (s->avoidance && vc == s->vcs - 1)
		return output == cube_in_mesh_order(s, b->at, to);
	return cube_minimal(s, b->at, to) >> output & 1 && !(s->avoidance && from == s->vcs - 1 && input != s->local);
}

/* The same of a wormhole router, where it stays until all of it has left: the first one of a lane, which has not begun to leave; of several that look the same, one
 * that may leave here, with this tag if there is one. */
static bool find_in_lanes(struct scoreboard *b, const struct seen *at, const struct packet *p, const uint32_t *words, uint64_t tag, struct leaving *l)
{
	struct expected *const end = b->expected + capacity(&b->shape);
	bool strays = false;

	l->from = NULL;
	for (struct expected *e = b->expected; e < end; e += b->depth) {
		if (!e->came || e->leaves || !is_packet(&b->shape, &e->packet, p, words))
			continue;
		if (!allowed(b, e->input, (unsigned)(e - b->expected) / b->depth % b->lanes, (uint32_t)e->packet.turnpool, at->output, at->vc))
			strays = true;
		else if (!l->from || e->packet.tag == tag)
			l->from = e;
	}
	if (!l->from)
		return wrong(b, at, "a packet for %#" PRIx64 " of %u flits%s", p->turnpool, p->flits,
			     strays ? " that may not leave here" : " that did not come, changed, or is seen twice");
	l->from->leaves = true;
	l->packet = l->from->packet;
	l->input = l->from->input;
	return true;
}

/* A header leaves. */
static bool begin(struct scoreboard *b, const struct seen *at, const struct packet *p, const uint32_t *words, struct leaving *l)
{
	struct packet header = words ? (struct packet){ 0 } : *p;

	if (b->overrun)
		return wrong(b, at, "more was sent than the switch can hold, or flits against the link contract");
	if (at->cycle < pacer_free(&b->shape, &l->pace))
		return wrong(b, at, "a header before the pace of the link allows it");
	if (words)
		packet_parse(&b->shape, words, &header);
	if (!(b->shape.by_flits ? find_in_lanes : find)(b, at, &header, words, p->tag, l))
		return false;
	if (!b->shape.by_flits)
		pacer_send(&b->shape, &l->pace, at->cycle, l->packet.flits);
	return true;
}

/* A flit leaves that is not the header. */
static bool goes_on(const struct scoreboard *b, const struct seen *at, const struct packet *p, unsigned flit, const uint32_t *words, const struct leaving *l)
{
	const struct shape *s = &b->shape;
	const uint64_t due = s->by_flits ? at->cycle : l->pace.head + link_flit(s, l->pace.tokens, l->flits);

	if (at->cycle != due)
		return wrong(b, at, "a gap within a packet: flit %u was due in cycle %" PRIu64, l->flits, due);
	if (s->by_flits && l->from->came == l->flits)
		return wrong(b, at, "flit %u of the packet from input %u left before it came", l->flits, l->input);
	return (words ? is_flit_of(s, &l->packet, l->flits, words) : l->packet.tag == p->tag && l->flits == flit) ||
	       wrong(b, at, "flit %u of the packet from input %u (tag %#" PRIx64 ") changed, or is another one", l->flits, l->input, l->packet.tag);
}

static void left(struct scoreboard *b)
{
	b->outstanding--;
	b->delivered++;
}

bool scoreboard_flit(struct scoreboard *b, uint64_t cycle, unsigned output, unsigned vc, bool is_head, const uint32_t *words, struct packet *packet, unsigned *flit,
			char why[SCOREBOARD_WHY])
{
	const struct seen at = { cycle, output, b->shape.by_flits ? vc : 0, why };

	if (at.vc >= b->lanes)
		return wrong(b, &at, "a flit of VC %u, which there is not", vc);
	struct leaving *const l = &b->leaving[output * b->lanes + at.vc];

	if (is_head == (l->flits != 0))
		return wrong(b, &at, "%s", is_head ? "a header within a packet" : "a flit without a header");
	if (!(is_head ? begin(b, &at, packet, words, l) : goes_on(b, &at, packet, *flit, words, l)))
		return false;
	*packet = l->packet;
	*flit = l->flits++;
	if (l->flits < l->packet.flits)
		return true;
	l->flits = 0;
	left(b);
	if (b->shape.by_flits) {
		b->left[l->input]++;
		memmove(l->from, l->from + 1, (b->depth - 1) * sizeof *l->from);
		l->from[b->depth - 1] = (struct expected){ .sent = UINT64_MAX };
	}
	return true;
}

bool scoreboard_packet(struct scoreboard *b, uint64_t cycle, unsigned output, const struct packet *p, char why[SCOREBOARD_WHY])
{
	if (!begin(b, &(struct seen){ cycle, output, 0, why }, p, NULL, &b->leaving[output]))
		return false;
	left(b);
	return true;
}

void scoreboard_by_flits(struct scoreboard *b, uint64_t cycle)
{
	for (struct leaving *l = b->leaving; l < b->leaving + b->shape.radix && !b->shape.by_flits; l++) {
		unsigned flits = 0;

		while (flits < l->packet.flits && l->pace.head + link_flit(&b->shape, l->pace.tokens, flits) < cycle)
			flits++;
		l->flits = flits < l->packet.flits ? flits : 0;
		b->outstanding += l->flits != 0;
		b->delivered -= l->flits != 0;
	}
}

bool scoreboard_departing(struct scoreboard *b, uint64_t cycle, const struct switch_out *departing, char why[SCOREBOARD_WHY])
{
	EACH_IN(o, departing->depart) {
		struct packet p = departing->packet[o];
		unsigned flit = departing->flit[o];

		if (!(b->shape.by_flits ? scoreboard_flit(b, cycle, o, departing->vc[o], !flit, NULL, &p, &flit, why) : scoreboard_packet(b, cycle, o, &p, why)))
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

	for (const struct expected *e = b->expected; e < b->expected + capacity(&b->shape); e++) {
		const bool by_input = rivals == SCOREBOARD_SAME_INPUT || b->shape.by_flits;
		uint64_t others;

		if (e->sent == UINT64_MAX || !is_of_first(b, e->input, &e->packet))
			continue;
		others = by_input ? b->left[e->input] - e->before[SCOREBOARD_SAME_INPUT] : *passed_of(b, e->output, &e->packet) - (uint32_t)e->before[rivals];
		if (others > scoreboard_patience(&b->shape))
			return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ": the packet from input %u %s %u sent in cycle %" PRIu64 " (tag %#" PRIx64
				      ") is still there, and %" PRIu64 " others have left %s",
				      cycle, e->input, b->shape.by_flits ? "in VC" : "to output", e->output, e->sent, e->packet.tag, others, from[by_input ? SCOREBOARD_SAME_INPUT : rivals]);
	}
	return true;
}

unsigned scoreboard_tokens(const struct scoreboard *b, unsigned output)
{
	return b->leaving[output].pace.tokens;
}

uint64_t scoreboard_outstanding(const struct scoreboard *b)
{
	return b->outstanding;
}

uint64_t scoreboard_delivered(const struct scoreboard *b)
{
	return b->delivered;
}
