#ifndef PMU_H
#define PMU_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"
#include "passage.h"

#include <assert.h>

/*
 * A packet in an input memory: its words of data_mem (as it arrived) and of req_mem (QMU's). The cell is independent of the slot: slots are
 * used in turn, but the cell freed last is used first, while it is in the caches. The array is cell-major; equal cells of all ports are adjacent.
 */
struct cell {
	struct packet packet;
	uint16_t next_queue;            /* request: queue at the next hop, output port, length */
	uint8_t out, flits;
	uint16_t behind;                /* next cell in its queue, or in the free list; 0: none */
	uint16_t slot;
};

/* The packet being read, or read last: its queue here, and the queue at the next hop. */
struct departure {
	struct passage passage;
	uint16_t queue, next_queue;
	uint16_t cell;                  /* 0: it has been read */
};

/*
 * Partitioned memory of all input ports: write side, read side, credits. QMU decides which slot a packet takes.
 * Invariant: a packet has its cell from the cycle of its header until its last flit is read; it is in QMU's list of a queue, or being read.
 * RTL twin: rtl_gen/units/pmu.v.
 */
struct pmu {
	unsigned radix, slots;
	uint64_t idle;                  /* inputs that can take a grant: rd_left_q <= 1 */
	uint64_t credit, credit_cycle;  /* inputs: credit_q, which is 1 in credit_cycle only */
	uint16_t *credit_queue;         /* by input: credit_queue_q */
	struct cell *cell;              /* by cell, from 1 on, by port */
	uint16_t *free, *fresh;         /* by port: head of the list of free cells, 0: empty; highest cell ever used */
	struct passage *rx;             /* by port: the packet written last */
	struct departure *rd;

	/* By port, the two newest packets read: rdata_q and raddr_q show the older one for a cycle. Images only. */
	struct departed { uint64_t cycle; uint16_t slot, next_queue; struct packet packet; } *history;
	uint8_t *newest;                /* by port: index of the newer one */
};

void pmu_place(struct pmu *u, const struct shape *s, struct arena *a);
void pmu_reset(struct pmu *u, const struct shape *s);

static inline struct cell *pmu_at(const struct pmu *u, unsigned port, unsigned cell)
{
	return u->cell + (size_t)cell * u->radix + port;
}

/* A header arrives in `cycle` and takes a slot. Returns its cell. */
static inline unsigned pmu_arrive(struct pmu *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned slot)
{
	struct passage *rx = u->rx + port;
	const unsigned cell = u->free[port] ? u->free[port] : ++u->fresh[port];
	struct cell *at = pmu_at(u, port, cell);

	assert(cell <= u->slots && "header without a credit");
	assert(cycle >= rx->cycle + rx->flits && "header inside a packet");
	u->free[port] = u->free[port] ? at->behind : 0;
	at->packet = *p;
	at->behind = 0;
	at->slot = (uint16_t)slot;
	*rx = (struct passage){ cycle, (uint16_t)slot, (uint8_t)p->flits };
	return cell;
}

/* The last flit is read: the slot is free from the next cycle on, in which its credit goes upstream. */
static inline void pmu_end(struct pmu *u, unsigned port)
{
	struct departure *rd = u->rd + port;

	pmu_at(u, port, rd->cell)->behind = u->free[port];
	u->free[port] = rd->cell;
	rd->cell = 0;
	u->credit_queue[port] = rd->queue;
}

/* These inputs read the last flit of a packet in this cycle: they can take a grant; they return a credit in the next cycle. */
static inline void pmu_finish(struct pmu *u, uint64_t inputs)
{
	u->idle |= inputs;
}

static inline void pmu_credit(struct pmu *u, uint64_t inputs, uint64_t cycle)
{
	u->credit = inputs;
	u->credit_cycle = cycle + 1;
}

/* An input is granted a packet. Of several flits, it makes the input busy. */
static inline void pmu_grant(struct pmu *u, unsigned port, struct departure rd)
{
	u->rd[port] = rd;
	u->idle &= ~((uint64_t)(rd.passage.flits > 1) << port);
}

/* Record a granted packet for images. */
void pmu_remember(struct pmu *u, unsigned port, uint64_t cycle, unsigned slot, const struct packet *p, unsigned next_queue);

/*
 * Render for these inputs: the write side; the read side; credits. Two return the inputs whose registers change again in the next cycle.
 */
uint64_t pmu_image_write(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
uint64_t pmu_image_read(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
void pmu_image_credits(const struct pmu *u, uint64_t credit, uint64_t inputs, struct image *m);

/* Read flit j of a packet from data_mem as of the beginning of `cycle`; false: the packet has no such flit, or it is not yet written. */
bool pmu_memory(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, const struct cell *at, unsigned j, uint32_t *words);

/* The inputs that write a word of data_mem in `cycle`, and its address. */
uint64_t pmu_written(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned address[SWITCH_PORTS]);

#endif
