#include "lockstep_options.h"

#include "lockstep_print.h"

static const char *const memory_checks[] = { "rolling", "every" };

const struct option_row lockstep_rows[] = {
#define OPTION_STRUCT lockstep_options
#define OPTION_FILE "verilog/lockstep.def"
#include "option_rows.h"
};

const struct command_line line_lockstep = {
	.name = "lockstep",
	.summary = "Runs a switch, or a whole network, that `sluice gen` wrote in lockstep with its C model, under traffic. Every register,\n"
		   "output and memory is compared in every cycle. Every packet must leave once, in order and intact.",
	.table = lockstep_rows,
};
