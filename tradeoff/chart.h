#ifndef CHART_H
#define CHART_H

#include "scale.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * A scatter plot as an SVG element, without script. Series differ in colour and in shape; points of the front are filled, and a
 * staircase joins them. The page defines the colours: classes s0, s1 ... of tradeoff/page.css.
 */
enum { CHART_COLOURS = 8, CHART_SHAPES = 6, CHART_LABEL = 32, CHART_TITLE = 256 };

struct chart_point {
	double x, y;
	unsigned series;
	bool front;
	char label[CHART_LABEL];        /* text beside the point, where there is room */
	char title[CHART_TITLE];        /* text shown while the mouse is on the point */
};

struct chart {
	const char *id, *title;         /* id: of the element, unique in its page */
	const char *x_label, *y_label;
	struct scale x, y;
	unsigned n;
	const struct chart_point *point;        /* those of a series in the order in which a line joins them */
};

void chart_write(const struct chart *, FILE *);

/* The mark of a series alone, for a legend. */
void chart_mark(unsigned series, bool front, FILE *);

#endif
