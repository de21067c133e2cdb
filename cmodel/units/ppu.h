#ifndef PPU_H
#define PPU_H

#include "arbiter.h"
#include "cam_in.h"
#include "image.h"

/*
 * Post-processing of all input ports: decides, one queue head a cycle, whether a packet
 * stays where it is (ready for the scheduler) or moves to the set-aside queue of a congested point that
 * it will cross. Moves follow increasing length of the congested point, which keeps a flow in order.
 * Invariant: a head being judged is still undecided.
 * RTL twin: rtl_gen/units/ppu.v. RECN-IQ 2.3, 3.5.
 */
struct ppu {
	uint64_t at[1 + LINES];         /* by queue: inputs where pp_q has it */
	uint64_t judging;               /* inputs where it is not zero ... */
	_Alignas(SWITCH_PORTS) uint8_t pp[SWITCH_PORTS];       /* ... but this queue */
	uint64_t und[1 + LINES];        /* by queue: inputs where und_q has it */
	struct arbiter_bank fetch;      /* round-robin whatever the scheduler has */
};

void ppu_place(struct ppu *u, const struct shape *s, struct arena *a);

/* Inputs with undecided heads. */
static inline uint64_t ppu_active(const struct ppu *u, unsigned queues)
{
	uint64_t active = 0;

	EACH_OF(q, queues)
		active |= u->und[q];
	return active;
}

void ppu_image(const struct ppu *u, uint64_t inputs, struct image *m);

#endif
