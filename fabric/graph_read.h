#pragma once

#include "file_lines.h"
#include "graph.h"

/*
 * Read a fabric; the format is known by its first line that says something. without: names and GUIDs of what is left out, a line each; NULL: none.
 * False, here and below: the message of the lines is set.
 */
bool graph_read(struct graph *, struct file_lines *, struct file_lines *without);

/* Read switches from their names or GUIDs, a line each, as OpenSM's -a does. root has room for all switches. */
bool roots_read(const struct graph *, struct file_lines *, uint32_t *root, uint32_t *n);

/* The first line that is neither empty nor a comment, of a text of which no line is read yet; "": there is none. */
const char *first_line(const struct file_lines *);
