#ifndef PASSAGE_H
#define PASSAGE_H

#include <stdint.h>

/* A packet passing the write or the read side of an input memory. How many flits have passed follows from the cycle. */
struct passage {
	uint64_t cycle;                 /* write side: of the header; read side: of the grant */
	uint16_t slot;
	uint8_t flits;                  /* 0: none since reset */
};

/* Number of its flits that have passed by the beginning of `cycle`; the first passes in p.cycle. */
static inline unsigned passage_flits(struct passage p, uint64_t cycle)
{
	const uint64_t passed = cycle - p.cycle;

	return passed < p.flits ? (unsigned)passed : p.flits;
}

#endif
