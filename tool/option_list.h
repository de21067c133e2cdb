#pragma once

#include "option.h"

/* Lists as values of options: "4,4,8". Reads up to `room` numbers into *values, and their number into *n. False: why, with the option's name. */
bool option_numbers(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *values, unsigned room, unsigned *n,
		    char why[OPTION_WHY]);
bool option_reals(const char *name, const char *text, double least, double most, double *values, unsigned room, unsigned *n, char why[OPTION_WHY]);
