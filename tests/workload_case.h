#pragma once

#include "asserts.h"
#include "net/workload/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Workloads of a small network, and what they ask for, by themselves. */
enum { NODES = 64, FLITS = 8, END = 200000 };

static inline struct workload *begin(const struct workload_config *c)
{
	char why[WORKLOAD_WHY];
	struct workload *w = workload_new(c, why);

	if (!w)
		fail_msg("%s", why);
	return w;
}

static inline struct workload_config config(double load)
{
	struct workload_config c = workload_default(NODES, FLITS, load);

	c.end = END;
	c.seed = 7;
	return c;
}

/* All that a configuration asks for. */
struct asked {
	uint64_t packets, flits, bursts;
	uint64_t from[NODES], to[NODES], pair[NODES][NODES];    /* packets */
	uint64_t first, last;                                   /* cycles with a packet */
};

static inline struct asked *ask(const struct workload_config *c)
{
	struct workload *w = begin(c);
	struct asked *a = calloc(1, sizeof *a);
	struct demand d;

	assert_non_null(a);
	a->first = UINT64_MAX;
	for (unsigned i = 0; i < c->nodes; i++) {
		uint64_t before = 0, out = UINT64_MAX;

		while (workload_next(w, i, &d)) {
			assert_true(d.cycle >= before && d.cycle < c->end);
			assert_true(d.destination < c->nodes && d.flits >= 1 && d.flits <= c->packet_flits);
			a->packets++;
			a->flits += d.flits;
			a->bursts += d.cycle != out;
			a->from[i]++;
			a->to[d.destination]++;
			a->pair[i][d.destination]++;
			a->first = d.cycle < a->first ? d.cycle : a->first;
			a->last = d.cycle > a->last ? d.cycle : a->last;
			before = d.cycle;
			out = d.cycle + d.flits;
		}
		assert_false(workload_next(w, i, &d));
	}
	workload_free(w);
	return a;
}

static inline double load_of(const struct asked *a, const struct workload_config *c)
{
	return (double)a->flits / ((double)c->nodes * (double)c->end);
}

#define near(is, wanted, by) near_(is, wanted, by, #is, __LINE__)

static inline void near_(double is, double wanted, double by, const char *what, int line)
{
	if (!(fabs(is - wanted) <= by))
		fail_msg("line %d: %s is %g, not %g +- %g", line, what, is, wanted, by);
}

static inline void refused(struct workload_config c, const char *why_not)
{
	char why[WORKLOAD_WHY] = "";

	assert_null(workload_new(&c, why));
	if (!strstr(why, why_not))
		fail_msg("'%s' does not say '%s'", why, why_not);
}
