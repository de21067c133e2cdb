#ifndef LEFTOVERS_H
#define LEFTOVERS_H

#include "lockstep.h"

#include <stdio.h>

/*
 * Looks at an RTL switch that should be empty, for registers that are not back at their reset values, but for those
 * that may go stale. Returns how many, and writes at most `most` of them; -1: out of memory, or
 * its registers cannot be read (not LOCKSTEP_BOTH).
 */
int leftovers_print(struct lockstep *l, unsigned most, FILE *f);

#endif
