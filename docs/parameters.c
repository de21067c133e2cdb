/* Writes docs/parameters.md, or as `parameters simulation` docs/simulation-options.md: `make docs`. */
#include "network/sim.h"

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		sim_markdown(stdout);
	else
		params_markdown(stdout);
	return fflush(stdout) != 0;
}
