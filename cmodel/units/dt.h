#pragma once

#include "image.h"
#include "route_table.h"

/*
 * Destination tables of all input ports.
 * Invariant: a header that arrives in a cycle enters the cold queue in the next.
 * RTL twin: rtl_gen/units/dt.v. FBICM 3.3.
 */
struct dt {
	struct route_table table;
	uint64_t arriving;              /* inputs: arrive_q */
	struct dt_entry {               /* by input: of the header that arrived last */
		uint32_t destination;
		uint16_t slot;
		uint8_t out, flits;             /* its request */
	} enter[SWITCH_PORTS];
	uint64_t read;                  /* inputs that have read table_mem since reset */
	uint64_t entered;               /* inputs where a packet entered the cold queue in the last step */
	uint16_t entered_at[SWITCH_PORTS];      /* by input: its slot */
};

extern const struct unit_model dt_unit;

/* A header arrives and takes a slot. number: of the switch in its bank; first: the first port of that switch. */
static inline void dt_arrive(struct dt *u, unsigned port, unsigned number, unsigned first, unsigned slot, const struct packet *p)
{
	const struct route way = route_table_look(&u->table, number, first, p);

	u->enter[port] = (struct dt_entry){ p->destination, (uint16_t)slot, (uint8_t)way.out, (uint8_t)p->flits };
}

/* Returns the packet that arrived in the cycle before and enters the cold queue in this one. */
static inline const struct dt_entry *dt_enter(struct dt *u, unsigned port)
{
	u->entered_at[port] = u->enter[port].slot;
	return u->enter + port;
}

/* End a cycle. entered: inputs where a packet entered the cold queue; arrived: inputs where a header arrived. */
static inline void dt_end(struct dt *u, uint64_t entered, uint64_t arrived)
{
	u->entered = entered;
	u->arriving = arrived;
	u->read |= arrived;
}

/* True if hdr_mem does not have the header of this slot yet, because the packet enters its queue in this cycle. */
static inline bool dt_holds(const struct dt *u, unsigned port, unsigned slot)
{
	return u->arriving >> port & 1 && u->enter[port].slot == slot;
}
