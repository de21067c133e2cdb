#pragma once

#include "flit_memory.h"
#include "parcels.h"

#include <assert.h>

/*
 * Queues of a side of network interfaces: rings of slots. A packet is counted where it stands: it arrives, enters, may be selected, is
 * the candidate (of the send side, NSJ has it; of the receive side, none is), leaves and is read. So a queue's count, as the RTL has it, is that of packets
 * which may be selected, with the candidate and the one that leaves.
 * Invariant: `more` holds the queues with packets that may be selected. A packet takes its slot in the cycle of its header, and is in the list
 * of its queue until it is granted; its slot is free when its last flit has been read.
 * RTL twin: rtl_gen/units/dqu.v.
 */
struct dqu_queue {
	uint16_t head, tail;            /* places: of the first packet that was not granted, and of the next one to come */
	uint16_t more;                  /* packets that may be selected */
	uint16_t taken;                 /* slots */
	uint32_t first, last;           /* list of packets that were not granted; first is 0 if there is none */
};

struct dqu {
	struct flit_memory memory;      /* of the first interface, for images alone */
	unsigned queues, slots, words;  /* slots of a queue; words of a set of queues */
	struct dqu_queue *queue;        /* by interface, by queue */
	uint64_t *more;                 /* by interface, `words` each */
	uint64_t entering;              /* interfaces: enter_q is not 0, but ... */
	uint16_t *enter_queue;          /* ... this queue */
	uint64_t *arriving;             /* by interface: the cycle after the last flit of the packet that came last */
	uint64_t idle;                  /* interfaces that can take a grant: rd_left_q <= 1 */
	struct dqu_read { uint16_t queue, place; } *read;      /* by interface: packet being read, or read last */
	uint32_t taken;                 /* slots, all in all */
	struct parcels parcels;

	/* Of the first interface, for images alone: */
	uint16_t pop_queue, pop_place;  /* of the packet granted last */
	uint16_t credit_queue;
};

static inline struct dqu_queue *dqu_at(const struct dqu *u, unsigned interface, unsigned q)
{
	return u->queue + (size_t)interface * u->queues + q;
}

/* Queues with packets that may be selected: a set of `words` words. */
static inline uint64_t *dqu_more(const struct dqu *u, unsigned interface)
{
	return u->more + (size_t)interface * u->words;
}

static inline unsigned dqu_after(const struct dqu *u, unsigned place)
{
	return place + 1 == u->slots ? 0 : place + 1;
}

/* One more packet may be selected, one less: what enters or is parked, and what is selected. */
static inline void dqu_return(struct dqu *u, unsigned interface, unsigned q)
{
	dqu_at(u, interface, q)->more++;
	dqu_more(u, interface)[q / 64] |= bit(q % 64);
}

static inline void dqu_select(struct dqu *u, unsigned interface, unsigned q)
{
	struct dqu_queue *const queue = dqu_at(u, interface, q);

	assert(queue->more);
	queue->more--;
	dqu_more(u, interface)[q / 64] &= ~((uint64_t)!queue->more << q % 64);
}

/* The packets that came in the cycle before are counted. Returns their interfaces. */
static inline uint64_t dqu_enter(struct dqu *u)
{
	const uint64_t entered = u->entering;

	EACH_IN(n, entered)
		dqu_return(u, n, u->enter_queue[n]);
	u->entering = 0;
	return entered;
}

/* A header arrives in `cycle`. */
STAGE void dqu_arrive(struct dqu *u, unsigned interface, uint64_t cycle, unsigned q, const struct packet *p)
{
	struct dqu_queue *const queue = dqu_at(u, interface, q);

	assert(q < u->queues && "a header names a queue that there is not");
	assert(queue->taken < u->slots && "header without a credit");
	assert(cycle >= u->arriving[interface] && "header inside a packet");
	const uint32_t parcel = parcels_store(&u->parcels, p);

	if (queue->first)
		parcels_link(&u->parcels, queue->last, parcel);
	else
		queue->first = parcel;
	queue->last = parcel;
	queue->tail = (uint16_t)dqu_after(u, queue->tail);
	queue->taken++;
	u->taken++;
	u->arriving[interface] = cycle + p->flits;
	u->entering |= bit(interface);
	u->enter_queue[interface] = (uint16_t)q;
}

/* The first packet of a queue, which was not granted. */
static inline const struct packet *dqu_first(const struct dqu *u, unsigned interface, unsigned q)
{
	const uint32_t first = dqu_at(u, interface, q)->first;

	assert(first && "a candidate's packet is there");
	return &u->parcels.at[first].packet;
}

/* It is granted, and will be read: what is returned is there up to the next arrival. */
static inline const struct packet *dqu_grant(struct dqu *u, unsigned interface, unsigned q)
{
	struct dqu_queue *const queue = dqu_at(u, interface, q);
	const struct packet *const p = dqu_first(u, interface, q);
	const uint32_t parcel = queue->first;

	u->read[interface] = (struct dqu_read){ (uint16_t)q, queue->head };
	queue->first = u->parcels.at[parcel].behind;
	parcels_release(&u->parcels, parcel);
	queue->head = (uint16_t)dqu_after(u, queue->head);
	u->idle &= ~bit(interface);
	return p;
}

/* Its last flit is read in this cycle: a grant can follow. */
static inline void dqu_end(struct dqu *u, unsigned interface)
{
	dqu_at(u, interface, u->read[interface].queue)->taken--;
	u->taken--;
	u->idle |= bit(interface);
}

/* For images: a cycle passes. */
void dqu_pass(struct dqu *u);

extern const struct unit_model dqu_unit;
