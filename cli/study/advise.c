#include "advise.h"
#include "output.h"
#include "report_error.h"
#include "study_measure.h"
#include "text.h"
#include "tool_dir.h"

#include <errno.h>
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

static int write_sweep(const struct question *q, const struct advise_options *o)
{
	const struct output_option files[] = {
		{ "fabric", o->fabric, true }, { "routes", o->routes, true }, { "without", o->without, true }, { "sweep", o->sweep, false },
	};
	char why[OUTPUT_WHY];

	return output_apart(files, sizeof files / sizeof *files, why) ? write_whole("sweep", o->sweep, question_write, q) : bad_input("%s", why);
}

/* Questions that differ in load. */
struct loads {
	const struct advise_options *o;
	struct fabric_topology fabric;
	double load[LOADS];
	unsigned n;
};

static int judge(const struct question *q, const struct measuring *m, bool several)
{
	const struct advice a = advice_of(q, m->means);

	if (several) {
		advice_write_line(q, &a, stdout);
	} else {
		question_title(q, stdout);
		putchar('\n');
		advice_write(q, &a, stdout);
	}
	fflush(stdout);
	return EXIT_OK;
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
		status = judge(q, m, several);
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
	if (!s)
		return bad_input("%s", why);
	status = measure(q, s, several);
	study_free(s);
	return status;
}

/* All questions are checked before one is answered. */
static int answer_all(struct question *q, const struct loads *l)
{
	char why[OPTION_WHY];
	int status = EXIT_OK;

	for (unsigned i = 0; i < l->n; i++)
		if (!question_make(q, l->o, &l->fabric, l->load[i], why))
			return bad_input("%s", why);
	if (l->o->sweep && l->n > 1)
		return bad_input("--sweep: the file is of one load; --load says which");
	if (l->o->sweep)
		return write_sweep(q, l->o);
	for (unsigned i = 0; i < l->n && status == EXIT_OK; i++) {
		question_make(q, l->o, &l->fabric, l->load[i], why);
		status = answer(q, l->n > 1);
	}
	if (status == EXIT_OK && l->n > 1)
		say("The table and the reasons for one load: --load %g", l->load[l->n - 1]);
	return status;
}

static bool open_fabric(struct loads *l, char why[OPTION_WHY])
{
	struct simulation s;

	simulation_default(&s);
	FABRIC_OPTIONS(&s.o, l->o);
	return fabric_topology_open(&l->fabric, &s, why);
}

int command_advise(int argc, char **argv)
{
	struct advise_options own;
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
	status = open_fabric(&loads, why) ? answer_all(q, &loads) : bad_input("%s", why);
	fabric_topology_close(&loads.fabric);
	free(q);
	return status;
}
