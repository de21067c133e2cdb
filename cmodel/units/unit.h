#pragma once

#include "arena.h"
#include "switch.h"

/*
 * What is asked of a unit, whatever switch it stands in. A switch lists its units (UNIT_OF, switch_model.h), and switch.c asks each of them in turn: so
 * the struct of a switch, its list and its step are all that has to be written for a new one.
 */

/* A bank of switches, where a unit holds that unit of all ports. */
struct bank {
	const struct shape *s;          /* of one of them, or of a side of it */
	unsigned ports, switches;       /* in all */
};

/* Of images. The units of a switch by their sites; one that is a site of no unit has none. */
struct standing {
	void *unit;
	const struct unit_model *model;
	const struct shape *s;
};

/* What a unit that is looked at has to know of the rest: units beside it are at[SITE_<name>].unit. */
struct sight {
	const struct standing *at;
	const struct shape *s;          /* that it is made by: of the switch that is shown, the first of its bank, or of a side of it */
	enum site site;                 /* of the unit */
	uint64_t ports;                 /* of that: ones */
	uint64_t cycle;
	bool anew;                      /* the last image was not that of the cycle before: render whatever may have changed since */
	bool stepped;                   /* the last step was of this cycle */
};

/* Of what a port has one or more: kinds of elements; a switch. */
enum unit_per {
#define ELEMENT(name, number) PER_##name,
#include "elements.def"
#undef ELEMENT
	PER_switch
};

/* An array that a unit has, in all ports of the bank, and the pointer to it in its struct. The last of a list has 0 bytes. */
struct unit_array { size_t offset, bytes; enum heat heat; enum unit_per per; };
#define ARRAY(unit, heat, per, member) { offsetof(struct unit, member), sizeof *((struct unit *)NULL)->member, heat, PER_##per }
#define ARRAYS(...) (const struct unit_array[]){ __VA_ARGS__, { .bytes = 0 } }

/* Functions that a unit does not need are NULL. The first argument is the unit. */
struct unit_model {
	const struct unit_array *arrays;        /* NULL: it has none */
	void (*place)(void *, const struct bank *, struct arena *);     /* takes arrays of other sizes (arena.h) */
	void (*reset)(void *, const struct bank *);                     /* sets what is not 0 */
	bool (*rests)(const void *, const struct bank *);               /* nothing of a packet is left in it: switch_drained() */
	/* Images only. Before a step, and after it: keeps what registers will show of it. */
	void (*before)(void *, const struct sight *, const struct switch_in *);
	void (*after)(void *, const struct sight *, const struct switch_in *, const struct switch_out *);
	void (*image)(void *, const struct sight *, struct image *);    /* renders its registers */
	/* Of its memory in this row of the unit: switch_memory(), switch_writes(), switch_word(); the last of what the first has a cycle later. */
	bool (*memory)(const void *, const struct sight *, unsigned row, unsigned port, unsigned address, uint32_t *words);
	uint64_t (*writes)(const void *, const struct sight *, unsigned row, unsigned address[SWITCH_PORTS]);
	bool (*word)(const void *, const struct sight *, unsigned row, unsigned port, unsigned address, uint32_t *words);
};

/* Takes the unit's arrays, those that it lists and others. */
void unit_place(const struct unit_model *, void *unit, const struct bank *, struct arena *);
