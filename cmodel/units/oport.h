#pragma once

#include "arena.h"
#include "bits.h"
#include "lanes.h"
#include "packet.h"
#include "prefetch.h"
#include "image.h"
#include "unit.h"

#include <assert.h>
#include <string.h>

enum {
	OPORT_DEPART = 3,       /* cycles from a grant to the header on tx_* */
	DEPTH = OPORT_DEPART + 1        /* cycles in which a grant may show in the output's registers: a power of two */
};
_Static_assert((DEPTH & (DEPTH - 1)) == 0, "cycles are counted modulo 2**64");

/*
 * Eight output ports, one byte of each word per port. flits_left: flits_left_q; granted: the last packet granted, its head set if that
 * was after the last image; reading, crossing, departing: the flit that the image shows at each stage.
 */
struct oport_eight {
	uint64_t flits_left;
	struct oport_flits { uint64_t valid, head, src; } granted, reading, crossing, departing;
};

/* Of a packet that leaves: what CAMs match, its input and its output. */
struct leaving { uint64_t turns; uint8_t left, from, output; };

/*
 * All output ports: credits, and the packets under way through crossbar and link register.
 * A packet granted in c is first read in c + 1, in the crossbar in c + 2, on tx_* in c + 3.
 * Invariant: an output is busy from the grant of a packet of L > 1 flits until c + L.
 * RTL twin: rtl_gen/units/oport.v. RECN-IQ 3.7.
 */
struct oport {
	uint64_t busy;                  /* outputs: flits_left_q > 1 */
	uint64_t credited;              /* outputs: credits_q is not zero */
	_Alignas(SWITCH_PORTS) uint16_t credits[SWITCH_PORTS]; /* by output */

	struct grants { uint64_t cycle, outputs; } recent[DEPTH];               /* by cycle modulo DEPTH */
	/* By cycle modulo DEPTH: what the CAM matches of each grant, in ascending order of outputs and without gaps. */
	struct leaving leaving[DEPTH][SWITCH_PORTS];

	/* By output, the DEPTH newest packets. This and all that follows is for images only. */
	struct sending { uint64_t cycle; struct packet packet; uint8_t from; } *history;
	uint8_t *newest;                /* by output: index of the newest packet */
	struct oport_eight *shown;
	uint64_t open;                  /* outputs that are open in the cycle of the last image */
};

/* Shown before other units, while the image has the cycle before. */
extern const struct unit_model oport_unit;

/* Lines that nearly every step touches. */
void oport_hot(const struct oport *u, struct hot_lines *h);

/* Outputs that can take a packet. */
static inline uint64_t oport_open(const struct oport *u)
{
	return u->credited & ~u->busy;
}

/* These outputs are granted packets of several flits; the last flit for these outputs is read. */
static inline void oport_occupy(struct oport *u, uint64_t outputs)
{
	u->busy |= outputs;
}

static inline void oport_release(struct oport *u, uint64_t outputs)
{
	u->busy &= ~outputs;
}

/* These outputs stay busy for longer than they read flits, or do so no longer. */
static inline void oport_hold(struct oport *u, uint64_t outputs, bool held)
{
	u->busy = (u->busy & ~outputs) | (held ? outputs : 0);
}

/* Record the grants of a cycle; the set may be empty. */
static inline void oport_grant(struct oport *u, uint64_t cycle, uint64_t outputs)
{
	u->recent[cycle % DEPTH] = (struct grants){ cycle, outputs };
}

/* These outputs are granted a packet, and spend a credit each. */
static inline void oport_spend(struct oport *u, uint64_t outputs)
{
	assert(!(outputs & ~u->credited));
	words_add(outputs, u->credits, -1);
	u->credited &= ~outputs | words_above(outputs, u->credits, 0);
}

/* Credits come back to these outputs. */
static inline void oport_credit(struct oport *u, uint64_t outputs)
{
	u->credited |= outputs;
	words_add(outputs, u->credits, 1);
}

/* Outputs granted in `cycle`; valid for the last DEPTH cycles. */
static inline uint64_t oport_granted(const struct oport *u, uint64_t cycle)
{
	const struct grants *g = u->recent + cycle % DEPTH;

	return g->cycle == cycle ? g->outputs : 0;
}

/* What the CAM matches of the grants of `cycle`, one of the last DEPTH; filled by the wiring. */
static inline struct leaving *oport_leaving(struct oport *u, uint64_t cycle)
{
	return u->leaving[cycle % DEPTH];
}
