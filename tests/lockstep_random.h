#pragma once

#include "lockstep_case.h"
#include "random_space.h"
#include "random_table.h"
#include "sample_switch.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Random switches under random traffic, model and RTL in lockstep. A case is a function of the seed and its number. The seed is the
 * date (UTC), so that every day tries other switches, or $SLUICE_SEED. $SLUICE_CASE names the one case to run, or the first and last of several: 48-299;
 * $SLUICE_KIND a kind of random_config.h, of which all are then.
 */
enum { RANDOM_JOBS = 2 };

struct random_run {
	uint64_t seed;
	unsigned first, n;              /* numbers of the cases */
	uint64_t cycles;                /* of each, with traffic */
	struct space space;
	const struct params *corners;   /* switches, by case; NULL: switches are drawn */
};

struct random_case {
	unsigned number;
	struct params params;
	struct neighbours_config traffic;
	bool memory_every, bank;        /* bank: the switch is one of several in a bank */
	unsigned width;                 /* registers of at most so many bytes */
	unsigned threads;
	uint64_t resets;
};

/* State that the jobs share. */
struct random_shared {
	atomic_uint next, done;
	struct case_counts of_job[RANDOM_JOBS];
};

static inline uint64_t random_seed(void)
{
	const char *given = getenv("SLUICE_SEED");
	const time_t now = time(NULL);
	struct tm day;

	if (given)
		return strtoull(given, NULL, 10);
	gmtime_r(&now, &day);
	return (uint64_t)(day.tm_year + 1900) * 10000 + (uint64_t)(day.tm_mon + 1) * 100 + (uint64_t)day.tm_mday;
}

/* Print how to repeat a run, whether it fails or not. */
static inline void print_seed(const struct random_run *run)
{
	fprintf(stderr, "# seed %" PRIu64 " (SLUICE_SEED=%" PRIu64 " repeats it, SLUICE_CASE=number a case of it alone, first-last several), cases %u to %u\n",
		run->seed, run->seed, run->first, run->first + run->n - 1);
}

static inline void print_case(const struct random_case *c)
{
	const struct neighbours_config *t = &c->traffic;

	fprintf(stderr, "# case %u: sluice gen", c->number);
	for (unsigned i = 0; i < PARAMETERS; i++) {
		char value[PARAMS_WORD];

		if (!params_used(&c->params, &params_table[i]))
			continue;
		params_text(&c->params, &params_table[i], value, sizeof value);
		fprintf(stderr, " --%s %s", params_table[i].name, value);
	}
	fprintf(stderr, "; traffic %s, load %g, seed %" PRIu64 "%s%s%s%s%s, hot port %u, hot fraction %g, injection %u, %u threads%s%s, registers of %u bytes, %" PRIu64 " resets\n",
		traffic_names[t->traffic], t->load, t->seed, t->saturate ? ", saturated" : "",
		t->fixed_length ? ", fixed length" : "", t->single_flit ? ", single flits" : "", t->own_port ? ", own port" : "",
		t->back_pressure ? "" : ", no back-pressure", t->hot_port, t->hot_fraction, (unsigned)t->injection, c->threads,
		c->memory_every ? ", memories in every cycle" : "", c->bank ? ", in a bank" : "", c->width, c->resets);
}

enum {
	EVERY_WORD_MOST = 1 << 13,              /* about the most words of memories that are compared whole in each cycle */
	MANY_RESETS = 16,                       /* of a run, which is long enough for traffic after each of them, once the table is written */
	SOURCE_PACKETS = 20,                    /* longest ones that a source sends at least, on average, if it can */
};

/* A load at which a source of a run has packets to send, however long they are. */
static inline double random_load(const struct random_run *run, const struct shape *s, double drawn)
{
	const double least = (double)SOURCE_PACKETS * s->packet_flits / (double)run->cycles;

	return fmax(drawn, fmin(least, 1));
}

static inline struct random_case random_case(const struct random_run *run, unsigned number)
{
	struct rng r = rng_seed(run->seed, number);
	static const unsigned widths[] = { 0, 16, 32, 64 };
	struct random_case c = { .number = number };
	struct shape s;

	c.params = run->corners ? run->corners[number - run->first] : random_switch(&run->space, &r);
	s = shape_of(&c.params);
	c.traffic = random_traffic(&r, &s);
	c.traffic.load = random_load(run, &s, c.traffic.load);
	if (run->corners && c.traffic.load < 0.5)       /* these run for a moment only */
		c.traffic.load += 0.5;
	c.memory_every = !rng_below(&r, 4) && s.radix * (s.slots * s.packet_flits + s.nodes) <= EVERY_WORD_MOST;
	c.threads = 1 + rng_below(&r, 2);
	c.bank = !rng_below(&r, 3);
	c.width = widths[rng_below(&r, 4)];
	c.resets = rng_below(&r, 2) && run->cycles > (uint64_t)MANY_RESETS * 2 * (s.nodes + 100) ? rng_below(&r, MANY_RESETS) : 0;
	return c;
}

/* Packets that a case has to deliver at least: with fewer it would not test what it is meant to test. */
static inline uint64_t random_packets(const struct random_run *run, const struct random_case *c)
{
	const uint64_t least = run->cycles / 2000 / ((shape_of(&c->params).packet_flits + 15) / 16);

	return least ? least : 1;
}

/* Run a case, in one thread with monitors of the links, which have nothing to say. False: it failed. Its counts are added to *sum. */
static inline bool random_case_runs(const struct random_run *run, unsigned number, struct case_counts *sum)
{
	const struct random_case drawn = random_case(run, number);
	struct lockstep_case c;
	struct case_counts counts;
	enum lockstep_verdict v;

	case_begin(&c, &drawn.params);
	c.monitored = drawn.threads == 1;
	case_build(&c, true);
	c.config.traffic = drawn.traffic;
	c.config.cycles = run->cycles;
	c.config.memory_every = drawn.memory_every;
	c.config.threads = drawn.threads;
	c.config.bank = drawn.bank;
	c.config.resets = drawn.resets;
	switch_limit_width(drawn.width);
	v = case_run(&c, &counts);
	counts_add(sum, &counts);
	case_end(&c);
	if (v == LOCKSTEP_SAME && counts.packets >= random_packets(run, &drawn))
		return true;
	fprintf(stderr, "# case %u: verdict %u, %" PRIu64 " packets\n", number, (unsigned)v, counts.packets);
	print_case(&drawn);
	return false;
}

static inline void print_counts(const struct case_counts *c)
{
	fprintf(stderr, "# in all: packets %" PRIu64 ", detections %" PRIu64 ", notifications %" PRIu64 ", set aside %" PRIu64 ", Xoff sent %" PRIu64
		", received %" PRIu64 "\n", c->packets, c->detections, c->notifications, c->set_aside, c->xoff_sent, c->xoff_received);
}

/* True if every mechanism of congestion management was used; those that were not have not been compared. */
static inline bool all_happened(const struct case_counts *c)
{
	return c->detections && c->notifications && c->set_aside && c->xoff_sent && c->xoff_received;
}

static inline void random_run_table(const struct random_run *run)
{
	struct random_table t = random_table_new();

	for (unsigned i = run->first; i < run->first + run->n; i++) {
		const struct random_case c = random_case(run, i);
		const struct shape s = shape_of(&c.params);

		random_table_add(&t, &s, &c.traffic);
	}
	random_table_print(&t);
}

static inline bool random_job(const struct random_run *run, struct random_shared *shared, unsigned job)
{
	bool good = true;
	unsigned i;

	while ((i = atomic_fetch_add(&shared->next, 1)) < run->n) {
		good = random_case_runs(run, run->first + i, &shared->of_job[job]) && good;
		if ((i = atomic_fetch_add(&shared->done, 1) + 1) % 20 == 0)
			fprintf(stderr, "# %u of %u switches\n", i, run->n);
	}
	return good;
}

/* Restrict a run to the cases that `only` names. False: the run does not have them. */
static inline bool random_choose(struct random_run *run, const char *only)
{
	char *end;
	const unsigned first = (unsigned)strtoul(only, &end, 10), last = *end == '-' ? (unsigned)strtoul(end + 1, NULL, 10) : first;

	if (first < run->first || last < first || last - run->first >= run->n)
		return false;
	run->corners = run->corners ? run->corners + (first - run->first) : NULL;
	run->first = first;
	run->n = last - first + 1;
	return true;
}

/* Run all cases, shared by RANDOM_JOBS processes, since the compiler takes most of the time. True: none failed. */
static inline bool random_cases(const struct random_run *all, struct case_counts *sum)
{
	struct random_shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	const char *only = getenv("SLUICE_CASE");
	struct random_run run = *all;
	bool good = true;

	require(shared != MAP_FAILED, "cannot map shared memory");
	if (only && !random_choose(&run, only))
		return true;
	print_seed(&run);
	for (unsigned job = 0; job < RANDOM_JOBS; job++) {
		const pid_t pid = fork();

		require(pid >= 0, "cannot fork");
		if (!pid)
			_exit(!random_job(&run, shared, job));
	}
	for (unsigned job = 0; job < RANDOM_JOBS; job++) {
		int status;

		good = wait(&status) > 0 && WIFEXITED(status) && !WEXITSTATUS(status) && good;
	}
	for (unsigned job = 0; job < RANDOM_JOBS; job++)
		counts_add(sum, &shared->of_job[job]);
	munmap(shared, sizeof *shared);
	print_counts(sum);
	return good;
}

/* The sample switches of a use, at the ends of the ranges. */
static inline bool random_ends(enum sample_use use, uint64_t seed, struct case_counts *sum)
{
	enum { CYCLES = 8000, FIRST = 1000 };
	const struct sample_switch *of[SAMPLE_SWITCHES];
	struct params corners[SAMPLE_SWITCHES];
	const struct random_run ends = { .seed = seed, .first = FIRST, .n = sample_all(use, of), .cycles = CYCLES, .corners = corners };

	for (unsigned i = 0; i < ends.n; i++)
		corners[i] = sample_params(of[i]);
	return random_cases(&ends, sum);
}
