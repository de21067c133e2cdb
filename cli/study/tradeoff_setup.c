#define _POSIX_C_SOURCE 200809L      /* strtok_r */
#include "tradeoff_setup.h"

#include "cache.h"
#include "sweep.h"

#include <string.h>

enum { OUT, CONFIG, STAGES, INJECTION, HOT_SPOT, CYCLES, WARMUP, SEED, NO_SYNTH, LIBERTY, CLOCK, NO_CACHE, TECH, JOBS, FORCE, OWN };

_Static_assert((int)OWN <= (int)TRADEOFF_OWN, "");

static const struct option_desc own[OWN] = {
	[OUT] = { "out", "DIR", "where tradeoff.csv, .md and .html go [tradeoff]" },
	[CONFIG] = { "config", "FILE", "parameters that are not swept, from a sluice.conf, or any generated .v" },
	[STAGES] = { "stages", "N", "of the network, a k-ary N-tree with k = radix / 2 [3; 1..20]" },
	[INJECTION] = { "injection", "NAME", "how an end node orders its packets, as in sluice sim [per-destination]" },
	[HOT_SPOT] = { "hot-spot", "SPOTS", "the hot spot, as in sluice sim [node=0,traffic=0.1]" },
	[CYCLES] = { "cycles", "N", "of each run of the network [50000]" },
	[WARMUP] = { "warmup", "N", "cycles of them before it is measured [20000]" },
	[SEED] = { "seed", "S", "of everything random [1]" },
	[NO_SYNTH] = { "no-synth", NULL, "leave logic and clock out: areas are those of memories alone" },
	[LIBERTY] = { "liberty", "FILE", "cell library; with --tech [that of OSU for 0.18 um]" },
	[CLOCK] = { "clock", "MHZ", "what cells are sized for [as fast as they go]" },
	[NO_CACHE] = { "no-cache", NULL, "neither use nor keep what was synthesized before" },
	[TECH] = { "tech", "NM", "of the memories: 22, 32, 45, 65, 90; 130, 180 scaled [180, as that library; 45 with --no-synth]" },
	[JOBS] = { "jobs", "N", "points at a time [as many as there are processors; 1..256]" },
	[FORCE] = { "force", NULL, "run all anew, whatever is there" },
};

/* What is swept, the first telling networks apart; values NULL: all that there are. */
static const struct {
	unsigned parameter;
	const char *values;
} swept[] = {
	{ PARAM_INDEX_radix, "8,16" }, { PARAM_INDEX_scheme, NULL }, { PARAM_INDEX_saqs, "0,2,4,8" }, { PARAM_INDEX_cfqs, "2,4,8" },
	{ PARAM_INDEX_queues, "2,4,8" }, { PARAM_INDEX_slots, "16,32,64" },
};

enum { SWEPT = sizeof swept / sizeof *swept };

_Static_assert((int)SWEPT <= (int)TRADEOFF_AXES, "");

/* The place in `swept`; -1: it is not swept. */
static int axis_of(unsigned parameter)
{
	for (unsigned i = 0; i < SWEPT; i++)
		if (swept[i].parameter == parameter)
			return (int)i;
	return -1;
}

/* Values of an axis, with commas. */
static void default_values(unsigned axis, char *text, size_t size)
{
	const struct param_desc *d = &params_table[swept[axis].parameter];
	size_t n = 0;

	if (swept[axis].values) {
		snprintf(text, size, "%s", swept[axis].values);
		return;
	}
	for (unsigned i = 0; i <= d->max && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? "," : "", d->texts[i]);
}

static void line_of(struct tradeoff_line *l, unsigned parameter)
{
	const struct param_desc *d = &params_table[parameter];
	const struct params defaults = params_default();
	char value[LATTICE_TEXT], range[64] = "";
	const int axis = axis_of(parameter);

	if (axis >= 0)
		default_values((unsigned)axis, value, sizeof value);
	else
		params_text(&defaults, d, value, sizeof value);
	if (d->type == PARAM_NUMBER)
		snprintf(range, sizeof range, "; %u..%u", d->min, d->max);
	snprintf(l->name[parameter], PARAMS_WORD, "%s", d->name);
	for (char *c = l->name[parameter]; (c = strchr(c, '_'));)
		*c = '-';
	snprintf(l->help[parameter], TRADEOFF_HELP, "%.130s [%.60s%s]", d->help, value, range);
	l->options[OWN + parameter] = (struct option_desc){ l->name[parameter], axis >= 0 ? "LIST" : "VALUE", l->help[parameter] };
}

void tradeoff_line(struct tradeoff_line *l)
{
	memcpy(l->options, own, sizeof own);
	for (unsigned i = 0; i < PARAMETERS; i++)
		line_of(l, i);
	l->line = (struct command_line){
		.name = "tradeoff",
		.summary = "What a switch costs against what it gives: area of memories and logic, clock, and the traffic that a network of such\n"
			   "switches accepts at full load, uniform and with a hot spot, for all combinations of some values of the parameters\n"
			   "(LIST: with commas). A table as CSV and Markdown, and a page with plots and the Pareto fronts. Points that are there\n"
			   "are not run again: what was interrupted goes on where it stopped.",
		.options = l->options, .n = OWN + PARAMETERS, .plain = true,
	};
}

void tradeoff_again(const struct options *o, const struct tradeoff_line *l, FILE *f)
{
	struct options same = *o;

	same.value[OUT] = same.value[JOBS] = same.value[FORCE] = same.value[NO_CACHE] = NULL;
	options_again(&same, &l->line, f);
}

static bool listed(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at += n)
		if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

/* One value of a list: in range, not there yet, and as params_text() has it. */
static bool add_value(const struct tradeoff_setup *t, unsigned axis, char *words, const char *value, char why[PARAMS_WHY])
{
	const struct param_desc *d = &params_table[swept[axis].parameter];
	struct params p = t->params;
	char text[PARAMS_WHY];

	if (!params_set(&p, d->name, value, why))
		return false;
	params_text(&p, d, text, sizeof text);
	if (listed(words, text)) {
		snprintf(why, PARAMS_WHY, "%s: %.40s is there twice", d->name, text);
		return false;
	}
	strcat(strcat(words, *words ? " " : ""), text);
	return true;
}

/* How many of the schemes swept have the parameter; *all: how many there are. */
static unsigned schemes_with(const struct tradeoff_setup *t, unsigned parameter, unsigned *all)
{
	const struct param_desc *scheme = &params_table[PARAM_INDEX_scheme];
	struct params p = t->params;
	unsigned n = 0;

	*all = 0;
	for (p.scheme = 0; p.scheme <= scheme->max; p.scheme++)
		if (listed(t->values[axis_of(PARAM_INDEX_scheme)], scheme->texts[p.scheme])) {
			++*all;
			n += params_used(&p, &params_table[parameter]);
		}
	return n;
}

/* A parameter that is given is for somebody. */
static bool check_given(const struct tradeoff_setup *t, const struct options *o, char why[PARAMS_WHY])
{
	unsigned all;

	for (unsigned i = 0; i < PARAMETERS; i++)
		if (o->value[OWN + i] && !schemes_with(t, i, &all)) {
			snprintf(why, PARAMS_WHY, "%s: no scheme of this sweep has it", params_table[i].name);
			return false;
		}
	return true;
}

/* Of the values of what is swept. */
static bool read_values(struct tradeoff_setup *t, unsigned axis, const char *given, char why[PARAMS_WHY])
{
	const char *const name = params_table[swept[axis].parameter].name;
	char text[LATTICE_TEXT], *rest;
	unsigned n = 0;

	if (given && strlen(given) >= sizeof text / 2) {
		snprintf(why, PARAMS_WHY, "%s: a list longer than %zu characters", name, sizeof text / 2 - 1);
		return false;
	}
	if (given)
		snprintf(text, sizeof text, "%s", given);
	else
		default_values(axis, text, sizeof text);
	for (char *v = strtok_r(text, ",", &rest); v; v = strtok_r(NULL, ",", &rest))
		if (++n >= LATTICE_VALUES || !add_value(t, axis, t->values[axis], v, why)) {
			if (n >= LATTICE_VALUES)
				snprintf(why, PARAMS_WHY, "%s: more than %d values", name, (int)LATTICE_VALUES - 1);
			return false;
		}
	if (!n)
		snprintf(why, PARAMS_WHY, "%s: '' names no value", name);
	return n;
}

/* Schemes that have not the parameter stand where the axis says nothing. */
static void make_axis(struct tradeoff_setup *t, unsigned axis, unsigned *axes)
{
	unsigned all;
	const unsigned with = schemes_with(t, swept[axis].parameter, &all);

	if (!with)
		return;
	if (with < all)
		strcat(t->values[axis], " " LATTICE_NONE);
	t->axis[(*axes)++] = (struct axis){ .option = params_table[swept[axis].parameter].name, .values = t->values[axis] };
}

static bool read_axes(struct tradeoff_setup *t, const struct options *o, char why[PARAMS_WHY])
{
	unsigned axes = 0;

	for (unsigned i = 0; i < SWEPT; i++)
		if (!read_values(t, i, o->value[OWN + swept[i].parameter], why))
			return false;
	if (!check_given(t, o, why))
		return false;
	for (unsigned i = 0; i < SWEPT; i++)
		make_axis(t, i, &axes);
	lattice_make(&t->lattice, t->axis, false);      /* at most 64 values each: the product fits */
	if (t->lattice.points <= TRADEOFF_POINTS)
		return true;
	snprintf(why, PARAMS_WHY, "%u combinations; at most %d can be swept at once", t->lattice.points, (int)TRADEOFF_POINTS);
	return false;
}

/* Of a config file what is not swept; then the options. What must hold between parameters is looked at point by point. */
static bool read_params(struct tradeoff_setup *t, const struct options *o, char why[PARAMS_WHY])
{
	FILE *f = o->value[CONFIG] ? fopen(o->value[CONFIG], "r") : NULL;
	bool good = true;

	t->params = params_default();
	if (o->value[CONFIG] && !f) {
		snprintf(why, PARAMS_WHY, "--config: cannot read '%.100s'", o->value[CONFIG]);
		return false;
	}
	if (f) {
		good = params_read(&t->params, f, o->value[CONFIG], why);
		fclose(f);
	}
	for (unsigned i = 0; i < PARAMETERS && good; i++)
		if (axis_of(i) < 0 && o->value[OWN + i])
			good = params_set(&t->params, params_table[i].name, o->value[OWN + i], why);
	return good;
}

/* " --name value". A value that would be more than one word is refused. */
static bool add_option(char *text, size_t size, const char *name, const char *value, char why[PARAMS_WHY])
{
	const size_t n = strlen(text);

	if (!*value || strpbrk(value, " \t\n\r") || !strncmp(value, "--", 2) ||
	    (size_t)snprintf(text + n, size - n, "%s--%s %s", n ? " " : "", name, value) >= size - n) {
		snprintf(why, PARAMS_WHY, "--%s: '%.40s' is no value, or too long a one", name, value);
		return false;
	}
	return true;
}

static bool read_traffic(struct tradeoff_setup *t, const struct options *o, const struct tradeoff_line *l, char why[PARAMS_WHY])
{
	static const struct { unsigned option; const char *value; } passed[] = {
		{ INJECTION, "per-destination" }, { CYCLES, "50000" }, { WARMUP, "20000" },
	};
	uint64_t stages = 3, seed = 1;
	char text[16];

	if (!options_number(o, &l->line, STAGES, 1, 20, &stages, why) || !options_number(o, &l->line, SEED, 0, UINT64_MAX, &seed, why))
		return false;
	t->stages = (unsigned)stages;
	t->seed = o->value[SEED] ? o->value[SEED] : "1";
	snprintf(text, sizeof text, "%u", t->stages);
	snprintf(t->sim, sizeof t->sim, "--topology ktree --traffic uniform --load 1");
	if (!add_option(t->sim, sizeof t->sim, "n", text, why))
		return false;
	for (unsigned i = 0; i < sizeof passed / sizeof *passed; i++) {
		const char *given = o->value[passed[i].option];

		if (!add_option(t->sim, sizeof t->sim, own[passed[i].option].name, given ? given : passed[i].value, why))
			return false;
	}
	return add_option(t->hot_spot, sizeof t->hot_spot / 2, "hot-spot", o->value[HOT_SPOT] ? o->value[HOT_SPOT] : "node=0,traffic=0.1", why);
}

static bool read_cost(struct tradeoff_setup *t, const struct options *o, const struct tradeoff_line *l, char why[PARAMS_WHY])
{
	uint64_t nm = 45;
	char text[SYNTH_WHY];

	t->synthesis = !o->value[NO_SYNTH];
	if (!t->synthesis && (o->value[LIBERTY] || o->value[CLOCK])) {
		snprintf(why, PARAMS_WHY, "--no-synth: there is nothing that --%s would be for", o->value[LIBERTY] ? "liberty" : "clock");
		return false;
	}
	if (o->value[LIBERTY] && !o->value[TECH]) {
		snprintf(why, PARAMS_WHY, "--liberty: --tech NM is missing; areas of cells and memories add up, so both are to be of one technology");
		return false;
	}
	nm = t->synthesis ? 180 : 45;
	t->price = price_setup_default();
	t->logic = (struct logic_setup){ .liberty = o->value[LIBERTY], .clock_mhz = SYNTH_FASTEST_MHZ };
	if (!options_number(o, &l->line, TECH, 22, 180, &nm, why) || !options_real(o, &l->line, CLOCK, 1, SYNTH_FASTEST_MHZ, &t->logic.clock_mhz, why))
		return false;
	t->price.nm = (unsigned)nm;
	if (!o->value[NO_CACHE] && cache_dir("synth", t->cache, sizeof t->cache))
		t->logic.cache = t->cache;
	if (!t->synthesis || logic_find(&t->logic, text))
		return true;
	snprintf(why, PARAMS_WHY, "%.250s", text);
	return false;
}

bool tradeoff_setup(struct tradeoff_setup *t, const struct options *o, const struct tradeoff_line *l, char why[PARAMS_WHY])
{
	uint64_t jobs = tool_processors();

	memset(t, 0, sizeof *t);
	jobs = jobs < SWEEP_JOBS ? jobs : SWEEP_JOBS;
	if (!options_number(o, &l->line, JOBS, 1, SWEEP_JOBS, &jobs, why) || !read_params(t, o, why) || !read_axes(t, o, why) ||
	    !read_traffic(t, o, l, why) || !read_cost(t, o, l, why))
		return false;
	t->nodes_given = o->value[OWN + PARAM_INDEX_nodes] || o->value[CONFIG];
	t->jobs = (unsigned)jobs;
	t->force = o->value[FORCE];
	t->out = o->value[OUT] ? o->value[OUT] : "tradeoff";
	return true;
}
