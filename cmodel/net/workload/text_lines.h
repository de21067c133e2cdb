#pragma once

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
	bool refused;                   /* why is set */
	unsigned most;                  /* bytes of a line, with its end, up to LINES_TEXT */
	char text[LINES_TEXT];
};

/* Open a file, whose lines have at most so many bytes. False: why. */
bool lines_open(struct text_lines *, const char *path, unsigned most, char why[LINES_WHY]);

/* Read the next line, without its end. False: there is none, or it is refused. */
bool lines_next(struct text_lines *);

/* Refuse the line read last: the reason goes to why, behind file and line. Returns false. */
__attribute__((format(printf, 2, 3)))
bool lines_refuse(struct text_lines *, const char *format, ...);

bool lines_no_memory(struct text_lines *);

/* How much of a word of the file is in a message: with %.*s. */
enum { LINES_SHOWN = 40 };

/* Cuts the line into so many fields between commas. False: it has not so many, and is refused; columns: what it should have been. */
bool lines_fields(struct text_lines *, const char *columns, char **field, unsigned fields);

/* A whole number of decimal digits, up to `most`, which is below 2^64 - 1. */
bool lines_whole(const char *text, uint64_t most, uint64_t *value);

/* One from `least` on; what: its name. False: refused. */
bool lines_number(struct text_lines *, const char *what, const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* One below n; kind: what that is a number of. */
bool lines_one_of(struct text_lines *, const char *what, const char *kind, const char *text, uint32_t n, uint32_t *value);
