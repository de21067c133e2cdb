#include "lockstep.h"
#include "report.h"
#include "resets.h"
#include "seconds.h"
#include "why_not.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SETTLE_CYCLES = 16, PROGRESS_CYCLES = 1 << 14,
	LOOK_CYCLES = 64,       /* one half looks at the other once in so many cycles */
	SEEN_CYCLES = 1024      /* the second half is seen for so many before its RTL takes over: more than a packet is on the pins */
};

/* ----- two threads ----- */

/*
 * A run in two threads: each compares one half of its cycles. The first half begins at reset. In the second, neighbours and model run alone up to the
 * middle, seven times as fast as RTL; then its RTL takes over the model's registers and memories (lockstep_join()). The first half ends with a
 * comparison in that very cycle, of all registers and of every word with a meaning, and the registers of both halves' models have to be the same there. So the
 * RTL that was compared up to there had the state that the other one begins with, and every cycle is compared. Words without a meaning are random in both; no
 * register depends on them, or a difference shows. The middle is where both are done at the same time, as far as the speed of the first half tells.
 *
 * Far from the middle the second half is unseen: its model's registers are not rendered, and the first half watches the laws. It is seen again early enough
 * for its own laws to know all that they would know if they had been watched from reset. Where models or laws have to see every cycle, or the run has
 * resets, it is seen in all, and watches the laws alone.
 */
struct halves {
	struct lockstep *first, *second;
	struct { uint32_t *word; uint8_t *known; } taken;       /* over by the second half: registers, as an image has them */
	uint64_t seen_cycles;           /* for which the second half has to be seen; UINT64_MAX: in all */
	uint64_t seen_from;             /* cycle */
	pthread_t thread;
	_Atomic uint64_t now;           /* cycle of the first half */
	_Atomic uint64_t middle;        /* where it ends; UINT64_MAX: not known yet */
	_Atomic bool failed;            /* it has */
};

static bool first_cycle(struct lockstep *l)
{
	const bool reset = resets_left(l) && l->cycle == l->until;

	return (reset || lockstep_compare(l)) && lockstep_cycle(l);
}

static void *run_first(void *argument)
{
	struct halves *const h = argument;
	struct lockstep *const l = h->first;
	bool good = true;

	while (good && lockstep_now(l) < atomic_load_explicit(&h->middle, memory_order_relaxed)) {
		atomic_store_explicit(&h->now, lockstep_now(l), memory_order_relaxed);
		good = first_cycle(l);
	}
	if (good && h->middle)          /* 0: the other half has failed */
		good = lockstep_compare_all(l);
	h->failed = !good;
	return NULL;
}

/* For how long, where the model's registers can be shown at any time, and the laws know enough by then. */
static uint64_t seen_cycles(const struct lockstep_config *c)
{
	const uint64_t laws = laws_memory(&c->shape);

	return laws == UINT64_MAX || c->resets ? UINT64_MAX : SEEN_CYCLES + laws;
}

/* Where both halves meet if the first goes on as fast as the second from now on. */
static uint64_t expected_middle(const struct halves *h, uint64_t first, uint64_t now)
{
	return (h->second->config.cycles + (first < now ? first : now)) / 2;
}

/* It has to be seen from now on, or once laws may begin, to have been seen for long enough where it takes over. */
static bool has_to_be_seen(const struct halves *h, uint64_t now)
{
	return h->seen_cycles == UINT64_MAX || now + h->seen_cycles + LAWS_WATCHED >= expected_middle(h, h->now, now);
}

static void free_halves(struct halves *h)
{
	lockstep_free(h->first);
	free(h->taken.word);
	free(h->taken.known);
	free(h);
}

/* l, at reset, becomes the second half; the first begins to run. NULL: no memory, or no thread, and l is as it was. */
static struct halves *halves_new(struct lockstep *l)
{
	struct lockstep_config c = l->config;
	struct halves *const h = calloc(1, sizeof *h);
	char why[LOCKSTEP_WHY];

	if (!h)
		return NULL;
	c.threads = 1;
	c.progress = NULL;
	h->middle = UINT64_MAX;
	h->second = l;
	h->seen_cycles = seen_cycles(&c);
	l->unseen = !has_to_be_seen(h, 0);
	c.lawless |= !l->unseen;
	h->taken.word = calloc(l->probe.image->words, sizeof *h->taken.word);
	h->taken.known = calloc(l->probe.image->n, sizeof *h->taken.known);
	h->first = h->taken.word && h->taken.known ? lockstep_new(&c, why) : NULL;
	if (h->first && !pthread_create(&h->thread, NULL, run_first, h)) {
		l->config.backend = LOCKSTEP_C;
		return h;
	}
	l->unseen = false;
	free_halves(h);
	return NULL;
}

static bool joined(const struct halves *h)
{
	return h->second->config.backend == LOCKSTEP_BOTH;
}

/* The RTL of the second half joins, if it has not. False: the first half has failed. */
static bool halves_join(struct halves *h)
{
	const struct image *const m = h->second->probe.image;

	assert(!h->second->unseen);
	if (!joined(h)) {
		h->middle = lockstep_now(h->second);
		lockstep_join(h->second);
		memcpy(h->taken.word, m->word, m->words * sizeof *m->word);
		memcpy(h->taken.known, m->known, m->n);
	}
	return !h->failed;
}

/* The time has come for the RTL of the second half. */
static bool is_middle(const struct halves *h, uint64_t now)
{
	const uint64_t cycles = h->second->config.cycles;

	return now >= cycles / 2 && now - cycles / 2 >= h->now / 2 && (!h->seen_from || now - h->seen_from >= h->seen_cycles);
}

/* To be called as each cycle of the second half begins: its RTL joins if it is time. False, likewise. */
static bool halves_go_on(struct halves *h)
{
	struct lockstep *const l = h->second;
	const uint64_t now = lockstep_now(l);

	if (now % LOOK_CYCLES)
		return true;
	if (l->unseen && has_to_be_seen(h, now) && laws_may_begin(now)) {
		l->unseen = false;
		h->seen_from = now;
	}
	if (!joined(h) && !l->unseen && is_middle(h, now))
		return halves_join(h);
	return !h->failed;
}

/* Cycles that have been compared. */
static uint64_t halves_compared(const struct halves *h)
{
	return h->now + (joined(h) ? lockstep_now(h->second) - h->middle : 0);
}

/* The fault that comes first. */
static void take_fault(struct lockstep *l, const struct lockstep *first, bool good)
{
	if (!good && lockstep_now(l) <= lockstep_now(first))
		return;
	l->verdict = first->verdict;
	l->began = first->began;
	l->cycle = first->cycle;
	memcpy(l->why, first->why, sizeof l->why);
}

/* What the RTL of the second half took over is what that of the first one was compared with there, unless the first was past it already. */
static bool same_middle(const struct halves *h)
{
	const struct image *const m = h->first->probe.image;

	if (lockstep_now(h->first) != h->middle || !h->middle)
		return true;
	return !memcmp(h->taken.known, m->known, m->n) && probe_same(&h->first->probe, h->taken.word, m->word);
}

/*
 * The second half has ended, well or not: wait for the first, or stop it. False: the first has failed, and if it did so in an earlier cycle, that is
 * now the verdict of the second. Frees the halves.
 */
static bool halves_end(struct halves *h, bool good)
{
	struct lockstep *const l = h->second;
	bool failed;

	if (!good)
		h->middle = 0;
	pthread_join(h->thread, NULL);
	failed = h->failed;
	if (failed)
		take_fault(l, h->first, good || l->verdict == LOCKSTEP_SAME);
	if (good && !failed && !same_middle(h)) {
		snprintf(l->why, sizeof l->why, "the halves of the run have different registers where they meet");
		failed = !lockstep_fail(l, LOCKSTEP_LOST);
	}
	l->config.backend = LOCKSTEP_BOTH;
	free_halves(h);
	return !failed;
}

/* ----- a whole run ----- */

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

	return left <= 0 || why_not(l->why, sizeof l->why, "drained, but %d registers are not back at their reset values", left) || lockstep_fail(l, LOCKSTEP_STUCK);
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
		if (l->cycle - since > patience(&l->config.shape))
			return why_not(l->why, sizeof l->why, "not drained: no packet has left for %" PRIu64 " cycles, %" PRIu64 " are inside",
				       patience(&l->config.shape), scoreboard_outstanding(l->scoreboard)) || lockstep_fail(l, LOCKSTEP_STUCK);
	}
	return settled(l);
}

static bool contract_kept(struct lockstep *l)
{
	const uint64_t violations = neighbours_stats(l->neighbours)->violations;

	return !violations || why_not(l->why, sizeof l->why, "the switch broke the link contract %" PRIu64 " times", violations) || lockstep_fail(l, LOCKSTEP_LOST);
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
