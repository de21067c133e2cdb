/*
 * What the neighbours of a wormhole router drive keeps the contract of its links (docs/internals/microarchitecture-wormhole.md, 1 and 6, and -throttle.md), checked by a
 * second reading of it, cycle by cycle; and they use the freedom that it leaves. And the scoreboard refuses what no router may do.
 */
#include "given.h"
#include "random_config.h"

#include "bench/cube.h"
#include "one_switch.h"
#include "test.h"

#include <inttypes.h>
#include <string.h>

enum { CONFIGURATIONS = 150, CYCLES = 6000, VCS = PARAM_MOST_vcs };

/* The links as the page has them. */
struct link {
	unsigned credits[VCS], left[VCS + 1], next[VCS + 1];
	struct packet packet[VCS + 1];
	unsigned taken[VCS], last;              /* flits at the sink; VC of the last flit into the router */
	bool filled;                            /* a flit came in the cycle before */
};

struct checker {
	struct shape s;
	uint32_t at;
	struct link link[CUBE_PORTS];
	bool token;                             /* the router has it, or a packet in the lane has */
	unsigned messages[CUBE_PORTS];          /* in this hop; flits of metapackets, since reset */
};

/* What was met, over all runs. */
#define EACH_MET \
	MET(headers) MET(flits) MET(one_flit) MET(longest) MET(between_flits) MET(back_to_back) MET(gaps) MET(last_credit) MET(held_back) MET(credits_many) \
	MET(turns_back) MET(destinations_here) MET(tokens) MET(lane_here) MET(lane_through) MET(lane_gaps) MET(lane_seized) \
	MET(messages) MET(zeros) MET(most) MET(metapackets) MET(edges) MET(node_0)

static struct {
	uint64_t vcs[VCS];
#define MET(name) uint64_t name;
	EACH_MET
#undef MET
} seen;

/* ---- A second reading of the contract ---- */

static void check_header(const struct checker *k, unsigned i, const struct packet *p)
{
	const struct shape *s = &k->s;

	assert_int_equal(p->destination >> s->dims * s->coord_w, 0);
	for (unsigned d = 0; d < s->dims; d++)
		assert_true(cube_coordinate(s, p->destination, d) < s->ary);
	assert_int_equal(p->to, cube_number(s, p->destination) & 0xffff);
	assert_int_equal(p->queue, 0);
	assert_true(p->flits >= 1 && p->flits <= s->packet_flits && p->source < s->routers);
	assert_true(i != s->local || p->destination != k->at);
	seen.headers++;
	seen.one_flit += p->flits == 1;
	seen.longest += p->flits == s->packet_flits;
	seen.destinations_here += p->destination == k->at;
}

static void check_lane(struct checker *k, unsigned i, const struct switch_in *in)
{
	assert_true(k->s.recovery && i != k->s.local);
	if (in->flit[i])
		return;
	assert_false(k->token);
	k->token = true;
	seen.lane_here += in->packet[i].destination == k->at;
	seen.lane_through += in->packet[i].destination != k->at;
}

static void link_rests(struct link *l, unsigned vcs)
{
	for (unsigned w = 0; w < vcs; w++)
		seen.gaps += l->filled && l->left[w] && l->credits[w];
	seen.lane_gaps += l->left[vcs] != 0;
	l->filled = false;
}

/* A flit comes by an input. */
static void check_flit(struct checker *k, unsigned i, const struct switch_in *in)
{
	const struct shape *s = &k->s;
	struct link *l = &k->link[i];
	const struct packet *p = &in->packet[i];
	const unsigned v = in->vc[i], flit = in->flit[i];

	assert_true(cube_linked(s, k->at, i) && v < s->vcs + s->recovery);
	if (flit) {
		assert_true(l->left[v] && flit == l->next[v]);
		assert_int_equal(memcmp(p, &l->packet[v], sizeof *p), 0);
	} else {
		assert_int_equal(l->left[v], 0);
		check_header(k, i, p);
		l->packet[v] = *p;
		l->left[v] = p->flits;
		for (unsigned w = 0; w < s->vcs; w++)
			seen.between_flits += w != v && l->left[w];
	}
	if (v == s->vcs) {
		check_lane(k, i, in);
	} else {
		assert_true(flit || s->queued ? l->credits[v] > 0 : l->credits[v] == s->buffer_flits);
		seen.last_credit += !--l->credits[v];
		seen.vcs[v]++;
		seen.back_to_back += l->filled && l->last != v;
	}
	l->left[v]--;
	l->next[v] = flit + 1;
	l->last = v;
	l->filled = true;
	seen.flits++;
}

static void check_credits(struct checker *k, unsigned o, const struct switch_in *in)
{
	struct link *l = &k->link[o];

	assert_true(in->credit >> o & 1 || !in->credit_queue[o]);
	EACH_IN(v, in->credit_queue[o])
		assert_true(v < k->s.vcs && l->taken[v]-- > 0);
	seen.credits_many += count_members(in->credit_queue[o]) > 1;
	for (unsigned v = 0; v < k->s.vcs; v++)
		seen.held_back += l->taken[v] == k->s.buffer_flits;
}

/* Counts are of nodes of the dimensions below. */
static void check_counts(struct checker *k, uint64_t cycle, unsigned port, const struct message *m)
{
	const struct shape *s = &k->s;
	const unsigned dim = (unsigned)(cycle / s->side_cycles / s->steps % s->dims), nodes = cube_number(s, cube_with(s, 0, dim, 1));

	assert_true(s->side_band && cycle % s->side_cycles != 0 && port / 2 == dim);
	assert_true(m->full <= nodes * 2 * s->dims * s->vcs && m->flow <= nodes * s->gather_cycles);
	seen.messages++;
	seen.zeros += !m->full && !m->flow;
	seen.most += m->full == nodes * 2 * s->dims * s->vcs;
	k->messages[port]++;
}

/* A flit of a metapacket: one after the other, of gather after gather, none of which has come before it is due. */
static void check_metapacket(struct checker *k, uint64_t cycle, unsigned port, const struct switch_in *in)
{
	const struct message *m = &in->msg[port];
	const unsigned n = k->messages[port]++;

	assert_true(!(in->head >> port & 1) && m->flit == n % 2 && m->parity == n / 2 % 2 && cycle >= (uint64_t)(n / 2) * k->s.gather_cycles);
	assert_true(m->flit ? !m->full : !m->flow);
	seen.metapackets++;
}

/* A hop ends: in a torus counts came both ways; in a mesh if there is a node so many steps away. */
static void check_hop(struct checker *k, uint64_t hop)
{
	const struct shape *s = &k->s;
	const unsigned step = (unsigned)(hop % s->steps), dim = (unsigned)(hop / s->steps % s->dims), a = cube_coordinate(s, k->at, dim);

	for (unsigned port = 0; port < s->local; port++) {
		const bool comes = port / 2 == dim && (s->torus || (port % 2 ? a >= step + 1 : a + step + 1 < s->ary));

		assert_int_equal(k->messages[port], comes);
		k->messages[port] = 0;
	}
}

static void check_messages(struct checker *k, uint64_t cycle, const struct switch_in *in)
{
	const struct shape *s = &k->s;

	if (s->side_band && cycle && cycle % s->side_cycles == 0)
		check_hop(k, cycle / s->side_cycles - 1);
	EACH_IN(port, in->message & ~bit(s->local))
		if (s->metapackets)
			check_metapacket(k, cycle, port, in);
		else
			check_counts(k, cycle, port, &in->msg[port]);
	if (!(in->message >> s->local & 1))
		return;
	assert_true(s->recovery && !k->token && !in->msg[s->local].full && !in->msg[s->local].flow);
	k->token = true;
	seen.tokens++;
}

/* What the router sent in this cycle, and gives back. The token goes on as a message, or with a packet that leaves by the lane, but for the node here. */
static void follow(struct checker *k, const struct switch_out *out)
{
	const struct shape *s = &k->s;

	EACH_IN(o, out->depart) {
		seen.turns_back += out->from[o] == o;
		if (out->vc[o] < s->vcs)
			k->link[o].taken[out->vc[o]]++;
		else if (o != s->local && out->flit[o] + 1u == out->packet[o].flits)
			k->token = false;
	}
	EACH_IN(i, out->credit)
		EACH_IN(v, out->credit_queue[i])
			k->link[i].credits[v]++;
	if (out->message >> s->local & 1)
		k->token = false;
}

static void check_cycle(struct checker *k, const struct bench *b)
{
	const uint64_t cycle = b->cycle - 1;
	const struct switch_in *in = &b->in;

	assert_int_equal((in->head | in->credit | in->message) & ~ones(k->s.radix), 0);
	assert_false(in->configure);
	for (unsigned i = 0; i < k->s.radix; i++) {
		if (in->head >> i & 1)
			check_flit(k, i, in);
		else
			link_rests(&k->link[i], k->s.vcs);
		check_credits(k, i, in);
	}
	check_messages(k, cycle, in);
	follow(k, bench_decided(b, 1));
}

static void run(const struct shape *s, const struct neighbours_config *c)
{
	struct bench *b = bench_new(s, c);
	const uint32_t at = neighbours_position(b->neighbours);
	struct checker k = { .s = *s, .at = at, .token = s->recovery && !at };

	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned v = 0; v < s->vcs; v++)
			k.link[i].credits[v] = s->buffer_flits;
	for (unsigned port = 0; port < s->local; port++)
		seen.edges += !cube_linked(s, at, port);
	seen.node_0 += !at;
	while (b->cycle < CYCLES || (b->cycle < 100 * CYCLES && !bench_drained(b))) {
		if (!bench_step(b))
			fail_msg("%s", b->why);
		check_cycle(&k, b);
	}
	assert_true(bench_drained(b));
	const struct neighbours_stats *const n = neighbours_stats(b->neighbours);

	assert_true(!n->violations && n->generated == n->delivered && n->flits_generated == n->flits_delivered);
	seen.lane_seized += switch_counts(b->sw)->detections;
	bench_free(b);
}

TEST(the_link_contract_is_kept)
{
	struct rng r = rng_seed(11, 1);

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		const struct params p = random_wormhole_params(&r, 9);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));

		c.stop_cycle = CYCLES;
		run(&s, &c);
	}
	for (unsigned v = 0; v < VCS; v++)
		assert_true(seen.vcs[v]);
#define MET(name) \
	print_message("# %s %" PRIu64 "\n", #name, seen.name); \
	assert_true(seen.name);
	EACH_MET
#undef MET
}

/* ---- What the scoreboard refuses ---- */

enum { WORDS = 2, PACKET = 4, AT = 0 };

/* Node 0 of a torus of 4 x 4; two packets of the end node, for (1, 2), in VCs 0 and 1, of three, the last of them for escape. */
static struct scoreboard *two_packets(struct shape *s, struct packet p[2])
{
	struct scoreboard *board;

	*s = SHAPE_GIVEN("scheme=wormhole ary=4 vcs=3");
	board = scoreboard_new(s, NULL, AT);
	assert_non_null(board);
	for (unsigned v = 0; v < 2; v++) {
		struct switch_in in = { .head = bit(s->local) };

		p[v] = (struct packet){ .turnpool = 1 | 2 << s->coord_w, .tag = v + 1, .flits = PACKET, .source = 0, .to = 1 + 2 * 4 };
		in.packet[s->local] = p[v];
		in.vc[s->local] = (uint8_t)v;
		for (unsigned j = 0; j < PACKET - v; j++) {     /* of the second, one has not come */
			in.flit[s->local] = (uint8_t)j;
			scoreboard_brought(board, 0, &in);
		}
	}
	return board;
}

/* What leaves, one after the other: output, VC, packet (the third is none), flit; end: packet 9. */
struct leaving {
	unsigned output, vc, packet, flit;
};

static const struct refused {
	const char *why;                /* NULL: all is well */
	struct leaving flits[PACKET + 4];
} cases[] = {
	{ NULL, { { 0, 1, 0, 0 }, { 0, 1, 0, 1 }, { 0, 0, 1, 0 }, { 0, 1, 0, 2 }, { 0, 1, 0, 3 }, { 0, 0, 1, 1 }, { 0, 0, 1, 2 }, { 9, 9, 9, 9 } } },
	{ NULL, { { 2, 0, 0, 0 }, { 3, 1, 1, 0 }, { 9, 9, 9, 9 } } },
	{ NULL, { { 0, 2, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 1, 0, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 4, 0, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 2, 2, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "VC 3, which there is not", { { 0, 3, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "a header within a packet", { { 0, 1, 0, 0 }, { 0, 1, 1, 0 }, { 9, 9, 9, 9 } } },
	{ "a flit without a header", { { 0, 1, 0, 0 }, { 0, 0, 0, 1 }, { 9, 9, 9, 9 } } },
	{ "flit 1 of the packet from input 4", { { 0, 1, 0, 0 }, { 0, 1, 0, 2 }, { 9, 9, 9, 9 } } },
	{ "flit 1 of the packet from input 4", { { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 1, 1, 1 }, { 9, 9, 9, 9 } } },
	{ "flit 3 of the packet from input 4 left before it came", { { 0, 1, 1, 0 }, { 0, 1, 1, 1 }, { 0, 1, 1, 2 }, { 0, 1, 1, 3 }, { 9, 9, 9, 9 } } },
	{ "is seen twice", { { 0, 1, 0, 0 }, { 2, 1, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "did not come", { { 0, 1, 2, 0 }, { 9, 9, 9, 9 } } },
};

/* As packets, or as bits. */
TEST(the_scoreboard_refuses)
{
	for (unsigned i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		const struct refused *c = &cases[i / 2];
		struct packet p[3] = { { .tag = 0 } };
		struct shape s;
		struct scoreboard *board = two_packets(&s, p);
		char why[SCOREBOARD_WHY] = "";
		bool good = true;

		p[2] = p[0];
		p[2].tag = 77;
		for (const struct leaving *l = c->flits; good && l->packet != 9; l++) {
			struct packet packet = p[l->packet];
			unsigned flit = l->flit;
			uint32_t words[WORDS];

			packet_flit(&s, &packet, flit, words);
			good = scoreboard_flit(board, 1, l->output, l->vc, !flit, i % 2 ? words : NULL, &packet, &flit, why);
			if (good)
				assert_true(flit == l->flit && packet.tag == p[l->packet].tag);
		}
		if (good ? c->why != NULL : !c->why || !strstr(why, c->why))
			fail_msg("case %u: %s instead of %s", i, good ? "nothing" : why, c->why ? c->why : "nothing");
		scoreboard_free(board);
	}
}
