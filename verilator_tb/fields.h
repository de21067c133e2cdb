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

/* A leftover: the register keeps an old value when its packet, line or message has gone. */
bool fields_stale(const char *reg);

/* The register is 0 in an empty switch, and not at its reset value, once the sweep after reset has cleared all lists. */
bool fields_rest_at_zero(const char *reg);

#endif
