#pragma once

#include "vectors.h"

/*
 * A second simulator for the RTL: Icarus Verilog runs it with the stimulus of a recorded run of the C model, and
 * compares in every cycle all that lockstep compares, but in four-valued logic: registers and memories start as X, idle
 * links carry X, and an X where the model has a value is a difference. Some hundred times slower than Verilator.
 */
struct icarus {
	const struct params *params;
	const char *dir;                        /* where the switch was generated: sluice.f */
	const char *build_dir;                  /* where the bench is built; stays there only if something is wrong */
	struct neighbours_config traffic;
	uint64_t cycles;                        /* 1..ICARUS_CYCLES */
	bool monitored;                         /* with the monitors of the links */
};

enum { ICARUS_CYCLES = 100000000, ICARUS_WHY = 1024 };

enum icarus_status {
	ICARUS_SAME,
	ICARUS_DIFFERS,                         /* the report says how; or an assertion of the RTL failed */
	ICARUS_REFUSED,                         /* a warning, or a check in the Verilog that stops; or the model went wrong by itself */
	ICARUS_FAILED,                          /* not installed; cannot read the Verilog; died */
	ICARUS_CANNOT                           /* what it needs cannot be written: errno says why */
};

/* report: all that the bench had to say, its last line the verdict; the caller frees it. NULL if it was not run. why: one
 * line, unless all is the same. */
enum icarus_status icarus_run(const struct icarus *c, char **report, char why[ICARUS_WHY]);

/* Whether the report is of an assertion of the RTL, and in which cycle it failed. */
bool icarus_assertion(const char *report, uint64_t *cycle);

/* The bench's switch.vh: the row, the pins, the instance, and the comparisons. */
void icarus_text(const struct vectors *v, const struct params *p, FILE *f);
