#ifndef SCRIPT_H
#define SCRIPT_H

#include "blocks.h"

#include <stdio.h>

/*
 * What Yosys, abc and OpenSTA are told, and the stand-ins of the memories. Everything lies in one directory, under the names below:
 * cells.lib is the library, 0.v, 1.v ... are the Verilog of the switch.
 */
struct script {
	const char *name;               /* prefix of the modules */
	const char *top;                /* module to synthesize */
	const struct blocks *blocks;
	unsigned files;                 /* of Verilog */
	const char *driver;             /* cell that drives as a flip-flop does, for abc, which knows none; NULL: none */
	double period_ns;               /* that abc sizes the cells for, and that slack is counted from */
};

/* Two netlists of the same design: optimized as one, and with each block mapped alone. */
enum netlist { NETLIST_FLAT, NETLIST_BLOCKS, NETLISTS };
extern const char *const netlist_names[NETLISTS];       /* "flat": flat.ys, flat.log, flat.v, flat.json, flat.tcl, flat.rpt */

#define SCRIPT_LIBRARY "cells.lib"

void script_yosys(const struct script *s, enum netlist kind, FILE *f);
void script_abc(const struct script *s, FILE *f);
void script_constraints(const struct script *s, FILE *f);

void script_sta(const struct script *s, enum netlist kind, FILE *f);

/* Black boxes ram_<words>x<width> for Yosys, and for OpenSTA: they take their inputs at the clock edge and answer right behind it. */
void script_memories_v(const struct blocks *b, FILE *f);
void script_memories_lib(const struct blocks *b, FILE *f);

/* For simulation: the mapped netlist flat.v with every cell replaced by its function in the library, and memories that
 * remember (memories_rtl.v), flattened to check.v. */
void script_check(const struct script *s, FILE *f);
void script_memories_rtl(const struct blocks *b, FILE *f);

#endif
