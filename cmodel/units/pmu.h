#ifndef PMU_H
#define PMU_H

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"

#include <assert.h>

/* A slot of an input memory: the word of data_mem (the packet, as it arrived) and that of req_mem (QMU's). */
struct place {
	struct packet packet;
	uint16_t next;                  /* request: queue at the next hop, output port, length */
	uint8_t out, flits;
	bool held;
};

/* A packet passing the write or the read side: its flits are counted from the cycle. */
struct transit {
	uint64_t cycle;                 /* rx: of the header; rd: of the grant */
	uint16_t slot, queue;
	uint16_t next;                  /* rd: queue at the next hop */
	uint8_t flits;                  /* 0: none since reset */
};

/*
 * Partitioned memory of all input ports: write side, read side, credits. Which slot a packet has is QMU's business.
 * Invariant: a slot is held from the cycle of its header until its last flit is read.
 * RTL twin: rtl_gen/units/pmu.v.
 */
struct pmu {
	unsigned slots;
	uint64_t idle;                  /* inputs: rd_left_q <= 1, a grant may be given */
	uint64_t credit, credit_cycle;  /* inputs: credit_q, which is 1 in this cycle only */
	uint16_t *credit_queue;         /* by input: credit_queue_q */
	struct place *place;            /* by port, by slot */
	struct transit *rx, *rd;        /* by port, the newest */

	/* Two newest packets read, by port: rdata_q shows the older one for a cycle. Images only. */
	struct departing { uint64_t cycle; uint16_t next; struct packet packet; } *history;
	uint8_t *newest;                /* index into it */
};

void pmu_place(struct pmu *u, const struct shape *s, struct arena *a);
void pmu_reset(struct pmu *u, const struct shape *s);

static inline struct place *pmu_at(const struct pmu *u, unsigned port, unsigned slot)
{
	return u->place + (size_t)port * u->slots + slot;
}

/* A header arrives for a slot of a queue. */
static inline void pmu_arrive(struct pmu *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned slot)
{
	struct transit *rx = u->rx + port;
	struct place *at = pmu_at(u, port, slot);

	assert(!at->held && "header without a credit");
	assert(cycle >= rx->cycle + rx->flits && "header inside a packet");
	at->packet = *p;
	at->held = true;
	*rx = (struct transit){ .cycle = cycle, .slot = (uint16_t)slot, .flits = p->flits };
}

/* The last flit is read: the slot is free from the next cycle on, in which its credit goes upstream. */
static inline void pmu_end(struct pmu *u, unsigned port)
{
	pmu_at(u, port, u->rd[port].slot)->held = false;
	u->credit_queue[port] = u->rd[port].queue;
}

static inline void pmu_grant(struct pmu *u, unsigned port, struct transit rd)
{
	u->rd[port] = rd;
	u->idle &= ~((uint64_t)(rd.flits > 1) << port);
}

/* Remember a granted packet for images. */
void pmu_remember(struct pmu *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned next);

/*
 * Of these inputs, what follows the flits that enter; that leave; credits. Two return the inputs that go on changing.
 */
uint64_t pmu_image_write(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
uint64_t pmu_image_read(const struct pmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m);
void pmu_image_credits(const struct pmu *u, uint64_t credit, uint64_t inputs, struct image *m);

/* Flit `word` of data_mem at the beginning of `cycle`; false: free slot or not yet written. */
bool pmu_memory(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned word, uint32_t *words);

/* Where data_mem is written in `cycle`; false: it is not. */
bool pmu_written(const struct pmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned *word);

#endif
