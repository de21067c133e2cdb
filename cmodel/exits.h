#ifndef EXITS_H
#define EXITS_H

#include "switch.h"

/* Far end of a port: a port of a bank, run by a part; and the link that leaves by this port, for statistics. */
struct wire {
	uint32_t bank : 24, part : 8;
	uint32_t link : 26, port : 6;
};

/* What is on its way to a bank, in rings by cycle: headers and messages; credits, further ahead. */
struct rings {
	struct switch_in *in;
	uint64_t *credit;
};

/*
 * Where links lead from a bank of switches, among banks that are stepped by turns: what leaves is written to where it arrives, in the
 * step that decides it. Lockstep checks what is written (verilator_tb/model_bank.h).
 */
struct exits {
	const struct wire *wire;        /* by port of the bank that is stepped */
	const struct rings *to;         /* by bank */
	size_t in;                      /* bytes into the ring, of a header that is granted in this cycle; ... */
	uint64_t credit;                /* ... cycle of a credit for what would take no flits to read ... */
	unsigned credit_mask;           /* ... in a ring of so many and one */
	uint64_t *link_flits;           /* by link; NULL: not counted */
};

/* An output takes a packet from an input. */
static inline void exits_leave(const struct exits *e, unsigned output, unsigned input, const struct packet *header)
{
	const struct wire out = e->wire[output], back = e->wire[input];
	struct switch_in *in = (struct switch_in *)(void *)((char *)e->to[out.bank].in + e->in);

	in->packet[out.port] = *header;
	in->head |= bit(out.port);
	e->to[back.bank].credit[(e->credit + header->flits) & e->credit_mask] |= bit(back.port);
	if (e->link_flits)
		e->link_flits[out.link] += header->flits;
}

#endif
