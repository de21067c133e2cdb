#pragma once

#include <stddef.h>
#include <stdio.h>

/*
 * Text for formats that are UTF-8, as JSON, HTML and SVG are, from files that may be anything: a byte that is no part of a character of UTF-8 is taken
 * for one of Latin-1.
 */

/* Writes the first character of so many bytes of text, at least one. Returns how many of them it takes. */
size_t utf8_put(const char *text, size_t size, FILE *);

/* Writes all of it. */
void utf8_write(const char *text, size_t size, FILE *);
