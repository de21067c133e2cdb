#ifndef OPORT_H
#define OPORT_H

#include "arena.h"
#include "bits.h"
#include "lanes.h"
#include "packet.h"
#include "image.h"

#include <assert.h>
#include <string.h>

enum {
	OPORT_DEPART = 3,       /* cycles from a grant to the header on tx_* */
	DEPTH = OPORT_DEPART + 1        /* grants of which something may still be in the output's registers: a power of two */
};
_Static_assert((DEPTH & (DEPTH - 1)) == 0, "cycles are counted modulo 2**64");

/*
 * Eight output ports, a byte of each word for each: left_q; the last packet granted, head: since the last image; the flits
 * that this image shows on their way.
 */
struct oport_eight {
	uint64_t left;
	struct oport_flits { uint64_t valid, head, src; } granted, reading, crossing, departing;
};

/*
 * All output ports: credits, and the packets under way through crossbar and link register.
 * A packet granted in c is first read in c + 1, in the crossbar in c + 2, on tx_* in c + 3.
 * Invariant: an output is busy from the grant of a packet of L > 1 flits until c + L.
 * RTL twin: rtl_gen/units/oport.v. RECN-IQ 3.7.
 */
struct oport {
	uint64_t busy;                  /* outputs: left_q > 1 */
	uint64_t credited;              /* outputs: credits_q is not zero */
	_Alignas(SWITCH_PORTS) uint16_t credits[SWITCH_PORTS]; /* by output */

	struct grants { uint64_t cycle, outputs; } recent[DEPTH];               /* by cycle modulo DEPTH */
	/* Likewise, of each grant in turn, what CAM matches: next to each other, since they are few. */
	struct leaving { uint64_t turns; uint8_t left, from, output; } leaving[DEPTH][SWITCH_PORTS];

	/* The newest DEPTH packets, by output. Images only, as what follows. */
	struct sending { uint64_t cycle; struct packet packet; uint8_t from; } *history;
	uint8_t *newest;                /* index into it */
	struct oport_eight *shown;
};

void oport_place(struct oport *u, const struct shape *s, struct arena *a);
void oport_reset(struct oport *u, const struct shape *s);

/* Outputs that can take a packet. */
static inline uint64_t oport_open(const struct oport *u)
{
	return u->credited & ~u->busy;
}

/* These outputs take a packet of several flits; the last one of theirs is read. */
static inline void oport_occupy(struct oport *u, uint64_t outputs)
{
	u->busy |= outputs;
}

static inline void oport_release(struct oport *u, uint64_t outputs)
{
	u->busy &= ~outputs;
}

/* The grants of a cycle, even if there are none. */
static inline void oport_grant(struct oport *u, uint64_t cycle, uint64_t outputs)
{
	u->recent[cycle % DEPTH] = (struct grants){ cycle, outputs };
}

/* Packets of these outputs are granted: credits are spent. */
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

/* Outputs whose grant was in this cycle, if it is one of the last DEPTH. */
static inline uint64_t oport_granted(const struct oport *u, uint64_t cycle)
{
	const struct grants *g = u->recent + cycle % DEPTH;

	return g->cycle == cycle ? g->outputs : 0;
}

static inline struct leaving *oport_leaving(struct oport *u, uint64_t cycle)
{
	return u->leaving[cycle % DEPTH];
}

/* Remember a granted packet, own turn taken out, for images. */
void oport_remember(struct oport *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned from);

/* next: the image shows the cycle before. Before MMU's image. Returns the outputs that are open in this cycle. */
uint64_t oport_image(const struct oport *u, const struct shape *s, uint64_t cycle, bool next, struct image *m);

#endif
