#pragma once

#include "arena.h"
#include "bits.h"
#include "unit.h"

/*
 * Lists of destinations in memories, of all ports of one side: a row for each destination, a bit for each line. The sweep of a port clears
 * columns row by row. A column may begin at any row, and is done when the sweep comes to that row again.
 * Invariant: rows that hold nothing are never written, so that they take no memory.
 * RTL twin: rtl_gen/units/list_sweep.v, and the memory of clip.v or clop.v.
 */
struct list_sweep {
	unsigned nodes, lines;
	uint16_t sweep_row[SWITCH_PORTS];       /* by port: sweep_row_q */
	uint16_t known[SWITCH_PORTS];   /* by port: rows below this have been cleared since reset; the others may hold anything */
	uint16_t *start_row;            /* by port, by line: start_row_q */
	uint32_t *row;                  /* by port, by destination */
	uint32_t read[SWITCH_PORTS];    /* by port: the memory's read register; valid for ports in has_read */
	uint64_t has_read;              /* ports that have read the memory since reset */
	uint64_t wrote;                 /* ports that wrote the memory in the last step */
	uint16_t wrote_at[SWITCH_PORTS];        /* by port: in this row */
};

/* As in struct unit_model, of a unit that begins with one; a word of the memory that may hold anything is none. */
void list_sweep_place(void *unit, const struct bank *, struct arena *);
bool list_sweep_memory(const void *unit, const struct sight *, unsigned row, unsigned port, unsigned address, uint32_t *words);
uint64_t list_sweep_writes(const void *unit, const struct sight *, unsigned row, unsigned address[SWITCH_PORTS]);

static inline uint32_t *list_sweep_row(const struct list_sweep *u, unsigned port, uint32_t destination)
{
	return u->row + (size_t)port * u->nodes + destination;
}

static inline uint16_t *list_sweep_start_row(const struct list_sweep *u, unsigned port, unsigned l)
{
	return u->start_row + (size_t)port * u->lines + l;
}

/* Begin a cycle. */
static inline void list_sweep_start(struct list_sweep *u)
{
	u->wrote = 0;
}

/* Read the row of a destination. Call before the memory is written in the same cycle. */
static inline void list_sweep_read(struct list_sweep *u, unsigned port, uint32_t destination)
{
	u->read[port] = *list_sweep_row(u, port, destination);
	u->has_read |= bit(port);
}

/* Add the destination to the lists of these lines. */
static inline void list_sweep_learn(struct list_sweep *u, unsigned port, uint32_t destination, uint32_t lines)
{
	*list_sweep_row(u, port, destination) |= lines;
	u->wrote |= bit(port);
	u->wrote_at[port] = (uint16_t)destination;
}

/* Clear the next row of these columns. Returns the columns that are done. */
uint32_t list_sweep_clear(struct list_sweep *u, unsigned port, uint32_t columns);

/* End the cycle of a port, whether it wrote or not. rest: columns to be cleared from the next cycle on; begin: those of them that are new. */
void list_sweep_end(struct list_sweep *u, unsigned port, uint32_t rest, uint32_t begin);

/* Render sweep_row_q and start_row_q of a port. */
struct rendering;
void list_sweep_image(const struct list_sweep *u, const struct shape *s, unsigned port, struct rendering r, unsigned sweep_row, unsigned start_row);

/* True if all lists are empty. */
bool list_sweep_empty(const struct list_sweep *u, unsigned ports);
