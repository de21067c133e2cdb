#pragma once

#include "file_lines.h"
#include "graph.h"

/* Service levels (SLs) of packets, and the virtual lanes (VLs) of links that they go in. */
enum { LEVELS_SLS = 16, LEVELS_VLS = 16 };

struct levels {
	const struct graph *graph;
	uint8_t *sl;                    /* by end node, by target: the SL of its packets there; 0: not told */
	uint8_t *vl;                    /* by switch, input from 0 on, output, SL: the VL */
	size_t *first;                  /* by switch: its begin in vl ... */
	size_t vls;                     /* ... which has so many in all */
	uint64_t foreign;               /* rows of files that are of switches or LIDs which the fabric has not */
};

/* All packets are of SL 0 and in VL 0. False: not enough memory. */
bool levels_new(struct levels *, const struct graph *, struct stock *);

/* opensm-sl2vl.dump. False, here and below: the message of the lines is set. */
bool levels_read_sl2vl(struct levels *, struct file_lines *);

/* The SLs of pairs: the output of `saquery PR`, or CSV: slid,dlid,sl. */
bool levels_read_paths(struct levels *, struct file_lines *);

static inline uint8_t *levels_vls_of(const struct levels *l, uint32_t sw, unsigned in, unsigned out)
{
	return l->vl + l->first[sw] + ((size_t)in * graph_switch(l->graph, sw)->ports + out - 1) * LEVELS_SLS;
}
