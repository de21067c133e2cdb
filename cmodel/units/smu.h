#ifndef SMU_H
#define SMU_H

#include "mu.h"

/* A queue: slots and requests of its first packets (entries beyond `count` are of packets that have left), and the slot of the last. */
struct sorted_queue {
	uint16_t count, slot[HEADS], last;
	uint8_t out[HEADS], flits[HEADS];       /* output, not turn */
};

/*
 * Mapping of all input ports that sort packets as they arrive: queues are linked slots, and the requests of their first three packets are in
 * registers. In memory, a packet has the slot and the request of the packet behind it.
 * The head that leaves is taken out of the registers when its cycle begins, and out of the count when all have read that.
 * Invariant: a queue is in heads[] of the output of its head exactly if it is neither held nor empty; wants has the outputs with a queue in
 * heads[], hungry the inputs with an output in wants.
 * RTL twin: rtl_gen/units/smu.v.
 */
struct smu {
	unsigned radix, queues;         /* of a switch; of an input */
	uint64_t popping, refilling;    /* inputs where pop_q, refill_q is not 0 */
	uint8_t pop_queue[SWITCH_PORTS], refill_queue[SWITCH_PORTS];    /* by input: the queue in pop_q, refill_q */
	uint8_t pop_out[SWITCH_PORTS], pop_flits[SWITCH_PORTS]; /* by input: output and length of the packet granted last */
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote link_mem in the last step */
	uint16_t wrote_at[SWITCH_PORTS];        /* by input: at this slot */
	uint64_t hungry, wants[SWITCH_PORTS], held[SWITCH_PORTS];       /* by input: outputs; queues that may not be served */
	uint64_t *heads;                /* by smu_pair(): queues */
	struct sorted_queue *queue;     /* by input, by queue */
	struct link link[SWITCH_PORTS]; /* by input: link_mem's read register */
};

void smu_place(struct smu *u, const struct shape *s, unsigned radix, struct arena *a);
void smu_reset(struct smu *u, const struct shape *s);

static inline struct sorted_queue *smu_queue(const struct smu *u, unsigned port, unsigned q)
{
	return u->queue + (size_t)port * u->queues + q;
}

/* Queues of an input whose heads are for this output, and may be served. */
static inline uint64_t *smu_heads(const struct smu *u, unsigned port, unsigned out)
{
	return u->heads + (size_t)port * u->radix + out % u->radix;
}

/* Packets of a queue that stay in this cycle, once the head that leaves is out of the registers. */
static inline unsigned smu_left(const struct smu *u, unsigned port, unsigned q)
{
	return smu_queue(u, port, q)->count - (unsigned)((u->popping >> port & 1) && u->pop_queue[port] == q);
}

/* The head of a queue may be served; no longer. */
static inline void smu_enable(struct smu *u, unsigned port, unsigned q, unsigned out)
{
	*smu_heads(u, port, out) |= bit(q);
	u->wants[port] |= bit(out);
	u->hungry |= bit(port);
}

static inline void smu_disable(struct smu *u, unsigned port, unsigned q, unsigned out)
{
	uint64_t *const heads = smu_heads(u, port, out);

	*heads &= ~bit(q);
	u->wants[port] &= ~((uint64_t)(*heads == 0) << out);
	u->hungry &= ~((uint64_t)(u->wants[port] == 0) << port);
}

/* Set the queues of an input that may not be served. No head is leaving. */
static inline void smu_hold(struct smu *u, unsigned port, uint64_t held)
{
	const uint64_t changed = held ^ u->held[port];
	unsigned q;

	u->held[port] = held;
	EACH(q, changed) {
		const struct sorted_queue *at = smu_queue(u, port, q);

		if (held >> q & 1)
			smu_disable(u, port, q, at->out[0]);
		else if (at->count)
			smu_enable(u, port, q, at->out[0]);
	}
}

/* Begin a cycle. */
static inline void smu_begin(struct smu *u)
{
	u->wrote = 0;
}

/* The granted head leaves the registers. It may be of a queue that has been held since the grant. */
static inline void smu_shift(struct smu *u, unsigned port)
{
	const unsigned q = u->pop_queue[port];
	struct sorted_queue *at = smu_queue(u, port, q);
	const unsigned out = at->out[0];

	assert(at->count);
	for (unsigned j = 0; j + 1 < HEADS; j++) {
		at->slot[j] = at->slot[j + 1];
		at->out[j] = at->out[j + 1];
		at->flits[j] = at->flits[j + 1];
	}
	if (at->count > 1 && at->out[0] == out)
		return;
	smu_disable(u, port, q, out);
	if (at->count > 1 && !(u->held[port] >> q & 1))
		smu_enable(u, port, q, at->out[0]);
}

/* Entry that the word read in the cycle before becomes, after smu_shift(). */
static inline unsigned smu_refilled_entry(const struct smu *u, unsigned port)
{
	return (u->popping >> port & 1) && u->pop_queue[port] == u->refill_queue[port] ? 1 : 2;
}

static inline void smu_refill(struct smu *u, unsigned port)
{
	struct sorted_queue *at = smu_queue(u, port, u->refill_queue[port]);
	const unsigned j = smu_refilled_entry(u, port);

	assert(u->link[port].word);
	at->slot[j] = (uint16_t)link_slot(u->link[port]);
	at->out[j] = (uint8_t)link_out(u->link[port]);
	at->flits[j] = (uint8_t)link_flits(u->link[port]);
}

/* The head that leaves is no longer counted. Returns 1 if the word of the packet that is the third now is read in this cycle, otherwise 0. Call after
 * smu_refill(). */
static inline uint64_t smu_leave(struct smu *u, const struct mmu *mmu, unsigned port)
{
	const unsigned q = u->pop_queue[port];
	struct sorted_queue *const at = smu_queue(u, port, q);
	const uint64_t more = at->count-- > HEADS;

	if (more) {
		struct slot *const before = mmu_at(mmu, port, at->slot[HEADS - 2]);

		assert(before->next.word);
		u->link[port] = before->next;
		before->next = (struct link){ 0 };
		u->refill_queue[port] = (uint8_t)q;
	}
	return more;
}

/* The inputs for which smu_leave() returned 1. */
static inline void smu_leave_all(struct smu *u, uint64_t reading)
{
	u->refilling = reading;
	u->read |= reading;
}

/* An arriving packet enters a queue, after any departure. Returns the packets that were there. */
static inline unsigned smu_enter(struct smu *u, const struct mmu *mmu, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	struct sorted_queue *at = smu_queue(u, port, q);
	const unsigned left = at->count++;

	if (left < HEADS) {
		at->slot[left] = (uint16_t)slot;
		at->out[left] = (uint8_t)out;
		at->flits[left] = (uint8_t)flits;
		if (!left && !(u->held[port] >> q & 1))
			smu_enable(u, port, q, out);
	} else {
		struct slot *const before = mmu_at(mmu, port, at->last);

		assert(!before->next.word);
		before->next = link_to(slot, out, flits);
		u->wrote |= bit(port);
		u->wrote_at[port] = at->last;
	}
	at->last = (uint16_t)slot;
	return left;
}

/* The head of queue q is granted; the inputs of all grants of the cycle. */
static inline void smu_grant(struct smu *u, unsigned port, unsigned q)
{
	const struct sorted_queue *at = smu_queue(u, port, q);

	u->pop_queue[port] = (uint8_t)q;
	u->pop_out[port] = at->out[0];
	u->pop_flits[port] = at->flits[0];
}

static inline void smu_grant_all(struct smu *u, uint64_t inputs)
{
	u->popping = inputs;
}

/* Render the registers of these inputs; open: outputs that are open in this cycle; idle: inputs that can take a grant, or took one in the cycle before. */
void smu_image(const struct smu *u, const struct stamp *stamp, const struct shape *s, uint64_t open, uint64_t idle, uint64_t inputs, struct image *m);

#endif
