#pragma once

#include "image.h"
#include "list_sweep.h"
#include "messages.h"

/*
 * Lists of destinations of all output ports, in memories. The destination of a leaving header is looked up; in the next cycle it is matched.
 * Invariant: an output is busy exactly if columns of it are being cleared.
 * RTL twin: rtl_gen/units/clop.v. FBICM 3.5.
 */
struct clop {
	struct list_sweep lists;
	uint64_t busy;                  /* outputs: columns_q is not 0 */
	uint32_t columns[SWITCH_PORTS]; /* by output: columns_q */
	uint64_t departed;              /* outputs: departed_q */
	uint32_t destination[SWITCH_PORTS];     /* by output: destination_q */
	uint8_t from[SWITCH_PORTS];     /* by output: src_q */
};

extern const struct unit_model clop_unit;
void clop_reset(struct clop *u, const struct shape *s);

/* Look up the header of a leaving packet. Call only if a line of the output is stopped. */
static inline void clop_lookup(struct clop *u, unsigned port, uint32_t destination, unsigned from)
{
	list_sweep_read(&u->lists, port, destination);
	u->departed |= bit(port);
	u->destination[port] = destination;
	u->from[port] = (uint8_t)from;
}

/* Clear departed_q: headers that left in the cycle before have been matched. */
static inline void clop_matched(struct clop *u)
{
	u->departed = 0;
}

/* End the cycle of a port that is busy or has a message. msg: the message; NULL: none. */
void clop_step(struct clop *u, unsigned port, const struct message *msg);
