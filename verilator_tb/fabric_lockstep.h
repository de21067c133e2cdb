#pragma once

#include "hosts.h"
#include "lockstep.h"
#include "net/engine/fabric_model.h"

#include <stdio.h>

/*
 * A whole generated network beside its model: one Verilated module with all switches, links and end nodes, and hosts at its pins. Every register of every
 * switch, network interface and adapter is compared in every cycle, from reset on; what memories are written, and one word of each part in turn; and the
 * pins of hosts.
 */
struct fabric_lockstep_config {
	struct fabric_model_config model;
	struct hosts_config hosts;              /* their stop_cycle is that of the run: `cycles` */
	enum lockstep_backend backend;          /* LOCKSTEP_C or LOCKSTEP_BOTH */
	const struct dut_lib *lib;              /* not for LOCKSTEP_C: a build with the texts of fabric_pins.h */
	uint64_t cycles;                        /* with traffic */
	struct lockstep_plant plant;            /* "switch3.g_in[0].iport.smu.count_q" */
	const char *waves;                      /* write the cycles waves_from..waves_to there; NULL: none */
	uint64_t waves_from, waves_to;
	void (*progress)(void *, uint64_t cycle);       /* now and then; NULL: none */
	void *progress_arg;
};

struct fabric_lockstep {
	struct fabric_lockstep_config config;
	enum lockstep_verdict verdict;
	char why[LOCKSTEP_WHY];
	uint64_t cycle, drain_cycles;
	uint64_t register_bits, memory_bits;    /* that are compared */
	double seconds;

	struct fabric_model *model;
	struct hosts *hosts;
	struct host_in *in;                     /* by end node */
	struct host_out *seen;
	struct dut dut;
	struct fabric_pins *pins;
	unsigned n_parts;
	struct fabric_part *part;
	struct fabric_part *differs;            /* the first part that does; NULL: none, or another fault */
	uint8_t *plant_at;
};

/* At reset. NULL: why. */
struct fabric_lockstep *fabric_lockstep_new(const struct fabric_lockstep_config *, char why[LOCKSTEP_WHY]);
void fabric_lockstep_free(struct fabric_lockstep *);

/* The whole run: traffic, then until nothing is left. */
enum lockstep_verdict fabric_lockstep_run(struct fabric_lockstep *);

/* After LOCKSTEP_DIFFERS: the registers of the part that differ. */
void fabric_lockstep_report(struct fabric_lockstep *, FILE *);
