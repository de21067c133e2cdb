#ifndef QMU_H
#define QMU_H

#include "pmu.h"
#include "qcu.h"
#include "rt.h"
#include "stamp.h"

/* A queue: a ring of places, the list of the packets in it, and the request of its head, which stays when the head goes. */
struct ring {
	uint16_t head, tail, count;     /* places; packets */
	uint16_t first, last;           /* cells of the packets, with one that has not entered yet; first 0: none */
	uint16_t next;                  /* queue at the next hop */
	uint8_t out, flits;             /* output port, length */
};

/*
 * Queues of all input ports, and their heads filed under the outputs they wait for: a blocked head costs nothing, whether
 * its output is busy or its queue downstream without credit. Sets of queues are `words` words for each input and output.
 * Invariant: heads are the queues with ready_q; able are those of them whose queue downstream has credit. headed, waiting are
 * the inputs with such, by output; wanted the outputs for which anything waits.
 * RTL twin: rtl_gen/units/qmu.v.
 */
struct qmu {
	unsigned radix, queues, queue_slots, words;
	uint64_t popping;               /* inputs: pop_q is not zero ... */
	uint16_t *pop_queue;            /* ... but this queue */
	uint64_t refilling;             /* inputs: refill_q likewise */
	uint16_t *refill_queue;
	uint64_t read;                  /* inputs that have read req_mem since reset */
	uint64_t wrote;                 /* inputs that wrote it in the last step, at: */
	uint16_t *slot, *cell;          /* by input: of the packet that arrived last */
	uint16_t *entered;              /* by input: slot of the packet that entered last */
	uint64_t wanted, *waiting, *headed;
	uint64_t *heads, *able;         /* by qmu_pair() */
	struct ring *ring;              /* by input, by queue */
	struct request { uint16_t next; uint8_t out, flits; } *link;    /* by input: req_mem's read register */
};

enum { QMU_WORDS = QUEUES_MOST / 64 };  /* of a set of queues, at most */

void qmu_place(struct qmu *u, const struct shape *s, unsigned radix, struct arena *a);

static inline struct ring *qmu_ring(const struct qmu *u, unsigned port, unsigned q)
{
	return u->ring + (size_t)port * u->queues + q;
}

/* Where the set of an input and an output of its switch begins. */
static inline size_t qmu_pair(const struct qmu *u, unsigned port, unsigned out)
{
	return ((size_t)port * u->radix + out) * u->words;
}

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

/* The head of a queue may go, as far as credit is concerned. */
static inline void qmu_enable(struct qmu *u, unsigned port, unsigned q, unsigned out)
{
	u->able[qmu_pair(u, port, out) + q / 64] |= bit(q % 64);
	u->waiting[out] |= bit(port);
	u->wanted |= bit(out);
}

static inline void qmu_disable(struct qmu *u, unsigned port, unsigned q, unsigned out)
{
	uint64_t *set = u->able + qmu_pair(u, port, out);

	set[q / 64] &= ~bit(q % 64);
	u->waiting[out] &= ~((uint64_t)!qmu_any(u, set) << port);
	u->wanted &= ~((uint64_t)(u->waiting[out] == 0) << out);
}

/* A queue has a new head with this request. */
static inline void qmu_head(struct qmu *u, const struct qcu *qcu, unsigned port, unsigned q, struct request r)
{
	struct ring *ring = qmu_ring(u, port, q);

	ring->next = r.next;
	ring->out = r.out;
	ring->flits = r.flits;
	u->heads[qmu_pair(u, port, r.out) + q / 64] |= bit(q % 64);
	u->headed[r.out] |= bit(port);
	if (qcu_avail(qcu, r.out, r.next))
		qmu_enable(u, port, q, r.out);
}

/* The head of a queue is granted: it waits no longer. */
static inline void qmu_grant(struct qmu *u, unsigned port, unsigned q)
{
	const unsigned out = qmu_ring(u, port, q)->out;
	uint64_t *set = u->heads + qmu_pair(u, port, out);

	set[q / 64] &= ~bit(q % 64);
	u->headed[out] &= ~((uint64_t)!qmu_any(u, set) << port);
	qmu_disable(u, port, q, out);
}

/* The granted head leaves. True if another is behind it: its request is read. */
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

	u->link[port] = (struct request){ at->next, at->out, at->flits };
	u->read |= bit(port);
	u->refilling |= bit(port);
	u->refill_queue[port] = (uint16_t)q;
}

/* The packet that arrived in the cycle before enters its queue, after what leaves. Returns true if nothing is before it. */
static inline bool qmu_enter(struct qmu *u, const struct pmu *pmu, unsigned port, const struct rt_entry *e)
{
	struct cell *at = pmu_at(pmu, port, u->cell[port]);

	at->next = e->next;
	at->out = e->out;
	at->flits = e->flits;
	u->entered[port] = u->slot[port];
	return qmu_ring(u, port, e->queue)->count++ == 0;
}

/* A header arrives for a queue, and takes its place. */
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

/* The last credit of a queue downstream is taken; one without gets one. Heads that wait for it. */
void qmu_spent(struct qmu *u, unsigned out, unsigned queue);
void qmu_refund(struct qmu *u, unsigned out, unsigned queue);

/* Of a set of queues of a port: places, counts, requests, and what is ready. Of these inputs: who has credit; one-hot registers; req_mem's read register. */
void qmu_image(const struct qmu *u, const struct qcu *qcu, const struct stamp *stamp, const struct shape *s, unsigned port, const uint64_t *queues, struct image *m);
void qmu_image_funded(const struct qmu *u, const struct qcu *qcu, uint64_t inputs, struct image *m);
void qmu_image_leaving(const struct qmu *u, uint64_t inputs, struct image *m);
void qmu_image_read(const struct qmu *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, struct image *m);

/* The cell of the packet that has a slot; 0: it is free. */
unsigned qmu_at(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned slot);

/* Its word of req_mem; false: it has not entered its queue yet. */
bool qmu_memory(const struct qmu *u, const struct pmu *pmu, const struct rt *rt, const struct stamp *stamp, const struct shape *s, unsigned port,
		unsigned cell, uint32_t *words);

#endif
