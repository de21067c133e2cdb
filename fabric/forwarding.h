#pragma once

#include "file_lines.h"
#include "graph.h"

/* The forwarding tables of a fabric: a byte for each switch and LID. */
enum { FORWARDING_NONE = 255 };

struct forwarding {
	const struct graph *graph;
	uint8_t *out;                   /* by switch, by target: the port, 0: the switch itself; FORWARDING_NONE: there is none */
	uint64_t foreign;               /* entries of files that are of switches or LIDs which the fabric has not */
};

/* Empty tables. False: not enough memory. */
bool forwarding_new(struct forwarding *, const struct graph *);
void forwarding_free(struct forwarding *);

static inline uint8_t *forwarding_entry(const struct forwarding *f, uint32_t sw, uint32_t target)
{
	return &f->out[(size_t)sw * f->graph->targets + target];
}

/* Read tables; the format is known by the first line that says something. False: why says what is wrong, "path:line: what". */
bool forwarding_read(struct forwarding *, const char *path, struct text, char why[GRAPH_WHY]);

/* Write them as OpenSM does, so that it can load them; and as CSV. */
void forwarding_write_lfts(const struct forwarding *, FILE *);
void forwarding_write_csv(const struct forwarding *, FILE *);
