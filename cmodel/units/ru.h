#pragma once

#include "dt.h"
#include "mu.h"

/*
 * Routing of all input ports: the request register file with its RFS bits, and the
 * header memory. Turn and length of a request are in struct mu, headers in the slots of struct mmu.
 * Invariant: a head is ready, undecided (PPU), being judged, or was granted or moved.
 * RTL twin: rtl_gen/units/ru.v. RECN-IQ 3.3.
 */
struct ru {
	uint64_t ready[1 + LINES];      /* ready_q, by queue: inputs where the bit is set */
	uint64_t read;                  /* inputs that have read hdr_mem since reset */
	struct headers header;          /* by input: header of the last head whose header was needed to judge it */
	uint32_t to[SWITCH_PORTS];      /* by input: destination in that header */
	uint32_t *destination;          /* by input, by queue: destination_q; NULL: requests have no destination */
	uint32_t linked[SWITCH_PORTS];  /* by input: destination in link_mem's read register */
	struct headers *fetched;        /* images only: hdr_mem's read registers, of turns: the step does without */
};

extern const struct unit_model ru_unit;

/* Set ready_q of queue q at these inputs; clear it. */
static inline void ru_make_ready(struct ru *u, unsigned q, uint64_t inputs)
{
	u->ready[q] |= inputs;
}

static inline void ru_withdraw(struct ru *u, unsigned q, uint64_t inputs)
{
	u->ready[q] &= ~inputs;
}

/* Set the destination of the head of a queue; requests must have destinations. */
static inline void ru_head(struct ru *u, unsigned queues, unsigned port, unsigned q, uint32_t destination)
{
	u->destination[port * queues + q] = destination;
}

/* These inputs read hdr_mem; with routing tables, the word that an input reads. */
static inline void ru_fetch(struct ru *u, uint64_t inputs)
{
	u->read |= inputs;
}

static inline void ru_read_header(struct ru *u, unsigned port, uint64_t turns, unsigned left)
{
	headers_put(&u->header, port, turns, left);
}

static inline void ru_fetch_destination(struct ru *u, unsigned port, unsigned turn, uint32_t destination)
{
	u->header.turns[port] = turn;
	u->to[port] = destination;
}

/* link_mem's read register now names a packet with this destination. */
static inline void ru_link(struct ru *u, unsigned port, uint32_t destination)
{
	u->linked[port] = destination;
}
