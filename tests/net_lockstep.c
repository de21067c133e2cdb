/*
 * What networks run is what the RTL does: networks of the sample switches of NETWORK, with argument `many` also of MANY_NETWORKS and for longer, with a hot spot, end with the same results to
 * the last count whether their switches are RTL, compared with the model at every register of every cycle, or the model as networks run
 * it: several in a bank, with any registers, skipping what is idle, departures written to receivers.
 */
#include "lockstep_case.h"
#include "net_backend.h"
#include "net_result.h"
#include "sample_switch.h"

static uint64_t cycles = 1200;

static struct net_case case_of(const struct sample_switch *s)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 2, 4);

	c.params = sample_params(s);
	c.end = cycles;
	c.load = 0.9;
	c.hot_share = 0.3;
	c.hot_times = 2;
	c.random_length = true;
	if (PARAM_USED(&c.params, sls))
		c.sls = c.params.sls;
	if (c.params.scheme == SCHEME_wormhole)
		net_case_of_cube(&c);
	snprintf(c.name, sizeof c.name, "%s", s->name);
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
		.what = LOCKSTEP_BOTH, .shape = &s, .switches = &s, .topology = &t, .lib = &rtl->lib, .top = rtl->top, .seed = 1, .plant_switch = t.switches,
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
	const struct shape s = net_shape(c);

	assert_true(expected->drained);
	result_same(c, expected, result_of(c, 1, false, 1), "in banks");
	result_same(c, expected, result_singly(c), "switch by switch");
	result_same(c, expected, result_of_width(c, 0), "on any processor");
	result_same(c, expected, result_of(c, 2, false, 3), "two threads, in three calls");
	if (c->hot_share > 0 && s.saqs) {
		assert_true(expected->switches.detections && expected->switches.notifications);
		assert_true(expected->switches.set_aside);
	}
	free(expected);
}

static void networks(void **state)
{
	struct net_case c = case_of(*state);
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

int main(int argc, char **argv)
{
	const bool many = argc > 1 && !strcmp(argv[1], "many");

	if (many)
		cycles = 2000;
	return sample_run("net_lockstep", many ? NETWORK | MANY_NETWORKS : NETWORK, networks);
}
