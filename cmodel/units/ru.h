#ifndef RU_H
#define RU_H

#include "mu.h"

/*
 * Routing of all input ports: the request register file with its RFS bits, and the
 * header memory. Turn and length of a request stand in struct queue; the header memory is the slots.
 * Invariant: a head is ready, undecided (PPU), being judged, or was granted or moved.
 * RTL twin: rtl_gen/units/ru.v. RECN-IQ 3.3.
 */
struct ru {
	uint64_t ready0;                /* inputs: ready_q[0] */
	uint64_t *ready;                /* by input: ready_q */
	uint64_t read;                  /* inputs that have read hdr_mem since reset */
	struct header { uint64_t turns; uint8_t left; } *hdr;   /* by input: hdr_mem's read register */
};

void ru_place(struct ru *u, const struct shape *s, struct arena *a);

static inline void ru_set_ready(struct ru *u, unsigned port, unsigned q)
{
	u->ready[port] |= bit(q);
	if (q == 0)
		u->ready0 |= bit(port);
}

static inline void ru_clear_ready(struct ru *u, unsigned port, unsigned q)
{
	u->ready[port] &= ~bit(q);
	if (q == 0)
		u->ready0 &= ~bit(port);
}

static inline void ru_fetch(struct ru *u, const struct shape *s, unsigned port, const struct slot *slot)
{
	u->hdr[port] = (struct header){ slot->packet.turnpool & ones(s->pool_w), slot->packet.turns_left };
	u->read |= bit(port);
}

/* heads: a request changed since the last image */
void ru_image(const struct ru *u, const struct mu *mu, const struct shape *s, unsigned port, bool heads, struct image *m);

/* A word of hdr_mem; false: free slot. */
bool ru_memory(const struct mmu *mmu, const struct shape *s, unsigned port, unsigned slot, uint32_t *words);

/* The word of hdr_mem written in the cycle before `cycle`. */
bool ru_written(const struct mmu *mmu, uint64_t cycle, unsigned port, unsigned *slot);

#endif
