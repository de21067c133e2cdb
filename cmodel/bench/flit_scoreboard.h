#pragma once

#include "scoreboard.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of both scoreboards. */
enum { FLIT_WORDS = PARAM_MOST_flit_bits / 32 };

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

__attribute__((format(printf, 2, 3))) static inline bool refuse(char why[SCOREBOARD_WHY], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, SCOREBOARD_WHY, format, args);
	va_end(args);
	return false;
}

/*
 * The scoreboard's part that is for wormhole routers: each packet comes out once, in one VC, by a port and a VC that routing allows it, or, if it came by the recovery lane
 * or was seized, by the lane; its flits in order, with nothing between them in that VC, none before it came, and intact. There is no order among packets.
 */
struct flit_scoreboard;

struct flit_scoreboard *flit_scoreboard_new(const struct shape *);
void flit_scoreboard_free(struct flit_scoreboard *);
void flit_scoreboard_restart(struct flit_scoreboard *);
void flit_scoreboard_position(struct flit_scoreboard *, uint32_t at);

void flit_scoreboard_sent(struct flit_scoreboard *, uint64_t cycle, unsigned input, unsigned vc, unsigned flit, const struct packet *);

/* A flit leaves: as bits (words), *packet then becomes its packet, and *flit its number; or as flit *flit of *packet, if words is NULL. */
bool flit_scoreboard_left(struct flit_scoreboard *, uint64_t cycle, unsigned output, unsigned vc, bool head, const uint32_t *words, struct packet *packet, unsigned *flit,
			  char why[SCOREBOARD_WHY]);

bool flit_scoreboard_fair(const struct flit_scoreboard *, uint64_t cycle, uint64_t patience, char why[SCOREBOARD_WHY]);
uint64_t flit_scoreboard_outstanding(const struct flit_scoreboard *);
uint64_t flit_scoreboard_delivered(const struct flit_scoreboard *);
