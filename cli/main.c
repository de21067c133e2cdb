#define _XOPEN_SOURCE 700       /* SIGXFSZ */
#include "commands.h"
#include "program.h"
#include "report_error.h"
#include "version.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int help(void)
{
	printf("Usage: sluice COMMAND [options]\n\n%s\n\nCommands:\n", program_summary);
	for (const struct command *c = commands; c->name; c++)
		printf("  %-10s %s\n", c->name, c->help);
	puts("\nOptions:");
	for (const struct option_row *row = program_rows; row->name; row++)
		printf("  --%-8s %s\n", row->name, row->help);
	printf("\nFirst example: %s\n", examples[0].line);
	return EXIT_OK;
}

static int run(int argc, char **argv)
{
	if (argc < 2)
		return bad_input("a command is missing; 'sluice --help' lists the commands");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		return help();
	if (!strcmp(argv[1], "--version")) {
		printf("sluice " SLUICE_VERSION ", sources %s\n", program_sources);
		return EXIT_OK;
	}
	if (!strncmp(argv[1], "--help=", 7) || !strncmp(argv[1], "--version=", 10))
		return bad_input("%.*s takes no value", (int)strcspn(argv[1], "="), argv[1]);
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(argv[1], c->name))
			return c->run(argc - 1, argv + 1);
	return bad_input("'%.80s' is not a command; 'sluice --help' lists the commands", argv[1]);
}

/* Whatever a command had to say has to arrive: what was buffered now, or before. */
int main(int argc, char **argv)
{
	signal(SIGXFSZ, SIG_IGN);       /* a limit of file sizes is an error of writing, which is told */
	const int status = run(argc, argv);

	errno = 0;
	if ((fflush(stdout) || ferror(stdout)) && (status == EXIT_OK || status == EXIT_CHECK_FAILED)) {
		environment_failed("cannot write: %s", strerror(errno ? errno : EIO));
		return status == EXIT_OK ? EXIT_ENVIRONMENT : status;
	}
	return status;
}
