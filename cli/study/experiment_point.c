#define _POSIX_C_SOURCE 200809L      /* open_memstream, strtok_r */
#include "experiment_point.h"

#include "net/simulate_fields.h"
#include "program.h"
#include "results.h"
#include "version.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sets what a text of options says; the text is kept from *used on. */
static bool add(struct experiment_point *p, size_t *used, const char *options, char why[PARAMS_WHY])
{
	char *const text = p->text + *used;

	*used += strlen(options) + 1;
	assert(*used <= POINT_TEXT && "options of an experiment too long");
	return simulation_words(&p->run, strcpy(text, options), why);
}

static bool add_axis(struct experiment_point *p, size_t *used, const struct axis *a, const char *value, char why[PARAMS_WHY])
{
	const char *const options = experiment_variant(a, value);

	return options ? add(p, used, options, why) : simulation_set(&p->run, a->option, value, why);
}

static unsigned bins(const struct stats_config *s)
{
	return (unsigned)((s->end + s->bin - 1) / s->bin);
}

bool experiment_point(struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, bool quick, uint64_t seed,
		      char why[PARAMS_WHY])
{
	size_t used = 0;
	bool good;

	simulation_default(&p->run);
	good = add(p, &used, e->options, why) && (!quick || !e->quick || add(p, &used, e->quick, why));
	for (unsigned i = 0; good && i < g->axes; i++)
		good = add_axis(p, &used, &e->axis[i], lattice_value(g, point, i), why);
	p->run.o.seed = seed;
	p->run.o.trace = p->trace;
	if (!good || !simulation_setup(&p->run, why))
		return false;
	p->rows = e->series ? bins(&p->run.stats) : 1;
	return true;
}

/* Cell `index` of a line of CSV. */
static void write_cell(const char *line, unsigned index, FILE *f)
{
	for (; index; index--)
		line += strcspn(line, ",") + 1;
	fprintf(f, "%.*s", (int)strcspn(line, ","), line);
}

static unsigned index_of(char *names, const char *name)
{
	const size_t n = strlen(name);
	unsigned i = 0;

	for (const char *s = names; strncmp(s, name, n) != 0 || (s[n] && s[n] != ','); s += strcspn(s, ",") + 1, i++)
		assert(s[strcspn(s, ",")] && "no such column in time series");
	return i;
}

/* csv: as stats_write_series() made it. */
static void write_series(char *csv, unsigned columns, const char *const *column, FILE *f)
{
	char *rest, *line = strtok_r(csv, "\n", &rest);
	unsigned index[RESULTS_COLUMNS];

	for (unsigned i = 0; i < columns; i++)
		index[i] = index_of(line, column[i]);
	while ((line = strtok_r(NULL, "\n", &rest)))
		for (unsigned i = 0; i < columns; i++) {
			write_cell(line, index[i], f);
			fputc(i + 1 < columns ? ',' : '\n', f);
		}
}

static bool series(const struct simulation_result *r, unsigned columns, const char *const *column, FILE *rows)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool good = f;

	if (f) {
		stats_write_series(r->stats, f);
		good = !fclose(f);
	}
	if (good)
		write_series(text, columns, column, rows);
	free(text);
	return good;
}

static bool totals(const struct simulation *u, const struct simulation_result *r, unsigned columns, const char *const *column, FILE *rows)
{
	struct fields f = { .n = 0 };
	bool good;

	simulate_fields(u, r, &f);
	good = !f.failed;
	for (unsigned i = 0; good && i < columns; i++) {
		const struct field *field = fields_find(&f, column[i]);

		assert(field && "no such number or word in what sim says");
		fprintf(rows, "%s%c", field->text, i + 1 < columns ? ',' : '\n');
	}
	fields_free(&f);
	return good;
}

enum sweep_run experiment_point_run(const struct experiment_point *p, const struct experiment *e, FILE *rows, char why[NETWORK_WHY])
{
	const char *column[RESULTS_COLUMNS];
	char names[RESULTS_TEXT];
	struct simulation_result r;
	bool good;

	snprintf(names, sizeof names, "%s", e->columns);
	const unsigned columns = lattice_words(names, column, RESULTS_COLUMNS);

	if (!simulate(&p->run, &r, why))
		return SWEEP_RUN_PREVENTED;
	snprintf(why, NETWORK_WHY, "%s", r.failed ? r.why : "not enough memory for its rows");
	good = !r.failed && (e->series ? series(&r, columns, column, rows) : totals(&p->run, &r, columns, column, rows));
	simulation_result_free(&r);
	if (good)
		return SWEEP_RUN_MADE;
	return r.failed ? SWEEP_RUN_WRONG : SWEEP_RUN_PREVENTED;
}

/* Does this value of the axis set the option? */
static bool sets(const struct axis *a, const char *value, const char *option)
{
	const char *options = experiment_variant(a, value);
	char word[OPTION_TEXT + 4];

	snprintf(word, sizeof word, "--%s ", option);
	return options ? strstr(options, word) != NULL : !strcmp(a->option, option);
}

/* "# saqs = 4" is of an axis; the file of a trace that was drawn is where it happens to be. */
static bool of_axis(const struct experiment *e, const struct lattice *g, unsigned point, const char *line)
{
	char key[OPTION_TEXT];
	bool found;

	snprintf(key, sizeof key, "%.*s", (int)strcspn(line + 2, " "), line + 2);
	for (char *c = key; (c = strchr(c, '_'));)
		*c = '-';
	found = e->trace && !strcmp(key, "trace");
	for (unsigned i = 0; i < g->axes; i++)
		found = found || sets(&e->axis[i], lattice_value(g, point, i), key);
	return found;
}

static void write_axis(const struct axis *a, const struct lattice_axis *of, FILE *f)
{
	fprintf(f, "# %s =", of->name);
	for (unsigned i = 0; i < of->n; i++)
		fprintf(f, " %s", of->value[i]);
	fputc('\n', f);
	for (unsigned i = 0; a->variants && i < of->n; i++)
		fprintf(f, "# %s %s: %s\n", of->name, of->value[i], experiment_variant(a, of->value[i]));
}

void experiment_axes(const struct experiment *e, const struct lattice *g, FILE *f)
{
	fprintf(f, "# generated by sluice %s experiment %s\n" RESULTS_SOURCES "%s\n", SLUICE_VERSION, e->name, program_sources);
	for (unsigned i = 0; i < g->axes; i++)
		write_axis(&e->axis[i], &g->axis[i], f);
	if (e->trace)
		fprintf(f, "# trace: %s\n", e->trace);
}

void experiment_configuration(const struct experiment_point *p, const struct experiment *e, const struct lattice *g, unsigned point, FILE *f,
			      char *const *text)
{
	char *lines = NULL, *rest, whole[2 * OPTION_TEXT];
	size_t size;
	FILE *all = open_memstream(&lines, &size);

	if (!all)
		return;
	sim_write_config(&p->run, all);
	if (!fclose(all))
		for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
			snprintf(whole, sizeof whole, "\n%s\n", line);
			fflush(f);
			if (!of_axis(e, g, point, line) && !strstr(*text, whole))
				fputs(whole + 1, f);
		}
	free(lines);
}
