#ifndef PLANTED_UNIT_H
#define PLANTED_UNIT_H

/* A unit's Verilog with a fault to be chosen at each of its outputs. */
#include "units.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static inline bool word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static inline const struct signal *output_named(const struct unit_desc *u, const char *name, size_t n, unsigned *row)
{
	for (*row = 0; *row < u->n; ++*row) {
		const struct signal *g = &u->signals[*row];

		if (g->kind == SIGNAL_OUT && g->width && strlen(g->name) == n && !strncmp(g->name, name, n))
			return g;
	}
	return NULL;
}

/* Behind the port's declaration: the unit drives <name>_true, and the port shows it, or not quite. The width is the port's: it differs from side to side. */
static inline void invert(FILE *f, const struct signal *g, unsigned row)
{
	fprintf(f, "\nwire [$bits(%s)-1:0] %s_true;\nassign %s = %s_true ^ (fault_select == 32'd%u ? $bits(%s)'(1) << fault_bit : $bits(%s)'(0));\n", g->name,
		g->name, g->name, g->name, row + 1, g->name, g->name);
}

/*
 * The unit's Verilog, all uses of an output's name in it replaced but for the port itself: in the list of ports, in
 * its declaration, and where a part of the unit has a port of that name.
 */
static inline void with_faults(FILE *f, const struct unit_desc *u, const char *text)
{
	const char *p = strstr(text, "\n);");

	assert_non_null(p);
	p += 3;
	fprintf(f, "%.*s\nreg [31:0] fault_select /*verilator public_flat_rw*/ = 32'd0;\n"
		   "reg [31:0] fault_bit /*verilator public_flat_rw*/ = 32'd0;\n", (int)(p - text), text);
	for (bool declared = false; *p;) {
		size_t n = 0;
		unsigned row;
		const struct signal *g;

		while (word(p[n]))
			n++;
		if (!n) {
			fputc(*p++, f);
			continue;
		}
		g = output_named(u, p, n, &row);
		fprintf(f, "%.*s%s", (int)n, p, g && !declared && p[-1] != '.' ? "_true" : "");
		p += n;
		if (g && declared && *p == ';') {
			fputc(*p++, f);
			invert(f, g, row);
		}
		declared = !strncmp(p - n - 1, "\noutput", 7) || (declared && !g);
	}
}

#endif
