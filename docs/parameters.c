/* Writes docs/parameters.md, or as `parameters options` docs/options.md: `make docs`. */
#include "options.h"

static const struct command_line *const lines[] = {
#define COMMAND(name, help) &line_##name,
#include "commands.def"
#undef COMMAND
};

static void write_options(void)
{
	puts("# Options of the commands\n\n"
	     "<!-- Written by `make docs` from the tables of options, cli/*/*.def and cmodel/net/simulate.def; edit those. -->\n\n"
	     "Every command except `trace` and `experiment` also has an option for each [parameter](parameters.md) of a switch, and\n"
	     "`--config FILE`, which takes parameters from a `sluice.conf` or any generated `.v`. For a parameter that it sweeps, `tradeoff`\n"
	     "takes a list of values with commas. `sluice COMMAND --help` prints the same tables.");
	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
		options_markdown(lines[i], stdout);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		write_options();
	else
		params_markdown(stdout);
	return fflush(stdout) != 0;
}
