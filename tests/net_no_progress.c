/* A network that can deadlock does, and says which links wait for each other. */
#include "given.h"
#include "test.h"
#include "wormhole_case.h"

enum { SWITCHES = 4, CLOCKWISE = 1, BACK = 2 };

/* A ring: nodes at port 0, packets go two switches on, clockwise only. */
static struct place peer(const struct topology *t, uint32_t sw, unsigned port)
{
	(void)t;
	if (port == 0)
		return (struct place){ NODE, sw, 0 };
	return (struct place){ SWITCH, (sw + (port == CLOCKWISE ? 1 : SWITCHES - 1)) % SWITCHES, port == CLOCKWISE ? BACK : CLOCKWISE };
}

static struct place attach(const struct topology *t, uint32_t node)
{
	(void)t;
	return (struct place){ SWITCH, node, 0 };
}

static unsigned hops(const struct topology *t, uint32_t source, uint32_t destination)
{
	(void)t;
	return (destination + SWITCHES - source) % SWITCHES + 1;
}

static struct route route(const struct topology *t, uint32_t source, uint32_t destination)
{
	struct route r = { 0, 0 };
	unsigned in = 0;

	for (unsigned left = hops(t, source, destination); left > 1; left--, in = BACK)
		route_turn(&r, t, in, CLOCKWISE);
	route_turn(&r, t, in, 0);
	return r;
}

static unsigned out(const struct topology *t, uint32_t sw, uint32_t destination)
{
	(void)t;
	return sw == destination ? 0 : CLOCKWISE;
}

static void stops(struct params p)
{
	const struct shape s = shape_of(&p);
	char why[NETWORK_WHY];

	const struct topology t = {
		.nodes = SWITCHES, .switches = SWITCHES, .stages = 1, .first = { 0, SWITCHES }, .radix = 3, .turn_w = s.turn_w,
		.peer = peer, .attach = attach, .route = route, .out = out, .hops = hops,
	};
	const struct workload_config wc = workload_default(SWITCHES, s.packet_flits, 1.0);
	const struct stats_config sc = { .nodes = SWITCHES, .shards = 1, .packet_flits = s.packet_flits, .warmup = 1, .end = 200000, .bin = 1000 };
	const struct network_config nc = network_default(&s, &t);
	struct workload *w = workload_new(&wc, why);
	struct stats *stats = stats_new(&sc);

	assert_true(w && stats);
	struct network *n = network_new(&nc, w, stats, why);

	assert_non_null(n);
	assert_false(network_run_to(n, 200000));
	assert_in_range(network_cycle(n), 1, 100000);
	assert_non_null(strstr(network_why(n), "no packet can move: links wait for each other in a circle (switch.output): "));
	network_stop_injection(n);
	assert_false(network_drain(n, 300000));
	assert_false(network_drained(n));
	assert_non_null(strstr(network_why(n), "the network has not drained: links wait for each other in a circle (switch.output): "));
	network_free(n);
	stats_free(stats);
	workload_free(w);
}

TEST(a_ring_stops)
{
	stops(params_given("radix=3 slots=4 saqs=0 detect_threshold=1 xoff_threshold=1 xon_threshold=1"));
}

TEST(a_ring_of_single_queues_stops)
{
	stops(params_given("scheme=1q radix=3 slots=4 nodes=%u", SWITCHES));
}

static void refused(const struct net_case *c, struct network_config *n, const char *expected)
{
	struct net_run r = net_open(c);
	char why[NETWORK_WHY] = "";

	n->shape = net_shape(c);
	n->topology = r.topology;
	assert_null(network_new(n, r.workload, r.stats, why));
	assert_string_equal(why, expected);
	net_close(&r);
}

TEST(values_out_of_range_are_refused)
{
	const struct net_case c = net_case_default(TOPOLOGY_KTREE, 2, 2);

	refused(&c, &(struct network_config){ .link_delay = 0, .threads = 1 }, "link delay is 0; it must be 1..256 cycles");
	refused(&c, &(struct network_config){ .link_delay = 257, .threads = 1 }, "link delay is 257; it must be 1..256 cycles");
	refused(&c, &(struct network_config){ .link_delay = 1, .threads = 0 }, "threads is 0; it must be 1..64");
	refused(&c, &(struct network_config){ .link_delay = 1, .threads = 65 }, "threads is 65; it must be 1..64");
	refused(&c, &(struct network_config){ .link_delay = 1, .threads = 1, .source_packets = 65535 },
		"source packets is 65535; it must be 1..65534");
	const struct net_case mesh = wormhole_case("--grid mesh --ary 4 --vcs 2"), torus = wormhole_case("--ary 4 --throttle tuned --side_cycles 4");

	refused(&mesh, &(struct network_config){ .link_delay = 257, .threads = 1 }, "link delay is 257; it must be 0..256 cycles");
	refused(&mesh, &(struct network_config){ .threads = 1, .source_vcs = 3 }, "source VCs are 3; links have 2");
	refused(&torus, &(struct network_config){ .link_delay = 3, .threads = 1 }, "side_cycles is 4; with a link delay of 3 it must be at least 5");
}
