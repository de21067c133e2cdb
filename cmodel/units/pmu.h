#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "lanes.h"
#include "packet.h"
#include "passage.h"
#include "prefetch.h"
#include "unit.h"

#include <assert.h>

/*
 * A packet in an input memory, from its header to its grant. Its header is as it leaves: `queue` is the queue at the next hop. The cell is independent
 * of the slot, which only images know: slots are used in turn, but the cell freed last is used first, while it is in the caches. The array is cell-major;
 * equal cells of all ports are adjacent.
 */
struct cell {
	struct packet packet;
	uint16_t behind;                /* next cell in its queue, or in the free list; 0: none */
	uint8_t out;                    /* output port that it requests */
};

/* Images only. A packet as it arrived, with its stamp, its slot and its request. */
struct kept {
	struct packet packet;
	uint32_t stamp;
	uint16_t slot, next_queue;
	uint8_t out;
};

/*
 * Partitioned memory of all input ports: write side, read side, credits. QMU decides which slot a packet takes.
 * Invariant: a packet has its cell from the cycle of its header to that of its grant; it is in QMU's list of a queue.
 * RTL twin: rtl_gen/units/pmu.v.
 */
struct pmu {
	unsigned slots;
	uint64_t idle;                  /* inputs that can take a grant: rd_left_q <= 1 */
	uint64_t credit, credit_cycle;  /* inputs: credit_q, which is 1 in credit_cycle only */
	struct cell (*cell)[SWITCH_PORTS];      /* by cell, from 1 on, by port */
	_Alignas(SWITCH_PORTS) uint16_t free[SWITCH_PORTS];    /* by port: head of the list of free cells, 0: empty; ... */
	uint16_t fresh[SWITCH_PORTS];                          /* ... highest cell ever used */
	uint16_t reading[SWITCH_PORTS]; /* by port: queue of the packet read last; ... */
	uint16_t credit_queue[SWITCH_PORTS];                   /* ... credit_queue_q */
	uint64_t until[SWITCH_PORTS];   /* by port: first cycle in which another header may arrive */

	/* Images only. By port: the packet written last; and the two newest packets read, as they arrived, with their requests: rdata_q and raddr_q show the
	 * older one for a cycle. */
	struct passage *rx;
	struct departed { uint64_t cycle; struct kept kept; } *history;
	uint8_t *newest;                /* by port: index of the newer one */
};

extern const struct unit_model pmu_unit;

/* Its `behind` is filled by QMU. */
static inline struct cell *pmu_at(const struct pmu *u, unsigned port, unsigned cell)
{
	return u->cell[cell] + port;
}

static inline void pmu_fetch(const struct pmu *u, unsigned port, unsigned cell)
{
	prefetch(pmu_at(u, port, cell));
}

/* A header arrives in `cycle`; out: the output that it requests; queue: at the next hop. Returns its cell, behind which there is none. */
static inline unsigned pmu_arrive(struct pmu *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned out, unsigned queue)
{
	const unsigned freed = u->free[port], cell = freed ? freed : u->fresh[port] + 1u;
	struct cell *at = pmu_at(u, port, cell);

	assert(cell <= u->slots && "header without a credit");
	assert(cycle >= u->until[port] && "header inside a packet");
	u->free[port] = at->behind;     /* 0 in a cell never used */
	u->fresh[port] = (uint16_t)(u->fresh[port] + !freed);
	u->until[port] = cycle + p->flits;
	at->packet = *p;
	at->packet.queue = queue;
	at->behind = 0;
	at->out = (uint8_t)out;
	return cell;
}

/* An input is granted the packet in a cell, of a queue: its header has been read. */
static inline void pmu_grant(struct pmu *u, unsigned port, unsigned cell, unsigned queue)
{
	pmu_at(u, port, cell)->behind = u->free[port];
	u->free[port] = (uint16_t)cell;
	u->reading[port] = (uint16_t)queue;
}

/* These inputs are granted packets of several flits, which makes them busy. */
static inline void pmu_occupy(struct pmu *u, uint64_t inputs)
{
	u->idle &= ~inputs;
}

/* These inputs read the last flit of a packet in this cycle: they can take a grant. Those return a credit in the next cycle. */
static inline void pmu_finish(struct pmu *u, uint64_t inputs)
{
	u->idle |= inputs;
}

static inline void pmu_credit(struct pmu *u, uint64_t inputs, uint64_t cycle)
{
	words_copy(inputs, u->credit_queue, u->reading);
	u->credit = inputs;
	u->credit_cycle = cycle + 1;
}

/* The packet read last by an input. packet.flits 0: none since reset. */
static inline const struct departed *pmu_departed(const struct pmu *u, unsigned port)
{
	return u->history + port * 2 + u->newest[port];
}
