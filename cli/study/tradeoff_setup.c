#include "tradeoff_setup.h"

#include "cache.h"
#include "net/topology/topology_stored.h"
#include "scheme_axes.h"
#include "value_list.h"
#include "why_not.h"

#include <ctype.h>
#include <string.h>

static const struct option_row rows[] = {
#define OPTION_STRUCT tradeoff_options
#define OPTION_FILE "study/tradeoff.def"
#include "option_rows.h"
};

/* What is swept, the first telling networks apart; values NULL: all that there are, of schemes those of switches. */
static const struct {
	unsigned parameter;
	const char *values;
} swept[] = {
	{ PARAM_INDEX_radix, "8 16" }, { PARAM_INDEX_scheme, NULL }, { PARAM_INDEX_saqs, "0 2 4 8" }, { PARAM_INDEX_cfqs, "2 4 8" },
	{ PARAM_INDEX_queues, "2 4 8" }, { PARAM_INDEX_slots, "16 32 64" },
};

enum { OF_SCHEMES = 1, SWEPT = sizeof swept / sizeof *swept };

_Static_assert((int)SWEPT <= (int)TRADEOFF_AXES, "");

const struct command_line line_tradeoff = {
	.name = "tradeoff",
	.summary = "Compares cost and performance of switches, for all combinations of values of radix, scheme, saqs, cfqs, queues and slots, each a list,\n"
		   "as 8,16 or 2..8:2. Unless they are given, these are 8,16; all schemes that make switches of any radix; 0,2,4,8; 2,4,8; 2,4,8; and\n"
		   "16,32,64. Cost is the area of memories and logic, and the clock. Performance is the traffic that a network of such switches accepts at\n"
		   "full load, and its latency at partial load, uniform and with a hot spot. The results are a table, as CSV and Markdown, and a page with plots and Pareto\n"
		   "fronts. Points with results in DIR are not repeated, so an interrupted sweep continues where it stopped.",
	.table = rows,
	.several = true,
};

bool tradeoff_options(struct tradeoff_setup *t, const struct options *line, int *status)
{
	t->line = line;
	t->fixed = *line;
	for (unsigned i = 0; i < SWEPT; i++)
		t->fixed.param[swept[i].parameter] = NULL;
	if (!options_finish(&t->fixed, &line_tradeoff, &t->own, status))
		return false;
	memcpy(t->given, t->fixed.param_given, sizeof t->given);
	for (unsigned i = 0; i < SWEPT; i++)
		t->given[swept[i].parameter] = true;
	return true;
}

/* A parameter that is given is for somebody. */
static bool check_given(const struct tradeoff_setup *t, const struct schemes_of *of, char why[PARAMS_WHY])
{
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (t->line->param[i] && !schemes_have(of, &params_table[i]))
			return why_not(why, PARAMS_WHY, "%s: no scheme of this sweep has this parameter", params_table[i].name);
	return true;
}

/* Of a list that is not given: all schemes of switches; the ports that a fabric needs. */
static void default_values(const struct tradeoff_setup *t, unsigned axis, char *words, size_t size)
{
	const struct param_desc *const d = &params_table[swept[axis].parameter];
	size_t n = 0;

	*words = '\0';
	if (t->fabric.stored && swept[axis].parameter == PARAM_INDEX_radix)
		snprintf(words, size, "%u", t->fabric.stored->radix < d->min ? d->min : t->fabric.stored->radix);
	else if (swept[axis].values)
		snprintf(words, size, "%s", swept[axis].values);
	else
		for (unsigned i = 0; i <= d->max && n < size; i++)
			if (scheme_of_any_radix(i))
				n += (size_t)snprintf(words + n, size - n, "%s%s", n ? " " : "", d->texts[i]);
}

/* The values of what is swept: in range, each once, and as params_text() has them. */
static bool read_values(struct tradeoff_setup *t, unsigned axis, char why[PARAMS_WHY])
{
	const struct param_desc *const d = &params_table[swept[axis].parameter];
	const char *const given = t->line->param[swept[axis].parameter];
	char words[LATTICE_TEXT / 2], text[PARAMS_WORD], cause[OPTION_WHY], *const values = t->values[axis], *rest;
	struct params p = t->fixed.params;

	if (given && !value_list_words(given, words, sizeof words, LATTICE_VALUES - 1, cause))
		return why_not(why, PARAMS_WHY, "%s: %.200s", d->name, cause);
	if (!given)
		default_values(t, axis, words, sizeof words);
	for (char *v = strtok_r(words, " ", &rest); v; v = strtok_r(NULL, " ", &rest)) {
		if (!params_set(&p, d->name, v, why))
			return false;
		params_text(&p, d, text, sizeof text);
		if (value_list_has(values, text, strlen(text)))
			return why_not(why, PARAMS_WHY, "%s: the value %.40s is given twice", d->name, text);
		strcat(strcat(values, *values ? " " : ""), text);
	}
	return true;
}

static bool read_axes(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	struct schemes_of of = { .nics = false };
	struct axis *a = t->axis;

	for (unsigned i = 0; i < SWEPT; i++)
		if (!read_values(t, i, why))
			return false;
	schemes_add(&of, t->values[OF_SCHEMES]);
	if (!check_given(t, &of, why))
		return false;
	for (unsigned i = 0; i < SWEPT; i++) {
		const struct param_desc *const d = &params_table[swept[i].parameter];

		if (!schemes_have(&of, d))
			continue;
		*a = (struct axis){ .option = d->name, .values = t->values[i] };
		a->none = axis_lacks_schemes(a, &of);   /* those that have not the parameter stand where the axis says nothing */
		a++;
	}
	lattice_make(&t->lattice, t->axis, false);      /* at most 64 values each: the product fits */
	return t->lattice.points <= TRADEOFF_POINTS || why_not(why, PARAMS_WHY, "the sweep has %u combinations; at most %d are possible", t->lattice.points, (int)TRADEOFF_POINTS);
}

static bool open_fabric(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	struct simulation s;

	if (t->own.fabric && t->own.given.stages)
		return why_not(why, PARAMS_WHY, "--fabric and --stages exclude each other");
	simulation_default(&s);
	FABRIC_OPTIONS(&s.o, &t->own);
	return fabric_topology_open(&t->fabric, &s, why);
}

/* Names of files stand in lines of results. */
static bool check_names(const struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	const struct tradeoff_options *const o = &t->own;
	const struct { const char *option, *name; } files[] = {
		{ "fabric", o->fabric }, { "routes", o->routes }, { "without", o->without }, { "config", t->line->config }, { "liberty", o->liberty },
	};

	for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
		for (const char *c = files[i].name; c && *c; c++)
			if (iscntrl((unsigned char)*c))
				return why_not(why, PARAMS_WHY, "--%s: '%.80s': names of files with control characters are not known here", files[i].option,
					 files[i].name);
	return true;
}

static bool read_cost(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	const struct tradeoff_options *own = &t->own;
	char text[SYNTH_WHY];

	t->synthesis = !own->no_synth;
	if (!t->synthesis && (own->liberty || own->given.clock))
		return why_not(why, PARAMS_WHY, "--no-synth: --%s has no effect without synthesis", own->liberty ? "liberty" : "clock");
	if (!liberty_nm(own->liberty) && !own->given.tech)
		return why_not(why, PARAMS_WHY, "--liberty: --tech NM is missing; the areas of cells and memories are added, so both must be of one technology");
	t->price = price_setup_default();
	t->price.nm = own->given.tech ? (unsigned)own->tech : t->synthesis ? 180 : 45;
	t->logic = (struct logic_setup){ .liberty = own->liberty, .clock_mhz = own->given.clock ? own->clock : SYNTH_FASTEST_MHZ };
	if (!own->no_cache && cache_dir("synth", t->cache, sizeof t->cache))
		t->logic.cache = t->cache;
	return !t->synthesis || logic_find(&t->logic, text) || why_not(why, PARAMS_WHY, "%.250s", text);
}

bool tradeoff_setup(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	const char *const spots = t->own.hot_spot;

	if (!check_names(t, why) || !open_fabric(t, why) || !read_axes(t, why))
		return false;
	if (!*spots || strpbrk(spots, " \t\n\r") || !strncmp(spots, "--", 2))         /* the text stands in lines of results */
		return why_not(why, PARAMS_WHY, "--hot-spot: '%.40s' is not a list of hot spots", spots);
	return read_cost(t, why);
}
