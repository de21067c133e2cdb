/*
 * A fault in every register, memory and output of every unit of the sample switches of FEW_FAULTS is reported by lockstep
 * at its first possible cycle, under its name; with argument `many`, of those of MANY_FAULTS, in which all units are. The
 * first possible cycle, and what differs then, come from a second switch that is the same but for the fault. An output whose valid is not set shows
 * nothing, unless it is a register. Of many, faults are planted more often.
 */
#include "lockstep_case.h"
#include "planted_unit.h"
#include "sample_switch.h"

enum {
	WARM = 1000,                    /* cycles before the first fault */
	SPREAD = 2000,                  /* faults are planted within so many cycles */
	WINDOW = 4000,                  /* cycles that an output stays inverted without effect, at most */
	TRIES = 24,                     /* faults at an output, at most */
	NAME = 192,
};

struct tally {
	unsigned registers, registers_caught, memories, memories_caught, outputs, outputs_caught;
	uint64_t flips, faults, without_effect;
};

struct planting {
	struct lockstep_case c;
	struct unit_desc units[UNITS];
	struct site_desc sites[SITES];
	struct unit_outputs outputs[UNITS];
	struct tally tally[SITES];
	struct rng rng;
};

/* ---- The switch, with a fault to be chosen at each output of each unit ---- */

/* Rewrite <dir>/<i>.v where it is a unit. */
static void rewrite(struct planting *t, unsigned i, const char *text)
{
	char path[BUILD_PATH], module[NAME];

	for (unsigned u = 0; u < UNITS; u++) {
		FILE *f;

		snprintf(module, sizeof module, "module %s_%s #", t->c.params.name, t->units[u].name);
		if (!t->units[u].present || !strstr(text, module))
			continue;
		snprintf(path, sizeof path, "%s/%u.v", t->c.dir, i);
		f = fopen(path, "w");
		assert_non_null(f);
		t->outputs[u] = outputs_declared(text);
		with_faults(f, &t->outputs[u], text);
		assert_int_equal(fclose(f), 0);
	}
}

static enum sample_use use = FEW_FAULTS;

/* Of flipping every bit of every register. */
static unsigned rounds(void)
{
	return use == MANY_FAULTS ? 4 : 2;
}

/* Faults with effect to see for each output. */
static unsigned effects(void)
{
	return use == MANY_FAULTS ? 2 : 1;
}

static unsigned switches;       /* those under test */

static void begin_switch(struct planting *t, const struct sample_switch *s)
{
	const struct params p = sample_params(s);
	struct rtl_files r;

	case_begin(&t->c, &p);
	units_describe(&t->c.shape, t->units, t->sites);
	r = rtl_generate(&p);
	for (unsigned i = 0; i < r.n; i++)
		rewrite(t, i, r.file[i].text);
	for (enum site at = 0; at < SITES; at++)
		assert_true(!t->sites[at].instances || t->outputs[t->sites[at].unit].n);
	rtl_files_free(&r);
	t->c.unchecked = true;          /* they would see some faults before lockstep does */
	case_build(&t->c, true);
	t->c.config.traffic.traffic = TRAFFIC_HOTSPOT;
	t->c.config.traffic.load = 0.9;
	t->c.config.traffic.hot_fraction = 0.4;
	t->c.config.cycles = UINT64_MAX;
	t->rng = rng_seed(1, 0);
}

static int begin(void **state)
{
	struct planting *t = calloc(SAMPLE_SWITCHES, sizeof *t);
	const struct sample_switch *of[SAMPLE_SWITCHES];

	assert_non_null(t);
	switches = sample_all(use, of);
	for (unsigned i = 0; i < switches; i++)
		begin_switch(&t[i], of[i]);
	*state = t;
	return 0;
}

static int end(void **state)
{
	struct planting *t = *state;

	for (unsigned i = 0; i < switches; i++)
		case_end(&t[i].c);
	free(t);
	return 0;
}

static struct lockstep *start(const struct lockstep_config *config)
{
	char why[LOCKSTEP_WHY];
	struct lockstep *l = lockstep_new(config, why);

	if (!l)
		fail_msg("%s", why);
	return l;
}

static void run_to(struct lockstep *l, uint64_t cycle)
{
	while (l->cycle < cycle)
		if (!lockstep_compare(l) || !lockstep_cycle(l))
			fail_msg("%s", l->why);
}

/* ---- Registers and memories ---- */

static void expect_only(struct lockstep *l, unsigned reg, const char *name)
{
	for (unsigned i = 0; i < l->probe.image->n; i++)
		if (probe_register_equal(&l->probe, i) != (i != reg))
			fail_msg("%s flipped at cycle %ju: not the only register that is said to differ", name, (uintmax_t)l->cycle);
}

/* One bit of the RTL is wrong for as long as the comparator looks. */
static bool flip(struct lockstep *l, const char *name, unsigned bit)
{
	uint8_t *storage;
	unsigned width;
	bool caught;

	assert_true(probe_lookup(&l->probe, name, &storage, &width));
	storage[bit / 8] ^= (uint8_t)(1 << bit % 8);
	caught = !lockstep_compare(l) && l->verdict == LOCKSTEP_DIFFERS;
	return caught;
}

static void restore(struct lockstep *l, const char *name, unsigned bit)
{
	uint8_t *storage;
	unsigned width;

	assert_true(probe_lookup(&l->probe, name, &storage, &width));
	storage[bit / 8] ^= (uint8_t)(1 << bit % 8);
	l->verdict = LOCKSTEP_SAME;
}

static void flip_register(struct planting *t, struct lockstep *l, unsigned i)
{
	const struct image_reg *r = &l->probe.image->regs[i];
	char name[IMAGE_NAME];

	image_register_name(l->probe.image, r, name);
	for (unsigned bit = 0; bit < r->width; bit++) {
		if (!flip(l, name, bit))
			fail_msg("%s bit %u flipped at cycle %ju: missed", name, bit, (uintmax_t)l->cycle);
		expect_only(l, i, name);
		restore(l, name, bit);
		t->tally[r->site].flips++;
	}
}

/* Every bit of every register of every port, again and again under traffic. */
static void registers_of(struct planting *t)
{
	struct lockstep *l = start(&t->c.config);

	for (unsigned round = 0; round < rounds(); round++) {
		run_to(l, WARM + round * SPREAD / rounds() + rng_below(&t->rng, SPREAD / rounds()));
		assert_true(lockstep_compare(l));
		for (unsigned i = 0; i < l->probe.image->n; i++) {
			const struct image_reg *r = &l->probe.image->regs[i];

			assert_true(l->probe.image->known[i]);
			flip_register(t, l, i);
			t->tally[r->site].registers += round == 0 && r->instance == 0;
			t->tally[r->site].registers_caught += round == 0 && r->instance == 0;
		}
	}
	assert_true(lockstep_compare(l));
	lockstep_free(l);
}

static void every_register(void **state)
{
	struct planting *t = *state;

	for (unsigned i = 0; i < switches; i++)
		registers_of(&t[i]);
}

/* Has each memory of the first port a word that means something? */
static bool first_port_holds(const struct lockstep *l)
{
	for (unsigned i = 0; i < l->probe.n_memories; i++) {
		const struct probe_memory *m = &l->probe.memories[i];
		uint32_t content[FLIT_WORDS];
		unsigned address = 0;

		while (address < m->words && !memory_model(l->model, l->cycle, (struct memory_place){ m, address }, content))
			address++;
		if (m->reg->instance == 0 && address == m->words)
			return false;
	}
	return true;
}

/* Every word of every memory that means something. */
static void memories_of(struct planting *t)
{
	struct lockstep *l = start(&t->c.config);

	run_to(l, WARM + rng_below(&t->rng, SPREAD));
	while (!first_port_holds(l))
		run_to(l, l->cycle + 1);
	l->config.memory_every = true;
	assert_true(lockstep_compare(l));
	for (unsigned i = 0; i < l->probe.n_memories; i++) {
		const struct probe_memory *m = &l->probe.memories[i];
		unsigned words = 0;

		for (unsigned address = 0; address < m->words; address++) {
			const unsigned bit = rng_below(&t->rng, m->width);
			char memory[IMAGE_NAME], name[IMAGE_NAME + 16];
			uint32_t content[FLIT_WORDS];

			if (!memory_model(l->model, l->cycle, (struct memory_place){ m, address }, content))
				continue;
			image_row_name(l->probe.image, m->reg, memory);
			snprintf(name, sizeof name, "%s[%u]", memory, address);
			if (!flip(l, name, bit) || l->memory.differs.memory != m || l->memory.differs.address != address)
				fail_msg("%s bit %u flipped at cycle %ju: missed or misnamed", name, bit, (uintmax_t)l->cycle);
			restore(l, name, bit);
			t->tally[m->reg->site].flips++;
			words++;
		}
		t->tally[m->reg->site].memories += m->reg->instance == 0;
		t->tally[m->reg->site].memories_caught += m->reg->instance == 0 && words;
	}
	lockstep_free(l);
}

static void every_memory(void **state)
{
	struct planting *t = *state;

	for (unsigned i = 0; i < switches; i++)
		memories_of(&t[i]);
}

/* ---- Outputs ---- */

/* The same switch without a fault, driven alike. */
struct reference {
	struct lockstep *l;
	struct probe probe;
};

static void reference_open(struct reference *r, const struct lockstep_config *config)
{
	struct lockstep_config alone = *config;
	char why[DUT_WHY];

	alone.backend = LOCKSTEP_RTL;
	r->l = start(&alone);
	if (!probe_find(&r->probe, &config->shape, &r->l->dut, config->top, why))
		fail_msg("%s", why);
}

static void reference_close(struct reference *r)
{
	probe_free(&r->probe);
	lockstep_free(r->l);
}

static bool same_register(const struct lockstep *l, const struct reference *r, unsigned i)
{
	return !memcmp(l->probe.storage[i], r->probe.storage[i], dut_bytes(l->probe.image->regs[i].width));
}

/* Is the pin a register, which is compared whether it means something or not? */
static bool is_register(const struct lockstep *l, enum pin n)
{
	for (unsigned i = 0; i < l->outputs.n; i++)
		if (l->outputs.at[i].pin == n)
			return true;
	return false;
}

/* Where the pin that qualifies this one is set, they show the same. */
static bool same_where_valid(const struct lockstep *l, const struct reference *r, enum pin n)
{
	for (unsigned port = 0; port < l->pins.pin[n].ports; port++)
		if (pins_mask(&l->pins, pin_rows[n].valid) >> port & 1 && pins_value(&l->pins, n, port) != pins_value(&r->l->pins, n, port))
			return false;
	return true;
}

static bool same_pins(const struct lockstep *l, const struct reference *r)
{
	for (enum pin n = 0; n < PINS; n++) {
		if (pin_rows[n].input || !l->pins.pin[n].bytes)
			continue;
		if (pin_rows[n].valid != n && !is_register(l, n) ? !same_where_valid(l, r, n)
								 : memcmp(l->pins.pin[n].data, r->l->pins.pin[n].data, l->pins.pin[n].bytes) != 0)
			return false;
	}
	return true;
}

/* Words that hold nothing may differ. */
static bool same_memories(const struct lockstep *l, const struct reference *r)
{
	for (unsigned i = 0; i < l->probe.n_memories; i++) {
		const struct probe_memory *a = &l->probe.memories[i], *b = &r->probe.memories[i];

		if (!memcmp(a->data, b->data, (size_t)a->words * a->bytes))
			continue;
		for (unsigned address = 0; address < a->words; address++) {
			uint32_t content[FLIT_WORDS];

			if (memcmp(a->data + address * a->bytes, b->data + address * b->bytes, a->bytes) != 0 &&
			    memory_model(l->model, l->cycle, (struct memory_place){ a, address }, content))
				return false;
		}
	}
	return true;
}

static bool same(const struct lockstep *l, const struct reference *r)
{
	for (unsigned i = 0; i < l->probe.image->n; i++)
		if (!same_register(l, r, i))
			return false;
	return same_pins(l, r) && same_memories(l, r);
}

static void set_fault(struct lockstep *l, const struct site_desc *site, unsigned instance, unsigned output, uint32_t place)
{
	char path[NAME], scope[NAME + PARAMS_WORD + 16];
	struct dut_signal select, which;

	site_path(site, instance, path, sizeof path);
	snprintf(scope, sizeof scope, "%s.%s", l->config.top, path);
	assert_true(l->dut.lib->find(l->dut.instance, scope, "fault_select", &select) && select.bytes == 4);
	assert_true(l->dut.lib->find(l->dut.instance, scope, "fault_place", &which) && which.bytes == 4);
	*(uint32_t *)which.data = place;
	*(uint32_t *)select.data = output + 1;
}

/* A write of the one and not the other, or to another word: it is seen before the edge that does it, and may write what is there already. */
static bool writes_differently(const struct lockstep *l, const struct reference *r)
{
	for (unsigned i = 0; i < l->probe.n_memories; i++) {
		unsigned a, b;
		const bool writes = probe_writes(&l->probe.memories[i], &a);

		if (writes != probe_writes(&r->probe.memories[i], &b) || (writes && a != b))
			return true;
	}
	return false;
}

/* The output is inverted from the cycle at which l stands, until that has an effect. Returns false if it has none. */
static bool effect(struct lockstep *l, struct reference *r, const char *name)
{
	const uint64_t from = l->cycle;

	while (l->cycle < from + WINDOW) {
		bool caught, differs;

		if (!lockstep_cycle(l)) {
			if (!l->writes_differ || !writes_differently(l, r))
				fail_msg("%s wrong since cycle %ju: %s", name, (uintmax_t)from, l->why);
			return true;
		}
		assert_true(lockstep_cycle(r->l));
		caught = !lockstep_compare(l);
		differs = !same(l, r);
		if (caught != differs)
			fail_msg("%s wrong since cycle %ju: at cycle %ju lockstep sees %s, and there is %s", name, (uintmax_t)from,
				 (uintmax_t)l->cycle, caught ? "a difference" : "none", differs ? "one" : "none");
		if (!caught)
			continue;
		for (unsigned i = 0; i < l->probe.image->n; i++)
			if (probe_register_equal(&l->probe, i) != same_register(l, r, i)) {
				char reg[IMAGE_NAME];

				image_register_name(l->probe.image, &l->probe.image->regs[i], reg);
				fail_msg("%s wrong since cycle %ju: lockstep is wrong about %s at cycle %ju", name, (uintmax_t)from, reg,
					 (uintmax_t)l->cycle);
			}
		return true;
	}
	return false;
}

static bool fault(struct planting *t, const struct site_desc *site, unsigned output)
{
	const unsigned instance = rng_below(&t->rng, site->instances);
	const uint32_t place = (uint32_t)(rng_next(&t->rng) >> 32);
	const uint64_t from = WARM + rng_below(&t->rng, SPREAD);
	struct lockstep *l;
	struct reference r;
	char path[NAME], name[2 * NAME];
	bool effective;

	site_path(site, instance, path, sizeof path);
	snprintf(name, sizeof name, "%s.%s at %08x of 2^32", path, t->outputs[site->unit].name[output], place);
	t->c.config.traffic.seed = rng_next(&t->rng);
	l = start(&t->c.config);
	reference_open(&r, &t->c.config);
	run_to(l, from);
	while (r.l->cycle < from)
		assert_true(lockstep_cycle(r.l));
	l->config.memory_every = true;
	assert_true(lockstep_compare(l) && same(l, &r));
	set_fault(l, site, instance, output, place);
	effective = effect(l, &r, name);
	lockstep_free(l);
	reference_close(&r);
	return effective;
}

/* Outputs that a network interface leaves open, since units of switches stand in its sides: a fault there has no effect. */
static bool is_open(const char *site, const char *output)
{
	static const char *const open[][2] = {
		{ "send_hru", "left" }, { "send_cmu", "idle_next" }, { "send_cqu", "empty" }, { "send_cqu", "fill_next" }, { "send_cqu", "refill" },
		{ "send_cqu", "refill_flits" }, { "send_cqu", "pop_need" }, { "receive_hru", "turns" }, { "receive_hru", "left" },
		{ "receive_cmu", "idle_next" }, { "receive_cqu", "empty" }, { "receive_cqu", "fill" }, { "receive_cqu", "fill_next" },
		{ "receive_cqu", "pop_need" }, { "receive_cqu", "direct" }, { "nfu", "lost" },
	};

	for (unsigned i = 0; i < sizeof open / sizeof *open; i++)
		if (!strcmp(open[i][0], site) && !strcmp(open[i][1], output))
			return true;
	return false;
}

static void outputs_of(struct planting *t)
{
	for (enum site at = 0; at < SITES; at++) {
		const struct site_desc *site = &t->sites[at];

		for (unsigned i = 0; i < t->outputs[site->unit].n && site->instances; i++) {
			const char *const name = t->outputs[site->unit].name[i];
			unsigned effective = 0;

			for (unsigned try = 0; try < TRIES && effective < effects(); try++) {
				const bool seen = fault(t, site, i);

				effective += seen;
				t->tally[at].faults += seen;
				t->tally[at].without_effect += !seen;
			}
			t->tally[at].outputs++;
			t->tally[at].outputs_caught += (effective > 0) != is_open(site->name, name);
			if ((effective > 0) == is_open(site->name, name))
				print_error("%s.%s: %s fault had an effect\n", site->name, name, effective ? "a" : "no");
		}
	}
}

static void every_output(void **state)
{
	struct planting *t = *state;

	for (unsigned i = 0; i < switches; i++)
		outputs_of(&t[i]);
}

static bool has_row(const struct signal *g)
{
	return g->kind == SIGNAL_MEM ? g->words : g->width;
}

/* Nothing of the tables was left out, and no output that the Verilog declares. */
static void rows_of(const struct planting *t)
{
	print_message("# unit      registers caught  memories caught  bit flips  outputs caught  faults  without effect\n");
	for (enum site at = 0; at < SITES; at++) {
		const struct unit_desc *u = &t->units[t->sites[at].unit];
		const struct tally *y = &t->tally[at];
		unsigned rows[SIGNAL_MEM + 1] = { 0 };

		if (!t->sites[at].instances)
			continue;
		print_message("# %-8s  %9u %6u  %8u %6u  %9ju  %7u %6u  %6ju  %14ju\n", t->sites[at].name, y->registers,
			      y->registers_caught, y->memories, y->memories_caught, (uintmax_t)y->flips, y->outputs, y->outputs_caught,
			      (uintmax_t)y->faults, (uintmax_t)y->without_effect);
		for (unsigned row = 0; row < u->n; row++)
			rows[u->signals[row].kind] += has_row(&u->signals[row]);
		assert_int_equal(y->registers_caught, rows[SIGNAL_REG] + rows[SIGNAL_MEM]);
		assert_int_equal(y->memories_caught, rows[SIGNAL_MEM]);
		assert_int_equal(y->outputs_caught, t->outputs[t->sites[at].unit].n);
	}
}

static void every_row(void **state)
{
	const struct planting *t = *state;

	for (unsigned i = 0; i < switches; i++)
		rows_of(&t[i]);
	for (enum site at = 0; at < SITES; at++) {
		unsigned instances = 0;

		for (unsigned i = 0; i < switches; i++)
			instances += t[i].sites[at].instances;
		assert_true(instances || use == FEW_FAULTS);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_register),
		cmocka_unit_test(every_memory),
		cmocka_unit_test(every_output),
		cmocka_unit_test(every_row),
	};

	if (argc > 1 && !strcmp(argv[1], "many"))
		use = MANY_FAULTS;
	return cmocka_run_group_tests(tests, begin, end);
}
