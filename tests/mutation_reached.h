#ifndef MUTATION_REACHED_H
#define MUTATION_REACHED_H

#include "mutation_netlist.h"

/*
 * What each state has that is ever reached, as far as proofs need it, and what the link contract (docs/microarchitecture.md, 1) says.
 * All functions return a literal of the copy without mutant: does it hold in this state, or in the next?
 */
struct mutation_at {
	struct mutation_miter *t;
	const struct shape *s;
	unsigned port;
	bool next;
};

enum { MUTATION_WORD = 64, MUTATION_LINES = 32 };

static inline unsigned mutation_bit(const struct mutation_at *at, const char *name, unsigned bit)
{
	char full[128];

	snprintf(full, sizeof full, "g_%s[%u].%s", strncmp(name, "iport.", 6) ? "out" : "in", at->port, name);
	return mutation_register(at->t, full, bit, at->next);
}

/* Bits of a register, from bit lsb. */
static inline void mutation_word(const struct mutation_at *at, const char *name, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	assert_true(n <= MUTATION_WORD);
	for (unsigned b = 0; b < n; b++)
		x[b] = mutation_bit(at, name, lsb + b);
}

static inline unsigned mutation_any(struct aig *a, const unsigned *x, unsigned n)
{
	unsigned any = 0;

	for (unsigned b = 0; b < n; b++)
		any = aig_or(a, any, x[b]);
	return any;
}

/* At most one of them. */
static inline unsigned mutation_one(struct aig *a, const unsigned *x, unsigned n)
{
	unsigned any = 0, two = 0;

	for (unsigned b = 0; b < n; b++) {
		two = aig_or(a, two, aig_and(a, any, x[b]));
		any = aig_or(a, any, x[b]);
	}
	return two ^ 1;
}

static inline unsigned mutation_at_most(struct aig *a, const unsigned *x, unsigned n, unsigned most)
{
	unsigned more = 0, equal = 1;

	for (unsigned b = n; b--;)
		if (most >> b & 1) {
			equal = aig_and(a, equal, x[b]);
		} else {
			more = aig_or(a, more, aig_and(a, equal, x[b]));
			equal = aig_and(a, equal, x[b] ^ 1);
		}
	return more ^ 1;
}

static inline unsigned mutation_is(struct aig *a, const unsigned *x, unsigned n, unsigned value)
{
	unsigned is = 1;

	for (unsigned b = 0; b < n; b++)
		is = aig_and(a, is, x[b] ^ (~value >> b & 1));
	return is;
}

static inline unsigned mutation_implies(struct aig *a, unsigned x, unsigned y)
{
	return aig_and(a, x, y ^ 1) ^ 1;
}

static inline unsigned mutation_input(const struct mutation_miter *t, const char *name, unsigned bit)
{
	char full[64];

	snprintf(full, sizeof full, "%s[%u]", name, bit);
	return 2 * (mutation_named(t->from, 0, t->from->inputs, full) + 1);
}

/* slot_q is the lowest of these slots; `empty` if there is none. */
static inline unsigned mutation_lowest_of(const struct mutation_at *at, const unsigned *slots, unsigned empty)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned slot[MUTATION_WORD], none = 1, holds = 1;

	mutation_word(at, "iport.mmu.slot_q", 0, s->slot_w, slot);
	for (unsigned k = 0; k < s->slots; k++) {
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, slots[k], none), mutation_is(a, slot, s->slot_w, k)));
		none = aig_and(a, none, slots[k] ^ 1);
	}
	return aig_and(a, holds, mutation_implies(a, none, empty));
}

/* slot_q is the lowest set bit of free_q, 0 if there is none; or the lowest but the slot freed in the cycle before, which is free. */
static inline unsigned mutation_lowest(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned credit = mutation_bit(at, "iport.mmu.credit_q", 0);
	unsigned slot[MUTATION_WORD], freed[MUTATION_WORD], free[MUTATION_WORD], older[MUTATION_WORD] = { 0 }, is_free = 0;

	assert_true(s->slots <= MUTATION_WORD);
	mutation_word(at, "iport.mmu.slot_q", 0, s->slot_w, slot);
	mutation_word(at, "iport.mmu.rd_slot_q", 0, s->slot_w, freed);
	mutation_word(at, "iport.mmu.free_q", 0, s->slots, free);
	for (unsigned k = 0; k < s->slots; k++) {
		const unsigned it = mutation_is(a, freed, s->slot_w, k);

		is_free = aig_or(a, is_free, aig_and(a, it, free[k]));
		older[k] = aig_and(a, free[k], it ^ 1);
	}
	return aig_and(a, mutation_implies(a, credit, is_free),
		       aig_or(a, mutation_lowest_of(at, free, mutation_is(a, slot, s->slot_w, 0)),
			      aig_and(a, credit, mutation_lowest_of(at, older, 0))));
}

/* `head` comes with `valid`. */
static inline unsigned mutation_heads(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;

	return aig_and(a, mutation_implies(a, mutation_bit(at, "oport.xb_head_q", 0), mutation_bit(at, "oport.xb_valid_q", 0)),
		       mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_bit(at, "oport.tx_valid_q", 0)));
}

/* On its way out, a header of an input is at one output: no two notify that input in one cycle. */
static inline unsigned mutation_alone(const struct mutation_at *at)
{
	static const char *const stages[][2] = {
		{ "oport.first_q", "oport.src_q" }, { "oport.xb_head_q", "oport.xb_src_q" },
		{ "oport.tx_head_q", "oport.tx_src_q" }, { "cam_out.notify_valid_q", "cam_out.notify_src_q" },
	};
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned holds = 1, from[MUTATION_WORD], src[MUTATION_WORD];

	for (unsigned i = 0; i < sizeof stages / sizeof *stages; i++) {
		for (unsigned o = 0; o < s->radix; o++) {
			const struct mutation_at out = { at->t, s, o, at->next };

			mutation_word(&out, stages[i][1], 0, s->port_w, src);
			from[o] = aig_and(a, mutation_bit(&out, stages[i][0], 0), mutation_is(a, src, s->port_w, at->port));
		}
		holds = aig_and(a, holds, mutation_one(a, from, s->radix));
	}
	return holds;
}

struct mutation_point {
	unsigned used, len[MUTATION_WORD], turns[MUTATION_WORD];
};

static inline unsigned mutation_has_length(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	return mutation_implies(a, p->used, mutation_any(a, p->len, s->len_w));
}

/* Bits beyond the length are 0. */
static inline unsigned mutation_ends(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	unsigned holds = 1;

	for (unsigned b = 0; b < s->pool_w; b++)
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, p->used, p->turns[b]), mutation_at_most(a, p->len, s->len_w, b / s->turn_w) ^ 1));
	return holds;
}

/* Two lines in use are not one point. */
static inline unsigned mutation_differ(struct aig *a, const struct shape *s, const struct mutation_point *p, const struct mutation_point *q)
{
	unsigned differs = 0;

	for (unsigned b = 0; b < s->len_w; b++)
		differs = aig_or(a, differs, aig_xor(a, p->len[b], q->len[b]));
	for (unsigned b = 0; b < s->pool_w; b++)
		differs = aig_or(a, differs, aig_and(a, mutation_at_most(a, p->len, s->len_w, b / s->turn_w) ^ 1, aig_xor(a, p->turns[b], q->turns[b])));
	return mutation_implies(a, aig_and(a, p->used, q->used), differs);
}

static inline unsigned mutation_points(struct aig *a, const struct shape *s, const struct mutation_point *p)
{
	unsigned holds = 1;

	for (unsigned l = 0; l < s->saqs; l++) {
		holds = aig_and(a, holds, aig_and(a, mutation_has_length(a, s, &p[l]), mutation_ends(a, s, &p[l])));
		for (unsigned k = 0; k < l; k++)
			holds = aig_and(a, holds, mutation_differ(a, s, &p[k], &p[l]));
	}
	return holds;
}

static inline struct mutation_point mutation_stopped_line(const struct mutation_at *at, unsigned l)
{
	struct mutation_point p = { .used = mutation_bit(at, "cam_out.valid_q", l) };

	mutation_word(at, "cam_out.len_q", l * at->s->len_w, at->s->len_w, p.len);
	mutation_word(at, "cam_out.turns_q", l * at->s->pool_w, at->s->pool_w, p.turns);
	return p;
}

/* The stopped lines of an output have a length, and are different points. */
static inline unsigned mutation_stopped(const struct mutation_at *at)
{
	struct mutation_point p[MUTATION_LINES];

	for (unsigned l = 0; l < at->s->saqs; l++)
		p[l] = mutation_stopped_line(at, l);
	return mutation_points(&at->t->a, at->s, p);
}

/* The line that a notification is about leaves room for one turn more. */
static inline unsigned mutation_notified(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned holds = 1, len[MUTATION_WORD], line[MUTATION_WORD];

	mutation_word(at, "cam_out.notify_line_q", 0, s->line_w, line);
	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned named = aig_and(a, mutation_bit(at, "cam_out.notify_valid_q", 0), mutation_is(a, line, s->line_w, l));

		mutation_word(at, "cam_out.len_q", l * s->len_w, s->len_w, len);
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, named, mutation_bit(at, "cam_out.valid_q", l)),
							   mutation_at_most(a, len, s->len_w, s->turns - 1)));
	}
	return holds;
}

/* The line of an output that a turn and its number lead to is stopped; or, with `going`, its Xon came in the cycle before. */
static inline unsigned mutation_linked(const struct mutation_at *at, const unsigned *turn, const unsigned *link, bool going)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned good = 0, line[MUTATION_WORD];

	for (unsigned k = 0; k < s->radix * s->saqs; k++) {
		const struct mutation_at out = { at->t, s, (at->port + k / s->saqs) % s->radix, at->next };
		const unsigned l = k % s->saqs;
		const unsigned leads = aig_and(a, mutation_is(a, turn, s->turn_w, k / s->saqs), mutation_is(a, link, s->line_w, l));
		unsigned stopped = mutation_bit(&out, "cam_out.valid_q", l);

		if (going) {
			mutation_word(&out, "cam_out.xon_line_q", 0, s->line_w, line);
			stopped = aig_or(a, stopped, aig_and(a, mutation_bit(&out, "cam_out.xon_valid_q", 0), mutation_is(a, line, s->line_w, l)));
		}
		good = aig_or(a, good, aig_and(a, leads, stopped));
	}
	return good;
}

/* A line of an input that is stopped is linked to one of an output that is stopped, and so is an internal Xoff. */
static inline unsigned mutation_links(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned holds, turn[MUTATION_WORD], link[MUTATION_WORD];

	mutation_word(at, "iport.cam_in.notify_turns_q", 0, s->turn_w, turn);
	mutation_word(at, "iport.cam_in.notify_line_q", 0, s->line_w, link);
	holds = mutation_implies(a, mutation_bit(at, "iport.cam_in.notify_q", 0), mutation_linked(at, turn, link, false));
	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_word(at, "iport.cam_in.turns_q", l * s->pool_w, s->turn_w, turn);
		mutation_word(at, "iport.cam_in.link_q", l * s->line_w, s->line_w, link);
		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "iport.cam_in.xoff_q", l), mutation_linked(at, turn, link, true)));
	}
	return holds;
}

/* An internal Xoff has a length, and names nothing beyond it; without one it is all 0. */
static inline unsigned mutation_told(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	struct mutation_point p = { .used = 1 };
	unsigned line[MUTATION_WORD];

	mutation_word(at, "iport.cam_in.notify_len_q", 0, s->len_w, p.len);
	mutation_word(at, "iport.cam_in.notify_turns_q", 0, s->pool_w, p.turns);
	mutation_word(at, "iport.cam_in.notify_line_q", 0, s->line_w, line);
	return aig_and(a, mutation_ends(a, s, &p),
		       aig_and(a, aig_xor(a, mutation_bit(at, "iport.cam_in.notify_q", 0), mutation_any(a, p.len, s->len_w)) ^ 1,
			       mutation_implies(a, mutation_any(a, line, s->line_w), mutation_bit(at, "iport.cam_in.notify_q", 0))));
}

/* A head is in one place: it has to be judged, is ready, is being popped, for which it was ready, or is being read; and where it is, there is
 * a packet. */
static inline unsigned mutation_queues(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned pop[MUTATION_WORD], judged[MUTATION_WORD], count[MUTATION_WORD], holds;

	mutation_word(at, "iport.mu.pop_q", 0, s->queues, pop);
	mutation_word(at, "iport.ppu.pp_q", 0, s->queues, judged);
	holds = aig_and(a, mutation_one(a, pop, s->queues), mutation_one(a, judged, s->queues));
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned place[] = {
			mutation_bit(at, "iport.ppu.und_q", q), mutation_bit(at, "iport.ru.ready_q", q), mutation_bit(at, "iport.mu.refill_q", q),
		};

		mutation_word(at, "iport.mu.count_q", q * s->count_w, s->count_w, count);
		holds = aig_and(a, holds, aig_and(a, mutation_one(a, place, 3), mutation_implies(a, pop[q], place[1])));
		holds = aig_and(a, holds, mutation_implies(a, judged[q], place[0]));
		holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, place, 3), mutation_any(a, count, s->count_w)));
	}
	return holds;
}

static inline struct mutation_point mutation_live_line(const struct mutation_at *at, unsigned l)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	struct mutation_point p;
	unsigned count[MUTATION_WORD];

	mutation_word(at, "iport.mu.count_q", (l + 1) * s->count_w, s->count_w, count);
	mutation_word(at, "iport.cam_in.len_q", l * s->len_w, s->len_w, p.len);
	mutation_word(at, "iport.cam_in.turns_q", l * s->pool_w, s->pool_w, p.turns);
	p.used = aig_or(a, mutation_any(a, count, s->count_w),
			aig_or(a, mutation_bit(at, "iport.cam_in.xoff_q", l), mutation_bit(at, "iport.cam_in.sent_xoff_q", l)));
	return p;
}

/* So do those of an input that are in use. */
static inline unsigned mutation_live(const struct mutation_at *at)
{
	struct mutation_point p[MUTATION_LINES];

	for (unsigned l = 0; l < at->s->saqs; l++)
		p[l] = mutation_live_line(at, l);
	return mutation_points(&at->t->a, at->s, p);
}

/* Length of the packet that is popped; 0: none is. Returns whether one is. */
static inline unsigned mutation_popped(const struct mutation_at *at, unsigned flits[MUTATION_WORD])
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned pop[MUTATION_WORD], of[MUTATION_WORD];

	mutation_word(at, "iport.mu.pop_q", 0, s->queues, pop);
	memset(flits, 0, MUTATION_WORD * sizeof *flits);
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_word(at, "iport.ru.flits_q", q * s->flits_w, s->flits_w, of);
		for (unsigned b = 0; b < s->flits_w; b++)
			flits[b] = aig_or(a, flits[b], aig_and(a, pop[q], of[b]));
	}
	return mutation_any(a, pop, s->queues);
}

/* An input is idle if one flit is left at most: of the packet popped, before which nothing is left, or of the one being read. */
static inline unsigned mutation_idle(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned left[MUTATION_WORD], flits[MUTATION_WORD];
	const unsigned popped = mutation_popped(at, flits);

	mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w, left);
	const unsigned some = mutation_any(a, left, s->flits_w);

	for (unsigned b = 0; b < s->flits_w; b++)
		left[b] = aig_or(a, left[b], flits[b]);
	return aig_and(a, mutation_implies(a, popped, some ^ 1),
		       aig_xor(a, mutation_bit(at, "iport.mmu.idle_q", 0), mutation_at_most(a, left, s->flits_w, 1)) ^ 1);
}

/* A detection that is due takes a line of which there is no other: no internal Xoff comes first, and no line is for the head's output alone. */
static inline unsigned mutation_due(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned waiting = mutation_bit(at, "iport.cdu.waiting_q", 0), due = aig_and(a, waiting, mutation_bit(at, "iport.ru.ready_q", 0));
	unsigned turn[MUTATION_WORD], holds = mutation_implies(a, waiting, mutation_bit(at, "iport.cam_in.notify_q", 0) ^ 1);

	mutation_word(at, "iport.ru.turn_q", 0, s->turn_w, turn);
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_point p = mutation_live_line(at, l);
		unsigned own = aig_and(a, p.used, mutation_is(a, p.len, s->len_w, 1));

		for (unsigned b = 0; b < s->turn_w; b++)
			own = aig_and(a, own, aig_xor(a, p.turns[b], turn[b]) ^ 1);
		holds = aig_and(a, holds, mutation_implies(a, due, own ^ 1));
	}
	return holds;
}

/* x becomes x + y + carry, modulo 2^n. */
static inline void mutation_add(struct aig *a, unsigned *x, const unsigned *y, unsigned n, unsigned carry)
{
	for (unsigned b = 0; b < n; b++) {
		const unsigned half = aig_xor(a, x[b], y[b]), next = aig_or(a, aig_and(a, x[b], y[b]), aig_and(a, half, carry));

		x[b] = aig_xor(a, half, carry);
		carry = next;
	}
}

/* Credits that the sender at an input has: no register here, but known from what has passed. */
static inline void mutation_credits(const struct mutation_at *at, unsigned x[MUTATION_WORD])
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct mutation_at now = { t, at->s, at->port, false };
	const unsigned n = at->s->count_w, rst = mutation_input(t, "rst", 0);
	unsigned arrive[MUTATION_WORD], none[MUTATION_WORD] = { 0 };

	assert_true(at->s->radix * n <= MUTATION_GHOSTS);
	for (unsigned b = 0; b < n; b++)
		x[b] = 2 * (t->from->inputs + at->port * n + b + 1);
	if (!at->next)
		return;
	arrive[0] = aig_and(a, mutation_input(t, "rx_valid", at->port), mutation_input(t, "rx_head", at->port));
	for (unsigned b = 1; b < n; b++)
		arrive[b] = arrive[0];
	mutation_add(a, x, arrive, n, 0);
	mutation_add(a, x, none, n, mutation_bit(&now, "iport.mmu.credit_q", 0));
	for (unsigned b = 0; b < n; b++)
		x[b] = aig_or(a, aig_and(a, x[b], rst ^ 1), aig_and(a, rst, at->s->slots >> b & 1));
}

/* Credits of the sender and on the way, packets in queues, and the one being read, when it has left its queue: as many as slots, at most. */
static inline unsigned mutation_room(const struct mutation_at *at)
{
	enum { MORE = 4 };      /* bits that a sum needs more */
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const unsigned n = s->count_w + MORE;
	unsigned sum[MUTATION_WORD] = { 0 }, none[MUTATION_WORD] = { 0 }, x[MUTATION_WORD] = { 0 }, pop[MUTATION_WORD];

	mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w, x);
	mutation_word(at, "iport.mu.pop_q", 0, s->queues, pop);
	mutation_credits(at, sum);
	mutation_add(a, sum, none, n, mutation_bit(at, "iport.mmu.credit_q", 0));
	mutation_add(a, sum, none, n, aig_and(a, mutation_any(a, x, s->flits_w), mutation_any(a, pop, s->queues) ^ 1));
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_word(at, "iport.mu.count_q", q * s->count_w, s->count_w, x);
		mutation_add(a, sum, x, n, 0);
	}
	return mutation_at_most(a, sum, n, s->slots);
}

/*
 * Those of links stand alone, for all ports together; those of an input stand on them, for each port; how full it is stands on both, and is
 * dear to use.
 */
enum mutation_kind { MUTATION_LINK, MUTATION_PORT, MUTATION_FULL };

static const struct mutation_law {
	enum mutation_kind kind;
	const char *what;
	unsigned (*holds)(const struct mutation_at *);
} mutation_laws[] = {
	{ MUTATION_LINK, "head comes with valid", mutation_heads },
	{ MUTATION_LINK, "a header is at one output", mutation_alone },
	{ MUTATION_LINK, "no two lines downstream are one point", mutation_stopped },
	{ MUTATION_LINK, "what is notified has room for a turn", mutation_notified },
	{ MUTATION_LINK, "a stopped line is linked to a stopped line", mutation_links },
	{ MUTATION_LINK, "an internal Xoff has a length", mutation_told },
	{ MUTATION_PORT, "the slot taken next is the lowest free one", mutation_lowest },
	{ MUTATION_FULL, "a head is in one place", mutation_queues },
	{ MUTATION_FULL, "an input with a flit left is idle", mutation_idle },
	{ MUTATION_FULL, "a detection that is due has no line yet", mutation_due },
	{ MUTATION_FULL, "no two lines are one point", mutation_live },
	{ MUTATION_FULL, "no more packets than slots", mutation_room },
};
enum { MUTATION_LAWS = sizeof mutation_laws / sizeof *mutation_laws };

static inline unsigned mutation_holds(struct mutation_miter *t, const struct shape *s, unsigned law, unsigned port, bool next)
{
	const struct mutation_at at = { t, s, port, next };

	return mutation_laws[law].holds(&at);
}

/* A packet has 1..packet_flits flits: so has one that is popped. */
static inline unsigned mutation_contract_popped(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned flits[MUTATION_WORD];
	const unsigned popped = mutation_popped(at, flits);

	return aig_and(a, mutation_at_most(a, flits, s->flits_w, s->packet_flits), mutation_implies(a, popped, mutation_any(a, flits, s->flits_w)));
}

/* A packet has 1..packet_flits flits; with a header that leaves, turns are left for one line more than its switch has. */
static inline unsigned mutation_contract_out(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned left[MUTATION_WORD], turns[MUTATION_WORD], holds;

	mutation_word(at, "oport.left_q", 0, s->flits_w, left);
	mutation_word(at, "oport.tx_data_q", s->turnpool_bits, s->len_w, turns);
	holds = mutation_at_most(a, left, s->flits_w, s->packet_flits);
	holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "oport.first_q", 0), mutation_any(a, left, s->flits_w)));
	return aig_and(a, holds, mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_at_most(a, turns, s->len_w, s->turns - 1)));
}

/* A header is valid and costs a credit. Xoff and Xon of a line come in turn; an Xoff has a length, and names no point that is stopped. */
static inline unsigned mutation_contract_in(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	const unsigned p = at->port, message = mutation_input(t, "tx_msg_valid", p), xoff = mutation_input(t, "tx_msg_xoff", p);
	struct mutation_point point = { .used = aig_and(a, message, xoff) };
	unsigned line[MUTATION_WORD], credits[MUTATION_WORD], holds;

	mutation_credits(at, credits);
	holds = mutation_implies(a, mutation_input(t, "rx_head", p), aig_and(a, mutation_input(t, "rx_valid", p), mutation_any(a, credits, s->count_w)));
	for (unsigned b = 0; b < s->len_w; b++)
		point.len[b] = mutation_input(t, "tx_msg_len", p * s->len_w + b);
	for (unsigned b = 0; b < s->pool_w; b++)
		point.turns[b] = mutation_input(t, "tx_msg_turns", p * s->pool_w + b);
	for (unsigned b = 0; b < s->line_w; b++)
		line[b] = mutation_input(t, "tx_msg_line", p * s->line_w + b);
	holds = aig_and(a, holds, aig_and(a, mutation_has_length(a, s, &point), mutation_ends(a, s, &point)));
	for (unsigned l = 0; l < s->saqs; l++) {
		const struct mutation_point other = mutation_stopped_line(at, l);
		const unsigned named = aig_and(a, message, mutation_is(a, line, s->line_w, l));

		holds = aig_and(a, holds, mutation_implies(a, named, aig_xor(a, xoff, other.used)));
		holds = aig_and(a, holds, mutation_differ(a, s, &other, &point));
	}
	return holds;
}

/* The neighbours keep the link contract, and this state has what all laws of links say, and those up to a kind of one port, or of all (radix). */
static inline unsigned mutation_reached(struct mutation_miter *t, const struct shape *s, enum mutation_kind kind, unsigned port)
{
	unsigned holds = 1;

	for (unsigned p = 0; p < s->radix; p++) {
		const struct mutation_at at = { t, s, p, false };

		holds = aig_and(&t->a, holds, aig_and(&t->a, mutation_contract_in(&at), mutation_contract_out(&at)));
		if (kind == MUTATION_FULL && (port == p || port == s->radix))
			holds = aig_and(&t->a, holds, mutation_contract_popped(&at));
		for (unsigned law = 0; law < MUTATION_LAWS; law++)
			if (mutation_laws[law].kind == MUTATION_LINK || (mutation_laws[law].kind <= kind && (port == p || port == s->radix)))
				holds = aig_and(&t->a, holds, mutation_holds(t, s, law, p, false));
	}
	return holds;
}

#endif
