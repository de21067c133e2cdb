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

/* The head of q is judged (1; 0: it has to be again). Are there others? */
static inline bool ppu_judged(struct ppu *u, unsigned port, unsigned q, uint64_t judged)
{
	return u->und[port] &= ~(judged << q);
}

void ppu_image(const struct ppu *u, uint64_t inputs, struct image *m);

#endif
