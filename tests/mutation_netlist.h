#pragma once

#include "aig.h"
#include "mutation.h"

/*
 * The netlist with all mutants, cut at its flip-flops and memories: their values become inputs, their next values become
 * outputs. abc's prover compares two copies of it over the same inputs, one of them with a mutant.
 */
struct mutation_proof {
	struct aig aig;
	unsigned select[MUTATION_SELECT_BITS];  /* nodes of the bits of mutsel */
};

/* An empty module for a kind of memory, so that Yosys can cut its cells out. Address and data count only where the memory is written. */
static inline void mutation_box(FILE *f, unsigned width, unsigned address)
{
	fprintf(f, "(* blackbox *) module box_%u (input [%u:0] RD_ADDR, WR_ADDR, input [%u:0] WR_EN, WR_DATA, output [%u:0] RD_DATA);\n"
		   "endmodule\n", width, address - 1, width - 1, width - 1);
	fprintf(f, "module memory_%u (input RD_CLK, RD_EN, RD_ARST, RD_SRST, WR_CLK, input [%u:0] RD_ADDR, WR_ADDR,\n"
		   "  input [%u:0] WR_EN, WR_DATA, output [%u:0] RD_DATA);\n"
		   "  box_%u box (.RD_ADDR(RD_ADDR), .RD_DATA(RD_DATA), .WR_EN(WR_EN), .WR_ADDR(WR_ADDR & {%u{|WR_EN}}),\n"
		   "    .WR_DATA(WR_DATA & WR_EN));\nendmodule\n", width, address - 1, width - 1, width - 1, width, address);
}

/* Memories of one width have one number of words. */
static inline void mutation_boxes(const struct mutation *m, FILE *boxes, FILE *script)
{
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	unsigned boxed[UNITS] = { 0 }, n = 0;     /* widths */

	units_describe(&m->c.shape, units, sites);
	for (unsigned u = 0; u < UNITS; u++)
		for (unsigned row = 0; row < units[u].n && units[u].present; row++) {
			const struct signal *g = &units[u].signals[row];
			unsigned b = 0;

			if (g->kind != SIGNAL_MEM || !g->words)
				continue;
			while (b < n && boxed[b] != g->width)
				b++;
			if (b < n)
				continue;
			boxed[n++] = g->width;
			mutation_box(boxes, g->width, clog2(g->words));
			fprintf(script, "chtype -set memory_%u t:$mem_v2 r:WIDTH=%u %%i\n", g->width, g->width);
		}
}

/* Make a flip-flop, in Yosys' text form, an input .q and an output .d, or .dx if it has no reset. Its first line has been read. */
static inline void mutation_cut_one(FILE *from, FILE *to, unsigned number)
{
	static char line[1 << 16], d[1 << 16], q[1 << 16];
	const char *next;
	unsigned width = 0;

	while (fgets(line, sizeof line, from) && strcmp(line, "  end\n") != 0) {
		sscanf(line, " parameter \\WIDTH %u", &width);
		sscanf(line, " connect \\D %[^\n]", d);
		sscanf(line, " connect \\Q %[^\n]", q);
	}
	next = strstr(q, ".rdata_q") ? "dx" : "d";
	fprintf(to, "  wire width %u input %u \\ff%u.q\n  wire width %u output %u \\ff%u.%s\n", width, 100000 + 2 * number, number, width,
		100001 + 2 * number, number, next);
	fprintf(to, "  connect %s \\ff%u.q\n  connect \\ff%u.%s %s\n", q, number, number, next, d);
}

static inline void mutation_cut(const struct mutation *m)
{
	FILE *from = mutation_open(m, "boxed.il", "r"), *to = mutation_open(m, "cut.il", "w");
	static char line[1 << 16];
	unsigned number = 0;

	while (fgets(line, sizeof line, from))
		if (!strncmp(line, "  cell $dff ", 12))
			mutation_cut_one(from, to, number++);
		else
			fputs(line, to);
	assert_true(number > 0);
	fclose(from);
	assert_int_equal(fclose(to), 0);
}

static inline void mutation_proof_begin(struct mutation_proof *p, const struct mutation *m)
{
	FILE *boxes = mutation_open(m, "boxes.v", "w"), *script = mutation_open(m, "box.ys", "w"), *f;
	unsigned bit, found = 0;

	*p = (struct mutation_proof){ .aig = { 0 } };
	fputs("read_verilog boxes.v\nread_rtlil mutated.il\nmemory_collect\n", script);
	mutation_boxes(m, boxes, script);
	fprintf(script, "select -assert-none t:$mem*\nsetparam -unset WIDTH t:memory_*\nflatten %s\ncd %s\nexpose -evert t:box_*\n"
			"expose w:*_q\n"
			"cd ..\nselect %s\nwrite_rtlil -selected boxed.il\n", m->c.top, m->c.top, m->c.top);
	assert_int_equal(fclose(boxes), 0);
	assert_int_equal(fclose(script), 0);
	mutation_yosys(m, "box.ys", "box.log");
	mutation_cut(m);
	script = mutation_open(m, "aig.ys", "w");
	fprintf(script, "read_rtlil cut.il\ncd %s\nclean\ncd ..\nsetundef -zero\nopt_expr -full\ntechmap\nsetundef -zero\nopt_expr\naigmap\nclean\n"
			"write_aiger -symbols cut.aig\n", m->c.top);
	assert_int_equal(fclose(script), 0);
	mutation_yosys(m, "aig.ys", "aig.log");
	f = mutation_open(m, "cut.aig", "r");
	assert_true(aig_read(&p->aig, f));
	fclose(f);
	for (unsigned i = 0; i < p->aig.inputs; i++)
		if (sscanf(p->aig.name[i], "mutsel[%u]", &bit) == 1 && bit < MUTATION_SELECT_BITS) {
			p->select[bit] = i + 1;
			found++;
		}
	assert_int_equal(found, MUTATION_SELECT_BITS);
}

static inline void mutation_proof_end(struct mutation_proof *p)
{
	aig_free(&p->aig);
}

/* Is this literal always 0? */
static inline bool mutation_never(const struct mutation *m, struct aig *a, unsigned literal)
{
	char command[BUILD_PATH], line[256];
	bool proven = false;
	FILE *f;

	if (literal < 2)
		return !literal;
	a->output[0] = literal;
	f = mutation_open(m, "miter.aig", "w");
	aig_write(a, f);
	assert_int_equal(fclose(f), 0);
	snprintf(command, sizeof command, "cd %s && yosys-abc -c 'read_aiger miter.aig; strash; iprove' 2>&1", m->c.dir);
	f = popen(command, "r");
	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		proven |= !strncmp(line, "UNSATISFIABLE", 13);
	pclose(f);
	return proven;
}

static inline unsigned mutation_named(const struct aig *a, unsigned first, unsigned n, const char *name)
{
	for (unsigned i = first; i < first + n; i++)
		if (!strcmp(a->name[i], name))
			return i - first;
	fail_msg("the netlist has no %s", name);
	return 0;
}

/* The output that shows a bit of a register, or of the word that a memory delivers. */
static inline unsigned mutation_register_output(const struct aig *a, const char *name, unsigned bit)
{
	char full[256];

	snprintf(full, sizeof full, "%s[%u]", name, bit);
	return mutation_named(a, a->inputs, a->outputs, full);
}

/* Two copies of the netlist over the same inputs, one of them with a mutant; and ghosts: more inputs, for values that no register holds. */
enum { MUTATION_GHOSTS = 128 };

struct mutation_miter {
	const struct aig *from;
	struct aig a;
	unsigned *whole, *changed;      /* literals of the nodes: without, with the mutant */
};

/* A bit of a word that a memory delivers, which counts only with another bit, of a register: the outputs that have their names. */
struct mutation_unread {
	unsigned word, with;
};

static inline unsigned mutation_output(const struct mutation_miter *t, const unsigned *copy, unsigned output)
{
	return copy[t->from->output[output] / 2] ^ (t->from->output[output] & 1);
}

/* The input that an output shows in the copy without mutant: its register, or what its memory delivers. */
static inline unsigned mutation_shown(const struct mutation_miter *t, unsigned output)
{
	const unsigned literal = mutation_output(t, t->whole, output);

	assert_true(literal / 2 >= 1 && literal / 2 <= t->from->inputs && !(literal & 1));
	return literal;
}

/* Where such a word does not count, the copy with the mutant reads another one, a ghost. */
static inline void mutation_miter_begin(struct mutation_miter *t, const struct mutation_proof *p, unsigned mutant,
					const struct mutation_unread *unread, unsigned n)
{
	const struct aig *a = &p->aig;

	*t = (struct mutation_miter){ .from = a, .whole = calloc(a->n + 1, 4), .changed = calloc(a->n + 1, 4) };
	assert_true(t->whole && t->changed);
	aig_room(&t->a, a->inputs + MUTATION_GHOSTS, 2 * (a->n - a->inputs) + 8 * a->outputs + 65536, 1);
	for (unsigned i = 1; i <= a->inputs; i++)
		t->whole[i] = t->changed[i] = 2 * i;
	for (unsigned b = 0; b < MUTATION_SELECT_BITS; b++) {
		t->whole[p->select[b]] = 0;
		t->changed[p->select[b]] = mutant >> b & 1;
	}
	aig_rebuild(&t->a, a, t->whole);
	assert_true(n <= MUTATION_GHOSTS);
	for (unsigned k = 0; k < n; k++) {
		const unsigned ghost = 2 * (a->inputs + 1 + k), word = mutation_shown(t, unread[k].word), with = mutation_shown(t, unread[k].with);

		t->changed[word / 2] = aig_or(&t->a, aig_and(&t->a, with, word), aig_and(&t->a, with ^ 1, ghost));
	}
	aig_rebuild(&t->a, a, t->changed);
}

static inline void mutation_miter_end(struct mutation_miter *t)
{
	free(t->whole);
	free(t->changed);
	aig_free(&t->a);
}

/* Literal of a bit of a register in the copy without mutant; next: of its next value. */
static inline unsigned mutation_register(const struct mutation_miter *t, const char *name, unsigned bit, bool next)
{
	const struct aig *a = t->from;
	const unsigned output = mutation_register_output(a, name, bit);
	char full[256];

	if (!next)
		return mutation_output(t, t->whole, output);
	snprintf(full, sizeof full, "%s", a->name[mutation_shown(t, output) / 2 - 1]);
	memcpy(strstr(full, ".q"), ".d", 2);
	return mutation_output(t, t->whole, mutation_named(a, a->inputs, a->outputs, full));
}
