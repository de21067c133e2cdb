#ifndef STUDY_OPTIONS_H
#define STUDY_OPTIONS_H

#include "nearest.h"
#include "net/simulate.h"

/* The options of `sluice sim` and the parameters of switches, by the keys of a file. */
struct study_option {
	const char *name, *key;         /* as simulation_set() and as a file has it */
	bool flag;
	bool several;                   /* numbers and choices: a list of values is an axis */
};

/* False: there is none. */
bool study_option_find(const char *key, struct study_option *);

void study_options_offer(struct nearest *);

/* Sets it to a value as a file has it: of a flag yes or no. False: why. */
bool study_option_try(struct simulation *, const struct study_option *, const char *value, char why[OPTION_WHY]);

#endif
