#include "commands.h"
#include "nearest.h"
#include "network/beside.h"
#include "program.h"
#include "report_error.h"
#include "switch.h"
#include "version.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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

static const struct command *find(const char *name)
{
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(name, c->name))
			return c;
	return NULL;
}

static int unknown(const char *name)
{
	struct nearest near = nearest_to(name);

	for (const struct command *c = commands; c->name; c++)
		nearest_offer(&near, c->name);
	return near.best ? bad_input("'%.80s' is not a command; did you mean '%s'? 'sluice --help' lists the commands", name, near.best)
			 : bad_input("'%.80s' is not a command; 'sluice --help' lists the commands", name);
}

/* `sluice help COMMAND` is `sluice COMMAND --help`. */
static int help_of(int argc, char **argv)
{
	static char option[] = "--help";
	const struct command *const c = argc > 2 ? find(argv[2]) : NULL;
	char *again[] = { argc > 2 ? argv[2] : NULL, option, NULL };

	if (argc < 3)
		return help();
	if (argc > 3)
		return bad_input("help: one command, not '%.80s' as well", argv[3]);
	return c ? c->run(2, again) : unknown(argv[2]);
}

static int run(int argc, char **argv)
{
	const char *const width = getenv("SLUICE_WIDTH");
	const struct command *c;

	if (width && !switch_limit_width_to(width))
		return bad_input("SLUICE_WIDTH: '%.80s' is not 64, 32, 16 or 0", width);
	if (argc < 2)
		return bad_input("a command is missing; 'sluice --help' lists the commands");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return help();
	if (!strcmp(argv[1], "help"))
		return help_of(argc, argv);
	if (!strcmp(argv[1], "--version")) {
		printf("sluice " SLUICE_VERSION ", sources %s\n", program_sources);
		return EXIT_OK;
	}
	if (!strncmp(argv[1], "--help=", 7) || !strncmp(argv[1], "--version=", 10))
		return bad_input("%.*s takes no value", (int)strcspn(argv[1], "="), argv[1]);
	c = find(argv[1]);
	return c ? c->run(argc - 1, argv + 1) : unknown(argv[1]);
}

struct call {
	int argc, status;
	char **argv;
	sigset_t mask;
};

static void *run_call(void *argument)
{
	struct call *const c = argument;

	pthread_sigmask(SIG_SETMASK, &c->mask, NULL);
	c->status = run(c->argc, c->argv);
	return NULL;
}

/* Names of files, lines and parameters are on the stack. Where it is small (containers, ulimit -s), a command has one of its own. */
enum { STACK = 2 << 20 };

static int run_with_stack(int argc, char **argv)
{
	struct call c = { .argc = argc, .argv = argv };
	struct rlimit limit;
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t all;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= STACK || pthread_attr_init(&attributes))
		return run(argc, argv);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &c.mask);            /* signals are for the command */
	const int error = pthread_attr_setstacksize(&attributes, STACK);
	const int failed = error ? error : pthread_create(&thread, &attributes, run_call, &c);

	if (failed)
		c.status = environment_failed("no memory for a stack of %d KiB: %s", STACK >> 10, strerror(failed));
	else
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
	return c.status;
}

/* Whatever a command had to say has to arrive: what was buffered now, or before. */
int main(int argc, char **argv)
{
	signal(SIGXFSZ, SIG_IGN);       /* a limit of file sizes is an error of writing, which is told */
	otf2_find_by(otf2_library);
	const int ended = run_with_stack(argc, argv), status = ended == EXIT_BAD_INPUT && otf2_library_missing() ? EXIT_ENVIRONMENT : ended;

	errno = 0;
	if ((fflush(stdout) || ferror(stdout)) && (status == EXIT_OK || status == EXIT_CHECK_FAILED)) {
		environment_failed("cannot write: %s", strerror(errno ? errno : EIO));
		return status == EXIT_OK ? EXIT_ENVIRONMENT : status;
	}
	return status;
}
