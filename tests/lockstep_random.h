#ifndef LOCKSTEP_RANDOM_H
#define LOCKSTEP_RANDOM_H

#include "lockstep_case.h"
#include "random_config.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Random switches under random traffic, model and RTL in lockstep; cases are numbered, so that each can be repeated. */
enum { RANDOM_CYCLES = 50000, RANDOM_JOBS = 2, RANDOM_SEED = 20091012 };

static inline void print_case(unsigned number, const struct params *p, const struct neighbours_config *t)
{
	fprintf(stderr, "# case %u: sluice gen", number);
	for (unsigned i = 0; i < PARAMETERS; i++) {
		char value[PARAMS_WORD];

		if (!params_used(p, &params_table[i]))
			continue;
		params_text(p, &params_table[i], value, sizeof value);
		fprintf(stderr, " --%s %s", params_table[i].name, value);
	}
	fprintf(stderr, "; traffic %s, load %g, seed %ju%s%s%s%s, hot port %u, hot fraction %g, injection %u\n",
		traffic_names[t->traffic], t->load, (uintmax_t)t->seed, t->saturate ? ", saturated" : "",
		t->fixed_length ? ", fixed length" : "", t->own_port ? ", own port" : "",
		t->back_pressure ? "" : ", no back-pressure", t->hot_port, t->hot_fraction, (unsigned)t->injection);
}

/* What happened is added to *sum. */
static inline bool random_case(unsigned number, struct params (*draw)(struct rng *, unsigned most_ports), struct case_counts *sum)
{
	struct rng r = rng_seed(RANDOM_SEED, number);
	const struct params p = draw(&r, number % 10 == 9 ? 11 : 5);
	struct lockstep_case c;
	struct case_counts counts;
	enum lockstep_verdict v;

	case_begin(&c, &p);
	case_build(&c, true);
	c.config.traffic = random_neighbours(&r, &c.shape, (enum traffic_kind)(number % TRAFFIC_KINDS));
	c.config.cycles = RANDOM_CYCLES;
	c.config.memory_every = number % 5 == 0;
	c.config.resets = number % 2 ? rng_below(&r, 20) : 0;
	c.config.threads = 2;
	v = case_run(&c, &counts);
	if (v != LOCKSTEP_SAME || counts.packets < RANDOM_CYCLES / 1000)
		print_case(number, &p, &c.config.traffic);
	counts_add(sum, &counts);
	case_end(&c);
	return v == LOCKSTEP_SAME && counts.packets >= RANDOM_CYCLES / 1000;
}

/* All that a switch does against congestion has happened: otherwise that was not compared. */
static inline bool all_happened(const struct case_counts *c)
{
	fprintf(stderr, "# in all: packets %ju, detections %ju, notifications %ju, moves %ju, Xoff sent %ju, received %ju\n",
		(uintmax_t)c->packets, (uintmax_t)c->detections, (uintmax_t)c->notifications, (uintmax_t)c->moves,
		(uintmax_t)c->xoff_sent, (uintmax_t)c->xoff_received);
	return c->detections && c->notifications && c->moves && c->xoff_sent && c->xoff_received;
}

/* Cases first..first+n-1, shared by RANDOM_JOBS processes, since the compiler takes most of the time. True: none differed. */
static inline bool random_cases(unsigned first, unsigned n, struct params (*draw)(struct rng *, unsigned most_ports), struct case_counts *sum)
{
	struct case_counts *of_job = mmap(NULL, RANDOM_JOBS * sizeof *of_job, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool good = true;

	require(of_job != MAP_FAILED, "cannot map shared memory");
	for (unsigned job = 0; job < RANDOM_JOBS; job++) {
		const pid_t pid = fork();

		require(pid >= 0, "cannot fork");
		if (pid)
			continue;
		for (unsigned i = first + job; i < first + n; i += RANDOM_JOBS)
			good = random_case(i, draw, &of_job[job]) && good;
		_exit(!good);
	}
	for (unsigned job = 0; job < RANDOM_JOBS; job++) {
		int status;

		good = wait(&status) > 0 && WIFEXITED(status) && !WEXITSTATUS(status) && good;
	}
	for (unsigned job = 0; job < RANDOM_JOBS; job++)
		counts_add(sum, &of_job[job]);
	munmap(of_job, RANDOM_JOBS * sizeof *of_job);
	return good;
}

#endif
