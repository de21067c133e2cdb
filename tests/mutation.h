#pragma once

#include "lockstep_case.h"
#include "random_config.h"
#include "sample_switch.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Mutants of a switch. In each, Yosys changes one point of the flattened netlist
 * (a pin inverted, stuck, or tied to another one), and lockstep against the C model has to report it. All mutants
 * are in one Verilated switch; `mutsel` selects one, and 0 is the switch without fault.
 */
enum { MUTATION_LINE = 2048, MUTATION_JOBS = 2, MUTATION_SELECT_BITS = 11, MUTATION_SECONDS = 900 };

struct mutation_kill {
	bool killed, proven;            /* killed: lockstep reported it; proven: it is equivalent */
	bool judged;                    /* lockstep came to a verdict in every run that was tried */
	unsigned run;                   /* run in which it was killed */
	uint64_t cycle;                 /* cycle of that run in which it was killed */
};

struct mutation {
	struct lockstep_case c;
	unsigned n;                     /* mutants, without entry 0 */
	char (*line)[MUTATION_LINE];    /* [0..n]: the Yosys command that makes the mutant */
	struct mutation_kill *kill;     /* [0..n], shared with the children */
	unsigned died;                  /* children that ended without a verdict; each is printed */
	unsigned seconds;               /* most processor time of a child */
	bool (*survives)(struct mutation *, unsigned mutant, unsigned run, uint64_t *cycle);
};

/* The runs that a mutant has to survive, with random neighbours: first short ones, which kill most mutants, then long ones. */
enum { MUTATION_SHORT = 10, MUTATION_SHORT_CYCLES = 2500, MUTATION_LONG = 400, MUTATION_LONG_CYCLES = 10000 };

static inline void mutation_yosys(const struct mutation *m, const char *script, const char *log)
{
	char command[BUILD_PATH];

	snprintf(command, sizeof command, "cd %s && yosys -q -s %s >%s 2>&1", m->c.dir, script, log);
	if (system(command))
		fail_msg("Yosys refuses %s/%s; see %s there", m->c.dir, script, log);
}

static inline FILE *mutation_open(const struct mutation *m, const char *name, const char *mode)
{
	char path[BUILD_PATH];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", m->c.dir, name);
	f = fopen(path, mode);
	assert_non_null(f);
	return f;
}

/*
 * A read port of a memory without a clock has no enable that Yosys could write as Verilog; a mutant of it becomes none.
 * Registers are kept that have no effect, since lockstep looks at them: those of headers that wait, of the local input of a wormhole router.
 * A mutant's index beyond a word reads zeros, in runs and in proofs: of $shiftx, Verilator would take the index modulo a power of two.
 */
static inline void mutation_list(const struct mutation *m, unsigned seed)
{
	FILE *f = mutation_open(m, "mutate.ys", "w");

	fprintf(f, "read_verilog [0-9]*.v\n"
		   "hierarchy -top %s\nproc\nsetattr -set keep 1 w:*_q\n"
		   "prep -flatten -nomem -top %s\n"
		   "mutate -list %u -none -ctrl mutsel %d 0 -seed %u -o mutants.txt\n"
		   "exec -q -- sed -i \"/[$]memrd[$].* -port EN /s/ -mode [a-z0-9]* / -mode none /\" mutants.txt\n"
		   "script mutants.txt\n"
		   "chtype -set $shift t:$shiftx\n"
		   "write_rtlil mutated.il\n"
		   "write_verilog -noattr mutated.txt\n",
		m->c.top, m->c.top, m->n + 1, MUTATION_SELECT_BITS, seed);
	assert_int_equal(fclose(f), 0);
	mutation_yosys(m, "mutate.ys", "mutate.log");
}

/* Does this line declare something that lockstep looks at: a register, a memory, or its write port? */
static inline bool mutation_state(const char *line)
{
	static const char *const endings[] = { "_q", ".mem", "_mem.wen", "_mem.waddr" };
	const char *name = strchr(line, '\\'), *end = name ? strchr(name, ' ') : NULL;
	bool found = false;

	if (!end || line[strlen(line) - 2] != ';' || (strncmp(line, "  reg ", 6) != 0 && strncmp(line, "  wire ", 7) != 0) || strchr(line, '='))
		return false;
	for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++)
		found = found || !strncmp(end - strlen(endings[i]), endings[i], strlen(endings[i]));
	return found;
}

/* Write Yosys' Verilog with `mutsel` as a variable that the bench sets, and with all state readable. */
static inline void mutation_publish(const struct mutation *m)
{
	FILE *from = mutation_open(m, "mutated.txt", "r"), *to = mutation_open(m, "mutated.v", "w");
	FILE *list = mutation_open(m, "sluice.f", "w");
	static char line[1 << 16];
	bool ports = false;     /* in the list of ports, which may be of two lines */

	/* As in each netlist, what was optimized away has its name there still, without a driver. */
	fputs("/* verilator lint_off UNDRIVEN */\n", to);
	while (fgets(line, sizeof line, from)) {
		char *port;

		ports |= !strncmp(line, "module ", 7);
		port = ports ? strstr(line, ", mutsel") : NULL;
		ports &= !strchr(line, ';');

		assert_non_null(strchr(line, '\n'));
		if (port)
			memmove(port, port + 8, strlen(port + 8) + 1);
		if (mutation_state(line))
			fprintf(to, "%.*s /*verilator public_flat_rd*/;\n", (int)strlen(line) - 2, line);
		else if (!strncmp(line, "  input ", 8) && strstr(line, " mutsel;"))
			fprintf(to, "  reg [%d:0] mutsel /*verilator public_flat_rw*/;\n", MUTATION_SELECT_BITS - 1);
		else if (!strstr(line, " mutsel;"))
			fputs(line, to);
	}
	fputs("mutated.v\n", list);
	fclose(from);
	assert_int_equal(fclose(to), 0);
	assert_int_equal(fclose(list), 0);
}

static inline void mutation_read(struct mutation *m)
{
	FILE *f = mutation_open(m, "mutants.txt", "r");

	m->line = calloc(m->n + 1, sizeof *m->line);
	assert_non_null(m->line);
	for (unsigned i = 0; i <= m->n; i++)
		assert_non_null(fgets(m->line[i], sizeof m->line[i], f));
	fclose(f);
}

struct mutation_choice {
	const char *top;
	uint16_t mutant;
};

/* Select the mutant before reset, since its fault may be in the reset. */
static inline void mutation_choose(void *arg, const struct dut *d)
{
	const struct mutation_choice *choice = arg;
	struct dut_signal s;

	if (!d->lib->find(d->instance, choice->top, "mutsel", &s) || s.bytes != sizeof choice->mutant)
		abort();
	memcpy(s.data, &choice->mutant, sizeof choice->mutant);
}

/*
 * Make frequent what random neighbours do too seldom: outputs held up, memories full, all packets of an input in one queue, all inputs at
 * once after reset, a packet in every cycle.
 */
static inline void mutation_strain(struct neighbours_config *c, unsigned run)
{
	if (run % 2) {
		c->back_pressure = true;
		c->load = 1 - c->load / 4;
	}
	if (run % 4 == 3 || run % 8 == 2) {
		c->back_pressure = true;
		c->traffic = run % 4 == 3 ? TRAFFIC_HOTSPOT : TRAFFIC_PERMUTATION;
		c->injection = INJECTION_FIFO;
		c->fixed_length = false;
		c->saturate = c->saturate || run % 4 == 2 || run % 8 == 7;
		c->own_port = c->own_port || run % 8 == 7;
	}
	c->single_flit = !c->fixed_length && (run % 8 == 5 || run % 16 == 10 || run % 16 == 15);
}

static inline bool mutation_survives(struct mutation *m, unsigned mutant, unsigned run, uint64_t *cycle)
{
	struct mutation_choice choice = { m->c.top, (uint16_t)mutant };
	struct rng random = rng_seed(run, 0);
	struct lockstep_config config = m->c.config;
	char why[LOCKSTEP_WHY];
	struct lockstep *l;
	bool same;

	config.traffic = random_neighbours(&random, &m->c.shape, run % TRAFFIC_KINDS);
	mutation_strain(&config.traffic, run);
	config.cycles = run < MUTATION_SHORT ? MUTATION_SHORT_CYCLES : MUTATION_LONG_CYCLES;
	config.created = mutation_choose;
	config.created_arg = &choice;
	l = lockstep_new(&config, why);
	if (!l) {
		print_error("%s\n", why);
		abort();
	}
	same = lockstep_run(l) == LOCKSTEP_SAME;
	*cycle = l->cycle;
	lockstep_free(l);
	return same;
}

static inline void mutation_share(struct mutation *m)
{
	m->kill = mmap(NULL, (m->n + 1) * sizeof *m->kill, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(m->kill != MAP_FAILED);
}

static inline void mutation_begin(struct mutation *m, const struct params *p, unsigned n, unsigned seed)
{
	assert_true(n < 1 << MUTATION_SELECT_BITS);
	*m = (struct mutation){ .n = n, .seconds = MUTATION_SECONDS, .survives = mutation_survives };
	case_begin(&m->c, p);
	mutation_list(m, seed);
	mutation_publish(m);
	mutation_read(m);
	case_build(&m->c, false);
	mutation_share(m);
}

static inline void mutation_end(struct mutation *m)
{
	munmap(m->kill, (m->n + 1) * sizeof *m->kill);
	free(m->line);
	case_end(&m->c);
}

/* Try a mutant in runs first..first + n - 1. Called in a process of its own, so that a mutant that crashes the simulator harms no other. */
static inline void mutation_try(struct mutation *m, unsigned mutant, unsigned first, unsigned n)
{
	const struct rlimit most = { m->seconds, m->seconds };
	struct mutation_kill *k = &m->kill[mutant];

	setrlimit(RLIMIT_CPU, &most);
	for (k->run = first; k->run < first + n && !k->killed; k->run += !k->killed)
		k->killed = !m->survives(m, mutant, k->run, &k->cycle);
	k->judged = true;
	_exit(0);
}

/* A crash, a signal, or an end without a verdict does not kill a mutant: it shows that the test or the simulator is broken. */
static inline void mutation_ended(struct mutation *m, unsigned mutant, int status)
{
	const struct mutation_kill *k = &m->kill[mutant];

	if (k->judged && WIFEXITED(status) && !WEXITSTATUS(status))
		return;
	m->died++;
	print_error("mutant %u, run %u: no verdict; %s %d: %s", mutant, k->run, WIFSIGNALED(status) ? "signal" : "exit status",
		    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), m->line[mutant]);
}

struct mutation_child {
	pid_t pid;                      /* 0: none */
	unsigned mutant;
};

static inline void mutation_wait(struct mutation *m, struct mutation_child child[MUTATION_JOBS])
{
	int status;
	const pid_t pid = wait(&status);
	unsigned i = 0;

	assert_true(pid > 0);
	while (i < MUTATION_JOBS && child[i].pid != pid)
		i++;
	assert_true(i < MUTATION_JOBS);
	child[i].pid = 0;
	mutation_ended(m, child[i].mutant, status);
}

/* Run entry 0 and all mutants that are still alive. */
static inline void mutation_run_all(struct mutation *m, unsigned first, unsigned n)
{
	struct mutation_child child[MUTATION_JOBS] = { { 0, 0 } };
	unsigned running = 0;

	fflush(NULL);
	for (unsigned i = 0; i <= m->n; i++) {
		unsigned at = 0;

		if (m->kill[i].killed || m->kill[i].proven)
			continue;
		while (child[at].pid)
			at++;
		m->kill[i].judged = false;
		child[at] = (struct mutation_child){ fork(), i };
		assert_true(child[at].pid >= 0);
		if (!child[at].pid)
			mutation_try(m, i, first, n);
		if (++running == MUTATION_JOBS) {
			mutation_wait(m, child);
			running--;
		}
	}
	while (running--)
		mutation_wait(m, child);
}

/* The same; entry 0, which is no mutant, has to stay alive. */
static inline void mutation_try_all(struct mutation *m, unsigned first, unsigned n)
{
	mutation_run_all(m, first, n);
	assert_false(m->kill[0].killed);
	assert_int_equal(m->died, 0);
}
