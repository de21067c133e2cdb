#pragma once

#include "bits.h"
#include "flit.h"
#include "parcels.h"
#include "unit.h"

#include <assert.h>

/*
 * Link ports of all outputs: tokens, which follow from the last packet and the cycle; the link register, for images alone, and all that links of slots have.
 * RTL twin: rtl_gen/units/lport.v.
 */
struct lport {
	struct pace_state { uint64_t since; unsigned tokens; } *pace;   /* by output: tokens in the cycle after the last flit of the packet granted last */
	/* For images alone, and for what runs cycle by cycle. */
	uint8_t *tokens;                /* by output */
	uint64_t rd_valid, rd_head, tx_valid, tx_head;  /* outputs */
	struct flit *read, *tx;         /* by output: flit read last, flit on the link last */
};

/* Tokens in a cycle in which no packet is being read. */
STAGE unsigned lport_tokens(const struct lport *u, const struct shape *s, unsigned port, uint64_t cycle)
{
	const struct pace_state *p = u->pace + port;
	const uint64_t more = p->tokens + s->speed_d * (cycle - p->since);

	assert(cycle >= p->since);
	return more < s->speed_n ? (unsigned)more : s->speed_n - 1;
}

/* A packet will be read by this schedule. */
STAGE void lport_grant(struct lport *u, const struct shape *s, unsigned port, const struct transit *rd)
{
	const uint64_t last = transit_last(s, rd);

	u->pace[port] = (struct pace_state){ last + 1, rd->tokens + s->speed_d * (unsigned)(last + 1 - rd->link) - s->speed_n * rd->flits };
}

/* Nothing is on its way, and the tokens rest. */
bool lport_rests(const struct lport *u, const struct shape *s, unsigned ports, uint64_t cycle);

/* For images: a cycle passes, in which these outputs read a flit (its header); and which. */
void lport_pass(struct lport *u, const struct shape *s, uint64_t valid, uint64_t head);
void lport_read(struct lport *u, unsigned port, const struct packet *p, unsigned flit);

/* Links that may carry a flit in the cycle that begins. */
uint64_t lport_paces(const struct lport *u, const struct shape *s);

extern const struct unit_model lport_unit;
