#pragma once

#include "units.h"

#include <stdio.h>

/*
 * A memory map: the macros of a process, pin by pin, and which of them a memory is made of (docs/use/memories.md has the format). Each macro has
 * one write port and one read port, and gives what is read in the cycle after the read.
 */
enum { MAP_NAME = 64, MAP_MACROS = 32, MAP_OTHERS = 16, MAP_WHY = 512, MAP_WORDS = 1 << 20, MAP_BITS = 4096 };

/* macro_pins.def: MAP_WRITE_clock ... */
enum map_pins {
#define PIN(port, name, polarity, lines, net) MAP_##port##_##name,
#include "macro_pins.def"
	MAP_PINS
};

extern const struct map_pin_row {
	const char *name, *net;
	enum map_port { MAP_READ, MAP_WRITE } port;
	bool polarity;
	enum map_lines { MAP_ONE, MAP_ADDRESS, MAP_DATA, MAP_MASK } lines;
} map_pin_rows[MAP_PINS];

/* A pin; name "": the macro has none. */
struct map_pin {
	char name[MAP_NAME];
	bool low;                       /* active low */
};

/* A pin that is not used: an output that stays open, or an input that is tied. */
struct map_other {
	char name[MAP_NAME];
	unsigned bits;
	bool tied, one;                 /* one: to 1 */
};

struct map_macro {
	char name[MAP_NAME];
	unsigned line;                  /* of the map */
	unsigned words, bits;
	struct map_pin pin[MAP_PINS];   /* MAP_WRITE_write: beside the enable, the second condition */
	unsigned grain;                 /* bits of the word for each bit of the mask */
	bool holds;                     /* the data read stay until the next read */
	bool old;                       /* a read of the word being written gives the old word */
	double area_um2;                /* 0: not given */
	unsigned n_others;
	struct map_other other[MAP_OTHERS];
};

struct memory_map {
	unsigned n;
	struct map_macro macro[MAP_MACROS];
	unsigned least_use;             /* per cent of the macros' bits that a memory has to use */
};

/* What a memory is made of. */
struct map_choice {
	const struct map_macro *macro;  /* NULL: none serves, the memory is inferred */
	unsigned deep, wide;            /* macros in either direction */
	unsigned step;                  /* words of the memory in one; a power of two if deep > 1 */
	unsigned column;                /* bits of the memory in one */
};

/* False: why is one line with path and line. */
bool map_read(struct memory_map *m, FILE *f, const char *path, char why[MAP_WHY]);

/* Has it this pin, and not by another name? One clock may serve both ports. */
bool map_has_pin(const struct map_macro *m, enum map_pins pin);
unsigned map_pin_bits(const struct map_macro *m, enum map_pins pin);

/* The macros that waste the fewest bits; of equals, those that are fewest, then the first of the map. */
struct map_choice map_choose(const struct memory_map *m, unsigned words, unsigned width, bool masked);

/* Memories of one shape. */
struct memory_shape {
	unsigned words, width;          /* width in bits */
	bool masked;                    /* writes have a bit mask */
	unsigned count;                 /* in the switch, or the network */
	double mm2;                     /* of one; 0: not known */
	struct map_choice choice;       /* what it is made of; no macro: it is inferred */
};

enum { MAP_SHAPES = 32 };

/* So many more memories of a shape, in a list of *n. False: there are too many shapes. */
bool memory_shapes_add(struct memory_shape list[MAP_SHAPES], unsigned *n, const struct memory_shape *more);

/* All of a switch. map: NULL, there are no macros. Returns their number. */
unsigned memory_shapes(const struct shape *s, const struct memory_map *map, struct memory_shape list[MAP_SHAPES]);

/* A memory for which no macro serves; false: there is none. */
bool map_unserved(const struct memory_map *m, const struct shape *s, char name[2 * MAP_NAME]);
