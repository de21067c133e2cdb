/*
 * The report of a divergence, and the run itself, where registers are wide: lists of more destinations than a
 * register of 4,096 bits holds, and than Verilator unrolls loops for by itself. And write ports that cannot be seen are an error.
 */
#include "given.h"
#include "lockstep_case.h"
#include "test.h"

enum { NODES = 4160, FLIPPED = 4150, AT = 200 };

static int begin(void **state)
{
	const struct params p = params_given("scheme=fbicm radix=2 nodes=4160 cfqs=1 slots=10 packet_flits=1");
	struct lockstep_case *c = calloc(1, sizeof *c);

	assert_non_null(c);
	case_begin(c, &p);
	case_build(c, true);
	c->config.cycles = AT + 100;
	c->config.drain = false;
	*state = c;
	return 0;
}

static int end(void **state)
{
	case_end(*state);
	free(*state);
	return 0;
}

/* The value behind a word of the report's first line, which has so many digits. */
static const char *digits(const char *line, const char *word)
{
	const char *const at = strstr(line, word);

	assert_non_null(at);
	assert_int_equal(strspn(at + strlen(word), "0123456789abcdef"), NODES / 4);
	return at + strlen(word);
}

/* One bit near the end was flipped: the values that are printed differ in that one, and it is the only one in their difference. */
static void one_bit(const char *report)
{
	const char *line = strstr(report, "\n   1 register g_in[1].iport.dcam_sort.clip_q");
	const char *model, *rtl, *xor;
	const unsigned from_left = NODES / 4 - 1 - FLIPPED / 4;

	assert_non_null(line);
	model = digits(line, " model 0x");
	rtl = digits(line, " rtl 0x");
	xor = digits(line, " xor 0x");
	for (unsigned i = 0; i < NODES / 4; i++) {
		assert_int_equal(xor[i], i == from_left ? "1248"[FLIPPED % 4] : '0');
		assert_true((model[i] != rtl[i]) == (i == from_left));
	}
	assert_null(strstr(report, "\n   2 "));
	assert_non_null(strstr(line, "clip_q[destination 4150] model 0x"));
	assert_null(strstr(strstr(line, "clip_q[destination") + 1, "clip_q[destination"));
}

TEST(a_register_of_any_width)
{
	struct lockstep_case *c = *state;
	struct lockstep_config config = c->config;
	char why[LOCKSTEP_WHY], *text;
	struct lockstep *l;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	config.plant = (struct lockstep_plant){ .name = "g_in[1].iport.dcam_sort.clip_q", .bit = FLIPPED, .cycle = AT };
	l = lockstep_new(&config, why);
	if (!l)
		fail_msg("%s", why);
	assert_int_equal(lockstep_run(l), LOCKSTEP_DIFFERS);
	assert_int_equal(l->cycle, AT);
	report_divergence(l, NULL, f);
	lockstep_free(l);
	assert_int_equal(fclose(f), 0);
	one_bit(text);
	free(text);
}

static int (*found)(void *, const char *, const char *, struct dut_signal *);
static const char *hidden;

static int find_but_hidden(void *dut, const char *scope, const char *name, struct dut_signal *s)
{
	return strcmp(name, hidden) != 0 && found(dut, scope, name, s);
}

static int find_wider(void *dut, const char *scope, const char *name, struct dut_signal *s)
{
	const int is = found(dut, scope, name, s);

	s->width += is && !strcmp(name, hidden);
	return is;
}

static void refused(const struct lockstep_case *c, int (*find)(void *, const char *, const char *, struct dut_signal *), const char *name,
		    const char *expected)
{
	struct lockstep_config config = c->config;
	struct dut_lib lib = c->lib;
	char why[LOCKSTEP_WHY];

	found = lib.find;
	hidden = name;
	lib.find = find;
	config.lib = &lib;
	assert_null(lockstep_new(&config, why));
	assert_string_equal(why, expected);
}

/* A memory whose write port has another name, or another width, would be written unseen. */
TEST(write_ports_have_to_be_there)
{
	const struct lockstep_case *c = *state;

	refused(c, find_but_hidden, "wen", "the RTL has no sluice_switch.g_in[0].iport.mmu.data_mem.wen");
	refused(c, find_but_hidden, "waddr", "the RTL has no sluice_switch.g_in[0].iport.mmu.data_mem.waddr");
	refused(c, find_wider, "waddr", "sluice_switch.g_in[0].iport.mmu.data_mem.waddr has 4 bits in the model and 5 in the RTL");
}

TESTS_BETWEEN(begin, end)
