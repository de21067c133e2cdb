/*
 * Ranges of registers (spec/ranges.def): running switches are never outside, neither their registers nor the numbers in the state of the model that registers
 * hold (cmodel/numbers.def); and where one of these is, in a bank of each sample switch, the line says which. A run of a network goes on from a checkpoint, and not
 * from one with such a number.
 */
#include "asserts.h"
#include "random_config.h"
#include "net/run/simulate.h"
#include "sample_switch.h"
#include "state.h"

#include "one_switch.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { CONFIGURATIONS = 12, CYCLES = 2500, LOOK = 5 };

/* Numbers of a bank: of each register of each instance those of the first field and the last. */
struct planted {
	struct sluice_switch *sw;
	const struct image *of;
	unsigned numbers, refused;
};

static uint64_t exchange(const struct switch_number *x, uint64_t word)
{
	uint64_t before = 0;

	memcpy(&before, x->at, x->bytes);
	memcpy(x->at, &word, x->bytes);
	return before;
}

static bool plant(void *arg, const struct switch_number *x)
{
	struct planted *const p = arg;
	char why[SWITCH_WHY] = "", expected[SWITCH_WHY], name[IMAGE_NAME / 2];
	const uint64_t value = x->most + 1 + x->base, before = exchange(x, value << x->lsb);
	uint64_t now = 0;

	memcpy(&now, x->at, x->bytes);
	p->numbers++;
	if (now == value << x->lsb) {           /* it fits into the model's memory */
		assert_false(switch_in_range(p->sw, p->of, 40, why));
		units_signal_name(x->row, name, sizeof name);
		snprintf(expected, sizeof expected, ".%s[", name);
		assert_non_null(strstr(why, expected));
		snprintf(expected, sizeof expected, "]: %" PRIu64 ", and at most %" PRIu64, x->most + 1, x->most);
		assert_non_null(strstr(why, expected));
		assert_int_equal(atoi(why), 40 + x->number);
		p->refused++;
	}
	exchange(x, before);
	assert_true(switch_in_range(p->sw, p->of, 40, why));
	return true;
}

/* As far as a few thousand numbers. */
static bool plant_some(void *arg, const struct switch_number *x)
{
	return (x->field && x->field + 1 < x->row->elements) || plant(arg, x);
}

static void one_that_is_outside_is_named(void **state)
{
	const struct params params = sample_params(*state);
	const struct shape s = shape_of(&params);
	const unsigned most = switch_bank(&s);
	struct planted p = { .sw = switch_new_bank(&s, most < 2 ? most : 2), .of = image_new(&s) };

	assert_true(p.sw && p.of);
	switch_numbers(p.sw, p.of, plant_some, &p);
	assert_true(p.refused);
	print_message("# %u numbers, %u of them can be outside\n", p.numbers, p.refused);
	switch_free(p.sw);
	image_free((struct image *)(uintptr_t)p.of);
}

static void registers_in_range(const struct bench *b, struct image *m)
{
	char name[IMAGE_NAME];

	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *const r = m->regs + i;
		const struct signal *const g = image_row(m, r);

		for (unsigned k = 0; g->kind == SIGNAL_REG && g->bits <= 64 && k < g->elements; k++) {
			const uint64_t value = bits_get(m->word + r->offset, k * g->bits, g->bits);

			if (value <= g->most)
				continue;
			image_register_name(m, r, name);
			fail_msg("cycle %" PRIu64 ": %s[%u] is %" PRIu64 ", and at most %" PRIu64, b->cycle, name, k, value, g->most);
		}
	}
}

static void running_switches_stay_inside(void **state)
{
	const struct random_kind *const kind = *state;
	struct rng r = rng_seed(46, 0);

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		struct params params = kind->strain(&r, i % 10 ? 5 : 9);
		const struct shape s = shape_of(&params);
		struct neighbours_config c = random_neighbours(&r, &s, rng_below(&r, TRAFFIC_KINDS));
		struct bench *const b = bench_new(&s, &c);
		struct image *const m = image_new(&s);
		char why[SWITCH_WHY];

		assert_true(b && m);
		switch_image(b->sw, 0, m);
		while (b->cycle < CYCLES) {
			if (!bench_step(b))
				fail_msg("%s", b->why);
			switch_image(b->sw, b->cycle, m);
			if (b->cycle % LOOK)
				continue;
			registers_in_range(b, m);
			if (!switch_in_range(b->sw, m, 0, why))
				fail_msg("cycle %" PRIu64 ": %s", b->cycle, why);
		}
		bench_free(b);
		image_free(m);
	}
}

/* Networks, with network interfaces if words say so. */
static const char *const networks[] = {
	"--scheme recn-iq --slots 5 --load 0.9", "--scheme recn-iq --slots 5 --load 0.9 --sorting head", "--scheme fbicm --slots 5 --load 0.9", "--scheme pfc --load 0.9",
	"--scheme obqa --slots 6 --queues 2 --load 0.9", "--scheme 1q --slots 5 --load 0.9", "--scheme recn-qos --cells 9 --packet-cells 2 --vcs 1 --sls 2 --vc-saqs 2 --load 0.9",
	"--scheme wormhole --topology mesh --load 0.5 --packet-flits 4 --deadlock recovery --throttle tuned", "--scheme recn-iq --nics --slots 5 --load 0.9",
	"--scheme recn-qos --nics --cells 9 --packet-cells 2 --nic-cells 9 --sls 2 --vcs 1 --vc-saqs 2 --load 0.9",
};
enum { NETWORKS = sizeof networks / sizeof *networks, END = 1500, EVERY = 600 };

/* In the last bank of each kind that is written, the last number that can be outside is. NULL: none shall. */
static struct planting {
	const struct image *of;
	struct switch_number at;
} planting;

static bool choose(void *arg, const struct switch_number *x)
{
	const uint64_t word = (x->most + 1 + x->base) << x->lsb;

	if (x->bytes == sizeof word || !(word >> 8 * x->bytes))
		((struct planting *)arg)->at = *x;
	return true;
}

static void planted_state(struct sluice_switch *sw, const struct state_kept *kept, struct state *s)
{
	uint64_t before;

	if (s->reading || !planting.of) {
		switch_state(sw, kept, s);
		return;
	}
	planting.at.at = NULL;
	switch_numbers(sw, planting.of, choose, &planting);
	assert_non_null(planting.at.at);
	before = exchange(&planting.at, (planting.at.most + 1 + planting.at.base) << planting.at.lsb);
	switch_state(sw, kept, s);
	exchange(&planting.at, before);
}

static bool enough(void *ends, uint64_t cycle)
{
	return cycle < *(const uint64_t *)ends;
}

static void write_checkpoint(struct simulation s, const char *path)
{
	char why[NETWORK_WHY] = "";
	struct simulation_result r;
	uint64_t ends = EVERY;

	s.checkpoint = path;
	s.checkpoint_every = ends;
	s.progress = enough;
	s.progress_arg = &ends;
	if (!simulate(&s, &r, why))
		fail_msg("%s", why);
	simulation_result_free(&r);
}

static void is_refused(struct simulation s, const char *path)
{
	char why[NETWORK_WHY] = "", expected[NETWORK_WHY];

	s.restart = path;
	assert_null(simulation_begin(&s, why));
	print_message("# %s\n", why);
	assert_memory_equal(why, "--restart: '", 12);
	assert_non_null(strstr(why, "' has a register out of its range: "));
	snprintf(expected, sizeof expected, ".%s[%u]: %" PRIu64 ", and at most %" PRIu64, planting.at.row->name, planting.at.field, planting.at.most + 1, planting.at.most);
	assert_non_null(strstr(why, expected));
}

static void a_checkpoint_is_refused(void **state)
{
	char path[] = "/tmp/sluice-ranges-XXXXXX", why[NETWORK_WHY] = "";
	const int fd = mkstemp(path);
	char words[200];
	struct simulation s;
	struct simulation_run *run;
	struct backend of[2];

	assert_true(fd >= 0);
	close(fd);
	simulation_default(&s);
	s.o.k = s.o.n = 2;
	s.o.cycles = END;
	s.o.warmup = 100;
	snprintf(words, sizeof words, "%s", (const char *)*state);
	if (!simulation_words(&s, words, why) || !simulation_setup(&s, why))
		fail_msg("%s", why);
	s.checkpoint_of = "# sources = ranges\n";
	write_checkpoint(s, path);
	s.restart = path;
	run = simulation_begin(&s, why);
	if (!run)
		fail_msg("%s", why);
	simulation_end(run);
	s.restart = NULL;
	of[0] = backend_c_model(&s.network.shape);
	of[0].state = planted_state;
	s.network.backend = of;
	planting.of = image_new(&s.network.shape);
	write_checkpoint(s, path);
	is_refused(s, path);
	image_free((struct image *)(uintptr_t)planting.of);
	if (s.network.nics) {
		of[1] = backend_c_model(&s.nics.shape);
		of[1].state = planted_state;
		s.network.backend = NULL;
		s.nics.backend = of + 1;
		s.network.nics = &s.nics;
		planting.of = image_new(&s.nics.shape);
		write_checkpoint(s, path);
		is_refused(s, path);
		image_free((struct image *)(uintptr_t)planting.of);
	}
	planting.of = NULL;
	unlink(path);
}

int main(void)
{
	struct CMUnitTest tests[RANDOM_KINDS + SAMPLE_SWITCHES + NETWORKS];

	for (unsigned i = 0; i < RANDOM_KINDS; i++)
		tests[i] = (struct CMUnitTest){
			.name = "running_switches_stay_inside", .test_func = running_switches_stay_inside, .initial_state = (void *)(uintptr_t)&random_kinds[i],
		};
	for (unsigned i = 0; i < SAMPLE_SWITCHES; i++)
		tests[RANDOM_KINDS + i] = (struct CMUnitTest){
			.name = sample_switches[i].name, .test_func = one_that_is_outside_is_named, .initial_state = (void *)(uintptr_t)&sample_switches[i],
		};
	for (unsigned i = 0; i < NETWORKS; i++)
		tests[RANDOM_KINDS + SAMPLE_SWITCHES + i] = (struct CMUnitTest){
			.name = networks[i], .test_func = a_checkpoint_is_refused, .initial_state = (void *)(uintptr_t)networks[i],
		};
	return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
