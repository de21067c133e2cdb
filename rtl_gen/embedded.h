#pragma once

#include <stddef.h>

/* A file embedded in the program. `embed x.c DIR FILE...` writes an array x, ended by a row without name. */
struct embedded {
	const char *name;       /* below DIR */
	const char *text;
	size_t size;            /* bytes, without the terminating zero */
};

extern const struct embedded templates[];               /* rtl_gen: units/, wiring/ */
extern const struct embedded packaging_files[];         /* rtl_gen/packaging: texts with places for values */
extern const struct embedded verilator_tb_files[];      /* verilator_tb/, the C++ side of the bench */
extern const struct embedded tradeoff_files[];          /* tradeoff/, style and script of its page */
extern const struct embedded report_files[];            /* cli/network/, those of the page of a run, beside that style */
