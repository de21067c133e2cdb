#pragma once

#include <stdbool.h>

/*
 * The part of a liberty file (IEEE 1481 annex; Synopsys' cell library format) that is needed here: the cells, their areas, and
 * which are flip-flops. abc and OpenSTA need the delays, and read the file themselves.
 */
enum { LIBERTY_NAME = 128, LIBERTY_WHY = 512, LIBERTY_PATH = 4096 };

struct liberty_cell {
	char name[LIBERTY_NAME];
	double area;                    /* in the library's unit, most often square micrometres */
	bool flip_flop;
	bool nand2;                     /* a two-input NAND and nothing else */
	bool buffer;                    /* a buffer and nothing else */
};

struct liberty {
	char name[LIBERTY_NAME];        /* of the library */
	unsigned n;
	struct liberty_cell *cells;
	const struct liberty_cell *nand2;       /* the smallest two-input NAND: one gate equivalent */
	const struct liberty_cell *buffer;      /* the smallest; NULL: there is none */
};

struct text;

/* Reads a file; or GENERIC_NAME, the library of this program; or for NULL OSU's for 0.18 um, where distributions install it, and where they do not, that of this
 * program. *text is what was read, to be freed; path its name. False: why is one line with path and line number. A library without a flip-flop or a two-input
 * NAND is refused. */
bool liberty_read(struct liberty *l, const char *file, struct text *text, char path[LIBERTY_PATH], char why[LIBERTY_WHY]);

/* Technology of what liberty_read() takes, where it is known; 0: of others. */
unsigned liberty_nm(const char *file);

/* The same for a text in memory; path is for messages. */
bool liberty_parse(struct liberty *l, const char *text, const char *path, char why[LIBERTY_WHY]);
void liberty_free(struct liberty *l);

/* Is a function the NAND of two variables, whatever they are called? Is it a single variable, not inverted? */
bool function_is_nand2(const char *text);
bool function_is_buffer(const char *text);

/* NULL: no such cell. */
const struct liberty_cell *liberty_find(const struct liberty *l, const char *name);
