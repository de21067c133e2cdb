#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "advise_judge.h"
#include "output.h"
#include "report_error.h"
#include "study_measure.h"
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
		   "prices them, and names the cheapest one that is as good as the best. docs/advise.md describes how it decides.",
	.table = rows,
	.plain = true,
};

static bool text_of(const struct question *q, char **text)
{
	size_t size;
	FILE *const f = open_memstream(text, &size);

	if (!f)
		return false;
	question_write(q, f);
	return !fclose(f);
}

static int write_sweep(const struct question *q, const char *path)
{
	struct output out;
	char why[OUTPUT_WHY];

	if (!output_begin(&out, path, why))
		return cannot("--sweep: %s", why);
	question_write(q, out.f);
	return output_end(&out, why) ? EXIT_OK : cannot("--sweep: %s", why);
}

static int judge(const struct question *q, const struct measuring *m)
{
	const struct advice a = advice_of(q, m->means);

	say("%s", m->data->title);
	advice_write(q, &a, stdout);
	return EXIT_OK;
}

/* Measures in a directory that is removed at the end. */
static int measure(const struct question *q, const struct study *s)
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
		status = judge(q, m);
	study_measured_free(m);
	free(m);
	tool_dir_remove(&dir);
	return status;
}

static int answer(const struct question *q)
{
	char *text, why[STUDY_WHY] = "not enough memory";
	struct study *const s = text_of(q, &text) ? study_read_text(text, "question", why) : NULL;
	int status;

	if (!s)
		return bad_input("%s", why);
	status = measure(q, s);
	study_free(s);
	return status;
}

int command_advise(int argc, char **argv)
{
	struct advise_options own;
	struct question *q;
	struct options o;
	char why[OPTION_WHY];
	int status;

	if (!options_parse(&o, &line_advise, &own, argc, argv, &status))
		return status;
	q = malloc(sizeof *q);
	if (!q)
		return environment_failed("not enough memory");
	if (!question_make(q, &own, why))
		status = bad_input("%s", why);
	else
		status = own.sweep ? write_sweep(q, own.sweep) : answer(q);
	free(q);
	return status;
}
