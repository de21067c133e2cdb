#ifndef TEXT_LINES_H
#define TEXT_LINES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Text files, line by line: the lines of traces and jobs. What is wrong with a line is said with file and number. */
enum { LINES_WHY = 256, LINES_TEXT = 1024 };

struct text_lines {
	FILE *f;
	const char *path;               /* for messages */
	char *why;                      /* LINES_WHY */
	uint64_t line;                  /* counted from 1 */
	unsigned most;                  /* bytes of a line, with its end, up to LINES_TEXT */
	char text[LINES_TEXT];
};

enum lines_got { LINES_ONE, LINES_OVER, LINES_REFUSED };

/* Read the next line, without its end. */
enum lines_got lines_next(struct text_lines *);

/* Refuse the line read last: the reason goes to why, behind file and line. Returns LINES_REFUSED. */
__attribute__((format(printf, 2, 3)))
enum lines_got lines_refuse(struct text_lines *, const char *format, ...);

/* Returns the field of a CSV line at *text, which the separator ends, and moves *text behind that; NULL: the separator is missing. */
char *lines_field(char **text, char separator);

/* A whole number of decimal digits, up to `most`. */
bool lines_whole(const char *text, uint64_t most, uint64_t *value);

#endif
