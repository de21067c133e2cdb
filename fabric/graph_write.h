#ifndef GRAPH_WRITE_H
#define GRAPH_WRITE_H

#include "graph.h"

#include <stdio.h>

/* Write the links as our CSV, a row for each. */
void graph_write_links(const struct graph *, FILE *);

#endif
