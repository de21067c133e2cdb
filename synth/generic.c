#include "generic.h"

/*
 * A cell of one output Y. The size is that of the transistors that drive it, in those of the smallest inverter. A larger one of the same kind has them, and its
 * inputs, in parallel. Efforts and parasitic delays are those of the textbook, in units of tau and of an inverter's input; of cells of two stages, the first
 * stage drives twice its size, and its delay belongs to the parasitic one.
 */
struct cell {
	const char *name, *function, *sense, *pins;
	unsigned size, sizes;           /* the smallest; so many, each twice the one before */
	unsigned columns;               /* of the smallest: pairs of transistors, and one for the space between cells */
	double parasitic, effort[4];    /* by pin */
};

#define N "negative_unate"
#define P "positive_unate"
#define BOTH "non_unate"

static const struct cell cells[] = {
	{ "INV",   "!A",               N,    "A",    1, 4, 2, 1, { 1 } },
	{ "BUF",   "A",                P,    "A",    2, 3, 4, 4, { 1. / 2 } },
	{ "NAND2", "!(A*B)",           N,    "AB",   1, 3, 3, 2, { 4. / 3, 4. / 3 } },
	{ "NAND3", "!(A*B*C)",         N,    "ABC",  1, 3, 4, 3, { 5. / 3, 5. / 3, 5. / 3 } },
	{ "NOR2",  "!(A+B)",           N,    "AB",   1, 3, 3, 2, { 5. / 3, 5. / 3 } },
	{ "NOR3",  "!(A+B+C)",         N,    "ABC",  1, 3, 4, 3, { 7. / 3, 7. / 3, 7. / 3 } },
	{ "AND2",  "A*B",              P,    "AB",   2, 2, 5, 5, { 2. / 3, 2. / 3 } },
	{ "OR2",   "A+B",              P,    "AB",   2, 2, 5, 5, { 5. / 6, 5. / 6 } },
	{ "AOI21", "!((A*B)+C)",       N,    "ABC",  1, 3, 4, 7. / 3, { 2, 2, 5. / 3 } },
	{ "OAI21", "!((A+B)*C)",       N,    "ABC",  1, 3, 4, 7. / 3, { 2, 2, 4. / 3 } },
	{ "AOI22", "!((A*B)+(C*D))",   N,    "ABCD", 1, 3, 5, 4, { 2, 2, 2, 2 } },
	{ "OAI22", "!((A+B)*(C+D))",   N,    "ABCD", 1, 3, 5, 4, { 2, 2, 2, 2 } },
	{ "XOR2",  "A^B",              BOTH, "AB",   1, 2, 7, 4, { 4, 4 } },
	{ "XNOR2", "!(A^B)",           BOTH, "AB",   1, 2, 7, 4, { 4, 4 } },
	{ "MUX2",  "!((S*A)+((!S)*B))", BOTH, "ABS", 1, 2, 6, 4, { 2, 2, 4 } },
};

enum { FLIP_FLOP_COLUMNS = 16, FLIP_FLOP_DELAY = 10, FLIP_FLOP_SETUP = 6 };     /* master and slave behind transmission gates; delays in tau */

#define PER_SLEW 0.15                   /* delay for each ns of an input's edge, 20 to 80 % */
enum { POINTS = 3 };                    /* fewer suffice for what is linear, but not for abc */
static const double slew[POINTS] = { 0.02, 0.1, 0.5 }, load[POINTS] = { 0.002, 0.05, 0.5 };

/* A gate behind a resistance: the edge of its output lasts twice as long as its delay. */
static void table(FILE *f, const char *name, double size, double parasitic, double per_tau, double per_slew)
{
	fprintf(f, " %s (t) { values (", name);
	for (unsigned i = 0; i < POINTS; i++) {
		fputs(i ? ", \"" : "\"", f);
		for (unsigned k = 0; k < POINTS; k++)
			fprintf(f, "%s%.6f", k ? ", " : "", per_tau * GENERIC_TAU_NS * (parasitic + load[k] / (size * GENERIC_INPUT_PF)) + per_slew * slew[i]);
		fputc('"', f);
	}
	fputs("); }", f);
}

static void timing(FILE *f, const char *from, const char *kind, double size, double parasitic)
{
	fprintf(f, "      timing () { related_pin : \"%s\"; %s;", from, kind);
	table(f, "cell_rise", size, parasitic, 1, PER_SLEW);
	table(f, "cell_fall", size, parasitic, 1, PER_SLEW);
	table(f, "rise_transition", size, parasitic, 2, 0);
	table(f, "fall_transition", size, parasitic, 2, 0);
	fputs(" }\n", f);
}

static void begin(FILE *f, const char *name, unsigned size, unsigned columns)
{
	fprintf(f, "  cell (%sX%u) {\n    area : %.4f;\n", name, size, columns * GENERIC_COLUMN_UM * GENERIC_HEIGHT_UM);
}

static void write_cell(FILE *f, const struct cell *c, unsigned times)
{
	char kind[64], pin[2] = "";

	begin(f, c->name, c->size * times, 1 + times * (c->columns - 1));
	for (unsigned i = 0; c->pins[i]; i++)
		fprintf(f, "    pin (%c) { direction : input; capacitance : %.6f; }\n", c->pins[i], c->effort[i] * c->size * times * GENERIC_INPUT_PF);
	fprintf(f, "    pin (Y) {\n      direction : output; function : \"%s\";\n", c->function);
	snprintf(kind, sizeof kind, "timing_sense : %s", c->sense);
	for (unsigned i = 0; c->pins[i]; i++) {
		pin[0] = c->pins[i];
		timing(f, pin, kind, c->size * times, c->parasitic);
	}
	fputs("    }\n  }\n", f);
}

static void write_flip_flop(FILE *f, unsigned size)
{
	const double setup = FLIP_FLOP_SETUP * GENERIC_TAU_NS;

	begin(f, "DFF", size, FLIP_FLOP_COLUMNS + 2 * (size - 1));
	fprintf(f, "    ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CLK\"; }\n"
		"    pin (CLK) { direction : input; clock : true; capacitance : %.6f; }\n    pin (D) {\n      direction : input; capacitance : %.6f;\n"
		"      timing () { related_pin : \"CLK\"; timing_type : setup_rising; rise_constraint (scalar) { values (\"%.6f\"); } "
		"fall_constraint (scalar) { values (\"%.6f\"); } }\n    }\n    pin (Q) {\n      direction : output; function : \"IQ\";\n",
		GENERIC_INPUT_PF, GENERIC_INPUT_PF, setup, setup);
	timing(f, "CLK", "timing_type : rising_edge", size, FLIP_FLOP_DELAY);
	fputs("    }\n  }\n", f);
}

void generic_begin(const char *name, FILE *f)
{
	static const char *const units[] = { "time_unit : \"1ns\"", "voltage_unit : \"1V\"", "current_unit : \"1uA\"", "pulling_resistance_unit : \"1kohm\"" };
	static const char *const edges[] = { "rise", "fall" };

	fprintf(f, "library (%s) {\n  delay_model : table_lookup;\n  capacitive_load_unit (1, pf);\n", name);
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
		fprintf(f, "  %s;\n", units[i]);
	for (unsigned i = 0; i < 2; i++)
		fprintf(f, "  input_threshold_pct_%s : 50;\n  output_threshold_pct_%s : 50;\n  slew_lower_threshold_pct_%s : 20;\n"
			"  slew_upper_threshold_pct_%s : 80;\n", edges[i], edges[i], edges[i], edges[i]);
}

void generic_write(FILE *f)
{
	generic_begin(GENERIC_NAME, f);
	fprintf(f, "  lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;\n"
		"    index_1 (\"%g, %g, %g\"); index_2 (\"%g, %g, %g\"); }\n", slew[0], slew[1], slew[2], load[0], load[1], load[2]);
	for (const struct cell *c = cells; c < cells + sizeof cells / sizeof *cells; c++)
		for (unsigned k = 0; k < c->sizes; k++)
			write_cell(f, c, 1u << k);
	write_flip_flop(f, 1);
	write_flip_flop(f, 2);
	fputs("}\n", f);
}
