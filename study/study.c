#include "study.h"

#include "scheme_axes.h"
#include "value_list.h"
#include "why_not.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIN_COLUMNS "cycle cycles generated_load injected_load accepted_load latency_mean"

enum { LONGEST_FACTOR = 64 };   /* cycles of the longest run, if the file does not say, by those of the first */

void study_free(struct study *s)
{
	if (s)
		stock_free(&s->stock);
	free(s);
}

const char *setting_of(const struct setting *s, const char *name)
{
	const char *value = NULL;

	for (; s && s->name; s++)
		if (!strcmp(s->name, name))
			value = s->value;
	return value;
}

bool study_set_seeds(struct study *s, const char *seeds, char why[OPTION_WHY])
{
	char words[LATTICE_LIST], *kept = NULL;
	const unsigned n = value_list_words(seeds, words, sizeof words, LATTICE_VALUES, why);
	struct setting *end = s->settings;
	unsigned axes = 0;

	while (s->axis[axes].option)
		axes++;
	axes -= s->seeded;
	if (n && (n == 1 || axes < LATTICE_AXES)) {
		kept = stock_text(&s->stock, words, strlen(words));
		snprintf(why, OPTION_WHY, "--seed: not enough memory");
	} else if (n) {
		snprintf(why, OPTION_WHY, "--seed: an axis more than there can be, %d", (int)LATTICE_AXES);
	}
	if (!kept)
		return false;
	s->seeded = n > 1;
	s->axis[axes] = (struct axis){ .option = NULL };
	if (s->seeded) {
		s->axis[axes] = (struct axis){ .option = "seed", .values = kept };
		s->axis[axes + 1] = (struct axis){ .option = NULL };
		return true;
	}
	while (end->name)
		end++;
	*end = (struct setting){ "seed", kept };        /* one seed is a setting */
	return true;
}

static bool refuse(const char *path, char why[STUDY_WHY], const char *what, const char *text)
{
	return why_not(why, STUDY_WHY, "%.200s: %s%s%.80s%s", path, what, *text ? " '" : "", text, *text ? "'" : "");
}

/* Is the word, or each of those that + joins, one of the words? */
static bool among(const char *words, const char *names)
{
	for (const char *name = names, *end; ; name = end + 1) {
		end = name + strcspn(name, "+");
		if (!value_list_has(words, name, (size_t)(end - name)))
			return false;
		if (!*end)
			return true;
	}
}

static const struct axis *find_axis(const struct study *s, const char *name)
{
	for (const struct axis *a = s->axis; a->option; a++)
		if (!strcmp(a->option, name))
			return a;
	return NULL;
}

static bool numeric(const struct axis *a)
{
	for (const char *w = a->values; *w; w += strcspn(w, " "), w += strspn(w, " ")) {
		char *end;

		strtod(w, &end);
		if (end == w || (*end && *end != ' '))
			return false;
	}
	return true;
}

static bool check_size(const struct study *s, const char *path, char why[STUDY_WHY])
{
	uint64_t points = 1;

	for (const struct axis *a = s->axis; a->option; a++)
		points *= points > LATTICE_POINTS ? 1 : lattice_count(a->values) + a->none;
	return points <= LATTICE_POINTS || refuse(path, why, "more than a million points", "");
}

/* Columns that follow from what is measured, and behind them those that are wanted. */
static bool complete_columns(struct study *s, const char *path, char why[STUDY_WHY])
{
	const char *const wanted = s->columns ? s->columns : s->bins ? BIN_COLUMNS : STUDY_RUN_COLUMNS;
	const char *const before = s->saturation ? "saturation_load " : s->precision ? "cycles " : "";
	char columns[STUDY_COLUMNS + 32];

	s->columns = stock_text(&s->stock, columns, (size_t)snprintf(columns, sizeof columns, "%s%s", before, wanted));
	return s->columns || refuse(path, why, "not enough memory", "");
}

/* What does not go together. */
static bool check_together(const struct study *s, const char *path, char why[STUDY_WHY])
{
	const struct { bool wrong; const char *what; } rules[] = {
		{ s->saturation && (s->bins || s->precision), "saturation: not with rows = bins, and not with precision" },
		{ s->saturation && find_axis(s, "load"), "saturation: loads are what it looks for, and no axis" },
		{ s->precision && s->bins, "precision: not with rows = bins" },
		{ s->precision && !s->seeded, "precision: an interval needs several seeds: seed = 1..5" },
		{ s->precision && find_axis(s, "cycles"), "precision: chooses the cycles, which are an axis" },
	};

	for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rules[i].wrong)
			return refuse(path, why, rules[i].what, "");
	return true;
}

static bool complete_precision(struct study *s, const char *path, char why[STUDY_WHY])
{
	const char *const cycles = setting_of(s->settings, "cycles");

	for (const struct precision *p = s->precision; p && p->column; p++)
		if (!among(s->columns, p->column))
			return refuse(path, why, "precision: this is no column:", p->column);
	if (s->precision && !s->longest)
		s->longest = LONGEST_FACTOR * (cycles ? strtoull(cycles, NULL, 10) : 100000);
	return true;
}

/* Over the last axis of numbers, a curve for each value of another one, panels for each of a third. None, if there are more. */
static bool complete_plot(struct study *s, const char *path, char why[STUDY_WHY])
{
	const struct axis *other[2] = { NULL }, *x = NULL;
	unsigned others = 0;

	if (s->plot.x || s->plot.y)
		return (s->plot.x && s->plot.y) || refuse(path, why, "plot: x or y is missing", "");
	for (const struct axis *a = s->axis; a->option && !s->bins; a++)
		if (strcmp(a->option, "seed") != 0 && numeric(a))
			x = a;
	for (const struct axis *a = s->axis; a->option; a++)
		if (strcmp(a->option, "seed") != 0 && a != x && others++ < 2)
			other[others - 1] = a;
	if ((!x && !s->bins) || others > 2 || !among(s->columns, s->bins ? "cycle" : "accepted_load"))
		return true;
	s->plot.x = s->plot.x_label = x ? x->option : "cycle";
	s->plot.curve = others ? other[0]->option : NULL;
	s->plot.panel = others > 1 ? other[1]->option : NULL;
	s->plot.y = s->saturation ? "saturation_load" : others < 2 && among(s->columns, "latency_mean") ? "accepted_load latency_mean" : "accepted_load";
	return true;
}

/* The schemes that the values of an axis have among their options. Is there one in each? */
static bool add_options(struct schemes_of *of, const struct axis *a)
{
	static const char option[] = "--scheme ";
	bool all = a->variants;

	for (const struct variant *v = a->variants; v && v->name; v++) {
		const char *const at = strstr(v->options, option);
		char word[PARAMS_WORD];

		snprintf(word, sizeof word, "%.*s", at ? (int)strcspn(at + sizeof option - 1, " ") : 0, at ? at + sizeof option - 1 : "");
		schemes_add(of, word);
		of->nics |= strstr(v->options, "--nics") != NULL;
		all = all && at;
	}
	return all;
}

/* Those of an axis of schemes, or the setting, where no value of another axis has one. */
static struct schemes_of schemes_of(const struct study *s)
{
	const struct axis *const axis = find_axis(s, "scheme");
	const char *const set = setting_of(s->settings, "scheme");
	struct schemes_of of = { .nics = false };
	bool all = false;

	for (const struct setting *each = s->settings; each && each->name; each++)
		of.nics |= !strcmp(each->name, "nics");
	for (const struct axis *a = s->axis; a->option; a++)
		all |= add_options(&of, a);
	if (!all)
		schemes_add(&of, axis && !axis->variants ? axis->values : set ? set : params_table[PARAM_INDEX_scheme].texts[0]);
	return of;
}

/* Of several schemes: axes of parameters that some have and others have not. A parameter that is given is one of some scheme. */
static bool complete_schemes(struct study *s, char why[STUDY_WHY])
{
	const struct schemes_of of = schemes_of(s);

	s->schemes = schemes_have(&of, NULL) > 1;
	for (struct axis *a = s->axis; a->option; a++)
		a->none = axis_lacks_schemes(a, &of);
	for (const struct param_desc *d = params_table; s->schemes && d < params_table + PARAMETERS; d++) {
		const struct axis *const a = find_axis(s, d->name);

		if ((setting_of(s->settings, d->name) || (a && !a->variants)) && !schemes_have(&of, d))
			return why_not(why, STUDY_WHY, "%.100s: %s: none of these schemes has such a parameter; leave it out", s->name, d->name);
	}
	return true;
}

bool study_complete(struct study *s, const char *path, char why[STUDY_WHY])
{
	if (s->runs_of)
		return (s->plot.x && s->plot.y) || refuse(path, why, "plot: x and y are missing", "");
	return complete_schemes(s, why) && check_together(s, path, why) && complete_columns(s, path, why) && complete_precision(s, path, why) &&
		complete_plot(s, path, why) && check_size(s, path, why);
}

static bool number_is_there(const struct study *runs, const char *name)
{
	return among(runs->columns, name) || find_axis(runs, name);
}

/* Columns of a claim, and the points that it means. */
static bool check_term(const struct study *runs, const struct lattice *g, const struct claim *c, const struct term *t, const char *path,
		       char why[STUDY_WHY])
{
	if (!t->of || t->of == TERM_CONSTANT)
		return true;
	if (!number_is_there(runs, t->y) || !number_is_there(runs, t->x))
		return why_not(why, STUDY_WHY, "%.150s: claim '%.100s': '%.40s' is no column", path, c->says, number_is_there(runs, t->y) ? t->x : t->y);
	for (unsigned i = 0; i < g->points; i++)
		if (lattice_where(g, i, t->where))
			return true;
	return why_not(why, STUDY_WHY, "%.150s: claim '%.100s': no point is '%.100s'", path, c->says, t->where);
}

static bool check_claims(const struct study *s, const struct study *runs, const char *path, char why[STUDY_WHY])
{
	static struct lattice g;

	lattice_make(&g, runs->axis, false);
	for (const struct claim *c = s->claims; c && c->says; c++)
		if (!check_term(runs, &g, c, &c->ours, path, why) || !check_term(runs, &g, c, &c->against, path, why))
			return false;
	return true;
}

static bool check_axis(const struct study *runs, const char *what, const char *name, const char *path, char why[STUDY_WHY])
{
	return !name || (find_axis(runs, name) && strcmp(name, "seed") != 0) || refuse(path, why, what, name);
}

bool study_check(const struct study *s, const struct study *runs, const char *path, char why[STUDY_WHY])
{
	const struct plot *const p = &s->plot;

	if (!check_claims(s, runs, path, why))
		return false;
	if (!p->x)
		return true;
	if (!number_is_there(runs, p->x))
		return refuse(path, why, "plot: x is no column and no axis:", p->x);
	if (p->panel && strchr(p->y, ' '))
		return refuse(path, why, "plot: panels are of an axis, or of several columns:", p->y);
	for (const char *y = p->y; *y; y += strcspn(y, " "), y += strspn(y, " ")) {
		char name[LATTICE_TEXT];

		snprintf(name, sizeof name, "%.*s", (int)strcspn(y, " "), y);
		if (!number_is_there(runs, name))
			return refuse(path, why, "plot: y is no column and no axis:", name);
	}
	return check_axis(runs, "plot: curve is no axis:", p->curve, path, why) && check_axis(runs, "plot: panel is no axis:", p->panel, path, why);
}
