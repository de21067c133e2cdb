/*
 * What the neighbours of a wormhole router drive keeps the contract of its links (docs/internals/microarchitecture-wormhole.md, 1 and 6, and -throttle.md), checked by a second reading of it, cycle by
 * cycle; and they use the freedom that it leaves. Between them stands no router, but what could be one: it gives VCs and sends flits as it likes, so long as routing
 * allows it.
 */
#include "given.h"
#include "random_config.h"

#include "bench/cube.h"
#include "bench/neighbours.h"
#include "bench/scoreboard.h"
#include "test.h"

#include <inttypes.h>
#include <string.h>

enum { CONFIGURATIONS = 150, CYCLES = 6000, VCS = PARAM_MOST_vcs, LANE = VCS, IN_VC = 18 };

/* Of an input: a packet, and how much of it came and left; others behind it. */
struct stored {
	struct packet packet;
	unsigned came, left;            /* came 0: none */
	unsigned output, vc;
	bool routed;
};

struct owner {
	bool owned;
	unsigned input, vc;
};

/* What is between sources and sinks. */
struct between {
	struct shape s;
	uint32_t at;
	struct rng rng;
	struct stored stored[CUBE_PORTS][VCS + 1][IN_VC];
	struct owner owner[CUBE_PORTS][VCS];
	unsigned spent[CUBE_PORTS][VCS];
	unsigned owed[CUBE_PORTS];              /* VCs of the flits that left in this cycle: their credits */
	bool token;                             /* here, or with a packet in the lane here */
	struct stored *seized;                  /* the packet that enters the lane here; NULL: none */
	bool come[2];                           /* counts, in this hop */
	struct message counts[2];
	struct ring {                           /* metapackets, by port where they leave: flits that came back, or came; that left; gather */
		unsigned came, left, gather;
	} ring[CUBE_PORTS];
};

/* The links as the page has them. */
struct link {
	unsigned credits[VCS], left[VCS + 1], next[VCS + 1];
	struct packet packet[VCS + 1];
	unsigned taken[VCS], last;              /* flits at the sink; VC of the last flit into the router */
	bool filled;                            /* a flit came in the cycle before */
};

struct checker {
	struct link link[CUBE_PORTS];
	bool token;                             /* the router has it, or a packet in the lane has */
	unsigned lane_left;                     /* flits to leave of a packet in the lane */
	unsigned messages[CUBE_PORTS];          /* in this hop; flits of metapackets, since reset */
};

/* What was met, over all runs. */
struct seen {
	uint64_t headers, flits, vcs[VCS], one_flit, longest, between_flits, back_to_back, gaps, last_credit, held_back, credits_many;
	uint64_t turns_back, destinations_here, tokens, lane_here, lane_through, lane_gaps, lane_seized, messages, zeros, most, metapackets, edges, node_0;
};

/* ---- A second reading of the contract ---- */

static unsigned coordinate(const struct shape *s, uint32_t at, unsigned d)
{
	return at >> d * s->coord_w & ((1u << s->coord_w) - 1);
}

static bool there(const struct shape *s, uint32_t at, unsigned port)
{
	if (port == 2 * s->dims || s->torus)
		return true;
	return port % 2 ? coordinate(s, at, port / 2) != 0 : coordinate(s, at, port / 2) != s->ary - 1;
}

static void check_header(const struct shape *s, uint32_t at, unsigned i, const struct packet *p, struct seen *seen)
{
	uint32_t number = 0;

	assert_int_equal(p->destination >> s->dims * s->coord_w, 0);
	for (unsigned d = s->dims; d--;) {
		assert_true(coordinate(s, p->destination, d) < s->ary);
		number = number * s->ary + coordinate(s, p->destination, d);
	}
	assert_int_equal(p->to, number & 0xffff);
	assert_int_equal(p->queue, 0);
	assert_true(p->flits >= 1 && p->flits <= s->packet_flits && p->source < s->routers);
	if (i == 2 * s->dims)
		assert_true(p->destination != at);
	seen->headers++;
	seen->one_flit += p->flits == 1;
	seen->longest += p->flits == s->packet_flits;
	seen->destinations_here += p->destination == at;
}

static void check_lane(struct checker *k, const struct shape *s, uint32_t at, unsigned i, const struct switch_in *in, struct seen *seen)
{
	assert_true(s->recovery && i != 2 * s->dims);
	if (!in->flit[i]) {
		assert_false(k->token);
		k->token = true;
		seen->lane_here += in->packet[i].destination == at;
		seen->lane_through += in->packet[i].destination != at;
	}
}

/* One cycle of the link into an input. */
static void check_link_in(struct checker *k, const struct shape *s, uint32_t at, unsigned i, const struct switch_in *in, struct seen *seen)
{
	struct link *l = &k->link[i];
	const struct packet *p = &in->packet[i];
	const unsigned v = in->vc[i], flit = in->flit[i];
	const bool filled = in->head >> i & 1;

	if (!filled) {
		for (unsigned w = 0; w < s->vcs; w++)
			seen->gaps += l->filled && l->left[w] && l->credits[w];
		seen->lane_gaps += l->left[s->vcs] != 0;
		l->filled = false;
		return;
	}
	assert_true(there(s, at, i));
	assert_true(v < s->vcs + s->recovery);
	if (flit) {
		assert_true(l->left[v] && flit == l->next[v]);
		assert_int_equal(memcmp(p, &l->packet[v], sizeof *p), 0);
	} else {
		assert_int_equal(l->left[v], 0);
		check_header(s, at, i, p, seen);
		l->packet[v] = *p;
		l->left[v] = p->flits;
		for (unsigned w = 0; w < s->vcs; w++)
			seen->between_flits += w != v && l->left[w];
	}
	if (v == s->vcs) {
		check_lane(k, s, at, i, in, seen);
	} else {
		assert_true(flit || s->queued ? l->credits[v] > 0 : l->credits[v] == s->buffer_flits);
		seen->last_credit += !--l->credits[v];
		seen->vcs[v]++;
		seen->back_to_back += l->filled && l->last != v;
	}
	l->left[v]--;
	l->next[v] = flit + 1;
	l->last = v;
	l->filled = true;
	seen->flits++;
}

static void check_link_out(struct checker *k, const struct shape *s, unsigned o, const struct switch_in *in, struct seen *seen)
{
	struct link *l = &k->link[o];
	unsigned credits = 0;

	assert_int_equal(in->credit >> o & 1 ? 0 : in->credit_queue[o], 0);
	for (unsigned v = 0; v < 16; v++) {
		if (!(in->credit_queue[o] >> v & 1))
			continue;
		assert_true(v < s->vcs && l->taken[v] > 0);
		l->taken[v]--;
		credits++;
	}
	seen->credits_many += credits > 1;
	for (unsigned v = 0; v < s->vcs; v++)
		seen->held_back += l->taken[v] == s->buffer_flits;
}

/* Nodes whose counts a message of this dimension may have in it. */
static unsigned nodes_below(const struct shape *s, unsigned dim)
{
	return dim ? s->ary * nodes_below(s, dim - 1) : 1;
}

static void check_counts(struct checker *k, const struct shape *s, uint64_t cycle, unsigned port, const struct message *m, struct seen *seen)
{
	const uint64_t hop = cycle / s->side_cycles;
	const unsigned dim = (unsigned)(hop / s->steps % s->dims), nodes = nodes_below(s, dim);

	assert_true(s->side_band && cycle % s->side_cycles != 0 && port / 2 == dim);
	assert_true(m->full <= nodes * 2 * s->dims * s->vcs && m->flow <= nodes * s->gather_cycles);
	seen->messages++;
	seen->zeros += !m->full && !m->flow;
	seen->most += m->full == nodes * 2 * s->dims * s->vcs;
	k->messages[port]++;
}

/* A flit of a metapacket: one after the other, of gather after gather, none of which has come before it is due. */
static void check_metapacket(struct checker *k, const struct shape *s, uint64_t cycle, unsigned port, const struct switch_in *in, struct seen *seen)
{
	const struct message *m = &in->msg[port];
	const unsigned n = k->messages[port]++;

	assert_true(!(in->head >> port & 1) && m->flit == n % 2 && m->parity == n / 2 % 2 && cycle >= (uint64_t)(n / 2) * s->gather_cycles);
	assert_true(m->flit ? !m->full : !m->flow);
	seen->metapackets++;
}

/* A hop ends: in a torus counts came both ways; in a mesh if there is a node so many steps away. */
static void check_hop(struct checker *k, const struct shape *s, uint32_t at, uint64_t hop)
{
	const unsigned step = (unsigned)(hop % s->steps), dim = (unsigned)(hop / s->steps % s->dims), a = coordinate(s, at, dim);

	for (unsigned port = 0; port < 2 * s->dims; port++) {
		const bool comes = port / 2 == dim && (s->torus || (port % 2 ? a >= step + 1 : a + step + 1 < s->ary));

		assert_int_equal(k->messages[port], comes);
		k->messages[port] = 0;
	}
}

static void check_messages(struct checker *k, const struct shape *s, uint32_t at, uint64_t cycle, const struct switch_in *in, struct seen *seen)
{
	const unsigned local = 2 * s->dims;

	if (s->side_band && cycle && cycle % s->side_cycles == 0)
		check_hop(k, s, at, cycle / s->side_cycles - 1);
	EACH_IN(port, in->message & ~bit(local))
		if (s->metapackets)
			check_metapacket(k, s, cycle, port, in, seen);
		else
			check_counts(k, s, cycle, port, &in->msg[port], seen);
	if (!(in->message >> local & 1))
		return;
	assert_true(s->recovery && !k->token && !in->msg[local].full && !in->msg[local].flow);
	k->token = true;
	seen->tokens++;
}

/* ---- What could be a router ---- */

static bool is_free(const struct between *b, unsigned o, unsigned v)
{
	return !b->owner[o][v].owned && (o == b->s.local || b->s.queued || !b->spent[o][v]);
}

/* VCs of a port that a header may get. */
static unsigned vcs_for(const struct between *b, unsigned input, unsigned from, uint32_t to, unsigned o)
{
	const struct shape *s = &b->s;
	const unsigned all = (1u << s->vcs) - 1, escape = 1u << (s->vcs - 1);

	if (cube_minimal(s, b->at, to) == bit(s->local))
		return o == s->local ? (1u << s->delivery_vcs) - 1 : 0;
	if (!s->adaptive && o != cube_in_order(s, b->at, to))
		return 0;
	if (!s->adaptive && s->torus && s->avoidance)
		return cube_wraps(s, b->at, to, o) ? (1u << s->vcs / 2) - 1 : all & ~((1u << s->vcs / 2) - 1);
	if (!s->adaptive)
		return all;
	if (!s->avoidance)
		return cube_minimal(s, b->at, to) >> o & 1 ? all : 0;
	return (cube_minimal(s, b->at, to) >> o & 1 && (input == s->local || 1u << from != escape) ? all & ~escape : 0) |
	       (o == cube_in_mesh_order(s, b->at, to) ? escape : 0);
}

static void allocate(struct between *b, unsigned i, unsigned v)
{
	struct stored *p = b->stored[i][v];
	const unsigned o = rng_below(&b->rng, b->s.radix), w = rng_below(&b->rng, b->s.vcs);

	if (!p->came || p->routed || b->seized == p || !(vcs_for(b, i, v, p->packet.destination, o) >> w & 1) || !is_free(b, o, w))
		return;
	p->routed = true;
	p->output = o;
	p->vc = w;
	b->owner[o][w] = (struct owner){ true, i, v };
}

/* A packet in the lane: of the lane's buffer, or seized. */
static struct stored *in_lane(struct between *b)
{
	for (unsigned i = 0; i < b->s.local; i++)
		if (b->stored[i][LANE]->came)
			return b->stored[i][LANE];
	return b->seized;
}

static void seize(struct between *b)
{
	const unsigned i = rng_below(&b->rng, b->s.local), v = rng_below(&b->rng, b->s.vcs);
	struct stored *p = b->stored[i][v];

	if (p->came && !p->routed)
		b->seized = p;
}

/* The flit that an output sends: of the lane, or of any VC that can. NULL: none. */
static struct stored *choose(struct between *b, unsigned o, unsigned *vc, unsigned *input, unsigned *from)
{
	struct stored *p = in_lane(b);
	const unsigned w = rng_below(&b->rng, b->s.vcs);
	const struct owner *owner = &b->owner[o][w];

	*vc = b->s.vcs;
	*input = p ? (unsigned)((p - b->stored[0][0]) / IN_VC / (VCS + 1)) : 0;
	*from = p ? (unsigned)((p - b->stored[0][0]) / IN_VC % (VCS + 1)) : 0;
	if (p && p->left < p->came && o == cube_in_order(&b->s, b->at, p->packet.destination))
		return p;
	*vc = w;
	*input = owner->input;
	*from = owner->vc;
	p = b->stored[owner->input][owner->vc];
	return owner->owned && b->spent[o][w] < b->s.buffer_flits && p->left < p->came ? p : NULL;
}

static void send(struct between *b, struct checker *k, struct neighbours *n, struct scoreboard *board, uint64_t cycle, unsigned o, struct seen *seen)
{
	unsigned vc, input, from, flit;
	struct stored *p = choose(b, o, &vc, &input, &from);
	char why[SCOREBOARD_WHY];
	struct packet packet;

	if (!p || !rng_below(&b->rng, 8))
		return;
	packet = p->packet;
	flit = p->left;
	if (!scoreboard_flit(board, cycle, o, vc, !flit, NULL, &packet, &flit, why))
		fail_msg("%s", why);
	p->left++;
	if (from != LANE)
		b->owed[input] |= 1u << from;
	if (vc < b->s.vcs) {
		b->spent[o][vc]++;
		k->link[o].taken[vc]++;
	} else if (!flit) {
		k->lane_left = packet.flits;
		seen->lane_seized += from != LANE;
	}
	neighbours_flit(n, cycle, o, &packet, vc, flit);
	seen->turns_back += o == input;
	if (p->left < packet.flits)
		return;
	if (vc < b->s.vcs)
		b->owner[o][vc].owned = false;
	else
		b->token = o == b->s.local;
	k->token = vc < b->s.vcs ? k->token : b->token;
	if (p == b->seized)
		b->seized = NULL;
	memmove(p, p + 1, (IN_VC - 1) * sizeof *p);
}

static void arrive(struct between *b, const struct switch_in *in)
{
	EACH_IN(i, in->head) {
		struct stored *p = b->stored[i][in->vc[i] < b->s.vcs ? in->vc[i] : LANE];

		while (b->s.queued && p->came && p->came == p->packet.flits)
			p++;
		if (!in->flit[i]) {
			assert_int_equal(p->came, 0);
			p->packet = in->packet[i];
		}
		p->came++;
	}
	EACH_IN(i, in->credit)
		for (unsigned v = 0; v < b->s.vcs; v++)
			b->spent[i][v] -= in->credit_queue[i] >> v & 1;
	b->token |= b->s.recovery && in->message >> b->s.local & 1;
}

/* The token goes on, or a packet is seized. */
static void handle_token(struct between *b, struct checker *k, struct neighbours *n, uint64_t cycle)
{
	const struct message none = { 0 };

	if (!b->token || in_lane(b))
		return;
	if (rng_below(&b->rng, 2))
		seize(b);
	if (b->seized || !rng_below(&b->rng, 4))
		return;
	b->token = k->token = false;
	neighbours_message(n, cycle, b->s.local, &none);
}

/* Counts go by both ports as a dimension begins; later what came goes on. */
static void tell(struct between *b, struct neighbours *n, uint64_t cycle, const struct switch_in *in)
{
	const struct shape *s = &b->s;
	const uint64_t hop = cycle / s->side_cycles;
	const unsigned dim = (unsigned)(hop / s->steps % s->dims);

	for (unsigned k = 0; k < 2; k++) {
		const unsigned from = 2 * dim + !k;

		if (cycle % s->side_cycles == 1 && (hop % s->steps == 0 || b->come[k]))
			neighbours_message(n, cycle, 2 * dim + k, &b->counts[k]);
		if (cycle % s->side_cycles == 1)
			b->come[k] = false;
		if (!(in->message >> from & 1))
			continue;
		b->come[k] = true;
		b->counts[k] = in->msg[from];
	}
}

/* Metapackets go on when they are here; a master launches those of a gather when the last ones are back. */
static void pass_on(struct between *b, struct neighbours *n, uint64_t cycle, const struct switch_in *in)
{
	const struct shape *s = &b->s;

	for (unsigned port = 0; port < s->local; port++) {
		struct ring *const r = b->ring + port, *const other = b->ring + (port ^ 1);
		const bool master = !coordinate(s, b->at, port / 2), due = cycle > (uint64_t)r->gather * s->gather_cycles;

		if (r->left < 2 && (master ? due : r->came == 2) && rng_below(&b->rng, 4)) {
			const struct message m = { .full = !master && !r->left, .flow = !master && r->left, .flit = (uint8_t)r->left, .parity = r->gather & 1 };

			neighbours_message(n, cycle, port, &m);
			r->left++;
		}
		if (r->came + r->left + other->came + other->left == 8) {
			*r = (struct ring){ .gather = r->gather + 1 };
			*other = (struct ring){ .gather = r->gather };
		}
	}
	EACH_IN(port, message_metapackets(s, in->message))
		b->ring[port ^ 1].came++;
}

static void answer(struct between *b, struct checker *k, struct neighbours *n, uint64_t cycle)
{
	for (unsigned i = 0; i < b->s.radix; i++) {
		if (b->owed[i])
			neighbours_credit(n, cycle, i, b->owed[i]);
		for (unsigned v = 0; v < b->s.vcs; v++)
			k->link[i].credits[v] += b->owed[i] >> v & 1;
		b->owed[i] = 0;
	}
}

static void one_cycle(struct between *b, struct checker *k, struct neighbours *n, struct scoreboard *board, uint64_t cycle, struct seen *seen)
{
	static struct switch_in in;
	const struct shape *s = &b->s;

	neighbours_drive(n, cycle, &in);
	assert_int_equal((in.head | in.credit | in.message) & ~ones(s->radix), 0);
	assert_false(in.configure);
	for (unsigned i = 0; i < s->radix; i++) {
		check_link_in(k, s, b->at, i, &in, seen);
		check_link_out(k, s, i, &in, seen);
	}
	check_messages(k, s, b->at, cycle, &in, seen);
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned v = 0; v < s->vcs; v++)
			allocate(b, i, v);
	for (unsigned o = 0; o < s->radix; o++)
		send(b, k, n, board, cycle, o, seen);
	scoreboard_brought(board, cycle, &in);
	arrive(b, &in);
	answer(b, k, n, cycle);
	if (s->recovery)
		handle_token(b, k, n, cycle);
	if (s->side_band)
		tell(b, n, cycle, &in);
	if (s->metapackets)
		pass_on(b, n, cycle, &in);
}

static void start(struct between *b, struct checker *k, const struct shape *s, const struct neighbours_config *c, uint32_t at, struct seen *seen)
{
	memset(b, 0, sizeof *b);
	memset(k, 0, sizeof *k);
	b->s = *s;
	b->at = at;
	b->rng = rng_seed(c->seed, 99);
	b->token = k->token = s->recovery && !at;
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned v = 0; v < s->vcs; v++)
			k->link[i].credits[v] = s->buffer_flits;
	seen->node_0 += !at;
	for (unsigned port = 0; port < s->local; port++)
		seen->edges += !there(s, at, port);
}

static void run(const struct shape *s, const struct neighbours_config *c, struct seen *seen)
{
	static struct between b;
	static struct checker k;
	struct neighbours *n = neighbours_new(s, c);
	struct scoreboard *board = scoreboard_new(s, NULL, neighbours_position(n));
	uint64_t cycle = 0;

	assert_true(n && board);
	start(&b, &k, s, c, neighbours_position(n), seen);
	for (; cycle < CYCLES || (cycle < 100 * CYCLES && !(neighbours_drained(n) && !scoreboard_outstanding(board))); cycle++)
		one_cycle(&b, &k, n, board, cycle, seen);
	assert_true(neighbours_drained(n));
	assert_int_equal(neighbours_stats(n)->violations, 0);
	assert_int_equal(neighbours_stats(n)->generated, neighbours_stats(n)->delivered);
	assert_int_equal(neighbours_stats(n)->flits_generated, neighbours_stats(n)->flits_delivered);
	for (unsigned i = 0; i < s->radix; i++)
		assert_int_equal(neighbours_spent(n, i) + neighbours_kept(n, i), 0);
	scoreboard_free(board);
	neighbours_free(n);
}

TEST(the_link_contract_is_kept)
{
	struct rng r = rng_seed(11, 1);
	struct seen n = { 0 };

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		const struct params p = random_wormhole_params(&r, 9);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));

		c.stop_cycle = CYCLES;
		run(&s, &c, &n);
	}
	print_message("# headers %" PRIu64 " of %" PRIu64 " flits, of one flit %" PRIu64 ", the longest %" PRIu64 ", within others %" PRIu64 ", flits of another VC next %" PRIu64
		      ", gaps %" PRIu64 ", the last credit %" PRIu64 ", a full VC at a sink %" PRIu64 ", credits of several VCs %" PRIu64 "\n", n.headers, n.flits, n.one_flit, n.longest,
		      n.between_flits, n.back_to_back, n.gaps, n.last_credit, n.held_back, n.credits_many);
	print_message("# packets back where they came from %" PRIu64 ", for the node %" PRIu64 "; tokens %" PRIu64 ", by the lane for the node %" PRIu64 ", to pass %" PRIu64
		      ", with gaps %" PRIu64 ", seized %" PRIu64 "; flits of metapackets %" PRIu64 "; counts %" PRIu64 ", of nothing %" PRIu64 ", of all %" PRIu64 "; ends of a mesh %" PRIu64 ", node 0 %" PRIu64 "\n",
		      n.turns_back, n.destinations_here, n.tokens, n.lane_here, n.lane_through, n.lane_gaps, n.lane_seized, n.metapackets, n.messages, n.zeros, n.most, n.edges, n.node_0);
	for (unsigned v = 0; v < VCS; v++)
		assert_true(n.vcs[v]);
	assert_true(n.one_flit && n.longest && n.between_flits && n.back_to_back && n.gaps && n.last_credit && n.held_back && n.credits_many);
	assert_true(n.turns_back && n.destinations_here && n.tokens && n.lane_here && n.lane_through && n.lane_gaps && n.lane_seized);
	assert_true(n.metapackets && n.messages && n.zeros && n.most && n.edges && n.node_0);
}
