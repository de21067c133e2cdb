#include "study_measure.h"

#include "means.h"
#include "network/trace.h"
#include "output.h"
#include "report_error.h"
#include "resumed.h"
#include "why_not.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)STUDY_WHY == (int)RESULTS_WHY && (int)STUDY_WHY == (int)SWEEP_WHY && (int)STUDY_WHY > (int)OUTPUT_WHY, "messages are passed on");

void study_path(char path[STUDY_PATH], const struct study *s, const struct study_options *o, const char *ending)
{
	snprintf(path, STUDY_PATH, "%s/%s%s%s", o->out, s->name, o->quick ? "-quick" : "", ending);
}

/* The seed of a point, where there are several; NULL: there are not. */
static const char *seed_of(const struct measuring *r, unsigned point)
{
	return r->data->seeded ? lattice_value(&r->lattice, point, r->lattice.axes - 1) : NULL;
}

/* Of the trace of a point: each seed has one. */
static void name_trace(struct measuring *r, unsigned point)
{
	const char *const seed = seed_of(r, point);
	char ending[OPTION_TEXT];

	snprintf(ending, sizeof ending, "%s%s.trace", seed ? "-" : "", seed ? seed : "");
	study_path(r->trace, r->data, r->o, ending);
}

static bool set_up(struct measuring *r, unsigned point, char why[OPTION_WHY])
{
	name_trace(r, point);
	return study_point(&r->point, r->data, &r->lattice, point, r->o->quick, r->cycles[point / r->seeds], why);
}

/* Columns that no point has. */
static bool check_columns(const struct measuring *r, const bool *has, unsigned columns, const char *const *column, char why[STUDY_WHY])
{
	for (unsigned i = 0; i < columns; i++)
		if (!has[i])
			return why_not(why, STUDY_WHY, "%.100s: columns: '%.80s' is measured in none of these runs; sluice sim --%s shows the names", r->data->name, column[i],
				 r->data->bins ? "csv-series" : "json");
	return true;
}

/* Seeds mean something: not to a trace of the user. */
static bool check_seeds(const struct measuring *r, char why[STUDY_WHY])
{
	return !r->data->seeded || r->data->trace || r->point.run.traffic.pattern != PATTERN_TRACE || why_not(why, STUDY_WHY, "--seed: a trace does not depend on it; draw_trace draws one for each seed");
}

/* Looks at all points: the rows that each has, its columns, and the configuration, as text to be freed. False: why. */
static bool look(struct measuring *r, unsigned *rows, char **text, char why[STUDY_WHY])
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
		if (!study_point_meant(&r->point, r->data, &r->lattice, i, r->o->quick))
			continue;
		good = set_up(r, i, why) && check_seeds(r, why);
		if (good)
			study_point_configuration(&r->point, r->data, &r->lattice, i, f, text);
		for (unsigned c = 0; good && c < columns; c++)
			has[c] = has[c] || study_point_has(&r->point, r->data, column[c]);
		rows[i] = r->point.rows;
	}
	return !fclose(f) && good && check_columns(r, has, columns, column, why);
}

/* The traces that a command needs, by seed: those of the points that it runs; and all that say themselves how long a run is, for a look at the points. */
static bool find_traces(struct measuring *r, bool *needed, bool *run, char why[STUDY_WHY])
{
	bool good = !r->points || !r->points->point || points_list(r->points->point, run, r->lattice.points, why);

	for (unsigned i = 0; good && i < r->lattice.points; i++) {
		good = study_point_set(&r->point, r->data, &r->lattice, i, r->o->quick, why);
		needed[i % r->seeds] |= !r->points || run[i] || !r->point.run.o.given.cycles || simulation_to_end(&r->point.run);
	}
	return good;
}

/* Without several seeds the seed is a setting. */
static bool draw_trace(struct measuring *r, unsigned point, char why[STUDY_WHY])
{
	const char *const several = seed_of(r, point), *const seed = several ? several : setting_of(r->data->settings, "seed");

	name_trace(r, point);
	return output_replaceable(r->trace, why) && trace_draw(r->data->trace, seed ? strtoull(seed, NULL, 10) : 1, r->trace, why);
}

static bool draw_traces(struct measuring *r, char why[STUDY_WHY])
{
	bool *const needed = calloc(r->seeds, sizeof *needed), *const run = calloc(r->lattice.points, sizeof *run);
	bool good = needed && run;

	snprintf(why, STUDY_WHY, "not enough memory for the traces of %.100s", r->data->name);
	good = good && find_traces(r, needed, run, why);
	for (unsigned i = 0; good && i < r->seeds; i++)
		good = !needed[i] || draw_trace(r, i, why);
	free(needed);
	free(run);
	return good;
}

/* All points looked at, none run, no results read. */
static bool begin(struct measuring *r, char why[STUDY_WHY])
{
	char *text = NULL;
	unsigned *rows;

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
	struct measuring *r = context;
	char why[OPTION_WHY];

	return set_up(r, point, why) ? r->point.run.span * study_point_runs(r->data) : 0;
}

/* In a process of its own. */
static enum sweep_run run_point(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	struct measuring *r = context;

	return set_up(r, point, why) ? study_point_run(&r->point, r->data, rows, why) : SWEEP_RUN_PREVENTED;
}

/* Cycles of a run that there is; 0: none. */
static uint64_t cycles_of(const struct measuring *r, unsigned point)
{
	return r->results->point[point].got ? (uint64_t)results_number(r->results, point, 0, "cycles") : 0;
}

/* A run that is shorter than those of the other seeds have become. */
static bool stale(void *context, unsigned point)
{
	const struct measuring *r = context;

	return r->data->precision && r->cycles[point / r->seeds] && cycles_of(r, point) != r->cycles[point / r->seeds];
}

/* Is the interval of some column wider than wanted? */
static bool any_wide(const struct measuring *r, unsigned group)
{
	double value[LATTICE_VALUES];
	bool wide = false;

	for (const struct precision *p = r->data->precision; p->column && !wide; p++) {
		for (unsigned i = 0; i < r->seeds; i++)
			value[i] = results_number(r->results, group * r->seeds + i, 0, p->column);
		const struct interval v = interval_of(value, r->seeds);

		wide = v.half > p->width * v.mean;
	}
	return wide;
}

/* Of what an earlier command left, runs of the greatest length count. */
static void take_lengths(struct measuring *r)
{
	for (unsigned i = 0; r->data->precision && i < r->lattice.points; i++) {
		const uint64_t cycles = cycles_of(r, i);
		uint64_t *const most = &r->cycles[i / r->seeds];

		*most = cycles > *most ? cycles : *most;
	}
}

/* Twice as long where intervals are too wide. Returns how many points; *left: how many are as long as they may be. */
static unsigned lengthen(struct measuring *r, unsigned *left)
{
	unsigned longer = 0;

	*left = 0;
	for (unsigned i = 0; r->data->precision && i < r->lattice.points / r->seeds; i++) {
		const uint64_t now = cycles_of(r, i * r->seeds), twice = 2 * now < r->data->longest ? 2 * now : r->data->longest;

		if (!r->results->point[i * r->seeds].rows || !any_wide(r, i))
			continue;
		*left += twice <= now;
		longer += twice > now;
		r->cycles[i] = twice > now ? twice : now;
	}
	return longer;
}

/* All that is missing; then, with precision, longer and longer. */
static int run_lengths(struct measuring *r, const struct resumed *runs)
{
	unsigned left = 0;
	int status;

	do
		status = resumed_run(runs);
	while (status == EXIT_OK && lengthen(r, &left));
	r->whole = status == EXIT_OK;
	if (status == EXIT_OK && left && !r->silent)
		say("%s: intervals that are wider than wanted even with runs of %" PRIu64 " cycles: of %u points", r->data->name, r->data->longest, left);
	return status;
}

static int sweep(struct measuring *r)
{
	const struct resumed runs = {
		.what = r->data->name, .results = r->results, .path = r->path, .jobs = resumed_jobs(r->o->given.jobs, r->o->jobs), .force = r->o->force,
		.cycles = work, .run = run_point, .stale = stale, .points = r->points, .context = r,
	};
	char why[STUDY_WHY];

	if (!r->data->precision)
		return resumed_go(&runs, &r->whole);
	if (!resumed_read(&runs, why))
		return bad_input("%s", why);
	take_lengths(r);
	return run_lengths(r, &runs);
}

int study_measure(struct measuring *r)
{
	char why[STUDY_WHY];
	int status;

	if (r->points && r->data->precision)
		return bad_input("%.100s: precision: how long a run is follows from others; not with --plan, --point, --collect or --submit", r->data->name);
	lattice_make(&r->lattice, r->data->axis, r->o->quick);
	r->seeds = r->data->seeded ? r->lattice.axis[r->lattice.axes - 1].n : 1;
	study_path(r->path, r->data, r->o, ".csv");
	r->point.trace = r->data->trace ? r->trace : NULL;
	errno = 0;
	if (r->data->trace && !draw_traces(r, why))
		return cannot("%s", why);
	if (!begin(r, why))
		return bad_input("%s", why);
	status = sweep(r);
	if (status != EXIT_OK || !r->whole)
		return status;
	r->means = r->data->seeded ? means_new(r->results, r->data->axis, r->o->quick, &r->means_lattice) : r->results;
	return r->means ? EXIT_OK : cannot("not enough memory for the means of %.100s", r->data->name);
}

void study_measured_free(struct measuring *r)
{
	if (r->means != r->results)
		results_free(r->means);
	results_free(r->results);
	free(r->cycles);
	fabric_topology_close(&r->point.fabric);
}
