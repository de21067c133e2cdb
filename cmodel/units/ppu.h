#ifndef PPU_H
#define PPU_H

#include "arbiter.h"
#include "image.h"

/*
 * Post-processing of all input ports: decides, one queue head a cycle, whether a packet
 * stays where it is (ready for the scheduler) or moves to the set-aside queue of a congested point that
 * it will cross. Moves follow increasing length of the congested point, which keeps a flow in order.
 * Invariant: a port is active exactly if it has undecided heads; a head being judged is still undecided.
 * RTL twin: rtl_gen/units/ppu.v. RECN-IQ 2.3, 3.5.
 */
struct ppu {
	uint64_t active;                /* inputs: und_q is not zero */
	uint64_t judging;               /* inputs: pp_q is not zero ... */
	uint8_t pp[SWITCH_PORTS];       /* ... but this queue */
	uint64_t und[SWITCH_PORTS];     /* by input: und_q */
	struct arbiter_bank fetch;      /* round-robin whatever the scheduler has */
};

void ppu_place(struct ppu *u, const struct shape *s, struct arena *a);

/* A new head to judge (1; 0: it is not). */
static inline void ppu_head(struct ppu *u, unsigned port, unsigned q, uint64_t undecided)
{
	u->und[port] |= undecided << q;
	u->active |= undecided << port;
}

/* The head of q is judged. */
static inline void ppu_judged(struct ppu *u, unsigned port, unsigned q)
{
	u->und[port] &= ~bit(q);
	u->active &= ~((uint64_t)(u->und[port] == 0) << port);
}

void ppu_image(const struct ppu *u, uint64_t inputs, struct image *m);

#endif
