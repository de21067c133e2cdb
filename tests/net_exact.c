/* Results do not depend on how the work is done: skipping idle cycles or not, by how many threads, in how many calls, switch by switch. */
#include "net_harness.h"

enum { CYCLES = 4000, CASES = 12 };

struct result {
	struct network_counts counts;
	struct stats_totals totals;
	struct histogram latency;
	uint64_t received[1024], links[32768], saqs[64];
	struct switch_counts switches;
	bool drained;
	uint64_t end;
};

static void record(struct result *x, struct net_run *r, const struct net_case *c)
{
	const unsigned links = network_links(&r->topology);

	memset(x, 0, sizeof *x);
	network_stop_injection(r->network);
	x->drained = network_drain(r->network, 300000);
	x->end = network_cycle(r->network);
	x->counts = network_counts(r->network);
	x->counts.steps = 0;            /* how much work it was, and nothing else, may differ */
	network_count_switches(r->network, r->stats);
	x->switches = r->stats->switches;
	const struct stats_shard *all = stats_merge(r->stats);

	x->totals = all->totals;
	x->latency = all->latency;
	assert_true(r->topology.nodes <= 1024 && links <= 32768);
	memcpy(x->received, r->stats->received, r->topology.nodes * sizeof *x->received);
	memcpy(x->links, r->stats->link_flits, links * sizeof *x->links);
	for (unsigned k = 0; k < 64 && k < r->stats->n_samples; k++)
		x->saqs[k] = all->saqs[k];
	assert_true(x->counts.delivered > 50 && c->end > 0);
}

/* In steps of an odd length: spans are cut. */
static struct result *run(struct net_case c, unsigned threads, bool every_cycle, unsigned steps)
{
	struct result *x = malloc(sizeof *x);

	assert_non_null(x);
	c.threads = threads;
	c.every_cycle = every_cycle;
	c.end = CYCLES;
	struct net_run r = net_open(&c);

	for (unsigned k = 1; k <= steps; k++)
		if (!network_run_to(r.network, CYCLES * k / steps))
			fail_msg("%s: %s", c.name, network_why(r.network));
	record(x, &r, &c);
	net_close(&r);
	return x;
}

static void same(const struct net_case *c, const struct result *expected, struct result *got, const char *what)
{
	if (memcmp(&expected->counts, &got->counts, sizeof got->counts))
		fail_msg("%s, %s: counts differ", c->name, what);
	if (memcmp(&expected->switches, &got->switches, sizeof got->switches))
		fail_msg("%s, %s: counts of switches differ", c->name, what);
	if (memcmp(expected, got, sizeof *got))
		fail_msg("%s, %s: statistics differ", c->name, what);
	free(got);
}

/* No two switches in a bank. */
static struct result *run_singly(struct net_case c)
{
	struct backend single = backend_c_model;

	single.bank = NULL;
	c.backend = &single;
	return run(c, 1, false, 1);
}

/* With instructions that every processor has. */
static struct result *run_anywhere(const struct net_case *c)
{
	switch_allow_wide(false);

	struct result *r = run(*c, 1, false, 1);

	switch_allow_wide(true);
	return r;
}

static void compare(const struct net_case *c)
{
	struct result *one = run(*c, 1, false, 1);

	assert_true(one->drained);
	same(c, one, run(*c, 1, true, 1), "every cycle");
	same(c, one, run(*c, 1, false, 7), "in seven calls");
	same(c, one, run_singly(*c), "switch by switch");
	same(c, one, run_anywhere(c), "on any processor");
	same(c, one, run(*c, 2, false, 1), "two threads");
	same(c, one, run(*c, 3, true, 5), "three threads, every cycle, in five calls");
	same(c, one, run(*c, 4, false, 3), "four threads, in three calls");
	free(one);
}

static void congested_tree(void **state)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 3);

	(void)state;
	c.hot_share = 0.1;
	compare(&c);
	c.injection = NODE_INJECTION_FIFO;
	compare(&c);
}

static void long_links(void **state)
{
	struct net_case c = net_case_default(TOPOLOGY_BMIN, 4, 3);

	(void)state;
	for (c.link_delay = 2; c.link_delay < 40; c.link_delay += 7)
		compare(&c);
}

static void random_networks(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		const struct net_case c = net_case_random(1000 + i);

		compare(&c);
	}
}

static void random_networks_by_destination(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		const struct net_case c = net_case_random_fbicm(2000 + i);

		compare(&c);
	}
}

static void random_static_networks(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		const struct net_case c = net_case_random_static(1000 + i);

		compare(&c);
	}
}

/* Another seed gives other results: what is compared above does depend on the run. */
static void seeds_matter(void **state)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 4, 2);
	struct result *a = run(c, 1, false, 1), *b;

	(void)state;
	c.seed = 2;
	b = run(c, 1, false, 1);
	assert_memory_not_equal(a, b, sizeof *a);
	free(a);
	free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(congested_tree),
		cmocka_unit_test(long_links),
		cmocka_unit_test(random_networks),
		cmocka_unit_test(random_networks_by_destination),
		cmocka_unit_test(random_static_networks),
		cmocka_unit_test(seeds_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
