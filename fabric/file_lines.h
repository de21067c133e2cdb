#pragma once

#include "text.h"

/* The lines of a text that others wrote, and what is in a line. */
enum { GRAPH_WHY = 384 };

struct file_lines {
	const char *path;               /* for messages */
	char *why;                      /* GRAPH_WHY bytes: "path:line: what" */
	char *text;                     /* all of it, which is to be freed ... */
	char *next, *end;               /* ... and what is not read yet; lines are cut in place */
	unsigned number;                /* of the last line, from 1 */
	bool refused;                   /* why is set */
};

/* Begin. False: it holds a zero byte, or its last line has no end, as that of a file that was cut off. */
bool file_lines_begin(struct file_lines *, const char *path, struct text, char why[GRAPH_WHY]);

/* The next line, without its end; NULL: there is none. */
char *file_lines_next(struct file_lines *);

/* The first line that is neither empty nor a comment, of a text of which no line is read yet; "": there is none. Does it begin so? */
const char *file_lines_first(const struct file_lines *);
bool file_lines_begins(const struct file_lines *, const char *word);

/* In a file of names, one a line: the next name, without blanks at its end and without a comment that begins with #; NULL: there is none. */
char *file_lines_name(struct file_lines *);

/* Say what is wrong in a line, 0: in all of the file; and in the one that was read last. The first message stays. False. */
__attribute__((format(printf, 3, 4))) bool file_lines_refuse_at(struct file_lines *, unsigned line, const char *format, ...);
#define file_lines_refuse(l, ...) file_lines_refuse_at(l, (l)->number, __VA_ARGS__)
bool file_lines_no_memory(struct file_lines *);

/* How much of a word of the file is in a message: with %.*s. */
enum { WORD_SHOWN = 40 };

/* The parts of a line. Each moves *at behind what it found; false: it is not there, and *at stays. */
bool line_word(const char **at, const char *word);
bool line_number(const char **at, uint64_t most, uint64_t *value);
bool line_hex(const char **at, uint64_t *value);        /* with or without 0x */
void line_blanks(const char **at);
