#ifndef FIELDS_H
#define FIELDS_H

#include "units.h"

/*
 * How a register divides into fields: "a field per queue", read off its width in the tables
 * (`s->queues * s->slot_w`).
 */
struct fields {
	const char *each;       /* "queue"; NULL: the register is one field */
	unsigned n, width;
};

struct fields fields_of(const struct shape *s, enum unit unit, unsigned row, unsigned width);

/* A register that may hold anything once its packet, line or message has gone: it does not return to its reset value. */
bool fields_stale(const char *reg);

/* A register of an empty switch is at its reset value; but this one is 0, once all lists have been cleared after reset. */
bool fields_rest_at_zero(const char *reg);

#endif
