/*
 * No flow of a network stands still while others reach its destination: every scheme, topology and arbiter, with a hot spot. And where one does
 * so, it is named: round-robin arbiters starve a flow whose credits only come when others are next, and an FBICM switch that has too few
 * queues lets inputs that it cannot stop feed a line for ever, for which others stay stopped. Nothing else notices: all is delivered in the end.
 */
#include "net_harness.h"

#include "net/engine/network_state.h"
#include "test.h"

/* EVERY: cycles between two looks at all flows; one that moves between them counts as one that moves all the time. */
enum { CYCLES = 20000, LIMIT = 400000, OTHERS = 1500, EVERY = 200 };

struct flow {
	uint64_t since;                 /* arrived[] when a packet of this flow last arrived, or when none was under way */
	uint32_t under_way;             /* packets, now ... */
	uint32_t oldest;                /* ... the number of the first of them ... */
	uint32_t before;                /* ... and at the last look, if `waited`: some were under way then */
	bool waited;
};

struct watch {
	const struct network *network;
	unsigned nodes;
	uint64_t most;                  /* packets of others that arrived while a flow stood still */
	uint64_t *arrived;              /* by destination: packets */
	struct flow *flow;              /* by destination, source */
};

static void see(void *watch, const struct flow_packet *p, const struct flow_times *times)
{
	const struct watch *const w = watch;
	struct flow *const flow = w->flow + flow_destination(p->flow) * w->nodes + flow_source(p->flow);

	(void)times;
	if (!flow_level(p->flow) && !flow->under_way++)
		flow->oldest = p->number;
}

/* False: packets of a flow are under way, none of which has arrived while more than OTHERS have come to its destination. */
static bool flow_moves(struct watch *w, unsigned source, unsigned destination, char why[NETWORK_WHY])
{
	struct flow *const flow = w->flow + destination * w->nodes + source;
	const bool moved = !flow->under_way || (flow->waited && flow->oldest != flow->before);
	const uint64_t others = moved ? 0 : w->arrived[destination] - flow->since;

	flow->waited = flow->under_way;
	flow->before = flow->oldest;
	flow->since = moved ? w->arrived[destination] : flow->since;
	w->most = others > w->most ? others : w->most;
	if (others <= OTHERS)
		return true;
	snprintf(why, NETWORK_WHY, "cycle %ju: %u packets of node %u to node %u are under way, and %ju others have arrived there since the last",
		 (uintmax_t)w->network->cycle, flow->under_way, source, destination, (uintmax_t)others);
	return false;
}

static bool all_move(struct watch *w, char why[NETWORK_WHY])
{
	bool good = true;

	for (unsigned k = 0; k < w->nodes * w->nodes; k++)
		w->flow[k].under_way = 0;
	flows_each(&w->network->part->flows, see, w);
	for (unsigned d = 0; d < w->nodes; d++)
		w->arrived[d] += (uint32_t)(network_node(w->network, d)->received - (uint32_t)w->arrived[d]);
	for (unsigned k = 0; good && k < w->nodes * w->nodes; k++)
		good = flow_moves(w, k % w->nodes, k / w->nodes, why);
	return good;
}

/* The most packets that reach a node while none of a flow does that is under way. */
static bool moves(const struct net_case *c, char why[NETWORK_WHY], uint64_t *most)
{
	struct net_run r = net_open(c);
	struct watch w = { .network = r.network, .nodes = r.topology.nodes };
	bool good = true;

	w.arrived = calloc(w.nodes, sizeof *w.arrived);
	w.flow = calloc(w.nodes * w.nodes, sizeof *w.flow);
	assert_true(w.arrived && w.flow);
	for (uint64_t cycle = 0; good && cycle < CYCLES; cycle += EVERY) {
		net_run_to(&r, c->name, cycle + EVERY);
		good = all_move(&w, why);
	}
	*most = w.most;
	net_drain(r.network, c->name, LIMIT);
	free(w.arrived);
	free(w.flow);
	net_close(&r);
	return good;
}

TEST(every_scheme_and_arbiter)
{
	uint64_t worst = 0;

	for (unsigned i = 0; i < SCHEMES * TOPOLOGY_TREES * ARBITERS; i++) {
		struct net_case c = net_case_default((enum topology_kind)(i / SCHEMES % TOPOLOGY_TREES), 4, 2);
		char why[NETWORK_WHY];
		uint64_t most;

		c.params.arbiter = i / SCHEMES / TOPOLOGY_TREES;
		if (!scheme_is_switch(i % SCHEMES) || i % SCHEMES == SCHEME_wormhole)   /* its networks are of another kind: net_wormhole.c */
			continue;
		if (i % SCHEMES != SCHEME_recn_iq)
			net_case_scheme(&c, i % SCHEMES, 4, 4);
		if (shape_of(&c.params).by_cells && c.params.arbiter != ARBITER_round_robin)
			continue;
		if (PARAM_USED(&c.params, sorting))
			c.params.sorting = SORTING_head;        /* those sorted on arrival follow */
		c.load = 1;
		c.hot_share = 0.2;
		c.random_length = true;
		if (!moves(&c, why, &most))
			fail_msg("%s, scheme %u, arbiter %u: %s", c.name, c.params.scheme, c.params.arbiter, why);
		worst = most > worst ? most : worst;
	}
	print_message("# at most %ju others arrived while none of a flow did\n", (uintmax_t)worst);
}

TEST(sorted_on_arrival)
{
	uint64_t worst = 0;

	for (unsigned i = 0; i < TOPOLOGY_TREES * ARBITERS * (1 + LISTS); i++) {
		struct net_case c = net_case_default((enum topology_kind)(i % TOPOLOGY_TREES), 4, 2);
		const unsigned lists = i / TOPOLOGY_TREES / ARBITERS;       /* the last: turns, no lists */
		char why[NETWORK_WHY];
		uint64_t most;

		if (lists < LISTS) {
			net_case_scheme(&c, SCHEME_fbicm, 4, 0);
			c.params.lists = lists;
		}
		c.params.sorting = SORTING_arrival;
		c.params.arbiter = i / TOPOLOGY_TREES % ARBITERS;
		c.load = 1;
		c.hot_share = 0.2;
		c.random_length = true;
		if (!moves(&c, why, &most))
			fail_msg("%s, scheme %u, lists %u, arbiter %u: %s", c.name, c.params.scheme, c.params.lists, c.params.arbiter, why);
		worst = most > worst ? most : worst;
	}
	print_message("# at most %ju others arrived while none of a flow did\n", (uintmax_t)worst);
}

static void is_named(struct net_case c)
{
	char why[NETWORK_WHY] = "";
	uint64_t most;

	assert_false(moves(&c, why, &most));
	print_message("# %s\n", why);
	assert_non_null(strstr(why, " are under way, and "));
}

static void moves_well(struct net_case c)
{
	char why[NETWORK_WHY];
	uint64_t most;

	if (!moves(&c, why, &most))
		fail_msg("%s: %s", c.name, why);
	assert_in_range(most, 1, OTHERS / 2);
}

/* Few slots for each queue, packets of one flit. */
static struct net_case short_of_credits(unsigned queue_slots, unsigned arbiter)
{
	struct net_case c = net_case_default(TOPOLOGY_KTREE, 3, 2);

	net_case_scheme(&c, SCHEME_voqsw, 0, queue_slots);
	c.params.arbiter = arbiter;
	c.params.packet_flits = 1;
	c.load = 1;
	c.hot_share = 0.2;
	c.link_delay = 3;
	c.seed = 21;
	return c;
}

TEST(round_robin_short_of_credits_starves)
{
	for (unsigned queue_slots = 1; queue_slots <= 3; queue_slots += 2) {
		is_named(short_of_credits(queue_slots, ARBITER_round_robin));
		moves_well(short_of_credits(queue_slots, ARBITER_matrix));
		moves_well(short_of_credits(queue_slots, ARBITER_oldest_first));
	}
	moves_well(short_of_credits(4, ARBITER_round_robin));
}

static struct net_case short_of_queues(unsigned cfqs)
{
	struct net_case c = net_case_random(random_kind_of(CLASSIFIER_DESTINATION_CAM), 23);

	c.params.cfqs = cfqs;
	return c;
}

TEST(fbicm_short_of_queues_starves)
{
	is_named(short_of_queues(1));
	moves_well(short_of_queues(4));
}
