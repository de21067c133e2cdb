/*
 * The model may be stepped only in the cycles that it asks for, or that bring it something, and with the instructions that the
 * processor has: decisions and registers are those of stepping it in every cycle, with instructions that all have. With argument
 * `many`, in more switches.
 */
#include "asserts.h"
#include "random_config.h"

#include "one_switch.h"

#include <inttypes.h>
#include <string.h>

enum { TRAFFIC_CYCLES = 3000, CYCLES = 6000 };

static unsigned configurations = 24;    /* of each kind */

struct pair {
	struct bench *every, *skip;
	struct image *of_every, *of_skip;
	uint64_t skipped;
};

/* b's neighbours see the same links, so they drive the same; if not, that shows here first. */
static void same_links(const struct pair *p)
{
	const struct switch_in *a = &p->every->in, *b = &p->skip->in;
	const struct switch_out *x = bench_decided(p->every, 0), *y = bench_decided(p->skip, 0);

	assert_true(a->head == b->head && a->credit == b->credit && a->message == b->message);
	assert_true(x->depart == y->depart && x->credit == y->credit && x->message == y->message);
	for (uint64_t left = x->depart; left; left &= left - 1) {
		unsigned o = (unsigned)__builtin_ctzll(left);

		assert_true(x->packet[o].tag == y->packet[o].tag && x->from[o] == y->from[o]);
	}
	for (uint64_t left = x->message; left; left &= left - 1) {
		const struct message *m = &x->msg[__builtin_ctzll(left)], *n = &y->msg[__builtin_ctzll(left)];

		assert_true(m->turns == n->turns && m->xoff == n->xoff && m->line == n->line && m->len == n->len);
	}
}

static void same_registers(const struct pair *p)
{
	struct image *a = p->of_every, *b = p->of_skip;

	switch_image(p->every->sw, p->every->cycle, a);
	switch_image(p->skip->sw, p->skip->cycle, b);
	if (!memcmp(a->word, b->word, a->words * sizeof a->word[0]) && !memcmp(a->known, b->known, a->n))
		return;
	for (unsigned i = 0; i < a->n; i++) {
		const struct image_reg *r = &a->regs[i];

		if (a->known[i] != b->known[i] || (a->known[i] && memcmp(a->word + r->offset, b->word + r->offset, r->words * sizeof a->word[0])))
			fail_msg("cycle %" PRIu64 ": %s.%s of instance %u differs", p->every->cycle, a->sites[r->site].name,
				 image_row(a, r)->name, r->instance);
	}
}

static void run(struct pair *p)
{
	same_registers(p);
	while (p->every->cycle < CYCLES) {
		uint64_t cycle = p->skip->cycle, next = p->skip->next;

		if (!bench_step(p->every))
			fail_msg("%s", p->every->why);
		if (!bench_step(p->skip))
			fail_msg("%s", p->skip->why);
		p->skipped += cycle < next && !(p->skip->in.head | p->skip->in.credit | p->skip->in.message);
		same_links(p);
		same_registers(p);
	}
	assert_true(switch_drained(p->every->sw) == switch_drained(p->skip->sw));
	assert_false(memcmp(switch_counts(p->every->sw), switch_counts(p->skip->sw), sizeof(struct switch_counts)));
}

/* skip: the second of each pair, and it has registers of 64, 32 or 16 bytes, where the processor does; else both are stepped in every cycle. */
static void same_in_pairs(const struct random_kind *kind, bool skip)
{
	struct rng r = rng_seed(11, 0);
	uint64_t skipped = 0;

	for (unsigned i = 0; i < configurations; i++) {
		struct params params = kind->strain(&r, i % 10 ? 5 : 9);
		struct shape s = shape_of(&params);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));
		struct pair p = { .skipped = 0 };

		c.load = i % 2 ? c.load : 0.05;
		c.saturate = false;
		c.stop_cycle = TRAFFIC_CYCLES;
		switch_limit_width(0);
		p.every = bench_new(&s, &c);
		switch_limit_width(64u >> i % 3);
		p.skip = bench_new(&s, &c);
		switch_limit_width(64);
		p.of_every = image_new(&s);
		p.of_skip = image_new(&s);
		assert_true(p.every && p.skip && p.of_every && p.of_skip);
		p.skip->skip = skip;
		run(&p);
		skipped += p.skipped;
		bench_free(p.every);
		bench_free(p.skip);
		image_free(p.of_every);
		image_free(p.of_skip);
	}
	print_message("# %s: %" PRIu64 " of %u cycles skipped\n", kind->name, skipped, configurations * CYCLES);
	assert_true(!skip || skipped > configurations * CYCLES / 10);
}

static void idle_cycles_may_be_skipped(void **state)
{
	same_in_pairs(*state, true);
}

/* Where both of a pair would have the same registers, there is nothing to compare. */
static void on_any_processor(void **state)
{
	if (!switch_width()) {
		print_message("# this processor has no registers for switches\n");
		return;
	}
	same_in_pairs(*state, false);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[2 * RANDOM_KINDS];

	if (argc > 1 && !strcmp(argv[1], "many"))
		configurations = 300;

	for (unsigned i = 0; i < RANDOM_KINDS; i++) {
		void *const kind = (void *)(uintptr_t)&random_kinds[i];

		tests[2 * i] = (struct CMUnitTest){ .name = "idle_cycles_may_be_skipped", .test_func = idle_cycles_may_be_skipped, .initial_state = kind };
		tests[2 * i + 1] = (struct CMUnitTest){ .name = "on_any_processor", .test_func = on_any_processor, .initial_state = kind };
	}
	return cmocka_run_group_tests_name("skip_exact", tests, NULL, NULL);
}
