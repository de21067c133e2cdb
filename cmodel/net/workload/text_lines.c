#include "text_lines.h"

#include "text.h"
#include "why_not.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SHOWN = 80 };

bool lines_open(struct text_lines *r, const char *path, unsigned most, char why[LINES_WHY])
{
	*r = (struct text_lines){ .f = fopen(path, "r"), .path = path, .why = why, .most = most };
	return r->f || why_not(why, LINES_WHY, "cannot read '%.100s': %s", path, strerror(errno));
}

bool lines_refuse(struct text_lines *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	why_not_line(r->why, LINES_WHY, r->path, PATH_SHOWN, r->line, format, args);
	va_end(args);
	r->refused = true;
	return false;
}

bool lines_no_memory(struct text_lines *r)
{
	return lines_refuse(r, "not enough memory for the file");
}

/* Cuts the end off. */
static bool whole_line(struct text_lines *r)
{
	size_t n = strlen(r->text);

	if (n == r->most - 1 && r->text[n - 1] != '\n')
		return lines_refuse(r, "the line is longer than %u bytes", r->most - 2);
	if (r->text[n - (n > 0)] != '\n')
		return lines_refuse(r, n < r->most - 1 && !feof(r->f) ? "a NUL byte: not a text file" : "the file breaks off: the line has no end");
	r->text[--n] = '\0';
	if (n && r->text[n - 1] == '\r')
		r->text[n - 1] = '\0';
	if (r->line == 1)
		memmove(r->text, text_behind_mark(r->text), strlen(text_behind_mark(r->text)) + 1);
	return true;
}

bool lines_next(struct text_lines *r)
{
	r->line++;
	memset(r->text, 1, r->most);                    /* to tell a NUL in the file from the one at the end */
	if (fgets(r->text, (int)r->most, r->f))
		return whole_line(r);
	return ferror(r->f) && lines_refuse(r, "cannot be read: %s", strerror(errno));
}

bool lines_fields(struct text_lines *r, const char *columns, char **field, unsigned fields)
{
	char *at = r->text;

	for (unsigned k = 0; k < fields; k++) {
		field[k] = at;
		at += strcspn(at, ",");
		if ((*at == ',') != (k + 1 < fields))
			return lines_refuse(r, "not of the form '%s'", columns);
		*at++ = '\0';
	}
	return true;
}

bool lines_whole(const char *text, uint64_t most, uint64_t *value)
{
	*value = strtoull(text, NULL, 10);      /* above 64 bits: the greatest number, which is more than `most` */
	return *text && !text[strspn(text, "0123456789")] && *value <= most;
}

bool lines_number(struct text_lines *r, const char *what, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
	return (lines_whole(text, most, value) && *value >= least) ||
	       lines_refuse(r, "%s: '%.*s' is not a number in %ju..%ju", what, LINES_SHOWN, text, (uintmax_t)least, (uintmax_t)most);
}

bool lines_one_of(struct text_lines *r, const char *what, const char *kind, const char *text, uint32_t n, uint32_t *value)
{
	uint64_t v;

	if (!lines_whole(text, n - 1, &v))
		return lines_refuse(r, "%s: '%.*s' is not a %s in 0..%u", what, LINES_SHOWN, text, kind, n - 1);
	*value = (uint32_t)v;
	return true;
}
