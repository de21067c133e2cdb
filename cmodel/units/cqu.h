#ifndef CQU_H
#define CQU_H

#include "bits.h"
#include "image.h"
#include "parcels.h"

/*
 * Queues of the sides of all ports of one kind, as linked packets. Queue q of a port is queue q modulo vc_queues of VC q / vc_queues, and queue q modulo
 * class_queues of class q / class_queues; queues with a head are sets by port and class. fits_q is not kept: it says whether the head fitted in the
 * cycle before, which CCU knows.
 * Invariant: fill_q counts the cells of all packets from the head that was granted last, and has not left, to the tail.
 * RTL twin: rtl_gen/units/cqu.v.
 */
struct cell_queue {
	uint32_t head, tail;            /* parcels; the head is valid if present */
	uint16_t fill, need, flits;     /* cells of all; cells and flits of the head */
	uint8_t turn;                   /* first turn of the head */
};

struct cqu {
	unsigned queues, vc_queues, vcs, class_queues, classes, words;  /* words: of a set of queues of a class */
	bool lines;                     /* some queues are of lines, which ask whether they have cells */
	struct cell_queue *queue;       /* by port, by queue */
	uint64_t *present;              /* by port, by class: queues with a head */
	uint64_t *occupied;             /* with lines, by port, by VC: queues with cells */
	uint16_t *heads;                /* by port: number of heads ... */
	uint8_t *asking;                /* ... and classes that have one */
	uint64_t some;                  /* ports with a head */
	uint64_t popping, refilling;    /* ports where a granted head leaves; where link_mem delivers the next one */
	struct pop { uint32_t parcel; uint16_t queue, need; } *pop;
	struct refill { uint32_t parcel; uint16_t queue; } *refill;
	uint64_t entered, direct, refilled;     /* in the last step, for images: ports where a packet entered; as the head; where a head was delivered ... */
	uint16_t *enter_queue, *refill_queue;   /* ... in these queues */

	/* For images alone. */
	uint16_t *head_cell, *tail_cell;        /* by port, by queue */
	uint32_t *link;                 /* by port, by cell: word of link_mem + 1; 0: not written since reset */
	uint16_t *pop_cell;             /* by port */
	uint32_t *rdata;                /* by port: word read last + 1 */
	uint64_t wrote;                 /* ports that wrote a word in the last step ... */
	uint16_t *wrote_at;             /* ... here */
};

void cqu_place(struct cqu *u, const struct shape *all, struct arena *a);

static inline struct cell_queue *cqu_at(const struct cqu *u, unsigned port, unsigned q)
{
	return u->queue + port * u->queues + q;
}

/* The number of queue j of a VC. */
static inline unsigned cqu_number(const struct cqu *u, unsigned vc, unsigned j)
{
	return vc * u->vc_queues + j;
}

/* Queues of a class that have a head, in words. */
static inline uint64_t *cqu_present(const struct cqu *u, unsigned port, unsigned class)
{
	return u->present + (port * u->classes + class) * u->words;
}

static inline void cqu_set_head(struct cqu *u, unsigned port, unsigned q, uint32_t k, const struct parcel *p)
{
	struct cell_queue *const queue = cqu_at(u, port, q);
	const unsigned m = q - p->class * u->class_queues;

	queue->head = k;
	queue->need = p->need;
	queue->flits = (uint16_t)p->packet.flits;
	queue->turn = p->turn;
	cqu_present(u, port, p->class)[m / 64] |= bit(m % 64);
	u->heads[port]++;
	u->asking[port] |= (uint8_t)(1u << p->class);
	u->some |= bit(port);
}

/* link_mem delivers heads. */
static inline void cqu_refill(struct cqu *u, const struct parcels *parcels)
{
	unsigned i;

	EACH(i, u->refilling) {
		const struct refill *r = u->refill + i;

		cqu_set_head(u, i, r->queue, r->parcel, parcels->at + r->parcel);
		u->refill_queue[i] = r->queue;
	}
	u->refilled = u->refilling;
	u->refilling = 0;
}

/* The head granted in the cycle before leaves its queue. */
static inline void cqu_leave(struct cqu *u, unsigned port, const struct parcels *parcels)
{
	const struct pop *p = u->pop + port;
	const struct parcel *parcel = parcels->at + p->parcel;
	struct cell_queue *const queue = cqu_at(u, port, p->queue);

	queue->fill = (uint16_t)(queue->fill - p->need);
	if (queue->fill) {
		u->refilling |= bit(port);
		u->refill[port] = (struct refill){ parcel->behind, p->queue };
	} else if (u->lines) {
		u->occupied[port * u->vcs + parcel->in.vc] &= ~bit(p->queue - cqu_number(u, parcel->in.vc, 0));
	}
}

static inline void cqu_begin_entering(struct cqu *u)
{
	u->entered = u->direct = 0;
}

/* A packet enters queue j of its VC, after one has left. */
static inline void cqu_enter(struct cqu *u, struct parcels *parcels, unsigned port, unsigned j, uint32_t k)
{
	const struct parcel *p = parcels->at + k;
	const unsigned q = cqu_number(u, p->in.vc, j);
	struct cell_queue *const queue = cqu_at(u, port, q);

	if (queue->fill) {
		parcels_link(parcels, queue->tail, k);
	} else {
		cqu_set_head(u, port, q, k, p);
		u->direct |= bit(port);
		if (u->lines)
			u->occupied[port * u->vcs + p->in.vc] |= bit(j);
	}
	queue->tail = k;
	queue->fill = (uint16_t)(queue->fill + p->need);
	u->entered |= bit(port);
	u->enter_queue[port] = (uint16_t)q;
}

/* All that was to leave in this cycle has left. */
static inline void cqu_end(struct cqu *u)
{
	u->popping = 0;
}

/* The head of a queue is granted: it leaves in the next cycle. Returns it. */
static inline uint32_t cqu_grant(struct cqu *u, unsigned port, unsigned class, unsigned q)
{
	const struct cell_queue *queue = cqu_at(u, port, q);
	const unsigned m = q - class * u->class_queues;
	uint64_t *const present = cqu_present(u, port, class), any = 0;

	u->pop[port] = (struct pop){ queue->head, (uint16_t)q, queue->need };
	u->popping |= bit(port);
	present[m / 64] &= ~bit(m % 64);
	for (unsigned k = 0; k < u->words; k++)
		any |= present[k];
	u->asking[port] &= (uint8_t)~(!any << class);
	u->some &= ~((uint64_t)!--u->heads[port] << port);
	return queue->head;
}

/* A step is over: what images need to know of it that does not stay. port's cells are known. */
void cqu_observe(struct cqu *u, const struct parcels *parcels, const struct shape *s);

/* fits: for the head that a queue has, or had last, what fits_q follows from (cioq_switch_image.c). */
typedef bool cqu_fits(const void *wiring, unsigned port, unsigned q, const struct cell_queue *queue);
void cqu_image(const struct cqu *u, const struct shape *s, enum site at, cqu_fits *fits, const void *wiring, struct image *m);
bool cqu_memory(const struct cqu *u, const struct shape *s, unsigned port, unsigned address, uint32_t *words);

#endif
