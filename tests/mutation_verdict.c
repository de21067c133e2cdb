/* A mutant is killed by a verdict of lockstep, and by nothing else: not by a crash, an early end, or a run without end. */
#include "mutation.h"
#include "test.h"

#include <signal.h>

enum { MUTANTS = 7, RUNS = 3, SECONDS = 1 };
enum fate { LIVES, KILLED_LATE, CRASHES, EXITS, ENDS_WELL, IS_KILLED, NEVER_ENDS, KILLED_AT_ONCE };

/* The number of a mutant is its fate. */
static bool fate(struct mutation *m, unsigned mutant, unsigned run, uint64_t *cycle)
{
	(void)m;
	*cycle = 100 + run;
	switch ((enum fate)mutant) {
	case LIVES: return true;
	case KILLED_LATE: return run < RUNS - 1;
	case CRASHES: signal(SIGABRT, SIG_DFL); abort();
	case EXITS: _exit(1);
	case ENDS_WELL: _exit(0);
	case IS_KILLED: return raise(SIGKILL);
	case NEVER_ENDS: for (;;)
			;
	case KILLED_AT_ONCE: return false;
	}
	return true;
}

TEST(only_a_verdict_kills)
{
	static char line[MUTANTS + 1][MUTATION_LINE];
	struct mutation m = { .n = MUTANTS, .line = line, .seconds = SECONDS, .survives = fate };

	for (unsigned i = 0; i <= MUTANTS; i++)
		snprintf(line[i], sizeof line[i], "mutate %u, as it shall be\n", i);
	mutation_share(&m);
	mutation_run_all(&m, 0, RUNS);
	for (unsigned i = 0; i <= MUTANTS; i++)
		assert_int_equal(m.kill[i].killed, i == KILLED_LATE || i == KILLED_AT_ONCE);
	assert_true(m.kill[KILLED_LATE].run == RUNS - 1 && m.kill[KILLED_LATE].cycle == 100 + RUNS - 1);
	assert_true(m.kill[KILLED_AT_ONCE].run == 0 && m.kill[KILLED_AT_ONCE].cycle == 100);
	assert_int_equal(m.died, 5);
	munmap(m.kill, (m.n + 1) * sizeof *m.kill);
}
