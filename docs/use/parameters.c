/* Writes docs/use/parameters.md, or as `parameters links` docs/use/links.md: `make docs`. */
#include "links.h"
#include "params.h"

#include <string.h>

int main(int argc, char **argv)
{
	bool good = true;

	if (argc > 1 && !strcmp(argv[1], "links"))
		good = links_markdown();
	else
		params_markdown(stdout);
	return fflush(stdout) != 0 || !good;
}
