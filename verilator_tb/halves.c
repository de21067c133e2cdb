#define _POSIX_C_SOURCE 200809L
#include "halves.h"

#include "resets.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_CYCLES = 64 };      /* one half looks at the other once in so many cycles */

struct halves {
	struct lockstep *first, *second;
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

struct halves *halves_new(struct lockstep *l)
{
	struct lockstep_config c = l->config;
	struct halves *const h = calloc(1, sizeof *h);
	char why[LOCKSTEP_WHY];

	if (!h)
		return NULL;
	c.threads = 1;
	c.lawless = true;
	c.progress = NULL;
	h->middle = UINT64_MAX;
	h->second = l;
	h->first = lockstep_new(&c, why);
	if (h->first && !pthread_create(&h->thread, NULL, run_first, h)) {
		l->config.backend = LOCKSTEP_C;
		return h;
	}
	lockstep_free(h->first);
	free(h);
	return NULL;
}

static bool joined(const struct halves *h)
{
	return h->second->config.backend == LOCKSTEP_BOTH;
}

bool halves_join(struct halves *h)
{
	if (!joined(h)) {
		h->middle = lockstep_now(h->second);
		lockstep_join(h->second);
	}
	return !h->failed;
}

bool halves_go_on(struct halves *h)
{
	const struct lockstep *const l = h->second;
	const uint64_t now = lockstep_now(l);

	if (now % LOOK_CYCLES)
		return true;
	if (!joined(h) && now >= l->config.cycles / 2 && now - l->config.cycles / 2 >= h->now / 2)
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
	l->config.backend = LOCKSTEP_BOTH;
	lockstep_free(h->first);
	free(h);
	return !failed;
}
