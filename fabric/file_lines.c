#include "file_lines.h"

#include "why_not.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SHOWN = 100 };

bool file_lines_refuse_at(struct file_lines *l, unsigned line, const char *format, ...)
{
	va_list args;

	if (l->refused)
		return false;
	l->refused = true;
	va_start(args, format);
	why_not_line(l->why, GRAPH_WHY, l->path, PATH_SHOWN, line, format, args);
	va_end(args);
	return false;
}

bool file_lines_no_memory(struct file_lines *l)
{
	return file_lines_refuse_at(l, 0, "not enough memory");
}

bool file_lines_begin(struct file_lines *l, const char *path, struct text t, char why[GRAPH_WHY])
{
	*l = (struct file_lines){ .path = path, .why = why, .text = t.s, .next = t.s, .end = t.s + t.size };
	if (!t.size)
		return file_lines_refuse_at(l, 1, "the file is empty");
	if (text_nul_line(t))
		return file_lines_refuse_at(l, text_nul_line(t), "a NUL byte: not a text file");
	if (t.s[t.size - 1] != '\n')
		return file_lines_refuse_at(l, text_nul_line((struct text){ t.s, t.size + 1 }), "a line without end: the file was cut off");
	l->next = text_behind_mark(t.s);
	return true;
}

char *file_lines_next(struct file_lines *l)
{
	char *const line = l->next;
	char *stop;

	if (line == l->end)
		return NULL;
	stop = memchr(line, '\n', (size_t)(l->end - line));
	l->next = stop + 1;
	l->number++;
	*stop = '\0';
	if (stop > line && stop[-1] == '\r')
		stop[-1] = '\0';
	return line;
}

const char *file_lines_first(const struct file_lines *l)
{
	const char *at = l->next;

	while (*at) {
		if (!strchr("#\r\n", *at))
			return at;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return at;
}

bool file_lines_begins(const struct file_lines *l, const char *word)
{
	return !strncmp(file_lines_first(l), word, strlen(word));
}

char *file_lines_name(struct file_lines *l)
{
	char *name;

	while ((name = file_lines_next(l))) {
		size_t size = strcspn(name, "#");

		while (size && (name[size - 1] == ' ' || name[size - 1] == '\t'))
			size--;
		name[size] = '\0';
		if (size)
			break;
	}
	return name;
}

bool line_word(const char **at, const char *word)
{
	const size_t n = strlen(word);

	if (strncmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

void line_blanks(const char **at)
{
	*at += strspn(*at, " \t");
}

bool line_number(const char **at, uint64_t most, uint64_t *value)
{
	const size_t n = strspn(*at, "0123456789");
	const uint64_t v = strtoull(*at, NULL, 10);     /* above 64 bits: the greatest number */

	if (!n || v > most)
		return false;
	*value = v;
	*at += n;
	return true;
}

bool line_hex(const char **at, uint64_t *value)
{
	const char *const from = *at + (text_begins(*at, "0x") ? 2 : 0);
	const size_t n = strspn(from, "0123456789abcdefABCDEF");

	if (!n || n > 16)
		return false;
	*value = strtoull(*at, NULL, 16);
	*at = from + n;
	return true;
}
