#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Text files in memory. */
struct text {
	char *s;                        /* NULL: could not be read, or out of memory */
	size_t size;                    /* without the NUL behind it */
};

struct text text_read(const char *path);
struct text text_read_from(FILE *);       /* what is left of it; of a pipe or device until there is a NUL, and not more than 2^28 bytes */
struct text text_read_open(int fd);       /* and closes it; below 0: it could not be opened */
const char *text_error(int error);       /* why it could not be read, by errno */
bool text_write(const char *path, struct text t);

/* Closes it: was all of it written? */
bool text_closed(FILE *);

/* A text that is written in memory, to what text_begin() gives; NULL: not enough memory. text_end() ends it, and returns what is to be freed; NULL: likewise. */
FILE *text_begin(struct text *);
char *text_end(struct text *, FILE *);

/* What is behind the byte order mark that spreadsheets and editors put before UTF-8, if it has one. */
static inline char *text_behind_mark(char *text)
{
	static const char mark[] = "\xef\xbb\xbf";

	return text + (strncmp(text, mark, strlen(mark)) ? 0 : strlen(mark));
}

/* A string as a text that is only read from. */
static inline struct text text_literal(const char *s)
{
	union { const char *in; char *out; } u = { .in = s };

	return (struct text){ u.out, strlen(s) };
}

static inline bool text_begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Which of n names a text is; n: none of them. */
static inline unsigned text_among(const char *text, const char *const *name, unsigned n)
{
	unsigned k = 0;

	while (k < n && strcmp(text, name[k]) != 0)
		k++;
	return k;
}

/* The next line, cut in place; *rest begins as the text, and is what is left of it. NULL: there is none. */
char *text_line(char **rest);

/* Cuts a line into its words, between blanks, and returns their number; most + 1: there are more. */
unsigned text_words(char *line, char **word, unsigned most);

/* The line of the first NUL byte; 0: there is none. */
unsigned text_nul_line(struct text t);

/* Without the blanks at both ends, cut in place. And a line without its comment: a # ends it that is its first character, or behind a blank. */
char *text_trimmed(char *text);
void text_cut_comment(char *line);

/* A decimal number, and nothing else: no blank, no plus in front, no 0x, neither infinite nor NaN. */
bool text_real(const char *text, double *value);

/* FNV-1a over t, continuing from h. */
uint64_t text_hash(uint64_t h, struct text t);
enum { TEXT_HASH_SEED = 0 };
