#pragma once

#include "counts.h"
#include "script.h"
#include "timing.h"
#include "tool.h"
#include "work.h"

/*
 * Synthesis of a generated switch: Yosys maps it to the cells of a library, with memories as black boxes, twice: optimized
 * as one netlist, for the cost of the switch; and with each block mapped alone, for the cost of each. OpenSTA finds the longest
 * paths of both. Without OpenSTA there is abc's figure, for the first only. Of a network, each of its parts is optimized as one netlist, and stands in
 * the network as often as it is there.
 */
enum { SYNTH_FASTEST_MHZ = 100000 };

struct synth_config {
	const struct params *params;    /* of the switch, or of the switches of a network */
	const char *dir;                /* where the switch was generated: sluice.f */
	bool fabric;                    /* the whole network that is there */
	const char *node;               /* module of its end nodes, without the prefix; NULL: they are none */
	const char *liberty;            /* as liberty_read() takes it */
	const struct memory_map *map;   /* of the switch; NULL: no memory is of macros */
	const char *unit;               /* only this block, by its name; NULL: the whole switch */
	bool flat;                      /* only the netlist that is optimized as one */
	const char *recipe;             /* map it by this one alone; NULL: by each, to keep the smallest that reaches clock_mhz, or is within a
					 * hundredth of the fastest */
	bool once;                      /* in the netlist that is optimized as one, parts that all sides of a kind have are mapped once; a switch with sides */
	unsigned jobs;                  /* programs in parallel, beside the one that maps the blocks */
	double clock_mhz;               /* what abc sizes the cells for; SYNTH_FASTEST_MHZ: as fast as they go */
	unsigned nm;                    /* technology of the memories beside the cells, as in price.h; 0: that of liberty_nm() */
	const char *work;               /* directory to work in, empty; absolute */
};

/* Result of a recipe for the netlist that is optimized as one. */
struct synth_mapping {
	const char *recipe;
	double ns;                      /* its longest path; 0: not known */
	struct cells cells;
};

struct synth_report {
	struct blocks blocks;
	struct liberty liberty;         /* to be freed in any case */
	char liberty_path[LIBERTY_PATH];
	char top[2 * PARAMS_WORD];
	struct synth_mapping mapping[RECIPES];
	unsigned mappings, kept;        /* kept: index of the one that is used */
	struct counts flat;             /* of a network: by part */
	bool fabric;
	struct counts by_block;         /* not if a unit alone was synthesized, nor if flat */
	bool opensta;                   /* the longest paths are OpenSTA's, otherwise abc's */
	struct timing timing[NETLISTS]; /* by enum netlist; n = 0: not known */
	unsigned memory_nm;             /* 0: the memories of the switch are not priced */
	double memory_mm2;
	unsigned memory_access_nm;      /* technology of the following: memory_nm, or what it is scaled from */
	double memory_access_ns;        /* of the slowest memory; 0: not known */
};

/* why: one line unless SYNTH_OK. */
enum synth_status synth_run(const struct synth_config *c, struct synth_report *r, char why[SYNTH_WHY]);

/* After synth_run() of a whole switch: the mapped netlist, every cell replaced by its function in the library, as Verilog for a
 * build by verilator_tb/build.h; list: the file list. */
enum synth_status synth_netlist(const struct synth_config *c, char list[TOOL_PATH], char why[SYNTH_WHY]);
