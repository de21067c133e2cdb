#include "study.h"

#include "nearest.h"
#include "net/run/simulate.h"
#include "text.h"
#include "value_list.h"
#include "why_not.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)STUDY_WHY > (int)OPTION_WHY && (int)CLAIM_WHY <= (int)OPTION_WHY, "messages are passed on");

/* The options of `sluice sim` and the parameters of switches, by the keys of a file. */
struct known_option {
	const char *name, *key;         /* as simulation_set() and as a file has it */
	bool flag;
	bool several;                   /* numbers and choices: a list of values is an axis */
};

/* False: there is none. */
static bool option_of_key(const char *key, struct known_option *o)
{
	const struct option_row *const row = option_find(simulate_rows, key);
	const struct param_desc *const d = row ? NULL : params_find(key);

	if (row)
		*o = (struct known_option){ row->name, row->key, row->type == OPTION_FLAG, row->type != OPTION_FLAG && row->type != OPTION_WORDS };
	else if (d)
		*o = (struct known_option){ d->name, d->name, false, d->type == PARAM_NUMBER || d->type == PARAM_CHOICE };
	return row || d;
}

/* Sets it to a value as a file has it: of a flag yes or no. False: why. */
static bool try_option(struct simulation *s, const struct known_option *o, const char *value, char why[OPTION_WHY])
{
	if (!o->flag)
		return simulation_set(s, o->name, value, why);
	if (!strcmp(value, "no"))
		return true;
	if (!strcmp(value, "yes"))
		return simulation_set(s, o->name, NULL, why);
	return why_not(why, OPTION_WHY, "%s: '%.40s' is not yes or no", o->key, value);
}

/* A line of the file: "key = value", or "key:" and lines that are indented. A # after a blank or at the beginning of a line ends it. */
struct line {
	char *key;                      /* the word before "="; NULL: there is none */
	char *text;                     /* the value; without a key, the whole line */
	bool indented;
	unsigned number;                /* from 1 */
	const char *block;              /* of a line "key = value": "quick", "plot" ...; "": none */
};

struct reader {
	const char *path;               /* of the file, for messages */
	char *rest;                     /* what was not read yet; lines are cut in place */
	unsigned lines;                 /* read */
	struct study *s;
	struct simulation tried;        /* of all values, to have them checked */
	unsigned axes;                  /* so far */
	struct setting *setting, *quick;        /* the next of each, in tables that have a row for each line, and one at the end */
	struct precision *precision;
	struct claim *claim;
	struct told { const char *block, *key; unsigned line; } *told;  /* keys so far, each of its block */
	unsigned tolds, rows;           /* rows: of such a table */
	char *why;
};

/* Cuts "key = value" in two. The key is one word: other lines with an = have none. */
static void split(struct line *l)
{
	char *const line = l->text, *const equals = strchr(line, '=');
	const size_t word = strcspn(line, " \t="), blanks = strspn(line + word, " \t");

	if (!equals || !word || line + word + blanks != equals)
		return;
	line[word] = '\0';
	l->key = line;
	l->text = text_trimmed(equals + 1);
}

/* Makes the key the name of an option: _ in place of -. */
static void name_option(struct line *l)
{
	for (char *c = l->key; c && (c = strchr(c, '-'));)
		*c = '_';
}

/* The next line that says something; of a block: if it is indented. False: there is none. */
static bool next_line(struct reader *r, struct line *l)
{
	for (char *line; (line = text_line(&r->rest));) {
		text_cut_comment(line);
		*l = (struct line){ .text = text_trimmed(line), .indented = *line == ' ' || *line == '\t', .number = ++r->lines };
		if (*l->text) {
			split(l);
			return true;
		}
	}
	return false;
}

static bool next_indented(struct reader *r, struct line *l)
{
	for (const char *line = r->rest; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
		const size_t blanks = strspn(line, " \t\r");

		if (line[blanks] && line[blanks] != '\n' && line[blanks] != '#')
			return blanks && next_line(r, l);
	}
	return false;
}

/* text NULL: what is what another reader says. */
static bool refuse(const struct reader *r, const struct line *l, const char *what, const char *text)
{
	return why_not(r->why, STUDY_WHY, "%.200s:%u: %.250s%s%.80s%s", r->path, l->number, what, text ? ": '" : "", text ? text : "", text ? "'" : "");
}

/* Each key stands in its block once. */
static bool once(struct reader *r, const struct line *l)
{
	char what[64];

	for (const struct told *t = r->told; t < r->told + r->tolds; t++)
		if (!strcmp(t->block, l->block) && !strcmp(t->key, l->key)) {
			snprintf(what, sizeof what, "this is in line %u already", t->line);
			return refuse(r, l, what, l->key);
		}
	r->told[r->tolds++] = (struct told){ l->block, l->key, l->number };
	return true;
}

static bool no_memory(const struct reader *r)
{
	return why_not(r->why, STUDY_WHY, "%.200s: not enough memory", r->path);
}

/* Names between commas or blanks, in place: words with a blank between them. */
static char *words_of(char *text)
{
	char *to = text, *rest;

	for (char *word = strtok_r(text, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest)) {
		const size_t n = strlen(word);

		if (to != text)
			*to++ = ' ';
		memmove(to, word, n);
		to += n;
	}
	*to = '\0';
	return text;
}

static bool take_yes(struct reader *r, const struct line *l, void *flag)
{
	*(bool *)flag = !strcmp(l->text, "yes");
	return *(bool *)flag || !strcmp(l->text, "no") || refuse(r, l, "not yes or no", l->text);
}

static bool take_real(struct reader *r, const struct line *l, void *number)
{
	return text_real(l->text, number) || refuse(r, l, "not a number", l->text);
}

static bool take_text(struct reader *r, const struct line *l, void *text)
{
	(void)r;
	*(const char **)text = l->text;
	return true;
}

static bool take_words(struct reader *r, const struct line *l, void *words)
{
	(void)r;
	*(const char **)words = words_of(l->text);
	return true;
}

/* Saturation: "0.05..1:0.01". */
static bool take_saturation(struct reader *r, const struct line *l, void *saturation)
{
	char words[LATTICE_LIST], why[OPTION_WHY], *last;
	const unsigned n = value_list_words(l->text, words, sizeof words, LATTICE_VALUES, why);

	if (!n)
		return refuse(r, l, why, NULL);
	if (n < 2)
		return refuse(r, l, "saturation: not FIRST..LAST:STEP", l->text);
	last = strrchr(words, ' ') + 1;
	*(bool *)saturation = true;
	r->s->from = strtod(words, NULL);
	r->s->to = strtod(last, NULL);
	r->s->step = (r->s->to - r->s->from) / (n - 1);
	return (r->s->from > 0 && r->s->to <= 1) || refuse(r, l, "saturation: loads are above 0 and at most 1", l->text);
}

static bool take_rows(struct reader *r, const struct line *l, void *bins)
{
	*(bool *)bins = !strcmp(l->text, "bins");
	return *(bool *)bins || !strcmp(l->text, "runs") || refuse(r, l, "rows: not runs or bins", l->text);
}

static bool take_runs_of(struct reader *r, const struct line *l, void *name)
{
	return take_text(r, l, name) && (!strchr(l->text, '/') || refuse(r, l, "runs_of: a name without a directory", l->text));
}

static bool take_columns(struct reader *r, const struct line *l, void *columns)
{
	return take_words(r, l, columns) && (strlen(l->text) < STUDY_COLUMNS || refuse(r, l, "too many columns", l->text));
}

/* Lines of the file that are no option of a run, each of its block, and the member of a study that they say. */
static const struct key {
	const char *block, *name;
	bool (*take)(struct reader *, const struct line *, void *to);
	size_t to;
} keys[] = {
	{ "", "title", take_text, offsetof(struct study, title) },
	{ "", "runs_of", take_runs_of, offsetof(struct study, runs_of) },
	{ "", "draw_trace", take_text, offsetof(struct study, trace) },
	{ "", "columns", take_columns, offsetof(struct study, columns) },
	{ "", "rows", take_rows, offsetof(struct study, bins) },
	{ "", "saturation", take_saturation, offsetof(struct study, saturation) },
	{ "", "source", take_text, offsetof(struct study, source) },
	{ "plot", "x", take_text, offsetof(struct study, plot.x) },
	{ "plot", "y", take_words, offsetof(struct study, plot.y) },
	{ "plot", "panel", take_text, offsetof(struct study, plot.panel) },
	{ "plot", "curve", take_text, offsetof(struct study, plot.curve) },
	{ "plot", "curve_unit", take_text, offsetof(struct study, plot.curve_unit) },
	{ "plot", "x_label", take_text, offsetof(struct study, plot.x_label) },
	{ "plot", "y_label", take_text, offsetof(struct study, plot.y_label) },
	{ "plot", "y_most", take_real, offsetof(struct study, plot.y_most) },
	{ "plot", "logarithmic", take_yes, offsetof(struct study, plot.logarithmic) },
	{ "plot", "points", take_yes, offsetof(struct study, plot.points) },
};

enum { KEYS = sizeof keys / sizeof *keys };

static bool unknown(struct reader *r, const struct line *l)
{
	struct nearest near = nearest_to(l->key);
	char what[STUDY_WHY / 2] = "no option of sluice sim, and no other line of a sweep";

	for (const struct option_row *row = simulate_rows; row->name; row++)
		nearest_offer(&near, row->key);
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++)
		nearest_offer(&near, d->name);
	for (const struct key *k = keys; k < keys + KEYS && !*k->block; k++)
		nearest_offer(&near, k->name);
	if (near.best)
		snprintf(what, sizeof what, "no option of sluice sim; did you mean '%s'?", near.best);
	return refuse(r, l, what, l->key);
}

static struct axis *axis_of(struct reader *r, const char *name)
{
	for (unsigned i = 0; i < r->axes; i++)
		if (!strcmp(r->s->axis[i].option, name))
			return &r->s->axis[i];
	return NULL;
}

static bool new_axis(struct reader *r, const char *name, const char *words)
{
	char *const kept = stock_text(&r->s->stock, words, strlen(words));

	r->s->axis[r->axes++] = (struct axis){ .option = name, .values = kept };
	return kept || no_memory(r);
}

static bool room_for_axis(struct reader *r, const struct line *l, const char *name)
{
	if (axis_of(r, name))
		return refuse(r, l, "this has values already", name);
	return r->axes < LATTICE_AXES || refuse(r, l, "more than 8 axes", name);
}

static bool try_value(struct reader *r, const struct line *l, const struct known_option *o, const char *value)
{
	char why[OPTION_WHY];

	return try_option(&r->tried, o, value, why) || refuse(r, l, why, NULL);
}

/* A list of values: an axis. */
static bool take_axis_values(struct reader *r, const struct line *l, const struct known_option *o)
{
	char words[LATTICE_LIST], each[LATTICE_LIST], why[OPTION_WHY], *rest;

	if (!room_for_axis(r, l, o->key))
		return false;
	if (!value_list_words(l->text, words, sizeof words, LATTICE_VALUES, why))
		return refuse(r, l, why, NULL);
	memcpy(each, words, sizeof each);
	for (char *word = strtok_r(each, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (!try_value(r, l, o, word))
			return false;
	return new_axis(r, o->key, words);
}

static bool take_setting(struct reader *r, const struct line *l, const struct known_option *o, struct setting **next)
{
	if (!try_value(r, l, o, l->text))
		return false;
	if (!o->flag || !strcmp(l->text, "yes"))
		*(*next)++ = (struct setting){ o->name, o->flag ? NULL : l->text };
	return true;
}

static bool take_option(struct reader *r, const struct line *l)
{
	struct known_option o;

	if (!option_of_key(l->key, &o))
		return unknown(r, l);
	if (o.several && value_list_is(l->text))
		return take_axis_values(r, l, &o);
	return take_setting(r, l, &o, &r->setting);
}

static bool take_key(struct reader *r, const struct line *l)
{
	for (const struct key *k = keys; k < keys + KEYS; k++)
		if (!strcmp(k->block, l->block) && !strcmp(k->name, l->key))
			return k->take(r, l, (char *)r->s + k->to);
	return *l->block ? refuse(r, l, "no word of a plot", l->key) : take_option(r, l);
}

/* A value of an axis by itself: some options. */
static bool try_options(struct reader *r, const struct line *l)
{
	char *const text = strdup(l->text), why[OPTION_WHY];
	bool good;

	if (!text)
		return no_memory(r);
	good = simulation_words(&r->tried, text, why);
	simulation_default(&r->tried);  /* forgets what points into the text */
	free(text);
	return good || refuse(r, l, why, NULL);
}

/* What a cell of CSV, a condition of a claim and a name of gnuplot can be. */
static bool plain_word(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+/")];
}

/* axis NAME:, and its values as lines "value = options". */
static bool take_axis(struct reader *r, const struct line *head, const char *name)
{
	char words[LATTICE_LIST] = "";
	struct line l;
	struct variant *v;
	unsigned n = 0;

	if (!plain_word(name))
		return refuse(r, head, "axis: a name of letters, digits, - and _", name);
	if (!room_for_axis(r, head, name))
		return false;
	v = stock_array(&r->s->stock, r->rows, sizeof *v);
	if (!v)
		return no_memory(r);
	while (next_indented(r, &l)) {
		if (!l.key || !plain_word(l.key) || strlen(words) + strlen(l.key) + 2 > sizeof words)
			return refuse(r, &l, "not VALUE = options", l.text);
		if (value_list_has(words, l.key, strlen(l.key)))
			return refuse(r, &l, "this value is there already", l.key);
		if (!try_options(r, &l))
			return false;
		strcat(words, n ? " " : "");
		strcat(words, l.key);
		v[n++] = (struct variant){ l.key, l.text };
	}
	if (!n)
		return refuse(r, head, "no line of this axis follows, indented", name);
	if (!new_axis(r, name, words))
		return false;
	r->s->axis[r->axes - 1].variants = v;
	return true;
}

/* With --quick, fewer values of an axis. */
static bool take_quick_values(struct reader *r, const struct line *l, struct axis *a)
{
	char words[LATTICE_LIST], each[LATTICE_LIST], why[OPTION_WHY], *rest;

	if (!value_list_words(l->text, words, sizeof words, LATTICE_VALUES, why))
		return refuse(r, l, why, NULL);
	memcpy(each, words, sizeof each);
	for (char *word = strtok_r(each, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (!value_list_has(a->values, word, strlen(word)))
			return refuse(r, l, "quick: no value of this axis", word);
	a->quick = stock_text(&r->s->stock, words, strlen(words));
	return a->quick || no_memory(r);
}

static bool take_quick(struct reader *r, const struct line *l)
{
	struct axis *const a = axis_of(r, l->key);
	struct known_option o;

	if (a)
		return take_quick_values(r, l, a);
	if (!option_of_key(l->key, &o))
		return unknown(r, l);
	r->s->quick = r->s->quick ? r->s->quick : r->quick;
	return take_setting(r, l, &o, &r->quick);
}

static bool take_precision(struct reader *r, const struct line *l)
{
	struct precision *const p = r->precision;

	if (!strcmp(l->key, "cycles")) {
		r->s->longest = strtoull(l->text, NULL, 10);
		return (r->s->longest && !l->text[strspn(l->text, "0123456789")]) || refuse(r, l, "not a number of cycles", l->text);
	}
	if (!take_real(r, l, &p->width))
		return false;
	p->column = l->key;
	r->precision++;
	r->s->precision = r->s->precision ? r->s->precision : p;
	return (p->width > 0 && p->width < 1) || refuse(r, l, "precision: not between 0 and 1, a fraction of the mean", l->text);
}

/* Lines of a block that are "key = value". */
static bool take_block(struct reader *r, const char *block, bool (*take)(struct reader *, const struct line *))
{
	struct line l;

	while (next_indented(r, &l)) {
		name_option(&l);
		l.block = block;
		if (!l.key || !once(r, &l) || !take(r, &l))
			return l.key ? false : refuse(r, &l, "not KEY = VALUE", l.text);
	}
	return true;
}

static bool take_claims(struct reader *r)
{
	char why[CLAIM_WHY];
	struct line l;

	r->s->claims = r->s->claims ? r->s->claims : r->claim;
	while (next_indented(r, &l))
		if (l.key || !claim_read(r->claim++, l.text, why))
			return l.key ? refuse(r, &l, "no claim", l.key) : refuse(r, &l, why, NULL);
	return true;
}

/* "quick:" and the like, and what is indented below. */
static bool take_head(struct reader *r, const struct line *l)
{
	char *const text = l->text;
	const size_t n = strlen(text);

	if (text[n - 1] != ':')
		return refuse(r, l, "not KEY = VALUE, axis NAME:, quick:, precision:, claims: or plot:", text);
	text[n - 1] = '\0';
	if (!strncmp(text, "axis ", 5))
		return take_axis(r, l, text_trimmed(text + 5));
	if (!strcmp(text, "claims"))
		return take_claims(r);
	if (!strcmp(text, "quick"))
		return take_block(r, "quick", take_quick);
	if (!strcmp(text, "plot"))
		return take_block(r, "plot", take_key);
	return !strcmp(text, "precision") ? take_block(r, "precision", take_precision) : refuse(r, l, "not axis NAME:, quick:, precision:, claims: or plot:", text);
}

static bool take_line(struct reader *r, struct line *l)
{
	name_option(l);
	l->block = "";
	if (l->indented)
		return refuse(r, l, "indented, but not below axis, quick, precision, claims or plot", l->text);
	return l->key ? once(r, l) && take_key(r, l) : take_head(r, l);
}

/* The name of a file without its directory and its ending. */
static const char *name_of(struct study *s, const char *path)
{
	const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path, *const dot = strrchr(name, '.');

	return stock_text(&s->stock, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

/* Seeds vary fastest, so that the runs of a point stand together. */
static void seeds_last(struct study *s, unsigned axes)
{
	for (unsigned i = 0; i < axes; i++)
		if (!strcmp(s->axis[i].option, "seed")) {
			const struct axis seeds = s->axis[i];

			memmove(&s->axis[i], &s->axis[i + 1], (axes - 1 - i) * sizeof *s->axis);
			s->axis[axes - 1] = seeds;
			s->seeded = true;
			return;
		}
}

static bool complete(struct reader *r)
{
	struct study *const s = r->s;

	s->name = name_of(s, r->path);
	if (!s->name)
		return no_memory(r);
	s->title = s->title ? s->title : s->name;
	s->source = s->source ? s->source : "claimed";
	seeds_last(s, r->axes);
	if (s->runs_of && (s->settings->name || r->axes || s->columns || s->bins || s->saturation || s->precision))
		return why_not(r->why, STUDY_WHY, "%.200s: runs of '%.80s', and of its own", r->path, s->runs_of);
	return study_complete(s, r->path, r->why);
}

/* An empty study, of which nothing is in the tables. */
static bool begin(struct reader *r, const char *text)
{
	struct study *const s = r->s = calloc(1, sizeof *s);
	char *const own = s ? stock_text(&s->stock, text, strlen(text)) : NULL;

	if (!own)
		return false;
	r->rest = text_behind_mark(own);
	r->rows = 3;
	for (const char *c = text; (c = strchr(c, '\n')); c++)
		r->rows++;
	r->told = stock_array(&s->stock, r->rows, sizeof *r->told);
	s->settings = r->setting = stock_array(&s->stock, r->rows, sizeof *r->setting);
	r->quick = stock_array(&s->stock, r->rows, sizeof *r->quick);
	r->precision = stock_array(&s->stock, r->rows, sizeof *r->precision);
	r->claim = stock_array(&s->stock, r->rows, sizeof *r->claim);
	simulation_default(&r->tried);
	return !s->stock.lacking;
}

struct study *study_read_text(const char *text, const char *path, char why[STUDY_WHY])
{
	struct reader r = { .path = path, .why = why };
	struct line l;
	bool good = begin(&r, text) || no_memory(&r);

	for (unsigned n = 0; good; n++) {
		if (!next_line(&r, &l)) {
			good = n || refuse(&r, &(struct line){ .number = 1 }, "nothing is told; lines are of the form", "KEY = VALUE");
			break;
		}
		good = take_line(&r, &l);
	}
	if (good && complete(&r))
		return r.s;
	study_free(r.s);
	return NULL;
}

struct study *study_read(const char *path, char why[STUDY_WHY])
{
	const struct text file = text_read(path);
	struct study *s = NULL;

	if (file.s && !text_nul_line(file))
		s = study_read_text(file.s, path, why);
	else if (file.s)
		snprintf(why, STUDY_WHY, "%.200s:%u: a NUL byte: not a text file", path, text_nul_line(file));
	else
		snprintf(why, STUDY_WHY, "cannot read '%.200s': %s", path, text_error(errno));
	free(file.s);
	return s;
}
