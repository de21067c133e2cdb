#pragma once

#include "memory_map.h"
#include "params.h"

/*
 * Verilog of one switch, as a pure function of its parameters: same parameters,
 * same bytes. Nothing is written to disk here, but by rtl_files_write().
 */
struct rtl_file {
	char *name;             /* below the output directory: "rtl/sluice_switch.v" */
	char *text;
	size_t size;            /* bytes, without the terminating zero */
};

struct rtl_files {
	unsigned n;
	struct rtl_file *file;  /* the uppermost last */
};

/*
 * p must have passed params_check(). Aborts only on a bug in a template. A switch with AXI-Stream ports is its own files and those of its network
 * interfaces, as if each were generated alone, and a module that connects them.
 */
struct rtl_files rtl_generate(const struct params *p);

/* The same with memories of macros (NULL: without): rtl/, and for each macro that is used macros/<macro>.v,
 * its model, and macros/<macro>_bb.v, its pins. */
struct rtl_files rtl_generate_mapped(const struct params *p, const struct memory_map *map);

/*
 * The module of one template, "units/boot.v", with the values and the prefix of these parameters, as a file of the directory. False: out of memory.
 */
bool rtl_module(const struct params *p, const char *template, const char *directory, struct rtl_file *);

/* Moves the files of a part behind those of the whole, which has room; a macro that both have stays once. */
void rtl_files_take(struct rtl_files *, struct rtl_files *part);

/* Writes them into a directory, and the list of them, sluice.f. False: errno says why. */
bool rtl_files_write(const struct rtl_files *, const char *dir);
void rtl_files_free(struct rtl_files *);
