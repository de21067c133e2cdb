#ifndef MUTATION_STATIC_H
#define MUTATION_STATIC_H

#include "mutation_state.h"

/* Laws of reached states of switches with static queues: credits by queue (docs/internals/microarchitecture-static.md). */

/* Number of used slots of queue q downstream. */
static inline void mutation_used(const struct mutation_at *at, unsigned q, unsigned used[MUTATION_WORD])
{
	mutation_word(at, "qcu.used_q", q * at->s->fill_w, at->s->fill_w, used);
}

static inline unsigned mutation_queue_word(const struct mutation_at *at, const char *name, unsigned n, unsigned value)
{
	unsigned x[MUTATION_WORD];

	mutation_word(at, name, 0, n, x);
	return mutation_is(&at->t->a, x, n, value);
}

/* The packet granted in the cycle before goes to queue q downstream, and has not taken its credit yet. */
static inline unsigned mutation_taking(const struct mutation_at *at, unsigned q)
{
	struct aig *a = &at->t->a;
	unsigned taking = 0;

	for (unsigned i = 0; i < at->s->radix; i++) {
		const struct mutation_at in = { at->t, at->s, i, at->next };

		taking = aig_or(a, taking, aig_and(a, mutation_bit(at, "qcu.taken_q", i),
						   mutation_queue_word(&in, "iport.pmu.next_queue_q", at->s->queue_w, q)));
	}
	return taking;
}

/* No queue downstream has more used slots than slots. The credit that is about to be taken is there. */
LAW(mutation_funds)
{
	unsigned used[MUTATION_WORD], taken[MUTATION_WORD], holds;

	mutation_word(at, "qcu.taken_q", 0, s->radix, taken);
	holds = aig_xor(a, mutation_any(a, taken, s->radix), mutation_bit(at, "oport.rd_head_q", 0)) ^ 1;
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_used(at, q, used);
		holds = aig_and(a, holds, mutation_at_most(a, used, s->fill_w, s->queue_slots));
		holds = aig_and(a, holds, mutation_implies(a, mutation_taking(at, q), mutation_at_most(a, used, s->fill_w, s->queue_slots - 1)));
	}
	return holds;
}

/* An output grants at most one input, and an input has at most one grant. */
static inline unsigned mutation_granted(const struct mutation_at *at)
{
	unsigned to[MUTATION_WORD], from[MUTATION_WORD];

	mutation_word(at, "qcu.taken_q", 0, at->s->radix, to);
	for (unsigned o = 0; o < at->s->radix; o++) {
		const struct mutation_at out = { at->t, at->s, o, at->next };

		from[o] = mutation_bit(&out, "qcu.taken_q", at->port);
	}
	return aig_and(&at->t->a, mutation_one(&at->t->a, to, at->s->radix), mutation_one(&at->t->a, from, at->s->radix));
}

/* The credits of an output are those of its queues downstream together. */
LAW(mutation_sum)
{
	const unsigned n = s->count_w + 1;
	unsigned sum[MUTATION_WORD] = { 0 };

	mutation_word(at, "oport.credits_q", 0, s->count_w, sum);
	for (unsigned q = 0; q < s->queues; q++) {
		unsigned used[MUTATION_WORD] = { 0 };

		mutation_used(at, q, used);
		mutation_add(a, sum, used, n, 0);
	}
	return mutation_is(a, sum, n, s->slots);
}

/* credit_q and two_credits_q say whether the queue downstream that entry 0, 1 names has a credit, two. */
LAW(mutation_funded)
{
	unsigned holds = 1, port[MUTATION_WORD], next[MUTATION_WORD], used[MUTATION_WORD];

	for (unsigned f = 0; f < FRONTS * s->queues; f++) {
		const unsigned e = f / FRONTS * HEADS + f % FRONTS;
		unsigned one = 0, two = 0;

		mutation_word(at, "iport.qmu.port_q", e * s->port_w, s->port_w, port);
		mutation_word(at, "iport.qmu.next_queue_q", e * s->queue_w, s->queue_w, next);
		for (unsigned k = 0; k < s->radix * s->queues; k++) {
			const struct mutation_at out = { at->t, s, k / s->queues, at->next };
			const unsigned named = aig_and(a, mutation_is(a, port, s->port_w, k / s->queues), mutation_is(a, next, s->queue_w, k % s->queues));

			mutation_used(&out, k % s->queues, used);
			one = aig_or(a, one, aig_and(a, named, mutation_at_most(a, used, s->fill_w, s->queue_slots - 1)));
			if (s->queue_slots > 1)
				two = aig_or(a, two, aig_and(a, named, mutation_at_most(a, used, s->fill_w, s->queue_slots - 2)));
		}
		holds = aig_and(a, holds, aig_xor(a, one, mutation_bit(at, "iport.qmu.credit_q", f)) ^ 1);
		holds = aig_and(a, holds, aig_xor(a, two, mutation_bit(at, "iport.qmu.two_credits_q", f)) ^ 1);
	}
	return holds;
}

/* A header for queue q arrives. */
static inline unsigned mutation_arrives(const struct mutation_at *at, unsigned q)
{
	const struct shape *s = at->s;
	struct mutation_miter *t = at->t;
	unsigned queue[MUTATION_WORD];

	mutation_input_word(t, "rx_data", at->port * s->flit_bits + s->destination_w, s->queue_w, queue);
	return aig_and(&t->a, aig_and(&t->a, mutation_input(t, "rx_valid", at->port), mutation_input(t, "rx_head", at->port)),
		       mutation_is(&t->a, queue, s->queue_w, q));
}

/* A slot of queue q became free, and its credit returns in this cycle. */
static inline unsigned mutation_freed(const struct mutation_at *at, unsigned q)
{
	return aig_and(&at->t->a, mutation_bit(at, "iport.pmu.credit_q", 0), mutation_queue_word(at, "iport.pmu.credit_queue_q", at->s->queue_w, q));
}

/* Credits that the sender at an input has for queue q. */
static inline void mutation_queue_credits(const struct mutation_at *at, unsigned q, unsigned x[MUTATION_WORD])
{
	const unsigned n = at->s->fill_w;
	const struct mutation_at now = { at->t, at->s, at->port, false };

	mutation_ghost(at, (at->port * at->s->queues + q) * n, n, x);
	if (at->next)
		mutation_credited(at, x, n, mutation_arrives(&now, q), mutation_freed(&now, q), at->s->queue_slots);
}

/* At most queue_slots, in sum: credits of the sender and under way, packets in the queue and about to enter, and the one being read, if it has left. */
LAW(mutation_places)
{
	enum { MORE = 3 };      /* bits that a sum needs more */
	const unsigned n = s->fill_w + MORE;
	unsigned left[MUTATION_WORD], holds = 1;

	mutation_word(at, "iport.pmu.rd_left_q", 0, s->flits_w, left);
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned popped = mutation_bit(at, "iport.qmu.pop_q", q);
		const unsigned read = aig_and(a, mutation_any(a, left, s->flits_w), mutation_queue_word(at, "iport.pmu.rd_queue_q", s->queue_w, q));
		unsigned sum[MUTATION_WORD] = { 0 }, none[MUTATION_WORD] = { 0 }, count[MUTATION_WORD] = { 0 };

		mutation_queue_credits(at, q, sum);
		mutation_word(at, "iport.qmu.count_q", q * s->fill_w, s->fill_w, count);
		mutation_add(a, sum, count, n, 0);
		mutation_add(a, sum, none, n, mutation_freed(at, q));
		mutation_add(a, sum, none, n, mutation_bit(at, "iport.rt.enter_q", q));
		mutation_add(a, sum, none, n, aig_and(a, read, popped ^ 1));
		holds = aig_and(a, holds, mutation_at_most(a, sum, n, s->queue_slots));
		holds = aig_and(a, holds, mutation_implies(a, popped, aig_and(a, read, mutation_any(a, count, s->fill_w))));
	}
	return holds;
}

/* Queue q has more than n packets. */
static inline unsigned mutation_more(const struct mutation_at *at, unsigned q, unsigned n)
{
	const unsigned w = at->s->fill_w;
	unsigned count[MUTATION_WORD];

	if (n >= at->s->queue_slots)
		return 0;
	mutation_word(at, "iport.qmu.count_q", q * w, w, count);
	return mutation_at_most(&at->t->a, count, w, n) ^ 1;
}

/* At most one queue is popped, and has a packet; at most one is refilled, and has three. */
LAW(mutation_entries)
{
	unsigned pop[MUTATION_WORD], refill[MUTATION_WORD], holds;

	mutation_word(at, "iport.qmu.pop_q", 0, s->queues, pop);
	mutation_word(at, "iport.qmu.refill_q", 0, s->queues, refill);
	holds = aig_and(a, mutation_one(a, pop, s->queues), mutation_one(a, refill, s->queues));
	for (unsigned q = 0; q < s->queues; q++) {
		holds = aig_and(a, holds, mutation_implies(a, pop[q], mutation_more(at, q, 0)));
		holds = aig_and(a, holds, mutation_implies(a, refill[q], mutation_more(at, q, HEADS - 1)));
	}
	return holds;
}

/* A header arrives only with `valid`, and only if the sender has a credit for the queue that it names. */
LAW(mutation_contract_queue)
{
	unsigned credits[MUTATION_WORD], holds;

	holds = mutation_implies(a, mutation_input(at->t, "rx_head", at->port), mutation_input(at->t, "rx_valid", at->port));
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_queue_credits(at, q, credits);
		holds = aig_and(a, holds, mutation_implies(a, mutation_arrives(at, q), mutation_any(a, credits, s->fill_w)));
	}
	return holds;
}

/* A packet has 1..packet_flits flits, also in the entries and in the requests of packets about to enter. */
LAW(mutation_contract_request)
{
	unsigned flits[MUTATION_WORD], enter[MUTATION_WORD], holds;

	mutation_word(at, "iport.rt.flits_q", 0, s->flits_w, flits);
	mutation_word(at, "iport.rt.enter_q", 0, s->queues, enter);
	holds = mutation_implies(a, mutation_any(a, enter, s->queues),
				 aig_and(a, mutation_any(a, flits, s->flits_w), mutation_at_most(a, flits, s->flits_w, s->packet_flits)));
	for (unsigned e = 0; e < HEADS * s->queues; e++) {
		const unsigned q = e / HEADS, j = e % HEADS, reading = j == 2 ? mutation_bit(at, "iport.qmu.refill_q", q) : 0;
		const unsigned there = aig_and(a, mutation_more(at, q, j), reading ^ 1);

		mutation_word(at, "iport.qmu.flits_q", e * s->flits_w, s->flits_w, flits);
		holds = aig_and(a, holds, mutation_implies(a, there, mutation_any(a, flits, s->flits_w)));
		holds = aig_and(a, holds, mutation_at_most(a, flits, s->flits_w, s->packet_flits));
	}
	return holds;
}

/* A credit returns only for a queue that has used slots. */
LAW(mutation_contract_credit)
{
	const unsigned credit = mutation_input(at->t, "tx_credit", at->port);
	unsigned queue[MUTATION_WORD], used[MUTATION_WORD], holds = 1;

	mutation_input_word(at->t, "tx_credit_queue", at->port * s->queue_w, s->queue_w, queue);
	for (unsigned q = 0; q < s->queues; q++) {
		mutation_used(at, q, used);
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, credit, mutation_is(a, queue, s->queue_w, q)), mutation_any(a, used, s->fill_w)));
	}
	return holds;
}

#endif
