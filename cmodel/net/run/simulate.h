#pragma once

#include "net/engine/network.h"
#include "option.h"
#include "params.h"
#include "net/results/stats_report.h"
#include "net/topology/topology_choice.h"

/*
 * A run of a network, from options to results:
 *
 *     struct simulation s;
 *     struct simulation_result r;
 *
 *     simulation_default(&s);
 *     s.o.cycles = 50000;                              or, from text: simulation_set(&s, "cycles", "50000", why)
 *     params_set(&s.params, "saqs", "8", why);
 *     if (simulation_setup(&s, why) && simulate(&s, &r, why))
 *             ... r.report.accepted_load ...
 *     simulation_result_free(&r);
 *
 * Nothing is printed. Where an option is wrong, why has its name, its value, and its range.
 */
struct jobs_report;
struct samples;

enum simulate_time { TIME_CYCLES, TIME_NS, TIME_US, TIME_MS, TIME_S, TIMES };
enum simulate_start { START_ZERO, START_FIRST, STARTS };

struct simulate_options {
#define OPTION_FILE "net/run/simulate.def"
#include "option_members.h"
#undef OPTION_FILE
};

extern const struct option_row simulate_rows[];

struct simulation {
	struct simulate_options o;
	struct params params;           /* of every switch */
	bool given[PARAMETERS];         /* of these, by simulation_set(): the others may follow from them and from the network */
	struct topology_stored *stored; /* of --fabric: its wiring and routes, which outlive the run; NULL: there is no fabric */
	bool links;                     /* count the use of each link */
	bool samples;                   /* take samples of queues and latency (samples.h), where switches are the C model */
	bool (*progress)(void *, uint64_t cycle);       /* called now and then; false: simulation_stop(); NULL: not called */
	void *progress_arg;
	void (*draining)(void);         /* called as the traffic is over, before the network drains; NULL: not called */

	const char *checkpoint;         /* file; NULL: none is written ... */
	uint64_t checkpoint_every;      /* ... in cycles that are multiples of it */
	const char *restart;            /* file of the checkpoint that the run goes on from; NULL: it begins anew */
	const char *checkpoint_of;      /* what such files are of: see checkpoint.h ... */
	uint64_t checkpoint_key[2];     /* ... and the key of who writes and reads them; of process 0 */

	/* What the options mean to the parts of a network: simulation_setup(). */
	struct params nic_params;       /* of every network interface, with --nics */
	struct network_interfaces nics;
	struct network_config network;
	struct workload_config traffic;
	struct stats_config stats;
	uint64_t span;                  /* cycles with traffic; of a trace that runs to its end, as many as it takes if nothing holds a source back; of jobs, at least so many */
};

/* A trace, until its last packet has entered; jobs, until they are done. */
static inline bool simulation_to_end(const struct simulation *s)
{
	return !s->o.cycles;
}

/* All options and parameters at their defaults; radix and nodes are open. */
void simulation_default(struct simulation *);

/* Sets an option or a parameter by name; value: NULL for a flag. False: why. */
bool simulation_set(struct simulation *, const char *name, const char *value, char why[OPTION_WHY]);

/* The same for each option of "--name value --flag". The text is cut in place, and has to outlive the simulation. */
bool simulation_words(struct simulation *, char *text, char why[OPTION_WHY]);

/* Does a switch have the parameter, or with --nics a network interface? And which parameters it is one of. */
bool simulation_has(const struct simulation *, const struct param_desc *);
const struct params *simulation_params(const struct simulation *, const struct param_desc *);

/* Has a switch of this scheme the parameter, or with nics its network interface? */
bool simulation_scheme_has(unsigned scheme, bool nics, const struct param_desc *);

/* For one of several schemes: what was given, but for others, is left out. */
void simulation_leave_out(struct simulation *);

/* Checks the options and parameters, and chooses those that follow from others: warmup, radix, nodes. Nothing is allocated. False: why. */
bool simulation_setup(struct simulation *, char why[OPTION_WHY]);

struct simulation_result {
	struct stats *stats;            /* merged */
	struct stats_report report;
	struct network_counts counts;
	bool drained, failed;
	bool complete;                  /* all cycles with traffic were run */
	bool stopped;                   /* by simulation_stop() */
	char why[NETWORK_WHY];          /* failed: what went wrong */
	uint64_t traffic_cycles;        /* that have traffic: all, or those before the stop */
	uint64_t cycles;                /* run, with the drain */
	struct jobs_report *jobs;       /* NULL: there are none */
	struct samples *samples;        /* likewise */
	uint64_t trace_late;            /* messages of a trace after the cycles with traffic */
	uint64_t trace_outside;         /* packets of those before that never entered */
	double cpu_seconds, seconds;    /* of the cycles, without building the network */
	size_t bytes;
};

/* VCs that are reported by themselves: all, but where each is of a destination. Service levels of the traffic that go in a VC: a set. */
unsigned simulation_vcs(const struct simulation *);
unsigned simulation_levels_of_vc(const struct simulation *, unsigned vc);

/*
 * A run in slices, of what was set up, which must outlive it: begin; run to a cycle, again and again, until the run is over: no cycles with traffic
 * are left, or something went wrong; finish, once, which gives the result, the same for all slices; end. NULL: nothing was begun, and why.
 * stop: no cycles with traffic are left after a few more, for packets that are on links, and results are those of a run of so many cycles.
 */
struct simulation_run;

struct simulation_run *simulation_begin(const struct simulation *, char why[NETWORK_WHY]);
uint64_t simulation_cycle(const struct simulation_run *);
void simulation_run_to(struct simulation_run *, uint64_t cycle);        /* and not beyond the cycles with traffic */
void simulation_stop(struct simulation_run *);
bool simulation_over(const struct simulation_run *);
void simulation_finish(struct simulation_run *, struct simulation_result *);    /* drains the network first */
void simulation_end(struct simulation_run *);

/* All of that at once. False: nothing was run, and why. */
bool simulate(const struct simulation *, struct simulation_result *, char why[NETWORK_WHY]);
void simulation_result_free(struct simulation_result *);
