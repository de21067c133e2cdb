#include "trace_text.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

static bool real(const char *text, double *value)
{
	return *text >= '0' && *text <= '9' && text_real(text, value) && *value < 0x1p63;
}

/* A time told apart at its point; value: as a number, where it has an exponent. */
static struct trace_time apart(const char *text, double value)
{
	const size_t digits = strspn(text, "0123456789");
	double part = 0;

	if (text[digits] && (text[digits] != '.' || strpbrk(text, "eE")))
		return (struct trace_time){ (uint64_t)value, value - (double)(uint64_t)value };
	text_real(text + digits, &part);        /* of nothing, or of the point alone, 0 */
	return (struct trace_time){ strtoull(text, NULL, 10), part };
}

static double since_first(struct trace_reader *r, const char *text, double value)
{
	const struct trace_time t = apart(text, value);

	if (!r->begun)
		r->first = t;
	return (double)(int64_t)(t.whole - r->first.whole) + (t.part - r->first.part);
}

static bool node(struct trace_reader *r, const char *what, const char *text, uint32_t *value)
{
	uint64_t v;

	if (!lines_whole(text, r->nodes - 1, &v))
		return lines_refuse(&r->in, "%s: '%.*s' is not a node in 0..%u", what, LINES_SHOWN, text, r->nodes - 1);
	*value = (uint32_t)v;
	return true;
}

static bool message(struct trace_reader *r, struct trace_line *l)
{
	enum { TIME, SOURCE, DESTINATION, BYTES, FIELDS };
	char *field[FIELDS];
	uint64_t v;

	if (!lines_fields(&r->in, TRACE_COLUMNS, field, FIELDS))
		return false;
	const char *const time = field[TIME], *const bytes = field[BYTES];

	if (!real(time, &l->time))
		return lines_refuse(&r->in, "time: '%.*s' is not a number from 0 to below 2**63", LINES_SHOWN, time);
	if (r->from_first)
		l->time = since_first(r, time, l->time);
	if (l->time < r->last)
		return lines_refuse(&r->in, "time: %.*s is before that of the message above; sort the file by time", LINES_SHOWN, time);
	if (!node(r, "source", field[SOURCE], &l->source) || !node(r, "destination", field[DESTINATION], &l->destination))
		return false;
	if (l->source == l->destination && !r->own)
		return lines_refuse(&r->in, "node %u sends to itself, which takes no network", l->source);
	if (!lines_whole(bytes, UINT32_MAX, &v) || !v)
		return lines_refuse(&r->in, "bytes: '%.*s' is not a number in 1..%u", LINES_SHOWN, bytes, UINT32_MAX);
	l->bytes = (uint32_t)v;
	r->last = l->time;
	r->begun = true;
	return true;
}

/* Files that Sluice writes have a mark at their end: a truncated copy is found even if it ends with a whole line. */
static bool over(struct trace_reader *r)
{
	if (r->generated && !r->ended)
		return lines_refuse(&r->in, "the file breaks off: its last line, '%s', is missing", TRACE_END);
	return r->begun || lines_refuse(&r->in, "there is no message in it");
}

enum lines_got trace_next(struct trace_reader *r, struct trace_line *l)
{
	const char *const text = r->in.text;
	enum lines_got got;

	while ((got = lines_next(&r->in)) == LINES_ONE) {
		if (r->in.line == 1)
			r->generated = !strncmp(text, TRACE_GENERATED, strlen(TRACE_GENERATED));
		r->ended |= !strcmp(text, TRACE_END);
		if (!*text || *text == '#' || (!r->begun && !strcmp(text, TRACE_COLUMNS)))
			continue;
		if (r->generated && r->ended)
			return lines_refuse(&r->in, "text after the last line, '%s'", TRACE_END), LINES_REFUSED;
		return message(r, l) ? LINES_ONE : LINES_REFUSED;
	}
	return got == LINES_OVER && over(r) ? LINES_OVER : LINES_REFUSED;
}
