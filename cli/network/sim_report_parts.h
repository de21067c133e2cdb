#pragma once

#include "sim.h"

/* One run, as the parts of its page see it. */
struct report_page {
	const struct simulation *u;
	const struct simulation_result *r;
	const struct graph *fabric;     /* with names; NULL: there is none */
};

/* A plot, which a script draws. */
void report_figure(const char *id, const char *title, const char *note, FILE *);

/* The map of links; are there few enough of them? */
void report_map(const struct report_page *, FILE *);
bool report_links_drawn(const struct report_page *);

/* What samples show: plots over time; on the map. */
void report_tree_figures(const struct report_page *, FILE *);
void report_trees(const struct report_page *, FILE *);

/* Rows "switch,index,name" and "node,index,name". */
void report_names(const struct report_page *, FILE *);
