#ifndef BUILD_H
#define BUILD_H

#include "shape.h"

/*
 * Turns the Verilog of a switch into a shared object (shim.h): Verilator and the
 * C++ compiler, run once for each content. Products lie in `dir`, under a name with a hash
 * of everything that went in, Verilator's version too, so nothing is ever out of date and
 * several processes may build at once. They are sealed (tool/seal.h): what broke off is
 * built again. The tools work in a directory whose path they all take, wherever `dir` is.
 */
struct build {
	const char *list;               /* file list: one Verilog file a line, relative to the list's directory */
	const char *dir;
	const char *name;               /* prefix of the modules: top module is <name>_switch */
	const struct shape *shape;
	bool probed;                    /* registers and memories can be found by dut_find() */
	bool flat;                      /* no code shared by the ports: as Verilator does by itself */
	bool traced;                    /* waveforms */
	bool unchecked;                 /* without the assertions of the RTL */
	bool prompt;                    /* what is on the pins in a cycle is seen in that cycle, not in the next: needs dut_settle() */
	bool anew;                      /* even if it is there */
	bool quick;                     /* compile fast rather than run fast: for less than some 200000 cycles */
};

enum { BUILD_WHY = 1024, BUILD_PATH = 4096 };

enum build_status {
	BUILD_OK,
	BUILD_NO_RTL,                   /* the list or a file of it cannot be read */
	BUILD_NO_PLACE,                 /* dir cannot be made or written: its name is at fault */
	BUILD_NO_TOOL,                  /* verilator or the C++ compiler is not installed */
	BUILD_FAILED                    /* they refused: why says what they said, and names the log; or disk or memory are full */
};

/* The shared object's path goes to `object`. Otherwise `why` is one line. */
enum build_status build_switch(const struct build *b, char object[BUILD_PATH], char why[BUILD_WHY]);

#endif
