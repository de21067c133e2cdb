/* The comparator itself: a bit flipped in any register or memory word of the RTL is reported in that very cycle, by name. */
#include "asserts.h"
#include "lockstep_case.h"
#include "random_config.h"

enum { AT = 300, CYCLES = 420, TRIES = 240 };

/* Of the runs, some are by two threads, which take longer: of so short a run one compares nearly all, and the report needs one more. */
static unsigned threads_of(unsigned run)
{
	return run % 7 ? 1 : 2;
}

/* Run with the fault planted; the report of the divergence goes to text. */
static void plant(struct lockstep_case *c, const char *name, unsigned bit, uint64_t cycle, unsigned threads, char **text, enum lockstep_verdict *v,
		  uint64_t *found)
{
	struct lockstep_config config = c->config;
	char why[LOCKSTEP_WHY];
	struct lockstep *l;
	size_t size;
	FILE *f = open_memstream(text, &size);

	assert_non_null(f);
	snprintf(config.plant.name, sizeof config.plant.name, "%s", name);
	config.threads = threads;       /* two have to see it as well; the report comes from one thread */
	config.plant.bit = bit;
	config.plant.cycle = cycle;
	l = lockstep_new(&config, why);
	if (!l)
		fail_msg("%s", why);
	*v = lockstep_run(l);
	*found = l->cycle;
	if (*v == LOCKSTEP_DIFFERS)
		report_divergence(l, "command", f);
	lockstep_free(l);
	assert_int_equal(fclose(f), 0);
}

/* One switch of each sorting for all tests: compiling it takes longer than they do. */
enum { SORTED, AT_HEADS, SWITCHES };

static struct lockstep_case switches[SWITCHES];

static void begin(struct lockstep_case *c, enum sortings sorting)
{
	struct params p = params_default();

	p.sorting = sorting;
	p.radix = 3;
	p.slots = 12;
	p.flit_bits = 72;
	p.packet_flits = 3;
	case_begin(c, &p);
	case_build(c, true);
	c->config.cycles = CYCLES;
	c->config.drain = false;
}

static int begin_all(void **state)
{
	(void)state;
	begin(&switches[SORTED], SORTING_arrival);
	begin(&switches[AT_HEADS], SORTING_head);
	return 0;
}

static int end_all(void **state)
{
	(void)state;
	for (unsigned k = 0; k < SWITCHES; k++)
		case_end(&switches[k]);
	return 0;
}

/* Every register of every unit and port, a random bit and cycle each. The only one that differs is the one planted. */
static void every_register(void **state)
{
	struct lockstep_case *c = *state;
	struct rng r = rng_seed(1, 0);
	struct image *m;
	unsigned planted = 0;

	m = image_new(&c->shape);
	assert_non_null(m);
	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *g = &m->regs[i];
		const uint64_t cycle = AT + rng_below(&r, 100);
		char name[IMAGE_NAME], line[256], head[64], *text;
		enum lockstep_verdict v;
		uint64_t found;

		image_register_name(m, g, name);
		plant(c, name, rng_below(&r, g->width), cycle, threads_of(i), &text, &v, &found);
		snprintf(line, sizeof line, "   1 register %s ", name);
		snprintf(head, sizeof head, "differ at cycle %ju\n", (uintmax_t)cycle);
		if (v != LOCKSTEP_DIFFERS || found != cycle || !strstr(text, line) || !strstr(text, head) ||
		    strstr(text, "\n   2 register"))
			fail_msg("%s at cycle %ju: verdict %d, cycle %ju\n%s", name, (uintmax_t)cycle, (int)v, (uintmax_t)found, text);
		assert_non_null(strstr(text, "rerun with waves: command --waves "));
		free(text);
		planted++;
	}
	assert_int_equal(planted, m->n);
	image_free(m);
}

/* Words of memories: caught if they mean something, and then in that cycle when all are looked at in every cycle. */
static void memory_words(void **state)
{
	struct lockstep_case *c = *state;
	struct rng r = rng_seed(2, 0);
	static const char *const sorted[] = { "mmu.data_mem", "smu.link_mem" }, *const at_heads[] = { "mmu.data_mem", "mu.link_mem", "ru.hdr_mem" };
	const char *const *const names = c->shape.sorted ? sorted : at_heads;
	const unsigned memories = c->shape.sorted ? 2 : 3;
	unsigned caught[3] = { 0 };

	c->config.memory_every = true;
	for (unsigned i = 0; i < TRIES; i++) {
		const unsigned which = i % memories;
		char name[96], line[128], *text;
		enum lockstep_verdict v;
		uint64_t found;

		snprintf(name, sizeof name, "g_in[%u].iport.%s[%u]", rng_below(&r, 3), names[which],
			 rng_below(&r, which == 0 ? c->shape.slots * c->shape.packet_flits : c->shape.slots));
		plant(c, name, 1, AT, threads_of(i), &text, &v, &found);
		snprintf(line, sizeof line, "   1 memory   %s ", name);
		if (v != LOCKSTEP_SAME && (v != LOCKSTEP_DIFFERS || found != AT || !strstr(text, line)))
			fail_msg("%s: verdict %d, cycle %ju\n%s", name, (int)v, (uintmax_t)found, text);
		caught[which] += v == LOCKSTEP_DIFFERS;
		free(text);
	}
	for (unsigned which = 0; which < memories; which++)
		assert_true(caught[which] > 10);
}

/* The rolling check finds a bad word within one round. */
static void memory_rolling(void **state)
{
	struct lockstep_case *c = *state;
	struct rng r = rng_seed(3, 0);
	unsigned caught = 0;

	c->config.memory_every = false;
	for (unsigned i = 0; i < TRIES / 4; i++) {
		char name[96], *text;
		enum lockstep_verdict v;
		uint64_t found;

		snprintf(name, sizeof name, "g_in[%u].iport.mmu.data_mem[%u]", rng_below(&r, 3),
			 rng_below(&r, c->shape.slots * c->shape.packet_flits));
		plant(c, name, 1, AT, threads_of(i), &text, &v, &found);
		if (v == LOCKSTEP_DIFFERS) {
			assert_non_null(strstr(text, "g_in["));
			assert_true(found >= AT && found <= AT + 3 * 12 * (3 + (c->shape.sorted ? 1 : 2)) + 1);
			caught++;
		}
		free(text);
	}
	assert_true(caught > 5);
}

#define OF_EACH(test)                                                           \
	{ #test ", sorted on arrival", test, NULL, NULL, &switches[SORTED] },   \
	{ #test ", sorted at heads", test, NULL, NULL, &switches[AT_HEADS] }

int main(void)
{
	const struct CMUnitTest tests[] = { OF_EACH(every_register), OF_EACH(memory_words), OF_EACH(memory_rolling) };

	return cmocka_run_group_tests(tests, begin_all, end_all);
}
