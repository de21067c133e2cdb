#define _POSIX_C_SOURCE 200809L
#include "halves.h"
#include "lockstep.h"
#include "report.h"
#include "resets.h"
#include "seconds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SETTLE_CYCLES = 16, PROGRESS_CYCLES = 1 << 14 };

static bool drained(const struct lockstep *l)
{
	return neighbours_drained(l->neighbours) && !scoreboard_outstanding(l->scoreboard) &&
	       (!l->bank || model_bank_drained(l->bank));
}

/* Cycles without a packet coming out after which nothing more is expected: generous for any hold-up by a sink. */
static uint64_t patience(const struct shape *s)
{
	return 50000 + UINT64_C(16) * s->slots * s->packet_flits;
}

static bool one_cycle(struct lockstep *l)
{
	if ((l->halves && !halves_go_on(l->halves)) || !lockstep_compare(l) || !lockstep_cycle(l))
		return false;
	if (l->config.progress && l->cycle % PROGRESS_CYCLES == 0)
		l->config.progress(l->config.progress_arg, l->halves ? halves_compared(l->halves) : lockstep_now(l));
	return true;
}

/* After the last packet, credit and message: a used switch must be equal to a new one. */
static bool at_reset(struct lockstep *l)
{
	const int left = report_residue(l, 0, NULL);

	if (left <= 0)
		return true;
	snprintf(l->why, sizeof l->why, "drained, but %d registers are not back at their reset values", left);
	return lockstep_fail(l, LOCKSTEP_STUCK);
}

static bool settled(struct lockstep *l)
{
	for (unsigned i = 0; i < SETTLE_CYCLES; i++)
		if (!one_cycle(l))
			return false;
	return at_reset(l);
}

static bool drain(struct lockstep *l)
{
	uint64_t seen = scoreboard_delivered(l->scoreboard), since = l->cycle;

	while (!drained(l)) {
		if (!one_cycle(l))
			return false;
		l->drain_cycles++;
		if (scoreboard_delivered(l->scoreboard) != seen) {
			seen = scoreboard_delivered(l->scoreboard);
			since = l->cycle;
		}
		if (l->cycle - since > patience(&l->config.shape)) {
			snprintf(l->why, sizeof l->why, "not drained: no packet has left for %" PRIu64 " cycles, %" PRIu64 " are inside",
				 patience(&l->config.shape), scoreboard_outstanding(l->scoreboard));
			return lockstep_fail(l, LOCKSTEP_STUCK);
		}
	}
	return settled(l);
}

static bool contract_kept(struct lockstep *l)
{
	const uint64_t violations = neighbours_stats(l->neighbours)->violations;

	if (!violations)
		return true;
	snprintf(l->why, sizeof l->why, "the switch broke the link contract %" PRIu64 " times", violations);
	return lockstep_fail(l, LOCKSTEP_LOST);
}

/* Up to the next reset, or to the end. */
static bool run_on(struct lockstep *l)
{
	while (l->cycle < l->until)
		if (!one_cycle(l))
			return false;
	if (!resets_left(l) && ((l->halves && !halves_join(l->halves)) || (l->config.drain && !drain(l))))
		return false;
	return lockstep_compare_all(l) && contract_kept(l);
}

/* From one reset to the next, and the resets. */
static bool run_all(struct lockstep *l)
{
	for (;;) {
		if (!run_on(l))
			return false;
		if (!resets_left(l))
			return true;
		if (!lockstep_cycle(l))
			return false;
	}
}

/* Two threads do not serve a caller who drives or sees single cycles: half of them are run before the others. */
static bool may_run_in_two(const struct lockstep_config *c)
{
	return c->threads > 1 && c->backend == LOCKSTEP_BOTH && !c->driven && !c->waves;
}

static bool run_in_two(struct lockstep *l)
{
	bool good;

	l->halves = halves_new(l);
	good = run_all(l);
	if (l->halves && !halves_end(l->halves, good))
		good = false;
	l->halves = NULL;
	return good;
}

/* A fault found with two threads is reproduced in one, with all that a report shows: that one, or one that comes before it. */
static bool run_again(struct lockstep *l)
{
	const enum lockstep_verdict seen = l->verdict;
	const uint64_t cycle = lockstep_now(l);
	char why[LOCKSTEP_WHY], seen_why[LOCKSTEP_WHY];

	memcpy(seen_why, l->why, sizeof seen_why);
	snprintf(why, sizeof why, "%.900s (and no account of it: out of memory)", l->why);
	l->config.threads = 1;
	if (!lockstep_reopen(l)) {
		memcpy(l->why, why, sizeof l->why);
		l->began = 0;
		l->cycle = cycle;
		return lockstep_fail(l, seen == LOCKSTEP_SAME ? LOCKSTEP_LOST : seen);
	}
	if (!run_all(l) && lockstep_now(l) <= cycle)
		return false;
	snprintf(l->why, sizeof l->why, "two threads saw at cycle %" PRIu64 " what one does not, an error of this program: %.800s", cycle, seen_why);
	return lockstep_fail(l, LOCKSTEP_LOST);
}

enum lockstep_verdict lockstep_run(struct lockstep *l)
{
	const double began = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);

	if (!may_run_in_two(&l->config))
		run_all(l);
	else if (!run_in_two(l))
		run_again(l);
	l->seconds = seconds(CLOCK_MONOTONIC) - began;
	l->cpu_seconds = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	l->packets = l->scoreboard ? scoreboard_delivered(l->scoreboard) : 0;
	return l->verdict;
}
