#pragma once

#include "arena.h"
#include "bits.h"
#include "image.h"
#include "packet.h"
#include "table.h"
#include "unit.h"

#include <assert.h>

/*
 * Destination tables of all input ports. All ports of a switch have the same words, which are stored once.
 * Invariant: a header that arrives in a cycle enters the cold queue in the next.
 * RTL twin: rtl_gen/units/dt.v. FBICM 3.3.
 */
struct dt {
	unsigned nodes;
	struct dt_word { uint8_t output, written; } *word;      /* by switch, by destination */
	uint64_t arriving;              /* inputs: arrive_q */
	struct dt_entry {               /* by input: of the header that arrived last */
		uint32_t destination;
		uint16_t slot;
		uint8_t out, flits;             /* its request */
	} enter[SWITCH_PORTS];
	uint64_t read;                  /* inputs that have read table_mem since reset */
	uint64_t entered;               /* inputs where a packet entered the cold queue in the last step */
	uint16_t entered_at[SWITCH_PORTS];      /* by input: its slot */
	bool wrote;                     /* a word was written in the last step */
	uint32_t wrote_at;              /* destination of that word */
};

extern const struct unit_model dt_unit;

/* Word of the table of switch `number` of the bank. */
static inline struct dt_word *dt_word(const struct dt *u, unsigned number, uint32_t destination)
{
	return u->word + (size_t)number * u->nodes + destination;
}

static inline void dt_write(struct dt *u, unsigned number, uint32_t destination, unsigned output)
{
	*dt_word(u, number, destination) = (struct dt_word){ (uint8_t)output, 1 };
}

/* A header arrives and takes a slot. number: of the switch in its bank; first: the first port of that switch. */
static inline void dt_arrive(struct dt *u, unsigned port, unsigned number, unsigned first, unsigned slot, const struct packet *p)
{
	const struct dt_word *word = dt_word(u, number, p->destination);

	assert(p->destination < u->nodes && word->written && "header for a destination that is not in the table");
	u->enter[port] = (struct dt_entry){ p->destination, (uint16_t)slot, (uint8_t)(first + word->output), (uint8_t)p->flits };
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

/* Configuration port of the first switch. write: it writes a word in this cycle. */
static inline void dt_configure(struct dt *u, bool write, uint32_t destination, unsigned output)
{
	u->wrote = write;
	if (!write)
		return;
	u->wrote_at = destination;
	dt_write(u, 0, destination, output);
}

/* True if hdr_mem does not have the header of this slot yet, because the packet enters its queue in this cycle. */
static inline bool dt_holds(const struct dt *u, unsigned port, unsigned slot)
{
	return u->arriving >> port & 1 && u->enter[port].slot == slot;
}
