#pragma once

#include <stdbool.h>

/*
 * Analytical model of an SRAM: cells in subarrays, two by two in mats around their
 * predecoders, mats joined by H-trees. Geometry and logical effort give lengths and loads;
 * a calibration turns them into area, time, energy and leakage of a technology.
 */

/* Coefficients of one technology as one tool describes it: coefficients.def. */
struct calibration {
	const char *tool, *cell;        /* "cacti7", "itrs-hp" */
	unsigned nm;
	unsigned fewest;                /* subarrays in either direction */
	bool scaled_drivers;            /* outputs of a subarray run along its width from drivers that fit it, else its height */
#define COEFFICIENT(name, meaning) double name;
#include "coefficients.def"
#undef COEFFICIENT
};

enum memory_kind { MEMORY_RAM, MEMORY_CAM };

struct memory {
	enum memory_kind kind;
	unsigned words, width;                  /* width in bits */
	unsigned read, write, read_write;       /* ports; a CAM has one for searches besides */
};

/* An organisation of the array. A word is read from mux * mux1 * mux2 times as many columns. */
struct sram_organisation {
	unsigned across, down;          /* subarrays */
	unsigned mux, mux1, mux2;       /* multiplexers: of bit lines, and two behind the sense amplifiers */
	double span;                    /* words in a row of the whole array; below 1: rows in a word */
};

/* All are powers of two. More subarrays than this are neither small nor fast up to 256 KB. */
enum { SRAM_MUX_MAX = 256, SRAM_ACROSS_MAX = 16, SRAM_DOWN_MAX = 16, SRAM_SPAN_MAX = 256, SRAM_ROWS_MIN = 16, SRAM_COLUMNS_MIN = 2 };

/* Cost of an organisation. */
struct sram_cost {
	double area, height, width;             /* F2, F */
	double access, cycle;                   /* ps */
	double read, write;                     /* fJ an access */
	double leakage;                         /* nW */
};

/* ecc: with check bits. false: the organisation is impossible (too few rows or columns, or a wrong number of bits). */
bool sram_build(const struct calibration *c, const struct memory *m, bool ecc, const struct sram_organisation *o,
		struct sram_cost *cost);

/*
 * The choice, as CACTI makes it: of all organisations whose access takes at most 1 + slack
 * times the shortest, the smallest (SRAM_AREA) or that of the shortest cycle. Organisations
 * that take half as long again as the best in both access and read energy do not count.
 */
enum sram_objective { SRAM_AREA, SRAM_CYCLE };

/* Technology, tool to imitate, and objective of the choice of an array. */
struct price_setup {
	unsigned nm;                            /* of price_nodes (price.h); 130 and 180: area alone, scaled from 90 */
	const char *tool;                       /* "cacti7", "cacti6.5"; "cacti-p": CAMs only */
	const char *cell;                       /* "itrs-hp", at 45 nm also "itrs-lop", "itrs-lstp" */
	enum sram_objective objective;
	double slack;                           /* of the access time, against the shortest possible */
	bool ecc;                               /* a check bit more for each 8, in the array and on its wires */
};

/* Cost of the chosen organisation. */
bool sram_choose(const struct calibration *c, const struct memory *m, const struct price_setup *setup, struct sram_cost *cost);
