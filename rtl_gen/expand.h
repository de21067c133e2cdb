#ifndef EXPAND_H
#define EXPAND_H

#include "embedded.h"
#include "params.h"

/*
 * Unit templates: rtl_gen/units/<name>.v, each a module <name> that lints as it stands. Two marks at
 * the end of a line, or alone on it, are for the generator:
 *   //= key    the number before becomes the value of parameter `key`
 *   //@ hook   the line becomes what the hook makes of it (expand.c); several: from the last to the first
 * `//@{ hook` and `//@}`, each a line, stand around lines that all have the same hook.
 * Beside that, modules get the prefix: a template's name is one where `#(` follows.
 */
const struct embedded *template_find(const char *name, size_t length);     /* NULL: there is none */

/* The module for these parameters, without the file's first lines. Aborts on a mark that means nothing. */
void template_expand(const struct embedded *t, const struct params *p, FILE *out);

/* The same of a template that asks for features by `ifdef (spec/features.def), and whose parameters are found by their names. */
void template_resolve(const struct embedded *t, const struct params *p, FILE *out);

/* Name of the next parameter declared at or behind *at, which moves on; NULL: no more. *length: of the name. */
const char *template_parameter(const char **at, size_t *length);

#endif
