#pragma once

#include "schedule.h"
#include "static_switch.h"

/* The scheduler of a switch with static queues: both phases. */

/* Few queues: for all ports at once. */
STAGE void arbitrate_few(struct static_switch *sw, struct static_wires *w, struct dims d)
{
	const uint64_t open = oport_open(&sw->oport);
	uint64_t eligible[QMU_FEW];
	uint64_t any = qmu_eligible(&sw->qmu, d.queues, sw->pmu.idle, open, eligible);

	w->granted.outputs = w->granted.inputs = 0;
	w->narrow = qcu_narrow(&sw->qcu) & open;
	if (any && w->narrow)
		any = qmu_narrow(&sw->qmu, &sw->qcu, w->narrow, eligible);
	if (any)
		schedule_all((struct scheduler){ &sw->base, &sw->arb_in, &sw->arb_out, &sw->stamp, sw->qmu.out }, d.queues, d.radix, eligible, any, &w->granted,
			     w->pick, NULL);
}

/* Many queues: the one with the oldest head; among equals the lowest. */
static __attribute__((noinline)) unsigned oldest_queue(const struct static_switch *sw, unsigned i, const uint64_t *queues)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0;

	for (unsigned k = 0; k < sw->qmu.words; k++)
		EACH_IN(q, queues[k]) {
			const unsigned head = qmu_queue(&sw->qmu, i, k * 64 + q)->first;
			const uint64_t rank = stamp_rank_of(&sw->stamp, sw->base.number[i], i, head);

			oldest = rank < least ? k * 64 + q : oldest;
			least = rank < least ? rank : least;
		}
	return oldest;
}

/* First phase for an input, of its queues whose heads wait for one of these outputs. */
STAGE unsigned choose(struct static_switch *sw, struct static_wires *w, unsigned i, uint64_t outputs, struct dims d)
{
	uint64_t candidates[QMU_WORDS] = { 0 };

	EACH_IN(o, outputs & w->narrow)
		qmu_with_two_credits(&sw->qmu, &sw->qcu, &sw->pmu, i, o, candidates);
	EACH_IN(o, outputs & ~w->narrow) {
		const uint64_t *const able = sw->qmu.able + qmu_pair(d.radix, d.words, i, o);

		EACH_OF(k, d.words)
			candidates[k] |= able[k];
	}
	w->pick[i] = (uint8_t)(d.stamps ? oldest_queue(sw, i, candidates) : arbiter_pick_of(&sw->arb_in, i, candidates, d.words));
	if (d.words > 1)
		qmu_fetch(&sw->qmu, i, w->pick[i]);
	return w->pick[i];
}

/* The output, of these, that the head of a queue waits for. Heads are in memory, sets are at hand. */
STAGE unsigned output_of(const struct static_switch *sw, unsigned i, unsigned q, uint64_t outputs, struct dims d)
{
	unsigned of = 0;

	EACH_IN(o, outputs)
		of = sw->qmu.able[qmu_pair(d.radix, d.words, i, o) + q / 64] >> q % 64 & 1 ? o : of;
	return of;
}

/* Second phase for an output, requested by these inputs; those of `several` have picked. */
STAGE unsigned serve_next(struct static_switch *sw, struct static_wires *w, unsigned o, uint64_t req, uint64_t several, struct dims d)
{
	const unsigned i = arb_out_serve(&sw->arb_out, o, req, sw->base.first[o]);

	if (!(several >> i & 1))
		choose(sw, w, i, bit(o), d);
	arbiter_served(&sw->arb_in, i, w->pick[i]);
	return i;
}

/* The same where age decides: all of them have to pick before. */
STAGE unsigned serve_oldest(struct static_switch *sw, struct static_wires *w, unsigned o, uint64_t req, uint64_t several, struct dims d)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0;

	EACH_IN(i, req & ~several)
		choose(sw, w, i, bit(o), d);
	EACH_IN(i, req) {
		const unsigned head = qmu_queue(&sw->qmu, i, w->pick[i])->first;
		const uint64_t rank = stamp_rank_of(&sw->stamp, sw->base.number[i], i, head);

		oldest = rank < least ? i : oldest;
		least = rank < least ? rank : least;
	}
	return oldest;
}

/* Inputs of a set that have a head for an output that takes a credit, whose queue downstream has two. */
static __attribute__((noinline)) uint64_t with_two_credits(const struct static_switch *sw, unsigned o, uint64_t inputs)
{
	uint64_t candidates[QMU_WORDS] = { 0 };
	uint64_t left = 0;

	EACH_IN(i, inputs)
		left |= (uint64_t)qmu_with_two_credits(&sw->qmu, &sw->qcu, &sw->pmu, i, o, candidates) << i;
	return left;
}

/* Many queues: both phases. An input that stands at one output only requests that, whichever of its queues it picks: so of these, only the winners pick. */
STAGE void arbitrate_many(struct static_switch *sw, struct static_wires *w, struct dims d)
{
	const uint64_t idle = sw->pmu.idle;
	const uint64_t outputs = oport_open(&sw->oport) & sw->qmu.wanted;
	uint64_t req[SWITCH_PORTS];     /* by output, where wanted and open */
	uint64_t once = 0, several = 0, requested = 0;

	w->granted.inputs = 0;
	w->narrow = qcu_narrow(&sw->qcu) & outputs;
	EACH_IN(o, outputs) {
		req[o] = sw->qmu.waiting[o] & idle;
		if (w->narrow >> o & 1)
			req[o] = with_two_credits(sw, o, req[o]);
		requested |= (uint64_t)(req[o] != 0) << o;
		several |= once & req[o];
		once |= req[o];
	}
	EACH_IN(i, several) {
		const uint64_t of = requested & siblings(&sw->base, i);
		uint64_t at = 0;

		EACH_IN(o, of)
			at |= (req[o] >> i & 1) << o;
		const unsigned chosen = output_of(sw, i, choose(sw, w, i, at, d), at, d);

		EACH_IN(o, at & ~bit(chosen)) {
			req[o] &= ~bit(i);
			requested &= ~((uint64_t)(req[o] == 0) << o);
		}
	}
	w->granted.outputs = requested;
	EACH_IN(o, requested) {
		const unsigned i = d.stamps ? serve_oldest(sw, w, o, req[o], several, d) : serve_next(sw, w, o, req[o], several, d);

		w->granted.winner[o] = (uint8_t)i;
		w->granted.inputs |= bit(i);
	}
}

STAGE void arbitrate(struct static_switch *sw, struct static_wires *w, struct dims d)
{
	if (!d.one_by_one)
		arbitrate_few(sw, w, d);
	else
		arbitrate_many(sw, w, d);
}
