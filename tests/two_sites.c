/*
 * A unit that stands at inputs and at outputs and has two memories, which no switch has yet: image, probe, memory check and manifest tell
 * all of them apart. The tables are made up here, and so are the RTL's storage and the model's answers.
 */
#define units_describe two_sites_units
#include "../rtl_gen/manifest.c"
#include "../rtl_gen/storage.c"
#include "../spec/image.c"
#include "memory.h"
#include "switch_model.h"
#include "test.h"

enum { INPUTS = 3, OUTPUTS_HERE = 2, ROW_STATE = 0, ROW_NARROW, ROW_WIDE, STORED = 1 << 14, ALIGNED = 64 };

void two_sites_units(const struct shape *s, struct unit_desc units[UNITS], struct site_desc sites[SITES])
{
	(void)s;
	memset(units, 0, UNITS * sizeof *units);
	units[0] = (struct unit_desc){ .name = "store", .help = "a store", .present = true, .n = 3, .signals = {
		{ .kind = SIGNAL_REG, .name = "state_q", .help = "state", .width = 40, .reset = 5 },
		{ .kind = SIGNAL_MEM, .name = "narrow_mem", .help = "narrow", .width = 8, .words = 4 },
		{ .kind = SIGNAL_MEM, .name = "wide_mem", .help = "wide", .width = 70, .words = 8 },
	} };
	memset(sites, 0, SITES * sizeof *sites);
	sites[0] = (struct site_desc){ "store_in", "g_in[%u].store", 0, AT_INPUT, INPUTS };
	sites[1] = (struct site_desc){ "store_out", "g_out[%u].store", 0, AT_OUTPUT, OUTPUTS_HERE };
}

/* The RTL: storage for whatever is asked for, the same for the same name. */
static struct rtl {
	_Alignas(ALIGNED) uint8_t bytes[STORED];
	unsigned used, n;
	struct dut_signal at[64];
	char name[64][96];
} rtl;

static int signal_of(void *instance, const char *scope, const char *name, struct dut_signal *g)
{
	const bool wide = strstr(scope, "wide_mem"), memory = !strcmp(name, "mem");
	const unsigned width = !strcmp(name, "state_q") ? 40 : !strcmp(name, "wen") ? 1 : !strcmp(name, "waddr") ? (wide ? 3 : 2) : wide ? 70 : 8;
	const unsigned bytes = width > 64 ? 12 : width > 32 ? 8 : 1, words = memory ? wide ? 8 : 4 : 0;
	char path[96];
	unsigned i = 0;

	(void)instance;
	snprintf(path, sizeof path, "%.60s.%.30s", scope, name);
	while (i < rtl.n && strcmp(rtl.name[i], path) != 0)
		i++;
	if (i == rtl.n) {
		strcpy(rtl.name[rtl.n++], path);
		rtl.at[i] = (struct dut_signal){ .data = rtl.bytes + rtl.used, .width = width, .words = words, .bytes = bytes };
		rtl.used += (bytes * (words ? words : 1) + ALIGNED - 1) / ALIGNED * ALIGNED;
		assert_true(rtl.used <= STORED && rtl.n < 64);
	}
	*g = rtl.at[i];
	return 1;
}

/* The model: in each cycle it writes a word of one memory. */
static struct image_reg written;
static const unsigned ADDRESS = 3;

static uint64_t writes(const struct sluice_switch *sw, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	(void)sw;
	address[written.instance] = ADDRESS;
	return site == written.site && row == written.row ? UINT64_C(1) << written.instance : 0;
}

static bool memory(const struct sluice_switch *sw, enum site site, unsigned row, unsigned address, uint32_t *words)
{
	(void)sw;
	assert_true(site == written.site && row == written.row && address == ADDRESS);
	words[0] = words[1] = words[2] = 7;
	return true;
}

static void open_probe(struct probe *p)
{
	static const struct dut_lib lib = { .find = signal_of };
	const struct dut d = { .lib = &lib };
	const struct shape s = { .radix = INPUTS };
	char why[DUT_WHY];

	rtl.used = rtl.n = 0;
	memset(rtl.bytes, 0, sizeof rtl.bytes);
	if (!probe_find(p, &s, &d, "top", why))
		fail_msg("%s", why);
}

/* Each register has a place, a name and a reset value of its own. */
TEST(image_has_all)
{
	struct image *m = image_new(&(struct shape){ .radix = INPUTS });
	unsigned offset = 0;

	assert_non_null(m);
	assert_int_equal(m->n, 3 * (INPUTS + OUTPUTS_HERE));
	for (unsigned i = 0; i < m->n; i++) {
		const struct image_reg *r = &m->regs[i];
		char name[IMAGE_NAME], expected[IMAGE_NAME];

		image_register_name(m, r, name);
		snprintf(expected, sizeof expected, "g_%s[%u].store.%s", r->site ? "out" : "in", r->instance,
			 r->row == ROW_STATE ? "state_q" : r->row == ROW_NARROW ? "narrow_mem.rdata_q" : "wide_mem.rdata_q");
		assert_string_equal(name, expected);
		assert_int_equal(r->offset, offset);
		assert_int_equal(image_reg(m, r->site, r->instance, r->row), i);
		assert_int_equal(m->known[i], r->row == ROW_STATE);
		assert_int_equal(*image_at(m, r->site, r->instance, r->row), r->row == ROW_STATE ? 5 : 0);
		offset += r->words;
	}
	assert_int_equal(offset, m->words);
	image_free(m);
}

TEST(probe_finds_each_word)
{
	struct probe p;
	uint8_t *one, *other;
	unsigned width;

	open_probe(&p);
	assert_int_equal(p.n_memories, 2 * (INPUTS + OUTPUTS_HERE));
	assert_true(probe_lookup(&p, "g_out[1].store.wide_mem[3]", &one, &width));
	assert_int_equal(width, 70);
	assert_true(probe_lookup(&p, "g_in[1].store.wide_mem[3]", &other, &width) && one != other);
	assert_true(probe_lookup(&p, "g_out[1].store.narrow_mem[3]", &other, &width) && one != other);
	assert_int_equal(width, 8);
	assert_false(probe_lookup(&p, "g_out[2].store.narrow_mem[3]", &other, &width));
	assert_true(probe_lookup(&p, "g_out[1].store.narrow_mem.rdata_q", &other, &width));
	probe_free(&p);
}

/* The RTL's write port of one memory, as the model writes it, and that of any other. */
TEST(a_write_elsewhere_is_seen)
{
	static const struct switch_model model = { .memory = memory, .writes = writes };
	static struct memory_check check;
	const struct sluice_switch model_of = { .model = &model };
	struct probe p;

	open_probe(&p);
	memory_check_init(&check, &p);
	assert_int_equal(check.n_units, 4);
	for (unsigned written_by = 0; written_by < p.n_memories; written_by++)
		for (unsigned i = 0; i < p.n_memories; i++) {
			const struct probe_memory *m = &p.memories[i];

			written = *p.memories[written_by].reg;
			*(uint8_t *)(uintptr_t)m->wen = 1;
			*(uint8_t *)(uintptr_t)m->waddr = (uint8_t)ADDRESS;
			assert_int_equal(memory_check_ports(&check, &model_of, 0), i == written_by);
			assert_int_equal(check.n_writes, 1);
			*(uint8_t *)(uintptr_t)m->wen = 0;
			assert_false(memory_check_ports(&check, &model_of, 0));
			assert_ptr_equal(check.differs.memory, &p.memories[written_by]);
		}
	probe_free(&p);
}

static unsigned times(const char *text, const char *what)
{
	unsigned n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

TEST(manifest_lists_each_site)
{
	const struct params p = params_default();
	const struct rtl_files none = { 0 };
	char *text = manifest_text(&p, NULL, &none, NULL);

	assert_non_null(text);
	assert_int_equal(times(text, "\"sluice_store\""), 2);
	assert_int_equal(times(text, "\"g_in[0].store\""), 1);
	assert_int_equal(times(text, "\"g_out[0].store\""), 1);
	assert_int_equal(times(text, "\"narrow_mem\""), 2);
	assert_int_equal(times(text, "\"wide_mem\""), 2);
	assert_non_null(strstr(text, "\"memory_bits\":\t2960"));
	free(text);
}
