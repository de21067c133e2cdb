#include "sim.h"

#include "sim_config.h"

_Static_assert(offsetof(struct sim_options, run) == 0, "the rows of both tables are of this struct");

const struct option_row sim_rows[] = {
#define OPTION_STRUCT sim_options
#define OPTION_FILE "network/sim.def"
#include "option_rows.h"
};

const struct command_line line_sim = {
	.name = "sim",
	.summary = "Simulates a network of switches under traffic, and reports loads, latencies, and SAQs or CFQs in use. Every packet\n"
		   "must arrive once and in order. When the traffic ends, the network must drain completely.",
	.table = simulate_rows,
	.more = sim_rows,
	.several = true,
	.configured = true,
	.open = sim_config_open,
};
