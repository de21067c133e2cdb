#pragma once

#include "bits.h"
#include "messages.h"
#include "table.h"
#include "unit.h"

/*
 * Filters of network interfaces: the congested points that the network has stopped, by level, and the queues of the send side whose first packet was
 * found to cross one. Such a queue is not looked at again before an Xon of its level. Sets of queues are by service level, in words of 64 destinations.
 * Invariant: a parked queue implies a line in use of its level; an Xon of a level ends both.
 * RTL twin: rtl_gen/units/nfu.v. Combining RECN with two-VC QoS support, 4.
 */
struct nfu_line {
	uint64_t turns;
	uint16_t queue;                 /* of the switch that stopped it, in the VC of the level */
	uint8_t len;                    /* 0: free */
};

struct nfu {
	unsigned level_lines, lines, words;     /* lines of a level, and of all levels; words of a service level's set */
	struct nfu_line *line;          /* by interface, by level and line */
	uint64_t *parked;               /* by interface, by service level, `words` each */
};

/* The line of a level that stops the route; NULL: none does. */
const struct nfu_line *nfu_stop(const struct nfu *u, const struct shape *s, unsigned interface, unsigned level, struct table_route route);

/* 64 queues of the service level that are parked. */
static inline uint64_t nfu_parked_word(const struct nfu *u, const struct shape *s, unsigned interface, unsigned sl, unsigned word)
{
	return u->parked[(size_t)(interface * s->sls + sl) * u->words + word];
}

/* The candidate's queue is parked; before a message of this cycle acts. */
static inline void nfu_park(struct nfu *u, const struct shape *s, unsigned interface, unsigned sl, unsigned destination)
{
	u->parked[(size_t)(interface * s->sls + sl) * u->words + destination / 64] |= bit(destination % 64);
}

/* A message of the network acts. False: an Xoff finds no line, and is lost. */
bool nfu_message(struct nfu *u, const struct shape *s, unsigned interface, const struct message *m);

/* Lines in use. */
unsigned nfu_lines(const struct nfu *u, unsigned interface);

extern const struct unit_model nfu_unit;
