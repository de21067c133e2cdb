#ifndef MUTATION_PROOF_H
#define MUTATION_PROOF_H

#include "aig.h"
#include "mutation.h"

/*
 * Which mutants change nothing. The netlist with all mutants is cut at its flip-flops and memories: what they
 * hold becomes inputs, what they would hold next becomes outputs. A mutant whose outputs all equal those of `mutsel` 0
 * is equivalent: for all inputs and all states but a few. Those in which slot_q of some port is not the lowest set bit of
 * free_q are never reached; that is proven first. And the link contract says that packets are no longer than
 * packet_flits, and that a header that leaves has fewer turns left than a route can have.
 * Equal structure is looked for, then abc's prover decides. Sufficient, not necessary: what else a state never holds is
 * not known here.
 */
struct mutation_proof {
	struct aig aig;
	unsigned select[MUTATION_SELECT_BITS];  /* nodes */
};

/* A module without contents for each kind of memory, so that Yosys can cut its cells out; what is not written does not count. */
static inline void mutation_box(FILE *f, unsigned width, unsigned address)
{
	fprintf(f, "(* blackbox *) module box_%u (input [%u:0] RD_ADDR, WR_ADDR, input [%u:0] WR_EN, WR_DATA, output [%u:0] RD_DATA);\n"
		   "endmodule\n", width, address - 1, width - 1, width - 1);
	fprintf(f, "module memory_%u (input RD_CLK, RD_EN, RD_ARST, RD_SRST, WR_CLK, input [%u:0] RD_ADDR, WR_ADDR,\n"
		   "  input [%u:0] WR_EN, WR_DATA, output [%u:0] RD_DATA);\n"
		   "  box_%u box (.RD_ADDR(RD_ADDR), .RD_DATA(RD_DATA), .WR_EN(WR_EN), .WR_ADDR(WR_ADDR & {%u{|WR_EN}}),\n"
		   "    .WR_DATA(WR_DATA & WR_EN));\nendmodule\n", width, address - 1, width - 1, width - 1, width, address);
}

static inline void mutation_boxes(const struct mutation *m, FILE *boxes, FILE *script)
{
	struct unit_desc units[UNITS];

	units_describe(&m->c.shape, units);
	for (unsigned u = 0; u < UNITS; u++)
		for (unsigned row = 0; row < units[u].n; row++) {
			const struct signal *g = &units[u].signals[row];

			if (g->kind != SIGNAL_MEM || !g->words)
				continue;
			mutation_box(boxes, g->width, clog2(g->words));
			fprintf(script, "chtype -set memory_%u t:$mem_v2 r:WIDTH=%u %%i\n", g->width, g->width);
		}
}

/* One flip-flop in Yosys' text form becomes an input and an output. The line of the cell has been read. */
static inline void mutation_cut_one(FILE *from, FILE *to, unsigned number)
{
	static char line[1 << 16], d[1 << 16], q[1 << 16];
	unsigned width = 0;

	while (fgets(line, sizeof line, from) && strcmp(line, "  end\n") != 0) {
		sscanf(line, " parameter \\WIDTH %u", &width);
		sscanf(line, " connect \\D %[^\n]", d);
		sscanf(line, " connect \\Q %[^\n]", q);
	}
	fprintf(to, "  wire width %u input %u \\ff%u.q\n  wire width %u output %u \\ff%u.d\n", width, 100000 + 2 * number, number, width,
		100001 + 2 * number, number);
	fprintf(to, "  connect %s \\ff%u.q\n  connect \\ff%u.d %s\n", q, number, number, d);
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
	fputs("read_verilog boxes.v\nread_ilang mutated.il\nmemory_collect\n", script);
	mutation_boxes(m, boxes, script);
	fprintf(script, "select -assert-none t:$mem*\nsetparam -unset WIDTH t:memory_*\nflatten %s\ncd %s\nexpose -evert t:box_*\n"
			"expose w:*.mmu.free_q w:*.mmu.slot_q w:*.oport.left_q w:*.oport.tx_head_q w:*.oport.tx_data_q\n"
			"cd ..\nselect %s\nwrite_ilang -selected boxed.il\n", m->c.top, m->c.top, m->c.top);
	assert_int_equal(fclose(boxes), 0);
	assert_int_equal(fclose(script), 0);
	mutation_yosys(m, "box.ys", "box.log");
	mutation_cut(m);
	script = mutation_open(m, "aig.ys", "w");
	fprintf(script, "read_ilang cut.il\ncd %s\nclean\ncd ..\nsetundef -zero\nopt_expr -full\ntechmap\nsetundef -zero\nopt_expr\naigmap\nclean\n"
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

/* Two copies of the netlist, one with a mutant, over the same inputs. */
struct mutation_miter {
	const struct aig *from;
	struct aig a;
	unsigned *whole, *changed;      /* literals of the nodes of both */
};

static inline void mutation_miter_begin(struct mutation_miter *t, const struct mutation_proof *p, unsigned mutant)
{
	const struct aig *a = &p->aig;

	*t = (struct mutation_miter){ .from = a, .whole = calloc(a->n + 1, 4), .changed = calloc(a->n + 1, 4) };
	assert_true(t->whole && t->changed);
	aig_room(&t->a, a->inputs, 2 * (a->n - a->inputs) + 8 * a->outputs + 65536, 1);
	for (unsigned i = 1; i <= a->inputs; i++)
		t->whole[i] = t->changed[i] = 2 * i;
	for (unsigned b = 0; b < MUTATION_SELECT_BITS; b++) {
		t->whole[p->select[b]] = 0;
		t->changed[p->select[b]] = mutant >> b & 1;
	}
	aig_rebuild(&t->a, a, t->whole);
	aig_rebuild(&t->a, a, t->changed);
}

static inline void mutation_miter_end(struct mutation_miter *t)
{
	free(t->whole);
	free(t->changed);
	aig_free(&t->a);
}

static inline unsigned mutation_output(const struct mutation_miter *t, const unsigned *copy, unsigned output)
{
	return copy[t->from->output[output] / 2] ^ (t->from->output[output] & 1);
}

static inline unsigned mutation_named(const struct aig *a, unsigned first, unsigned n, const char *name)
{
	for (unsigned i = first; i < first + n; i++)
		if (!strcmp(a->name[i], name))
			return i - first;
	fail_msg("the netlist has no %s", name);
	return 0;
}

/* Literal of a bit of a register in the copy without mutant, or of what it becomes. */
static inline unsigned mutation_register(const struct mutation_miter *t, const char *name, unsigned bit, bool next)
{
	const struct aig *a = t->from;
	char full[256];
	unsigned literal;

	snprintf(full, sizeof full, "%s[%u]", name, bit);
	literal = mutation_output(t, t->whole, mutation_named(a, a->inputs, a->outputs, full));
	if (!next)
		return literal;
	assert_true(literal / 2 >= 1 && literal / 2 <= a->inputs && !(literal & 1));
	snprintf(full, sizeof full, "%s", a->name[literal / 2 - 1]);
	memcpy(strstr(full, ".q"), ".d", 2);
	return mutation_output(t, t->whole, mutation_named(a, a->inputs, a->outputs, full));
}

/* In this state, or in the next: slot_q is the lowest set bit of free_q in every port, 0 if there is none. */
static inline unsigned mutation_lowest(struct mutation_miter *t, const struct shape *s, bool next)
{
	unsigned holds = 1;

	for (unsigned i = 0; i < s->radix; i++) {
		unsigned slot[16], none = 1;
		char name[64];

		snprintf(name, sizeof name, "g_in[%u].iport.mmu.slot_q", i);
		for (unsigned b = 0; b < s->slot_w; b++)
			slot[b] = mutation_register(t, name, b, next);
		snprintf(name, sizeof name, "g_in[%u].iport.mmu.free_q", i);
		for (unsigned k = 0; k < s->slots; k++) {
			const unsigned f = mutation_register(t, name, k, next), lowest = aig_and(&t->a, f, none);

			for (unsigned b = 0; b < s->slot_w; b++)
				holds = aig_and(&t->a, holds, aig_and(&t->a, lowest, slot[b] ^ (k >> b & 1)) ^ 1);
			none = aig_and(&t->a, none, f ^ 1);
		}
		for (unsigned b = 0; b < s->slot_w; b++)
			holds = aig_and(&t->a, holds, aig_and(&t->a, none, slot[b]) ^ 1);
	}
	return holds;
}

/* A number in a register, from bit lsb: is it at most this? */
static inline unsigned mutation_at_most(struct mutation_miter *t, const char *name, unsigned lsb, unsigned width, unsigned most)
{
	unsigned more = 0, equal = 1;

	for (unsigned b = width; b--;) {
		const unsigned x = mutation_register(t, name, lsb + b, false);

		if (most >> b & 1) {
			equal = aig_and(&t->a, equal, x);
		} else {
			more = aig_or(&t->a, more, aig_and(&t->a, equal, x));
			equal = aig_and(&t->a, equal, x ^ 1);
		}
	}
	return more ^ 1;
}

/* What the link contract says about what output ports hold. */
static inline unsigned mutation_contract(struct mutation_miter *t, const struct shape *s)
{
	unsigned holds = 1;

	for (unsigned o = 0; o < s->radix; o++) {
		char name[64];
		unsigned head;

		snprintf(name, sizeof name, "g_out[%u].oport.left_q", o);
		holds = aig_and(&t->a, holds, mutation_at_most(t, name, 0, s->flits_w, s->packet_flits));
		snprintf(name, sizeof name, "g_out[%u].oport.tx_head_q", o);
		head = mutation_register(t, name, 0, false);
		snprintf(name, sizeof name, "g_out[%u].oport.tx_data_q", o);
		holds = aig_and(&t->a, holds,
				aig_and(&t->a, head, mutation_at_most(t, name, s->turnpool_bits, s->len_w, s->turns - 1) ^ 1) ^ 1);
	}
	return holds;
}

/* It holds after reset, and in the next state if in this one. */
static inline bool mutation_invariant(const struct mutation_proof *p, const struct mutation *m)
{
	struct mutation_miter t;
	unsigned before, after;
	bool proven;

	mutation_miter_begin(&t, p, 0);
	before = aig_and(&t.a, mutation_lowest(&t, &m->c.shape, false) ^ 1, 2 * (mutation_named(&p->aig, 0, p->aig.inputs, "rst[0]") + 1) ^ 1) ^ 1;
	after = mutation_lowest(&t, &m->c.shape, true);
	proven = mutation_never(m, &t.a, aig_and(&t.a, before, after ^ 1));
	mutation_miter_end(&t);
	return proven;
}

/* Same next state in reset, same next state and outputs in states that are reached. */
static inline bool mutation_proven(const struct mutation_proof *p, const struct mutation *m, unsigned mutant)
{
	struct mutation_miter t;
	unsigned any = 0, state = 0, reached, bad;
	bool proven;

	mutation_miter_begin(&t, p, mutant);
	for (unsigned o = 0; o < p->aig.outputs; o++) {
		const unsigned x = aig_xor(&t.a, mutation_output(&t, t.whole, o), mutation_output(&t, t.changed, o));

		any = aig_or(&t.a, any, x);
		if (strstr(p->aig.name[p->aig.inputs + o], ".d["))
			state = aig_or(&t.a, state, x);
	}
	reached = aig_and(&t.a, mutation_lowest(&t, &m->c.shape, false), mutation_contract(&t, &m->c.shape));
	bad = aig_or(&t.a, aig_and(&t.a, any, reached),
		     aig_and(&t.a, state, 2 * (mutation_named(&p->aig, 0, p->aig.inputs, "rst[0]") + 1)));
	proven = !any || mutation_never(m, &t.a, bad);
	mutation_miter_end(&t);
	return proven;
}

#endif
