#include "trace_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SHOWN = 80, TEXT_SHOWN = 24 };

enum trace_got trace_refuse(struct trace_reader *r, const char *format, ...)
{
	const size_t length = strlen(r->path);
	const bool cut = length > PATH_SHOWN;
	va_list args;
	int n;

	n = snprintf(r->why, TRACE_WHY, "%s%s:%ju: ", cut ? "..." : "", cut ? r->path + length - PATH_SHOWN : r->path, (uintmax_t)r->line);
	va_start(args, format);
	vsnprintf(r->why + n, TRACE_WHY - (size_t)n, format, args);
	va_end(args);
	return TRACE_REFUSED;
}

/* Read a line, and cut off its end. */
static enum trace_got next_text(struct trace_reader *r)
{
	size_t n;

	r->line++;
	memset(r->text, 1, sizeof r->text);             /* to tell a NUL in the file from the one at the end */
	if (!fgets(r->text, sizeof r->text, r->f))
		return ferror(r->f) ? trace_refuse(r, "cannot be read: %s", strerror(errno)) : TRACE_OVER;
	n = strlen(r->text);
	if (n == sizeof r->text - 1 && r->text[n - 1] != '\n')
		return trace_refuse(r, "the line is longer than %d bytes", TRACE_LINE - 2);
	if (r->text[n - (n > 0)] != '\n')
		return trace_refuse(r, n < sizeof r->text - 1 && !feof(r->f) ? "a NUL byte: not a text file" :
					       "the file breaks off: the line has no end");
	r->text[--n] = '\0';
	if (n && r->text[n - 1] == '\r')
		r->text[n - 1] = '\0';
	return TRACE_MESSAGE;
}

/* Returns the field at *text up to the separator, and moves *text behind that; NULL: the separator is missing. */
static char *field(char **text, char separator)
{
	char *begin = *text, *end = begin + strcspn(begin, ",");

	if (*end != separator)
		return NULL;
	*text = end + (separator != '\0');
	*end = '\0';
	return begin;
}

static bool number(const char *text, uint64_t *value)
{
	uint64_t v = 0;

	for (const char *c = text; *c; c++) {
		if (*c < '0' || *c > '9' || v > UINT32_MAX)
			return false;
		v = 10 * v + (uint64_t)(*c - '0');
	}
	*value = v;
	return *text;
}

static bool real(const char *text, double *value)
{
	char *end;

	if (*text < '0' || *text > '9' || text[strspn(text, "0123456789.eE+-")])
		return false;
	*value = strtod(text, &end);
	return !*end && *value < 0x1p63;
}

static enum trace_got node(struct trace_reader *r, const char *what, const char *text, uint32_t *value)
{
	uint64_t v;

	if (!number(text, &v) || v >= r->nodes)
		return trace_refuse(r, "%s: '%.*s' is not a node in 0..%u", what, TEXT_SHOWN, text, r->nodes - 1);
	*value = (uint32_t)v;
	return TRACE_MESSAGE;
}

static enum trace_got message(struct trace_reader *r, struct trace_line *l)
{
	char *text = r->text;
	const char *time = field(&text, ','), *source = field(&text, ','), *destination = field(&text, ','), *bytes = field(&text, '\0');
	uint64_t v;

	if (!time || !source || !destination || !bytes)
		return trace_refuse(r, "not of the form '%s'", TRACE_COLUMNS);
	if (!real(time, &l->time))
		return trace_refuse(r, "time: '%.*s' is not a number from 0 to below 2**63", TEXT_SHOWN, time);
	if (l->time < r->last)
		return trace_refuse(r, "time: %.*s is before that of the message above; sort the file by time", TEXT_SHOWN, time);
	if (node(r, "source", source, &l->source) != TRACE_MESSAGE || node(r, "destination", destination, &l->destination) != TRACE_MESSAGE)
		return TRACE_REFUSED;
	if (l->source == l->destination && !r->own)
		return trace_refuse(r, "node %u sends to itself, which takes no network", l->source);
	if (!number(bytes, &v) || !v || v > UINT32_MAX)
		return trace_refuse(r, "bytes: '%.*s' is not a number in 1..%u", TEXT_SHOWN, bytes, UINT32_MAX);
	l->bytes = (uint32_t)v;
	r->last = l->time;
	return TRACE_MESSAGE;
}

/* Files that Sluice writes have a mark at their end: a truncated copy is found even if it ends with a whole line. */
static enum trace_got over(struct trace_reader *r)
{
	if (r->generated && !r->ended)
		return trace_refuse(r, "the file breaks off: its last line, '%s', is missing", TRACE_END);
	if (!r->begun)
		return trace_refuse(r, "there is no message in it");
	return TRACE_OVER;
}

enum trace_got trace_next(struct trace_reader *r, struct trace_line *l)
{
	enum trace_got got;

	while ((got = next_text(r)) == TRACE_MESSAGE) {
		if (r->line == 1)
			r->generated = !strncmp(r->text, TRACE_GENERATED, strlen(TRACE_GENERATED));
		r->ended |= !strcmp(r->text, TRACE_END);
		if (!*r->text || *r->text == '#' || (!r->begun && !strcmp(r->text, TRACE_COLUMNS)))
			continue;
		if (r->generated && r->ended)
			return trace_refuse(r, "text after the last line, '%s'", TRACE_END);
		r->begun = true;
		return message(r, l);
	}
	return got == TRACE_OVER ? over(r) : got;
}
