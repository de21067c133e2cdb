#include "sim.h"

#include "means.h"
#include "net/run/simulate_fields.h"
#include "report_error.h"
#include "scheme_axes.h"
#include "study_point.h"
#include "study/resumed.h"
#include "value_list.h"

#include <stdlib.h>
#include <string.h>

/* What a run writes: its row of the table; names and values, a line each; and behind this character its JSON. */
enum { JSON_BEGINS = '\f' };

struct run {
	struct fields fields;           /* as the CSV has them */
	char *json;                     /* NULL: it was not made */
};

/* Runs under way. */
struct sim_lists {
	const struct options *given;
	struct axis axis[LATTICE_AXES + 1];
	const char **place[LATTICE_AXES];       /* in a copy of `given`, `point`: where a value of the axis goes */
	char words[LATTICE_AXES][LATTICE_LIST];
	unsigned axes;
	bool seeded;                    /* the last axis is of seeds */
	struct schemes_of of;           /* none: --scheme has no list */
	struct options point;
	struct sim_options own;         /* the same of all points, but what has lists */
	struct sim_job job;             /* of the point that was made last */
	struct lattice lattice, means_lattice;
	struct results *results;
	struct run *run;
	unsigned runs;                  /* points that are meant */
};

/* What may have a value: parameters, then the options of sim. */
struct chosen {
	const char *name, *key, **value;
	bool lists;                     /* only numbers and choices have them; a word may have commas of its own */
};

/* False: there are no more. */
static bool chosen_of(struct options *o, unsigned i, struct chosen *p)
{
	const struct param_desc *const d = i < PARAMETERS ? &params_table[i] : NULL;
	const struct option_row *const row = d ? NULL : options_row(&line_sim, i - PARAMETERS);

	if (d)
		*p = (struct chosen){ d->name, d->name, &o->param[i], d->type == PARAM_NUMBER || d->type == PARAM_CHOICE };
	else if (row)
		*p = (struct chosen){ row->name, row->key, &o->value[i - PARAMETERS], row->use != OPTION_OUTPUT && row->type != OPTION_WORDS && row->type != OPTION_FLAG };
	return d || row;
}

static bool has_list(const struct chosen *p)
{
	return p->lists && *p->value && value_list_is(*p->value);
}

bool sim_lists_given(struct options *o)
{
	struct chosen p;

	for (unsigned i = 0; chosen_of(o, i, &p); i++)
		if (has_list(&p))
			return true;
	return false;
}

static bool add_axis(struct sim_lists *l, const struct chosen *p, char why[OPTION_WHY])
{
	char cause[OPTION_WHY];

	if (l->axes == LATTICE_AXES)
		return why_not(why, OPTION_WHY, "--%s: more than %d options with lists", p->name, (int)LATTICE_AXES);
	if (!value_list_words(*p->value, l->words[l->axes], LATTICE_LIST, LATTICE_VALUES, cause))
		return why_not(why, OPTION_WHY, "--%.40s: %.200s", p->name, cause);
	l->axis[l->axes] = (struct axis){ .option = p->key, .values = l->words[l->axes] };
	l->place[l->axes++] = p->value;
	return true;
}

/* In the order of places, but at last the seeds, so that the runs of a point stand together. */
static bool find_axes(struct sim_lists *l, char why[OPTION_WHY])
{
	struct chosen p;

	for (unsigned seeds = 0; seeds < 2; seeds++)
		for (unsigned i = 0; chosen_of(&l->point, i, &p); i++) {
			l->of.nics |= !strcmp(p.key, "nics") && *p.value;
			if (!has_list(&p) || (strcmp(p.key, "seed") == 0) != seeds)
				continue;
			if (!add_axis(l, &p, why))
				return false;
			l->seeded = seeds;
		}
	return true;
}

/* The axis of schemes is the first one, if there is one: a value that is none is refused with its point. */
static void find_schemes(struct sim_lists *l)
{
	if (!l->axes || strcmp(l->axis[0].option, "scheme") != 0)
		return;
	l->job.schemes = true;
	schemes_add(&l->of, l->words[0]);
	for (unsigned a = 1; a < l->axes; a++)
		l->axis[a].none = axis_lacks_schemes(&l->axis[a], &l->of);
}

/* The job of a point. Unless EXIT_OK, all is said. */
static int make_job(struct sim_lists *l, unsigned point)
{
	for (unsigned a = 0; a < l->axes; a++)
		*l->place[a] = lattice_none(&l->lattice, point, a) ? NULL : lattice_value(&l->lattice, point, a);
	l->job.given = l->point;
	return sim_job_make(&l->job);
}

static bool of_many_runs(const struct sim_options *s, char why[OPTION_WHY])
{
	const struct option_row *const csv = option_given(sim_rows, s, "csv-series csv-histogram csv-links csv-nodes csv-levels csv-jobs");
	const struct option_row *const row = csv ? csv : option_given(sim_rows, s, "checkpoint restart report");
	char file[OPTION_TEXT];

	if (row) {
		option_text(row, s, file, sizeof file);
		return why_not(why, OPTION_WHY, "--%s: '%.80s' would be of one run, and options have lists%s", csv ? "csv-..." : row->name, file,
			 csv ? "; --csv is of all" : "");
	}
	return s->backend == LOCKSTEP_C || why_not(why, OPTION_WHY, "--backend: '%s' is for one run, and options have lists", backend_names[s->backend]);
}

/* Every point is one that can be run. */
static int check_points(struct sim_lists *l)
{
	char why[PARAMS_WHY];

	for (unsigned i = 0; i < l->lattice.points; i++) {
		if (!schemes_meant(&l->lattice, l->axis, i, l->of.nics))
			continue;
		const int status = make_job(l, i);

		if (status != EXIT_OK)
			return status;
		/* Runs that differ in their seed alone are of the same traffic: an interval over them says nothing. */
		const bool nothing = l->seeded && l->job.run.traffic.pattern == PATTERN_TRACE;

		l->own = l->job.s;
		sim_job_free(&l->job);
		if (nothing)
			return bad_input("--seed: a trace does not depend on it");
	}
	for (unsigned k = 0; l->job.schemes && k < PARAMETERS; k++)
		if (l->given->param[k] && !schemes_have(&l->of, &params_table[k]))
			return bad_input("%s: none of these schemes has such a parameter; leave it out", params_table[k].name);
	if (!of_many_runs(&l->own, why))
		return bad_input("%s", why);
	return sim_outputs_possible(&l->own, why) ? EXIT_OK : cannot("%s", why);
}

static bool write_run(const struct sim_job *j, const struct simulation_result *r, FILE *to)
{
	struct fields f = { .n = 0 };
	bool good;

	simulate_fields(&j->run, r, &f);
	study_point_row(&f, STUDY_RUN_COLUMNS, to);
	for (unsigned i = 0; i < f.n; i++)
		fprintf(to, "%s\t%s\n", f.field[i].name, f.field[i].kind == FIELD_NULL ? "" : f.field[i].text);
	fputc(JSON_BEGINS, to);
	simulate_fields_config(&j->run, &j->s, sim_rows, &f);
	good = fields_write_json(&f, to);
	fields_free(&f);
	return good;
}

/* In a process of its own. */
static enum sweep_run run_point(void *context, unsigned point, FILE *to, char why[SWEEP_WHY])
{
	struct sim_lists *const l = context;
	struct simulation_result r;
	enum sweep_run made = SWEEP_RUN_MADE;

	_Static_assert((int)SWEEP_WHY >= (int)NETWORK_WHY, "messages are passed on");
	snprintf(why, SWEEP_WHY, "not enough memory");
	if (make_job(l, point) != EXIT_OK || !simulate(&l->job.run, &r, why))
		return SWEEP_RUN_PREVENTED;
	if (r.failed) {
		snprintf(why, SWEEP_WHY, "%s", r.why);
		made = SWEEP_RUN_WRONG;
	} else if (!write_run(&l->job, &r, to)) {
		made = SWEEP_RUN_PREVENTED;
	}
	simulation_result_free(&r);
	sim_job_free(&l->job);
	return made;
}

/* The values of the axes, then what the run wrote. */
static bool take_run(void *context, unsigned point, char *text, char why[SWEEP_WHY])
{
	struct sim_lists *const l = context;
	struct run *const r = &l->run[point];
	char *const json = strchr(text, JSON_BEGINS), *rest, *line;

	snprintf(why, SWEEP_WHY, "not enough memory");
	if (!json)
		return false;
	*json = '\0';
	line = strtok_r(text, "\n", &rest);
	if (!results_add(l->results, point, line))
		return false;
	for (unsigned a = 0; a < l->axes; a++)
		fields_word(&r->fields, l->axis[a].option, lattice_cell(&l->lattice, point, a));
	while ((line = strtok_r(NULL, "\n", &rest))) {
		char *const tab = strchr(line, '\t');

		*tab = '\0';
		fields_word(&r->fields, line, tab + 1);
	}
	r->json = strdup(json + 1);
	return r->json && !r->fields.failed;
}

/* The runs that were made, in the order of the points. */
static void write_json(const void *lists, FILE *f)
{
	const struct sim_lists *const l = lists;
	const char *before = "[\n";

	for (unsigned i = 0; i < l->lattice.points; i++)
		if (l->run[i].json) {
			fprintf(f, "%s%.*s", before, (int)strlen(l->run[i].json) - 1, l->run[i].json);
			before = ",\n";
		}
	fputs(*before == '[' ? "[]\n" : "\n]\n", f);
}

static void write_csv(const void *lists, FILE *f)
{
	const struct sim_lists *const l = lists;
	struct fields *const made = calloc(l->lattice.points, sizeof *made);
	unsigned n = 0;

	for (unsigned i = 0; made && i < l->lattice.points; i++)
		if (l->run[i].json)
			made[n++] = l->run[i].fields;
	if (made)
		fields_write_csv(made, n, f);
	free(made);
}

static int report(struct sim_lists *l)
{
	struct results *const means = l->seeded ? means_new(l->results, l->axis, false, &l->means_lattice) : l->results;
	int status;

	if (!means)
		return environment_failed("not enough memory");
	means_write_table(means, sim_words(&l->own));
	if (means != l->results)
		results_free(means);
	status = write_whole("json", l->own.json, write_json, l);
	return status == EXIT_OK ? write_whole("csv", l->own.csv, write_csv, l) : status;
}

static int run(struct sim_lists *l)
{
	const struct resumed runs = {
		.results = l->results, .jobs = resumed_jobs(l->own.given.jobs, l->own.jobs), .unit = "runs", .run = run_point, .take = take_run, .context = l,
	};
	const int status = resumed_run(&runs);

	if (status != EXIT_OK && status <= EXIT_SIGNAL)
		return status;
	const int reported = report(l);

	if (reported != EXIT_OK || status == EXIT_OK)
		return reported;
	bad_input("incomplete: stopped by signal %d after %u of %u runs", status - EXIT_SIGNAL, results_count(l->results), l->runs);
	return status;
}

static bool make_rows(struct sim_lists *l)
{
	unsigned *const rows = malloc(l->lattice.points * sizeof *rows);

	for (unsigned i = 0; rows && i < l->lattice.points; i++)
		l->runs += rows[i] = schemes_meant(&l->lattice, l->axis, i, l->of.nics);
	l->results = rows ? results_new(&l->lattice, "", STUDY_RUN_COLUMNS, rows) : NULL;
	l->run = calloc(l->lattice.points, sizeof *l->run);
	free(rows);
	return l->results && l->run;
}

static void forget(struct sim_lists *l)
{
	for (unsigned i = 0; l->run && i < l->lattice.points; i++) {
		fields_free(&l->run[i].fields);
		free(l->run[i].json);
	}
	results_free(l->results);
	free(l->run);
	free(l);
}

static int make_and_run(struct sim_lists *l)
{
	char why[OPTION_WHY];
	uint64_t points = 1;
	int status;

	if (!find_axes(l, why))
		return bad_input("%s", why);
	find_schemes(l);
	lattice_make(&l->lattice, l->axis, false);
	for (unsigned a = 0; a < l->axes; a++)
		points *= l->lattice.axis[a].n;
	if (points > LATTICE_POINTS)
		return bad_input("more than a million runs");
	status = check_points(l);
	if (status != EXIT_OK)
		return status;
	return make_rows(l) ? run(l) : environment_failed("not enough memory");
}

int sim_lists(const struct options *given)
{
	struct sim_lists *const l = calloc(1, sizeof *l);
	int status;

	if (!l)
		return environment_failed("not enough memory");
	l->given = given;
	l->point = *given;
	status = make_and_run(l);
	forget(l);
	return status;
}
