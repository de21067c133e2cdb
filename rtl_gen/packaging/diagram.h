#pragma once

#include "shape.h"

#include <cjson/cJSON.h>

/*
 * Timing diagrams of the links, as values: an array of objects with a title, a text of what is seen, and rows; of a row the name, a line of text,
 * and paths and boxes for an SVG. NULL: out of memory.
 */
cJSON *diagrams_of(const struct shape *s);
