#ifndef MUTATION_CELLS_H
#define MUTATION_CELLS_H

#include "link_use.h"
#include "mutation_state.h"

/* Laws of reached states of switches with queues at inputs and outputs (docs/internals/microarchitecture-cioq.md). */

/* Laws of a side, at the input or the output of a port. */
enum cells_at { CELLS_IN, CELLS_OUT };

/* A register of the port at its input or output: "side.scam.xoff_q". */
static inline unsigned cells_bit(const struct mutation_at *at, enum cells_at where, const char *name, unsigned bit)
{
	char full[MUTATION_NAME + 32];

	snprintf(full, sizeof full, "g_%s[%u].%s", where == CELLS_IN ? "in" : "out", at->port, name);
	return mutation_register(at->t, full, bit, at->next);
}

static inline void cells_word(const struct mutation_at *at, enum cells_at where, const char *name, unsigned lsb, unsigned n, unsigned x[MUTATION_WORD])
{
	assert_true(n <= MUTATION_WORD);
	for (unsigned b = 0; b < n; b++)
		x[b] = cells_bit(at, where, name, lsb + b);
}

/* At most one of n bits of a register, from bit lsb, is set. */
static inline unsigned cells_one(const struct mutation_at *at, enum cells_at where, const char *name, unsigned lsb, unsigned n)
{
	unsigned x[MUTATION_WORD];

	cells_word(at, where, name, lsb, n, x);
	return mutation_one(&at->t->a, x, n);
}

/* A law of a side holds of both sides of a port. */
static inline unsigned cells_both(const struct mutation_at *at, unsigned (*of)(const struct mutation_at *, enum cells_at))
{
	return aig_and(&at->t->a, of(at, CELLS_IN), of(at, CELLS_OUT));
}

/* ---- Crossbar and arbiters ---- */

LAW(mutation_cells_heads)
{
	static const char *const pairs[][2] = {
		{ "xout.xb_head_q", "xout.xb_valid_q" }, { "lport.rd_head_q", "lport.rd_valid_q" }, { "lport.tx_head_q", "lport.tx_valid_q" },
	};
	unsigned holds = 1;

	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
		holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, CELLS_OUT, pairs[i][0], 0), cells_bit(at, CELLS_OUT, pairs[i][1], 0)));
	return holds;
}

static inline unsigned cells_turns(const struct mutation_at *at, enum cells_at where)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned holds = aig_and(a, cells_one(at, where, "side.cqu.pop_q", 0, s->queues), cells_one(at, where, "side.cqu.refill_q", 0, s->queues));

	holds = aig_and(a, holds, cells_one(at, where, "side.cmu.refill_q", 0, s->vcs));
	for (unsigned v = 0; v < s->vcs; v++)
		holds = aig_and(a, holds, cells_one(at, where, "arb_vc.prio_q", v * (s->vc_queues - 1), s->vc_queues - 1));
	return holds;
}

/* Of queues one pops, one is refilled, and one was served last, by VC; of inputs as well; a packet is read for one output. */
LAW(mutation_cells_turns)
{
	unsigned holds = aig_and(a, cells_both(at, cells_turns), cells_one(at, CELLS_IN, "xin.to_q", 0, s->radix));

	for (unsigned v = 0; v < s->vcs; v++)
		holds = aig_and(a, holds, cells_one(at, CELLS_OUT, "arb_out_vc.prio_q", v * (s->radix - 1), s->radix - 1));
	return holds;
}

/* The lengths of packets that an input or output pops, 0 if none. Returns whether one is. */
static inline unsigned cells_popped(const struct mutation_at *at, enum cells_at where, unsigned flits[MUTATION_WORD])
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned popped = 0, of[MUTATION_WORD];

	memset(flits, 0, MUTATION_WORD * sizeof *flits);
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned pop = cells_bit(at, where, "side.cqu.pop_q", q);

		cells_word(at, where, "side.cqu.head_flits_q", q * s->flits_w, s->flits_w, of);
		for (unsigned b = 0; b < s->flits_w; b++)
			flits[b] = aig_or(a, flits[b], aig_and(a, pop, of[b]));
		popped = aig_or(a, popped, pop);
	}
	return popped;
}

/*
 * An input pops a packet when none is left to be read, and knows that it has several flits. If it may pop one, at most a flit is left, and is there.
 * So it is if an output to which it reads may be granted. It reads for an output alone.
 */
LAW(mutation_cells_reading)
{
	unsigned holds, flits[MUTATION_WORD], left[MUTATION_WORD], to[MUTATION_WORD], sends[MUTATION_WORD];
	const unsigned popped = cells_popped(at, CELLS_IN, flits), follow = cells_bit(at, CELLS_IN, "side.cmu.follow_q", 0);

	cells_word(at, CELLS_IN, "side.cmu.rd_left_q", 0, s->flits_w, left);
	const unsigned some = mutation_any(a, left, s->flits_w);
	const unsigned ends = aig_or(a, some ^ 1, aig_and(a, mutation_at_most(a, left, s->flits_w, 1), follow ^ 1));

	holds = mutation_implies(a, popped, some ^ 1);
	holds = aig_and(a, holds, aig_xor(a, cells_bit(at, CELLS_IN, "side.cmu.long_begun_q", 0), mutation_at_most(a, flits, s->flits_w, 1)));
	holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, CELLS_IN, "side.cmu.idle_q", 0), ends));
	cells_word(at, CELLS_IN, "xin.to_q", 0, s->radix, to);
	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = { at->t, s, (at->port + t) % s->radix, at->next };
		const unsigned open = aig_and(a, to[t], cells_bit(&out, CELLS_OUT, "xout.open_q", 0));

		holds = aig_and(a, holds, mutation_implies(a, open, aig_and(a, popped ^ 1, ends)));
	}
	for (unsigned i = 0; i < s->radix; i++) {       /* to output `port` */
		const struct mutation_at in = { at->t, s, i, at->next };

		cells_word(&in, CELLS_IN, "side.cmu.rd_left_q", 0, s->flits_w, left);
		sends[i] = aig_or(a, cells_popped(&in, CELLS_IN, flits), mutation_any(a, left, s->flits_w));
		sends[i] = aig_and(a, sends[i], cells_bit(&in, CELLS_IN, "xin.to_q", (at->port + s->radix - i) % s->radix));
	}
	return aig_and(a, holds, mutation_one(a, sends, s->radix));
}

static inline unsigned cells_crossing(const struct mutation_at *at, enum cells_at where)
{
	struct aig *a = &at->t->a;
	unsigned place[MUTATION_WORD];

	cells_word(at, where, "side.cmu.rd_flit_q", 0, clog2(at->s->cell_flits), place);
	return mutation_implies(a, cells_bit(at, where, "side.cmu.rd_cross_q", 0), mutation_any(a, place, clog2(at->s->cell_flits)) ^ 1);
}

/* Where a packet goes on in another cell, its next flit is the first of one. */
static inline unsigned mutation_cells_crossing(const struct mutation_at *at)
{
	return at->s->cell_flits > 1 ? cells_both(at, cells_crossing) : 1;
}

/*
 * A link has at most the tokens of its rest, and a packet is popped for it only if its header may be read. So no flit is read without tokens.
 * A packet of several flits begins when it is popped.
 */
LAW(mutation_cells_pace)
{
	unsigned tokens[MUTATION_WORD], flits[MUTATION_WORD];
	const unsigned popped = cells_popped(at, CELLS_OUT, flits), holds = mutation_implies(a, cells_bit(at, CELLS_OUT, "side.cmu.long_begun_q", 0), popped);

	if (!s->token_w)
		return holds;
	cells_word(at, CELLS_OUT, "lport.tokens_q", 0, s->token_w, tokens);
	return aig_and(a, aig_and(a, holds, mutation_at_most(a, tokens, s->token_w, s->speed_n - 1)),
		       mutation_implies(a, popped, mutation_at_most(a, tokens, s->token_w, s->speed_n - s->speed_d - 1) ^ 1));
}

/* In each step from the crossbar to the message, packets of an input are at one output at most. So one Xoff at most is for an input. */
LAW(mutation_cells_alone)
{
	static const char *const steps[][2] = {
		{ "xout.xb_head_q", "xout.xb_src_q" }, { "side.hru.valid_q", "mbus.src_enter_q" }, { "side.sfcu.entered_q", "mbus.src_entered_q" },
		{ "side.sfcu.msg_q", "mbus.src_msg_q" },
	};
	unsigned holds = 1, from[MUTATION_WORD], src[MUTATION_WORD], there[MUTATION_WORD];

	for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
		for (unsigned o = 0; o < s->radix; o++) {
			const struct mutation_at out = { at->t, s, o, at->next };
			const unsigned n = i == 2 ? s->queues : 1;

			cells_word(&out, CELLS_OUT, steps[i][0], 0, n, there);
			cells_word(&out, CELLS_OUT, steps[i][1], 0, s->port_w, src);
			from[o] = aig_and(a, mutation_any(a, there, n), mutation_is(a, src, s->port_w, at->port));
			if (i == 3)
				from[o] = aig_and(a, from[o], cells_bit(&out, CELLS_OUT, "side.sfcu.msg_xoff_q", 0));
		}
		holds = aig_and(a, holds, mutation_one(a, from, s->radix));
	}
	return holds;
}

/* ---- Lines and messages ---- */

/* A level is one of a VC. */
static inline unsigned cells_of_vc(const struct mutation_at *at, const unsigned *level, unsigned vc)
{
	struct aig *a = &at->t->a;
	unsigned is = 0;

	for (unsigned e = 0; e < at->s->levels; e++)
		if (level_vc(at->s, e) == vc)
			is = aig_or(a, is, mutation_is(a, level, at->s->level_w, e));
	return is;
}

static inline unsigned cells_levels(const struct mutation_at *at, enum cells_at where)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned holds = cells_one(at, where, "side.sfcu.entered_q", 0, s->queues), entered[MUTATION_WORD], level[MUTATION_WORD], len[MUTATION_WORD];

	cells_word(at, where, "side.sfcu.entered_level_q", 0, s->level_w, entered);
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned vc = q / s->vc_queues, place = q % s->vc_queues, line = vc * s->saqs + place - s->radix;
		unsigned fits = cells_of_vc(at, entered, vc);

		if (place >= s->radix) {
			cells_word(at, where, "side.scam.level_q", line * s->level_w, s->level_w, level);
			cells_word(at, where, "side.scam.len_q", line * s->len_w, s->len_w, len);
			holds = aig_and(a, holds, mutation_implies(a, aig_or(a, cells_bit(at, where, "side.scam.xoff_q", line), cells_bit(at, where, "side.scam.sent_q", line)),
								   mutation_any(a, len, s->len_w)));
			holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, len, s->len_w), cells_of_vc(at, level, vc)));
			fits = aig_and(a, fits, aig_and(a, mutation_same(a, level, entered, s->level_w), mutation_any(a, len, s->len_w)));
		}
		holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, where, "side.sfcu.entered_q", q), fits));
	}
	return holds;
}

/* A packet entered one queue, of its level's VC, and a valid line of its level. A line has a level of its VC, and stops or is stopped only if valid. */
static inline unsigned mutation_cells_levels(const struct mutation_at *at)
{
	return cells_both(at, cells_levels);
}

/* Turns from the length on are 0. */
static inline unsigned cells_ends(const struct mutation_at *at, const unsigned *turns, const unsigned *len)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned holds = 1;

	for (unsigned b = 0; b < s->pool_w; b++)
		holds = aig_and(a, holds, mutation_implies(a, turns[b], mutation_at_most(a, len, s->len_w, b / s->turn_w) ^ 1));
	return holds;
}

static inline unsigned cells_spans(const struct mutation_at *at, enum cells_at where)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned holds = 1, turns[MUTATION_WORD], len[MUTATION_WORD], levels[MUTATION_WORD];
	const unsigned xoff = cells_bit(at, where, "side.sfcu.msg_xoff_q", 0);

	for (unsigned l = 0; l < s->lines; l++) {
		cells_word(at, where, "side.scam.turns_q", l * s->pool_w, s->pool_w, turns);
		cells_word(at, where, "side.scam.len_q", l * s->len_w, s->len_w, len);
		holds = aig_and(a, holds, aig_and(a, cells_ends(at, turns, len), mutation_at_most(a, len, s->len_w, s->turns)));
	}
	cells_word(at, where, "side.scam.notify_turns_q", 0, s->pool_w, turns);
	cells_word(at, where, "side.scam.notify_len_q", 0, s->len_w, len);
	holds = aig_and(a, holds, aig_and(a, cells_ends(at, turns, len), mutation_at_most(a, len, s->len_w, s->turns)));
	holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, where, "side.scam.notify_q", 0), mutation_any(a, len, s->len_w)));
	cells_word(at, where, "side.sfcu.msg_turns_q", 0, s->pool_w, turns);
	cells_word(at, where, "side.sfcu.msg_len_q", 0, s->len_w, len);
	cells_word(at, where, "side.sfcu.msg_levels_q", 0, s->levels, levels);
	holds = aig_and(a, holds, cells_ends(at, turns, len));
	holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, len, s->len_w), xoff));
	return aig_and(a, holds, mutation_implies(a, xoff, aig_and(a, mutation_one(a, levels, s->levels), mutation_any(a, levels, s->levels))));
}

/* Congested points have no turns beyond their length, and Xons none. An Xoff has a length, and one level. */
static inline unsigned mutation_cells_spans(const struct mutation_at *at)
{
	return cells_both(at, cells_spans);
}

/* What an output notifies of has room for one more turn. */
LAW(mutation_cells_notified)
{
	unsigned holds, len[MUTATION_WORD];

	cells_word(at, CELLS_OUT, "side.sfcu.msg_len_q", 0, s->len_w, len);
	holds = mutation_at_most(a, len, s->len_w, s->turns - 1);
	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned q = l / s->saqs * s->vc_queues + s->radix + l % s->saqs;

		cells_word(at, CELLS_OUT, "side.scam.len_q", l * s->len_w, s->len_w, len);
		holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, CELLS_OUT, "side.sfcu.entered_q", q),
							   mutation_at_most(a, len, s->len_w, s->turns - 1)));
	}
	return holds;
}

/* Queue `queue` of an output, by its place in the VC of the level, has told upstream of the level; or its message is the Xon. */
static inline unsigned cells_told(const struct mutation_at *out, const unsigned *level, const unsigned *queue)
{
	const struct shape *s = out->s;
	struct aig *a = &out->t->a;
	unsigned good = 0, sender[MUTATION_WORD], of[MUTATION_WORD];
	const unsigned xon = aig_and(a, cells_bit(out, CELLS_OUT, "side.sfcu.msg_q", 0), cells_bit(out, CELLS_OUT, "side.sfcu.msg_xoff_q", 0) ^ 1);

	cells_word(out, CELLS_OUT, "side.sfcu.msg_queue_q", 0, s->vc_queue_w, sender);
	for (unsigned e = 0; e < s->levels; e++)
		for (unsigned q = 0; q < s->vc_queues; q++) {
			const unsigned line = level_vc(s, e) * s->saqs + q - s->radix;
			unsigned told = aig_and(a, aig_and(a, xon, cells_bit(out, CELLS_OUT, "side.sfcu.msg_levels_q", e)), mutation_is(a, sender, s->vc_queue_w, q));

			if (q < s->radix) {
				told = aig_or(a, told, cells_bit(out, CELLS_OUT, "side.sfcu.told_q", e * s->radix + q));
			} else {
				cells_word(out, CELLS_OUT, "side.scam.level_q", line * s->level_w, s->level_w, of);
				told = aig_or(a, told, aig_and(a, cells_bit(out, CELLS_OUT, "side.scam.sent_q", line), mutation_is(a, of, s->level_w, e)));
			}
			good = aig_or(a, good, aig_and(a, told, aig_and(a, mutation_is(a, level, s->level_w, e), mutation_is(a, queue, s->vc_queue_w, q))));
		}
	return good;
}

/* The law of stops, inside the switch. The Xoff that an output sends names a queue that has told. */
LAW(mutation_cells_stops)
{
	unsigned holds = 1, turn[MUTATION_WORD], level[MUTATION_WORD], queue[MUTATION_WORD];

	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = { at->t, s, (at->port + t) % s->radix, at->next };

		for (unsigned l = 0; l <= s->lines; l++) {
			const bool notify = l == s->lines;
			unsigned leads;

			cells_word(at, CELLS_IN, notify ? "side.scam.notify_turns_q" : "side.scam.turns_q", notify ? 0 : l * s->pool_w, s->turn_w, turn);
			cells_word(at, CELLS_IN, notify ? "side.scam.notify_level_q" : "side.scam.level_q", notify ? 0 : l * s->level_w, s->level_w, level);
			cells_word(at, CELLS_IN, notify ? "side.scam.notify_queue_q" : "side.scam.out_queue_q", notify ? 0 : l * s->vc_queue_w, s->vc_queue_w,
				   queue);
			leads = aig_and(a, cells_bit(at, CELLS_IN, notify ? "side.scam.notify_q" : "side.scam.xoff_q", notify ? 0 : l),
					mutation_is(a, turn, s->turn_w, t));
			holds = aig_and(a, holds, mutation_implies(a, leads, cells_told(&out, level, queue)));
		}
	}
	cells_word(at, CELLS_OUT, "side.sfcu.msg_queue_q", 0, s->vc_queue_w, queue);
	for (unsigned e = 0; e < s->levels; e++) {
		unsigned named[MUTATION_WORD], xoff = aig_and(a, cells_bit(at, CELLS_OUT, "side.sfcu.msg_q", 0), cells_bit(at, CELLS_OUT, "side.sfcu.msg_xoff_q", 0));

		for (unsigned b = 0; b < s->level_w; b++)
			named[b] = e >> b & 1;
		xoff = aig_and(a, xoff, cells_bit(at, CELLS_OUT, "side.sfcu.msg_levels_q", e));
		holds = aig_and(a, holds, mutation_implies(a, xoff, cells_told(at, named, queue)));
	}
	return holds;
}

/* ---- Queues ---- */

/* The cells of a packet, of cells_w bits. */
static inline void cells_need(const struct mutation_at *at, const unsigned *flits, unsigned need[MUTATION_WORD])
{
	const struct shape *s = at->s;
	const unsigned shift = clog2(s->cell_flits), n = s->flits_w + 1;
	unsigned sum[MUTATION_WORD] = { 0 }, less[MUTATION_WORD] = { 0 };

	memcpy(sum, flits, s->flits_w * sizeof *sum);
	for (unsigned b = 0; b < shift; b++)
		less[b] = 1;
	mutation_add(&at->t->a, sum, less, n, 0);
	for (unsigned b = 0; b < s->cells_w; b++)
		need[b] = b + shift < n ? sum[b + shift] : 0;
}

static inline unsigned cells_is_length(const struct mutation_at *at, const unsigned *flits)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;

	return aig_and(a, mutation_any(a, flits, s->flits_w), mutation_at_most(a, flits, s->flits_w, s->packet_flits));
}

static inline unsigned cells_queues(const struct mutation_at *at, enum cells_at where)
{
	const struct shape *s = at->s;
	struct aig *a = &at->t->a;
	unsigned holds, pop[MUTATION_WORD], fill[MUTATION_WORD], flits[MUTATION_WORD], need[MUTATION_WORD];

	cells_word(at, where, "side.cqu.pop_q", 0, s->queues, pop);
	holds = aig_xor(a, cells_bit(at, where, "side.cqu.popping_q", 0), mutation_any(a, pop, s->queues)) ^ 1;
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned place[] = {
			cells_bit(at, where, "side.cqu.present_q", q), cells_bit(at, where, "side.cqu.pop_q", q), cells_bit(at, where, "side.cqu.refill_q", q),
		};
		const unsigned head = aig_or(a, place[0], place[1]);

		cells_word(at, where, "side.cqu.fill_q", q * s->cells_w, s->cells_w, fill);
		cells_word(at, where, "side.cqu.head_flits_q", q * s->flits_w, s->flits_w, flits);
		cells_need(at, flits, need);
		holds = aig_and(a, holds, mutation_one(a, place, 3));
		holds = aig_and(a, holds, aig_xor(a, mutation_any(a, place, 3), mutation_any(a, fill, s->cells_w)) ^ 1);
		holds = aig_and(a, holds, mutation_implies(a, head, aig_and(a, cells_is_length(at, flits), mutation_not_above(a, need, fill, s->cells_w))));
	}
	return holds;
}

/* A queue with cells has a head, pops one, or is refilled; the head has a length, and its cells are there; that one pops is known. A packet that enters
 * an input has a length. */
LAW(mutation_cells_queues)
{
	unsigned flits[MUTATION_WORD];

	cells_word(at, CELLS_IN, "side.hru.flits_q", 0, at->s->flits_w, flits);
	return aig_and(a, cells_both(at, cells_queues), mutation_implies(a, cells_bit(at, CELLS_IN, "side.hru.valid_q", 0), cells_is_length(at, flits)));
}

/* ---- Words ---- */

/* The next cell of a packet, which chain_mem delivers, counts only where the packet goes on in it. */
static inline unsigned mutation_cells_unread(const struct aig *a, const struct shape *s, struct mutation_unread *unread)
{
	unsigned n = 0;

	for (unsigned k = 0; k < 2 * s->radix; k++) {
		char word[MUTATION_NAME + 32], with[MUTATION_NAME + 32];

		snprintf(word, sizeof word, "g_%s[%u].side.cmu.chain_mem.rdata_q", k % 2 ? "out" : "in", k / 2);
		snprintf(with, sizeof with, "g_%s[%u].side.cmu.rd_cross_q", k % 2 ? "out" : "in", k / 2);
		for (unsigned b = 0; b < s->cell_w && n < MUTATION_GHOSTS; b++)
			unread[n++] = (struct mutation_unread){ mutation_register_output(a, word, b), mutation_register_output(a, with, 0) };
	}
	return n;
}

/* ---- Contracts ---- */

/* Messages of a link: an Xoff has a length, no turns beyond it, and one level; the queue is one. */
static inline unsigned mutation_contract_messages(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	const unsigned p = at->port, xoff = aig_and(a, mutation_input(t, "tx_msg_valid", p), mutation_input(t, "tx_msg_xoff", p));
	unsigned turns[MUTATION_WORD], len[MUTATION_WORD], levels[MUTATION_WORD], queue[MUTATION_WORD], holds;

	mutation_input_word(t, "tx_msg_turns", p * s->pool_w, s->pool_w, turns);
	mutation_input_word(t, "tx_msg_len", p * s->len_w, s->len_w, len);
	mutation_input_word(t, "tx_msg_levels", p * s->levels, s->levels, levels);
	mutation_input_word(t, "tx_msg_queue", p * s->vc_queue_w, s->vc_queue_w, queue);
	holds = aig_and(a, aig_and(a, mutation_any(a, len, s->len_w), mutation_at_most(a, len, s->len_w, s->turns)), cells_ends(at, turns, len));
	holds = aig_and(a, holds, aig_and(a, mutation_one(a, levels, s->levels), mutation_any(a, levels, s->levels)));
	return mutation_implies(a, xoff, aig_and(a, holds, mutation_at_most(a, queue, s->vc_queue_w, s->vc_queues - 1)));
}

/* A header comes with `valid`, and has a length; so has one in the crossbar, and a word of a memory of queues; their cells are in the queue. */
static inline unsigned mutation_contract_cells(const struct mutation_at *at)
{
	struct mutation_miter *t = at->t;
	struct aig *a = &t->a;
	const struct shape *s = at->s;
	const unsigned flits_at = s->turnpool_bits + s->len_w + s->sl_w;
	unsigned holds, flits[MUTATION_WORD], fill[MUTATION_WORD], need[MUTATION_WORD];

	mutation_input_word(t, "rx_data", at->port * s->flit_bits + flits_at, s->flits_w, flits);
	holds = mutation_implies(a, mutation_input(t, "rx_head", at->port), aig_and(a, mutation_input(t, "rx_valid", at->port), cells_is_length(at, flits)));
	for (enum cells_at where = CELLS_IN; where <= CELLS_OUT; where++) {
		cells_word(at, where, "side.cqu.link_mem.rdata_q", s->cell_w, s->flits_w, flits);
		cells_need(at, flits, need);
		for (unsigned q = 0; q < s->queues; q++) {
			cells_word(at, where, "side.cqu.fill_q", q * s->cells_w, s->cells_w, fill);
			holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, where, "side.cqu.refill_q", q),
								   aig_and(a, cells_is_length(at, flits), mutation_not_above(a, need, fill, s->cells_w))));
		}
	}
	return holds;
}

/* A header that leaves an input's memory has a length, and fewer turns than there may be, as the one that came. */
LAW(mutation_contract_stored)
{
	unsigned flits[MUTATION_WORD], left[MUTATION_WORD];

	cells_word(at, CELLS_OUT, "side.hru.flits_q", 0, s->flits_w, flits);
	cells_word(at, CELLS_OUT, "side.hru.left_q", 0, s->len_w, left);
	return aig_and(a, mutation_implies(a, cells_bit(at, CELLS_OUT, "side.hru.valid_q", 0), cells_is_length(at, flits)),
		       mutation_at_most(a, left, s->len_w, s->turns - 1));
}

/* A sender has credits for all cells of a packet: with those of the packet that enters, no queue has more than there are. */
LAW(mutation_contract_room)
{
	unsigned holds = 1, flits[MUTATION_WORD], need[MUTATION_WORD] = { 0 }, sum[MUTATION_WORD] = { 0 };

	for (enum cells_at where = CELLS_IN; where <= CELLS_OUT; where++) {
		cells_word(at, where, "side.hru.flits_q", 0, s->flits_w, flits);
		cells_need(at, flits, need);
		for (unsigned q = 0; q < s->queues; q++) {
			sum[s->cells_w] = 0;
			cells_word(at, where, "side.cqu.fill_q", q * s->cells_w, s->cells_w, sum);
			mutation_add(a, sum, need, s->cells_w + 1, 0);
			holds = aig_and(a, holds, mutation_implies(a, cells_bit(at, where, "side.hru.valid_q", 0), mutation_at_most(a, sum, s->cells_w + 1, s->cells)));
		}
	}
	return holds;
}

#endif
