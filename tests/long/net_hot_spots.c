/*
 * Five hundred networks of each kind, random in topology, switches, sources, lengths of packets and links of up to 50 cycles, in which hot spots come
 * and go: every packet arrives, once and in the order of its flow, and when the traffic ends nothing is left over: no packet, line, list (CLIP, CLOP),
 * NSB bit or spent credit. The kinds: FBICM, and both schemes with packets sorted on arrival, those 1 to 8 flits long.
 */
#include "../net_harness.h"
#include "../test.h"

enum { CASES = 500, TRAFFIC = 20000, TIMES = 4, LIMIT = 2000000, LONGEST_LINK = 50, LONGEST_PACKET = 8, MOST_LINES = 4 };

/* What happened in all of them together. */
struct happened {
	uint64_t packets;
	unsigned congested, told;       /* networks with detections, with notifications */
	unsigned lost;                  /* in which a notification found no place */
};

static struct net_case drawn(enum classifier classifier, unsigned number)
{
	struct rng rng = rng_seed(0x636f6d65, number);
	struct net_case c = net_case_random(random_kind_of(classifier), number);

	c.link_delay = 1 + rng_below(&rng, LONGEST_LINK);
	c.load = 0.4 + 0.2 * rng_below(&rng, 4);
	c.hot_share = 0.05 + 0.05 * rng_below(&rng, 5);
	c.hot_times = TIMES;
	c.end = TRAFFIC;
	if (classifier != CLASSIFIER_DESTINATION_CAM)
		c.params.packet_flits = 1 + rng_below(&rng, LONGEST_PACKET);
	if (classifier == CLASSIFIER_ROUTE_SORT && !c.params.saqs)
		c.params.saqs = 1 + rng_below(&rng, MOST_LINES);
	snprintf(c.name, sizeof c.name, "case %u: %s k=%u n=%u lines=%u lists=%s slots=%u flits=%u%s delay=%u", number, topology_names[c.topology.kind],
		 c.topology.k, c.topology.n, shape_of(&c.params).saqs, c.params.lists == LISTS_ram ? "ram" : "registers", c.params.slots,
		 c.params.packet_flits, c.random_length ? " at most" : "", c.link_delay);
	return c;
}

static void comes_and_goes(enum classifier classifier, unsigned number, struct happened *all)
{
	const struct net_case c = drawn(classifier, number);
	struct net_run r = net_open(&c);

	if (!network_run_to(r.network, TRAFFIC))
		fail_msg("%s: %s", c.name, network_why(r.network));
	network_stop_injection(r.network);
	if (!network_drain(r.network, LIMIT))
		fail_msg("%s: %s", c.name, network_why(r.network));
	const struct network_counts n = network_counts(r.network);

	network_count_switches(r.network, r.stats);
	assert_true(n.injected > 0 && n.injected == n.delivered);
	assert_true(n.misdelivered == 0 && n.out_of_order == 0);
	all->packets += n.delivered;
	all->congested += r.stats->switches.detections > 0;
	all->told += r.stats->switches.notifications > 0;
	all->lost += r.stats->switches.notifications_lost > 0;
	net_close(&r);
}

static void hot_spots_come_and_go(enum classifier classifier)
{
	struct happened all = { 0 };

	for (unsigned i = 0; i < CASES; i++)
		comes_and_goes(classifier, i, &all);
	print_message("%s: %u networks, %llu packets; %u congested, in %u inputs were told, in %u a notification was lost\n",
		      random_kind_of(classifier)->name, (unsigned)CASES, (unsigned long long)all.packets, all.congested, all.told, all.lost);
	assert_true(all.congested > CASES / 2 && all.told > CASES / 4 && all.lost > 0);
}

TEST(fbicm)
{
	hot_spots_come_and_go(CLASSIFIER_DESTINATION_CAM);
}

TEST(recn_iq_sorted_on_arrival)
{
	hot_spots_come_and_go(CLASSIFIER_ROUTE_SORT);
}

TEST(fbicm_sorted_on_arrival)
{
	hot_spots_come_and_go(CLASSIFIER_DESTINATION_SORT);
}
