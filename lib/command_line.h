#pragma once

#include "option.h"
#include "params.h"

/*
 * The command line of every command, and the options of a library call: all parameters of a switch, --config, --help, and own options, of which
 * there is a table (option.h). Scanning it (options_scan) and doing what it says are apart, so that the first can be tested without the second.
 */
enum { OPTIONS = 96, OPERANDS = 16 };

struct command_line {
	const char *name;               /* "gen" */
	const char *summary;            /* what it does, whole sentences, for --help */
	const struct option_row *table; /* with those of `more`, at most OPTIONS */
	const struct option_row *more;  /* a second table of the same struct; NULL: none */
	bool plain;                     /* has nothing to do with a switch: no parameters, no --config */
	bool several;                   /* parameters are of several things, or of a network that is chosen later: the command checks them */
	bool configured;                /* --config may also set own options, but those of outputs */
	FILE *(*as_config)(FILE *, const char *path, char why[PARAMS_WHY]);     /* reads the file of --config as another one; NULL: why, and it is closed */
	bool ports;                     /* AXI-Stream ports are its business; others take what is behind them (params_native()) */
	const char *operands;           /* arguments without dashes that it takes too, for --help: "run NAME"; NULL: none */
};

/* Row i of both tables; NULL: there are no more. */
const struct option_row *options_row(const struct command_line *, unsigned i);

/* What was given; the strings are those of argv, or of a file, until options_free(). Of an option given twice, the last; of a file only what argv has not. */
struct options {
	struct params params;
	bool help;
	const struct command_line *command;
	const char *config;             /* NULL: not given */
	const char *param[PARAMETERS];
	const char *value[OPTIONS];     /* by row of the command's tables; of a flag: "" */
	char *filed[OPTIONS];           /* likewise, those values that come from the file, or are kept of a call */
	bool row_filed[OPTIONS];        /* the file sets it */
	bool param_given[PARAMETERS];   /* as an option, or by the file */
	const char *operand[OPERANDS];
	unsigned operands;
};

/* For a command that is `configured`, and a call with own options: frees what they keep. */
void options_free(struct options *);

/* argv[0] is the command's name. Returns false and says why; prints nothing. */
bool options_scan(struct options *o, const struct command_line *c, int argc, char *const *argv, char why[PARAMS_WHY]);

/* The same of the options of a call, of which own ones are kept until options_free(). */
struct sluice_option;
bool options_of_call(struct options *o, const struct command_line *c, const struct sluice_option *, size_t n, char why[PARAMS_WHY]);

/* Parameters from the defaults, then from config (NULL: none; named path), then from the options, then checked, unless they are of several things. */
bool options_params(struct options *o, FILE *config, const char *path, char why[PARAMS_WHY]);

/* The same, with the file opened that --config names. */
bool options_config(struct options *o, char why[PARAMS_WHY]);

/* Of several switches none has AXI-Stream ports. Returns false and says so. */
bool options_ports_native(const struct params *p, char why[PARAMS_WHY]);

/* The own options into their struct: defaults, and what was given. Returns false and says why. */
bool options_read(const struct options *o, const struct command_line *c, void *own, char why[PARAMS_WHY]);
