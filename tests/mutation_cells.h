#pragma once

#include "link_use.h"
#include "mutation_state.h"

/* Laws of reached states of switches with queues at inputs and outputs (docs/internals/microarchitecture-cioq.md). */

/* The same port, as one whose side is that of the input. */
static inline struct mutation_at cells_input(const struct mutation_at *at)
{
	struct mutation_at in = *at;

	in.input = true;
	return in;
}

/* A law of both sides of a port. */
#define SIDE_LAW(name) \
	static inline unsigned side_##name(const struct mutation_at *); \
	static inline unsigned name(const struct mutation_at *at) \
	{ \
		const struct mutation_at in = cells_input(at); \
		return aig_and(&at->t->a, side_##name(&in), side_##name(at)); \
	} \
	LAW(side_##name)

/* ---- Crossbar and arbiters ---- */

SIDE_LAW(cells_turns)
{
	unsigned holds = aig_and(a, mutation_one(a, mutation_word(at, "side.cqu.pop_q", 0, s->queues)),
				 mutation_one(a, mutation_word(at, "side.cqu.refill_q", 0, s->queues)));

	holds = aig_and(a, holds, mutation_one(a, mutation_word(at, "side.cmu.refill_q", 0, s->vcs)));
	for (unsigned v = 0; v < s->vcs; v++)
		holds = aig_and(a, holds, mutation_one(a, mutation_word(at, "arb_vc.prio_q", v * (s->vc_queues - 1), s->vc_queues - 1)));
	return holds;
}

/* Of queues one pops, one is refilled, and one was served last, by VC; of inputs as well; a packet is read for one output. */
LAW(mutation_cells_turns)
{
	const struct mutation_at in = cells_input(at);
	unsigned holds = aig_and(a, cells_turns(at), mutation_one(a, mutation_word(&in, "xin.to_q", 0, s->radix)));

	for (unsigned v = 0; v < s->vcs; v++)
		holds = aig_and(a, holds, mutation_one(a, mutation_word(at, "arb_out_vc.prio_q", v * (s->radix - 1), s->radix - 1)));
	return holds;
}

/*
 * An input pops a packet when none is left to be read, and knows that it has several flits. If it may pop one, at most a flit is left, and is there.
 * So it is if an output to which it reads may be granted. It reads for an output alone.
 */
LAW(mutation_cells_reading)
{
	const struct mutation_at in = cells_input(at);
	const unsigned popped = mutation_pops(&in), follow = mutation_bit(&in, "side.cmu.follow_q", 0);
	const struct word left = mutation_word(&in, "side.cmu.rd_left_q", 0, s->flits_w), to = mutation_word(&in, "xin.to_q", 0, s->radix);
	const unsigned some = mutation_any(a, left), ends = aig_or(a, some ^ 1, aig_and(a, mutation_at_most(a, left, 1), follow ^ 1));
	struct word sends = { .n = s->radix };
	unsigned holds = mutation_implies(a, popped, some ^ 1);

	holds = aig_and(a, holds, aig_xor(a, mutation_bit(&in, "side.cmu.long_begun_q", 0), mutation_at_most(a, mutation_popped(&in), 1)));
	holds = aig_and(a, holds, mutation_implies(a, mutation_bit(&in, "side.cmu.idle_q", 0), ends));
	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = mutation_at_port(at, (at->port + t) % s->radix);

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, to.bit[t], mutation_bit(&out, "xout.open_q", 0)), aig_and(a, popped ^ 1, ends)));
	}
	for (unsigned i = 0; i < s->radix; i++) {       /* to output `port` */
		const struct mutation_at from = mutation_at_port(&in, i);
		const unsigned reads = aig_or(a, mutation_pops(&from), mutation_any(a, mutation_word(&from, "side.cmu.rd_left_q", 0, s->flits_w)));

		sends.bit[i] = aig_and(a, reads, mutation_bit(&from, "xin.to_q", (at->port + s->radix - i) % s->radix));
	}
	return aig_and(a, holds, mutation_one(a, sends));
}

/* Where a packet goes on in another cell, its next flit is the first of one. */
SIDE_LAW(mutation_cells_crossing)
{
	return mutation_implies(a, s->cell_flits > 1 ? mutation_bit(at, "side.cmu.rd_cross_q", 0) : 0,
				mutation_any(a, mutation_word(at, "side.cmu.rd_flit_q", 0, clog2(s->cell_flits))) ^ 1);
}

/*
 * A link has at most the tokens of its rest, and a packet is popped for it only if its header may be read. So no flit is read without tokens.
 * A packet of several flits begins when it is popped.
 */
LAW(mutation_cells_pace)
{
	const unsigned popped = mutation_pops(at), holds = mutation_implies(a, mutation_bit(at, "side.cmu.long_begun_q", 0), popped);

	if (!s->token_w)
		return holds;
	const struct word tokens = mutation_word(at, "lport.tokens_q", 0, s->token_w);

	return aig_and(a, aig_and(a, holds, mutation_at_most(a, tokens, s->speed_n - 1)),
		       mutation_implies(a, popped, mutation_at_most(a, tokens, s->speed_n - s->speed_d - 1) ^ 1));
}

/* ---- Lines and messages ---- */

/* A level is one of a VC. */
static inline unsigned cells_of_vc(const struct mutation_at *at, struct word level, unsigned vc)
{
	struct aig *a = &at->t->a;
	unsigned is = 0;

	for (unsigned e = 0; e < at->s->levels; e++)
		if (level_vc(at->s, e) == vc)
			is = aig_or(a, is, mutation_is(a, level, e));
	return is;
}

/* Level and length of a line. */
static inline struct word cells_level(const struct mutation_at *at, unsigned line)
{
	return mutation_word(at, "side.scam.level_q", line * at->s->level_w, at->s->level_w);
}

static inline struct word cells_len(const struct mutation_at *at, unsigned line)
{
	return mutation_word(at, "side.scam.len_q", line * at->s->len_w, at->s->len_w);
}

/* A packet entered one queue, of its level's VC, and a valid line of its level. A line has a level of its VC, and stops or is stopped only if valid. */
SIDE_LAW(mutation_cells_levels)
{
	const struct word entered = mutation_word(at, "side.sfcu.entered_level_q", 0, s->level_w);
	unsigned holds = mutation_one(a, mutation_word(at, "side.sfcu.entered_q", 0, s->queues));

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned vc = q / s->vc_queues, place = q % s->vc_queues, line = vc * s->saqs + place - s->radix;
		unsigned fits = cells_of_vc(at, entered, vc);

		if (place >= s->radix) {
			const struct word level = cells_level(at, line);
			const unsigned valid = mutation_any(a, cells_len(at, line));

			holds = aig_and(a, holds, mutation_implies(a, aig_or(a, mutation_bit(at, "side.scam.xoff_q", line), mutation_bit(at, "side.scam.sent_q", line)), valid));
			holds = aig_and(a, holds, mutation_implies(a, valid, cells_of_vc(at, level, vc)));
			fits = aig_and(a, fits, aig_and(a, mutation_same(a, level, entered), valid));
		}
		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "side.sfcu.entered_q", q), fits));
	}
	return holds;
}

/* Turns from the length on are 0. */
static inline unsigned cells_ends(const struct mutation_at *at, struct word turns, struct word len)
{
	struct aig *a = &at->t->a;
	unsigned holds = 1;

	for (unsigned b = 0; b < turns.n; b++)
		holds = aig_and(a, holds, mutation_implies(a, turns.bit[b], mutation_at_most(a, len, b / at->s->turn_w) ^ 1));
	return holds;
}

/* Congested points have no turns beyond their length, and Xons none. An Xoff has a length, and one level. */
SIDE_LAW(mutation_cells_spans)
{
	const struct word notified = mutation_word(at, "side.scam.notify_len_q", 0, s->len_w), len = mutation_word(at, "side.sfcu.msg_len_q", 0, s->len_w);
	const struct word levels = mutation_word(at, "side.sfcu.msg_levels_q", 0, s->levels);
	const unsigned xoff = mutation_bit(at, "side.sfcu.msg_xoff_q", 0);
	unsigned holds = 1;

	for (unsigned l = 0; l < s->lines; l++)
		holds = aig_and(a, holds, aig_and(a, cells_ends(at, mutation_word(at, "side.scam.turns_q", l * s->pool_w, s->pool_w), cells_len(at, l)),
						  mutation_at_most(a, cells_len(at, l), s->turns)));
	holds = aig_and(a, holds, aig_and(a, cells_ends(at, mutation_word(at, "side.scam.notify_turns_q", 0, s->pool_w), notified),
					  mutation_at_most(a, notified, s->turns)));
	holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "side.scam.notify_q", 0), mutation_any(a, notified)));
	holds = aig_and(a, holds, cells_ends(at, mutation_word(at, "side.sfcu.msg_turns_q", 0, s->pool_w), len));
	holds = aig_and(a, holds, mutation_implies(a, mutation_any(a, len), xoff));
	return aig_and(a, holds, mutation_implies(a, xoff, aig_and(a, mutation_one(a, levels), mutation_any(a, levels))));
}

/* What an output notifies of has room for one more turn. */
LAW(mutation_cells_notified)
{
	unsigned holds = mutation_at_most(a, mutation_word(at, "side.sfcu.msg_len_q", 0, s->len_w), s->turns - 1);

	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned q = l / s->saqs * s->vc_queues + s->radix + l % s->saqs;

		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "side.sfcu.entered_q", q),
							   mutation_at_most(a, cells_len(at, l), s->turns - 1)));
	}
	return holds;
}

/* Queue `queue` of an output, by its place in the VC of the level, has told upstream of the level; or its message is the Xon. */
static inline unsigned cells_told(const struct mutation_at *out, struct word level, struct word queue)
{
	const struct shape *s = out->s;
	struct aig *a = &out->t->a;
	const unsigned xon = aig_and(a, mutation_bit(out, "side.sfcu.msg_q", 0), mutation_bit(out, "side.sfcu.msg_xoff_q", 0) ^ 1);
	const struct word sender = mutation_word(out, "side.sfcu.msg_queue_q", 0, s->vc_queue_w);
	unsigned good = 0;

	for (unsigned e = 0; e < s->levels; e++)
		for (unsigned q = 0; q < s->vc_queues; q++) {
			const unsigned line = level_vc(s, e) * s->saqs + q - s->radix;
			unsigned told = aig_and(a, aig_and(a, xon, mutation_bit(out, "side.sfcu.msg_levels_q", e)), mutation_is(a, sender, q));

			if (q < s->radix)
				told = aig_or(a, told, mutation_bit(out, "side.sfcu.told_q", e * s->radix + q));
			else
				told = aig_or(a, told, aig_and(a, mutation_bit(out, "side.scam.sent_q", line), mutation_is(a, cells_level(out, line), e)));
			good = aig_or(a, good, aig_and(a, told, aig_and(a, mutation_is(a, level, e), mutation_is(a, queue, q))));
		}
	return good;
}

/* The law of stops, inside the switch. The Xoff that an output sends names a queue that has told. */
LAW(mutation_cells_stops)
{
	const struct mutation_at in = cells_input(at);
	const struct word queue = mutation_word(at, "side.sfcu.msg_queue_q", 0, s->vc_queue_w);
	unsigned holds = 1;

	for (unsigned t = 0; t < s->radix; t++) {
		const struct mutation_at out = mutation_at_port(at, (at->port + t) % s->radix);

		for (unsigned l = 0; l <= s->lines; l++) {
			const bool notify = l == s->lines;
			const unsigned k = notify ? 0 : l;
			const struct word turn = mutation_word(&in, notify ? "side.scam.notify_turns_q" : "side.scam.turns_q", k * s->pool_w, s->turn_w);
			const struct word level = mutation_word(&in, notify ? "side.scam.notify_level_q" : "side.scam.level_q", k * s->level_w, s->level_w);
			const struct word stopper = mutation_word(&in, notify ? "side.scam.notify_queue_q" : "side.scam.out_queue_q", k * s->vc_queue_w, s->vc_queue_w);
			const unsigned leads = aig_and(a, mutation_bit(&in, notify ? "side.scam.notify_q" : "side.scam.xoff_q", k), mutation_is(a, turn, t));

			holds = aig_and(a, holds, mutation_implies(a, leads, cells_told(&out, level, stopper)));
		}
	}
	for (unsigned e = 0; e < s->levels; e++) {
		struct word named = { .n = s->level_w };
		unsigned xoff = aig_and(a, mutation_bit(at, "side.sfcu.msg_q", 0), mutation_bit(at, "side.sfcu.msg_xoff_q", 0));

		for (unsigned b = 0; b < s->level_w; b++)
			named.bit[b] = e >> b & 1;
		xoff = aig_and(a, xoff, mutation_bit(at, "side.sfcu.msg_levels_q", e));
		holds = aig_and(a, holds, mutation_implies(a, xoff, cells_told(at, named, queue)));
	}
	return holds;
}

/* ---- Queues ---- */

/* The cells of a packet, of cells_w bits. */
static inline struct word cells_need(const struct mutation_at *at, struct word flits)
{
	const struct shape *s = at->s;
	const unsigned shift = clog2(s->cell_flits), n = s->flits_w + 1;
	struct word less = { .n = n }, need = { .n = s->cells_w };

	for (unsigned b = 0; b < shift; b++)
		less.bit[b] = 1;
	const struct word sum = mutation_sum_of(&at->t->a, mutation_wider(flits, n), less, 0);

	for (unsigned b = 0; b < s->cells_w; b++)
		need.bit[b] = b + shift < n ? sum.bit[b + shift] : 0;
	return need;
}

static inline struct word cells_fill(const struct mutation_at *at, unsigned q)
{
	return mutation_word(at, "side.cqu.fill_q", q * at->s->cells_w, at->s->cells_w);
}

SIDE_LAW(cells_queues)
{
	unsigned holds = aig_xor(a, mutation_bit(at, "side.cqu.popping_q", 0), mutation_pops(at)) ^ 1;

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word place = { 3, {
			mutation_bit(at, "side.cqu.present_q", q), mutation_bit(at, "side.cqu.pop_q", q), mutation_bit(at, "side.cqu.refill_q", q),
		} };
		const struct word fill = cells_fill(at, q), flits = mutation_word(at, "side.cqu.head_flits_q", q * s->flits_w, s->flits_w);
		const unsigned there = aig_and(a, mutation_is_length(a, s, flits), mutation_not_above(a, cells_need(at, flits), fill));

		holds = aig_and(a, holds, mutation_one(a, place));
		holds = aig_and(a, holds, aig_xor(a, mutation_any(a, place), mutation_any(a, fill)) ^ 1);
		holds = aig_and(a, holds, mutation_implies(a, aig_or(a, place.bit[0], place.bit[1]), there));
	}
	return holds;
}

/* A queue with cells has a head, pops one, or is refilled; the head has a length, and its cells are there; that one pops is known. A packet that enters
 * an input has a length. */
LAW(mutation_cells_queues)
{
	const struct mutation_at in = cells_input(at);

	return aig_and(a, cells_queues(at), mutation_implies(a, mutation_bit(&in, "side.hru.valid_q", 0),
							     mutation_is_length(a, s, mutation_word(&in, "side.hru.flits_q", 0, s->flits_w))));
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
LAW(mutation_contract_messages)
{
	struct mutation_miter *t = at->t;
	const unsigned p = at->port, xoff = aig_and(a, mutation_input(t, "tx_msg_valid", p), mutation_input(t, "tx_msg_xoff", p));
	const struct word len = mutation_input_word(t, "tx_msg_len", p * s->len_w, s->len_w), turns = mutation_input_word(t, "tx_msg_turns", p * s->pool_w, s->pool_w);
	const struct word levels = mutation_input_word(t, "tx_msg_levels", p * s->levels, s->levels);
	const struct word queue = mutation_input_word(t, "tx_msg_queue", p * s->vc_queue_w, s->vc_queue_w);
	unsigned holds = aig_and(a, aig_and(a, mutation_any(a, len), mutation_at_most(a, len, s->turns)), cells_ends(at, turns, len));

	holds = aig_and(a, holds, aig_and(a, mutation_one(a, levels), mutation_any(a, levels)));
	return mutation_implies(a, xoff, aig_and(a, holds, mutation_at_most(a, queue, s->vc_queues - 1)));
}

SIDE_LAW(cells_delivered)
{
	const struct word flits = mutation_word(at, "side.cqu.link_mem.rdata_q", s->cell_w, s->flits_w), need = cells_need(at, flits);
	const unsigned length = mutation_is_length(a, s, flits);
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++)
		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "side.cqu.refill_q", q),
							   aig_and(a, length, mutation_not_above(a, need, cells_fill(at, q)))));
	return holds;
}

/* A header comes with `valid`, and has a length; so has one in the crossbar, and a word of a memory of queues; their cells are in the queue. */
LAW(mutation_contract_cells)
{
	const unsigned flits_at = at->port * s->flit_bits + s->turnpool_bits + s->len_w + s->sl_w, valid = mutation_input(at->t, "rx_valid", at->port);
	const struct word arriving = mutation_input_word(at->t, "rx_data", flits_at, s->flits_w);

	return aig_and(a, cells_delivered(at), mutation_implies(a, mutation_input(at->t, "rx_head", at->port), aig_and(a, valid, mutation_is_length(a, s, arriving))));
}

/* A header that leaves an input's memory has a length, and fewer turns than there may be, as the one that came. */
LAW(mutation_contract_stored)
{
	const struct word flits = mutation_word(at, "side.hru.flits_q", 0, s->flits_w), left = mutation_word(at, "side.hru.left_q", 0, s->len_w);

	return aig_and(a, mutation_implies(a, mutation_bit(at, "side.hru.valid_q", 0), mutation_is_length(a, s, flits)),
		       mutation_at_most(a, left, s->turns - 1));
}

/* A sender has credits for all cells of a packet: with those of the packet that enters, no queue has more than there are. */
SIDE_LAW(mutation_contract_room)
{
	const struct word need = cells_need(at, mutation_word(at, "side.hru.flits_q", 0, s->flits_w));
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word sum = mutation_sum_of(a, mutation_wider(cells_fill(at, q), s->cells_w + 1), need, 0);

		holds = aig_and(a, holds, mutation_implies(a, mutation_bit(at, "side.hru.valid_q", 0), mutation_at_most(a, sum, s->cells)));
	}
	return holds;
}
