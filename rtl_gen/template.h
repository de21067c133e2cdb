#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "embedded.h"
#include "params.h"

/*
 * Templates: units/<module>.v, and the wiring of an architecture, wiring/<architecture>/<module>.v. They are Verilog, and lint as they
 * stand. Three things in them are for the generator:
 *   `ifdef NAME, `ifndef, `elsif, `else, `endif   resolved where NAME is in spec/features.def; others stay
 *   `ARBITER                                      the module of the arbiter chosen
 *   parameter NAME = 8                            gets its value where NAME is in spec/params.def or spec/derived.def
 * Beside that, modules get the prefix: a template's name is one where `#(` follows.
 */

/* Is the template part of such a switch: a unit, or wiring of its architecture? */
bool template_belongs(const struct embedded *t, const struct params *p);

/* The module that it holds: the file's name without directory and suffix. */
const char *template_module(const struct embedded *t, size_t *length);

/* The module for these parameters. Aborts on a directive that makes no sense. */
void template_write(const struct embedded *t, const struct params *p, FILE *out);

#endif
