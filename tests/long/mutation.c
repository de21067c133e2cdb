/* A thousand mutants of each sample switch of MANY_MUTANTS. docs/internals/mutation.md explains the survivors. */
#include "../mutation_proof.h"

enum { MUTANTS = 1000, SEED = 1, GOAL = 99 /* percent of those not proven equivalent */ };

static unsigned survivors(const struct mutation *m)
{
	unsigned n = 0;

	for (unsigned i = 1; i <= m->n; i++)
		n += !m->kill[i].killed && !m->kill[i].proven;
	return n;
}

static unsigned prove(struct mutation *m)
{
	struct mutation_proof p;
	unsigned n = 0;

	mutation_proof_begin(&p, m);
	assert_true(mutation_invariant(&p, m, MUTATION_FULL));
	for (unsigned i = 1; i <= m->n; i++)
		if (!m->kill[i].killed && mutation_proven(&p, m, i, MUTATION_FULL)) {
			m->kill[i].proven = true;
			n++;
		}
	mutation_proof_end(&p);
	return n;
}

static void thousand_mutants(void **state)
{
	const struct params params = sample_params(*state);
	struct mutation m;
	unsigned left, equivalent, killed;

	mutation_begin(&m, &params, MUTANTS, SEED);
	mutation_try_all(&m, 0, MUTATION_SHORT);
	print_message("# %u of %u survive the short runs\n", survivors(&m), m.n);
	equivalent = prove(&m);
	print_message("# %u of them are proven equivalent\n", equivalent);
	mutation_try_all(&m, MUTATION_SHORT, MUTATION_LONG);
	left = survivors(&m);
	killed = m.n - equivalent - left;
	for (unsigned i = 1; i <= m.n; i++)
		if (!m.kill[i].killed && !m.kill[i].proven)
			print_message("# survivor: %s", m.line[i]);
	print_message("# mutation: %u mutants, %u killed, %u survived, %u proven equivalent, score %.1f %%\n", m.n, killed, left + equivalent,
		      equivalent, 100.0 * killed / (killed + left));
	mutation_end(&m);
	assert_true(100 * killed >= GOAL * (killed + left));
}

int main(void)
{
	return sample_run("mutation", MANY_MUTANTS, thousand_mutants);
}
