#pragma once

#include "params.h"
#include "why_not.h"

#include <stdio.h>

/* Where a page goes: report.html in a directory that an option names, and that is made if it is not there. */
struct report_place {
	const char *option, *dir;
};

/* The page in a directory, to be freed. NULL: not enough memory. */
char *report_path(const char *dir);

/* False, here and below: why, and errno. Before the work: can it be written? */
bool report_possible(const struct report_place *, char why[PARAMS_WHY]);

/* contents: of the page; false: not enough memory. */
typedef bool report_contents(const void *of, FILE *);
bool report_write(const struct report_place *, report_contents *, const void *of, char why[PARAMS_WHY]);
