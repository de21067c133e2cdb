#pragma once

#include "shape.h"

#include <stdint.h>

/*
 * The ports of a switch of one shape, its units, where they stand, and their registers and memories:
 * spec/ports.def, spec/units.def and spec/units/<unit>.def as data, widths evaluated.
 */
#define WHEN(condition)
#define IN(name, ...)  PIN_##name,
#define OUT(name, ...) PIN_##name,
enum pin {
#include "ports.def"
	PINS
};

#define ROW_TABLE "units.def"
#define ROW_NAME(name)
enum unit {
#define UNIT_ROW(name, ...) UNIT_##name,
#include "row_names.h"
	UNITS
};

enum site {
#define SITE(name, per, path) SITE_##name,
#include "row_names.h"
	SITES
};
#undef ROW_TABLE
#undef ROW_NAME

enum { UNIT_SIGNALS = 32 };
#define RESET_ONES UINT64_MAX   /* all bits set, whatever the width */

/* A register once the switch is empty: at its reset value again, at any value, or 0. */
enum leftover { LEFT_AT_RESET, LEFT_STALE, LEFT_ZERO };

struct signal {
	enum signal_kind { SIGNAL_IN, SIGNAL_OUT, SIGNAL_REG, SIGNAL_MEM } kind;   /* IN, OUT: of the switch alone */
	const char *name, *help;
	const char *of;                 /* REG: the instance in the unit that holds it; NULL: the unit itself */
	const char *per;                /* "queue": bits for each of so many of these; NULL: of one */
	unsigned elements, bits;
	unsigned width;                 /* bits in all, or of a word; 0: absent */
	unsigned words;                 /* MEM: a word for each element; 0: absent */
	bool masked;                    /* MEM: of a word only the bits in a mask are written */
	uint64_t most;                  /* REG: greatest value of a field (of at most 64 bits) */
	uint64_t reset;                 /* REG */
	enum leftover leftover;         /* REG */
	bool shown;                     /* REG: an output of the switch shows it ... */
	enum pin pin;                   /* ... this one; of a port of the switch: that which says when it means something */
};

struct unit_desc {
	const char *name, *help;                /* name: of its table and module; units of two sides have the same */
	bool present;
	const char *holds;                      /* register that holds heads back (units.def); NULL: none does */
	unsigned n;                             /* rows of the .def file, in its order */
	struct signal signals[UNIT_SIGNALS];    /* absent ones included, so that indices do not move */
};

/* Where a unit stands. */
struct site_desc {
	const char *name, *path;                /* path: with %u for the number of an instance */
	enum unit unit;
	enum site_per { AT_INPUT, AT_OUTPUT, AT_SWITCH } per;
	unsigned instances;                     /* radix, radix or 1; 0: absent */
};

/* Fills units[UNITS], sites[SITES]. */
void units_describe(const struct shape *s, struct unit_desc units[UNITS], struct site_desc sites[SITES]);

/* All registers and memories that a switch has, in the order of the manifest: begin, and as long as there is a next one, look at `site` and `signal`. */
struct units_walk {
	const struct site_desc *site;
	const struct signal *signal;
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
};

void units_begin(struct units_walk *, const struct shape *s);
bool units_next(struct units_walk *);

/* The ports of the switch, in the order of spec/ports.def. */
void ports_describe(const struct shape *s, struct signal ports[PINS]);

/* Index of the signal of this name, which the unit has. */
unsigned units_row(const struct unit_desc *u, const char *name);

/* Hierarchical name of a register or memory below its unit: "head_q", "arbiter.prio_q". */
void units_signal_name(const struct signal *g, char *name, size_t size);

/* Hierarchical instance name below the switch: "g_in[3].iport.mu", "g_out[3].oport", "xbar". */
void site_path(const struct site_desc *site, unsigned instance, char *path, size_t size);
