#pragma once

#include "embedded.h"
#include "macros.h"
#include "params.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * Templates: units/<module>.v, testbench/switch/tb.v and testbench/nic/tb.v, and the wiring of an architecture,
 * wiring/<architecture>/<module>.v, with a switch.v and a link_monitor.v that can be those of another one (SAME_SWITCH in schemes.def). They are
 * Verilog, and lint as they stand. The generator resolves four things in them:
 *   `ifdef NAME, `ifndef, `elsif, `else, `endif   resolved where NAME is in spec/features.def; others stay
 *   `ARBITER                                      the module of the arbiter chosen
 *   `include "testbench/random.vh"                 the part of this name, which several templates have, or which is a chapter of a long one
 *   parameter NAME = 8                            gets its value where NAME is in spec/params.def or spec/derived.def; so does "text"
 * wiring/axis belongs to network interfaces with AXI-Stream ports, beside the wiring of their architecture.
 * Names of modules get the prefix: a word is one if `#(` follows and a template has this name. No net is implicit in what is written
 * (`default_nettype), which templates need not say.
 */

/* The directory of its wiring below wiring/, by its classifier. */
const char *template_architecture(const struct params *p);

/* Is the template part of such a switch: a unit, wiring of its architecture? With macros (macros/), other memories than without. */
bool template_belongs(const struct embedded *t, const struct params *p, bool macros);

/* Is it of the AXI-Stream ports, and not of what is behind them? */
bool template_is_axis(const struct embedded *t);

/* Is it the switch of an architecture? Is it that, or what an architecture has outside its switch (TOP in schemes.def)? */
bool template_is_switch(const struct embedded *t);
bool template_is_top(const struct embedded *t, const struct params *p);

/* The name of its module: the file's name without directory and suffix. */
const char *template_module(const struct embedded *t, size_t *length);

/* The template of this name, "units/boot.v". */
const struct embedded *template_named(const char *name);

/*
 * Writes the module for these parameters, with texts in the place of `WORD (NULL: there are none), and marks the templates whose modules it
 * instantiates: instantiated[i] is that of templates[i] (NULL: nobody asks). Aborts on a directive that it cannot resolve.
 */
void template_write(const struct embedded *t, const struct params *p, const struct macro_text *texts, FILE *out, bool instantiated[]);
