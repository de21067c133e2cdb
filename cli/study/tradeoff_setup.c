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
		if (swept[axis].parameter != PARAM_INDEX_scheme || scheme_of_any_radix(i))
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "," : "", d->texts[i]);
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
	l->row[parameter] = (struct option_row){
		.name = l->name[parameter], .key = d->name, .use = OPTION_RESULT, .type = OPTION_WORDS, .argument = axis >= 0 ? "LIST" : "VALUE",
		.help = l->help[parameter], .offset = offsetof(struct tradeoff_options, param) + parameter * sizeof(char *),
		.given = offsetof(struct tradeoff_options, param_given) + parameter * sizeof(bool),
	};
}

const struct command_line line_tradeoff = {
	.name = "tradeoff",
	.summary = "Compares cost and performance of switches, for all combinations of parameter values (LIST: values with commas). Cost is\n"
		   "the area of memories and logic, and the clock. Performance is the traffic that a network of such switches accepts at\n"
		   "full load, and its latency at partial load, uniform and with a hot spot. The results are a table, as CSV and Markdown, and a page with plots and Pareto\n"
		   "fronts. Points with results in DIR are not repeated, so an interrupted sweep continues where it stopped.",
	.table = rows,
	.plain = true,
};

void tradeoff_line(struct tradeoff_line *l)
{
	for (unsigned i = 0; i < PARAMETERS; i++)
		line_of(l, i);
	l->row[PARAMETERS] = (struct option_row){ .name = NULL };
	l->line = line_tradeoff;
	l->line.more = l->row;
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
	if (value_list_has(words, text, strlen(text)))
		return why_not(why, PARAMS_WHY, "%s: the value %.40s is given twice", d->name, text);
	strcat(strcat(words, *words ? " " : ""), text);
	return true;
}

/* A parameter that is given is for somebody. */
static bool check_given(const struct tradeoff_setup *t, const struct schemes_of *of, char why[PARAMS_WHY])
{
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (t->own.param[i] && !schemes_have(of, &params_table[i]))
			return why_not(why, PARAMS_WHY, "%s: no scheme of this sweep has this parameter", params_table[i].name);
	return true;
}

/* The ports that a fabric needs. */
static void fabric_radix(const struct tradeoff_setup *t, char *text, size_t size)
{
	const unsigned radix = t->fabric.stored->radix, least = params_table[PARAM_INDEX_radix].min;

	snprintf(text, size, "%u", radix < least ? least : radix);
}

/* Of the values of what is swept. */
static bool read_values(struct tradeoff_setup *t, unsigned axis, const char *given, char why[PARAMS_WHY])
{
	const char *const name = params_table[swept[axis].parameter].name;
	char text[LATTICE_TEXT], *rest;
	unsigned n = 0;

	if (given && strlen(given) >= sizeof text / 2)
		return why_not(why, PARAMS_WHY, "%s: the list is longer than %zu characters", name, sizeof text / 2 - 1);
	if (given)
		snprintf(text, sizeof text, "%s", given);
	else if (t->fabric.stored && swept[axis].parameter == PARAM_INDEX_radix)
		fabric_radix(t, text, sizeof text);
	else
		default_values(axis, text, sizeof text);
	for (char *v = strtok_r(text, ",", &rest); v; v = strtok_r(NULL, ",", &rest))
		if (++n >= LATTICE_VALUES || !add_value(t, axis, t->values[axis], v, why)) {
			if (n >= LATTICE_VALUES)
				snprintf(why, PARAMS_WHY, "%s: more than %d values", name, (int)LATTICE_VALUES - 1);
			return false;
		}
	if (!n)
		snprintf(why, PARAMS_WHY, "%s: the list has no value", name);
	return n;
}

/* Schemes that have not the parameter stand where the axis says nothing. */
static void make_axis(struct tradeoff_setup *t, const struct schemes_of *of, unsigned axis, unsigned *axes)
{
	struct axis *const a = &t->axis[*axes];

	if (!schemes_have(of, &params_table[swept[axis].parameter]))
		return;
	*a = (struct axis){ .option = params_table[swept[axis].parameter].name, .values = t->values[axis] };
	a->none = axis_lacks_schemes(a, of);
	++*axes;
}

static bool read_axes(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	struct schemes_of of = { .nics = false };
	unsigned axes = 0;

	for (unsigned i = 0; i < SWEPT; i++)
		if (!read_values(t, i, t->own.param[swept[i].parameter], why))
			return false;
	schemes_add(&of, t->values[axis_of(PARAM_INDEX_scheme)]);
	if (!check_given(t, &of, why))
		return false;
	for (unsigned i = 0; i < SWEPT; i++)
		make_axis(t, &of, i, &axes);
	lattice_make(&t->lattice, t->axis, false);      /* at most 64 values each: the product fits */
	return t->lattice.points <= TRADEOFF_POINTS || why_not(why, PARAMS_WHY, "the sweep has %u combinations; at most %d are possible", t->lattice.points, (int)TRADEOFF_POINTS);
}

/* Of a config file what is not swept; then the options. What must hold between parameters is looked at point by point. */
static bool read_params(struct tradeoff_setup *t, char why[PARAMS_WHY])
{
	FILE *f = t->own.config ? fopen(t->own.config, "r") : NULL;
	struct params_more filed = { .set = NULL };
	bool good = true;

	t->params = params_default();
	if (t->own.config && !f)
		return why_not(why, PARAMS_WHY, "--config: cannot read '%.100s'", t->own.config);
	if (f) {
		good = params_read(&t->params, &filed, f, t->own.config, why);
		fclose(f);
	}
	for (unsigned i = 0; i < PARAMETERS && good; i++) {
		t->given[i] = axis_of(i) >= 0 || t->own.param[i] || filed.given[i];
		if (axis_of(i) < 0 && t->own.param[i])
			good = params_set(&t->params, params_table[i].name, t->own.param[i], why);
	}
	return good && options_ports_native(&t->params, why);
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

/* The text of the hot spot stands in lines of results. */
static bool check_hot_spot(const char *text, char why[PARAMS_WHY])
{
	return (*text && !strpbrk(text, " \t\n\r") && strncmp(text, "--", 2) != 0) || why_not(why, PARAMS_WHY, "--hot-spot: '%.40s' is not a list of hot spots", text);
}

/* Names of files stand in lines of results. */
static bool check_names(const struct tradeoff_options *o, char why[PARAMS_WHY])
{
	const struct { const char *option, *name; } files[] = {
		{ "fabric", o->fabric }, { "routes", o->routes }, { "without", o->without }, { "config", o->config }, { "liberty", o->liberty },
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
	return check_names(&t->own, why) && read_params(t, why) && open_fabric(t, why) && read_axes(t, why) &&
	       check_hot_spot(t->own.hot_spot, why) && read_cost(t, why);
}

void tradeoff_setup_free(struct tradeoff_setup *t)
{
	fabric_topology_close(&t->fabric);
}
