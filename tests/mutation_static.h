#pragma once

#include "mutation_state.h"

/* Laws of reached states of switches with static queues: credits by queue (docs/internals/microarchitecture-static.md). */

/* Number of used slots of queue q downstream. */
static inline struct word mutation_used(const struct mutation_at *at, unsigned q)
{
	return mutation_word(at, "qcu.used_q", q * at->s->fill_w, at->s->fill_w);
}

static inline unsigned mutation_queue_is(const struct mutation_at *at, const char *name, unsigned q)
{
	return mutation_is(&at->t->a, mutation_word(at, name, 0, at->s->queue_w), q);
}

/* The packet granted in the cycle before goes to queue q downstream, and has not taken its credit yet. */
static inline unsigned mutation_taking(const struct mutation_at *at, unsigned q)
{
	struct aig *a = &at->t->a;
	unsigned taking = 0;

	for (unsigned i = 0; i < at->s->radix; i++) {
		const struct mutation_at in = mutation_at_port(at, i);

		taking = aig_or(a, taking, aig_and(a, mutation_bit(at, "qcu.taken_q", i), mutation_queue_is(&in, "iport.pmu.next_queue_q", q)));
	}
	return taking;
}

/* No queue downstream has more used slots than slots. The credit that is about to be taken is there. */
LAW(mutation_funds)
{
	unsigned holds = aig_xor(a, mutation_any(a, mutation_word(at, "qcu.taken_q", 0, s->radix)), mutation_bit(at, "oport.rd_head_q", 0)) ^ 1;

	for (unsigned q = 0; q < s->queues; q++) {
		const struct word used = mutation_used(at, q);

		holds = aig_and(a, holds, mutation_at_most(a, used, s->queue_slots));
		holds = aig_and(a, holds, mutation_implies(a, mutation_taking(at, q), mutation_at_most(a, used, s->queue_slots - 1)));
	}
	return holds;
}

/* An output grants at most one input, and an input has at most one grant. */
LAW(mutation_granted)
{
	struct word from = { .n = s->radix };

	for (unsigned o = 0; o < s->radix; o++) {
		const struct mutation_at out = mutation_at_port(at, o);

		from.bit[o] = mutation_bit(&out, "qcu.taken_q", at->port);
	}
	return aig_and(a, mutation_one(a, mutation_word(at, "qcu.taken_q", 0, s->radix)), mutation_one(a, from));
}

/* The credits of an output are those of its queues downstream together. */
LAW(mutation_sum)
{
	struct word sum = mutation_wider(mutation_word(at, "oport.credits_q", 0, s->count_w), s->count_w + 1);

	for (unsigned q = 0; q < s->queues; q++)
		sum = mutation_sum_of(a, sum, mutation_used(at, q), 0);
	return mutation_is(a, sum, s->slots);
}

/* credit_q and two_credits_q say whether the queue downstream that entry 0, 1 names has a credit, two. */
LAW(mutation_funded)
{
	unsigned holds = 1;

	for (unsigned f = 0; f < FRONTS * s->queues; f++) {
		const unsigned e = f / FRONTS * HEADS + f % FRONTS;
		const struct word port = mutation_word(at, "iport.qmu.port_q", e * s->port_w, s->port_w);
		const struct word next = mutation_word(at, "iport.qmu.next_queue_q", e * s->queue_w, s->queue_w);
		unsigned one = 0, two = 0;

		for (unsigned k = 0; k < s->radix * s->queues; k++) {
			const struct mutation_at out = mutation_at_port(at, k / s->queues);
			const unsigned named = aig_and(a, mutation_is(a, port, k / s->queues), mutation_is(a, next, k % s->queues));
			const struct word used = mutation_used(&out, k % s->queues);

			one = aig_or(a, one, aig_and(a, named, mutation_at_most(a, used, s->queue_slots - 1)));
			if (s->queue_slots > 1)
				two = aig_or(a, two, aig_and(a, named, mutation_at_most(a, used, s->queue_slots - 2)));
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

	return aig_and(&t->a, aig_and(&t->a, mutation_input(t, "rx_valid", at->port), mutation_input(t, "rx_head", at->port)),
		       mutation_is(&t->a, mutation_input_word(t, "rx_data", at->port * s->flit_bits + s->destination_w, s->queue_w), q));
}

/* A slot of queue q became free, and its credit returns in this cycle. */
static inline unsigned mutation_freed(const struct mutation_at *at, unsigned q)
{
	return aig_and(&at->t->a, mutation_bit(at, "iport.pmu.credit_q", 0), mutation_queue_is(at, "iport.pmu.credit_queue_q", q));
}

/* Credits that the sender at an input has for queue q. */
static inline struct word mutation_queue_credits(const struct mutation_at *at, unsigned q)
{
	const unsigned n = at->s->fill_w;
	const struct mutation_at now = { .t = at->t, .s = at->s, .port = at->port };
	const struct word x = mutation_ghost(at, (at->port * at->s->queues + q) * n, n);

	return at->next ? mutation_credited(at, x, mutation_arrives(&now, q), mutation_freed(&now, q), at->s->queue_slots) : x;
}

/* At most queue_slots, in sum: credits of the sender and under way, packets in the queue and about to enter, and the one being read, if it has left. */
LAW(mutation_places)
{
	enum { MORE = 3 };      /* bits that a sum needs more */
	const unsigned left = mutation_any(a, mutation_word(at, "iport.pmu.rd_left_q", 0, s->flits_w));
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned popped = mutation_bit(at, "iport.qmu.pop_q", q), read = aig_and(a, left, mutation_queue_is(at, "iport.pmu.rd_queue_q", q));
		const struct word count = mutation_word(at, "iport.qmu.count_q", q * s->fill_w, s->fill_w);
		struct word sum = mutation_sum_of(a, mutation_wider(mutation_queue_credits(at, q), s->fill_w + MORE), count, 0);

		sum = mutation_plus(a, sum, mutation_freed(at, q));
		sum = mutation_plus(a, sum, mutation_bit(at, "iport.rt.enter_q", q));
		sum = mutation_plus(a, sum, aig_and(a, read, popped ^ 1));
		holds = aig_and(a, holds, mutation_at_most(a, sum, s->queue_slots));
		holds = aig_and(a, holds, mutation_implies(a, popped, aig_and(a, read, mutation_any(a, count))));
	}
	return holds;
}

/* Queue q has more than n packets. */
static inline unsigned mutation_more(const struct mutation_at *at, unsigned q, unsigned n)
{
	const unsigned w = at->s->fill_w;

	return n >= at->s->queue_slots ? 0 : mutation_at_most(&at->t->a, mutation_word(at, "iport.qmu.count_q", q * w, w), n) ^ 1;
}

/* At most one queue is popped, and has a packet; at most one is refilled, and has three. */
LAW(mutation_entries)
{
	const struct word pop = mutation_word(at, "iport.qmu.pop_q", 0, s->queues), refill = mutation_word(at, "iport.qmu.refill_q", 0, s->queues);
	unsigned holds = aig_and(a, mutation_one(a, pop), mutation_one(a, refill));

	for (unsigned q = 0; q < s->queues; q++) {
		holds = aig_and(a, holds, mutation_implies(a, pop.bit[q], mutation_more(at, q, 0)));
		holds = aig_and(a, holds, mutation_implies(a, refill.bit[q], mutation_more(at, q, HEADS - 1)));
	}
	return holds;
}

/* A header arrives only with `valid`, and only if the sender has a credit for the queue that it names. */
LAW(mutation_contract_queue)
{
	unsigned holds = mutation_implies(a, mutation_input(at->t, "rx_head", at->port), mutation_input(at->t, "rx_valid", at->port));

	for (unsigned q = 0; q < s->queues; q++)
		holds = aig_and(a, holds, mutation_implies(a, mutation_arrives(at, q), mutation_any(a, mutation_queue_credits(at, q))));
	return holds;
}

/* A packet has 1..packet_flits flits, also in the entries and in the requests of packets about to enter. */
LAW(mutation_contract_request)
{
	const struct word requested = mutation_word(at, "iport.rt.flits_q", 0, s->flits_w), enter = mutation_word(at, "iport.rt.enter_q", 0, s->queues);
	unsigned holds = mutation_implies(a, mutation_any(a, enter), mutation_is_length(a, s, requested));

	for (unsigned e = 0; e < HEADS * s->queues; e++) {
		const unsigned q = e / HEADS, j = e % HEADS, reading = j == 2 ? mutation_bit(at, "iport.qmu.refill_q", q) : 0;
		const struct word flits = mutation_word(at, "iport.qmu.flits_q", e * s->flits_w, s->flits_w);

		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, mutation_more(at, q, j), reading ^ 1), mutation_any(a, flits)));
		holds = aig_and(a, holds, mutation_at_most(a, flits, s->packet_flits));
	}
	return holds;
}

/* A credit returns only for a queue that has used slots. */
LAW(mutation_contract_credit)
{
	const unsigned credit = mutation_input(at->t, "tx_credit", at->port);
	const struct word queue = mutation_input_word(at->t, "tx_credit_queue", at->port * s->queue_w, s->queue_w);
	unsigned holds = 1;

	for (unsigned q = 0; q < s->queues; q++)
		holds = aig_and(a, holds, mutation_implies(a, aig_and(a, credit, mutation_is(a, queue, q)), mutation_any(a, mutation_used(at, q))));
	return holds;
}
