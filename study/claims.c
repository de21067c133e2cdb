#include "claims.h"

#include "results.h"
#include "text.h"
#include "text_table.h"
#include "why_not.h"

#include <string.h>

enum { SAYS, THEIRS, MEASURED, HOLDS, PARTS };

static const char *const kinds[] = {
	[TERM_MOST] = "most", [TERM_LEAST] = "least", [TERM_MEAN] = "mean", [TERM_KNEE] = "knee", [TERM_RECOVERY] = "recovery",
};

static bool refuse(char why[CLAIM_WHY], const char *what, const char *text)
{
	return why_not(why, CLAIM_WHY, "%s: '%.80s'", what, text);
}

/* The number that a word is followed by; NULL: the word means nothing. */
static double *number_after(struct term *t, const char *word)
{
	if (!strcmp(word, "from"))
		return &t->from;
	if (!strcmp(word, "to"))
		return &t->to;
	return !strcmp(word, "limit") || !strcmp(word, "level") ? &t->level : NULL;
}

/* Words behind the column; the conditions among them come together at the beginning of `text`, which they are in. */
static bool read_words(struct term *t, char *text, char why[CLAIM_WHY])
{
	char *rest, *to = text;
	const char *const where = text;

	for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		double *const number = number_after(t, word);
		const size_t n = strlen(word);

		if (strchr(word, '=')) {
			if (to != where)
				*to++ = ' ';
			memmove(to, word, n + 1);
			to += n;
		} else if (!number) {
			return refuse(why, "no word of a measurement, and no axis=value", word);
		} else {
			const char *const value = strtok_r(NULL, " ", &rest);

			if (!value || !text_real(value, number))
				return refuse(why, "a number has to follow", word);
		}
	}
	*to = '\0';
	t->where = where;
	return true;
}

static bool read_term(struct term *t, char *text, char why[CLAIM_WHY])
{
	double number;
	char *rest, *kind;

	if (text_real(text, &number)) {
		*t = (struct term)CONSTANT(number);
		return true;
	}
	kind = strtok_r(text, " ", &rest);
	for (enum term_kind k = TERM_MOST; kind && k <= TERM_RECOVERY; k++)
		if (!strcmp(kinds[k], kind)) {
			*t = (struct term){ .of = k, ALWAYS };
			t->y = strtok_r(NULL, " ", &rest);
			if (!t->y || !read_words(t, rest, why))
				return t->y ? false : refuse(why, "the column of a measurement is missing", kind);
			t->x = k == TERM_KNEE ? "load" : k != TERM_RECOVERY && isinf(t->from) && isinf(t->to) ? t->y : "cycle";
			return true;
		}
	return refuse(why, "not a number, most, least, mean, knee or recovery", kind ? kind : "");
}

static bool read_measured(struct claim *c, char *text, char why[CLAIM_WHY])
{
	char *const slash = strstr(text, " / ");

	if (slash)
		*slash = '\0';
	return read_term(&c->ours, text_trimmed(text), why) && (!slash || read_term(&c->against, text_trimmed(slash + 3), why));
}

/* "0.7 +- 0.02" */
static bool read_expected(struct claim *c, char *text, char *sign)
{
	double tolerance;

	*sign = '\0';
	if (!text_real(text_trimmed(text), &c->expected) || !text_real(text_trimmed(sign + 2), &tolerance))
		return false;
	c->low = c->expected - tolerance;
	c->high = c->expected + tolerance;
	return c->expected > 0 && tolerance > 0;
}

static bool read_range(struct claim *c, char *text)
{
	char *const dots = strstr(text, "..");

	if (!dots)
		return false;
	*dots = '\0';
	c->low = -INFINITY;
	c->high = INFINITY;
	return (!*text || text_real(text, &c->low)) && (!dots[2] || text_real(dots + 2, &c->high)) && c->low <= c->high &&
		(isfinite(c->low) || isfinite(c->high));
}

/* A unit is the word behind the numbers. */
static char *cut_unit(char *text)
{
	char *const blank = strrchr(text, ' ');

	if (!blank || strspn(blank + 1, "0123456789.+-") == strlen(blank + 1))
		return NULL;
	*blank = '\0';
	return blank + 1;
}

static bool read_holds(struct claim *c, char *text, char why[CLAIM_WHY])
{
	const char *const whole = text;
	char *sign;

	c->unit = cut_unit(text);
	text = text_trimmed(text);
	sign = strstr(text, "+-");
	if (sign ? read_expected(c, text, sign) : read_range(c, text))
		return true;
	return refuse(why, "not LEAST..MOST, LEAST.., ..MOST or NUMBER +- TOLERANCE", whole);
}

bool claim_read(struct claim *c, char *line, char why[CLAIM_WHY])
{
	char *part[PARTS], *rest = line;
	unsigned n = 0;

	for (; rest && n < PARTS; n++) {
		char *const bar = strchr(rest, '|');

		part[n] = rest;
		rest = bar ? bar + 1 : NULL;
		if (bar)
			*bar = '\0';
		part[n] = text_trimmed(part[n]);
	}
	if (n < PARTS || rest)
		return refuse(why, "a claim has four parts, with | between them", line);
	*c = (struct claim){ .says = part[SAYS], .theirs = *part[THEIRS] ? part[THEIRS] : NULL };
	if (!read_measured(c, part[MEASURED], why) || !read_holds(c, part[HOLDS], why))
		return false;
	return c->theirs || c->expected > 0 || refuse(why, "the second part, what the publication says, is missing", c->says);
}

/* The most, the least or the mean of the rows that a term selects. */
static struct value survey(const struct results *r, const struct term *t)
{
	double most = -INFINITY, least = INFINITY, sum = 0;
	unsigned rows = 0;

	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, t->where) && k < r->point[i].got; k++) {
			const double x = results_number(r, i, k, t->x), y = results_number(r, i, k, t->y);

			if (!(x >= t->from && x < t->to) || isnan(y))
				continue;
			most = fmax(most, y);
			least = fmin(least, y);
			sum += y;
			rows++;
		}
	return (struct value){ .number = !rows ? NAN : t->of == TERM_MOST ? most : t->of == TERM_LEAST ? least : sum / rows };
}

static struct value knee(const struct results *r, const struct term *t)
{
	struct value v = { .number = NAN };

	for (unsigned i = 0; i < r->lattice->points; i++)
		if (lattice_where(r->lattice, i, t->where)) {
			if (!(results_number(r, i, 0, t->y) <= t->level))
				return v;
			v.number = results_number(r, i, 0, t->x);
		}
	v.beyond = true;                /* loads above the last point were not run */
	return v;
}

static struct value recovery(const struct results *r, const struct term *t)
{
	struct value v = { .number = NAN };

	for (unsigned i = 0; i < r->lattice->points; i++)
		for (unsigned k = 0; lattice_where(r->lattice, i, t->where) && k < r->point[i].got; k++) {
			const double x = results_number(r, i, k, t->x), above = x - t->from;
			const bool recovered = results_number(r, i, k, t->y) >= t->level;

			if (x < t->from)
				continue;
			if (!recovered || isnan(v.number) || v.beyond)
				v = (struct value){ .number = above, .beyond = !recovered };
		}
	return v;
}

struct value term_value(const struct results *r, const struct term *t)
{
	if (t->of == TERM_KNEE)
		return knee(r, t);
	if (t->of == TERM_RECOVERY)
		return recovery(r, t);
	return t->of == TERM_CONSTANT ? (struct value){ .number = t->level } : survey(r, t);
}

struct finding claim_judge(const struct claim *c, const struct results *r)
{
	struct finding f = { .value = term_value(r, &c->ours) };

	if (c->against.of)
		f.value.number /= term_value(r, &c->against).number;
	if (isnan(f.value.number) || (f.value.beyond && f.value.number < c->low))
		f.verdict = CLAIM_UNKNOWN;
	else if (f.value.number < c->low)
		f.verdict = CLAIM_LOWER;
	else
		f.verdict = f.value.number > c->high ? CLAIM_HIGHER : CLAIM_HOLDS;
	return f;
}

static const char *const verdicts[] = {
	[CLAIM_UNKNOWN] = "not known", [CLAIM_LOWER] = "no: lower", [CLAIM_HOLDS] = "yes", [CLAIM_HIGHER] = "no: higher",
};

/* differences: between our number and the one that was expected have a column. */
static void add_row(struct table *t, const struct claim *c, const struct results *r, bool judged, bool differences)
{
	const struct finding f = claim_judge(c, r);
	const bool known = !isnan(f.value.number);

	table_cell(t, "%s", c->says);
	if (c->theirs)
		table_cell(t, "%s", c->theirs);
	else
		table_cell(t, "%.3f", c->expected);
	if (!known)
		table_cell(t, judged ? "not run" : "needs the whole run");
	else if (c->unit)
		table_cell(t, "%s%.0f %s", f.value.beyond ? "at least " : "", f.value.number, c->unit);
	else
		table_cell(t, "%s%.3f", f.value.beyond ? "at least " : "", f.value.number);
	if (differences && known && isnormal(c->expected))
		table_cell(t, "%+.3f", f.value.number - c->expected);
	else if (differences)
		table_cell(t, "-");
	table_cell(t, "%s", judged ? verdicts[f.verdict] : "not judged");
}

void claims_write(const struct claim *claims, const char *source, const struct results *r, bool judged, FILE *f)
{
	bool differences = false;
	struct table t;

	for (const struct claim *c = claims; c->says; c++)
		differences = differences || isnormal(c->expected);
	table_begin(&t, differences ? 5 : 4);
	table_cell(&t, "claim");
	table_cell(&t, "%s", source);
	table_cell(&t, "ours");
	if (differences)
		table_cell(&t, "difference");
	table_cell(&t, "holds?");
	for (const struct claim *c = claims; c->says; c++)
		add_row(&t, c, r, judged, differences);
	table_write(&t, f);
	table_free(&t);
}
