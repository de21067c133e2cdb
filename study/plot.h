#pragma once

#include <stdbool.h>
#include <stdio.h>

/*
 * A plot of results, by gnuplot: a panel for each value of an axis, or for each of several columns, side by side; in a panel, a curve for
 * each value of another axis.
 */
struct results;

struct plot {
	const char *x, *y;              /* columns, or sums of them, or axes with numbers; y of several panels: words */
	const char *panel, *curve;      /* axes; panel NULL: a panel for each word of y */
	const char *curve_unit;         /* "SAQs": a curve whose value is a number is called "4 SAQs"; NULL: "4" */
	const char *x_label, *y_label;
	double y_most;                  /* end of the y axis; 0: gnuplot's choice */
	bool logarithmic;               /* y */
	bool points;                    /* marks, not lines: of curves of one point */
};

enum { PLOT_WHY = 512 };

/* The script, with the data inside, which writes `name`.svg where it runs. */
void plot_write(const struct plot *, const char *title, const struct results *, const char *name, FILE *);

/* Runs script `name`.gp in dir. False: why; then no plot exists, not even an earlier one; errno: of a disk that fails, otherwise 0. */
bool plot_draw(const char *dir, const char *name, char why[PLOT_WHY]);
