#ifndef MUTATION_STATE_H
#define MUTATION_STATE_H

#include "mutation_netlist.h"

/*
 * Laws of reached states of a switch, as far as proofs need them and schemes have them in common, most of them schemes with set-aside queues;
 * and the contract of all links (docs/internals/microarchitecture-slots.md, 1).
 * A law is a function that returns a literal of the copy without mutant: the law holds in this state or, if at->next, in the next one.
 */
struct mutation_at {
	struct mutation_miter *t;
	const struct shape *s;
	unsigned port;
	bool next;
};

enum { MUTATION_WORD = 64, MUTATION_LINES = 32, MUTATION_NAME = 128 };

/* A law, or a literal of which laws are made: of a state `at`, with its graph and the shape of its switch. */
#define LAW(name) \
	static inline unsigned law_##name(const struct mutation_at *, struct aig *, const struct shape *); \
	static inline unsigned name(const struct mutation_at *at) \
	{ \
		return law_##name(at, &at->t->a, at->s); \
	} \
	static inline unsigned law_##name(__attribute__((unused)) const struct mutation_at *at, __attribute__((unused)) struct aig *a, \
					 __attribute__((unused)) const struct shape *s)

/* A register of a unit of this port, at its input or its output; or of one that a wormhole router has once: "rlu.token_q". */
static inline unsigned mutation_bit(const struct mutation_at *at, const char *name, unsigned bit)
{
	const bool in = !strncmp(name, "iport.", 6) || !strncmp(name, "vib.", 4);
	const bool once = !strncmp(name, "rlu.", 4) || !strncmp(name, "gather.", 7) || !strncmp(name, "tuner.", 6);
	char full[MUTATION_NAME + 32];

	if (once)
		snprintf(full, sizeof full, "%s", name);
	else
		snprintf(full, sizeof full, "g_%s[%u].%s", in ? "in" : "out", at->port, name);
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

/* At most one of the n literals is 1. */
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

/* x is at most y, of n bits each. */
static inline unsigned mutation_not_above(struct aig *a, const unsigned *x, const unsigned *y, unsigned n)
{
	unsigned more = 0;

	for (unsigned b = 0; b < n; b++)
		more = aig_or(a, aig_and(a, x[b], y[b] ^ 1), aig_and(a, aig_xor(a, x[b], y[b]) ^ 1, more));
	return more ^ 1;
}

static inline unsigned mutation_is(struct aig *a, const unsigned *x, unsigned n, unsigned value)
{
	unsigned is = 1;

	for (unsigned b = 0; b < n; b++)
		is = aig_and(a, is, x[b] ^ (~value >> b & 1));
	return is;
}

static inline unsigned mutation_same(struct aig *a, const unsigned *x, const unsigned *y, unsigned n)
{
	unsigned same = 1;

	for (unsigned b = 0; b < n; b++)
		same = aig_and(a, same, aig_xor(a, x[b], y[b]) ^ 1);
	return same;
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

static inline void mutation_input_word(const struct mutation_miter *t, const char *name, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	assert_true(n <= MUTATION_WORD);
	for (unsigned b = 0; b < n; b++)
		x[b] = mutation_input(t, name, lsb + b);
}

/* Name of a register of a CAM from the part that the schemes have in common: "in.xoff_q" is of cam_in, dcam_in, cam_sort, or dcam_sort. */
static inline const char *mutation_cam(const struct mutation_at *at, const char *of, char name[MUTATION_NAME])
{
	const char *const kind = at->s->turns ? "" : "d";

	if (strncmp(of, "in.", 3) != 0)
		snprintf(name, MUTATION_NAME, "%scam_%s", kind, of);
	else
		snprintf(name, MUTATION_NAME, "iport.%scam_%s%s", kind, at->s->sorted ? "sort" : "in", of + 2);
	return name;
}

static inline unsigned mutation_cam_bit(const struct mutation_at *at, const char *of, unsigned bit)
{
	char name[MUTATION_NAME];

	return mutation_bit(at, mutation_cam(at, of, name), bit);
}

static inline void mutation_cam_word(const struct mutation_at *at, const char *of, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	char name[MUTATION_NAME];

	mutation_word(at, mutation_cam(at, of, name), lsb, n, x);
}

/* Register of the unit that maps packets to queues: mu, or smu. */
static inline void mutation_mapping(const struct mutation_at *at, const char *of, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	char name[MUTATION_NAME];

	snprintf(name, sizeof name, "iport.%s.%s", at->s->sorted ? "smu" : "mu", of);
	mutation_word(at, name, lsb, n, x);
}

static inline void mutation_count(const struct mutation_at *at, unsigned q, unsigned x[MUTATION_WORD])
{
	mutation_mapping(at, "count_q", q * at->s->count_w, at->s->count_w, x);
}

/* Line l of an input is in use: packets queued, stopped, or stopping. */
static inline unsigned mutation_in_use(const struct mutation_at *at, unsigned l)
{
	struct aig *a = &at->t->a;
	unsigned count[MUTATION_WORD];

	mutation_count(at, l + 1, count);
	return aig_or(a, mutation_any(a, count, at->s->count_w),
		      aig_or(a, mutation_cam_bit(at, "in.xoff_q", l), mutation_cam_bit(at, "in.sent_xoff_q", l)));
}

/* slot_q is the lowest of these slots; if there is none, `empty` holds. */
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

/* slot_q is the lowest set bit of free_q, 0 if there is none; or the lowest without the slot freed in the cycle before, which is free. */
LAW(mutation_lowest)
{
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
LAW(mutation_heads)
{
	return aig_and(a, mutation_implies(a, mutation_bit(at, "oport.xb_head_q", 0), mutation_bit(at, "oport.xb_valid_q", 0)),
		       mutation_implies(a, mutation_bit(at, "oport.tx_head_q", 0), mutation_bit(at, "oport.tx_valid_q", 0)));
}

/* port_onehot_q holds the turn of each head once more, one-hot. */
LAW(mutation_ways)
{
	unsigned turn[MUTATION_WORD], holds = 1;

	for (unsigned q = 0; q < s->queues; q++) {
		mutation_word(at, "iport.ru.turn_q", q * s->turn_w, s->turn_w, turn);
		for (unsigned t = 0; t < s->radix; t++)
			holds = aig_and(a, holds, aig_xor(a, mutation_bit(at, "iport.ru.port_onehot_q", t * s->queues + q), mutation_is(a, turn, s->turn_w, t)) ^ 1);
	}
	return holds;
}

/* If an input may request an output, it has at most one flit left of the packet popped last, and the output is not busy. */
LAW(mutation_may)
{
	unsigned left[MUTATION_WORD], reads[MUTATION_WORD], holds = 1;

	mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w, reads);
	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = { at->t, s, s->nodes ? t : (at->port + t) % s->radix, at->next };

		mutation_word(&out, "oport.flits_left_q", 0, s->flits_w, left);
		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, s->sorted ? "iport.smu.open_q" : "iport.ru.open_q", t),
							   aig_and(a, mutation_at_most(a, reads, s->flits_w, 1), mutation_at_most(a, left, s->flits_w, 1))));
	}
	return holds;
}

/* In each stage on the way out, headers of an input are at one output at most. So no two outputs notify it in one cycle. */
LAW(mutation_alone)
{
	char valid[MUTATION_NAME], source[MUTATION_NAME];
	const char *const stages[][2] = {
		{ "oport.rd_head_q", "oport.src_q" }, { "oport.xb_head_q", "oport.xb_src_q" }, { "oport.tx_head_q", "oport.tx_src_q" },
		{ mutation_cam(at, "out.notify_valid_q", valid), mutation_cam(at, "out.notify_src_q", source) },
	};
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

/* Line `link` of the output at `turn` (a port, in schemes without turns) is stopped. going: or its Xon came in the cycle before. */
static inline unsigned mutation_linked(const struct mutation_at *at, const unsigned *turn, const unsigned *link, bool going)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned good = 0, line[MUTATION_WORD];

	for (unsigned k = 0; k < s->radix * s->saqs; k++) {
		const struct mutation_at out = { at->t, s, ((s->turns ? at->port : 0) + k / s->saqs) % s->radix, at->next };
		const unsigned l = k % s->saqs;
		const unsigned leads = aig_and(a, mutation_is(a, turn, s->turn_w, k / s->saqs), mutation_is(a, link, s->line_w, l));
		unsigned stopped = mutation_cam_bit(&out, "out.stopped_q", l);

		if (going) {
			mutation_cam_word(&out, "out.xon_line_q", 0, s->line_w, line);
			stopped = aig_or(a, stopped, aig_and(a, mutation_cam_bit(&out, "out.xon_valid_q", 0), mutation_is(a, line, s->line_w, l)));
		}
		good = aig_or(a, good, aig_and(a, leads, stopped));
	}
	return good;
}

/* A stopped line of an input is linked to a line of an output that is stopped, or had its Xon in the cycle before. A notification names one that is stopped. */
LAW(mutation_links)
{
	unsigned holds, turn[MUTATION_WORD], link[MUTATION_WORD];

	mutation_cam_word(at, s->turns ? "in.notify_turns_q" : "in.notify_port_q", 0, s->turn_w, turn);
	mutation_cam_word(at, "in.notify_line_q", 0, s->line_w, link);
	holds = mutation_implies(a, mutation_cam_bit(at, "in.notify_q", 0), mutation_linked(at, turn, link, false));
	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_cam_word(at, s->turns ? "in.turns_q" : "in.port_q", l * s->pool_w, s->turn_w, turn);
		mutation_cam_word(at, "in.out_line_q", l * s->line_w, s->line_w, link);
		holds = aig_and(a, holds, mutation_implies(a, mutation_cam_bit(at, "in.xoff_q", l), mutation_linked(at, turn, link, true)));
	}
	return holds;
}

/* A head is in one state at most: undecided, ready, being popped, or being refilled. If it is in one, its queue has a packet. */
LAW(mutation_queues)
{
	unsigned pop[MUTATION_WORD], judged[MUTATION_WORD], count[MUTATION_WORD], holds;

	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	mutation_word(at, "iport.ppu.judged_q", 0, s->queues, judged);
	holds = aig_and(a, mutation_one(a, pop, s->queues), mutation_one(a, judged, s->queues));
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned place[] = {
			mutation_bit(at, "iport.ppu.unjudged_q", q), mutation_bit(at, "iport.ru.ready_q", q), mutation_bit(at, "iport.mu.refill_q", q), pop[q],
		};

		mutation_count(at, q, count);
		holds = aig_and(a, holds, mutation_one(a, place, 4));
		holds = aig_and(a, holds, mutation_implies(a, judged[q], place[0]));
		holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, place, 4), mutation_any(a, count, s->count_w)));
	}
	return holds;
}

/*
 * A length in a register of smu, which holds it modulo 2^clog2(packet_flits): 0 stands for packet_flits if that is a power of two above 1.
 * Other lengths are held in full, and may be wrong.
 */
static inline void mutation_length(const struct mutation_at *at, const char *of, unsigned field, unsigned flits[MUTATION_WORD])
{
	const unsigned n = clog2(at->s->packet_flits);

	mutation_mapping(at, of, field * n, n, flits);
	for (unsigned b = n; b < at->s->flits_w; b++)
		flits[b] = mutation_any(&at->t->a, flits, n) ^ 1;
}

/* flits: length of the packet that is popped, 0 if none is. Returns whether one is. */
static inline unsigned mutation_popped(const struct mutation_at *at, unsigned flits[MUTATION_WORD])
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned pop[MUTATION_WORD], of[MUTATION_WORD];

	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	memset(flits, 0, MUTATION_WORD * sizeof *flits);
	for (unsigned q = 0; q < s->queues; q++) {
		if (s->sorted)
			mutation_length(at, "pop_flits_q", 0, of);
		else
			mutation_word(at, "iport.ru.flits_q", q * s->flits_w, s->flits_w, of);
		for (unsigned b = 0; b < s->flits_w; b++)
			flits[b] = aig_or(a, flits[b], aig_and(a, pop[q], of[b]));
	}
	return mutation_any(a, pop, s->queues);
}

/* A packet is popped only if nothing is left of the packet before. long_begun_q is set exactly if it has several flits. */
LAW(mutation_begun)
{
	unsigned left[MUTATION_WORD], flits[MUTATION_WORD];
	const unsigned popped = mutation_popped(at, flits);

	mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w, left);
	const unsigned some = mutation_any(a, left, s->flits_w);

	return aig_and(a, mutation_implies(a, popped, some ^ 1),
		       aig_xor(a, mutation_bit(at, "iport.mmu.long_begun_q", 0), mutation_at_most(a, flits, s->flits_w, 1)));
}

/* With detect_q, the head of the cold queue is ready, more packets than the threshold wait, nothing is popped, and no notification acts. */
LAW(mutation_due)
{
	unsigned count[MUTATION_WORD], pop[MUTATION_WORD], holds;

	mutation_count(at, 0, count);
	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	holds = aig_and(a, mutation_cam_bit(at, "in.notify_q", 0) ^ 1, mutation_at_most(a, count, s->count_w, s->detect_threshold) ^ 1);
	holds = aig_and(a, holds, aig_and(a, mutation_bit(at, "iport.ru.ready_q", 0), mutation_any(a, pop, s->queues) ^ 1));
	return mutation_implies(a, mutation_bit(at, "iport.cdu.detect_q", 0), holds);
}

/* The head of the cold queue is not ready while a line of length 1 is in use for its output: it was judged, or no line was in use when it came. */
LAW(mutation_passes)
{
	unsigned turn[MUTATION_WORD], way[MUTATION_WORD], len[MUTATION_WORD], owned = 0;

	mutation_word(at, "iport.ru.turn_q", 0, s->turn_w, turn);
	for (unsigned l = 0; l < s->saqs; l++) {
		mutation_cam_word(at, s->turns ? "in.turns_q" : "in.port_q", l * s->pool_w, s->turn_w, way);
		mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w, len);
		owned = aig_or(a, owned, aig_and(a, aig_and(a, mutation_in_use(at, l), mutation_is(a, len, s->len_w, 1)),
						 mutation_same(a, way, turn, s->turn_w)));
	}
	return aig_and(a, mutation_bit(at, "iport.ru.ready_q", 0), owned) ^ 1;
}

/* The first flit of a packet is read when it is popped, so fewer than packet_flits are left afterwards. */
static inline unsigned mutation_left(const struct mutation_at *at)
{
	unsigned left[MUTATION_WORD];

	mutation_word(at, "iport.mmu.rd_left_q", 0, at->s->flits_w, left);
	return mutation_at_most(&at->t->a, left, at->s->flits_w, at->s->packet_flits - 1);
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

/* A word of ghosts: inputs for a value that no register holds. */
static inline void mutation_ghost(const struct mutation_at *at, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	assert_true(lsb + n <= MUTATION_GHOSTS);
	for (unsigned b = 0; b < n; b++)
		x[b] = 2 * (at->t->from->inputs + lsb + b + 1);
}

/* Turn x, the credits of a sender, into those of the next cycle; after reset they are `all`. */
static inline void mutation_credited(const struct mutation_at *at, unsigned x[MUTATION_WORD], unsigned n, unsigned arrives, unsigned freed, unsigned all)
{
	struct aig *a = &at->t->a;
	const unsigned rst = mutation_input(at->t, "rst", 0);
	unsigned less[MUTATION_WORD] = { 0 }, none[MUTATION_WORD] = { 0 };

	for (unsigned b = 0; b < n; b++)
		less[b] = arrives;
	mutation_add(a, x, less, n, 0);
	mutation_add(a, x, none, n, freed);
	for (unsigned b = 0; b < n; b++)
		x[b] = aig_or(a, aig_and(a, x[b], rst ^ 1), aig_and(a, rst, all >> b & 1));
}

/* Credits of the sender at an input. No register of the switch holds them, but they follow from what has passed. */
static inline void mutation_credits(const struct mutation_at *at, unsigned x[MUTATION_WORD])
{
	struct mutation_miter *t = at->t;
	const struct mutation_at now = { t, at->s, at->port, false };
	const unsigned n = at->s->count_w;
	const unsigned arrives = aig_and(&t->a, mutation_input(t, "rx_valid", at->port), mutation_input(t, "rx_head", at->port));

	mutation_ghost(at, at->port * n, n, x);
	if (at->next)
		mutation_credited(at, x, n, arrives, mutation_bit(&now, "iport.mmu.credit_q", 0), at->s->slots);
}

/* At most as many as slots, in sum: credits of the sender and under way, packets in queues, one being looked up, and the one being read, if it has
 * left its queue. */
LAW(mutation_room)
{
	enum { MORE = 4 };      /* bits that a sum needs more */
	const unsigned n = s->count_w + MORE;
	unsigned sum[MUTATION_WORD] = { 0 }, none[MUTATION_WORD] = { 0 }, x[MUTATION_WORD] = { 0 }, pop[MUTATION_WORD];

	mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w, x);
	mutation_mapping(at, "pop_q", 0, s->queues, pop);
	mutation_credits(at, sum);
	mutation_add(a, sum, none, n, mutation_bit(at, "iport.mmu.credit_q", 0));
	mutation_add(a, sum, none, n, aig_and(a, mutation_any(a, x, s->flits_w), mutation_any(a, pop, s->queues) ^ 1));
	if (s->nodes)
		mutation_add(a, sum, none, n, mutation_bit(at, "iport.dt.arrive_q", 0));
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_count(at, q, x);
		mutation_add(a, sum, x, n, 0);
	}
	return mutation_at_most(a, sum, n, s->slots);
}

/* A packet that is popped has 1..packet_flits flits. */
LAW(mutation_contract_popped)
{
	unsigned flits[MUTATION_WORD];
	const unsigned popped = mutation_popped(at, flits);

	return aig_and(a, mutation_at_most(a, flits, s->flits_w, s->packet_flits), mutation_implies(a, popped, mutation_any(a, flits, s->flits_w)));
}

/* The header that PPU judges is that of the head: the same turn, or output port, and turns are left. */
LAW(mutation_contract_judged)
{
	unsigned judged[MUTATION_WORD], header[MUTATION_WORD], left[MUTATION_WORD], turn[MUTATION_WORD], holds = 1;

	mutation_word(at, "iport.ppu.judged_q", 0, s->queues, judged);
	mutation_word(at, "iport.ru.hdr_mem.rdata_q", 0, s->turn_w, header);
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_word(at, "iport.ru.turn_q", q * s->turn_w, s->turn_w, turn);
		holds = aig_and(a, holds, mutation_implies(a, judged[q], mutation_same(a, header, turn, s->turn_w)));
	}
	if (!s->turns)
		return holds;
	mutation_word(at, "iport.ru.hdr_mem.rdata_q", s->pool_w, s->len_w, left);
	return aig_and(a, holds, mutation_implies(a, mutation_any(a, judged, s->queues), mutation_any(a, left, s->len_w)));
}

/* A packet that leaves has 1..packet_flits flits. */
LAW(mutation_contract_left)
{
	unsigned left[MUTATION_WORD];

	mutation_word(at, "oport.flits_left_q", 0, s->flits_w, left);
	return aig_and(a, mutation_at_most(a, left, s->flits_w, s->packet_flits),
		       mutation_implies(a, mutation_bit(at, "oport.rd_head_q", 0), mutation_any(a, left, s->flits_w)));
}

/* A header arrives only with `valid`, and only if the sender has a credit. */
LAW(mutation_contract_header)
{
	unsigned credits[MUTATION_WORD];

	mutation_credits(at, credits);
	return mutation_implies(a, mutation_input(at->t, "rx_head", at->port),
				aig_and(a, mutation_input(at->t, "rx_valid", at->port), mutation_any(a, credits, at->s->count_w)));
}

#endif
