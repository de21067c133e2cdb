#pragma once

#include "blocks.h"
#include "tool.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * The directory in which the tools of a synthesis work: its files, the Verilog of a switch in it, and what goes wrong.
 */
enum { SYNTH_WHY = 1024, WORK_FILE = TOOL_PATH + 64, WORK_NAME = 64, WORK_LINE = 4096 };

enum synth_status {
	SYNTH_OK,
	SYNTH_BAD_INPUT,                /* no such unit, liberty missing or broken, no Verilog there */
	SYNTH_NO_TOOL,                  /* Yosys is not installed */
	SYNTH_NO_PLACE,                 /* work cannot be written */
	SYNTH_FAILED                    /* a tool refused */
};

struct work {
	const char *path;               /* absolute */
	char *why;                      /* SYNTH_WHY letters: one line unless SYNTH_OK */
	enum synth_status status;       /* SYNTH_OK until a function below, which says whether to go on, returns false */
};

/* The Verilog of a switch there: 0.v, 1.v ...; that of its memories apart, ram0.v, ram1.v ... */
struct verilog {
	unsigned files, memories;
};

__attribute__((format(printf, 3, 4)))
bool work_refuse(struct work *w, enum synth_status status, const char *format, ...);

void work_path(const struct work *w, char path[WORK_FILE], const char *name, const char *end);

/* A file for the tools. */
FILE *work_create(const struct work *w, const char *name, const char *end);
bool work_not_written(struct work *w);      /* errno says why */

/* Those of sluice.f in dir, or with memories of macros of synthesis.f. name: prefix of the modules. */
bool work_copy_verilog(struct work *w, const char *dir, const char *name, bool macros, struct verilog *v);

/* The blocks of a switch, and its top module; unit NULL: the whole switch; map NULL: no memory is of macros. */
bool work_choose(struct work *w, const struct params *p, const struct memory_map *map, const char *unit, struct blocks *b, char top[2 * PARAMS_WORD]);

/* The last line of a log with an error in it goes to `last`; without one, the last line that is not blank. Returns whether there is one. */
bool work_last_error(const struct work *w, const char *log, char last[WORK_LINE]);

/* Runs Yosys on <name>.ys, with a log <name>.log; or starts it, and ends it. */
bool work_yosys(struct work *w, const char *name);
pid_t work_start_yosys(const struct work *w, const char *name);
bool work_end_yosys(struct work *w, pid_t pid, const char *name);

/* What the exit status of a program means. name: of the netlist, or the recipe of abc; with the suffix that of its log. */
bool work_judge(struct work *w, int status, const char *program, const char *package, const char *name, const char *end);
