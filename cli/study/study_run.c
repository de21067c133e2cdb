#define _POSIX_C_SOURCE 200809L      /* open_memstream */
#include "study_run.h"

#include "interval.h"
#include "means.h"
#include "network/trace.h"
#include "output.h"
#include "program.h"
#include "report_error.h"
#include "resumed.h"
#include "study_point.h"
#include "study_read.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct option_row study_rows[] = {
#define OPTION_STRUCT study_options
#define OPTION_FILE "study/study.def"
#include "option_rows.h"
};

enum { PATH = 4096, LABEL = 128, TABLE_POINTS = 200 };

_Static_assert((int)STUDY_WHY == (int)RESULTS_WHY && (int)STUDY_WHY == (int)SWEEP_WHY && (int)STUDY_WHY == (int)PLOT_WHY, "messages are passed on");

/* A study under way. */
struct running {
	struct study *shown, *other;    /* of the file; whose runs it shows, if that is another one */
	const struct study *data;       /* one of these: has the runs */
	const struct study_options *o;
	struct lattice lattice, means_lattice;
	struct study_point point;       /* whichever was looked at last */
	struct results *results, *means;        /* means: the results themselves, without seeds */
	unsigned seeds;                 /* of a point */
	uint64_t *cycles;               /* with precision, of each point without its seeds: of its runs; 0: as the study says */
	char path[PATH];                /* of the results */
	char trace[PATH];               /* of the trace, if there is one */
};

static void path_of(char path[PATH], const struct study *s, const struct study_options *o, const char *ending)
{
	snprintf(path, PATH, "%s/%s%s%s", o->out, s->name, o->quick ? "-quick" : "", ending);
}

static bool set_up(struct running *r, unsigned point, char why[OPTION_WHY])
{
	return study_point(&r->point, r->data, &r->lattice, point, r->o->quick, r->cycles[point / r->seeds], why);
}

/* Columns that no point has. */
static bool check_columns(const struct running *r, const bool *has, unsigned columns, const char *const *column, char why[STUDY_WHY])
{
	for (unsigned i = 0; i < columns; i++)
		if (!has[i]) {
			snprintf(why, STUDY_WHY, "%.100s: columns: '%.80s' is measured in none of these runs; sluice sim --%s shows the names", r->data->name, column[i],
				 r->data->bins ? "csv-series" : "json");
			return false;
		}
	return true;
}

/* Looks at all points: the rows that each has, its columns, and the configuration, as text to be freed. False: why. */
static bool look(struct running *r, unsigned *rows, char **text, char why[STUDY_WHY])
{
	const char *column[RESULTS_COLUMNS];
	char names[RESULTS_TEXT];
	bool has[RESULTS_COLUMNS] = { false };
	size_t size;
	FILE *f = open_memstream(text, &size);
	bool good = f;

	if (!f)
		return false;
	snprintf(names, sizeof names, "%s", r->data->columns);
	const unsigned columns = lattice_words(names, column, RESULTS_COLUMNS);

	study_configuration(r->data, &r->lattice, f);
	for (unsigned i = 0; good && i < r->lattice.points; i++) {
		good = set_up(r, i, why);
		if (good)
			study_point_configuration(&r->point, r->data, &r->lattice, i, f, text);
		for (unsigned c = 0; good && c < columns; c++)
			has[c] = has[c] || study_point_has(&r->point, r->data, column[c]);
		rows[i] = r->point.rows;
	}
	return !fclose(f) && good && check_columns(r, has, columns, column, why);
}

/* Before anything is run: whatever is there under the names of our files is ours. */
static bool all_replaceable(const struct running *r, char why[OUTPUT_WHY])
{
	static const char *const endings[] = { ".gp", ".svg", ".md", ".trace", "-mean.csv" };
	char path[PATH];

	for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
		path_of(path, r->shown, r->o, endings[i]);
		if (!output_replaceable(path, why))
			return false;
	}
	return true;
}

/* All points looked at, none run, no results read. */
static bool begin(struct running *r, char why[STUDY_WHY])
{
	char *text = NULL;
	unsigned *rows;

	lattice_make(&r->lattice, r->data->axis, r->o->quick);
	r->seeds = r->data->seeded ? r->lattice.axis[r->lattice.axes - 1].n : 1;
	path_of(r->path, r->data, r->o, ".csv");
	path_of(r->trace, r->data, r->o, ".trace");
	r->point.trace = r->data->trace ? r->trace : NULL;
	snprintf(why, STUDY_WHY, "not enough memory for the results of %.100s", r->data->name);
	rows = calloc(r->lattice.points, sizeof *rows);
	r->cycles = calloc(r->lattice.points / r->seeds, sizeof *r->cycles);
	if (rows && r->cycles && look(r, rows, &text, why))
		r->results = results_new(&r->lattice, text, r->data->columns, rows);
	free(rows);
	free(text);
	return r->results;
}

static uint64_t work(void *context, unsigned point)
{
	struct running *r = context;
	char why[OPTION_WHY];

	return set_up(r, point, why) ? r->point.run.o.cycles * study_point_runs(r->data) : 0;
}

/* In a process of its own. */
static enum sweep_run run_point(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	struct running *r = context;

	return set_up(r, point, why) ? study_point_run(&r->point, r->data, rows, why) : SWEEP_RUN_PREVENTED;
}

/* Cycles of a run that there is; 0: none. */
static uint64_t cycles_of(const struct running *r, unsigned point)
{
	return results_complete(r->results, point) ? (uint64_t)results_number(r->results, point, 0, "cycles") : 0;
}

/* A run that is shorter than those of the other seeds have become. */
static bool stale(void *context, unsigned point)
{
	const struct running *r = context;

	return r->data->precision && r->cycles[point / r->seeds] && cycles_of(r, point) != r->cycles[point / r->seeds];
}

/* Is the interval of a column wider than wanted? */
static bool wide(const struct running *r, unsigned group, const struct precision *p)
{
	double value[LATTICE_VALUES];

	for (unsigned i = 0; i < r->seeds; i++)
		value[i] = results_number(r->results, group * r->seeds + i, 0, p->column);
	const struct interval v = interval_of(value, r->seeds);

	return v.half > p->width * v.mean;
}

static bool any_wide(const struct running *r, unsigned group)
{
	for (const struct precision *p = r->data->precision; p->column; p++)
		if (wide(r, group, p))
			return true;
	return false;
}

/* Of what an earlier command left, runs of the greatest length count. */
static void take_lengths(struct running *r)
{
	for (unsigned i = 0; r->data->precision && i < r->lattice.points; i++) {
		const uint64_t cycles = cycles_of(r, i);
		uint64_t *const most = &r->cycles[i / r->seeds];

		*most = cycles > *most ? cycles : *most;
	}
}

/* Twice as long where intervals are too wide. Returns how many points; *left: how many are as long as they may be. */
static unsigned lengthen(struct running *r, unsigned *left)
{
	unsigned longer = 0;

	*left = 0;
	for (unsigned i = 0; r->data->precision && i < r->lattice.points / r->seeds; i++) {
		const uint64_t now = cycles_of(r, i * r->seeds), twice = 2 * now < r->data->longest ? 2 * now : r->data->longest;

		if (!any_wide(r, i))
			continue;
		*left += twice <= now;
		longer += twice > now;
		r->cycles[i] = twice > now ? twice : now;
	}
	return longer;
}

/* One trace is drawn for all seeds. */
static uint64_t trace_seed(const struct running *r)
{
	const char *const seed = setting_of(r->data->settings, "seed");

	return seed ? strtoull(seed, NULL, 10) : 1;
}

static int sweep(struct running *r)
{
	const struct resumed runs = {
		.what = r->data->name, .results = r->results, .path = r->path, .jobs = resumed_jobs(r->o->given.jobs, r->o->jobs), .force = r->o->force,
		.cycles = work, .run = run_point, .stale = stale, .context = r,
	};
	char why[STUDY_WHY];
	unsigned left;
	int status;

	if (!resumed_read(&runs, why))
		return bad_input("%s", why);
	take_lengths(r);
	errno = 0;
	if (r->data->trace && !trace_draw(r->data->trace, trace_seed(r), r->trace, why))
		return cannot("%s", why);
	do
		status = resumed_run(&runs);
	while (status == EXIT_OK && lengthen(r, &left));
	if (status == EXIT_OK && left)
		say("%s: intervals that are wider than wanted even with runs of %" PRIu64 " cycles: of %u points", r->data->name, r->data->longest, left);
	return status;
}

static bool make_means(struct running *r, char why[STUDY_WHY])
{
	r->means = r->results;
	if (r->data->seeded)
		r->means = means_new(r->results, r->data->axis, r->o->quick, &r->means_lattice);
	snprintf(why, STUDY_WHY, "not enough memory for the means of %.100s", r->data->name);
	return r->means;
}

/* What a study says: claims, and the table of its points, if that is not too long. */
static void write_words(const struct running *r, FILE *f)
{
	if (!r->data->bins && !r->shown->claims && r->means->lattice->points <= TABLE_POINTS)
		means_write_table(r->means, f);
	if (r->shown->claims)
		claims_write(r->shown->claims, r->shown->source, r->means, !r->o->quick, f);
}

static void write_report(const struct running *r, bool drawn, FILE *f)
{
	const char *const quick = r->o->quick ? "-quick" : "";

	fprintf(f, "# %s\n\n" OUTPUT_MARK " %s, sources %s: %u runs, `%s%s.csv`.%s\n\n", r->shown->title, SLUICE_VERSION, program_sources, r->lattice.points,
		r->data->name, quick, r->o->quick && r->shown->claims ? " Fewer and shorter runs than the claims are about, so they are not judged." : "");
	write_words(r, f);
	if (drawn)
		fprintf(f, "\n![%s](%s%s.svg)\n", r->shown->title, r->shown->name, quick);
}

/* A file in the directory of results, by what writes it. */
static bool write_file(const struct running *r, const struct study *of, const char *ending, void (*write)(const struct running *, FILE *), char why[OUTPUT_WHY])
{
	struct output out;
	char path[PATH];

	path_of(path, of, r->o, ending);
	if (!output_begin(&out, path, why))
		return false;
	write(r, out.f);
	return output_end(&out, why);
}

static void write_means(const struct running *r, FILE *f)
{
	const struct lattice_axis *const seeds = &r->lattice.axis[r->lattice.axes - 1];

	fprintf(f, "# means, with half of their 95 %% intervals of confidence, over %s =", seeds->name);
	for (unsigned i = 0; i < seeds->n; i++)
		fprintf(f, " %s", seeds->value[i]);
	fputc('\n', f);
	results_write(r->means, f);
}

static void write_script(const struct running *r, FILE *f)
{
	char name[LABEL];

	snprintf(name, sizeof name, "%s%s", r->shown->name, r->o->quick ? "-quick" : "");
	plot_write(&r->shown->plot, r->shown->title, r->means, name, f);
}

static void write_plain_report(const struct running *r, FILE *f)
{
	write_report(r, false, f);
}

static void write_drawn_report(const struct running *r, FILE *f)
{
	write_report(r, true, f);
}

static int report(const struct running *r, bool *plots)
{
	const bool plot = r->shown->plot.x;
	char name[LABEL], why[PLOT_WHY];
	bool drawn;

	snprintf(name, sizeof name, "%s%s", r->shown->name, r->o->quick ? "-quick" : "");
	if ((r->data->seeded && !write_file(r, r->data, "-mean.csv", write_means, why)) || (plot && !write_file(r, r->shown, ".gp", write_script, why)))
		return cannot("%s", why);
	drawn = plot && plot_draw(r->o->out, name, why);
	say("%s", r->shown->title);
	write_words(r, stdout);
	say("%s/%s.md%s%s; data: %s%s", r->o->out, name, plot ? ", .gp" : "", drawn ? ", .svg" : "", r->path, r->data->seeded ? " and -mean.csv" : "");
	if (plot && !drawn && *plots)
		say("%s", why);
	*plots = *plots && (drawn || !plot);
	return write_file(r, r->shown, ".md", drawn ? write_drawn_report : write_plain_report, why) ? EXIT_OK : cannot("%s", why);
}

static int run(struct running *r, bool *plots)
{
	char why[STUDY_WHY];
	int status;

	if (!all_replaceable(r, why) || !begin(r, why))
		return bad_input("%s", why);
	status = sweep(r);
	if (status != EXIT_OK)
		return status;
	return make_means(r, why) ? report(r, plots) : cannot("%s", why);
}

static void end(struct running *r)
{
	if (r->means != r->results)
		results_free(r->means);
	results_free(r->results);
	free(r->cycles);
	study_free(r->other);
	study_free(r->shown);
	free(r);
}

int study_run(const char *path, const struct study_options *o, bool *plots)
{
	struct running *const r = calloc(1, sizeof *r);
	char why[STUDY_WHY];
	int status = EXIT_BAD_INPUT;

	if (!r)
		return environment_failed("not enough memory");
	r->o = o;
	r->shown = study_read(path, why);
	if (r->shown && (r->data = study_runs(r->shown, path, &r->other, why)) && (!o->seed || study_set_seeds(r->other ? r->other : r->shown, o->seed, why)))
		status = run(r, plots);
	else
		bad_input("%s", why);
	end(r);
	return status;
}
