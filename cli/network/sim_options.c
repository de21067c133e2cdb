#include "sim.h"

_Static_assert(offsetof(struct sim_options, run) == 0, "the rows of both tables are of this struct");

const struct option_row sim_rows[] = {
#define OPTION_STRUCT sim_options
#define OPTION_FILE "network/sim.def"
#include "option_rows.h"
};

const struct command_line sim_line = {
	.name = "sim",
	.summary = "Runs a network of switches, under traffic: loads, latencies, SAQs or CFQs in use. Every packet has to arrive,\n"
		   "once and in order; when the traffic ends, the network drains, and nothing may be left over.",
	.table = simulate_rows,
	.more = sim_rows,
};

static void write_rows(const struct option_row *table, FILE *f)
{
	char range[OPTION_TEXT], value[OPTION_TEXT];

	for (const struct option_row *row = table; row->name; row++) {
		option_range_text(row, range, sizeof range);
		option_default_text(row, value, sizeof value);
		fprintf(f, "| `--%s%s%s` | %s | %s | %s |\n", row->name, row->argument ? " " : "", row->argument ? row->argument : "", value, range,
			row->help);
	}
}

void sim_markdown(FILE *f)
{
	fputs("# Options of `sluice sim`\n\n"
	      "<!-- Written by `make docs` from cmodel/net/simulate.def and cli/network/sim.def; edit those. -->\n\n"
	      "Beside these, every [parameter](parameters.md) of the switches is an option. [simulation.md](simulation.md) says how they work together.\n\n"
	      "| option | default | values | meaning |\n|---|---|---|---|\n", f);
	write_rows(simulate_rows, f);
	write_rows(sim_rows, f);
}
