/*
 * One output is oversubscribed. With 4 SAQs flows to all other outputs keep at least 99 % of what they offer;
 * without SAQs they collapse. Each input offers 0.3 flits a cycle to the hot output, which so is
 * offered 2.1, and 0.5 to the others. The sources refuse nothing, send in order of arrival, and hold back what
 * the switch stops: the same in both runs, except that a switch without SAQs never stops anything.
 */
#include "one_switch.h"
#include "test.h"

enum { WARM_UP = 50000, CYCLES = 200000 };

struct result {
	double hot, others;             /* delivered: of the hot link's capacity; of what is offered to the others */
	double worst;                   /* of the others: the output that keeps least of what is offered to it */
};

static double offered_to(const struct neighbours_stats *n, unsigned o)
{
	return (double)(n->generated_to[o] + n->refused_to[o]);
}

static struct result evaluate(const struct shape *s, unsigned hot, const struct neighbours_stats *a, const struct neighbours_stats *b)
{
	struct result r = { .worst = 2 };
	double offered = 0, delivered = 0;

	for (unsigned o = 0; o < s->radix; o++) {
		double off = offered_to(b, o) - offered_to(a, o), got = (double)(b->delivered_at[o] - a->delivered_at[o]);

		if (o == hot) {
			r.hot = got / CYCLES;
			continue;
		}
		offered += off;
		delivered += got;
		r.worst = got / off < r.worst ? got / off : r.worst;
	}
	r.others = delivered / offered;
	return r;
}

static const char *const texts[INJECTIONS] = {
	"one queue", "a queue per output, oldest first", "a queue per output, round robin",
};

static struct result run(enum sortings sorting, unsigned saqs, enum injection injection)
{
	struct params p = params_default();
	struct neighbours_config c;
	struct neighbours_stats before = { 0 };
	struct shape s;
	struct bench *b;
	struct result r;

	p.sorting = sorting;
	p.saqs = saqs;
	s = shape_of(&p);
	c = neighbours_default(&s);
	c.traffic = TRAFFIC_HOTSPOT;
	c.load = 0.8;
	c.hot_port = 3;
	c.hot_fraction = 0.3 / 0.8;
	c.injection = injection;
	c.source_packets = 1u << 16;
	c.back_pressure = false;
	c.fixed_table = true;
	b = bench_new(&s, &c);
	assert_non_null(b);
	while (b->cycle < WARM_UP + CYCLES) {
		if (b->cycle == WARM_UP)
			before = *neighbours_stats(b->neighbours);
		if (!bench_step(b))
			fail_msg("%s", b->why);
	}
	r = evaluate(&s, c.hot_port, &before, neighbours_stats(b->neighbours));
	assert_int_equal(neighbours_stats(b->neighbours)->refused, 0);
	print_message("# %u SAQs, sorting %s, sources with %s: other flows keep %.1f %% of their offered load (worst output %.1f %%), hot output carries %.3f\n",
		      saqs, params_table[PARAM_INDEX_sorting].texts[sorting], texts[injection], 100 * r.others, 100 * r.worst, r.hot);
	bench_free(b);
	return r;
}

TEST(saqs_keep_other_flows_alive)
{
	for (enum sortings sorting = 0; sorting < SORTINGS; sorting++) {
		const struct result r = run(sorting, 4, INJECTION_OLDEST_FIRST);

		assert_true(r.others >= 0.99 && r.worst >= 0.99);
		assert_true(r.hot >= 0.99);
	}
}

TEST(without_saqs_they_collapse)
{
	for (enum sortings sorting = 0; sorting < SORTINGS; sorting++)
		assert_true(run(sorting, 0, INJECTION_OLDEST_FIRST).others < 0.7);
}

/* Round robin at the sources holds the hot flow back by itself: SAQs keep all the same, without them less is lost. */
TEST(round_robin_sources_hide_part_of_it)
{
	for (enum sortings sorting = 0; sorting < SORTINGS; sorting++) {
		const struct result with = run(sorting, 4, INJECTION_PER_DESTINATION), without = run(sorting, 0, INJECTION_PER_DESTINATION);

		assert_true(with.others >= 0.99 && with.worst >= 0.99 && with.hot >= 0.99);
		assert_true(without.others < with.others && without.hot < with.hot);
	}
}

/* A source that cannot hold hot packets back fills the memory with them, SAQs or not. */
TEST(sources_have_to_obey_xoff)
{
	for (enum sortings sorting = 0; sorting < SORTINGS; sorting++) {
		assert_true(run(sorting, 4, INJECTION_FIFO).others < 0.7);
		assert_true(run(sorting, 0, INJECTION_FIFO).others < 0.7);
	}
}
