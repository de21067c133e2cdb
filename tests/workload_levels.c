/* Service levels: each is a source of its own at each node, with its load, its bursts and its hot spots; nodes share nothing. */
#include "test.h"
#include "workload_case.h"

static struct workload_config levels(unsigned sls)
{
	struct workload_config c = config(0);

	c.sls = sls;
	for (unsigned sl = 0; sl < sls; sl++) {
		c.sl_load[sl] = 0.05 + 0.05 * sl;
		c.burst_flits[sl] = 50 + 100 * sl;
	}
	return c;
}

/* All demands of a node in order; each level has the load, and the packets of level 0 are those of a network that has it alone. */
static void check_levels(struct workload_config c)
{
	struct workload *w = begin(&c), *alone;
	uint64_t flits[SERVICE_LEVELS] = { 0 };
	struct demand d, e;

	c.load = c.sl_load[0];
	c.sls = 1;
	alone = begin(&c);
	for (unsigned i = 0; i < NODES; i++) {
		uint64_t before = 0;

		for (; workload_next(w, i, &d); before = d.cycle) {
			assert_true(d.cycle >= before && d.cycle < c.end && d.sl < SERVICE_LEVELS && d.destination != i);
			flits[d.sl] += d.flits;
			if (d.sl == 0) {
				assert_true(workload_next(alone, i, &e));
				assert_memory_equal(&d, &e, sizeof d);
			}
		}
		assert_false(workload_next(w, i, &d));
		assert_false(workload_next(alone, i, &e));
	}
	for (unsigned sl = 0; sl < SERVICE_LEVELS; sl++)
		near((double)flits[sl] / ((double)NODES * END), c.sl_load[sl], 0.02);
	workload_free(alone);
	workload_free(w);
}

TEST(levels_have_loads_of_their_own)
{
	struct workload_config c = levels(4);

	check_levels(c);
	c.arrivals = ARRIVALS_ON_OFF;
	check_levels(c);
	c.random_length = true;
	check_levels(c);
	c.arrivals = ARRIVALS_BURSTY;
	c.sl_load[2] = 0;
	check_levels(c);
}

/* On links that carry two flits in three cycles all is as on others, but slower: a load is one of the link's bandwidth. */
TEST(slower_links_take_more_cycles)
{
	struct workload_config c = levels(4), slow;
	struct workload *w, *v;
	struct demand d, e;

	c.arrivals = ARRIVALS_ON_OFF;
	c.random_length = true;
	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = 6, .share = 0.5, .sls = 1u << 1, .from = 1000, .to = 2000 };
	slow = c;
	slow.link_n = 3;
	slow.link_d = 2;
	slow.end = 3 * c.end / 2;
	slow.hot[0].from = 1500;
	slow.hot[0].to = 3000;
	w = begin(&c);
	v = begin(&slow);
	for (unsigned i = 0; i < NODES; i++) {
		while (workload_next(w, i, &d)) {
			assert_true(workload_next(v, i, &e));
			d.cycle = d.cycle * 3 / 2;
			assert_memory_equal(&d, &e, sizeof d);
		}
		assert_false(workload_next(v, i, &e));
	}
	workload_free(w);
	workload_free(v);
}

/* No source draws what another one draws, of another node or level. */
TEST(sources_are_independent)
{
	enum { PACKETS = 12 };
	struct workload_config c = config(0);
	uint64_t cycle[4 * SERVICE_LEVELS][PACKETS];
	unsigned n[4 * SERVICE_LEVELS] = { 0 };
	struct workload *w;
	struct demand d;

	c.sls = SERVICE_LEVELS;
	for (unsigned sl = 0; sl < SERVICE_LEVELS; sl++)
		c.sl_load[sl] = 0.1;
	w = begin(&c);
	for (unsigned i = 0; i < 4; i++)
		while (workload_next(w, i, &d)) {
			const unsigned source = SERVICE_LEVELS * i + d.sl;

			if (n[source] < PACKETS)
				cycle[source][n[source]++] = d.cycle;
		}
	for (unsigned a = 0; a < 4 * SERVICE_LEVELS; a++)
		for (unsigned b = 0; b < a; b++)
			assert_memory_not_equal(cycle[a], cycle[b], sizeof cycle[a]);
	workload_free(w);
}

/* Packets of levels: to a node, of a level. */
static uint64_t asked_at(const struct workload_config *c, unsigned node, unsigned sl, uint64_t *all)
{
	struct workload *w = begin(c);
	uint64_t there = 0;
	struct demand d;

	*all = 0;
	for (unsigned i = 0; i < NODES; i++)
		while (workload_next(w, i, &d)) {
			*all += d.sl == sl;
			there += d.sl == sl && d.destination == node;
		}
	workload_free(w);
	return there;
}

TEST(hot_spots_are_of_levels)
{
	struct workload_config c = levels(4);
	uint64_t all, to;

	c.hot_spots = 2;
	c.hot[0] = (struct hot_spot){ .node = 6, .share = 0.2, .sls = 1u << 1, .to = UINT64_MAX };
	c.hot[1] = (struct hot_spot){ .node = 9, .share = 0.3, .to = UINT64_MAX };
	for (unsigned sl = 0; sl < 4; sl++) {
		to = asked_at(&c, 6, sl, &all);
		near((double)to / (double)all, sl == 1 ? 0.2 + 0.5 / 64 : 0.7 / 64, 0.01);
		to = asked_at(&c, 9, sl, &all);
		near((double)to / (double)all, 0.3 + (sl == 1 ? 0.5 : 0.7) / 64, 0.01);
	}
	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = 6, .of_sources = true, .share = 0.5, .load = 0.4, .sls = 1u << 2, .to = UINT64_MAX };
	to = asked_at(&c, 6, 2, &all);
	near((double)to * FLITS / END, 0.4 * 32, 0.3);
	near((double)(all - to) * FLITS / END, 0.15 * 32, 0.3);
	to = asked_at(&c, 6, 3, &all);
	near((double)to / (double)all, 1.0 / 64, 0.01);
}

/* The same for every node, whether asked one after the other or in turns: nodes share nothing. */
static void check_nodes(struct workload_config c)
{
	struct demand in_turn[20][NODES], d;
	struct workload *a, *b;
	unsigned different = 0;

	c.arrivals = ARRIVALS_BURSTY;
	a = begin(&c);
	b = begin(&c);
	for (unsigned k = 0; k < 20; k++)
		for (unsigned i = 0; i < NODES; i++)
			assert_true(workload_next(a, (i * 37 + k) % NODES, &in_turn[k][(i * 37 + k) % NODES]));
	for (unsigned i = NODES; i-- > 0;)
		for (unsigned k = 0; k < 20; k++) {
			assert_true(workload_next(b, i, &d));
			assert_memory_equal(&d, &in_turn[k][i], sizeof d);
		}
	workload_free(b);
	c.seed++;
	b = begin(&c);
	for (unsigned i = 0; i < NODES; i++) {
		assert_true(workload_next(b, i, &d));
		different += memcmp(&d, &in_turn[0][i], sizeof d) != 0;
	}
	assert_true(different > NODES / 2);
	workload_free(a);
	workload_free(b);
}

TEST(nodes_are_independent)
{
	check_nodes(config(0.7));
	check_nodes(levels(3));
}

TEST(what_does_not_fit_is_refused)
{
	struct workload_config c = levels(4);

	c.hot_spots = 1;
	c.hot[0] = (struct hot_spot){ .node = 1, .share = 0.5, .sls = 1u << 4, .to = 1 };
	refused(c, "no service level 4; the last one is 3");
	c.hot[0] = (struct hot_spot){ .node = 1, .share = 0.5, .of_sources = true, .load = 1, .to = 1 };
	refused(c, "a share of the sources needs sl=N");
	c.hot_spots = 2;
	c.hot[0] = (struct hot_spot){ .node = 1, .share = 0.6, .to = 1 };
	c.hot[1] = (struct hot_spot){ .node = 2, .share = 0.6, .sls = 1u << 3, .to = 1 };
	refused(c, "add up to 1.2");
}
