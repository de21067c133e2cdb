#ifndef QMU_H
#define QMU_H

#include "pmu.h"
#include "qcu.h"
#include "rt.h"
#include "stamp.h"

struct request {
	uint16_t next_queue;            /* queue at the next hop */
	uint8_t out, flits;             /* output port, length */
};

/* A queue: a ring of places, the list of its packets, and the requests of the first ones. Requests keep their values when packets leave. */
struct ring {
	uint16_t head, tail, count;     /* head, tail: places; count: packets */
	uint16_t first, last;           /* cells of its packets, including one that has not entered yet; first is 0 if there is none */
	uint16_t third;                 /* cell of the third packet, if there are as many */
	struct request entry[HEADS];
};

/*
 * Queues of all input ports, and sets of their heads by the output that they request: a head that is blocked by a busy output, or
 * by missing credit, costs no time. heads and credited have a set of queues, of `words` words, for each pair of input and output.
 * In a cycle, queues change before the scheduler: so its request of a queue is entry 0, whether the packet has just entered, or the one
 * before has just left.
 * Invariant: heads holds the queues with a packet, credited those of them whose queue downstream has credit. By output, headed
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
	uint64_t *credited_twice;       /* the same: what qmu_narrow() found in this cycle */
	struct ring *ring;              /* by input, by queue */
	struct request *link;           /* by input: req_mem's read register */
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

/* A queue has a head again. */
static inline void qmu_head(struct qmu *u, const struct qcu *qcu, unsigned port, unsigned q)
{
	const struct request r = qmu_ring(u, port, q)->entry[0];

	u->heads[qmu_pair(u, port, r.out) + q / 64] |= bit(q % 64);
	u->headed[r.out] |= bit(port);
	if (qcu_avail(qcu, r.out, r.next_queue))
		qmu_enable(u, port, q, r.out);
}

/* A queue has no head for this output any more. */
static inline void qmu_no_head(struct qmu *u, unsigned port, unsigned q, unsigned out)
{
	uint64_t *set = u->heads + qmu_pair(u, port, out);

	set[q / 64] &= ~bit(q % 64);
	u->headed[out] &= ~((uint64_t)!qmu_any(u, set) << port);
	qmu_disable(u, port, q, out);
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

/* The granted head leaves its queue, and the entries move. True if the request of the packet that is the third now is in memory. */
static inline bool qmu_pop(struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, unsigned port)
{
	const unsigned q = u->pop_queue[port];
	struct ring *ring = qmu_ring(u, port, q);
	const struct request gone = ring->entry[0], head = ring->entry[1];

	assert(ring->count);
	ring->head = (uint16_t)qmu_after(u, ring->head);
	ring->first = pmu_at(pmu, port, ring->first)->behind;
	ring->count--;
	for (unsigned j = 0; j + 1 < HEADS; j++)
		ring->entry[j] = ring->entry[j + 1];
	if (!ring->count || head.out != gone.out || head.next_queue != gone.next_queue) {
		qmu_no_head(u, port, q, gone.out);
		if (ring->count)
			qmu_head(u, qcu, port, q);
	}
	return ring->count >= HEADS;
}

/* Does the queue that is refilled pop in this cycle? */
static inline bool qmu_pops_refilled(const struct qmu *u, unsigned port)
{
	return (u->popping >> port & 1) && u->pop_queue[port] == u->refill_queue[port];
}

/* The request read in the cycle before becomes that of the third packet, after any departure of the head. */
static inline void qmu_refill(struct qmu *u, unsigned port)
{
	qmu_ring(u, port, u->refill_queue[port])->entry[qmu_pops_refilled(u, port) ? 1 : 2] = u->link[port];
}

/* The request of the packet that is the third of the queue that pops is read. */
static inline void qmu_read(struct qmu *u, const struct pmu *pmu, unsigned port)
{
	struct ring *ring = qmu_ring(u, port, u->pop_queue[port]);
	const struct cell *at;

	ring->third = pmu_at(pmu, port, ring->third)->behind;
	at = pmu_at(pmu, port, ring->third);
	u->link[port] = (struct request){ at->next_queue, at->out, at->flits };
	u->refill_queue[port] = u->pop_queue[port];
}

/* The inputs that qmu_read() was called for; those where a packet enters. */
static inline void qmu_read_all(struct qmu *u, uint64_t inputs)
{
	u->refilling = inputs;
	u->read |= inputs;
}

static inline void qmu_enter_all(struct qmu *u, uint64_t inputs)
{
	u->wrote = inputs;
}

/* The packet that arrived in the cycle before enters its queue, after any departure. */
static inline void qmu_enter(struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, unsigned port, const struct rt_entry *e)
{
	struct cell *at = pmu_at(pmu, port, u->cell[port]);
	struct ring *ring = qmu_ring(u, port, e->queue);
	const unsigned left = ring->count++;

	at->next_queue = e->next_queue;
	at->out = e->out;
	at->flits = e->flits;
	u->entered[port] = u->slot[port];
	if (left >= HEADS)
		return;
	ring->entry[left] = (struct request){ e->next_queue, e->out, e->flits };
	if (left == HEADS - 1)
		ring->third = u->cell[port];
	if (left == 0)
		qmu_head(u, qcu, port, e->queue);
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

/* Find the heads for an output whose queue downstream has two credits, of those for which it has one, at these inputs. Returns the inputs that have such a head. */
uint64_t qmu_narrow(struct qmu *u, const struct qcu *qcu, unsigned out, uint64_t inputs);

/* Render: places, counts and entries of a set of queues of a port. For these inputs: credit_q and two_credits_q; pop_q and refill_q; req_mem's read register. */
void qmu_image(const struct qmu *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m);
void qmu_image_credits(const struct qmu *u, const struct qcu *qcu, uint64_t inputs, struct image *m);
void qmu_image_leaving(const struct qmu *u, uint64_t inputs, struct image *m);
void qmu_image_read(const struct qmu *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m);

/* Returns the cell of the packet in a slot; 0: the slot is free. */
unsigned qmu_at(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned slot);

/* Read the word of req_mem of the packet in a cell; false: the packet has not entered its queue yet. */
bool qmu_memory(const struct qmu *u, const struct pmu *pmu, const struct rt *rt, const struct stamp *stamp, const struct shape *s, unsigned port,
		unsigned cell, uint32_t *words);

#endif
