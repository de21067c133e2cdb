#ifndef LAWS_WAY_H
#define LAWS_WAY_H

#include "laws_state.h"

#include "link_use.h"

/* The ways of packets through a network interface, by the port where they leave; they come at the other one. */
enum { TO_NETWORK, TO_HOST, WAYS };

/* Packets of one way, according to the links, by class of credits. What one needs is a slot, or its cells. */
struct law_way {
	unsigned port;                  /* TO_NETWORK or TO_HOST */
	struct shape in, out;           /* behind the links by which they come and leave */
	uint32_t *held;                 /* of packets that came, not yet free */
	uint32_t *spent;                /* of packets that were granted, not yet credited */
	uint16_t under_way[SWITCH_DEPART_MOST]; /* granted in the last cycles, the latest first: the header is not yet on the link, or just */
	bool credited;                  /* a credit for what came is on the link now */
};

/* false: out of memory */
bool law_way_begin(struct law_way *, const struct shape *, unsigned port);
void law_way_end(struct law_way *);

/* What upstream and downstream count themselves. */
bool law_way_agrees(const struct law_way *, uint64_t cycle, const struct switch_in *, const struct neighbours *, char why[LAWS_WHY]);

/* What comes and leaves in a cycle. */
void law_way_passed(struct law_way *, const struct switch_in *, const struct switch_out *);

#endif
