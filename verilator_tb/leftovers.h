#ifndef LEFTOVERS_H
#define LEFTOVERS_H

#include "lockstep.h"

#include <stdio.h>

/*
 * Looks at a switch that should be empty, for registers that are not back at their reset values, but for those that
 * may go stale: in the RTL where its registers can be read, otherwise in the model. Returns how
 * many, and writes at most `most` of them; -1: out of memory, or nothing to look at.
 */
int leftovers_print(struct lockstep *l, unsigned most, FILE *f);

#endif
