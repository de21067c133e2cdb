#include "simulate.h"

#include "net/engine/checkpoint.h"
#include "net/jobs/jobs_report.h"
#include "net/results/samples.h"
#include "seconds.h"
#include "why_not.h"

#include <stdlib.h>
#include <string.h>

enum {
	LOOK = 1024,                    /* cycles between two looks at a trace, or jobs, that run to their end */
	FIRST_PIECE = 256, MOST_PIECE = 4096,           /* of a run, in cycles: after an idle piece, the next one may take a thousand times as long */
};

/* A run in slices (simulate.h), and what it writes and reads of itself. */
struct simulation_run {
	const struct simulation *s;
	struct workload *w;
	struct network *n;
	struct stats *stats;
	struct samples *samples;        /* NULL: none are taken */
	uint64_t end;                   /* first cycle without traffic */
	uint64_t packets;               /* of a trace that runs to its end */
	bool seeking;                   /* that end, which is not known yet: `end` is the last that there may be */
	bool stopped, good;
	double cpu_seconds, seconds;    /* so far */
};

static inline const struct processes *processes_of(const struct simulation *s)
{
	return s->network.processes;
}

/* Of one thread its own time, since other runs may be in others. */
static clockid_t cpu_clock(const struct simulation *s)
{
	return s->o.threads > 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID;
}

static void clock_in(struct simulation_run *r)
{
	r->seconds -= seconds(CLOCK_MONOTONIC);
	r->cpu_seconds -= seconds(cpu_clock(r->s));
}

static void clock_out(struct simulation_run *r)
{
	r->cpu_seconds += seconds(cpu_clock(r->s));
	r->seconds += seconds(CLOCK_MONOTONIC);
}

_Static_assert((int)CHECKPOINT_WHY == (int)NETWORK_WHY, "messages are passed on");

/* Checkpoints have all that a run goes on from. Records beside those of the network: of process 0, the first one; of each process; of process 0, if samples are taken. */
enum { RECORD_RUN = NETWORK_RECORDS, RECORD_STATS, RECORD_SAMPLES };

/* Processor time of all processes. */
static double all_cpu_seconds(const struct simulation_run *r)
{
	uint64_t ns = (uint64_t)(1e9 * r->cpu_seconds);

	processes_sum(processes_of(r->s), &ns, 1);
	return 1e-9 * (double)ns;
}

/* Of the whole run, beside what it counted. */
struct progress {
	uint64_t end, trace;
	double seconds, cpu_seconds;
	uint64_t seeking;               /* 1: yes; a file may have a byte that is no bool */
};

static void write_run(struct simulation_run *r, struct checkpoint *c, struct state *s)
{
	struct progress p = { r->end, workload_file_hash(r->w), r->seconds, all_cpu_seconds(r), r->seeking };

	state_clear(s);
	network_clock_state(r->n, s);
	STATE(s, p);
	if (!processes_number(processes_of(r->s)))
		checkpoint_put(c, RECORD_RUN, 0, s);
}

/* False: why. */
static bool write_checkpoint(struct simulation_run *r, char why[NETWORK_WHY])
{
	struct checkpoint c;
	struct state s = { .reading = false };

	if (!checkpoint_create(&c, r->s->checkpoint, r->s->checkpoint_of, r->s->checkpoint_key, processes_of(r->s), why))
		return false;
	network_settle(r->n);
	write_run(r, &c, &s);
	state_clear(&s);
	stats_state(r->stats, &s);
	checkpoint_put(&c, RECORD_STATS, processes_number(processes_of(r->s)), &s);
	if (r->samples && !processes_number(processes_of(r->s))) {
		state_clear(&s);
		samples_state(r->samples, &s);
		checkpoint_put(&c, RECORD_SAMPLES, 0, &s);
	}
	c.failed |= s.failed;
	c.failed |= !network_write(r->n, &c);
	state_free(&s);
	return checkpoint_complete(&c, why);
}

static bool read_run(struct simulation_run *r, struct state *s, char why[NETWORK_WHY])
{
	struct progress p = { .end = 0 };

	network_clock_state(r->n, s);
	STATE(s, p);
	if (!state_require(s, network_cycle(r->n) < p.end && p.end <= r->end && (r->seeking || !p.seeking)))
		return false;
	if (p.trace != workload_file_hash(r->w)) {
		const char *const file = r->s->o.trace ? r->s->o.trace : r->s->o.job_file;

		return why_not(why, NETWORK_WHY, "--restart: '%.100s' is of a run with another %s%s%.100s%s", r->s->restart, r->s->o.trace ? "trace" : "workload",
			       file ? " in '" : "", file ? file : "", file ? "'" : "");
	}
	if (p.end < r->end)
		stats_cut(r->stats, p.end);
	r->end = p.end;
	r->seeking = p.seeking;
	if (processes_number(processes_of(r->s)))
		return true;
	r->seconds = p.seconds;
	r->cpu_seconds = p.cpu_seconds;
	return true;
}

static bool read_network(struct simulation_run *r, enum network_record record, uint32_t index, struct state *s, char why[NETWORK_WHY])
{
	char outside[SWITCH_WHY] = "";

	if (network_read(r->n, record, index, s, outside))
		return true;
	if (*outside)
		snprintf(why, NETWORK_WHY, "--restart: '%.100s' has a register out of its range: %s %s", r->s->restart,
			 record == RECORD_NICS ? "network interface" : "switch", outside);
	return false;
}

static bool read_record(struct simulation_run *r, uint32_t record, uint32_t index, struct state *s, char why[NETWORK_WHY])
{
	if (record == RECORD_RUN)
		return read_run(r, s, why);
	if (record > RECORD_SAMPLES || !network_cycle(r->n))    /* the run is first, and no checkpoint is of its first cycle */
		return false;
	if (record < NETWORK_RECORDS)
		return read_network(r, (enum network_record)record, index, s, why);
	if (record == RECORD_SAMPLES) {
		if (r->samples)
			samples_state(r->samples, s);
		return !s->failed;
	}
	if (!processes_number(processes_of(r->s)))
		stats_state(r->stats, s);
	return !s->failed;
}

/* A run that has just begun goes on from a checkpoint. False: why. */
static bool restart(struct simulation_run *r, char why[NETWORK_WHY])
{
	struct checkpoint c;
	struct state s = { .reading = true };
	uint32_t record, index;
	bool good = true;

	if (!checkpoint_open(&c, r->s->restart, r->s->checkpoint_of, r->s->checkpoint_key, processes_of(r->s), why))
		return false;
	snprintf(why, NETWORK_WHY, "--restart: '%.100s' cannot be taken over: not enough memory, or not what such a network can be in", r->s->restart);
	while (checkpoint_next(&c, &record, &index, &s))
		good = good && read_record(r, record, index, &s, why);
	good &= !s.failed;
	checkpoint_close(&c);
	state_free(&s);
	network_resume(r->n);
	return processes_agree(processes_of(r->s), good, why, NETWORK_WHY);
}

static bool sampled(const struct simulation *s)
{
	return s->samples && !s->network.backend;
}

struct simulation_run *simulation_begin(const struct simulation *s, char why[NETWORK_WHY])
{
	struct simulation_run *r = calloc(1, sizeof *r);
	char no_traffic[WORKLOAD_WHY] = "not enough memory for the run";

	if (r)
		*r = (struct simulation_run){ .s = s, .w = workload_new(&s->traffic, no_traffic), .end = s->stats.end, .seeking = simulation_to_end(s), .good = true };
	if (!processes_agree(processes_of(s), r && r->w, no_traffic, sizeof no_traffic)) {
		snprintf(why, NETWORK_WHY, "%s", no_traffic);
		simulation_end(r);
		return NULL;
	}
	r->packets = r->seeking ? workload_packets(r->w, r->end) : 0;
	r->stats = stats_new(&s->stats);
	r->samples = sampled(s) ? samples_new(&s->network, s->span) : NULL;
	snprintf(why, NETWORK_WHY, "not enough memory for the statistics");
	if (processes_agree(processes_of(s), r->stats && (r->samples || !sampled(s)), why, NETWORK_WHY))
		r->n = network_new(&s->network, r->w, r->stats, why);
	if (r->n && (!s->restart || restart(r, why)))
		return r;
	simulation_end(r);
	return NULL;
}

uint64_t simulation_cycle(const struct simulation_run *r)
{
	return network_cycle(r->n);
}

static void end_soon(struct simulation_run *r)
{
	const uint64_t end = network_uncounted(r->n);

	if (end >= r->end)
		return;
	r->end = end;
	stats_cut(r->stats, end);
}

/* The next cycle at which a trace or jobs are looked at, whatever slices they are run in: has all been done? */
static uint64_t next_look(const struct simulation_run *r)
{
	const uint64_t now = network_cycle(r->n), span = r->s->span;

	if (!r->seeking)
		return UINT64_MAX;
	return now < span ? span : span + ((now - span) / LOOK + 1) * LOOK;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Has the last packet of a trace entered? Have all ranks of jobs done all? */
static bool all_done(const struct simulation_run *r)
{
	const struct jobs *const jobs = workload_jobs(r->w);
	uint64_t done;

	if (!jobs)
		return network_counts(r->n).injected == r->packets;
	done = jobs->done;
	processes_sum(processes_of(r->s), &done, 1);
	return done + jobs->at_once == jobs->set->ranks;
}

/* Up to a cycle, to the next look at a trace or jobs, to the next sample, or to the end. */
static void run_piece(struct simulation_run *r, uint64_t cycle)
{
	const uint64_t sample = samples_next(r->samples, network_cycle(r->n)), look = next_look(r);

	r->good = network_run_to(r->n, least(least(least(cycle, r->end), look), sample));
	if (r->good && network_cycle(r->n) == sample)
		samples_take(r->samples, r->n, r->stats);
	if (r->good && network_cycle(r->n) == look && all_done(r)) {
		r->seeking = false;
		end_soon(r);
	}
}

void simulation_run_to(struct simulation_run *r, uint64_t cycle)
{
	clock_in(r);
	while (r->good && network_cycle(r->n) < least(cycle, r->end))
		run_piece(r, cycle);
	clock_out(r);
}

bool simulation_over(const struct simulation_run *r)
{
	return !r->good || network_cycle(r->n) >= r->end;
}

void simulation_stop(struct simulation_run *r)
{
	const uint64_t whole = r->end;

	end_soon(r);
	r->stopped |= r->end < whole;
	r->seeking = false;
}

/* A failed run is drained as far as it goes, so that what is in the network is told from what is lost. */
static void drain_anyhow(struct network *n)
{
	uint64_t delivered;

	do
		delivered = network_counts(n).delivered;
	while (!network_drain(n, UINT64_MAX / 2) && network_counts(n).delivered != delivered);
}

/* why: of the first thing that went wrong. */
static void drain(struct simulation_run *r, char why[NETWORK_WHY])
{
	network_stop_injection(r->n);
	if (r->good)
		r->good = network_drain(r->n, UINT64_MAX / 2);
	snprintf(why, NETWORK_WHY, "%s", network_why(r->n));
	if (!r->good)
		drain_anyhow(r->n);
	else if (r->seeking)
		snprintf(why, NETWORK_WHY, "%s after %ju cycles, as many as --bin %ju allows",
			 workload_jobs(r->w) ? "jobs are not done" : "packets of the trace wait at their sources", (uintmax_t)r->end, (uintmax_t)r->s->o.bin);
	r->good &= !r->seeking;
}

/* The counts of the network and of the statistics are taken in different places. */
static void judge(struct simulation_result *r, bool ordered, bool good)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	r->drained = good && r->counts.delivered == r->counts.injected;
	r->failed = !r->drained || (r->counts.out_of_order && ordered) || r->counts.misdelivered;
	if (t->injected_packets == r->counts.injected && t->delivered_packets == r->counts.delivered && t->out_of_order == r->counts.out_of_order)
		return;
	r->failed = true;
	snprintf(r->why, sizeof r->why, "statistics saw %ju packets enter and %ju leave, the network %ju and %ju", (uintmax_t)t->injected_packets,
		 (uintmax_t)t->delivered_packets, (uintmax_t)r->counts.injected, (uintmax_t)r->counts.delivered);
}

void simulation_finish(struct simulation_run *from, struct simulation_result *r)
{
	struct jobs *const jobs = workload_jobs(from->w);

	memset(r, 0, sizeof *r);
	if (!from->good && from->seeking)
		end_soon(from);
	r->traffic_cycles = from->end;
	r->stopped = from->stopped;
	r->complete = !from->stopped && !from->seeking && network_cycle(from->n) >= from->end;
	clock_in(from);
	drain(from, r->why);
	clock_out(from);
	r->seconds = from->seconds;
	r->cpu_seconds = all_cpu_seconds(from);
	r->counts = network_counts(from->n);
	r->cycles = network_cycle(from->n);
	r->trace_late = workload_late(from->w, from->end);
	r->trace_outside = from->s->traffic.pattern == PATTERN_TRACE ? workload_packets(from->w, from->end) - r->counts.injected : 0;
	r->bytes = network_bytes(from->n) + workload_bytes(from->w);
	r->stats = from->stats;
	network_count_switches(from->n, r->stats);
	network_count_backlog(from->n, r->stats);
	stats_merge(r->stats);
	stats_sum(r->stats, processes_of(from->s));
	r->report = stats_report(r->stats);
	if (jobs) {
		jobs_share(jobs, processes_of(from->s), network_runs_node, from->n);
		r->jobs = jobs_report(jobs->set, jobs, &from->s->network, r->stats);
	}
	r->samples = from->samples;
	from->stats = NULL;
	from->samples = NULL;
	judge(r, network_keeps_order(&from->s->network), from->good);
}

void simulation_end(struct simulation_run *r)
{
	if (!r)
		return;
	network_free(r->n);
	workload_free(r->w);
	stats_free(r->stats);
	samples_free(r->samples);
	free(r);
}

/* False: no more traffic is wanted, by any of the processes. */
static bool show(const struct simulation *s, uint64_t cycle)
{
	uint64_t enough = s->progress && !s->progress(s->progress_arg, cycle);

	processes_sum(processes_of(s), &enough, 1);
	return !enough;
}

/* All cycles with traffic, in pieces of a tenth of a second or less; process 0 says how long a piece is. False: a checkpoint could not be written, and why. */
static bool run_cycles(struct simulation_run *r, char why[NETWORK_WHY])
{
	const uint64_t every = r->s->checkpoint_every;
	uint64_t piece = FIRST_PIECE;

	while (!simulation_over(r)) {
		const double began = seconds(CLOCK_MONOTONIC);
		const uint64_t checkpoint = r->s->checkpoint ? (simulation_cycle(r) / every + 1) * every : UINT64_MAX;
		double took;

		processes_follow(processes_of(r->s), &piece, sizeof piece);
		simulation_run_to(r, least(simulation_cycle(r) + piece, checkpoint));
		if (simulation_cycle(r) == checkpoint && !simulation_over(r) && !write_checkpoint(r, why))
			return false;
		if (r->good && !show(r->s, simulation_cycle(r)))
			simulation_stop(r);
		took = seconds(CLOCK_MONOTONIC) - began;
		if (took < 0.05 && piece < MOST_PIECE)
			piece *= 2;
		else if (took > 0.2 && piece > 1)
			piece /= 2;
	}
	return true;
}

bool simulate(const struct simulation *s, struct simulation_result *r, char why[NETWORK_WHY])
{
	struct simulation_run *run = simulation_begin(s, why);

	memset(r, 0, sizeof *r);
	if (!run)
		return false;
	const bool good = run_cycles(run, why);

	if (good) {
		show(s, simulation_cycle(run));
		if (s->draining)
			s->draining();
		simulation_finish(run, r);
	}
	simulation_end(run);
	return good;
}

unsigned simulation_vcs(const struct simulation *s)
{
	return s->network.shape.by_cells && !s->network.shape.by_destination ? s->network.shape.vcs : 0;
}

unsigned simulation_levels_of_vc(const struct simulation *s, unsigned vc)
{
	return (unsigned)MEMBERS_WHERE(sl, ones(s->network.sls), shape_vc(&s->network.shape, sl) == vc);
}

void simulation_result_free(struct simulation_result *r)
{
	stats_free(r->stats);
	r->stats = NULL;
	jobs_report_free(r->jobs);
	r->jobs = NULL;
	samples_free(r->samples);
	r->samples = NULL;
}
