#ifndef MU_H
#define MU_H

#include "mmu.h"
#include "stamp.h"

/* A queue. Its length in packets; slot, and length in flits, of its head: with the output that the head asks for, an entry of RU's
 * request register file. */
struct queue {
	uint16_t head, tail, count;
	uint8_t flits;
};

/*
 * Mapping of all input ports: the queues as linked slots, and the entry queue of
 * every packet, which is the cold queue.
 * Invariant: a queue of n packets is n slots, from head over n - 1 linked slots to tail; but head is the
 * packet before while the port is refilling that queue. At most one packet leaves a queue of a port in a cycle.
 * RTL twin: rtl_gen/units/mu.v. RECN-IQ 3.2.
 */
struct mu {
	unsigned queues, log_row;       /* of an input; of the bytes in a row of `out` */
	uint64_t popping;               /* inputs: pop_q is not zero ... */
	uint64_t popping_aside;         /* ... nor the cold queue ... */
	uint8_t pop_queue[SWITCH_PORTS];        /* ... but this queue */
	uint64_t refilling;             /* inputs: refill_q likewise */
	uint8_t refill_queue[SWITCH_PORTS];
	uint64_t read;                  /* inputs that have read link_mem since reset */
	uint64_t wrote;                 /* inputs that wrote it in the last step ... */
	uint16_t wrote_at[SWITCH_PORTS];        /* ... here */
	uint64_t cold;                  /* inputs with packets in the cold queue */
	uint32_t held[SWITCH_PORTS];    /* by input: set-aside queues with packets, by line */
	struct queue (*queue)[SWITCH_PORTS];    /* by queue, by input: cold ones are next to each other */
	uint64_t *out;                  /* by input, by queue, a byte each: the output (not turn) that the head asks for */
	struct link link[SWITCH_PORTS + 1];     /* by input: link_mem's read register; the last is for what is not read */
	struct slot nowhere;            /* for what is not written */
};

void mu_place(struct mu *u, const struct shape *s, struct arena *a);
void mu_reset(struct mu *u, const struct shape *s);

static inline struct queue *mu_queue(const struct mu *u, unsigned port, unsigned q)
{
	return &u->queue[q][port];
}

static inline uint8_t *mu_out(const struct mu *u, unsigned port, unsigned q)
{
	return (uint8_t *)u->out + ((size_t)port << u->log_row) + q;
}

/* Queues of a port whose head asks for this output, if they have one. */
static inline uint64_t mu_asking(const struct mu *u, unsigned port, unsigned out)
{
	const uint64_t *row = u->out + ((size_t)port << u->log_row) / 8;
	uint64_t asking = equal_bytes(*row, out);

	for (unsigned q = 8; q < u->queues; q += 8)
		asking |= equal_bytes(row[q / 8], out) << q;
	return asking;
}

/* The head leaves its queue, popped or moved. Returns whether there is one behind it: that is read now. */
static inline bool mu_leave(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q)
{
	struct queue *queue = mu_queue(u, port, q);
	struct slot *at = mmu_at(mmu, port, queue->head);
	const bool more = queue->count > 1;

	assert(queue->count && !(u->refilling >> port & 1) && (at->next.word != 0) == more);
	queue->count--;
	u->link[more ? port : SWITCH_PORTS] = at->next;
	at->next = (struct link){ 0 };
	u->refill_queue[port] = (uint8_t)q;
	return more;
}

/* A packet enters a queue, after what leaves the queue in this cycle. Returns how many there are now; with 1 it is the head. Whether it
 * is, or is linked to the last one, is chance: no branch. */
static inline unsigned mu_enter(struct mu *u, const struct mmu *mmu, unsigned port, unsigned q, unsigned slot, unsigned out, unsigned flits)
{
	struct queue *queue = mu_queue(u, port, q);
	uint8_t *asked = mu_out(u, port, q);
	const bool direct = queue->count == 0;
	struct slot *const behind[] = { mmu_at(mmu, port, queue->tail), &u->nowhere };

	assert(!((behind[direct]->next.word != 0) & !direct));
	behind[direct]->next = link_to(slot, out, flits);
	u->wrote_at[port] = queue->tail;
	queue->head = direct ? (uint16_t)slot : queue->head;
	queue->flits = direct ? (uint8_t)flits : queue->flits;
	*asked = direct ? (uint8_t)out : *asked;
	queue->tail = (uint16_t)slot;
	return ++queue->count;
}

/* The link read in the cycle before becomes the head; returns its queue. */
static inline unsigned mu_refill(struct mu *u, unsigned port)
{
	const unsigned q = u->refill_queue[port];
	const struct link link = u->link[port];
	struct queue *queue = mu_queue(u, port, q);

	queue->head = (uint16_t)link_slot(link);
	queue->flits = (uint8_t)link_flits(link);
	*mu_out(u, port, q) = (uint8_t)link_out(link);
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
