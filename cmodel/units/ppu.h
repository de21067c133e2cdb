#pragma once

#include "arbiter.h"
#include "cam_in.h"
#include "image.h"

/*
 * Post-processing of all input ports: decides, one queue head a cycle, whether a packet
 * stays where it is (ready for the scheduler) or moves to the set-aside queue of a congested point that
 * it will cross. Moves follow increasing length of the congested point, which keeps a flow in order.
 * Invariant: a head being judged is still undecided.
 * RTL twin: rtl_gen/units/ppu.v. RECN-IQ 2.3, 3.5.
 */
struct ppu {
	uint64_t judged[1 + LINES];     /* judged_q, by queue: inputs where the bit is set */
	uint64_t judging;               /* inputs where judged_q is not 0 */
	_Alignas(SWITCH_PORTS) uint8_t judged_queue[SWITCH_PORTS];      /* by input: the queue in judged_q */
	uint64_t unjudged[1 + LINES];   /* unjudged_q, by queue: inputs where the bit is set */
	struct arbiter_bank fetch;      /* always round-robin */
};

extern const struct unit_model ppu_unit;

/* Inputs with undecided heads. */
static inline uint64_t ppu_active(const struct ppu *u, unsigned queues)
{
	uint64_t active = 0;

	EACH_OF(q, queues)
		active |= u->unjudged[q];
	return active;
}

/* Queue q of these inputs has a new head, which is undecided. */
static inline void ppu_head_changed(struct ppu *u, unsigned q, uint64_t inputs)
{
	u->unjudged[q] |= inputs;
}

/* Heads of queue q are judged. found: inputs whose head shall move. barred: inputs where no head can move in this cycle; a head that shall
 * move stays undecided there. Returns the inputs whose head is ready where it is. */
static inline uint64_t ppu_decide(struct ppu *u, unsigned q, uint64_t found, uint64_t barred)
{
	u->unjudged[q] &= ~u->judged[q] | (found & barred);
	return u->judged[q] & ~found;
}

/* Fetch one undecided head of each input, but none that was judged in this cycle, nor of the inputs in `notify_next`. Returns the inputs that fetch. */
static inline uint64_t ppu_fetch(struct ppu *u, unsigned queues, uint64_t notify_next)
{
	uint64_t candidates[1 + LINES], fetched = 0;

	EACH_OF(q, queues) {
		candidates[q] = u->unjudged[q] & ~notify_next & ~u->judged[q];
		fetched |= candidates[q];
		u->judged[q] = 0;
	}
	u->judging = fetched;
	if (!fetched)
		return 0;
	const lanes queue = arbiter_pick_all(&u->fetch, fetched, queues, candidates);

	arbiter_served_all(&u->fetch, queues, fetched, queue);
	lanes_store(u->judged_queue, queue);
	EACH_OF(q, queues)
		u->judged[q] = fetched & lanes_equal(queue, lanes_all((uint8_t)q));
	return fetched;
}
