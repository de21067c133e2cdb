#pragma once

#include "cube.h"
#include "scoreboard.h"
#include "why_not.h"

#include <string.h>

/* Of both scoreboards. */
enum { FLIT_WORDS = PARAM_MOST_flit_bits / 32, LANES = PARAM_MOST_vcs + 1 };      /* LANES: VCs, and the recovery lane */

/* Are these the words of flit k of a packet? */
static inline bool is_flit_of(const struct shape *s, const struct packet *p, unsigned k, const uint32_t *words)
{
	uint32_t flit[FLIT_WORDS];

	packet_flit(s, p, k, flit);
	return !memcmp(flit, words, (s->flit_bits + 31) / 32 * sizeof flit[0]);
}

/* Is what leaves this packet, by the words of its header, or if these are NULL by *p? */
static inline bool is_packet(const struct shape *s, const struct packet *expected, const struct packet *p, const uint32_t *words)
{
	if (words)
		return is_flit_of(s, expected, 0, words);
	return expected->tag == p->tag && expected->flits == p->flits && expected->sl == p->sl && expected->to == p->to && expected->turnpool == p->turnpool &&
	       expected->source == p->source;
}

/*
 * The scoreboard's part that is for wormhole routers: each packet comes out once, in one VC, by a port and a VC that routing allows it, or, if it came by the recovery lane
 * or was seized, by the lane; its flits in order, with nothing between them in that VC, none before it came, and intact. There is no order among packets.
 */
struct flit_scoreboard {
	struct shape shape;
	uint32_t at;                    /* position of the router */
	uint64_t outstanding, delivered;
	uint64_t passed[CUBE_PORTS];    /* by input: packets that have left */
	unsigned input, vc;             /* where a flit came out of order, or a packet before the last one had left ... */
	bool overrun;                   /* ... if there is one */
	struct flit_inside {            /* by VC of an input: the packet that came by it, and has not left */
		struct packet packet;
		uint64_t sent;                  /* cycle of its header */
		uint64_t before;                /* packets that had left from its input */
		unsigned came, left;            /* flits; came 0: there is none */
	} inside[CUBE_PORTS][LANES];
	struct flit_inside *sending[CUBE_PORTS][LANES];    /* by output, VC: the packet that leaves there; NULL: none */
};

void flit_scoreboard_sent(struct flit_scoreboard *, uint64_t cycle, unsigned input, unsigned vc, unsigned flit, const struct packet *);

/* As scoreboard_vc_flit(), scoreboard_fair(). */
bool flit_scoreboard_left(struct flit_scoreboard *, uint64_t cycle, unsigned output, unsigned vc, bool head, const uint32_t *words, struct packet *packet, unsigned *flit,
			  char why[SCOREBOARD_WHY]);
bool flit_scoreboard_fair(const struct flit_scoreboard *, uint64_t cycle, uint64_t patience, char why[SCOREBOARD_WHY]);
