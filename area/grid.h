#pragma once

#include "price.h"

#include <stdio.h>

/*
 * Compares the embedded model with a table of CACTI's results: a CSV whose first line that does not begin
 * with '#' names the columns. Required: tool, tech_nm, width_bits, read_ports, write_ports, rw_ports, and
 * size_bytes, cell_type, objective (RAM) or entries (CAM). Optional figures, which may be empty:
 */
enum grid_figure { GRID_AREA, GRID_ACCESS, GRID_CYCLE, GRID_READ, GRID_WRITE, GRID_SEARCH, GRID_LEAKAGE, GRID_FIGURES };

extern const char *const grid_columns[GRID_FIGURES];    /* "area_mm2", ... */

/* Absolute values of the relative errors of one figure, over all points that have it. */
struct grid_error {
	unsigned points;
	double median, p95, most;
	double bias;                            /* median with its sign */
};

struct grid_report {
	unsigned points;
	bool cams;
	struct grid_error error[GRID_FIGURES];
};

/* path is for messages. false: says why (path:line). */
bool grid_check(FILE *f, const char *path, struct grid_report *report, char why[PRICE_WHY]);
