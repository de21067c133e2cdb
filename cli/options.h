#pragma once

#include "command_line.h"

/* What commands share of their command line: --help, documentation, errors, and the line once more. Reading it is the library's. */

/* The commands: each has a file, with its command line, and what it does. */
#define COMMAND(name, help) \
	extern const struct command_line line_##name; \
	int command_##name(int argc, char **argv);
#include "commands.def"

/* Row i of what the command takes beside parameters: its own options, --config, --help. NULL: there are no more. */
const struct option_row *command_row(const struct command_line *c, unsigned i);

/* For all texts about commands; each ends with a NULL. */
extern const struct example {
	const char *command, *line, *help;
} examples[];

extern const struct exit_status {
	unsigned number;
	const char *help, *causes;
} exit_statuses[];

/*
 * All of it, with the file opened, for a command: true if it is to run. Otherwise all is
 * said (help on stdout, or one line on stderr) and *status is what to return.
 */
bool options_parse(struct options *o, const struct command_line *c, void *own, int argc, char *const *argv, int *status);

/* Its two parts: scanning, with --help; and reading, with the file. */
bool options_begin(struct options *o, const struct command_line *c, int argc, char *const *argv, int *status);
bool options_finish(struct options *o, const struct command_line *c, void *own, int *status);

/* A word for a shell. */
void options_quote(const char *word, FILE *f);

/* The command line once more, for a shell, without an end of the line; of its own options those up to this use. And without the name of the program. */
void options_again(const struct options *o, const struct command_line *c, enum option_use last, FILE *f);
void options_arguments(const struct options *o, const struct command_line *c, enum option_use last, FILE *f);
