#pragma once

#include <stddef.h>
#include <stdio.h>

/*
 * Text for formats that are UTF-8, as JSON, HTML and SVG are, from files that may be anything: a byte that is no part of a character of UTF-8 is taken
 * for one of Latin-1.
 */

/* Writes the first character of so many bytes of text, at least one. Returns how many of them it takes. */
size_t utf8_put(const char *text, size_t size, FILE *);

/* How many characters there are, in text that is UTF-8. */
static inline unsigned utf8_count(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* Writes all of it. */
void utf8_write(const char *text, size_t size, FILE *);
