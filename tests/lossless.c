/*
 * Every packet comes out once, at its output, in order and unchanged, and when traffic stops everything is
 * as after reset: every traffic, random switches, with and without back-pressure from below; with argument `many`, more of them.
 */
#include "asserts.h"
#include "random_config.h"

#include "one_switch.h"

#include <inttypes.h>
#include <string.h>

enum { FEW = 60, MANY = 200, TRAFFIC_CYCLES = 4000, DRAIN_CYCLES = 400000 };

/* What the runs together have met; a test of nothing must not pass. */
static void add(struct switch_counts *sum, const struct switch_counts *c)
{
	sum->detections += c->detections;
	sum->notifications += c->notifications;
	sum->notifications_lost += c->notifications_lost;
	sum->set_aside += c->set_aside;
	sum->xoff_sent += c->xoff_sent;
	sum->xoff_received += c->xoff_received;
}

static void describe(const struct shape *s, const struct neighbours_config *c)
{
	print_message("# %s: scheme %u radix %u nodes %u queues %u saqs %u slots %u flit_bits %u packet_flits %u thresholds %u/%u/%u arbiter %u turnpool %u node %u; "
		      "injection %u load %.2f seed %#" PRIx64 " saturate %d fixed %d single %d own %d hot %u %.1f back_pressure %d\n",
		      traffic_names[c->traffic], s->scheme, s->radix, s->nodes, s->queues, s->saqs, s->slots, s->flit_bits, s->packet_flits, s->detect_threshold,
		      s->xoff_threshold, s->xon_threshold, s->arbiter, s->turnpool_bits, s->node_bits, c->injection, c->load, c->seed,
		      c->saturate, c->fixed_length, c->single_flit, c->own_port, c->hot_port, c->hot_fraction, c->back_pressure);
}

/* Packets that the last cycle took out of set-aside queues: where packets are sorted as they arrive, those that leave are those that came. */
static uint64_t left_aside(const struct bench *b)
{
	const struct switch_out *const out = bench_decided(b, 0);
	uint64_t packets = 0;

	EACH_IN(o, out->depart)
		packets += out->queue[o] != 0;
	return packets;
}

static void run(const struct shape *s, const struct neighbours_config *c, struct switch_counts *sum, uint64_t *packets)
{
	struct bench *b = bench_new(s, c);
	const struct neighbours_stats *n = neighbours_stats(b->neighbours);
	uint64_t aside = 0;
	bool good = true;

	while (good && (b->cycle < TRAFFIC_CYCLES || (!bench_drained(b) && b->cycle < TRAFFIC_CYCLES + DRAIN_CYCLES))) {
		good = bench_step(b);
		aside += s->sorted ? left_aside(b) : 0;
	}
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
	if (s->by_cells) {      /* an Xon for several levels; neighbours send Xons without an Xoff, too */
		assert_true(n->xoff_received >= n->xon_received);
	} else if (s->nodes) {  /* an Xoff for each destination or set of queues, an Xon for all */
		assert_true(n->xoff_received >= n->xon_received && n->xoff_sent >= n->xon_sent);
	} else {
		assert_int_equal(n->xoff_received, n->xon_received);
		assert_int_equal(n->xoff_sent, n->xon_sent);
	}
	assert_true(!s->sorted || switch_counts(b->sw)->set_aside == aside);
	*packets += n->delivered;
	add(sum, switch_counts(b->sw));
	bench_free(b);
}

/* The default switch of a kind, and random ones. */
static struct params draw(const struct random_kind *kind, unsigned i, struct rng *r)
{
	struct params p = params_default();

	if (i)
		return kind->strain(r, i % 10 ? 9 : 20);
	for (; p.scheme < SCHEMES; p.scheme++)
		for (p.sorting = 0; p.sorting < SORTINGS; p.sorting++)
			if (shape_of(&p).classifier == kind->classifier)
				return p;
	fail_msg("no scheme is of kind %s", kind->name);
	return p;
}

static unsigned switches = FEW;

static uint64_t nothing_is_lost(const struct random_kind *kind, enum traffic_kind traffic, unsigned configurations)
{
	struct rng r = rng_seed(20240607, traffic);
	struct switch_counts sum = { 0 };
	uint64_t packets = 0;
	bool aside = false;

	for (unsigned i = 0; i < configurations; i++) {
		const struct params p = draw(kind, i, &r);
		const struct shape s = shape_of(&p);
		struct neighbours_config c = random_neighbours(&r, &s, traffic);

		c.stop_cycle = TRAFFIC_CYCLES;
		run(&s, &c, &sum, &packets);
		aside |= s.saqs != 0;
	}
	print_message("# %s, %s: %" PRIu64 " packets, %" PRIu64 " detections, %" PRIu64 " notifications, %" PRIu64 " lost, %" PRIu64 " set aside, %" PRIu64
		      " Xoff sent, %" PRIu64 " received\n", kind->name, traffic_names[traffic], packets, sum.detections, sum.notifications,
		      sum.notifications_lost, sum.set_aside, sum.xoff_sent, sum.xoff_received);
	assert_true(packets);
	assert_true(!kind->congestion || (sum.notifications && sum.xoff_sent && sum.xoff_received && (sum.set_aside || !aside)));
	assert_true(aside || !sum.set_aside);
	return packets;
}

static void every_traffic(void **state)
{
	const struct random_kind *kind = *state;
	const unsigned configurations = kind->congestion ? switches : switches / TRAFFIC_KINDS;
	uint64_t packets = 0;

	for (unsigned traffic = 0; traffic < TRAFFIC_KINDS; traffic++)
		packets += nothing_is_lost(kind, (enum traffic_kind)traffic, configurations);
	/* an interface has two ports, of which the host's is held by what the network has stopped */
	assert_true(packets > (kind->classifier == CLASSIFIER_NIC || kind->classifier == CLASSIFIER_SLOT_NIC ? UINT64_C(500) : UINT64_C(1000)) * TRAFFIC_KINDS * configurations);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[RANDOM_KINDS];

	if (argc > 1 && !strcmp(argv[1], "many"))
		switches = MANY;
	for (unsigned i = 0; i < RANDOM_KINDS; i++)
		tests[i] = (struct CMUnitTest){ .name = random_kinds[i].name, .test_func = every_traffic, .initial_state = (void *)(uintptr_t)&random_kinds[i] };
	return cmocka_run_group_tests_name("lossless", tests, NULL, NULL);
}
