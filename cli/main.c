#define _XOPEN_SOURCE 700       /* SIGXFSZ */
#include "options.h"
#include "program.h"
#include "report_error.h"
#include "version.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command {
	const char *name, *help;
	int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, help) { #name, help, command_##name },
#include "commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(void)
{
	puts("Usage: sluice COMMAND [options]\n\n"
	     "Generates input-queued switches with congestion management as Verilog, and checks each switch against its C model in every cycle.\n\nCommands:");
	for (unsigned i = 0; i < COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].help);
	puts("\nOptions:\n  --help     this text; after a command: its options and all parameters\n  --version  version\n\n"
	     "First example: sluice gen --radix 8 --saqs 4 --out switch8");
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
	for (unsigned i = 0; i < COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
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
