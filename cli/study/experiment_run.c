#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "experiment_run.h"

#include "experiment_point.h"
#include "output.h"
#include "program.h"
#include "resumed.h"
#include "report_error.h"
#include "network/trace.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4096, LABEL = 128 };

/* A sweep under way. */
struct sweeping {
	const struct experiment *data;
	const struct experiment_options *o;
	struct lattice lattice;
	struct experiment_point point;  /* whichever was looked at last */
	struct results *results;
	char path[PATH];                /* of the results */
	char trace[PATH];               /* of the trace, if there is one */
};

static void path_of(char path[PATH], const struct experiment *e, const struct experiment_options *o, const char *ending)
{
	snprintf(path, PATH, "%s/%s%s%s", o->out, e->name, o->quick ? "-quick" : "", ending);
}

static bool set_up(struct sweeping *s, unsigned point, char why[PARAMS_WHY])
{
	return experiment_point(&s->point, s->data, &s->lattice, point, s->o->quick, s->o->seed, why);
}

/* Looks at all points: the rows that each has, and the configuration, as text to be freed. False: why. */
static bool look(struct sweeping *s, unsigned *rows, char **text, char why[RESULTS_WHY])
{
	size_t size;
	FILE *f = open_memstream(text, &size);
	bool good = f;

	if (!f)
		return false;
	experiment_axes(s->data, &s->lattice, f);
	for (unsigned i = 0; good && i < s->lattice.points; i++) {
		good = set_up(s, i, why);
		if (good)
			experiment_configuration(&s->point, s->data, &s->lattice, i, f, text);
		rows[i] = s->point.rows;
	}
	return !fclose(f) && good;
}

/* Before anything is run: whatever is there under the names of our files is ours. */
static bool all_replaceable(const struct experiment *e, const struct experiment_options *o, char why[OUTPUT_WHY])
{
	static const char *const endings[] = { ".gp", ".svg", ".md", ".trace" };
	char path[PATH];

	for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
		path_of(path, e, o, endings[i]);
		if (!output_replaceable(path, why))
			return false;
	}
	return true;
}

/* All points looked at, none run, no results read. */
static bool begin(struct sweeping *s, char why[RESULTS_WHY])
{
	char *text = NULL;
	unsigned *rows;

	lattice_make(&s->lattice, s->data->axis, s->o->quick);
	path_of(s->path, s->data, s->o, ".csv");
	path_of(s->trace, s->data, s->o, ".trace");
	s->point.trace = s->data->trace ? s->trace : NULL;
	snprintf(why, RESULTS_WHY, "not enough memory for the results of %s", s->data->name);
	rows = calloc(s->lattice.points, sizeof *rows);
	if (rows && look(s, rows, &text, why))
		s->results = results_new(&s->lattice, text, s->data->columns, rows);
	free(rows);
	free(text);
	return s->results;
}

static uint64_t cycles(void *context, unsigned point)
{
	struct sweeping *s = context;
	char why[PARAMS_WHY];

	return set_up(s, point, why) ? s->point.run.o.cycles : 0;
}

/* In a process of its own. */
static enum sweep_run run_point(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	struct sweeping *s = context;

	return set_up(s, point, why) ? experiment_point_run(&s->point, s->data, rows, why) : SWEEP_RUN_PREVENTED;
}

static int sweep(struct sweeping *s)
{
	const struct resumed r = {
		.what = s->data->name, .results = s->results, .path = s->path, .jobs = resumed_jobs(s->o->given.jobs, s->o->jobs), .force = s->o->force,
		.cycles = cycles, .run = run_point, .context = s,
	};
	char why[RESULTS_WHY];

	if (!resumed_read(&r, why))
		return bad_input("%s", why);
	errno = 0;
	if (s->data->trace && !trace_draw(s->data->trace, s->o->seed, s->trace, why))
		return cannot("%s", why);
	return resumed_run(&r);
}

static void write_report(const struct experiment *e, const struct sweeping *s, bool drawn, FILE *f)
{
	const char *const quick = s->o->quick ? " --quick" : "";

	fprintf(f, "# %s\n\n`sluice experiment run %s%s --seed %" PRIu64 "`, " OUTPUT_MARK " %s, sources %s: %u runs, `%s%s.csv`.%s\n\n", e->title, e->name, quick, s->o->seed,
		SLUICE_VERSION, program_sources, s->lattice.points, s->data->name, s->o->quick ? "-quick" : "",
		s->o->quick ? " Fewer and shorter runs than the claims are about, so they are not judged." : "");
	claims_write(e->claims, e->source, s->results, !s->o->quick, f);
	if (drawn)
		fprintf(f, "\n![%s](%s%s.svg)\n", e->title, e->name, s->o->quick ? "-quick" : "");
}

static bool write_script(const struct experiment *e, const struct sweeping *s, const char *name, char why[OUTPUT_WHY])
{
	struct output out;
	char path[PATH];

	path_of(path, e, s->o, ".gp");
	if (!output_begin(&out, path, why))
		return false;
	plot_write(&e->plot, e->title, s->results, name, out.f);
	return output_end(&out, why);
}

static int report(const struct experiment *e, const struct sweeping *s, bool *plots)
{
	struct output out;
	char path[PATH], name[LABEL], why[PLOT_WHY];
	bool drawn;

	snprintf(name, sizeof name, "%s%s", e->name, s->o->quick ? "-quick" : "");
	if (!write_script(e, s, name, why))
		return cannot("%s", why);
	drawn = plot_draw(s->o->out, name, why);
	path_of(path, e, s->o, ".md");
	say("%s", e->title);
	claims_write(e->claims, e->source, s->results, !s->o->quick, stdout);
	say("%s/%s.md, .gp%s; data: %s", s->o->out, name, drawn ? ", .svg" : "", s->path);
	if (!drawn && *plots)
		say("%s", why);
	*plots = *plots && drawn;
	if (!output_begin(&out, path, why))
		return cannot("%s", why);
	write_report(e, s, drawn, out.f);
	return output_end(&out, why) ? EXIT_OK : cannot("%s", why);
}

int experiment_run(const struct experiment *e, const struct experiment_options *o, bool *plots)
{
	struct sweeping s = { .data = experiment_data(e), .o = o };
	char why[RESULTS_WHY];
	int status;

	if (!all_replaceable(e, o, why) || !begin(&s, why)) {
		results_free(s.results);
		return bad_input("%s", why);
	}
	status = sweep(&s);
	if (status == EXIT_OK)
		status = report(e, &s, plots);
	results_free(s.results);
	return status;
}
