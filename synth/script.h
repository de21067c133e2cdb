#pragma once

#include "blocks.h"
#include "work.h"

#include <stdio.h>

/*
 * Scripts for Yosys, abc and OpenSTA, and black boxes in place of memories. All files are in one directory, under the names below:
 * cells.lib is the library, 0.v, 1.v ... and ram0.v ... are the Verilog of the switch (work.h).
 */
struct script {
	const char *name;               /* prefix of the modules */
	const char *top;                /* module to synthesize */
	const struct blocks *blocks;
	struct verilog verilog;
	bool once;                      /* what all sides of a kind have alike is a module of its own, but for what the scheduler goes through */
	unsigned radix;                 /* used only then */
	bool apart;                     /* of a network: blocks stay modules of their own in the netlist that is optimized as one, too */
	const char *driver;             /* cell that drives as a flip-flop does, for abc, which knows none; NULL: none */
	double period_ns;               /* clock period for which abc sizes the cells, and from which slack is counted */
};

/* Two netlists of the same design: optimized as one, and with each block mapped alone. */
enum netlist { NETLIST_FLAT, NETLIST_BLOCKS, NETLISTS };
extern const char *const netlist_names[NETLISTS];       /* "flat": flat.v, flat.json, flat.rpt ... */

/* Ways of abc to map a netlist. None is the best for every switch. */
enum { RECIPES = 4 };
extern const char *const recipe_names[RECIPES];         /* each with files of its own; the first maps the blocks */

#define SCRIPT_LIBRARY "cells.lib"
#define SCRIPT_PART "once"      /* a module <side>_once is a part that stands in all sides of its kind */

/* Reads the Verilog: all but the memories, the memories, or both; then modules that are there already stay. */
void script_read(const struct verilog *v, bool files, bool memories, FILE *f);

/* The type of the cells for memories of one shape, ram_<words>x<width>. */
enum { SCRIPT_CELL = 48 };
const char *script_cell_name(const struct memory_shape *m, char name[SCRIPT_CELL]);

/* For Yosys: memories get the type of their shape. prefix: of the modules; those of network interfaces have an end of it. */
void script_memory_types(const struct blocks *b, const char *prefix, FILE *f);

/* For Yosys: blocks stay modules of their own. */
void script_keep_blocks(const struct blocks *b, const char *prefix, FILE *f);

/* Modules of these types that hold the memories of the RTL: of all, or of those that are made of macros. */
void script_memories_of(const struct blocks *b, const char *prefix, bool macros, FILE *f);

/* Writes a file for a tool. which: the netlist; of mapping and timing the recipe; of others it means nothing. */
typedef void script_writer(const struct script *, unsigned which, FILE *);

/* For Yosys: writes all memories of the design to SCRIPT_DUMP, as blocks_read_memories() reads them. */
#define SCRIPT_DUMP "memories.dump"
script_writer script_find_memories;

script_writer script_yosys;             /* for Yosys: all steps before mapping. The flat netlist is written to flat.il; that of blocks is mapped as well */
script_writer script_map;               /* for Yosys: maps flat.il by a recipe */
script_writer script_abc, script_constraints;
script_writer script_sta;               /* RECIPES: of the netlist of blocks */

/* Black boxes of these types, but for those that are made of macros, for Yosys; and for OpenSTA, macros likewise: inputs are sampled at the
 * clock edge, outputs change with no delay after it. Those that are made of macros, apart. */
script_writer script_memories_v, script_memories_lib, script_macro_memories;

/* For simulation: the mapped netlist flat.v with every cell replaced by its function in the library, and memories that
 * remember (memories_rtl.v), flattened to check.v. */
script_writer script_check, script_memories_rtl;
