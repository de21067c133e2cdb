#ifndef REPORT_H
#define REPORT_H

#include "lockstep.h"

#include <stdio.h>

/*
 * Account of a divergence: every signal that differs, inputs first (they accuse the bench),
 * then registers and memories (causes), then outputs (effects); the cycles that led there, from a replay
 * of the run, so that the run itself need not remember them; and the command that repeats it with a waveform.
 */
enum { REPORT_CYCLES = 8 };

/* l stands where lockstep_compare() returned false. rerun: a command line, to which --waves is added; NULL: none. */
void report_divergence(struct lockstep *l, const char *rerun, FILE *f);

/* Of a driven one, where lockstep_step() returned false: the signals alone. */
void report_signals(struct lockstep *l, FILE *f);

#endif
