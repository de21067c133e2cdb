#include "study_point.h"

#include "csv.h"
#include "net/run/simulate_fields.h"
#include "program.h"
#include "results.h"
#include "scheme_axes.h"
#include "text.h"
#include "version.h"
#include "why_not.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SATURATION_COLUMN "saturation_load"
#define CYCLES_COLUMN "cycles"

/* Sets what a text of options says; the text is kept from *used on. */
static bool add(struct study_point *p, size_t *used, const char *options, char why[OPTION_WHY])
{
	char *const text = p->text + *used;

	*used += strlen(options) + 1;
	if (*used <= POINT_TEXT)
		return simulation_words(&p->run, strcpy(text, options), why);
	return why_not(why, OPTION_WHY, "'%.80s': more options than a value can have", options);
}

static bool add_settings(struct study_point *p, const struct setting *s, char why[OPTION_WHY])
{
	bool good = true;

	for (; good && s && s->name; s++)
		good = simulation_set(&p->run, s->name, s->value, why);
	return good;
}

static bool add_axis(struct study_point *p, size_t *used, const struct axis *a, const char *value, char why[OPTION_WHY])
{
	const char *const options = axis_options(a, value);

	if (!strcmp(value, LATTICE_NONE))
		return true;
	return options ? add(p, used, options, why) : simulation_set(&p->run, a->option, value, why);
}

/* A trace has a load and a length of its own. */
static bool check_trace(const struct simulation *u, const struct study *s, char why[OPTION_WHY])
{
	const char *const what = s->saturation ? "saturation: a trace has a load of its own" : s->precision ? "precision: a trace has a length of its own" :
		s->bins && !(u->o.given.cycles && u->o.cycles) ? "rows = bins: with a trace, cycles = N says how many" : NULL;

	return u->o.traffic != PATTERN_TRACE || !what || why_not(why, OPTION_WHY, "%s", what);
}

bool study_point_set(struct study_point *p, const struct study *s, const struct lattice *g, unsigned point, bool quick, char why[OPTION_WHY])
{
	size_t used = 0;
	bool good;

	simulation_default(&p->run);
	good = add_settings(p, s->settings, why) && (!quick || add_settings(p, s->quick, why));
	for (unsigned i = 0; good && i < g->axes; i++)
		good = add_axis(p, &used, &s->axis[i], lattice_value(g, point, i), why);
	if (good && s->schemes)
		simulation_leave_out(&p->run);
	if (p->trace && (!p->run.o.given.traffic || p->run.o.traffic == PATTERN_TRACE)) {
		p->run.o.traffic = PATTERN_TRACE;
		p->run.o.trace = p->trace;
	}
	return good && check_trace(&p->run, s, why);
}

bool study_point_meant(struct study_point *p, const struct study *s, const struct lattice *g, unsigned point, bool quick)
{
	char why[OPTION_WHY];

	return !s->schemes || !study_point_set(p, s, g, point, quick, why) || schemes_point(g, s->axis, point, p->run.params.scheme, p->run.o.nics);
}

bool study_point(struct study_point *p, const struct study *s, const struct lattice *g, unsigned point, bool quick, uint64_t cycles, char why[OPTION_WHY])
{
	fabric_topology_close(&p->fabric);      /* that of the point before */
	if (!study_point_set(p, s, g, point, quick, why) || !fabric_topology_open(&p->fabric, &p->run, why))
		return false;
	if (cycles)
		p->run.o.cycles = cycles;
	if (!simulation_setup(&p->run, why))
		return false;
	p->rows = s->bins ? (unsigned)((p->run.stats.end + p->run.stats.bin - 1) / p->run.stats.bin) : 1;
	return true;
}

enum { SERIES = 32 };           /* columns of a time series, at most */

/* The column of a name; n: there is none. */
static unsigned column_of(char *const *names, unsigned n, const char *name)
{
	unsigned i = 0;

	while (i < n && strcmp(names[i], name) != 0)
		i++;
	return i;
}

static unsigned columns_of(const char *words, char names[RESULTS_TEXT], const char *column[RESULTS_COLUMNS])
{
	snprintf(names, RESULTS_TEXT, "%s", words);
	return lattice_words(names, column, RESULTS_COLUMNS);
}

/* csv: as stats_write_series() made it. */
static void write_series(char *csv, const char *wanted, FILE *f)
{
	char names[RESULTS_TEXT], *rest, *line = strtok_r(csv, "\n", &rest), *name[SERIES], *cell[SERIES];
	const char *column[RESULTS_COLUMNS];
	const unsigned n = csv_cells(line, name, SERIES), columns = columns_of(wanted, names, column);

	while ((line = strtok_r(NULL, "\n", &rest))) {
		csv_cells(line, cell, SERIES);
		for (unsigned i = 0; i < columns; i++) {
			const unsigned from = column_of(name, n, column[i]);

			fprintf(f, "%s%c", from < n ? cell[from] : "", i + 1 < columns ? ',' : '\n');
		}
	}
}

/* The time series of a run as text, to be freed; NULL: not enough memory. */
static char *series_of(const struct stats *stats)
{
	struct text text;
	FILE *const f = text_begin(&text);

	if (f)
		stats_write_series(stats, f);
	return text_end(&text, f);
}

void study_point_row(const struct fields *f, const char *columns, FILE *rows)
{
	const char *column[RESULTS_COLUMNS];
	char names[RESULTS_TEXT];
	const unsigned n = columns_of(columns, names, column);

	for (unsigned i = 0; i < n; i++) {
		const struct field *const field = fields_find(f, column[i]);

		fprintf(rows, "%s%c", field && field->kind != FIELD_NULL ? field->text : "", i + 1 < n ? ',' : '\n');
	}
}

static bool write_totals(const struct simulation *u, const struct simulation_result *r, const char *columns, FILE *rows)
{
	struct fields f = { .n = 0 };
	bool good;

	simulate_fields(u, r, &f);
	fields_whole(&f, CYCLES_COLUMN, u->o.cycles);
	fields_real(&f, SATURATION_COLUMN, r->report.verdict == STATS_SATURATED ? NAN : u->o.load);
	good = !f.failed;
	if (good)
		study_point_row(&f, columns, rows);
	fields_free(&f);
	return good;
}

static bool write_rows(const struct study *s, const struct simulation *u, const struct simulation_result *r, FILE *rows)
{
	char *text;

	if (!s->bins)
		return write_totals(u, r, s->columns, rows);
	text = series_of(r->stats);
	if (text)
		write_series(text, s->columns, rows);
	free(text);
	return text;
}

/* Runs it at its load. Rows: NULL, none are wanted. *saturated: was it? */
static enum sweep_run run_once(const struct simulation *u, const struct study *s, FILE *rows, bool *saturated, char why[NETWORK_WHY])
{
	struct simulation_result r;
	enum sweep_run made;

	if (!simulate(u, &r, why))
		return SWEEP_RUN_PREVENTED;
	*saturated = r.report.verdict == STATS_SATURATED;
	made = r.failed ? SWEEP_RUN_WRONG : SWEEP_RUN_MADE;
	snprintf(why, NETWORK_WHY, "%s", r.failed ? r.why : "not enough memory for its rows");
	if (made == SWEEP_RUN_MADE && rows && !write_rows(s, u, &r, rows))
		made = SWEEP_RUN_PREVENTED;
	simulation_result_free(&r);
	return made;
}

static unsigned steps_of(const struct study *s)
{
	return (unsigned)lround((s->to - s->from) / s->step) + 1;
}

/* To six digits, so that a load is the one that a user would write. */
static double load_of(const struct study *s, unsigned step)
{
	return round((s->from + step * s->step) * 1e6) / 1e6;
}

/* The highest load that does not saturate it, between the first that does and the one below, by bisection; or the lowest there is. Its row is the last one written. */
static enum sweep_run find_saturation(struct study_point *p, const struct study *s, FILE *rows, char why[NETWORK_WHY])
{
	unsigned good = 0, bad = steps_of(s);
	enum sweep_run made = SWEEP_RUN_MADE;
	bool saturated = false;

	while (made == SWEEP_RUN_MADE && bad > good) {
		const unsigned middle = (good + bad) / 2;

		p->run.o.load = load_of(s, middle);
		made = simulation_setup(&p->run, why) ? run_once(&p->run, s, NULL, &saturated, why) : SWEEP_RUN_PREVENTED;
		if (saturated)
			bad = middle;
		else
			good = middle + 1;
	}
	if (made != SWEEP_RUN_MADE)
		return made;
	p->run.o.load = load_of(s, good ? good - 1 : 0);
	return simulation_setup(&p->run, why) ? run_once(&p->run, s, rows, &saturated, why) : SWEEP_RUN_PREVENTED;
}

unsigned study_point_runs(const struct study *s)
{
	unsigned runs = 1;

	for (unsigned steps = s->saturation ? steps_of(s) : 0; steps; steps /= 2)
		runs++;
	return runs;
}

enum sweep_run study_point_run(struct study_point *p, const struct study *s, FILE *rows, char why[NETWORK_WHY])
{
	bool saturated;

	return s->saturation ? find_saturation(p, s, rows, why) : run_once(&p->run, s, rows, &saturated, why);
}

bool study_point_has(const struct study_point *p, const struct study *s, const char *column)
{
	char *text, *name[SERIES];
	struct stats *stats;
	unsigned n = 0;
	bool has;

	if (!s->bins)
		return (s->saturation && !strcmp(column, SATURATION_COLUMN)) || (s->precision && !strcmp(column, CYCLES_COLUMN)) ||
			simulate_fields_have(&p->run, column);
	stats = stats_new(&p->run.stats);
	if (!stats)
		return false;
	stats_merge(stats);
	text = series_of(stats);
	if (text) {
		text[strcspn(text, "\n")] = '\0';
		n = csv_cells(text, name, SERIES);
	}
	has = column_of(name, n, column) < n;
	free(text);
	stats_free(stats);
	return has;
}

/* Does this value of the axis set the option? */
static bool sets(const struct axis *a, const char *value, const char *option)
{
	const char *options = axis_options(a, value);
	char word[OPTION_TEXT + 4];

	snprintf(word, sizeof word, "--%s ", option);
	for (char *c = word; (c = strchr(c, '_'));)
		*c = '-';
	return options ? strstr(options, word) != NULL : !strcmp(a->option, option);
}

/* "# saqs = 4" is of an axis; the file of a trace that was drawn is where it happens to be; a load is looked for. */
static bool of_axis(const struct study *s, const struct lattice *g, unsigned point, const char *line)
{
	char key[OPTION_TEXT];
	bool found;

	snprintf(key, sizeof key, "%.*s", (int)strcspn(line + 2, " "), line + 2);
	found = (s->trace && !strcmp(key, "trace")) || (s->saturation && !strcmp(key, "load"));
	for (unsigned i = 0; i < g->axes; i++)
		found = found || sets(&s->axis[i], lattice_value(g, point, i), key);
	return found;
}

void study_configuration(const struct study *s, const struct lattice *g, FILE *f)
{
	fprintf(f, "# generated by sluice %s sweep %s\n" RESULTS_SOURCES "%s\n", SLUICE_VERSION, s->name, program_sources);
	/* Values stand in the rows; what they mean stands here, if they are names. */
	for (unsigned a = 0; a < g->axes; a++)
		for (unsigned i = 0; s->axis[a].variants && i < g->axis[a].n; i++)
			fprintf(f, "# value %s %s: %s\n", g->axis[a].name, g->axis[a].value[i], axis_options(&s->axis[a], g->axis[a].value[i]));
	if (s->trace)
		fprintf(f, "# trace: %s\n", s->trace);
	if (s->saturation)
		fprintf(f, "# saturation = %.6f..%.6f:%.6f\n", s->from, s->to, s->step);
	for (const struct precision *p = s->precision; p && p->column; p++)
		fprintf(f, "# precision of %s = %g\n", p->column, p->width);
	if (s->precision)
		fprintf(f, "# longest = %ju\n", (uintmax_t)s->longest);
}

void study_point_configuration(const struct study_point *p, const struct study *s, const struct lattice *g, unsigned point, FILE *f, char *const *text)
{
	char *rest, whole[2 * OPTION_TEXT];
	struct text lines;
	FILE *const all = text_begin(&lines);

	if (all)
		simulate_write_config(&p->run, all);
	for (char *line = text_end(&lines, all) ? strtok_r(lines.s, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
		snprintf(whole, sizeof whole, "\n%s\n", line);
		fflush(f);
		if (!of_axis(s, g, point, line) && !strstr(*text, whole))
			fputs(whole + 1, f);
	}
	free(lines.s);
}
