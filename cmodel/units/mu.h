#ifndef MU_H
#define MU_H

#include "mmu.h"
#include "stamp.h"

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
	uint8_t pop_queue[SWITCH_PORTS];        /* ... but this queue */
	uint64_t refilling;             /* inputs: refill_q likewise */
	uint8_t refill_queue[SWITCH_PORTS];
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote it in the last step ... */
	uint16_t wrote_at[SWITCH_PORTS];        /* ... here */
	uint64_t held[SWITCH_PORTS];    /* by input: queues that hold packets */
	struct queue *queue;            /* by input, by queue */
	struct link link[SWITCH_PORTS + 1];     /* by input: link_mem's read register; the last is for what is not read */
	struct slot nowhere;            /* for what is not written */
};

void mu_place(struct mu *u, const struct shape *s, struct arena *a);
void mu_reset(struct mu *u, const struct shape *s);

static inline struct queue *mu_queue(const struct mu *u, unsigned port, unsigned q)
{
	return u->queue + (size_t)port * u->queues + q;
}

/* The head leaves its queue, popped or moved. The one behind it, if any (that is chance: no branch), is read. */
static inline void mu_leave(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q)
{
	struct queue *queue = mu_queue(u, port, q);
	struct slot *at = mmu_at(mmu, port, queue->head);
	const uint64_t more = at->linked;

	assert(queue->count && !(u->refilling >> port & 1));
	assert((queue->count > 1) == more);
	queue->count--;
	u->held[port] &= ~((more ^ 1) << q);
	u->link[more ? port : SWITCH_PORTS] = at->next;
	at->linked = 0;
	u->read |= more << port;
	u->refilling |= more << port;
	u->refill_queue[port] = (uint8_t)q;
}

/* A packet enters a queue, after what leaves the queue in this cycle. Returns `direct`: it is the head. */
static inline bool mu_enter(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	struct queue *queue = mu_queue(u, port, q);
	const bool direct = queue->count++ == 0;
	struct slot *const behind[] = { mmu_at(mmu, port, queue->tail), &u->nowhere }, *const last = behind[direct];

	assert(!((last->linked | (u->wrote >> port & 1)) & !direct));
	last->next = (struct link){ (uint16_t)slot, (uint8_t)out, (uint8_t)flits };
	last->linked = 1;
	u->wrote |= (uint64_t)!direct << port;
	u->wrote_at[port] = queue->tail;
	u->held[port] |= (uint64_t)direct << q;
	queue->head = direct ? (uint16_t)slot : queue->head;
	queue->out = direct ? (uint8_t)out : queue->out;
	queue->flits = direct ? (uint8_t)flits : queue->flits;
	queue->tail = (uint16_t)slot;
	return direct;
}

/* The link read in the cycle before becomes the head; returns its queue. */
static inline unsigned mu_refill(struct mu *u, unsigned port)
{
	const unsigned q = u->refill_queue[port];
	const struct link *link = u->link + port;
	struct queue *queue = mu_queue(u, port, q);

	queue->head = link->slot;
	queue->out = link->out;
	queue->flits = link->flits;
	return q;
}

/* Head, tail and count of these queues of a port; the link memory's read register of these inputs, which links packets to these
 * destinations. */
void mu_image_queues(const struct mu *u, const struct shape *s, unsigned port, uint64_t queues, struct image *m);
void mu_image_read(const struct mu *u, const struct stamp *stamp, const uint32_t destination[SWITCH_PORTS], const struct shape *s,
		   uint64_t inputs, struct image *m);

/* pop_q and refill_q. */
void mu_image_leaving(const struct mu *u, uint64_t inputs, struct image *m);

/* A word of link_mem; false: nothing is linked behind that slot. */
bool mu_memory(const struct mmu *mmu, const struct stamp *stamp, const struct shape *s, unsigned port, unsigned slot, uint32_t *words);

/* Turn from an input to an output; with routing tables, the number of the output in its switch. */
static inline unsigned turn_to(const struct shape *s, unsigned port, unsigned out)
{
	if (s->nodes)
		return out % s->radix;
	return out - port + (s->radix & -(unsigned)(out < port));
}

#endif
