#pragma once

#include "bits.h"
#include "parcels.h"
#include "unit.h"

/*
 * Queues of the sides of all ports of one kind, as linked packets. Queue q of a port is queue q modulo vc_queues of VC q / vc_queues, and queue q modulo
 * class_queues of class q / class_queues; queues with a head are sets by port and class. fits_q is not kept: it says whether the head fitted in the
 * cycle before, which CCU knows.
 * Invariant: fill_q counts the cells of all packets from the head that was granted last, and has not left, to the tail.
 * RTL twin: rtl_gen/units/cqu.v.
 */
struct cell_queue {
	uint32_t head, tail;            /* parcels; the head is valid if present */
	uint16_t fill, flits;           /* cells of all; flits of the head */
};

/* What schedulers ask of a head: its cells and its first turn. Beside the queues, since they ask for it again and again. */
struct queue_head {
	uint16_t need;
	uint8_t turn;
};

struct cqu {
	struct cell_queue *queue;       /* by port, by queue */
	struct queue_head *head;        /* likewise */
	uint64_t *present;              /* by port, by class: queues with a head */
	uint64_t *occupied;             /* where there are lines, by port, by VC: queues with cells */
	uint16_t *heads;                /* by port: number of heads ... */
	uint8_t *asking;                /* ... and classes that have one */
	uint64_t some;                  /* ports with a head */
	uint64_t popping, refilling;    /* ports where a granted head leaves; where link_mem delivers the next one */
	struct pop { uint32_t parcel; uint16_t queue, need; } *pop;
	struct refill { uint32_t parcel; uint16_t queue; } *refill;
	uint64_t entered, direct, refilled;     /* in the last step, for images: ports where a packet entered; as the head; where a head was delivered ... */
	uint16_t *enter_queue, *refill_queue;   /* ... in these queues */

	/* For images alone. */
	const struct parcels *parcels;
	uint16_t *head_cell, *tail_cell;        /* by port, by queue */
	uint32_t *link;                 /* by port, by cell: word of link_mem + 1; 0: not written since reset */
	uint16_t *pop_cell;             /* by port */
	uint32_t *rdata;                /* by port: word read last + 1 */
	uint64_t wrote;                 /* ports that wrote a word in the last step ... */
	uint16_t *wrote_at;             /* ... here */
};

/* Words of a set of queues of a class. */
static inline unsigned cqu_words(const struct shape *s)
{
	return (s->class_queues + 63) / 64;
}

static inline struct cell_queue *cqu_at(const struct cqu *u, const struct shape *s, unsigned port, unsigned q)
{
	return u->queue + port * s->queues + q;
}

static inline struct queue_head *cqu_head(const struct cqu *u, const struct shape *s, unsigned port, unsigned q)
{
	return u->head + port * s->queues + q;
}

/* The number of queue j of a VC. */
static inline unsigned cqu_number(const struct shape *s, unsigned vc, unsigned j)
{
	return vc * s->vc_queues + j;
}

/* Queues of a class that have a head, in words. */
static inline uint64_t *cqu_present(const struct cqu *u, const struct shape *s, unsigned port, unsigned class)
{
	return u->present + (port * s->classes + class) * cqu_words(s);
}

static inline bool cqu_has_head(const struct cqu *u, const struct shape *s, unsigned port, unsigned q)
{
	return cqu_present(u, s, port, q / s->class_queues)[q % s->class_queues / 64] >> q % s->class_queues % 64 & 1;
}

/* The packet becomes the head of a queue if `there`; which cannot be foreseen, so there is no branch. */
STAGE void cqu_set_head(struct cqu *u, const struct shape *s, unsigned port, unsigned q, uint32_t k, const struct parcel *p, bool there)
{
	struct cell_queue *const queue = cqu_at(u, s, port, q);
	struct queue_head *const head = cqu_head(u, s, port, q);
	const unsigned m = q - p->class * s->class_queues;

	queue->head = there ? k : queue->head;
	queue->flits = there ? (uint16_t)p->packet.flits : queue->flits;
	head->need = there ? p->need : head->need;
	head->turn = there ? p->turn : head->turn;
	cqu_present(u, s, port, p->class)[m / 64] |= (uint64_t)there << m % 64;
	u->heads[port] = (uint16_t)(u->heads[port] + there);
	u->asking[port] |= (uint8_t)(there << p->class);
	u->some |= (uint64_t)there << port;
}

/* link_mem delivers heads; then packets leave, and enter. */
STAGE void cqu_refill(struct cqu *u, const struct shape *s, const struct parcels *parcels)
{
	EACH_IN(i, u->refilling) {
		const struct refill *r = u->refill + i;

		cqu_set_head(u, s, i, r->queue, r->parcel, parcels->at + r->parcel, true);
		u->refill_queue[i] = r->queue;
	}
	u->refilled = u->refilling;
	u->refilling = u->entered = u->direct = 0;
}

/* The head granted in the cycle before leaves its queue. */
STAGE void cqu_leave(struct cqu *u, const struct shape *s, unsigned port, const struct parcels *parcels)
{
	const struct pop *p = u->pop + port;
	const struct parcel *parcel = parcels->at + p->parcel;
	struct cell_queue *const queue = cqu_at(u, s, port, p->queue);

	queue->fill = (uint16_t)(queue->fill - p->need);
	u->refilling |= (uint64_t)(queue->fill != 0) << port;
	u->refill[port] = (struct refill){ parcel->behind, p->queue };
	if (s->saqs)
		u->occupied[port * s->vcs + parcel->in.vc] &= ~((uint64_t)!queue->fill << (p->queue - cqu_number(s, parcel->in.vc, 0)));
}

/* A packet enters queue j of its VC, after one has left. */
STAGE void cqu_enter(struct cqu *u, const struct shape *s, struct parcels *parcels, unsigned port, unsigned j, uint32_t k)
{
	const struct parcel *p = parcels->at + k;
	const unsigned q = cqu_number(s, p->in.vc, j);
	struct cell_queue *const queue = cqu_at(u, s, port, q);

	const bool direct = !queue->fill;

	parcels_link(parcels, direct ? NO_PARCEL : queue->tail, k);
	cqu_set_head(u, s, port, q, k, p, direct);
	u->direct |= (uint64_t)direct << port;
	if (s->saqs)
		u->occupied[port * s->vcs + p->in.vc] |= bit(j);
	queue->tail = k;
	queue->fill = (uint16_t)(queue->fill + p->need);
	u->entered |= bit(port);
	u->enter_queue[port] = (uint16_t)q;
}

/* All that was to leave in this cycle has left, and that is no longer asked. */
static inline void cqu_end(struct cqu *u)
{
	u->popping = 0;
}

/* The head of a queue is granted: it leaves in the next cycle. Returns it. */
STAGE uint32_t cqu_grant(struct cqu *u, const struct shape *s, unsigned port, unsigned class, unsigned q)
{
	const struct cell_queue *queue = cqu_at(u, s, port, q);
	const unsigned m = q - class * s->class_queues;
	uint64_t *const present = cqu_present(u, s, port, class), any = 0;

	u->pop[port] = (struct pop){ queue->head, (uint16_t)q, cqu_head(u, s, port, q)->need };
	u->popping |= bit(port);
	present[m / 64] &= ~bit(m % 64);
	for (unsigned k = 0; k < cqu_words(s); k++)
		any |= present[k];
	u->asking[port] &= (uint8_t)~(!any << class);
	u->some &= ~((uint64_t)!--u->heads[port] << port);
	return queue->head;
}

static inline void cqu_join(struct cqu *u, const struct parcels *parcels)
{
	u->parcels = parcels;
}

extern const struct unit_model cqu_unit;
