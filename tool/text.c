#include "text.h"

#include <math.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ENDLESS = 1 << 28 };      /* bytes of a pipe or device, which may have no end */

struct text text_read_from(FILE *from)
{
	struct text t = { NULL, 0 };
	FILE *to = open_memstream(&t.s, &t.size);
	char part[4096];
	struct stat st;
	size_t n, size = 0;
	bool plain, text = true;

	if (!to)
		return (struct text){ NULL, 0 };
	plain = !fstat(fileno(from), &st) && S_ISREG(st.st_mode);
	for (; (plain || (text && size <= ENDLESS)) && (n = fread(part, 1, sizeof part, from)) > 0; size += n) {
		fwrite(part, 1, n, to);
		text = !memchr(part, '\0', n);
	}
	if (fclose(to) || ferror(from) || (!plain && size > ENDLESS)) {
		errno = plain || size <= ENDLESS ? errno : EMSGSIZE;
		free(t.s);
		return (struct text){ NULL, 0 };
	}
	return t;
}

struct text text_read_open(int fd)
{
	FILE *const from = fd < 0 ? NULL : fdopen(fd, "rb");
	const struct text t = from ? text_read_from(from) : (struct text){ NULL, 0 };

	if (from)
		fclose(from);
	return t;
}

struct text text_read(const char *path)
{
	return text_read_open(open(path, O_RDONLY));
}

const char *text_error(int error)
{
	return error == EMSGSIZE ? "longer than 2^28 bytes" : strerror(error);
}

bool text_write(const char *path, struct text t)
{
	FILE *f = t.s ? fopen(path, "wb") : NULL;

	if (f)
		fwrite(t.s, 1, t.size, f);
	return f && text_closed(f);
}

char *text_line(char **rest)
{
	return *rest && **rest ? strsep(rest, "\n") : NULL;
}

unsigned text_words(char *line, char **word, unsigned most)
{
	unsigned n = 0;
	char *rest;

	for (char *next = strtok_r(line, " \t", &rest); next; next = strtok_r(NULL, " \t", &rest)) {
		if (n == most)
			return most + 1;
		word[n++] = next;
	}
	return n;
}

unsigned text_nul_line(struct text t)
{
	const char *const nul = memchr(t.s, '\0', t.size);
	unsigned line = 1;

	for (const char *c = t.s; nul && c < nul; c++)
		line += *c == '\n';
	return nul ? line : 0;
}

bool text_real(const char *text, double *value)
{
	char *end;

	if (*text == '+' || text[strspn(text, "0123456789.eE+-")])
		return false;
	*value = strtod(text, &end);
	return end != text && !*end && isfinite(*value);
}

uint64_t text_hash(uint64_t h, struct text t)
{
	h ^= UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < t.size; i++)
		h = (h ^ (uint8_t)t.s[i]) * UINT64_C(0x100000001b3);
	return (h ^ t.size) * UINT64_C(0x100000001b3);
}

char *text_trimmed(char *text)
{
	size_t n;

	text += strspn(text, " \t\r");
	n = strlen(text);
	while (n && strchr(" \t\r", text[n - 1]))
		text[--n] = '\0';
	return text;
}

void text_cut_comment(char *line)
{
	for (char *c = line; (c = strchr(c, '#')); c++)
		if (c == line || c[-1] == ' ' || c[-1] == '\t') {
			*c = '\0';
			return;
		}
}

bool text_closed(FILE *f)
{
	const bool bad = ferror(f);

	return !fclose(f) && !bad;
}

FILE *text_begin(struct text *t)
{
	*t = (struct text){ NULL, 0 };
	return open_memstream(&t->s, &t->size);
}

char *text_end(struct text *t, FILE *f)
{
	if (f && text_closed(f))
		return t->s;
	free(t->s);
	return t->s = NULL;
}
