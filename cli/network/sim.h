#pragma once

#include "net/engine/backends.h"
#include "net/jobs/jobs_report.h"
#include "net/run/simulate.h"
#include "options.h"
#include "topology/fabric_topology.h"
#include "sweep.h"
#include "verilog/generated.h"
#include "why_not.h"

/* `sluice sim`: the options of a run, and its own. */
struct sim_options {
	struct simulate_options run;    /* first: the rows of both tables are of this struct */
#define OPTION_FILE "network/sim.def"
#include "option_members.h"
#undef OPTION_FILE
};

extern const struct option_row sim_rows[];

/* A config file as it is; of the JSON of a run its configuration, as a config file with the same options and parameters. NULL: why, and the file is closed. */
FILE *sim_config_of(FILE *, const char *path, char why[PARAMS_WHY]);

struct sim_job {
	bool schemes;                   /* one of several schemes: parameters of others are left out */
	struct options given;
	struct sim_options s;
	struct simulation run;
	struct generated_fabric network;        /* that --config names, if `generated` */
	bool generated;
	struct fabric_topology fabric;          /* of --fabric */
};

/* Of what was scanned, `given`: reads it, and sets the run up. Unless EXIT_OK, all is said, and nothing is to be freed. */
int sim_job_make(struct sim_job *);
void sim_job_free(struct sim_job *);

/* In plain words; each line begins with its subject, or blanks, in SIM_SUBJECT columns. speed: with the time that it took. */
enum { SIM_SUBJECT = 12 };
void sim_print(const struct simulation *, const struct simulation_result *, bool speed, FILE *f);

/* What the scheme calls the queues of which it has a number to choose: set-aside queues, or all. */
const char *sim_queue_name(const struct shape *);

/* The CSV of links, without its configuration. */
void sim_write_links(const struct simulation *, const struct simulation_result *, FILE *f);

/* Where words go: standard output, unless it is wanted for a file. */
FILE *sim_words(const struct sim_options *s);

/* The files asked for; false: why. Before a run: is each another one, and none that is read? Can they be written? */
bool sim_outputs_apart(const struct sim_job *, char why[PARAMS_WHY]);
bool sim_outputs_possible(const struct sim_options *s, char why[PARAMS_WHY]);
bool sim_write_outputs(const struct sim_job *, const struct simulation_result *r, char why[PARAMS_WHY]);

/* --checkpoint, --every and --restart: do they fit, and can the file be written? False: why. */
bool sim_checkpoint_possible(struct sim_job *j, char why[PARAMS_WHY]);

/* The page of --report: DIR/report.html. False: why, and errno. */
bool sim_report_write(const struct sim_job *, const struct simulation_result *, char why[PARAMS_WHY]);

/* Lists in place of values: --load 0.1,0.2 --seed 1..5. */
bool sim_lists_given(struct options *);

/* A run for each combination, on all processors: a table of means over the seeds; JSON and CSV of all runs. Of what was scanned. Returns the exit status; all is said. */
int sim_lists(const struct options *);
