#ifndef OPTIONS_H
#define OPTIONS_H

#include "option.h"
#include "params.h"

#include <stdint.h>

/*
 * The command line of every command: all parameters of a switch, --config, --help, and the command's own options, of which it has a table
 * (option.h). Scanning it (options_scan) and doing what it says are apart, so that the first can be tested without the second.
 */
enum { OPTIONS = 80, OPERANDS = 16 };

struct command_line {
	const char *name;               /* "gen" */
	const char *summary;            /* what it does, whole sentences, for --help */
	const struct option_row *table; /* with those of `more`, at most OPTIONS */
	const struct option_row *more;  /* a second table of the same struct; NULL: none */
	bool plain;                     /* has nothing to do with a switch: no parameters, no --config */
	bool several;                   /* parameters are of several things, not of one switch: the command checks them */
	bool ports;                     /* AXI-Stream ports are its business; others take what is behind them (params_native()) */
	const char *operands;           /* arguments without dashes that it takes too, for --help: "run NAME"; NULL: none */
};

/* The commands: each has a file, with its command line, and what it does. */
#define COMMAND(name, help) \
	extern const struct command_line line_##name; \
	int command_##name(int argc, char **argv);
#include "commands.def"
#undef COMMAND

/* What was given; the strings are those of argv. Of an option given twice, the last. */
struct options {
	struct params params;
	bool help;
	bool several, ports;            /* as in the command line */
	const char *config;             /* NULL: not given */
	const char *param[PARAMETERS];
	const char *value[OPTIONS];     /* by row of the command's tables; of a flag: "" */
	const char *operand[OPERANDS];
	unsigned operands;
};

/* argv[0] is the command's name. Returns false and says why; prints nothing. */
bool options_scan(struct options *o, const struct command_line *c, int argc, char *const *argv, char why[PARAMS_WHY]);

/* Parameters from the defaults, then from config (NULL: none; named path), then from the options, then checked, unless they are of several things. */
bool options_params(struct options *o, FILE *config, const char *path, char why[PARAMS_WHY]);

/* Of several switches none has AXI-Stream ports. Returns false and says so. */
bool options_ports_native(const struct params *p, char why[PARAMS_WHY]);

/* --help of a command: its own options and all parameters. */
void options_help(const struct command_line *c, FILE *f);

/* A section of docs/options.md. */
void options_markdown(const struct command_line *c, FILE *f);

/* The own options into their struct: defaults, and what was given. Returns false and says why. */
bool options_read(const struct options *o, const struct command_line *c, void *own, char why[PARAMS_WHY]);

/*
 * All of it, with the file opened, for a command: true if it is to run. Otherwise all is
 * said (help on stdout, or one line on stderr) and *status is what to return.
 */
bool options_parse(struct options *o, const struct command_line *c, void *own, int argc, char *const *argv, int *status);

/* Was the parameter given neither as an option nor by a file? */
bool options_open(const struct options *o, unsigned parameter);

/* A word for a shell. */
void options_quote(const char *word, FILE *f);

/* The command line once more, for a shell, without an end of the line; of its own options those up to this use. */
void options_again(const struct options *o, const struct command_line *c, enum option_use last, FILE *f);

#endif
