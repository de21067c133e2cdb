/* Results do not depend on the registers: those of every width that the processor has give what instructions give that all processors have. */
#include "net_result.h"
#include "switch_model.h"
#include "test.h"

enum { CYCLES = 3000, CASES = 6 };

static unsigned compared;       /* runs */

static void compare(const struct net_case *c)
{
	static const unsigned widths[] = { 64, 32, 16 };
	struct result *plain = result_of_width(c, 0);

	for (unsigned k = 0; k < sizeof widths / sizeof *widths; k++) {
		char what[40];

		switch_limit_width(widths[k]);
		if (switch_width() != widths[k])
			continue;
		snprintf(what, sizeof what, "registers of %u bytes", widths[k]);
		result_same(c, plain, result_of_width(c, widths[k]), what);
		compared++;
	}
	free(plain);
}

/* Packets of one length, sorted on arrival or at heads; switches within and across sixteen ports. */
TEST(in_trees)
{
	static const struct tree { enum topology_kind kind; unsigned k, n; double load; } trees[] = {
		{ TOPOLOGY_KTREE, 2, 4, 0.9 }, { TOPOLOGY_KTREE, 4, 3, 0.9 }, { TOPOLOGY_KTREE, 4, 3, 0.1 }, { TOPOLOGY_BMIN, 3, 3, 0.7 },
		{ TOPOLOGY_KTREE, 8, 2, 0.9 }, { TOPOLOGY_KTREE, 16, 2, 0.6 },
	};

	for (const struct tree *t = trees; t < trees + sizeof trees / sizeof *trees; t++) {
		struct net_case c = net_case_default(t->kind, t->k, t->n);

		c.load = t->load;
		c.end = CYCLES;
		c.hot_share = 0.1;
		for (c.params.sorting = 0; c.params.sorting < SORTINGS; c.params.sorting++)
			compare(&c);
	}
}

/* Every scheme, as its kind of switch draws it. */
TEST(in_random_networks)
{
	for (const struct random_kind *kind = random_kinds; kind < random_kinds + RANDOM_KINDS; kind++)
		for (unsigned i = 0; i < CASES && kind->network; i++) {
			struct net_case c = net_case_random(kind, 77000 + 1000 * (unsigned)(kind - random_kinds) + i);

			c.end = CYCLES;
			compare(&c);
		}
}

/* The usual switches of cells, whose step is compiled for their sizes where it is not the one of any processor. */
TEST(of_usual_switches)
{
	static const unsigned schemes[] = { SCHEME_recn_qos, SCHEME_voqsw_qos, SCHEME_voqnet_qos };

	for (unsigned k = 0; k < sizeof schemes / sizeof *schemes; k++) {
		struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

		c.params.scheme = schemes[k];
		c.params.nodes = schemes[k] == SCHEME_voqnet_qos ? 128 : c.params.nodes;
		c.load = 0.9;
		c.sls = 8;
		c.end = CYCLES;
		c.hot_share = 0.1;
		compare(&c);
		const struct shape s = net_shape(&c);

		switch_limit_width(0);
		struct sluice_switch *const general = switch_new(&s);

		switch_limit_width(64);
		struct sluice_switch *const usual = switch_new(&s);

		assert_true(general && usual && (usual->step != general->step || !switch_width()));
		switch_free(general);
		switch_free(usual);
	}
}

TEST(every_width)
{
	unsigned widths = 0;

	for (unsigned limit = 16; limit <= 64; limit *= 2) {
		switch_limit_width(limit);
		widths += switch_width() == limit;
	}
	switch_limit_width(64);
	print_message("# %u widths beside that of any processor, %u runs compared\n", widths, compared);
	assert_true(widths ? compared >= 12 * widths : !compared);
}

/* A limit is a width; what is none is refused. */
TEST(limits)
{
	static const char *const bad[] = { "", "8", "64 ", "-1", "064", "wide" };

	for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_false(switch_limit_width_to(bad[k]));
	assert_true(switch_limit_width_to("0") && switch_width() == 0);
	assert_true(switch_limit_width_to("64") && switch_width() <= 64);
}
