#pragma once

#include "file_lines.h"
#include "graph.h"

/* A text and its name for messages. */
struct named_text {
	const char *path;               /* NULL: there is none */
	struct text text;               /* is cut into lines where it stands */
};

/*
 * Read a fabric; the format is known by its first line that says something. without: names and GUIDs of what is left out, a line each.
 * False: why says what is wrong, "path:line: what".
 */
bool graph_read(struct graph *, struct named_text fabric, struct named_text without, char why[GRAPH_WHY]);

/* Read switches from their names or GUIDs, a line each, as OpenSM's -a does. root has room for all switches. False: why. */
bool roots_read(const struct graph *, struct named_text, uint32_t *root, uint32_t *n, char why[GRAPH_WHY]);

/* The first line that is neither empty nor a comment, of a text of which no line is read yet; "": there is none. */
const char *first_line(const struct file_lines *);
