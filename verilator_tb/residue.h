#pragma once

#include "lockstep.h"

#include <stdio.h>

/*
 * Checks an RTL switch that should be empty: finds registers that are not at their reset values and may not keep an
 * old one either (fields_stale()). Returns their number, and prints at most `most` of them; -1: out of memory, or the
 * registers cannot be read (not LOCKSTEP_BOTH).
 */
int residue_print(struct lockstep *l, unsigned most, FILE *f);
