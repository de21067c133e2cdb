#define _POSIX_C_SOURCE 200809L      /* open_memstream, strtok_r */
#include "experiment_run.h"

#include "experiment_point.h"
#include "output.h"
#include "progress.h"
#include "results.h"
#include "say.h"
#include "sweep.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, LABEL = 128 };

/* A sweep under way. */
struct sweeping {
	const struct experiment *data;
	const struct experiment_options *o;
	struct lattice lattice;
	struct experiment_point point;  /* whichever was looked at last */
	struct results *results;
	char path[PATH];                /* of the results */
	uint64_t cycles, done;          /* to be run; that were */
	unsigned complete;              /* points */
	struct progress progress;
	char label[LABEL];
};

static void path_of(char path[PATH], const struct experiment *e, const struct experiment_options *o, const char *ending)
{
	snprintf(path, PATH, "%s/%s%s%s", o->out, e->name, o->quick ? "-quick" : "", ending);
}

static bool set_up(struct sweeping *s, unsigned point, char why[PARAMS_WHY])
{
	return experiment_point(&s->point, s->data, &s->lattice, point, s->o->quick, s->o->seed, why);
}

/* The configuration, as text to be freed; NULL: out of memory. */
static char *configuration(const struct sweeping *s)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	experiment_configuration(&s->point, s->data, &s->lattice, f);
	return fclose(f) ? free(text), NULL : text;
}

/* All points looked at, none run, no results read. */
static bool begin(struct sweeping *s, char why[RESULTS_WHY])
{
	unsigned *rows;
	char *text;

	lattice_make(&s->lattice, s->data->axis, s->o->quick);
	path_of(s->path, s->data, s->o, ".csv");
	rows = calloc(s->lattice.points, sizeof *rows);
	for (unsigned i = 0; rows && i < s->lattice.points; i++) {
		if (!set_up(s, i, why))
			return free(rows), false;
		rows[i] = s->point.rows;
	}
	text = configuration(s);
	if (rows && text)
		s->results = results_new(&s->lattice, text, s->data->columns, rows);
	free(rows);
	free(text);
	snprintf(why, RESULTS_WHY, "not enough memory for the results of %s", s->data->name);
	return s->results;
}

/* What is there of an earlier run. */
static bool resume(struct sweeping *s, char why[RESULTS_WHY])
{
	FILE *f = s->o->force ? NULL : fopen(s->path, "r");
	unsigned dropped = 0;
	bool good = true;

	if (f) {
		good = results_read(s->results, f, s->path, &dropped, why);
		fclose(f);
	} else if (!s->o->force && errno != ENOENT) {
		snprintf(why, RESULTS_WHY, "cannot read '%.200s': %s", s->path, strerror(errno));
		return false;
	}
	if (!good)
		strncat(why, "; --force runs all anew, --out writes elsewhere", RESULTS_WHY - strlen(why) - 1);
	if (dropped)
		say("%s: runs that broke off there, and are run again: %u", s->path, dropped);
	return good;
}

static bool count_work(struct sweeping *s, char why[PARAMS_WHY])
{
	for (unsigned i = 0; i < s->lattice.points; i++) {
		if (results_complete(s->results, i))
			continue;
		if (!set_up(s, i, why))
			return false;
		s->cycles += s->point.setup.s.cycles;
	}
	s->complete = results_count(s->results);
	return true;
}

static bool wanted(void *context, unsigned point)
{
	const struct sweeping *s = context;

	return !results_complete(s->results, point);
}

/* In a process of its own. */
static bool run_point(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	struct sweeping *s = context;
	char name[LATTICE_TEXT], cause[NETWORK_WHY];

	if (set_up(s, point, cause) && experiment_point_run(&s->point, s->data, rows, cause))
		return true;
	lattice_text(&s->lattice, point, name, sizeof name);
	snprintf(why, SWEEP_WHY, "%s: %.100s: %.300s", s->data->name, name, cause);
	return false;
}

static bool save(const struct sweeping *s, char why[OUTPUT_WHY])
{
	struct output out;

	if (!output_begin(&out, s->path, why))
		return false;
	results_write(s->results, out.f);
	return output_end(&out, why);
}

static void show(struct sweeping *s)
{
	snprintf(s->label, LABEL, "%s: %u of %u runs", s->data->name, s->complete, s->lattice.points);
	if (s->done < s->cycles)
		progress_at(&s->progress, s->done);
}

static bool point_done(void *context, unsigned point, char *lines, char why[SWEEP_WHY])
{
	struct sweeping *s = context;
	char *rest;

	for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (!results_add(s->results, point, line))
			break;
	if (!results_complete(s->results, point)) {
		snprintf(why, SWEEP_WHY, "a run did not write its %u rows", s->results->point[point].rows);
		return false;
	}
	if (!set_up(s, point, why))
		return false;
	s->done += s->point.setup.s.cycles;
	s->complete++;
	show(s);
	return save(s, why);
}

static int judge(const struct sweeping *s, enum sweep_end end, int signal, const char *why)
{
	switch (end) {
	case SWEEP_DONE: return EXIT_OK;
	case SWEEP_STOPPED:
		bad_input("stopped; %u of %u runs are in '%s', and the same command goes on from there", s->complete, s->lattice.points, s->path);
		return 128 + signal;
	case SWEEP_FAILED: bad_input("%s", why); return EXIT_CHECK_FAILED;
	case SWEEP_UNSAVED: break;
	}
	return bad_input("%s", why);
}

static int sweep(struct sweeping *s)
{
	const struct sweep work = {
		.points = s->lattice.points, .jobs = s->o->jobs, .wanted = wanted, .run = run_point, .done = point_done, .context = s,
	};
	char why[SWEEP_WHY] = "";
	enum sweep_end end;
	int signal = 0;

	if (!count_work(s, why) || !save(s, why))
		return bad_input("%s", why);
	progress_begin(&s->progress, isatty(2) ? stderr : NULL, s->label, s->cycles);
	show(s);
	end = sweep_run(&work, &signal, why);
	progress_end(&s->progress);
	return judge(s, end, signal, why);
}

static void write_report(const struct experiment *e, const struct sweeping *s, bool drawn, FILE *f)
{
	const char *const quick = s->o->quick ? " --quick" : "";

	fprintf(f, "# %s\n\n`sluice experiment run %s%s --seed %s`, version %s: %u runs, `%s%s.csv`.%s\n\n", e->title, e->name, quick, s->o->seed,
		SLUICE_VERSION, s->lattice.points, s->data->name, s->o->quick ? "-quick" : "",
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
		return bad_input("%s", why);
	drawn = plot_draw(s->o->out, name, why);
	path_of(path, e, s->o, ".md");
	say("%s", e->title);
	claims_write(e->claims, e->source, s->results, !s->o->quick, stdout);
	say("%s/%s.md, .gp%s; data: %s", s->o->out, name, drawn ? ", .svg" : "", s->path);
	if (!drawn && *plots)
		say("%s", why);
	*plots = *plots && drawn;
	if (!output_begin(&out, path, why))
		return bad_input("%s", why);
	write_report(e, s, drawn, out.f);
	return output_end(&out, why) ? EXIT_OK : bad_input("%s", why);
}

int experiment_run(const struct experiment *e, const struct experiment_options *o, bool *plots)
{
	struct sweeping s = { .data = experiment_data(e), .o = o };
	char why[RESULTS_WHY];
	int status = EXIT_OK;

	if (!begin(&s, why) || !resume(&s, why)) {
		results_free(s.results);
		return bad_input("%s", why);
	}
	if (results_count(s.results) < s.lattice.points)
		status = sweep(&s);
	if (status == EXIT_OK)
		status = report(e, &s, plots);
	results_free(s.results);
	return status;
}
