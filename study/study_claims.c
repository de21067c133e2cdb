#define _POSIX_C_SOURCE 200809L      /* strtok_r */
#include "study_claims.h"

#include "study_lines.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { SAYS, THEIRS, MEASURED, HOLDS, PARTS };

static const struct kind {
	const char *name;
	struct value (*of)(const struct results *, const struct term *);
	const char *x;
} kinds[] = {
	{ "most", term_most, "cycle" },
	{ "least", term_least, "cycle" },
	{ "mean", term_mean, "cycle" },
	{ "knee", term_knee, "load" },
	{ "recovery", term_recovery, "cycle" },
};

static bool refuse(char why[STUDY_CLAIM_WHY], const char *what, const char *text)
{
	snprintf(why, STUDY_CLAIM_WHY, "%s: '%.80s'", what, text);
	return false;
}

static bool read_number(const char *text, double *number)
{
	return text && text_real(text, number);
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
static bool read_words(struct term *t, char *text, char why[STUDY_CLAIM_WHY])
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
		} else if (!read_number(strtok_r(NULL, " ", &rest), number)) {
			return refuse(why, "a number has to follow", word);
		}
	}
	*to = '\0';
	t->where = where;
	return true;
}

static bool read_term(struct term *t, char *text, char why[STUDY_CLAIM_WHY])
{
	double number;
	char *rest, *kind;

	if (read_number(text, &number)) {
		*t = (struct term)CONSTANT(number);
		return true;
	}
	kind = strtok_r(text, " ", &rest);
	for (const struct kind *k = kinds; kind && k < kinds + sizeof kinds / sizeof *kinds; k++)
		if (!strcmp(k->name, kind)) {
			*t = (struct term){ .of = k->of, ALWAYS };
			t->y = strtok_r(NULL, " ", &rest);
			if (!t->y || !read_words(t, rest, why))
				return t->y ? false : refuse(why, "the column of a measurement is missing", kind);
			t->x = t->of != term_recovery && t->of != term_knee && isinf(t->from) && isinf(t->to) ? t->y : k->x;
			return true;
		}
	return refuse(why, "not a number, most, least, mean, knee or recovery", kind ? kind : "");
}

static bool read_measured(struct claim *c, char *text, char why[STUDY_CLAIM_WHY])
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
	if (!read_number(text_trimmed(text), &c->expected) || !read_number(text_trimmed(sign + 2), &tolerance))
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
	return (!*text || read_number(text, &c->low)) && (!dots[2] || read_number(dots + 2, &c->high)) && c->low <= c->high &&
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

static bool read_holds(struct claim *c, char *text, char why[STUDY_CLAIM_WHY])
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

bool study_claim_read(struct claim *c, char *line, char why[STUDY_CLAIM_WHY])
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
