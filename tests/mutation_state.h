#pragma once

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
	bool input;                     /* registers of a side are of the input, not of the output */
};

/* Another port, in the same state. */
static inline struct mutation_at mutation_at_port(const struct mutation_at *at, unsigned port)
{
	struct mutation_at other = *at;

	other.port = port;
	return other;
}

enum { MUTATION_WORD = 64, MUTATION_LINES = 32, MUTATION_NAME = 128 };

/* Literals, the lowest bit first; 0 beyond n. */
struct word {
	unsigned n, bit[MUTATION_WORD];
};

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
	const bool in = at->input || !strncmp(name, "iport.", 6) || !strncmp(name, "vib.", 4);
	const bool once = !strncmp(name, "rlu.", 4) || !strncmp(name, "gather.", 7) || !strncmp(name, "tuner.", 6);
	char full[MUTATION_NAME + 32];

	if (once)
		snprintf(full, sizeof full, "%s", name);
	else
		snprintf(full, sizeof full, "g_%s[%u].%s", in ? "in" : "out", at->port, name);
	return mutation_register(at->t, full, bit, at->next);
}

/* Bits of a register, from bit lsb. */
static inline struct word mutation_word(const struct mutation_at *at, const char *name, unsigned lsb, unsigned n)
{
	struct word x = { .n = n };

	assert_true(n <= MUTATION_WORD);
	for (unsigned b = 0; b < n; b++)
		x.bit[b] = mutation_bit(at, name, lsb + b);
	return x;
}

static inline unsigned mutation_any(struct aig *a, struct word x)
{
	unsigned any = 0;

	for (unsigned b = 0; b < x.n; b++)
		any = aig_or(a, any, x.bit[b]);
	return any;
}

/* At most one of the literals is 1. */
static inline unsigned mutation_one(struct aig *a, struct word x)
{
	unsigned any = 0, two = 0;

	for (unsigned b = 0; b < x.n; b++) {
		two = aig_or(a, two, aig_and(a, any, x.bit[b]));
		any = aig_or(a, any, x.bit[b]);
	}
	return two ^ 1;
}

static inline unsigned mutation_at_most(struct aig *a, struct word x, unsigned most)
{
	unsigned more = 0, equal = 1;

	for (unsigned b = x.n; b--;)
		if (most >> b & 1) {
			equal = aig_and(a, equal, x.bit[b]);
		} else {
			more = aig_or(a, more, aig_and(a, equal, x.bit[b]));
			equal = aig_and(a, equal, x.bit[b] ^ 1);
		}
	return more ^ 1;
}

/* x is at most y, of as many bits. */
static inline unsigned mutation_not_above(struct aig *a, struct word x, struct word y)
{
	unsigned more = 0;

	for (unsigned b = 0; b < x.n; b++)
		more = aig_or(a, aig_and(a, x.bit[b], y.bit[b] ^ 1), aig_and(a, aig_xor(a, x.bit[b], y.bit[b]) ^ 1, more));
	return more ^ 1;
}

static inline unsigned mutation_is(struct aig *a, struct word x, unsigned value)
{
	unsigned is = 1;

	for (unsigned b = 0; b < x.n; b++)
		is = aig_and(a, is, x.bit[b] ^ (~value >> b & 1));
	return is;
}

static inline unsigned mutation_same(struct aig *a, struct word x, struct word y)
{
	unsigned same = 1;

	for (unsigned b = 0; b < x.n; b++)
		same = aig_and(a, same, aig_xor(a, x.bit[b], y.bit[b]) ^ 1);
	return same;
}

static inline unsigned mutation_implies(struct aig *a, unsigned x, unsigned y)
{
	return aig_and(a, x, y ^ 1) ^ 1;
}

/* A packet has 1..packet_flits flits. */
static inline unsigned mutation_is_length(struct aig *a, const struct shape *s, struct word flits)
{
	return aig_and(a, mutation_any(a, flits), mutation_at_most(a, flits, s->packet_flits));
}

static inline unsigned mutation_input(const struct mutation_miter *t, const char *name, unsigned bit)
{
	char full[64];

	snprintf(full, sizeof full, "%s[%u]", name, bit);
	return 2 * (mutation_named(t->from, 0, t->from->inputs, full) + 1);
}

static inline struct word mutation_input_word(const struct mutation_miter *t, const char *name, unsigned lsb, unsigned n)
{
	struct word x = { .n = n };

	assert_true(n <= MUTATION_WORD);
	for (unsigned b = 0; b < n; b++)
		x.bit[b] = mutation_input(t, name, lsb + b);
	return x;
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

static inline struct word mutation_cam_word(const struct mutation_at *at, const char *of, unsigned lsb, unsigned n)
{
	char name[MUTATION_NAME];

	return mutation_word(at, mutation_cam(at, of, name), lsb, n);
}

/* Register of the unit that maps packets to queues: mu, or smu. */
static inline struct word mutation_mapping(const struct mutation_at *at, const char *of, unsigned lsb, unsigned n)
{
	char name[MUTATION_NAME];

	snprintf(name, sizeof name, "iport.%s.%s", at->s->sorted ? "smu" : "mu", of);
	return mutation_word(at, name, lsb, n);
}

static inline struct word mutation_count(const struct mutation_at *at, unsigned q)
{
	return mutation_mapping(at, "count_q", q * at->s->count_w, at->s->count_w);
}

/* Line l of an input is in use: packets queued, stopped, or stopping. */
static inline unsigned mutation_in_use(const struct mutation_at *at, unsigned l)
{
	struct aig *a = &at->t->a;

	return aig_or(a, mutation_any(a, mutation_count(at, l + 1)), aig_or(a, mutation_cam_bit(at, "in.xoff_q", l), mutation_cam_bit(at, "in.sent_xoff_q", l)));
}

/* slot_q is the lowest of these slots; if there is none, `empty` holds. */
static inline unsigned mutation_lowest_of(const struct mutation_at *at, struct word slots, unsigned empty)
{
	struct aig *a = &at->t->a;
	const struct word slot = mutation_word(at, "iport.mmu.slot_q", 0, at->s->slot_w);
	unsigned none = 1, holds = 1;

	for (unsigned k = 0; k < slots.n; k++) {
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, slots.bit[k], none), mutation_is(a, slot, k)));
		none = aig_and(a, none, slots.bit[k] ^ 1);
	}
	return aig_and(a, holds, mutation_implies(a, none, empty));
}

/* slot_q is the lowest set bit of free_q, 0 if there is none; or the lowest without the slot freed in the cycle before, which is free. */
LAW(mutation_lowest)
{
	const unsigned credit = mutation_bit(at, "iport.mmu.credit_q", 0);
	const struct word freed = mutation_word(at, "iport.mmu.rd_slot_q", 0, s->slot_w), free = mutation_word(at, "iport.mmu.free_q", 0, s->slots);
	struct word older = { .n = s->slots };
	unsigned is_free = 0;

	for (unsigned k = 0; k < s->slots; k++) {
		const unsigned it = mutation_is(a, freed, k);

		is_free = aig_or(a, is_free, aig_and(a, it, free.bit[k]));
		older.bit[k] = aig_and(a, free.bit[k], it ^ 1);
	}
	return aig_and(a, mutation_implies(a, credit, is_free),
		       aig_or(a, mutation_lowest_of(at, free, mutation_is(a, mutation_word(at, "iport.mmu.slot_q", 0, s->slot_w), 0)),
			      aig_and(a, credit, mutation_lowest_of(at, older, 0))));
}

/* `head` comes with `valid`. */
LAW(mutation_heads)
{
	static const char *const slots[][2] = { { "oport.xb_head_q", "oport.xb_valid_q" }, { "oport.tx_head_q", "oport.tx_valid_q" } };
	static const char *const cells[][2] = {
		{ "xout.xb_head_q", "xout.xb_valid_q" }, { "lport.rd_head_q", "lport.rd_valid_q" }, { "lport.tx_head_q", "lport.tx_valid_q" },
	};
	unsigned holds = 1;

	for (unsigned i = 0; i < (s->by_cells ? 3 : 2); i++) {
		const char *const *const pair = s->by_cells ? cells[i] : slots[i];

		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, pair[0], 0), mutation_bit(at, pair[1], 0)));
	}
	return holds;
}

/* port_onehot_q holds the turn of each head once more, one-hot. */
LAW(mutation_ways)
{
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word turn = mutation_word(at, "iport.ru.turn_q", q * s->turn_w, s->turn_w);

		for (unsigned t = 0; t < s->radix; t++)
			holds = aig_and(a, holds, aig_xor(a, mutation_bit(at, "iport.ru.port_onehot_q", t * s->queues + q), mutation_is(a, turn, t)) ^ 1);
	}
	return holds;
}

/* If an input may request an output, it has at most one flit left of the packet popped last, and the output is not busy. */
LAW(mutation_may)
{
	const unsigned ends = mutation_at_most(a, mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w), 1);
	unsigned holds = 1;

	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = mutation_at_port(at, s->nodes ? t : (at->port + t) % s->radix);
		const unsigned idle = mutation_at_most(a, mutation_word(&out, "oport.flits_left_q", 0, s->flits_w), 1);

		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, s->sorted ? "iport.smu.open_q" : "iport.ru.open_q", t), aig_and(a, ends, idle)));
	}
	return holds;
}

/* A stage on the way out: there is a header, if any bit of a register is set, and this one, unless it is NULL; and its input. */
struct mutation_stage {
	const char *valid, *with, *source;
	unsigned bits;
};

/* In a stage, headers of an input are at one output at most. */
static inline unsigned mutation_one_of(const struct mutation_at *at, const struct mutation_stage *k)
{
	struct aig *a = &at->t->a;
	struct word from = { .n = at->s->radix };

	for (unsigned o = 0; o < at->s->radix; o++) {
		const struct mutation_at out = mutation_at_port(at, o);
		const unsigned there = mutation_any(a, mutation_word(&out, k->valid, 0, k->bits));

		from.bit[o] = aig_and(a, there, mutation_is(a, mutation_word(&out, k->source, 0, at->s->port_w), at->port));
		from.bit[o] = aig_and(a, from.bit[o], k->with ? mutation_bit(&out, k->with, 0) : 1);
	}
	return mutation_one(a, from);
}

/* So it is in each stage. So no two outputs notify it in one cycle; of sides, one Xoff at most is for an input. */
LAW(mutation_alone)
{
	char valid[MUTATION_NAME], source[MUTATION_NAME];
	const struct mutation_stage slots[] = {
		{ "oport.rd_head_q", NULL, "oport.src_q", 1 }, { "oport.xb_head_q", NULL, "oport.xb_src_q", 1 }, { "oport.tx_head_q", NULL, "oport.tx_src_q", 1 },
		{ mutation_cam(at, "out.notify_valid_q", valid), NULL, mutation_cam(at, "out.notify_src_q", source), 1 },
	}, cells[] = {
		{ "xout.xb_head_q", NULL, "xout.xb_src_q", 1 }, { "side.hru.valid_q", NULL, "mbus.src_enter_q", 1 },
		{ "side.sfcu.entered_q", NULL, "mbus.src_entered_q", s->queues }, { "side.sfcu.msg_q", "side.sfcu.msg_xoff_q", "mbus.src_msg_q", 1 },
	};
	unsigned holds = 1;

	for (unsigned i = 0; i < 4; i++)
		holds = aig_and(a, holds, mutation_one_of(at, (s->by_cells ? cells : slots) + i));
	return holds;
}

/* Line `link` of the output at `turn` (a port, in schemes without turns) is stopped. going: or its Xon came in the cycle before. */
static inline unsigned mutation_linked(const struct mutation_at *at, struct word turn, struct word link, bool going)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	unsigned good = 0;

	for (unsigned k = 0; k < s->radix * s->saqs; k++) {
		const struct mutation_at out = mutation_at_port(at, ((s->turns ? at->port : 0) + k / s->saqs) % s->radix);
		const unsigned l = k % s->saqs, leads = aig_and(a, mutation_is(a, turn, k / s->saqs), mutation_is(a, link, l));
		unsigned stopped = mutation_cam_bit(&out, "out.stopped_q", l);

		if (going)
			stopped = aig_or(a, stopped, aig_and(a, mutation_cam_bit(&out, "out.xon_valid_q", 0),
							     mutation_is(a, mutation_cam_word(&out, "out.xon_line_q", 0, s->line_w), l)));
		good = aig_or(a, good, aig_and(a, leads, stopped));
	}
	return good;
}

/* The first turn of line l of an input, or its port. */
static inline struct word mutation_way(const struct mutation_at *at, unsigned l)
{
	return mutation_cam_word(at, at->s->turns ? "in.turns_q" : "in.port_q", l * at->s->pool_w, at->s->turn_w);
}

/* A stopped line of an input is linked to a line of an output that is stopped, or had its Xon in the cycle before. A notification names one that is stopped. */
LAW(mutation_links)
{
	const struct word turn = mutation_cam_word(at, s->turns ? "in.notify_turns_q" : "in.notify_port_q", 0, s->turn_w);
	const struct word link = mutation_cam_word(at, "in.notify_line_q", 0, s->line_w);
	unsigned holds = mutation_implies(a, mutation_cam_bit(at, "in.notify_q", 0), mutation_linked(at, turn, link, false));

	for (unsigned l = 0; l < s->saqs; l++)
		holds = aig_and(a, holds, mutation_implies(a, mutation_cam_bit(at, "in.xoff_q", l),
							   mutation_linked(at, mutation_way(at, l), mutation_cam_word(at, "in.out_line_q", l * s->line_w, s->line_w), true)));
	return holds;
}

/* A head is in one state at most: undecided, ready, being popped, or being refilled. If it is in one, its queue has a packet. */
LAW(mutation_queues)
{
	const struct word pop = mutation_mapping(at, "pop_q", 0, s->queues), judged = mutation_word(at, "iport.ppu.judged_q", 0, s->queues);
	unsigned holds = aig_and(a, mutation_one(a, pop), mutation_one(a, judged));

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word place = { 4, {
			mutation_bit(at, "iport.ppu.unjudged_q", q), mutation_bit(at, "iport.ru.ready_q", q), mutation_bit(at, "iport.mu.refill_q", q), pop.bit[q],
		} };

		holds = aig_and(a, holds, mutation_one(a, place));
		holds = aig_and(a, holds, mutation_implies(a, judged.bit[q], place.bit[0]));
		holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, place), mutation_any(a, mutation_count(at, q))));
	}
	return holds;
}

/*
 * A length in a register of smu, which holds it modulo 2^clog2(packet_flits): 0 stands for packet_flits if that is a power of two above 1.
 * Other lengths are held in full, and may be wrong.
 */
static inline struct word mutation_length(const struct mutation_at *at, const char *of, unsigned field)
{
	const unsigned n = clog2(at->s->packet_flits);
	const struct word held = mutation_mapping(at, of, field * n, n);
	struct word flits = held;

	for (flits.n = n; flits.n < at->s->flits_w; flits.n++)
		flits.bit[flits.n] = mutation_any(&at->t->a, held) ^ 1;
	return flits;
}

/* Queues of the input, or of the side, that pop a packet. */
static inline struct word mutation_popping(const struct mutation_at *at)
{
	return at->s->by_cells ? mutation_word(at, "side.cqu.pop_q", 0, at->s->queues) : mutation_mapping(at, "pop_q", 0, at->s->queues);
}

/* Length of the packet that is popped, 0 if none is. */
static inline struct word mutation_popped(const struct mutation_at *at)
{
	struct aig *a = &at->t->a;
	const struct shape *s = at->s;
	const char *const heads = s->by_cells ? "side.cqu.head_flits_q" : "iport.ru.flits_q";
	const struct word pop = mutation_popping(at);
	struct word flits = { .n = s->flits_w };

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word of = s->sorted ? mutation_length(at, "pop_flits_q", 0) : mutation_word(at, heads, q * s->flits_w, s->flits_w);

		for (unsigned b = 0; b < s->flits_w; b++)
			flits.bit[b] = aig_or(a, flits.bit[b], aig_and(a, pop.bit[q], of.bit[b]));
	}
	return flits;
}

LAW(mutation_pops)
{
	return mutation_any(a, mutation_popping(at));
}

/* A packet is popped only if nothing is left of the packet before. long_begun_q is set exactly if it has several flits. */
LAW(mutation_begun)
{
	return aig_and(a, mutation_implies(a, mutation_pops(at), mutation_any(a, mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w)) ^ 1),
		       aig_xor(a, mutation_bit(at, "iport.mmu.long_begun_q", 0), mutation_at_most(a, mutation_popped(at), 1)));
}

/* With detect_q, the head of the cold queue is ready, more packets than the threshold wait, nothing is popped, and no notification acts. */
LAW(mutation_due)
{
	unsigned holds = aig_and(a, mutation_cam_bit(at, "in.notify_q", 0) ^ 1, mutation_at_most(a, mutation_count(at, 0), s->detect_threshold) ^ 1);

	holds = aig_and(a, holds, aig_and(a, mutation_bit(at, "iport.ru.ready_q", 0), mutation_pops(at) ^ 1));
	return mutation_implies(a, mutation_bit(at, "iport.cdu.detect_q", 0), holds);
}

/* The head of the cold queue is not ready while a line of length 1 is in use for its output: it was judged, or no line was in use when it came. */
LAW(mutation_passes)
{
	const struct word turn = mutation_word(at, "iport.ru.turn_q", 0, s->turn_w);
	unsigned owned = 0;

	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned own = aig_and(a, mutation_in_use(at, l), mutation_is(a, mutation_cam_word(at, "in.len_q", l * s->len_w, s->len_w), 1));

		owned = aig_or(a, owned, aig_and(a, own, mutation_same(a, mutation_way(at, l), turn)));
	}
	return aig_and(a, mutation_bit(at, "iport.ru.ready_q", 0), owned) ^ 1;
}

/* The first flit of a packet is read when it is popped, so fewer than packet_flits are left afterwards. */
LAW(mutation_left)
{
	return mutation_at_most(a, mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w), s->packet_flits - 1);
}

/* x + y + carry, modulo 2^n of x. */
static inline struct word mutation_sum_of(struct aig *a, struct word x, struct word y, unsigned carry)
{
	for (unsigned b = 0; b < x.n; b++) {
		const unsigned half = aig_xor(a, x.bit[b], y.bit[b]), next = aig_or(a, aig_and(a, x.bit[b], y.bit[b]), aig_and(a, half, carry));

		x.bit[b] = aig_xor(a, half, carry);
		carry = next;
	}
	return x;
}

/* The same with more bits, of 0. */
static inline struct word mutation_wider(struct word x, unsigned n)
{
	x.n = n;
	return x;
}

static inline struct word mutation_plus(struct aig *a, struct word x, unsigned carry)
{
	return mutation_sum_of(a, x, (struct word){ 0 }, carry);
}

/* A word of ghosts: inputs for a value that no register holds. */
static inline struct word mutation_ghost(const struct mutation_at *at, unsigned lsb, unsigned n)
{
	struct word x = { .n = n };

	assert_true(lsb + n <= MUTATION_GHOSTS);
	for (unsigned b = 0; b < n; b++)
		x.bit[b] = 2 * (at->t->from->inputs + lsb + b + 1);
	return x;
}

/* The credits of a sender, of those of the cycle before; after reset they are `all`. */
static inline struct word mutation_credited(const struct mutation_at *at, struct word x, unsigned arrives, unsigned freed, unsigned all)
{
	struct aig *a = &at->t->a;
	const unsigned rst = mutation_input(at->t, "rst", 0);
	struct word less = { .n = x.n };

	for (unsigned b = 0; b < x.n; b++)
		less.bit[b] = arrives;
	x = mutation_plus(a, mutation_sum_of(a, x, less, 0), freed);
	for (unsigned b = 0; b < x.n; b++)
		x.bit[b] = aig_or(a, aig_and(a, x.bit[b], rst ^ 1), aig_and(a, rst, all >> b & 1));
	return x;
}

/* Credits of the sender at an input. No register of the switch holds them, but they follow from what has passed. */
static inline struct word mutation_credits(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	const struct mutation_at now = { .t = t, .s = at->s, .port = at->port };
	const unsigned n = at->s->count_w;
	const unsigned arrives = aig_and(&t->a, mutation_input(t, "rx_valid", at->port), mutation_input(t, "rx_head", at->port));
	const struct word x = mutation_ghost(at, at->port * n, n);

	return at->next ? mutation_credited(at, x, arrives, mutation_bit(&now, "iport.mmu.credit_q", 0), at->s->slots) : x;
}

/* At most as many as slots, in sum: credits of the sender and under way, packets in queues, one being looked up, and the one being read, if it has
 * left its queue. */
LAW(mutation_room)
{
	enum { MORE = 4 };      /* bits that a sum needs more */
	const unsigned reads = mutation_any(a, mutation_word(at, "iport.mmu.rd_left_q", 0, s->flits_w));
	struct word sum = mutation_plus(a, mutation_wider(mutation_credits(at), s->count_w + MORE), mutation_bit(at, "iport.mmu.credit_q", 0));

	sum = mutation_plus(a, sum, aig_and(a, reads, mutation_pops(at) ^ 1));
	if (s->nodes)
		sum = mutation_plus(a, sum, mutation_bit(at, "iport.dt.arrive_q", 0));
	for (unsigned q = 0; q < s->queues; q++)
		sum = mutation_sum_of(a, sum, mutation_count(at, q), 0);
	return mutation_at_most(a, sum, s->slots);
}

/* A packet that is popped has 1..packet_flits flits. */
LAW(mutation_contract_popped)
{
	const struct word flits = mutation_popped(at);

	return aig_and(a, mutation_at_most(a, flits, s->packet_flits), mutation_implies(a, mutation_pops(at), mutation_any(a, flits)));
}

/* The header that PPU judges is that of the head: the same turn, or output port, and turns are left. */
LAW(mutation_contract_judged)
{
	const struct word judged = mutation_word(at, "iport.ppu.judged_q", 0, s->queues), header = mutation_word(at, "iport.ru.hdr_mem.rdata_q", 0, s->turn_w);
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++)
		holds = aig_and(a, holds, mutation_implies(a, judged.bit[q],
							   mutation_same(a, header, mutation_word(at, "iport.ru.turn_q", q * s->turn_w, s->turn_w))));
	if (!s->turns)
		return holds;
	return aig_and(a, holds, mutation_implies(a, mutation_any(a, judged), mutation_any(a, mutation_word(at, "iport.ru.hdr_mem.rdata_q", s->pool_w, s->len_w))));
}

/* A packet that leaves has 1..packet_flits flits. */
LAW(mutation_contract_left)
{
	const struct word left = mutation_word(at, "oport.flits_left_q", 0, s->flits_w);

	return aig_and(a, mutation_at_most(a, left, s->packet_flits), mutation_implies(a, mutation_bit(at, "oport.rd_head_q", 0), mutation_any(a, left)));
}

/* A header arrives only with `valid`, and only if the sender has a credit. */
LAW(mutation_contract_header)
{
	return mutation_implies(a, mutation_input(at->t, "rx_head", at->port),
				aig_and(a, mutation_input(at->t, "rx_valid", at->port), mutation_any(a, mutation_credits(at))));
}
