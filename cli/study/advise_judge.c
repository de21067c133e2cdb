#include "advise.h"

#include "means.h"
#include "text_table.h"

#include <math.h>
#include <string.h>

/* Of what is offered, or of what the best accepts: with less the best does not carry the load, and a candidate falls behind. */
#define CARRIED 0.995
#define BEHIND 0.99

static double most_load(const struct question *q, const struct advice *a)
{
	return fmin(a->on[a->best].load, q->offered);
}

/* The load that a candidate has to accept, and the latency that it may have. */
static double least_load(const struct question *q, const struct advice *a)
{
	return most_load(q, a) * (1 - q->o->within);
}

static double most_latency(const struct question *q, const struct advice *a)
{
	return a->on[a->fastest].latency * (1 + q->o->slower);
}

static void judge_loads(const struct question *q, struct advice *a)
{
	for (unsigned i = 0; i < q->candidates; i++)
		if (a->on[i].load > a->on[a->best].load)
			a->best = i;
	for (unsigned i = 0; i < q->candidates; i++) {
		a->on[i].carries = a->on[i].load >= least_load(q, a);
		a->on[i].saturated = a->on[a->best].load < CARRIED * q->offered || a->on[i].load < BEHIND * most_load(q, a);
		a->on[i].open = fabs(a->on[i].load - least_load(q, a)) < a->on[i].load_half;
	}
}

static void judge_latencies(const struct question *q, struct advice *a)
{
	a->fastest = a->best;
	a->latency_counts = !a->on[a->best].saturated;
	for (unsigned i = 0; i < q->candidates; i++)
		if (a->on[i].carries && !a->on[i].saturated && a->on[i].latency < a->on[a->fastest].latency)
			a->fastest = i;
	for (unsigned i = 0; i < q->candidates; i++)
		a->on[i].quick = a->on[i].carries && (!a->latency_counts || (!a->on[i].saturated && a->on[i].latency <= most_latency(q, a)));
}

struct advice advice_of(const struct question *q, const struct results *means)
{
	struct advice a = { .best = 0 };

	for (unsigned i = 0; i < q->candidates; i++) {
		a.on[i].load = results_number(means, i, 0, question_load(q));
		a.on[i].load_half = means_half(means, i, 0, question_load(q));
		a.on[i].latency = results_number(means, i, 0, question_latency(q));
	}
	judge_loads(q, &a);
	judge_latencies(q, &a);
	for (a.advised = 0; !a.on[a.advised].quick; a.advised++)
		;                       /* candidates are in the order of their cost */
	return a;
}

static void add_verdict(struct table *t, const struct question *q, const struct advice *a, unsigned i)
{
	const struct verdict_on *const v = &a->on[i];
	const char *const open = v->open ? ", not certain" : "";

	if (i == a->advised)
		table_cell(t, "advised%s", open);
	else if (!v->carries)
		table_cell(t, "accepts %.1f %% too little%s", 100 * (1 - v->load / least_load(q, a)), open);
	else if (!v->quick && v->saturated)
		table_cell(t, "its sources fall behind");
	else if (!v->quick)
		table_cell(t, "latency %.2f times that of %s", v->latency / a->on[a->fastest].latency, q->candidate[a->fastest].name);
	else
		table_cell(t, "as good, %.0f %% dearer%s", 100 * (q->candidate[i].mm2 / q->candidate[a->advised].mm2 - 1), open);
}

static void write_table(const struct question *q, const struct advice *a, FILE *f)
{
	static const char *const head[] = { "scheme", "mm2 a port", "memory, Kb a port", "flip-flops a port", "accepted of the pattern", "mean latency", "" };
	struct table t;

	table_begin(&t, sizeof head / sizeof *head);
	for (unsigned i = 0; i < sizeof head / sizeof *head; i++)
		table_cell(&t, "%s", head[i]);
	for (unsigned i = 0; i < q->candidates; i++) {
		const struct candidate *const c = &q->candidate[i];

		table_cell(&t, "%s", c->name);
		table_cell(&t, "%.4f", c->mm2);
		table_cell(&t, "%.1f", c->memory_bits / 1000);
		table_cell(&t, "%.0f", c->flip_flops);
		table_cell(&t, "%.4f ± %.4f", a->on[i].load, a->on[i].load_half);
		table_cell(&t, a->on[i].saturated ? "(%.0f)" : "%.1f", a->on[i].latency);
		add_verdict(&t, q, a, i);
	}
	table_write(&t, f);
	table_free(&t);
}

/* What the reader should know before they build it. */
static void write_warnings(const struct question *q, const struct advice *a, FILE *f)
{
	const bool managed = !strncmp(q->candidate[a->advised].name, "recn-iq", 7) || !strncmp(q->candidate[a->advised].name, "fbicm", 5);

	if (!a->latency_counts)
		fprintf(f, "No scheme carries the load of %.4f%s, so latencies, in parentheses, grow with the length of a run, and do not count.\n", q->offered,
			q->o->hot_spot ? " of flows that avoid the hot spots" : "");
	if (!q->o->hot_spot && !managed)
		fputs("The question has no hot spot. Under one, flows that avoid it suffer in a switch whose queues they share with it: ask again with --hot-spot node=0,traffic=0.1.\n", f);
	if (*q->left_out)
		fprintf(f, "Left out, since they make no such network: %s.\n", q->left_out);
}

void advice_write_line(const struct question *q, const struct advice *a, FILE *f)
{
	const struct candidate *const c = &q->candidate[a->advised];
	unsigned good = 0;

	for (unsigned i = 0; i < q->candidates; i++)
		good += a->on[i].quick;
	fprintf(f, "load %g: %s, %s: %.4f mm2 a port, accepts %.4f", q->load, c->name, c->options, c->mm2, a->on[a->advised].load);
	if (a->latency_counts)
		fprintf(f, ", mean latency %.1f cycles", a->on[a->advised].latency);
	else
		fputs(", which no scheme carries without falling behind", f);
	fprintf(f, "; the cheapest of %u that are good enough\n", good);
}

void advice_write(const struct question *q, const struct advice *a, FILE *f)
{
	const struct candidate *const c = &q->candidate[a->advised];

	write_table(q, a, f);
	fprintf(f, "\nAdvice: %s. %s\n", c->name, c->options);
	fprintf(f, "It is the cheapest of those that accept at least %.4f, %g %% less than ", least_load(q, a), 100 * q->o->within);
	if (a->on[a->best].load < q->offered)
		fprintf(f, "the best (%s, %.4f)", q->candidate[a->best].name, a->on[a->best].load);
	else
		fprintf(f, "what is offered (%.4f)", q->offered);
	if (a->latency_counts)
		fprintf(f, ", with a mean latency of at most %.1f cycles, %g %% above the least (%s, %.1f)", most_latency(q, a), 100 * q->o->slower,
			q->candidate[a->fastest].name, a->on[a->fastest].latency);
	fputs(".\n", f);
	write_warnings(q, a, f);
	fputs("Areas: memories at 45 nm by the model of sluice area, and logic estimated from flip-flops; sluice synth measures it.\n", f);
}
