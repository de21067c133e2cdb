#ifndef QMU_H
#define QMU_H

#include "pmu.h"
#include "qcu.h"
#include "rt.h"
#include "stamp.h"

/* A queue: a ring of places, the list of its packets, and the request of its head. The request keeps its value when the head leaves. */
struct ring {
	uint16_t head, tail, count;     /* head, tail: places; count: packets */
	uint16_t first, last;           /* cells of its packets, including one that has not entered yet; first is 0 if there is none */
	uint16_t next_queue;            /* queue at the next hop */
	uint8_t out, flits;             /* output port, length */
};

/*
 * Queues of all input ports, and sets of their heads by the output that they request: a head that is blocked by a busy output, or
 * by missing credit, costs no time. heads and credited have a set of queues, of `words` words, for each pair of input and output.
 * Invariant: heads holds the queues whose ready_q is set, credited those of them whose queue downstream has credit. By output, headed
 * holds the inputs with a queue in heads, waiting the inputs with a queue in credited. wanted holds the outputs with an input in waiting.
 * RTL twin: rtl_gen/units/qmu.v.
 */
struct qmu {
	unsigned radix, queues, queue_slots, words;
	uint64_t popping;               /* inputs where pop_q is not 0 */
	uint16_t *pop_queue;            /* by input: the queue in pop_q */
	uint64_t refilling;             /* inputs where refill_q is not 0 */
	uint16_t *refill_queue;         /* by input: the queue in refill_q */
	uint64_t read;                  /* inputs that have read req_mem since reset */
	uint64_t wrote;                 /* inputs that wrote req_mem in the last step, at `entered` */
	uint16_t *slot, *cell;          /* by input: of the packet that arrived last */
	uint16_t *entered;              /* by input: slot of the packet that entered last */
	uint64_t wanted, *waiting, *headed;
	uint64_t *heads, *credited;     /* by qmu_pair() */
	struct ring *ring;              /* by input, by queue */
	struct request { uint16_t next_queue; uint8_t out, flits; } *link;      /* by input: req_mem's read register */
};

enum { QMU_WORDS = QUEUES_MOST / 64 };  /* words of a set of queues, at most */

void qmu_place(struct qmu *u, const struct shape *s, unsigned radix, struct arena *a);

static inline struct ring *qmu_ring(const struct qmu *u, unsigned port, unsigned q)
{
	return u->ring + (size_t)port * u->queues + q;
}

/* Index in heads and credited of the set for an input and an output of its switch. */
static inline size_t qmu_pair(const struct qmu *u, unsigned port, unsigned out)
{
	return ((size_t)port * u->radix + out) * u->words;
}

/* Slot of a place in queue q; the place after it in the ring. */
static inline unsigned qmu_slot(const struct qmu *u, unsigned q, unsigned place)
{
	return q * u->queue_slots + place;
}

static inline unsigned qmu_after(const struct qmu *u, unsigned place)
{
	return place + 1 == u->queue_slots ? 0 : place + 1;
}

static inline bool qmu_any(const struct qmu *u, const uint64_t *set)
{
	uint64_t any = set[0];

	for (unsigned k = 1; k < u->words; k++)
		any |= set[k];
	return any != 0;
}

/* Add a queue to the credited ones, and update waiting and wanted; remove it. */
static inline void qmu_enable(struct qmu *u, unsigned port, unsigned q, unsigned out)
{
	u->credited[qmu_pair(u, port, out) + q / 64] |= bit(q % 64);
	u->waiting[out] |= bit(port);
	u->wanted |= bit(out);
}

static inline void qmu_disable(struct qmu *u, unsigned port, unsigned q, unsigned out)
{
	uint64_t *set = u->credited + qmu_pair(u, port, out);

	set[q / 64] &= ~bit(q % 64);
	u->waiting[out] &= ~((uint64_t)!qmu_any(u, set) << port);
	u->wanted &= ~((uint64_t)(u->waiting[out] == 0) << out);
}

/* A queue has a new head with this request. */
static inline void qmu_head(struct qmu *u, const struct qcu *qcu, unsigned port, unsigned q, struct request r)
{
	struct ring *ring = qmu_ring(u, port, q);

	ring->next_queue = r.next_queue;
	ring->out = r.out;
	ring->flits = r.flits;
	u->heads[qmu_pair(u, port, r.out) + q / 64] |= bit(q % 64);
	u->headed[r.out] |= bit(port);
	if (qcu_avail(qcu, r.out, r.next_queue))
		qmu_enable(u, port, q, r.out);
}

/* The head of a queue is granted: it no longer requests its output. */
static inline void qmu_grant(struct qmu *u, unsigned port, unsigned q)
{
	const unsigned out = qmu_ring(u, port, q)->out;
	uint64_t *set = u->heads + qmu_pair(u, port, out);

	set[q / 64] &= ~bit(q % 64);
	u->headed[out] &= ~((uint64_t)!qmu_any(u, set) << port);
	qmu_disable(u, port, q, out);
}

/* Begin the entries of a cycle. entering: inputs where a packet enters its queue. */
static inline void qmu_begin(struct qmu *u, uint64_t entering)
{
	u->wrote = entering;
}

/* The head of queue q leaves in the next cycle; the inputs of all grants of the cycle. */
static inline void qmu_leave(struct qmu *u, unsigned port, unsigned q)
{
	u->pop_queue[port] = (uint16_t)q;
}

static inline void qmu_leave_all(struct qmu *u, uint64_t inputs)
{
	u->popping = inputs;
}

/* Take the inputs that read the request of a new head in the cycle before. */
static inline uint64_t qmu_refills(struct qmu *u)
{
	const uint64_t inputs = u->refilling;

	u->refilling = 0;
	return inputs;
}

/* The granted head leaves its queue. If another packet is behind it, that packet's request is read. */
static inline void qmu_pop(struct qmu *u, const struct pmu *pmu, unsigned port)
{
	const unsigned q = u->pop_queue[port];
	struct ring *ring = qmu_ring(u, port, q);

	assert(ring->count);
	ring->head = (uint16_t)qmu_after(u, ring->head);
	ring->first = pmu_at(pmu, port, ring->first)->behind;
	if (--ring->count == 0)
		return;
	const struct cell *at = pmu_at(pmu, port, ring->first);

	u->link[port] = (struct request){ at->next_queue, at->out, at->flits };
	u->read |= bit(port);
	u->refilling |= bit(port);
	u->refill_queue[port] = (uint16_t)q;
}

/* The packet that arrived in the cycle before enters its queue, after any departure. True if the queue was empty. */
static inline bool qmu_enter(struct qmu *u, const struct pmu *pmu, unsigned port, const struct rt_entry *e)
{
	struct cell *at = pmu_at(pmu, port, u->cell[port]);

	at->next_queue = e->next_queue;
	at->out = e->out;
	at->flits = e->flits;
	u->entered[port] = u->slot[port];
	return qmu_ring(u, port, e->queue)->count++ == 0;
}

/* A header arrives in `cycle`, and takes a place of its queue. */
static inline void qmu_arrive(struct qmu *u, struct pmu *pmu, unsigned port, uint64_t cycle, const struct packet *p)
{
	struct ring *ring = qmu_ring(u, port, p->queue);

	assert(p->queue < u->queues);
	const unsigned slot = qmu_slot(u, p->queue, ring->tail), cell = pmu_arrive(pmu, port, cycle, p, slot);

	u->slot[port] = (uint16_t)slot;
	u->cell[port] = (uint16_t)cell;
	ring->tail = (uint16_t)qmu_after(u, ring->tail);
	if (ring->first)
		pmu_at(pmu, port, ring->last)->behind = (uint16_t)cell;
	else
		ring->first = (uint16_t)cell;
	ring->last = (uint16_t)cell;
}

/* Disable the heads for a queue downstream, whose last credit is taken; enable them, when the queue gets a credit again. */
void qmu_exhausted(struct qmu *u, unsigned out, unsigned queue);
void qmu_refund(struct qmu *u, unsigned out, unsigned queue);

/* Render: places, counts, requests and ready_q of a set of queues of a port. For these inputs: credit_ok_q; pop_q and refill_q; req_mem's read register. */
void qmu_image(const struct qmu *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m);
void qmu_image_credit_ok(const struct qmu *u, const struct qcu *qcu, uint64_t inputs, struct image *m);
void qmu_image_leaving(const struct qmu *u, uint64_t inputs, struct image *m);
void qmu_image_read(const struct qmu *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m);

/* Returns the cell of the packet in a slot; 0: the slot is free. */
unsigned qmu_at(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned slot);

/* Read the word of req_mem of the packet in a cell; false: the packet has not entered its queue yet. */
bool qmu_memory(const struct qmu *u, const struct pmu *pmu, const struct rt *rt, const struct stamp *stamp, const struct shape *s, unsigned port,
		unsigned cell, uint32_t *words);

#endif
