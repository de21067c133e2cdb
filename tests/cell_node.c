/* The adapter of an end node on links with VCs, against plain arrays: what is sent, in which order, what is stopped, which Xoffs are lost. */
#include "given.h"
#include "net/nodes/cell_node.h"
#include "rng.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { PACKETS = 400, STEPS = 60000, NODES = 70, TURNS = 3, CASES = 8, RIVALS = 8, VCS = 8 * NODES };

struct plain_line {
	bool there;
	struct message xoff;
};

/* All packets in order of arrival. */
struct plain {
	const struct shape *s;
	unsigned each, used;
	struct cell_packet packet[PACKETS];
	uint32_t turn[STOP_LEVELS];
	unsigned credit[VCS];
	struct plain_line line[STOP_LEVELS][CELL_LINES];
	uint64_t xoffs, dropped;
};

struct pair {
	struct shape s;
	struct cell_node c;
	struct plain p;
	struct rng r;
};

static unsigned queue_of(const struct plain *p, const struct cell_packet *x)
{
	return p->each > 1 ? cell_node_queue(p->s, (unsigned)(x->turnpool & ones(p->s->turn_w)), x->destination) : 0;
}

static unsigned plain_vc(const struct plain *p, const struct cell_packet *x)
{
	return p->s->by_destination ? x->sl * p->s->class_queues + x->destination : shape_vc(p->s, x->sl);
}

/* A packet that waits for credits of its queue alone: others of its level go on. */
static bool plain_waits(const struct plain *p, const struct cell_packet *x)
{
	return p->s->by_destination && credits_of(p->s, x->flits) > p->credit[plain_vc(p, x)];
}

static bool plain_stopped(const struct plain *p, const struct cell_packet *x)
{
	const struct packet packet = { .turnpool = x->turnpool, .turns_left = x->turns, .sl = x->sl & 0xfu };
	const struct plain_line *line = p->line[packet_level(p->s, &packet)];

	for (unsigned l = 0; l < CELL_LINES; l++) {
		const struct message *m = &line[l].xoff;
		const uint64_t point = (UINT64_C(1) << m->len * p->s->turn_w) - 1;

		if (line[l].there && x->turns >= m->len && (x->turnpool & point) == m->turns)
			return true;
	}
	return false;
}

/* The packet of a level whose turn it is; `used`: none. */
static unsigned plain_turn(const struct plain *p, unsigned sl)
{
	unsigned best = p->used, best_ahead = UINT32_MAX;
	bool seen[NODES] = { false };

	for (unsigned i = 0; i < p->used; i++) {
		const struct cell_packet *x = &p->packet[i];
		const unsigned q = queue_of(p, x), ahead = (q + 2 * p->each - p->turn[sl]) % p->each;

		if (x->sl != sl || seen[q])
			continue;
		seen[q] = true;
		if (!plain_stopped(p, x) && !plain_waits(p, x) && ahead < best_ahead) {
			best = i;
			best_ahead = ahead;
		}
	}
	return best;
}

/* The packet that goes; `used`: none. */
static unsigned plain_choice(const struct plain *p)
{
	unsigned held = 0;

	for (unsigned sl = 0; sl < p->s->sls; sl++) {
		const unsigned vc = shape_vc(p->s, sl), i = held >> vc & 1 ? p->used : plain_turn(p, sl);

		if (i == p->used)
			continue;
		if (credits_of(p->s, p->packet[i].flits) <= p->credit[plain_vc(p, p->packet + i)])
			return i;
		held |= 1u << vc;
	}
	return p->used;
}

static void serve(struct pair *t)
{
	struct plain *p = &t->p;
	const unsigned i = plain_choice(p);
	struct cell_packet x;

	assert_true(i == p->used || cell_node_looks_ready(&t->c));
	assert_int_equal(cell_node_pop(&t->c, &t->s, &x), i < p->used);
	assert_int_equal(t->c.waiting, p->used - (i < p->used));
	if (i == p->used) {
		assert_false(cell_node_looks_ready(&t->c));
		return;
	}
	assert_true(x.cycle == p->packet[i].cycle && x.destination == p->packet[i].destination && x.sl == p->packet[i].sl);
	assert_true(x.turnpool == p->packet[i].turnpool && x.turns == p->packet[i].turns && x.flits == p->packet[i].flits);
	p->turn[x.sl] = queue_of(p, &x) + 1;
	p->credit[plain_vc(p, &x)] -= credits_of(&t->s, x.flits);
	memmove(p->packet + i, p->packet + i + 1, (--p->used - i) * sizeof *p->packet);
}

static void push(struct pair *t)
{
	const uint32_t destination = rng_below(&t->r, rng_below(&t->r, 2) ? NODES : 5);
	const struct cell_packet x = {
		.turnpool = destination % 8 | destination / 8 << 3, .turns = (uint8_t)(1 + destination % TURNS), .destination = destination,
		.cycle = (uint32_t)rng_next(&t->r), .flits = (1 + rng_below(&t->r, t->s.packet_flits)) & 0x7fff, .sl = (uint8_t)rng_below(&t->r, t->s.sls),
	};
	const bool room = t->p.used < PACKETS;

	assert_int_equal(cell_node_push(&t->c, &t->s, &x, queue_of(&t->p, &x)), room);
	if (room)
		t->p.packet[t->p.used++] = x;
}

static void give_back(struct pair *t)
{
	const unsigned few = t->s.vcs < 40 ? t->s.vcs : 40, vc = rng_below(&t->r, rng_below(&t->r, 2) ? few : t->s.vcs);

	if (t->p.credit[vc] == t->s.cells)
		return;
	t->p.credit[vc]++;
	cell_node_credit(&t->c, &t->s, vc);
}

/* A queue always stands for the same point, so that an Xoff may be repeated. */
static struct message xoff_of(const struct pair *t, unsigned level, unsigned queue)
{
	struct message m = { .xoff = 1, .line = (uint8_t)queue, .len = (uint8_t)(1 + queue % 2), .levels = (uint8_t)(1u << level) };

	m.turns = queue * 5 & ones(m.len * t->s.turn_w);
	return m;
}

static void plain_xoff(struct plain *p, unsigned level, const struct message *m)
{
	struct plain_line *free = NULL;

	p->xoffs++;
	for (unsigned l = CELL_LINES; l--;) {
		if (!p->line[level][l].there)
			free = &p->line[level][l];
		else if (p->line[level][l].xoff.line == m->line)
			return;
	}
	if (free)
		*free = (struct plain_line){ true, *m };
	p->dropped += !free;
}

static void plain_xon(struct plain *p, unsigned level, unsigned queue)
{
	for (unsigned l = 0; l < CELL_LINES; l++)
		if (p->line[level][l].xoff.line == queue)
			p->line[level][l].there = false;
}

static void tell(struct pair *t)
{
	const unsigned level = rng_below(&t->r, t->s.levels), queue = rng_below(&t->r, t->s.vc_queues);
	struct message m = xoff_of(t, level, queue);

	if (rng_below(&t->r, 2)) {
		plain_xoff(&t->p, level, &m);
	} else {
		m.xoff = 0;
		for (unsigned l = 0; l < t->s.levels; l++)
			if (level_vc(&t->s, l) == level_vc(&t->s, level) && rng_below(&t->r, 2))
				m.levels |= (uint8_t)(1u << l);
		EACH_IN(l, m.levels)
			plain_xon(&t->p, l, queue);
	}
	cell_node_message(&t->c, &t->s, &m);
}

static void *begin(struct pair *t, const struct shape *s, unsigned each)
{
	struct arena measured = { .block = NULL };

	t->s = *s;
	t->p.s = &t->s;
	t->p.each = each;
	for (unsigned vc = 0; vc < t->s.vcs; vc++)
		t->p.credit[vc] = t->s.cells;
	cell_node_place(&t->c, &measured, &t->s, t->s.sls, each);
	const size_t hot = (measured.used[HOT] + 63) / 64 * 64, size = hot + (measured.used[COLD] + 63) / 64 * 64;
	char *block = aligned_alloc(64, size);

	assert_non_null(block);
	memset(block, 0, size);
	cell_node_place(&t->c, &(struct arena){ .block = block, .used = { 0, hot } }, &t->s, t->s.sls, each);
	cell_node_reset(&t->c, &t->s, t->s.sls, each, PACKETS);
	return block;
}

/* Some ways of levels and VCs; the rivals. */
static struct shape shape_of_case(unsigned k)
{
	const unsigned rival = k - CASES, sls = k % 4 == 3 ? 1 : 8 - k % 4, vcs = k % 4 == 3 ? 1 : 1 + k % 3;

	if (k >= CASES)
		return SHAPE_GIVEN("scheme=%s sls=%u radix=8 cell_flits=4 packet_cells=6 cells=%u", rival / 2 % 2 ? "voqnet-qos nodes=70 flit_bits=72" : "voqsw-qos",
				   rival % 3 ? 8 : 1, 6 + rival);
	return SHAPE_GIVEN("scheme=recn-qos sls=%u vcs=%u line_levels=%s cell_flits=4 packet_cells=6 cells=%u detect_cells=2 detect_xon_cells=2 xoff_cells=2 xon_cells=2",
			   sls, vcs, k / 2 % LINE_LEVELS ? "vc" : "sl", 6 + 2 * k);
}

TEST(sends_what_plain_arrays_do)
{
	uint64_t dropped = 0;

	for (unsigned k = 0; k < CASES + RIVALS; k++) {
		struct pair *t = calloc(1, sizeof *t);
		const struct shape s = shape_of_case(k);
		void *block;

		assert_non_null(t);
		t->r = rng_seed(10, k);
		block = begin(t, &s, k % 2 ? cell_node_queues(&s, NODES) : 1);
		for (unsigned step = 0; step < STEPS; step++) {
			const unsigned what = rng_below(&t->r, 100);

			if (what < (step / 1000 % 2 ? 30u : 15u))
				push(t);
			else if (what < 45)
				serve(t);
			else if (what < 95)
				give_back(t);
			else if (t->s.messages)
				tell(t);
		}
		assert_true(t->c.xoffs == t->p.xoffs && t->c.dropped == t->p.dropped);
		dropped += t->c.dropped;
		free(t->c.packet);
		free(block);
		free(t);
	}
	assert_true(dropped > 10);
}
