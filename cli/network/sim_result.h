#ifndef SIM_RESULT_H
#define SIM_RESULT_H

#include "sim_setup.h"
#include "net/stats_report.h"

/* What came of a run. */
struct sim_result {
	struct stats *stats;            /* merged */
	struct stats_report report;
	struct network_counts counts;
	bool drained, failed;
	char why[NETWORK_WHY];          /* failed: what went wrong */
	uint64_t cycles;                /* run, with the drain */
	double cpu_seconds, seconds;    /* of the cycles, without setting up */
	size_t bytes;
};

/* Everything that is read and written has been found to be there: false says what is not, and nothing has run. */
bool sim_run(struct sim_result *r, const struct sim_setup *u, FILE *terminal, char why[NETWORK_WHY]);
void sim_result_free(struct sim_result *r);

/* In plain words. */
void sim_print(const struct sim_setup *u, const struct sim_result *r, FILE *f);

/* As --json writes it; NULL: out of memory. */
struct cJSON *sim_json(const struct sim_setup *u, const struct sim_result *r);

/* What the statistics are a function of, and nothing else: lines "# key = value". */
void sim_write_config(const struct sim_setup *u, FILE *f);

/* The files asked for; false: why. Before a run: can they be written? */
bool sim_outputs_possible(const struct sim_options *s, char why[PARAMS_WHY]);
bool sim_write_outputs(const struct sim_setup *u, const struct sim_result *r, char why[PARAMS_WHY]);

#endif
