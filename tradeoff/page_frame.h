#pragma once

#include "embedded.h"

#include <stdio.h>

/* A page that needs no other file, well-formed XML as well. Up to its title as a heading: in the style of page.css and, unless it is NULL, of more. */
void page_begin(const char *title, const struct embedded *more, FILE *);

/* Its scripts, of the files of one directory, names that end with NULL, and the end. */
void page_end(const struct embedded *files, const char *const *scripts, FILE *);

/* NULL: there is none of this name. */
const struct embedded *page_file(const struct embedded *files, const char *name);
