#ifndef TRADEOFF_SETUP_H
#define TRADEOFF_SETUP_H

#include "experiment_point.h"
#include "logic.h"
#include "options.h"
#include "price.h"
#include "digest.h"

/* A sweep of `sluice tradeoff`, from the command line. Keeps its own text: not to be copied. */
enum { TRADEOFF_AXES = EXPERIMENT_AXES, TRADEOFF_SIM = 1024, TRADEOFF_POINTS = 10000, TRADEOFF_OWN = 16, TRADEOFF_HELP = 320 };

/* The command line: own options, then all parameters of a switch, those that are swept with lists of values. */
struct tradeoff_line {
	struct option_desc options[TRADEOFF_OWN + PARAMETERS];
	char name[PARAMETERS][PARAMS_WORD], help[PARAMETERS][TRADEOFF_HELP];
	struct command_line line;
};

struct tradeoff_setup {
	struct axis axis[TRADEOFF_AXES + 1];
	char values[TRADEOFF_AXES][LATTICE_TEXT];
	struct lattice lattice;
	struct params params;           /* what is not swept */
	unsigned stages;
	bool nodes_given;               /* else the words of routing tables are as the network needs them */
	char sim[TRADEOFF_SIM];         /* options of sim that all runs share, but for --k and the parameters of the switch */
	char hot_spot[TRADEOFF_SIM];    /* what the hot spot adds to them */
	const char *seed;
	struct price_setup price;
	bool synthesis;
	struct logic_setup logic;       /* of synthesis */
	char cache[TOOL_PATH];
	const char *out;
	unsigned jobs;
	bool force;
};

void tradeoff_line(struct tradeoff_line *);

/* o: as options_parse() left it. Returns false and says why. */
bool tradeoff_setup(struct tradeoff_setup *, const struct options *o, const struct tradeoff_line *, char why[PARAMS_WHY]);

/* The command line that gives the same results: without where they go, and how fast. */
void tradeoff_again(const struct options *o, const struct tradeoff_line *, FILE *);

#endif
