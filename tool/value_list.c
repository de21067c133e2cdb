#include "value_list.h"

#include "text.h"
#include "why_not.h"

#include <stdio.h>
#include <string.h>

enum { NUMBER_TEXT = 32, ELEMENT_TEXT = 3 * NUMBER_TEXT };

/* The words so far. */
struct words {
	char *text;
	size_t size, used;
	unsigned n, most;
	char *why;
};

bool value_list_is(const char *text)
{
	return strchr(text, ',') || strstr(text, "..");
}

bool value_list_has(const char *words, const char *word, size_t n)
{
	for (const char *c = strchr(words, *word); n && c; c = strchr(c + 1, *word))
		if ((c == words || c[-1] == ' ') && !strncmp(c, word, n) && (c[n] == ' ' || !c[n]))
			return true;
	return false;
}

static bool refuse(const struct words *w, const char *element, const char *what)
{
	return why_not(w->why, OPTION_WHY, "'%.80s': %s", element, what);
}

static bool add(struct words *w, const char *word)
{
	if (value_list_has(w->text, word, strlen(word)))
		return refuse(w, word, "twice in a list");
	if (w->n == w->most || w->used + strlen(word) + 2 > w->size)
		return refuse(w, word, "more values than a list can have");
	w->used += (size_t)snprintf(w->text + w->used, w->size - w->used, "%s%s", w->n ? " " : "", word);
	w->n++;
	return true;
}

/* Digits behind the point. */
static int decimals(const char *number)
{
	const char *const point = strchr(number, '.');

	return point ? (int)strlen(point + 1) : 0;
}

/* "0.1..1:0.1", cut in place at `dots`. */
static bool add_range(struct words *w, const char *element, char *dots)
{
	char word[ELEMENT_TEXT + NUMBER_TEXT], first_text[ELEMENT_TEXT];
	char *const last_text = dots + 2, *const colon = strchr(last_text, ':');
	double first, last, step = 1;

	snprintf(first_text, sizeof first_text, "%.*s", (int)(dots - element), element);
	if (colon)
		*colon = '\0';
	if (!text_real(first_text, &first) || !text_real(last_text, &last) || (colon && !text_real(colon + 1, &step)))
		return refuse(w, element, "not FIRST..LAST or FIRST..LAST:STEP");
	if (!(step > 0) || last < first)
		return refuse(w, element, "a range goes upwards, in steps above 0");
	const int from_step = colon ? decimals(colon + 1) : 0, digits = decimals(first_text) > from_step ? decimals(first_text) : from_step;

	for (unsigned i = 0; first + i * step <= last + 1e-9 * step; i++) {
		snprintf(word, sizeof word, "%.*f", digits < NUMBER_TEXT ? digits : NUMBER_TEXT, first + i * step);
		if (!add(w, word))
			return false;
	}
	return true;
}

/* Without the blanks around it. */
static bool add_element(struct words *w, const char *text, size_t n)
{
	char element[ELEMENT_TEXT], *word, *dots;

	if (n >= sizeof element)
		return refuse(w, text, "too long for a value");
	snprintf(element, sizeof element, "%.*s", (int)n, text);
	word = text_trimmed(element);
	if (!*word)
		return refuse(w, "", "a value of the list is missing");
	dots = strstr(word, "..");
	if (dots)
		return add_range(w, word, dots);
	return strchr(word, ' ') ? refuse(w, word, "values are separated by commas") : add(w, word);
}

unsigned value_list_words(const char *text, char *words, size_t size, unsigned most, char why[OPTION_WHY])
{
	struct words w = { .text = words, .size = size, .most = most, .why = why };

	*words = '\0';
	for (const char *next = text; ; next++) {
		const size_t n = strcspn(next, ",");

		if (!add_element(&w, next, n))
			return 0;
		next += n;
		if (!*next)
			return w.n;
	}
}
