/* Writes a page of the manual, or the completion of a shell: `manual FILE DATE`, FILE as it is installed. `make man`, `make completion`. */
#include "manual.h"

#include <string.h>

/* False: there is no such file. */
static bool write_file(const char *file, const char *date)
{
	char page[64];

	if (!strcmp(file, "sluice.bash"))
		bash_completion();
	else if (!strcmp(file, "_sluice"))
		zsh_completion();
	else if (!strcmp(file, "sluice.1"))
		program_page(date);
	else if (!strcmp(file, "sluice-parameters.7"))
		parameters_page(date);
	else {
		for (const struct command *c = commands; c->name; c++) {
			snprintf(page, sizeof page, "sluice-%s.1", c->name);
			if (!strcmp(file, page)) {
				command_page(c, date);
				return true;
			}
		}
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	if (argc != 3 || !write_file(argv[1], argv[2])) {
		fputs("usage: manual FILE DATE; FILE is a page of the manual, sluice.bash or _sluice\n", stderr);
		return 2;
	}
	return fflush(stdout) != 0;
}
