#pragma once

#include <stdbool.h>

/*
 * Longest paths, from the reports of OpenSTA's report_checks or abc's stime -p. Names are those of the design: a register
 * with its bit, a port, a memory.
 */
enum { TIMING_NAME = 160, TIMING_STAGES = 40, TIMING_PATHS = 8 };

struct timing_stage {
	char where[TIMING_NAME];        /* instance of the block; "": between blocks */
	double ns;
	unsigned cells;
};

struct timing_path {
	char from[TIMING_NAME], to[TIMING_NAME];        /* "": not reported */
	double ns;                      /* from clock edge to clock edge, setup included: the least period */
	unsigned cells;                 /* between the two registers */
	unsigned n;
	struct timing_stage stage[TIMING_STAGES];       /* in the order of the path, the flip-flop's own delay with the first; they add up
							 * to ns without the setup */
};

/* The longest paths, longest first. Of paths between the same two registers, of any bit and port, only the first is kept. */
struct timing {
	unsigned n;
	struct timing_path path[TIMING_PATHS];
};

/* OpenSTA's report, with -fields {net}, all slacks counted from a period of so many ns. False: no path in it, or no such file. */
bool timing_read_sta(struct timing *t, const char *path, double period_ns);

/* The log of Yosys with abc's stime -p, the last one in it. Logic only: neither a flip-flop's delay nor its setup are in it. */
bool timing_read_abc(struct timing *t, const char *path);
