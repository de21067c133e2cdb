#define _GNU_SOURCE
/*
 * What networks run is what the RTL does: networks of eight-port switches of every scheme, with a hot spot, end with the same results to
 * the last count whether their switches are RTL, compared with the model at every register of every cycle, or the model as networks run
 * it: several in a bank, with any registers, skipping what is idle, departures written to receivers.
 */
#include "lockstep_case.h"
#include "net_backend.h"
#include "net_result.h"

enum { CYCLES = 3000 };

static struct net_case case_of(const char *name, unsigned scheme, unsigned queues, unsigned queue_slots)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 2);

	c.params.turnpool_bits = params_default().turnpool_bits;
	c.params.flit_bits = params_default().flit_bits;
	if (scheme != SCHEME_recn_iq)
		net_case_scheme(&c, scheme, queues, queue_slots);
	c.end = CYCLES;
	c.load = 0.9;
	c.hot_share = 0.3;
	c.hot_times = 2;
	c.random_length = true;
	snprintf(c.name, sizeof c.name, "%s", name);
	return c;
}

/* Of RTL switches, each in lockstep with its model. */
static struct result *result_rtl(const struct net_case *c, const struct lockstep_case *rtl)
{
	const struct shape s = net_shape(c);
	struct topology t;
	char why[LOCKSTEP_WHY];
	struct net_case one = *c;

	assert_true(topology_make(&t, &c->topology, &s, why));
	const struct net_backend_config config = {
		.what = LOCKSTEP_BOTH, .shape = &s, .topology = &t, .lib = &rtl->lib, .top = rtl->top, .seed = 1, .plant_switch = t.switches,
	};
	struct net_backend *b = net_backend_new(&config, why);

	if (!b)
		fail_msg("%s: %s", c->name, why);
	one.backend = net_backend_seam(b);
	struct result *r = result_of(&one, 1, true, 1);

	if (!net_backend_intact(b, why))
		fail_msg("%s: %s", c->name, why);
	net_backend_free(b);
	return r;
}

/* A bank of all switches, one thread; each by itself; with any registers; by two threads, each with banks of its own. */
static void compare(const struct net_case *c, const struct lockstep_case *rtl)
{
	struct result *expected = result_rtl(c, rtl);

	assert_true(expected->drained);
	result_same(c, expected, result_of(c, 1, false, 1), "in banks");
	result_same(c, expected, result_singly(c), "switch by switch");
	result_same(c, expected, result_anywhere(c), "on any processor");
	result_same(c, expected, result_of(c, 2, false, 3), "two threads, in three calls");
	if (c->hot_share > 0 && shape_of(&c->params).saqs)
		assert_true(expected->switches.detections && expected->switches.notifications && expected->switches.moves);
	free(expected);
}

static void networks_of(struct net_case c)
{
	struct lockstep_case rtl;

	case_begin(&rtl, &c.params);
	rtl.prompt = true;
	case_build(&rtl, true);
	compare(&c, &rtl);
	c.link_delay = 7;
	c.hot_share = 0;
	c.load = 0.2;
	compare(&c, &rtl);
	case_end(&rtl);
}

static void recn_iq(void **state)
{
	(void)state;
	networks_of(case_of("recn-iq", SCHEME_recn_iq, 0, 0));
}

static void fbicm(void **state)
{
	(void)state;
	networks_of(case_of("fbicm", SCHEME_fbicm, 4, 0));
}

static void one_queue(void **state)
{
	(void)state;
	networks_of(case_of("1q", SCHEME_one_queue, 0, 64));
}

static void obqa(void **state)
{
	(void)state;
	networks_of(case_of("obqa", SCHEME_obqa, 4, 8));
}

static void dbbm(void **state)
{
	(void)state;
	networks_of(case_of("dbbm", SCHEME_dbbm, 4, 8));
}

static void voqsw(void **state)
{
	(void)state;
	networks_of(case_of("voqsw", SCHEME_voqsw, 0, 8));
}

static void voqnet(void **state)
{
	(void)state;
	networks_of(case_of("voqnet", SCHEME_voqnet, 0, 4));
}

static void pfc(void **state)
{
	(void)state;
	networks_of(case_of("pfc", SCHEME_pfc, 4, 0));
}

static void fbicm_lists_in_memories(void **state)
{
	struct net_case c = case_of("fbicm, lists in memories", SCHEME_fbicm, 4, 0);

	(void)state;
	c.params.lists = LISTS_ram;
	networks_of(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recn_iq),
		cmocka_unit_test(fbicm),
		cmocka_unit_test(fbicm_lists_in_memories),
		cmocka_unit_test(pfc),
		cmocka_unit_test(one_queue),
		cmocka_unit_test(obqa),
		cmocka_unit_test(dbbm),
		cmocka_unit_test(voqsw),
		cmocka_unit_test(voqnet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
