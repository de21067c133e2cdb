/* Twenty mutants of each sample switch of FEW_MUTANTS: a short form of tests/long/mutation.c. */
#include "mutation_proof.h"

enum { MUTANTS = 20, SEED = 7, LONG = 4, GOAL = 90 /* percent, after short runs and a few long ones */ };

static void twenty_mutants(void **state)
{
	const struct params params = sample_params(*state);
	struct mutation m;
	struct mutation_proof p;
	unsigned killed = 0, proven = 0;

	mutation_begin(&m, &params, MUTANTS, SEED);
	mutation_try_all(&m, 0, MUTATION_SHORT + LONG);
	mutation_proof_begin(&p, &m);
	assert_true(mutation_invariant(&p, &m, MUTATION_PORT));
	for (unsigned i = 1; i <= m.n; i++) {
		killed += m.kill[i].killed;
		if (m.kill[i].killed)
			continue;
		if (mutation_proven(&p, &m, i, MUTATION_PORT))
			proven++;
		else
			print_message("# survivor: %s", m.line[i]);
	}
	print_message("# mutation: %u mutants, %u killed, %u survived, %u proven equivalent, score %.1f %%\n", m.n, killed, m.n - killed, proven,
		      100.0 * killed / (m.n - proven));
	mutation_proof_end(&p);
	mutation_end(&m);
	assert_true(100 * killed >= GOAL * (m.n - proven));
}

int main(void)
{
	return sample_run("mutation_sample", FEW_MUTANTS, twenty_mutants);
}
