/*
 * Every packet comes out once, at its output, in order and unchanged, and when traffic stops everything is
 * as after reset: every traffic, random switches, with and without back-pressure from below.
 */
#include "random_config.h"

#include "bench/bench.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { CONFIGURATIONS = 200, TRAFFIC_CYCLES = 4000, DRAIN_CYCLES = 400000 };

/* What the runs together have met; a test of nothing must not pass. */
static void add(struct switch_counts *sum, const struct switch_counts *c)
{
	sum->detections += c->detections;
	sum->notifications += c->notifications;
	sum->notifications_lost += c->notifications_lost;
	sum->moves += c->moves;
	sum->xoff_sent += c->xoff_sent;
	sum->xoff_received += c->xoff_received;
}

static void describe(const struct shape *s, const struct neighbours_config *c)
{
	print_message("# %s: scheme %u radix %u nodes %u queues %u saqs %u slots %u flit_bits %u packet_flits %u thresholds %u/%u/%u arbiter %u turnpool %u node %u; "
		      "injection %u load %.2f seed %#" PRIx64 " saturate %d fixed %d own %d hot %u %.1f back_pressure %d\n",
		      traffic_names[c->traffic], s->scheme, s->radix, s->nodes, s->queues, s->saqs, s->slots, s->flit_bits, s->packet_flits, s->detect_threshold,
		      s->xoff_threshold, s->xon_threshold, s->arbiter, s->turnpool_bits, s->node_bits, c->injection, c->load, c->seed,
		      c->saturate, c->fixed_length, c->own_port, c->hot_port, c->hot_fraction, c->back_pressure);
}

static void run(const struct shape *s, const struct neighbours_config *c, struct switch_counts *sum, uint64_t *packets)
{
	struct bench *b = bench_new(s, c);
	const struct neighbours_stats *n = neighbours_stats(b->neighbours);
	bool good = true;

	while (good && (b->cycle < TRAFFIC_CYCLES || (!bench_drained(b) && b->cycle < TRAFFIC_CYCLES + DRAIN_CYCLES)))
		good = bench_step(b);
	if (!good || n->violations || !bench_drained(b)) {
		describe(s, c);
		fail_msg("cycle %" PRIu64 ": %s, %" PRIu64 " violations of the link contract, %" PRIu64 " packets outstanding, switch %sdrained, "
			 "neighbours %sdrained", b->cycle, good ? "all packets as expected" : b->why, n->violations,
			 scoreboard_outstanding(b->scoreboard), switch_drained(b->sw) ? "" : "not ",
			 neighbours_drained(b->neighbours) ? "" : "not ");
	}
	assert_int_equal(n->generated, n->delivered);
	assert_int_equal(n->flits_generated, n->flits_delivered);
	assert_int_equal(scoreboard_delivered(b->scoreboard), n->generated);
	if (s->hops || s->priority_w) {         /* an Xoff for each destination, or each set of priorities, an Xon for all */
		assert_true(n->xoff_received >= n->xon_received && n->xoff_sent >= n->xon_sent);
	} else {
		assert_int_equal(n->xoff_received, n->xon_received);
		assert_int_equal(n->xoff_sent, n->xon_sent);
	}
	*packets += n->delivered;
	add(sum, switch_counts(b->sw));
	bench_free(b);
}

static void nothing_is_lost(struct params draw(struct rng *, unsigned most_ports), enum traffic_kind traffic)
{
	struct rng r = rng_seed(20240607, traffic);
	struct switch_counts sum = { 0 };
	uint64_t packets = 0;

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		struct params p = i ? draw(&r, i % 10 ? 9 : 20) : params_default();
		struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, traffic);

		c.stop_cycle = TRAFFIC_CYCLES;
		run(&s, &c, &sum, &packets);
	}
	print_message("# %s: %" PRIu64 " packets, %" PRIu64 " detections, %" PRIu64 " notifications, %" PRIu64 " lost, %" PRIu64 " moves, %" PRIu64
		      " Xoff sent, %" PRIu64 " received\n", traffic_names[traffic], packets, sum.detections, sum.notifications,
		      sum.notifications_lost, sum.moves, sum.xoff_sent, sum.xoff_received);
	assert_true(packets && sum.notifications && sum.moves && sum.xoff_sent && sum.xoff_received);
}

static void nothing_is_lost_without_lines(struct params random(struct rng *, unsigned most_ports), const char *what)
{
	struct rng r = rng_seed(20241122, 0);
	struct switch_counts none = { 0 };
	uint64_t packets = 0;

	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		const struct params p = random(&r, i % 10 ? 9 : 20);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, (enum traffic_kind)(i % TRAFFIC_KINDS));

		c.stop_cycle = TRAFFIC_CYCLES;
		run(&s, &c, &none, &packets);
	}
	print_message("# %s: %" PRIu64 " packets\n", what, packets);
	assert_true(packets > UINT64_C(1000) * CONFIGURATIONS);
}

static void nothing_is_lost_in_queues(void **state)
{
	(void)state;
	nothing_is_lost_without_lines(random_static_params, "static queues");
}

static void nothing_is_lost_by_priority(void **state)
{
	(void)state;
	nothing_is_lost_without_lines(random_pfc_params, "priorities");
}

static void nothing_is_lost_by_destination(void **state)
{
	(void)state;
	for (unsigned traffic = 0; traffic < TRAFFIC_KINDS; traffic++)
		nothing_is_lost(random_fbicm_params, (enum traffic_kind)traffic);
}

static void nor_with_lists_in_memories(void **state)
{
	(void)state;
	for (unsigned traffic = 0; traffic < TRAFFIC_KINDS; traffic++)
		nothing_is_lost(random_swept_params, (enum traffic_kind)traffic);
}

#define LOSSLESS(name, traffic) static void name(void **state) { (void)state; nothing_is_lost(random_params, traffic); }
LOSSLESS(uniform, TRAFFIC_UNIFORM)
LOSSLESS(hotspot, TRAFFIC_HOTSPOT)
LOSSLESS(permutation, TRAFFIC_PERMUTATION)
LOSSLESS(bursty, TRAFFIC_BURSTY)
LOSSLESS(incast, TRAFFIC_INCAST)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform),
		cmocka_unit_test(hotspot),
		cmocka_unit_test(permutation),
		cmocka_unit_test(bursty),
		cmocka_unit_test(incast),
		cmocka_unit_test(nothing_is_lost_by_destination),
		cmocka_unit_test(nor_with_lists_in_memories),
		cmocka_unit_test(nothing_is_lost_in_queues),
		cmocka_unit_test(nothing_is_lost_by_priority),
	};

	return cmocka_run_group_tests_name("lossless", tests, NULL, NULL);
}
