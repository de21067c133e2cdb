#pragma once

#include "bits.h"
#include "shape.h"

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

/* Write sides, by port: the ports that write a word of their memories in `cycle`, and its address. */
static inline uint64_t passages_write(const struct passage *rx, const struct shape *s, uint64_t cycle, unsigned address[SWITCH_PORTS])
{
	uint64_t ports = 0;

	for (unsigned port = 0; port < s->radix; port++) {
		const uint64_t j = cycle - rx[port].cycle;

		if (j < rx[port].flits) {
			address[port] = rx[port].slot * s->packet_flits + (unsigned)j;
			ports |= bit(port);
		}
	}
	return ports;
}
