#include "trace_text.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_SHOWN = 24 };

/* Refuse the line read last. */
#define REFUSE(r, ...) (lines_refuse(&(r)->in, __VA_ARGS__), TRACE_REFUSED)

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

static enum trace_got node(struct trace_reader *r, const char *what, const char *text, uint32_t *value)
{
	uint64_t v;

	if (!lines_whole(text, r->nodes - 1, &v))
		return REFUSE(r, "%s: '%.*s' is not a node in 0..%u", what, TEXT_SHOWN, text, r->nodes - 1);
	*value = (uint32_t)v;
	return TRACE_MESSAGE;
}

static enum trace_got message(struct trace_reader *r, struct trace_line *l)
{
	char *text = r->in.text;
	const char *time = lines_field(&text, ','), *source = lines_field(&text, ','), *destination = lines_field(&text, ','), *bytes = lines_field(&text, '\0');
	uint64_t v;

	if (!time || !source || !destination || !bytes)
		return REFUSE(r, "not of the form '%s'", TRACE_COLUMNS);
	if (!real(time, &l->time))
		return REFUSE(r, "time: '%.*s' is not a number from 0 to below 2**63", TEXT_SHOWN, time);
	if (r->from_first)
		l->time = since_first(r, time, l->time);
	if (l->time < r->last)
		return REFUSE(r, "time: %.*s is before that of the message above; sort the file by time", TEXT_SHOWN, time);
	if (node(r, "source", source, &l->source) != TRACE_MESSAGE || node(r, "destination", destination, &l->destination) != TRACE_MESSAGE)
		return TRACE_REFUSED;
	if (l->source == l->destination && !r->own)
		return REFUSE(r, "node %u sends to itself, which takes no network", l->source);
	if (!lines_whole(bytes, UINT32_MAX, &v) || !v)
		return REFUSE(r, "bytes: '%.*s' is not a number in 1..%u", TEXT_SHOWN, bytes, UINT32_MAX);
	l->bytes = (uint32_t)v;
	r->last = l->time;
	r->begun = true;
	return TRACE_MESSAGE;
}

/* Files that Sluice writes have a mark at their end: a truncated copy is found even if it ends with a whole line. */
static enum trace_got over(struct trace_reader *r)
{
	if (r->generated && !r->ended)
		return REFUSE(r, "the file breaks off: its last line, '%s', is missing", TRACE_END);
	if (!r->begun)
		return REFUSE(r, "there is no message in it");
	return TRACE_OVER;
}

enum trace_got trace_next(struct trace_reader *r, struct trace_line *l)
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
			return REFUSE(r, "text after the last line, '%s'", TRACE_END);
		return message(r, l);
	}
	return got == LINES_OVER ? over(r) : TRACE_REFUSED;
}
