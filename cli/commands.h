#pragma once

#include "options.h"

/* What `sluice` is without a command, for --help and the manual. */
extern const char program_name_help[], program_summary[];

/* Its own options; ends with name NULL. */
extern const struct option_row program_rows[];

struct command {
	const char *name, *help;
	int (*run)(int argc, char **argv);
	const struct command_line *line;
};

/* Ends with name NULL. */
extern const struct command commands[];
