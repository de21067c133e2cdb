#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * The figures of a point and where they come from: tradeoff/figures.def, tradeoff/sources.def; those that count: tradeoff/metrics.def.
 */
enum figure_source {
#define SOURCE(id, text) SOURCE_##id,
#include "sources.def"
#undef SOURCE
	SOURCES
};

enum figure {
#define FIGURE(id, label, unit, format, source, help) FIGURE_##id,
#include "figures.def"
#undef FIGURE
	FIGURES
};

/* tradeoff/metrics.def */
enum metric {
#define METRIC(id, title, axis, less) METRIC_##id,
#include "metrics.def"
#undef METRIC
	METRICS
};

struct metric_desc {
	enum figure figure, front;
	const char *title, *axis;
	bool less;
};

struct source_desc {
	const char *name, *text;
};

struct figure_desc {
	const char *name, *label, *unit, *help;         /* name: of the column */
	const char *format;             /* of printf() */
	enum figure_source source;
};

extern const struct figure_desc figures[FIGURES];
extern const struct metric_desc metrics[METRICS];
extern const struct source_desc figure_sources[SOURCES];

/* Do results with, or without, synthesis have the figure? */
bool figure_there(enum figure, bool synthesis);

/* Names of the columns that the results have, as words. */
void figure_columns(bool synthesis, char *text, size_t size);

/* The figures of a point; NAN: there is none. Those about the front are known only after all points. */
struct point_figures {
	double value[FIGURES];
};

/* Derives the sums for switch, port and node from the other figures. radix: ports of the switch. */
void figures_sum(struct point_figures *, bool synthesis, unsigned radix);

/* As a row of results. */
void figures_row(const struct point_figures *, bool synthesis, FILE *);
