#pragma once

#include "sluice.h"

/* Options of a call as the words of a command line, which whoever reads them may point into; the first one, the name of the command, is none. */
struct words {
	int argc;
	char **argv;
};

/* False: a name is none, or memory is short, and why. */
bool words_begin(struct words *, const struct sluice_option *, size_t n, char why[SLUICE_WHY]);
void words_end(struct words *);

/* A line that stays one: control characters, which options may have, are shown as '?'. */
void words_line(char why[SLUICE_WHY]);
