#ifndef ADVISE_JUDGE_H
#define ADVISE_JUDGE_H

#include "advise_question.h"
#include "results.h"

/* What the measurements say of each candidate. */
struct verdict_on {
	double load, load_half;         /* accepted of the pattern, with half of its interval */
	double latency;
	bool saturated;                 /* sources fall behind: its latency grows with the run */
	bool carries;                   /* accepts what the question asks for: the best, but for --within */
	bool quick;                     /* carries it, and its latency is near the least, but for --slower */
	bool open;                      /* the interval has the limit inside: whether it carries it is not certain */
};

struct advice {
	struct verdict_on on[ADVISE_CANDIDATES];
	unsigned best, fastest;         /* accepts most; has the least latency of those that carry the load */
	unsigned advised;               /* the cheapest of those that are good enough */
	bool latency_counts;            /* the load is carried without saturation, so latencies say something */
};

/* means: points are the candidates of the question. */
struct advice advice_of(const struct question *, const struct results *means);

/* The table, the advice and its reasons. */
void advice_write(const struct question *, const struct advice *, FILE *);

/* A line of these, for one of several loads. */
void advice_write_line(const struct question *, const struct advice *, FILE *);

#endif
