#ifndef MU_H
#define MU_H

#include "mmu.h"

/* Head of a queue, and its entry in RU's request register file: the two are always used together. */
struct queue {
	uint16_t head, tail, count;     /* slots; packets */
	uint8_t out, flits;             /* request of the head: output port (not turn), length */
};

/*
 * Mapping of all input ports: the queues as linked slots, and the entry queue of
 * every packet, which is the cold queue.
 * Invariant: a queue of n packets is n slots, from head over n - 1 linked slots to tail; but head is the
 * packet before while the port is refilling that queue. At most one packet leaves a queue of a port in a cycle.
 * RTL twin: rtl_gen/units/mu.v. RECN-IQ 3.2.
 */
struct mu {
	unsigned queues;
	uint64_t popping;               /* inputs: pop_q is not zero ... */
	uint8_t *pop_queue;             /* ... but this queue */
	uint64_t refilling;             /* inputs: refill_q likewise */
	uint8_t *refill_queue;
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote it in the last step ... */
	uint16_t *wrote_at;             /* ... here */
	uint64_t *held;                 /* by input: queues that hold packets */
	struct queue *queue;            /* by input, by queue */
	struct mu_link { uint16_t slot; uint8_t out, flits; } *link;    /* by input: link_mem's read register */
};

void mu_place(struct mu *u, const struct shape *s, struct arena *a);
void mu_reset(struct mu *u, const struct shape *s);

static inline struct queue *mu_queue(const struct mu *u, unsigned port, unsigned q)
{
	return u->queue + (size_t)port * u->queues + q;
}

/* The head leaves its queue, popped or moved. The one behind it, if any, is read. */
static inline void mu_leave(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q)
{
	struct queue *queue = mu_queue(u, port, q);

	assert(queue->count && !(u->refilling >> port & 1));
	if (--queue->count == 0) {
		u->held[port] &= ~bit(q);
		return;
	}
	struct slot *at = mmu_at(mmu, port, queue->head);

	assert(at->linked);
	u->link[port] = (struct mu_link){ at->next, at->next_out, at->next_flits };
	at->linked = 0;
	u->read |= bit(port);
	u->refilling |= bit(port);
	u->refill_queue[port] = (uint8_t)q;
}

/* A packet enters a queue, after what leaves the queue in this cycle. Returns `direct`: it is the head. */
static inline bool mu_enter(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	struct queue *queue = mu_queue(u, port, q);
	const bool direct = queue->count++ == 0;

	if (direct) {
		u->held[port] |= bit(q);
		queue->head = (uint16_t)slot;
		queue->out = (uint8_t)out;
		queue->flits = (uint8_t)flits;
	} else {
		struct slot *at = mmu_at(mmu, port, queue->tail);

		assert(!at->linked && !(u->wrote >> port & 1));
		at->next = (uint16_t)slot;
		at->next_out = (uint8_t)out;
		at->next_flits = (uint8_t)flits;
		at->linked = 1;
		u->wrote |= bit(port);
		u->wrote_at[port] = queue->tail;
	}
	queue->tail = (uint16_t)slot;
	return direct;
}

/* The link read in the cycle before becomes the head; returns its queue. */
static inline unsigned mu_refill(struct mu *u, unsigned port)
{
	const unsigned q = u->refill_queue[port];
	const struct mu_link *link = u->link + port;
	struct queue *queue = mu_queue(u, port, q);

	queue->head = link->slot;
	queue->out = link->out;
	queue->flits = link->flits;
	return q;
}

/* Head, tail and count of these queues of a port; the link memory's read register of these inputs. */
void mu_image_queues(const struct mu *u, const struct shape *s, unsigned port, uint64_t queues, struct image *m);
void mu_image_read(const struct mu *u, const struct shape *s, uint64_t inputs, struct image *m);

/* pop_q and refill_q of all inputs, which are not zero now or were in the image before. */
void mu_image_leaving(const struct mu *u, uint64_t popped, uint64_t refilled, struct image *m);

/* A word of link_mem; false: nothing is linked behind that slot. */
bool mu_memory(const struct mmu *mmu, const struct shape *s, unsigned port, unsigned slot, uint32_t *words);

/* Turn from an input to an output. */
static inline unsigned turn_to(const struct shape *s, unsigned port, unsigned out)
{
	return out >= port ? out - port : out + s->radix - port;
}

#endif
