/* Writes docs/use/parameters.md, or as `parameters options` docs/use/options.md, as `parameters links` docs/use/links.md: `make docs`. */
#include "commands.h"
#include "links.h"

#include <string.h>

static void write_options(void)
{
	puts("# Options of the commands\n\n"
	     "<!-- Written by `make docs` from the tables of options, cli/*/*.def and cmodel/net/simulate.def; edit those. -->\n\n"
	     "Every command except `report`, `trace`, `sweep`, `experiment` and `advise` also has an option for each [parameter](parameters.md) of a switch, and\n"
	     "`--config FILE`, which takes parameters from a `sluice.conf` or any generated `.v`. For a parameter that it sweeps, `tradeoff`\n"
	     "takes a list of values with commas. `sluice COMMAND --help` prints the same tables.");
	for (const struct command *c = commands; c->name; c++)
		options_markdown(c->line, stdout);
	options_exits_markdown(stdout);
}

int main(int argc, char **argv)
{
	bool good = true;

	if (argc > 1 && !strcmp(argv[1], "links"))
		good = links_markdown();
	else if (argc > 1)
		write_options();
	else
		params_markdown(stdout);
	return fflush(stdout) != 0 || !good;
}
