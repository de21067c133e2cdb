#ifndef OPTIONS_H
#define OPTIONS_H

#include "params.h"

#include <stdint.h>

/*
 * The command line of every command: all parameters of a switch, --config, --help,
 * and the command's own options. Reading it (options_scan) and doing what it
 * says are apart, so that the first can be tested without the second.
 */
enum { OPTIONS = 40, OPERANDS = 16 };

struct option_desc {
	const char *name;               /* "out" */
	const char *argument;           /* "DIR"; NULL: a flag */
	const char *help;
};

struct command_line {
	const char *name;               /* "gen" */
	const char *summary;            /* what it does, whole sentences, for --help */
	const struct option_desc *options;
	unsigned n;                     /* at most OPTIONS */
	bool plain;                     /* has nothing to do with a switch: no parameters, no --config */
	const char *operands;           /* arguments without dashes that it takes too, for --help: "run NAME"; NULL: none */
};

/* What was given; the strings are those of argv. Of an option given twice, the last. */
struct options {
	struct params params;
	bool help;
	const char *config;             /* NULL: not given */
	const char *param[PARAMETERS];
	const char *value[OPTIONS];     /* by index of the command's options; of a flag: "" */
	const char *operand[OPERANDS];
	unsigned operands;
};

/* argv[0] is the command's name. Returns false and says why; prints nothing. */
bool options_scan(struct options *o, const struct command_line *c, int argc, char *const *argv, char why[PARAMS_WHY]);

/* Parameters from the defaults, then from config (NULL: none; named path), then from the options, then checked. */
bool options_params(struct options *o, FILE *config, const char *path, char why[PARAMS_WHY]);

/* --help of a command: its own options and all parameters. */
void options_help(const struct command_line *c, FILE *f);

/*
 * Both, with the file opened, for a command: true if it is to run. Otherwise all is
 * said (help on stdout, or one line on stderr) and *status is what to return.
 */
bool options_parse(struct options *o, const struct command_line *c, int argc, char *const *argv, int *status);

/* A word for a shell. */
void options_quote(const char *word, FILE *f);

/* The command line once more, as a line for a shell. */
void options_again(const struct options *o, const struct command_line *c, FILE *f);

/* Value of an own option; not given: *value is left alone. Returns false and says why. */
bool options_number(const struct options *o, const struct command_line *c, unsigned index, uint64_t min, uint64_t max,
		    uint64_t *value, char why[PARAMS_WHY]);
bool options_real(const struct options *o, const struct command_line *c, unsigned index, double min, double max,
		  double *value, char why[PARAMS_WHY]);

/* One of n names, dashes or not, NULL ones not counting; *value is its index. */
bool options_choice(const struct options *o, const struct command_line *c, unsigned index, const char *const *names, unsigned n,
		    unsigned *value, char why[PARAMS_WHY]);

#endif
