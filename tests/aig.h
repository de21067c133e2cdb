#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * And-inverter graphs of combinational logic, as in binary AIGER files. A literal is a node's
 * number times two, plus one if inverted; 0 and 1 are the constants. Nodes are hashed, so that equal
 * structure is one node.
 */
struct aig {
	unsigned inputs, n, outputs;    /* nodes 1..inputs, then ANDs up to n */
	unsigned (*fanin)[2];           /* of each AND, larger literal first */
	unsigned *output;
	char (*name)[192];              /* of inputs, then of outputs */
	unsigned *table, mask;          /* hash: nodes; 0: empty */
};

static inline unsigned aig_number(FILE *f)
{
	unsigned x = 0, shift = 0, c;

	for (; (c = (unsigned)getc(f)) & 0x80; shift += 7)
		x |= (c & 0x7f) << shift;
	return x | c << shift;
}

static inline void aig_room(struct aig *a, unsigned inputs, unsigned ands, unsigned outputs)
{
	*a = (struct aig){ .inputs = inputs, .n = inputs, .outputs = outputs, .mask = 1 };
	while (a->mask < 4 * ands)
		a->mask = 2 * a->mask + 1;
	a->fanin = calloc(inputs + ands + 1, sizeof *a->fanin);
	a->output = calloc(outputs + 1, sizeof *a->output);
	a->name = calloc(inputs + outputs, sizeof *a->name);
	a->table = calloc(a->mask + 1, sizeof *a->table);
	assert(a->fanin && a->output && a->name && a->table);
}

static inline void aig_free(struct aig *a)
{
	free(a->fanin);
	free(a->output);
	free(a->name);
	free(a->table);
}

/* Read a graph. False: the file is not binary AIGER without latches. A vector of one bit is named x[0], too. */
static inline bool aig_read(struct aig *a, FILE *f)
{
	unsigned m, i, l, o, n, at;
	char kind, name[192];

	if (fscanf(f, "aig %u %u %u %u %u\n", &m, &i, &l, &o, &n) != 5 || l)
		return false;
	aig_room(a, i, n, o);
	for (unsigned k = 0; k < o; k++)
		if (fscanf(f, "%u\n", &a->output[k]) != 1)
			return false;
	for (; a->n < i + n; a->n++) {
		unsigned *in = a->fanin[a->n + 1];

		in[0] = 2 * (a->n + 1) - aig_number(f);
		in[1] = in[0] - aig_number(f);
	}
	while (fscanf(f, "%c%u %191[^\n]\n", &kind, &at, name) == 3 && (kind == 'i' || kind == 'o'))
		snprintf(a->name[kind == 'i' ? at : i + at], sizeof *a->name, name[strlen(name) - 1] == ']' ? "%s" : "%s[0]", name);
	return true;
}

static inline unsigned aig_and(struct aig *a, unsigned x, unsigned y)
{
	const unsigned high = x > y ? x : y, low = x > y ? y : x;
	unsigned h;

	if (low < 2 || high == low)
		return low ? high : 0;
	if ((high ^ low) == 1)
		return 0;
	for (h = high * 0x9e3779b1u ^ low * 0x85ebca6bu;; h++) {
		const unsigned node = a->table[(h ^ h >> 15) & a->mask];

		if (!node)
			break;
		if (a->fanin[node][0] == high && a->fanin[node][1] == low)
			return 2 * node;
	}
	a->table[(h ^ h >> 15) & a->mask] = ++a->n;
	a->fanin[a->n][0] = high;
	a->fanin[a->n][1] = low;
	return 2 * a->n;
}

static inline unsigned aig_or(struct aig *a, unsigned x, unsigned y)
{
	return aig_and(a, x ^ 1, y ^ 1) ^ 1;
}

static inline unsigned aig_xor(struct aig *a, unsigned x, unsigned y)
{
	return aig_and(a, aig_and(a, x, y) ^ 1, aig_and(a, x ^ 1, y ^ 1) ^ 1);
}

/* Rebuild all nodes of `from` in `a`. of: by node of `from`, its literal in `a`; of[1..inputs] are given. */
static inline void aig_rebuild(struct aig *a, const struct aig *from, unsigned *of)
{
	of[0] = 0;
	for (unsigned i = from->inputs + 1; i <= from->n; i++) {
		const unsigned *in = from->fanin[i];

		of[i] = aig_and(a, of[in[0] / 2] ^ (in[0] & 1), of[in[1] / 2] ^ (in[1] & 1));
	}
}

static inline void aig_put(FILE *f, unsigned x)
{
	for (; x & ~0x7fu; x >>= 7)
		putc((int)(x & 0x7f) | 0x80, f);
	putc((int)x, f);
}

static inline void aig_write(const struct aig *a, FILE *f)
{
	fprintf(f, "aig %u %u 0 %u %u\n", a->n, a->inputs, a->outputs, a->n - a->inputs);
	for (unsigned k = 0; k < a->outputs; k++)
		fprintf(f, "%u\n", a->output[k]);
	for (unsigned i = a->inputs + 1; i <= a->n; i++) {
		aig_put(f, 2 * i - a->fanin[i][0]);
		aig_put(f, a->fanin[i][0] - a->fanin[i][1]);
	}
}
