#include "advise.h"

#include "means.h"
#include "output.h"
#include "report_error.h"
#include "study_measure.h"
#include "text.h"
#include "text_table.h"
#include "tool_dir.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row rows[] = {
#define OPTION_STRUCT advise_options
#define OPTION_FILE "study/advise.def"
#include "option_rows.h"
};

const struct command_line line_advise = {
	.name = "advise",
	.summary = "Says which queueing scheme, with how many queues, a network needs: simulates all of them under the traffic that is asked for,\n"
		   "prices them, and names the cheapest one that is as good as the best. docs/study/advise.md describes how it decides.",
	.table = rows,
	.plain = true,
};

enum { LOADS = 16 };

/* Questions that differ in load. */
struct loads {
	const struct advise_options *o;
	struct fabric_topology fabric;
	double load[LOADS];
	unsigned n;
};

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

/* means: points are the candidates of the question. */
static struct advice advice_of(const struct question *q, const struct results *means)
{
	struct advice a = { .best = 0 };

	for (unsigned i = 0; i < q->candidates; i++) {
		a.on[i].load = results_number(means, i, 0, q->accepted);
		a.on[i].load_half = means_half(means, i, 0, q->accepted);
		a.on[i].latency = results_number(means, i, 0, q->latency);
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

/* For one of several loads. */
static void write_line(const struct question *q, const struct advice *a, FILE *f)
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

/* The table, the advice and its reasons. */
static void write_advice(const struct question *q, const struct advice *a, FILE *f)
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

static void judge(const struct question *q, const struct measuring *m, bool several)
{
	const struct advice a = advice_of(q, m->means);

	if (several) {
		write_line(q, &a, stdout);
	} else {
		question_title(q, stdout);
		putchar('\n');
		write_advice(q, &a, stdout);
	}
	fflush(stdout);
}

/* Measures in a directory that is removed at the end. */
static int measure(const struct question *q, const struct study *s, bool several)
{
	struct measuring *const m = calloc(1, sizeof *m);
	struct study_options o = { .jobs = q->o->jobs, .given.jobs = q->o->given.jobs };
	const char *const tmp = getenv("TMPDIR");
	struct tool_dir dir;
	int status;

	if (!m || !tool_dir_new(&dir, tmp && *tmp ? tmp : "/tmp", "advise")) {
		free(m);
		return cannot("cannot make a directory for results: %s", strerror(errno));
	}
	o.out = dir.path;
	m->data = s;
	m->o = &o;
	m->silent = true;
	status = study_measure(m);
	if (status == EXIT_OK)
		judge(q, m, several);
	study_measured_free(m);
	free(m);
	tool_dir_remove(&dir);
	return status;
}

static int answer(const struct question *q, bool several)
{
	char why[STUDY_WHY] = "not enough memory";
	struct text text;
	FILE *const f = text_begin(&text);
	struct study *s;
	int status;

	if (f)
		question_write(q, f);
	s = text_end(&text, f) ? study_read_text(text.s, "question", why) : NULL;
	free(text.s);
	if (!s)
		return bad_input("%s", why);
	status = measure(q, s, several);
	study_free(s);
	return status;
}

/* All questions are checked before one is answered. */
static int answer_all(struct question *q, const struct loads *l)
{
	const struct advise_options *const o = l->o;
	const struct output_option files[] = {
		{ "fabric", o->fabric, true }, { "routes", o->routes, true }, { "without", o->without, true }, { "sweep", o->sweep, false },
	};
	char why[OPTION_WHY];
	int status = EXIT_OK;

	_Static_assert((int)OPTION_WHY >= (int)OUTPUT_WHY, "messages are passed on");
	for (unsigned i = 0; i < l->n; i++)
		if (!question_make(q, o, &l->fabric, l->load[i], why))
			return bad_input("%s", why);
	if (o->sweep && l->n > 1)
		return bad_input("--sweep: the file is of one load; --load says which");
	if (o->sweep)
		return output_apart(files, sizeof files / sizeof *files, why) ? write_whole("sweep", o->sweep, question_write, q) : bad_input("%s", why);
	for (unsigned i = 0; i < l->n && status == EXIT_OK; i++) {
		question_make(q, o, &l->fabric, l->load[i], why);
		status = answer(q, l->n > 1);
	}
	if (status == EXIT_OK && l->n > 1)
		say("The table and the reasons for one load: --load %g", l->load[l->n - 1]);
	return status;
}

int command_advise(int argc, char **argv)
{
	struct advise_options own;
	struct simulation s;
	struct loads loads;
	struct question *q;
	struct options o;
	char why[OPTION_WHY];
	int status;

	if (!options_parse(&o, &line_advise, &own, argc, argv, &status))
		return status;
	loads.o = &own;
	if (!option_reals("load", own.load, 0.01, 1, loads.load, LOADS, &loads.n, why))
		return bad_input("%s", why);
	q = malloc(sizeof *q);
	if (!q)
		return environment_failed("not enough memory");
	simulation_default(&s);
	FABRIC_OPTIONS(&s.o, &own);
	status = fabric_topology_open(&loads.fabric, &s, why) ? answer_all(q, &loads) : bad_input("%s", why);
	fabric_topology_close(&loads.fabric);
	free(q);
	return status;
}
