#ifndef FLIT_SCOREBOARD_H
#define FLIT_SCOREBOARD_H

#include "scoreboard.h"

#include <stdarg.h>
#include <stdio.h>

/* Of both scoreboards. */
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

#endif
