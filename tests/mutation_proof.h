#pragma once

#include "mutation_reached.h"

/*
 * Proves mutants equivalent: for all inputs of neighbours that keep the link contract, and all states but those that are never
 * reached, all outputs and next states are those of `mutsel` 0. The laws of reached states (mutation_laws) are proven first. Equal
 * structure is looked for, then abc's prover decides. The proof is sufficient, not necessary: reached states may keep laws that
 * are not known here.
 */

/* Is a law inductive? It has to hold after reset; and in the next state, if it and the laws that it relies on hold in this one. */
static inline bool mutation_stays(struct mutation_miter *t, const struct mutation *m, const struct mutation_law *law, unsigned port)
{
	const struct shape *s = &m->c.shape;
	const unsigned reached = mutation_reached(t, s, law->kind, port);
	const unsigned broken = aig_and(&t->a, aig_or(&t->a, reached, mutation_input(t, "rst", 0)), mutation_holds(t, s, law, port, true) ^ 1);

	return mutation_never(m, &t->a, broken);
}

/* Prove all laws up to a kind, and that some state keeps them all: from a contradiction everything would follow. */
static inline bool mutation_invariant(const struct mutation_proof *p, const struct mutation *m, enum mutation_kind kind)
{
	struct mutation_miter t;
	bool proven = true;

	mutation_miter_begin(&t, p, 0, NULL, 0);
	for (const struct mutation_law *law = mutation_laws; law < mutation_laws + MUTATION_LAWS && law->kind <= kind; law++)
		for (unsigned port = 0; mutation_is_of(law, &m->c.shape) && port < m->c.shape.radix && proven; port++) {
			proven = mutation_stays(&t, m, law, port);
			if (!proven)
				print_message("# not proven: %s, port %u\n", law->what, port);
		}
	if (mutation_never(m, &t.a, mutation_reached(&t, &m->c.shape, kind, m->c.shape.radix))) {
		print_message("# the laws contradict each other\n");
		proven = false;
	}
	mutation_miter_end(&t);
	return proven;
}

/* Literal of whether an output of the netlist counts: 1, but for the next word that does not always count, and the address that it is read at. */
static inline unsigned mutation_counts(const struct mutation_miter *t, unsigned output, const struct mutation_unread *unread, unsigned n)
{
	const struct aig *a = t->from;
	const char *name = a->name[a->inputs + output];

	for (unsigned k = 0; k < n; k++) {
		const char *word = a->name[mutation_shown(t, unread[k].word) / 2 - 1], *shown = a->name[a->inputs + unread[k].word];
		const size_t memory = (size_t)(strstr(shown, ".rdata_q") - shown);
		char next[256], with[256];

		if (output == unread[k].word)
			return 0;
		snprintf(next, sizeof next, "%.*s.dx%s", (int)strcspn(word, "."), word, strchr(word, '.') + 2);
		if (strcmp(name, next) != 0 && (strncmp(name, shown, memory) != 0 || strncmp(name + memory, ".mem.box.RD_ADDR", 16) != 0))
			continue;
		snprintf(with, sizeof with, "%s", a->name[mutation_shown(t, unread[k].with) / 2 - 1]);
		memcpy(strstr(with, ".q"), ".d", 2);
		return mutation_output(t, t->whole, mutation_named(a, a->inputs, a->outputs, with));
	}
	return 1;
}

/*
 * Prove a mutant equivalent: it has the same next state in reset, from any state, but for registers without reset, which mean nothing yet;
 * and the same next state and outputs in reached states. Laws are used up to a kind. Words that do not count may differ (`unread`): then neither
 * outputs nor other state depend on them.
 */
static inline bool mutation_equal(const struct mutation_proof *p, const struct mutation *m, unsigned mutant, enum mutation_kind kind,
				  const struct mutation_unread *unread, unsigned n)
{
	const struct shape *s = &m->c.shape;
	struct mutation_miter t;
	unsigned any = 0, state = 0;
	bool proven;

	mutation_miter_begin(&t, p, mutant, unread, n);
	for (unsigned o = 0; o < p->aig.outputs; o++) {
		const unsigned x = aig_and(&t.a, mutation_counts(&t, o, unread, n),
					   aig_xor(&t.a, mutation_output(&t, t.whole, o), mutation_output(&t, t.changed, o)));

		any = aig_or(&t.a, any, x);
		if (strstr(p->aig.name[p->aig.inputs + o], ".d["))
			state = aig_or(&t.a, state, x);
	}
	state = aig_and(&t.a, state, mutation_input(&t, "rst", 0));
	proven = !any;
	for (enum mutation_kind k = MUTATION_PORT; any && !proven && k <= kind; k++)
		proven = mutation_never(m, &t.a, aig_or(&t.a, aig_and(&t.a, any, mutation_reached(&t, s, k, s->radix)), state));
	mutation_miter_end(&t);
	return proven;
}

/* First without the expensive laws, and with all words. Of a clock nothing is proven: the netlist is cut where it goes in. */
static inline bool mutation_proven(const struct mutation_proof *p, const struct mutation *m, unsigned mutant, enum mutation_kind kind)
{
	const struct mutation_contracts *const contracts = mutation_contracts(&m->c.shape);
	struct mutation_unread unread[MUTATION_GHOSTS];

	return !strstr(m->line[mutant], "-port CLK ") &&
	       (mutation_equal(p, m, mutant, kind, NULL, 0) ||
	       (contracts->unread && mutation_equal(p, m, mutant, kind, unread, contracts->unread(&p->aig, &m->c.shape, unread))));
}
