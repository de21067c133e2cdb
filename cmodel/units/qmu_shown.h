#ifndef QMU_SHOWN_H
#define QMU_SHOWN_H

#include "qmu.h"
#include "rt.h"
#include "stamp.h"

struct request {
	uint16_t next_queue;            /* queue at the next hop */
	uint8_t out, flits;             /* output port, length */
};

/* Registers of a queue: places of a ring, and the requests of its first packets, which keep their values when packets leave. */
struct ring {
	uint16_t head, tail, count;     /* head, tail: places; count: packets */
	struct request entry[HEADS];
};

/*
 * Registers of QMU as images show them, of all input ports: they follow what QMU does a cycle later, and only where there is an observer.
 * In a cycle all heads leave first, then requests that were read are filled in, then packets enter.
 */
struct qmu_shown {
	unsigned queues, queue_slots;
	uint64_t popping;               /* inputs where pop_q is not 0 */
	uint64_t refilling;             /* inputs where refill_q is not 0 */
	uint64_t read;                  /* inputs that have read req_mem since reset */
	uint64_t wrote;                 /* inputs that wrote req_mem in the last step, at `entered` */
	uint16_t *pop_queue, *refill_queue;     /* by input: the queue in pop_q; in refill_q */
	uint16_t *slot, *entered;       /* by input: slot of the packet that arrived last; of that which entered last */
	struct ring *ring;              /* by input, by queue */
	struct request *link;           /* by input: req_mem's read register */
};

void qmu_shown_place(struct qmu_shown *u, const struct shape *s, struct arena *a);

static inline struct ring *qmu_shown_ring(const struct qmu_shown *u, unsigned port, unsigned q)
{
	return u->ring + (size_t)port * u->queues + q;
}

/* Slot of a place in queue q. */
static inline unsigned qmu_shown_slot(const struct qmu_shown *u, unsigned q, unsigned place)
{
	return q * u->queue_slots + place;
}

/* A header arrives for queue q; the head of queue q is granted. Return its slot. And all of a step. */
unsigned qmu_shown_arrive(struct qmu_shown *u, unsigned port, unsigned q);
unsigned qmu_shown_grant(struct qmu_shown *u, unsigned port, unsigned q, struct request r);
void qmu_shown_grant_all(struct qmu_shown *u, uint64_t inputs);

/* In the cycle after: heads leave, requests are filled in and read, packets enter. With stamps, those of entries as well. */
void qmu_shown_step(struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, const struct rt *rt);

/* Entry that the request read in the cycle before becomes. */
static inline unsigned qmu_shown_refilled_entry(const struct qmu_shown *u, unsigned port)
{
	return (u->popping >> port & 1) && u->pop_queue[port] == u->refill_queue[port] ? 1 : 2;
}

/* Packets that are in a queue when its head has left. */
static inline unsigned qmu_shown_left(const struct qmu_shown *u, unsigned port, unsigned q)
{
	return qmu_shown_ring(u, port, q)->count - (unsigned)(u->popping >> port & 1 && u->pop_queue[port] == q);
}

/* Render: places, counts and entries of a set of queues of a port. For these inputs: credit_q and two_credits_q; pop_q and refill_q; req_mem's read
 * register. */
void qmu_shown_image(const struct qmu_shown *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues,
		     struct image *m);
void qmu_shown_image_credits(const struct qmu_shown *u, const struct qcu *qcu, uint64_t inputs, struct image *m);
void qmu_shown_image_leaving(const struct qmu_shown *u, uint64_t inputs, struct image *m);
void qmu_shown_image_read(const struct qmu_shown *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m);

/* The packet in a slot that waits in its queue, as it arrived, and its request; false: there is none. */
bool qmu_shown_kept(const struct qmu_shown *u, const struct qmu *qmu, const struct pmu *pmu, const struct stamp *stamp, unsigned port, unsigned slot,
		    struct kept *k);

/* The word of req_mem of a packet; false: it has not entered its queue yet. */
bool qmu_shown_memory(const struct qmu_shown *u, const struct rt *rt, const struct shape *s, unsigned port, const struct kept *k, uint32_t *words);

#endif
