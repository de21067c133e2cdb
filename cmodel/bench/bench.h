#pragma once

#include "neighbours.h"
#include "scoreboard.h"

/*
 * One C-model switch between its neighbours, watched by a scoreboard, stepped cycle by cycle: for tests and
 * for experiments. Results of a cycle can be read until the next bench_step().
 */
struct bench {
	struct shape shape;
	struct sluice_switch *sw;
	struct neighbours *neighbours;
	struct scoreboard *scoreboard;
	uint64_t cycle;                         /* next cycle to be run */
	uint64_t next;                          /* next cycle in which the switch asks to be stepped */
	bool skip;                              /* step the switch only in cycles that it asks for, or in which something arrives */
	struct switch_in in;                    /* what arrived in the last cycle */
	struct switch_out out[SWITCH_DEPART_MOST + 1];     /* results of the last cycles, by cycle modulo their number */
	char why[SCOREBOARD_WHY];
};

/* NULL: out of memory. */
struct bench *bench_new(const struct shape *, const struct neighbours_config *);
void bench_free(struct bench *);

/* Run one cycle. False: the scoreboard refused a packet, see why. */
bool bench_step(struct bench *);

/* What the switch decided `ago` cycles before the last one; ago <= SWITCH_DEPART_MOST. */
const struct switch_out *bench_decided(const struct bench *, unsigned ago);

/* True if nothing is left in the switch, at its neighbours, or on the links. */
bool bench_drained(const struct bench *);
