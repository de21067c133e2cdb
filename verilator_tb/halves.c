#define _POSIX_C_SOURCE 200809L
#include "halves.h"

#include "resets.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LOOK_CYCLES = 64,       /* one half looks at the other once in so many cycles */
	SEEN_CYCLES = 1024      /* the second half is seen for so many before its RTL takes over: more than a packet is on the pins */
};

/* Registers as an image has them. */
struct registers_then {
	uint32_t *word;
	uint8_t *known;
};

struct halves {
	struct lockstep *first, *second;
	struct registers_then taken;    /* over by the second half */
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

struct halves *halves_new(struct lockstep *l)
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

bool halves_join(struct halves *h)
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

bool halves_go_on(struct halves *h)
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

uint64_t halves_compared(const struct halves *h)
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

bool halves_end(struct halves *h, bool good)
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
