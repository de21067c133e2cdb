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

/* Of a driven lockstep, after lockstep_step() returned false: the signals alone. */
void report_signals(struct lockstep *l, FILE *f);
