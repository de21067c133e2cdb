#pragma once

/* Runs of jobs in a small tree, from a file that is written for it. */
#include "asserts.h"
#include "net/jobs/jobs_report.h"
#include "net/run/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FLIT = 8, NODES = 16 };

/* Cycles that a message of one flit takes in the tree of 4-ary switches of two stages, through 3 switches, with links of one cycle. */
enum { LATENCY = 1 + 3 * 4 + 4 };

static char path[32];

static void write_text(const char *text)
{
	int file;

	snprintf(path, sizeof path, "/tmp/sluice-jobs-XXXXXX");
	file = mkstemp(path);
	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
}

/* Runs the jobs of a text with these options. */
static void run_jobs(struct simulation *s, struct simulation_result *r, const char *text, const char *options)
{
	char words[256], why[NETWORK_WHY] = "";

	write_text(text);
	snprintf(words, sizeof words, "--traffic jobs --job-file %s --k 4 --n 2 --scheme %s", path, options);
	simulation_default(s);
	assert_true(simulation_words(s, words, why));
	if (!simulation_setup(s, why) || !simulate(s, r, why))
		fail_msg("%s", why);
	unlink(path);
	assert_string_equal(r->why, "");
	assert_false(r->failed);
	assert_true(r->complete && r->jobs);
}

/* Cycles of the first job. */
static uint64_t cycles_of(const char *text, const char *options)
{
	struct simulation s;
	struct simulation_result r;
	uint64_t cycles;

	run_jobs(&s, &r, text, options);
	assert_true(r.jobs->job[0].whole.end != UINT64_MAX);
	cycles = r.jobs->job[0].whole.end - r.jobs->job[0].whole.begin;
	simulation_result_free(&r);
	return cycles;
}

/* All that a run tells of messages and of the job, but for its calls. */
static inline void results_of(const char *text, struct messages_report *messages, struct job_span *whole)
{
	struct simulation s;
	struct simulation_result r;

	memset(messages, 0, sizeof *messages);
	run_jobs(&s, &r, text, "recn-iq");
	*messages = r.jobs->messages;
	*whole = r.jobs->job[0].whole;
	simulation_result_free(&r);
}
