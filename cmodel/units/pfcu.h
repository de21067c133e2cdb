#pragma once

#include "lanes.h"
#include "messages.h"
#include "smu.h"

/*
 * Flow control of priorities towards upstream, of all input ports.
 * Invariant: as long as no count of an input changes, neither do the priorities that it stops. pool[] is the sum, of all its queues, of packets above the
 * reserve.
 * RTL twin: rtl_gen/units/pfcu.v. docs/internals/microarchitecture-pfc.md.
 */
struct pfcu {
	uint64_t changed;               /* inputs where a count changed in the last step */
	uint64_t sending, sent_cycle;   /* inputs: msg_valid_q, which is 1 in sent_cycle only */
	uint64_t sent[QUEUES_MOST_pfc]; /* by priority: inputs where sent_q has it */
	_Alignas(SWITCH_PORTS) uint16_t pool[SWITCH_PORTS];    /* by input: pool_q */
	uint8_t enter[SWITCH_PORTS];    /* by input: priority of the packet whose header arrived last */
};

/* A header arrives; its packet enters a queue in the next cycle. Returns that queue. */
static inline void pfcu_arrive(struct pfcu *u, unsigned port, const struct packet *p)
{
	u->enter[port] = (uint8_t)p->queue;
}

/* At these inputs a packet enters or leaves a queue in this cycle. */
static inline void pfcu_count(struct pfcu *u, uint64_t inputs)
{
	u->changed = inputs;
}

/* Heads leave their queues: what that gives back to the pool. Call before they are no longer counted. */
STAGE void pfcu_leave(struct pfcu *u, const struct smu *smu, unsigned queues, unsigned reserve)
{
	if (!smu->popping)
		return;
	EACH_OF(q, LANES_BYTES == 64 ? queues : 0)
		words_add(words_above(smu->pop[q], smu->count[q], reserve), u->pool, -1);
	EACH_IN(i, LANES_BYTES == 64 ? 0 : smu->popping)
		u->pool[i] = (uint16_t)(u->pool[i] - (smu->count[smu->pop_queue[i]][i] > reserve));
}

/* A packet enters a queue in which so many are left. */
static inline void pfcu_enter(struct pfcu *u, unsigned port, unsigned left, unsigned reserve)
{
	u->pool[port] = (uint16_t)(u->pool[port] + (left >= reserve));
}

/* Decide which priorities the inputs stop, by the counts at the beginning of the cycle. Returns the inputs where that is news. */
STAGE uint64_t pfcu_decide(struct pfcu *u, const struct smu *smu, const struct shape *s, unsigned queues)
{
	const uint64_t changed = u->changed, full = s->pool ? words_above(changed, u->pool, s->pool - 1) : changed;
	uint64_t news = 0;

	EACH_OF(q, queues) {
		const uint64_t above = words_above(changed, smu->count[q], s->reserve), over = words_above(above, smu->count[q], s->xoff_threshold);
		const uint64_t kept = s->xon_threshold ? words_above(above & u->sent[q], smu->count[q], s->xon_threshold - 1) : above & u->sent[q];
		const uint64_t stop = (above & full) | over | kept;

		assert(!words_above(changed, smu->count[q], s->xoff_threshold + s->headroom) && "headroom is short");
		news |= (u->sent[q] ^ stop) & changed;
		u->sent[q] = (u->sent[q] & ~changed) | stop;
	}
	assert(!words_above(changed, u->pool, s->pool + s->queues * s->headroom) && "the pool overflows");
	return news;
}

/* The message of an input: all priorities that it stops. */
static inline struct message pfcu_message(const struct pfcu *u, const struct shape *s, unsigned port)
{
	struct message m = { .stops = (uint32_t)rows_with(u->sent, s->queues, port) };

	message_complete(s, &m);
	return m;
}

/* These inputs send messages, which are on the link in the next cycle. */
static inline void pfcu_send(struct pfcu *u, uint64_t inputs, uint64_t cycle)
{
	u->sending = inputs;
	u->sent_cycle = cycle + 1;
}

extern const struct unit_model pfcu_unit;
