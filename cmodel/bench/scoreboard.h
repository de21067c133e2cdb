#pragma once

#include "../packet.h"
#include "../switch.h"
#include "../table.h"

#include <stdbool.h>

/*
 * Independent check that a switch is lossless: every packet sent comes out once, at the output its turn (or the routing table) names
 * (of a network interface: at the other port, from the host with the route to its destination, or its queue at the switch),
 * in order per flow, with its header rewritten, its payload intact, and its flits at the pace of the link. A flow has one input, one route, and one
 * priority or service level: packets of different flows may overtake each other even between the same two ports. The scoreboard knows nothing of
 * the model. It works on raw flits (RTL) or on whole packets (C model).
 * Of a wormhole router, which sends flits: each packet comes out once, in one VC, by a port and a VC that routing allows it, or, if it came by the recovery lane
 * or was seized, by the lane; its flits in order, with nothing between them in that VC, none before it came, and intact. There is no order among packets.
 */
struct scoreboard;

enum { SCOREBOARD_WHY = 256 };

/* The routing table: entries are copied, routes must outlive the scoreboard, or a restart; NULL: the scheme has none. at: the position of a wormhole router in
 * its network. Returns NULL if out of memory. */
struct scoreboard *scoreboard_new(const struct shape *s, const struct table_words *, uint32_t at);
void scoreboard_free(struct scoreboard *);

/* All that enters in a cycle: the functions below for each of it. */
void scoreboard_brought(struct scoreboard *, uint64_t cycle, const struct switch_in *);

/* The switch is reset: packets that have not left are no longer expected. The number of packets delivered counts on. */
void scoreboard_restart(struct scoreboard *, const struct table_words *);

/* A packet enters at an input in this cycle. p->source must be the input's number. */
void scoreboard_sent(struct scoreboard *, uint64_t cycle, unsigned input, const struct packet *p);

/* A flit leaves, a wormhole router in a VC. *packet becomes the packet that it belongs to (tag included), and *flit its number. If several packets look the same,
 * because the header has few bits for the source and leaves few for payload, it is the one with the tag that *packet had before. words NULL: it is flit *flit of
 * *packet. False: why says what was seen and what was expected. */
bool scoreboard_flit(struct scoreboard *, uint64_t cycle, unsigned output, unsigned vc, bool head, const uint32_t *words, struct packet *packet, unsigned *flit,
			char why[SCOREBOARD_WHY]);

/* A whole packet leaves: the same for a backend without flits. */
bool scoreboard_packet(struct scoreboard *, uint64_t cycle, unsigned output, const struct packet *p, char why[SCOREBOARD_WHY]);

/* All that leaves a backend without flits in a cycle. */
bool scoreboard_departing(struct scoreboard *, uint64_t cycle, const struct switch_out *, char why[SCOREBOARD_WHY]);

/*
 * No flow stalls while others move: for no packet that has not left, more than scoreboard_patience() rivals have left since it was sent.
 * Rivals are the packets from its input, or those for its destination from any input.
 * A packet waits for those ahead of it in its queue, `slots` at most, and for stops downstream, during which other queues go
 * on: with 1,500 random switches, between neighbours that stop at random, fewer than 4,000 packets left from its input, and fewer than 65
 * times its slots. In a network, stops last as long as others have a share of a congested link, so packets from its input may be any number.
 * Where VCs have precedence, this is of the packets of VC 0 among themselves: those of others wait for as long as there are such.
 * Visits all packets that the switch may hold. False: why names a packet.
 */
enum scoreboard_rivals { SCOREBOARD_SAME_INPUT, SCOREBOARD_SAME_ROUTE, SCOREBOARD_RIVALS };

bool scoreboard_fair(struct scoreboard *, uint64_t cycle, enum scoreboard_rivals, char why[SCOREBOARD_WHY]);
uint64_t scoreboard_patience(const struct shape *s);            /* packets */

/* From this cycle on, flits are seen where whole packets were before. */
void scoreboard_by_flits(struct scoreboard *, uint64_t cycle);

/* Tokens of the link in the cycle of the last header at an output, where links have a pace. */
unsigned scoreboard_tokens(const struct scoreboard *, unsigned output);

/* Packets that were sent and have not left completely. */
uint64_t scoreboard_outstanding(const struct scoreboard *);
uint64_t scoreboard_delivered(const struct scoreboard *);
