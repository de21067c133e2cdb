#pragma once

/* A unit's Verilog with a fault to be chosen at each of its outputs. */
#include "asserts.h"
#include "texts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { UNIT_OUTPUTS = 32, OUTPUT_NAME = 32 };

/* The outputs of a unit, as its Verilog declares them. */
struct unit_outputs {
	unsigned n;
	char name[UNIT_OUTPUTS][OUTPUT_NAME];
};

static inline struct unit_outputs outputs_declared(const char *text)
{
	struct unit_outputs o = { 0 };
	const char *port = strstr(text, "\nmodule ");
	int length;

	assert_non_null(port);
	for (port++; (port = module_port(port, "output", &length)); port += length) {
		assert_true(o.n < UNIT_OUTPUTS);
		snprintf(o.name[o.n++], OUTPUT_NAME, "%.*s", length, port);
	}
	return o;
}

static inline bool word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Its index; how many there are: it is none. */
static inline unsigned output_named(const struct unit_outputs *o, const char *name, size_t n)
{
	unsigned i = 0;

	while (i < o->n && (strlen(o->name[i]) != n || strncmp(o->name[i], name, n) != 0))
		i++;
	return i;
}

/* The unit drives <name>_true, and the port shows it, or not quite. The width is the port's: it differs from side to side. */
static inline void invert(FILE *f, const char *name, unsigned i)
{
	fprintf(f, "wire [$bits(%s)-1:0] %s_true;\nassign %s = %s_true ^ (fault_select == 32'd%u ? $bits(%s)'(1) << (64'(fault_place) * $bits(%s) >> 32) : $bits(%s)'(0));\n",
		name, name, name, name, i + 1, name, name, name);
}

/*
 * The unit's Verilog, all uses of an output's name in it replaced but for the port itself and for where a part of the unit has a port of that name.
 * fault_select: 1 and more, the output that is wrong; fault_place: which of its bits, as a fraction of 2^32.
 */
static inline void with_faults(FILE *f, const struct unit_outputs *o, const char *text)
{
	const char *p = strstr(text, "\n);");

	assert_non_null(p);
	p += 3;
	fprintf(f, "%.*s\nreg [31:0] fault_select /*verilator public_flat_rw*/ = 32'd0;\n"
		   "reg [31:0] fault_place /*verilator public_flat_rw*/ = 32'd0;\n", (int)(p - text), text);
	for (unsigned i = 0; i < o->n; i++)
		invert(f, o->name[i], i);
	while (*p) {
		size_t n = 0;

		while (word(p[n]))
			n++;
		if (!n) {
			fputc(*p++, f);
			continue;
		}
		fprintf(f, "%.*s%s", (int)n, p, output_named(o, p, n) < o->n && p[-1] != '.' ? "_true" : "");
		p += n;
	}
}
