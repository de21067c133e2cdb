#ifndef SCOREBOARD_H
#define SCOREBOARD_H

#include "../packet.h"
#include "../table.h"

#include <stdbool.h>

/*
 * Independent check that a switch is lossless: every packet sent comes out once, at the output its turn (or the routing table) names,
 * in order per flow, with its header rewritten and its payload intact. A flow is what has one input and one route:
 * packets of different routes may overtake each other even between the same two ports. Knows nothing of
 * the model. Works on raw flits (RTL) or on whole packets (C model).
 */
struct scoreboard;

enum { SCOREBOARD_WHY = 256 };

/* table: of a scheme that has one, otherwise NULL; copied. */
struct scoreboard *scoreboard_new(const struct shape *s, const struct table_entry *table);
void scoreboard_free(struct scoreboard *);

/* A word of the routing table is written in this cycle, after the headers of this cycle were told. */
void scoreboard_configured(struct scoreboard *, uint32_t destination, struct table_entry entry);

/* A reset: what was sent and has not come out never will. delivered counts on. */
void scoreboard_restart(struct scoreboard *, const struct table_entry *table);

/* A packet enters at an input in this cycle. p->source must be the input's number. */
void scoreboard_sent(struct scoreboard *, uint64_t cycle, unsigned input, const struct packet *p);

/* A flit leaves. At a head, *packet is filled with the packet it belongs to (tag included). Of packets that look the same, because
 * the header has few bits for the source and leaves few for payload, it is the one whose tag stood in *packet before.
 * Returns false and says what was seen and what was expected. */
bool scoreboard_flit(struct scoreboard *, uint64_t cycle, unsigned output, bool head, const uint32_t *words,
		     struct packet *packet, char why[SCOREBOARD_WHY]);

/* A whole packet leaves: the same for a backend without flits. */
bool scoreboard_packet(struct scoreboard *, uint64_t cycle, unsigned output, const struct packet *p, char why[SCOREBOARD_WHY]);

/*
 * No flow stands still while others move: of the packets not yet seen leaving, none has seen more than so many others leave from its
 * own input since it came. In a queue of its own a packet waits for those ahead of it, `slots` at most, and for stops downstream, in each of
 * which others go on: 1,500 random switches between neighbours that stop as they like kept below 4,000, and below 65 times their slots.
 * Looks at all packets there may be. False: why names one.
 */
bool scoreboard_fair(const struct scoreboard *, uint64_t cycle, char why[SCOREBOARD_WHY]);
uint64_t scoreboard_patience(const struct shape *s);            /* so many others */

/* Packets sent and not yet (completely) seen leaving. */
uint64_t scoreboard_outstanding(const struct scoreboard *);
uint64_t scoreboard_delivered(const struct scoreboard *);

#endif
