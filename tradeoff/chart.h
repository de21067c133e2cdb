#pragma once

#include <stdbool.h>
#include <stdio.h>

/* An axis of a plot: from low to high, with a tick at each multiple of step, which is 1, 2 or 5 times a power of ten. */
struct scale {
	double low, high, step;
	int digits;                     /* of a tick's label, behind the point */
};

/* A scale that covers all values from low to high, with at least two steps and at most `most`. */
struct scale scale_of(double low, double high, unsigned most);

unsigned scale_ticks(const struct scale *);
double scale_tick(const struct scale *, unsigned i);
void scale_label(const struct scale *, unsigned i, char *text, size_t size);

/* Position of a value: 0 at low, 1 at high; a value within the scale is so up to a rounding error. */
#define SCALE_SLACK 1e-9
double scale_at(const struct scale *, double value);

/*
 * The range of a scale on which few values do not squeeze all others. *low..*high has to include all values; its high (or low) end moves
 * to the value behind the outermost ones, at most a tenth of them, where that takes at least a third of the range. Sorts the values.
 */
void scale_without_outliers(double *value, unsigned n, bool at_high, double *low, double *high);

/*
 * A scatter plot as an SVG element, without script. Series differ in colour and in shape; points of the front are filled, and a
 * staircase joins them. A point outside of a scale stands in a strip behind the break of that axis, with an arrow. The page defines
 * the colours: classes s0, s1 ... of tradeoff/page.css.
 */
enum { CHART_COLOURS = 8, CHART_SHAPES = 6, CHART_LABEL = 64, CHART_TITLE = 256 };

/* In units of the picture, which scales to the width of the page. */
enum { CHART_WIDTH = 440, CHART_HEIGHT = 330, CHART_LEFT = 52, CHART_RIGHT = 20, CHART_TOP = 12, CHART_BOTTOM = 46, CHART_MARK = 5 };

struct chart_point {
	double x, y;
	unsigned series;
	bool front;
	char label[CHART_LABEL];        /* text beside the point: of the front and of points outside always, of others where there is room; "": none */
	char title[CHART_TITLE];        /* text shown while the mouse is on the point */
};

struct chart {
	const char *id, *title;         /* id: of the element, unique in its page */
	const char *x_label, *y_label;
	struct scale x, y;
	unsigned n;
	const struct chart_point *point;        /* those of a series in the order in which a line joins them */
};

/* Is the point outside of a scale? */
bool chart_outside(const struct chart *, const struct chart_point *);

void chart_write(const struct chart *, FILE *);

/* The mark of a series alone, for a legend. */
void chart_mark(unsigned series, bool front, FILE *);
