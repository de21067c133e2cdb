#pragma once

#include "rtl_gen.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * A text with places for values, which are members of a JSON object:
 *   {{name}}                       the value: a string, or a number
 *   {{#name}} ... {{/name}}        once for each element of an array; of anything else, if it is there, and not false, 0 or ""
 *   {{^name}} ... {{/name}}        if it is not there, or is one of these, or an empty array
 * In a section names are those of the element, and of all that is around it. {{.}} is the element itself. In that of an array {{#more}} is
 * true of all elements but the last. A line that has nothing but the begin or end of a section is left out.
 * escape: values are written as XML. Aborts on a name that is nowhere, and on a section that does not end.
 */
void render(const char *text, const cJSON *values, bool escape, FILE *out);

/*
 * Writes a file of a template, "fabric/link", and values. pattern: its name, in which %s is that of the switch; xml: values are written as XML. False: out of
 * memory.
 */
bool render_file(struct rtl_file *, const char *pattern, const char *template, bool xml, const char *switch_name, const cJSON *values);
