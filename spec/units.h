#ifndef UNITS_H
#define UNITS_H

#include "shape.h"

#include <stdint.h>

/*
 * The units of a switch of one shape, with every port, register and memory:
 * spec/units.def and spec/units/<unit>.def as data, widths evaluated.
 */
/* To whom it is the same. */
#define MASKED_MEM MEM
#define REG_OF(instance, name, width, reset, help) REG(name, width, reset, help)
enum unit {
#define UNIT_BEGIN(name, per, present, help) UNIT_##name,
#define UNIT_END(name)
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help)
#define MEM(name, words, width, help)
#include "units.def"
#undef UNIT_BEGIN
#undef UNIT_END
#undef IN
#undef OUT
#undef REG
#undef MEM
	UNITS
};

enum { UNIT_SIGNALS = 56 };
#define RESET_ONES UINT64_MAX   /* all bits set, whatever the width */

struct signal {
	enum signal_kind { SIGNAL_IN, SIGNAL_OUT, SIGNAL_REG, SIGNAL_MEM } kind;
	const char *name, *help;
	const char *of;                 /* REG: the instance in the unit that holds it; NULL: the unit itself */
	unsigned width;                 /* bits; 0: absent */
	unsigned words;                 /* MEM; 0: absent */
	bool masked;                    /* MEM: of a word only the bits in a mask are written */
	uint64_t reset;                 /* REG */
};

struct unit_desc {
	const char *name, *help;
	enum unit_per { PER_INPUT, PER_OUTPUT, PER_SWITCH } per;
	bool present;
	unsigned n;                             /* rows of the .def file, in its order */
	struct signal signals[UNIT_SIGNALS];    /* absent ones included, so that indices do not move */
};

/* Fills units[UNITS]. */
void units_describe(const struct shape *s, struct unit_desc units[UNITS]);

/* Instances of a unit in a switch: radix, radix or 1; 0 if absent. */
unsigned units_instances(const struct shape *s, const struct unit_desc *u);

/* Index of the signal of this name, which the unit has. */
unsigned units_row(const struct unit_desc *u, const char *name);

/* Hierarchical name of a register or memory below its unit: "head_q", "arbiter.prio_q". */
void units_signal_name(const struct signal *g, char *name, size_t size);

/* Hierarchical instance name below the switch: "g_in[3].iport.mu", "g_out[3].oport", "xbar". */
void units_path(const struct unit_desc *u, unsigned instance, char *path, size_t size);

#endif
