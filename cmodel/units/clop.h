#ifndef CLOP_H
#define CLOP_H

#include "image.h"
#include "packet.h"
#include "list_sweep.h"

/*
 * Lists of destinations of all output ports, in memories. A header that leaves is looked up, and matched in the cycle after.
 * Invariant: an output is busy exactly if columns of it are being cleared.
 * RTL twin: rtl_gen/units/clop.v. FBICM 3.5.
 */
struct clop {
	struct list_sweep lists;
	uint64_t busy;                  /* outputs: sweep_q is not zero ... */
	uint32_t columns[SWITCH_PORTS]; /* ... but this */
	uint64_t left;                  /* outputs: left_q */
	uint32_t destination[SWITCH_PORTS];     /* by output: destination_q */
	uint8_t from[SWITCH_PORTS];     /* by output: src_q */
};

void clop_place(struct clop *u, const struct shape *s, struct arena *a);
void clop_reset(struct clop *u, const struct shape *s);

/* The header of a packet leaves, while a line is stopped. */
static inline void clop_lookup(struct clop *u, unsigned port, uint32_t destination, unsigned from)
{
	list_sweep_read(&u->lists, port, destination);
	u->left |= bit(port);
	u->destination[port] = destination;
	u->from[port] = (uint8_t)from;
}

/* Headers that left in the cycle before have been matched. */
static inline void clop_matched(struct clop *u)
{
	u->left = 0;
}

/* The cycle ends, of a port that is busy or has a message; NULL: it has none. */
void clop_step(struct clop *u, unsigned port, const struct message *msg);

/* Of these outputs, all registers, but the memory's and left_q; those. */
void clop_image(const struct clop *u, const struct shape *s, uint64_t outputs, struct image *m);
void clop_image_read(const struct clop *u, uint64_t outputs, struct image *m);

#endif
