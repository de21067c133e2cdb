#ifndef CQU_H
#define CQU_H

#include "bits.h"
#include "image.h"
#include "parcels.h"

/*
 * Queues of the sides of all ports of one kind, as linked packets. Queue q of a port is queue j = q modulo vc_queues of VC q / vc_queues; sets of queues
 * are by port and VC, in words of 64 queues. fits_q is not kept: it says whether the head fitted in the cycle before, which CCU knows.
 * Invariant: fill_q counts the cells of all packets from the head that was granted last, and has not left, to the tail.
 * RTL twin: rtl_gen/units/cqu.v.
 */
struct cell_queue {
	uint32_t head, tail;            /* parcels; the head is valid if present */
	uint16_t fill, need, flits;     /* cells of all; cells and flits of the head */
};

struct cqu {
	unsigned queues, vc_queues, vcs, words;
	struct cell_queue *queue;       /* by port, by queue */
	uint64_t *present, *occupied;   /* by port, by VC, `words` each: queues with a head; queues with cells */
	uint64_t some;                  /* ports with a head */
	uint64_t popping, refilling;    /* ports where a granted head leaves; where link_mem delivers the next one */
	struct pop { uint32_t parcel; uint16_t queue, need; uint8_t vc; } *pop;
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

static inline struct cell_queue *cqu_at(const struct cqu *u, unsigned port, unsigned vc, unsigned j)
{
	return u->queue + port * u->queues + vc * u->vc_queues + j;
}

/* Place in a set of the word that has queue j of the VC. */
static inline size_t cqu_word(const struct cqu *u, unsigned port, unsigned vc, unsigned j)
{
	return (size_t)(port * u->vcs + vc) * u->words + j / 64;
}

/* Queues of the VC with a head: 64, from queue 64 * word on. */
static inline uint64_t cqu_present_word(const struct cqu *u, unsigned port, unsigned vc, unsigned word)
{
	return u->present[(size_t)(port * u->vcs + vc) * u->words + word];
}

/* All of them, where a VC has no more. */
static inline uint64_t cqu_present(const struct cqu *u, unsigned port, unsigned vc)
{
	return cqu_present_word(u, port, vc, 0);
}

static inline void cqu_set_head(struct cqu *u, unsigned port, unsigned q, uint32_t k, const struct parcel *p)
{
	struct cell_queue *const queue = u->queue + port * u->queues + q;
	const unsigned j = q % u->vc_queues;

	queue->head = k;
	queue->need = p->need;
	queue->flits = (uint16_t)p->packet.flits;
	u->present[cqu_word(u, port, q / u->vc_queues, j)] |= bit(j % 64);
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
	struct cell_queue *const queue = u->queue + port * u->queues + p->queue;
	const unsigned j = p->queue - p->vc * u->vc_queues;

	queue->fill = (uint16_t)(queue->fill - p->need);
	if (queue->fill) {
		u->refilling |= bit(port);
		u->refill[port] = (struct refill){ parcels->at[p->parcel].behind, p->queue };
	} else {
		u->occupied[cqu_word(u, port, p->vc, j)] &= ~bit(j % 64);
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
	const unsigned q = p->in.vc * u->vc_queues + j;
	struct cell_queue *const queue = u->queue + port * u->queues + q;

	if (queue->fill) {
		parcels_link(parcels, queue->tail, k);
	} else {
		cqu_set_head(u, port, q, k, p);
		u->direct |= bit(port);
		u->occupied[cqu_word(u, port, p->in.vc, j)] |= bit(j % 64);
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

/* The head of queue j is granted: it leaves in the next cycle. Returns it. */
static inline uint32_t cqu_grant(struct cqu *u, unsigned port, unsigned vc, unsigned j)
{
	const struct cell_queue *queue = cqu_at(u, port, vc, j);
	uint64_t any = 0;

	u->pop[port] = (struct pop){ queue->head, (uint16_t)(vc * u->vc_queues + j), queue->need, (uint8_t)vc };
	u->popping |= bit(port);
	u->present[cqu_word(u, port, vc, j)] &= ~bit(j % 64);
	for (unsigned k = 0; k < u->vcs * u->words; k++)
		any |= u->present[port * u->vcs * u->words + k];
	u->some &= ~((uint64_t)!any << port);
	return queue->head;
}

/* A step is over: what images need to know of it that does not stay. port's cells are known. */
void cqu_observe(struct cqu *u, const struct parcels *parcels, const struct shape *s);

/* leads: by port and queue, where the heads go, and room there: what fits_q follows from (cioq_switch_image.c). */
typedef bool cqu_fits(const void *wiring, unsigned port, unsigned vc, unsigned j, unsigned need);
void cqu_image(const struct cqu *u, const struct shape *s, enum site at, cqu_fits *fits, const void *wiring, struct image *m);
bool cqu_memory(const struct cqu *u, const struct shape *s, unsigned port, unsigned address, uint32_t *words);

#endif
