#pragma once

#include "../bus.h"
#include "../rng.h"
#include "../table.h"
#include "shape.h"

#include <stdbool.h>

/*
 * Who reads and writes the registers of a switch: random accesses, one after the other, with gaps; of AXI-Lite a write and a read at the same
 * time. Most are to registers that are there; others to addresses around them, misaligned, or with bytes missing, which must be refused. It
 * keeps the rules of the bus, and sees the switch only through it.
 */
struct bus_master {
	struct rng rng;
	struct bus_access {
		bool busy;
		bool address_there, data_there, address_done, data_done;        /* of AXI-Lite: valid from now on; taken */
		bool table;                             /* a write to a word of the routing table */
		uint32_t address, data, strobe;
	} write, read;
	bool enable;                            /* of APB */
};

struct bus_master bus_master_new(uint64_t seed);

/* Is a write to the routing table under way? */
static inline bool bus_master_writes_table(const struct bus_master *b)
{
	return b->write.busy && b->write.table;
}

/* Set *in to what it puts on the bus in a cycle. begin: it may begin an access; table: words that it may write, which have these
 * values already, and keep them until bus_master_writes_table() is over (NULL: none). */
void bus_master_drive(struct bus_master *b, const struct shape *s, bool begin, const struct table_entry *table, struct bus_in *in);

/* The switch has this on the bus in that cycle, in which the master had *in there. */
void bus_master_hear(struct bus_master *b, const struct shape *s, const struct bus_in *in, const struct bus_out *out);
