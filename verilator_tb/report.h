#pragma once

#include "lockstep.h"

#include <stdio.h>

/*
 * Report of a divergence: every signal that differs, inputs first (a fault of the bench), then registers
 * and memories (causes), then outputs (effects); the cycles before it, from a replay, so that the run
 * itself records nothing; and the command that repeats the run with a waveform.
 */
enum { REPORT_CYCLES = 8 };

/* l: after lockstep_compare() returned false. rerun: a command line, to which --waves is added; NULL: none. */
void report_divergence(struct lockstep *l, const char *rerun, FILE *f);

/*
 * Checks an RTL switch that should be empty: finds registers that are not at their reset values and may not keep an
 * old one either (fields_stale()). Returns their number, and prints at most `most` of them; -1: out of memory, or the
 * registers cannot be read (not LOCKSTEP_BOTH).
 */
int report_residue(struct lockstep *l, unsigned most, FILE *f);

/* Of a driven lockstep, after lockstep_step() returned false: the signals alone. */
void report_signals(struct lockstep *l, FILE *f);
