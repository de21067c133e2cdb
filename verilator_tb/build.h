#pragma once

#include "shape.h"
#include "text.h"

/*
 * Compiles the Verilog of a switch to a shared object (shim.h) with Verilator and the C++
 * compiler, once for each content. Products are in `dir`; their names have a hash of all
 * inputs, Verilator's version among them. So no product is ever out of date, and several
 * processes may build at once. Products are sealed (tool/cache.h): an incomplete one is built
 * again. The tools run in a directory whose path all of them accept, wherever `dir` is.
 */
struct build {
	const char *list;               /* file list: one Verilog file a line, relative to the list's directory */
	const char *dir;
	const char *name;               /* prefix of the modules: top module is <name>_switch */
	const struct shape *shape;      /* NULL: of a network, by its texts */
	const struct build_texts *texts;        /* of a network; NULL: of a switch */
	bool probed;                    /* registers and memories can be found by dut_find() */
	bool flat;                      /* ports share no code, and reset is a pin: as Verilator builds it by itself */
	bool traced;                    /* waveforms */
	bool unchecked;                 /* without the assertions of the RTL */
	bool monitored;                 /* with the monitors of its links, which are assertions as well */
	bool prompt;                    /* the switch sees its pins in the same cycle, not in the next; needs dut_settle() */
	bool anew;                      /* build even if the product exists */
	bool quick;                     /* compile fast rather than run fast: for less than some 200000 cycles */
};

/* What a build has beside the Verilog, instead of the texts of a switch (texts.h). */
struct build_texts {
	struct text ports, bench, config;
};

enum { BUILD_WHY = 1024, BUILD_PATH = 4096 };

enum build_status {
	BUILD_OK,
	BUILD_NO_RTL,                   /* the list or a file of it cannot be read */
	BUILD_NO_PLACE,                 /* dir cannot be made or written: its name is at fault */
	BUILD_NO_TOOL,                  /* verilator or the C++ compiler is not installed */
	BUILD_FAILED                    /* a tool failed: why quotes it, and names the log; or disk or memory are full */
};

/* BUILD_OK: `object` is the path of the shared object. Otherwise `why` is one line. */
enum build_status build_switch(const struct build *b, char object[BUILD_PATH], char why[BUILD_WHY]);
