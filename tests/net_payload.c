/* What end nodes send arrives as it was sent, and it is found out if it does not; what breaks the link contract is found out. */
#include "net_harness.h"

#include "net_backend.h"
#include "net_links.h"
#include "test.h"

static struct net_case congested, congested_by_destination, congested_static, *subject;

/* The payload backend, and a link behind one of its switches that changes a packet once, the first after cycle 500 that has a way to go. */
static struct {
	const struct backend *inner;
	bool faulty, done;
} link;

static uint64_t step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	const uint64_t next = link.inner->step(sw, cycle, in, out);
	const unsigned o = out->depart ? (unsigned)__builtin_ctzll(out->depart) : 0;

	if (link.faulty && !link.done && out->depart && cycle > 500 && out->packet[o].turns_left) {
		out->packet[o].tag ^= 1;        /* when it was wanted: nothing but latency and payload depends on it */
		link.done = true;
	}
	return next;
}

/* A network of the payload backend, drained; *good: as the network saw it. */
static struct net_backend *run(bool *good, bool *intact, char why[NETWORK_WHY], unsigned threads)
{
	const struct shape s = net_shape(subject);
	struct topology t;
	char cause[LOCKSTEP_WHY];
	struct net_case c = *subject;

	assert_true(topology_make(&t, &c.topology, &s, cause));
	const struct net_backend_config config = { .what = LOCKSTEP_C, .shape = &s, .switches = &s, .topology = &t };
	struct net_backend *b = net_backend_new(&config, cause);

	assert_non_null(b);
	struct backend seam = *net_backend_seam(b);

	link.inner = net_backend_seam(b);
	link.done = false;
	seam.step = step;
	c.backend = &seam;
	c.threads = threads;
	c.end = 3000;
	struct net_run r = net_open(&c);

	*good = network_run_to(r.network, c.end);
	if (*good) {
		network_stop_injection(r.network);
		*good = network_drain(r.network, 100000);
	}
	snprintf(why, NETWORK_WHY, "%s", network_why(r.network));
	assert_true(network_counts(r.network).delivered > 100);
	*intact = net_backend_intact(b, cause);
	net_close(&r);
	return b;
}

static void nothing_wrong(struct net_case *c)
{
	char why[NETWORK_WHY];
	bool good, intact;

	subject = c;
	link.faulty = false;
	for (unsigned threads = 1; threads <= 3; threads++) {
		net_backend_free(run(&good, &intact, why, threads));
		if (!good)
			fail_msg("%s", why);
		assert_true(intact);
	}
}

TEST(nothing_wrong_with_lines)
{
	nothing_wrong(&congested);
}

TEST(nothing_wrong_with_destinations)
{
	nothing_wrong(&congested_by_destination);
}

TEST(nothing_wrong_with_static_queues)
{
	nothing_wrong(&congested_static);
}

/* No switch can know: what leaves it is what entered it. */
TEST(a_link_changes_payload)
{
	char why[NETWORK_WHY];
	bool good, intact;

	subject = &congested;
	link.faulty = true;
	net_backend_free(run(&good, &intact, why, 1));
	assert_true(link.done && good);
	assert_false(intact);
}

/* Switch 0 of the network, which has sent and received nothing. */
static void new_links(struct net_links *links, const struct net_case *c, struct shape *s)
{
	struct topology t;
	char why[TOPOLOGY_WHY];

	net_links_free(links);
	*s = net_shape(c);
	assert_true(topology_make(&t, &c->topology, s, why));
	assert_true(net_links_init(links, s, &t, 0));
}

static void allowed(struct net_links *links, const struct switch_out *out, const char *expected)
{
	char why[NET_LINKS_WHY] = "";

	assert_int_equal(net_links_allow(links, 0, out, why), !expected);
	if (expected && !strstr(why, expected))
		fail_msg("%s", why);
}

TEST(credits_are_kept)
{
	static struct switch_in in;
	static struct switch_out depart = { .depart = 2 }, credit = { .credit = 4 };
	struct net_links links = { .shape = NULL };
	struct shape s;

	new_links(&links, &congested, &s);
	allowed(&links, &credit, "input 2 gives back a credit");
	new_links(&links, &congested, &s);
	in = (struct switch_in){ .head = 4 };
	in.packet[2].flits = 1;
	net_links_bring(&links, 0, &in);
	allowed(&links, &credit, NULL);
	allowed(&links, &credit, "input 2 gives back a credit");
	new_links(&links, &congested, &s);
	for (unsigned i = 0; i < s.slots; i++)
		allowed(&links, &depart, NULL);
	in = (struct switch_in){ .credit = 2 };
	net_links_bring(&links, 0, &in);
	allowed(&links, &depart, NULL);
	allowed(&links, &depart, "output 1 sends a packet without a credit");
	net_links_free(&links);
}

/* Of one queue they are none of another. */
TEST(credits_of_queues_are_kept)
{
	static struct switch_in in = { .head = 4 };
	static struct switch_out depart = { .depart = 2 }, credit = { .credit = 4 };
	struct net_links links = { .shape = NULL };
	struct shape s;

	new_links(&links, &congested_static, &s);
	in.packet[2] = (struct packet){ .queue = 1, .flits = 1 };
	net_links_bring(&links, 0, &in);
	credit.credit_queue[2] = 0;
	allowed(&links, &credit, "input 2 gives back a credit");
	new_links(&links, &congested_static, &s);
	net_links_bring(&links, 0, &in);
	credit.credit_queue[2] = 1;
	allowed(&links, &credit, NULL);
	for (unsigned i = 0; i < s.queue_slots; i++)
		allowed(&links, &depart, NULL);
	depart.packet[1].queue = 1;
	allowed(&links, &depart, NULL);
	depart.packet[1].queue = 0;
	in = (struct switch_in){ .credit = 2 };
	in.credit_queue[1] = 1;
	net_links_bring(&links, 0, &in);
	allowed(&links, &depart, "output 1 sends a packet without a credit");
	net_links_free(&links);
}

TEST(messages_make_sense)
{
	static struct switch_out out = { .message = 1 };
	struct net_links links = { .shape = NULL };
	struct message *m = out.msg;
	struct shape s;

	new_links(&links, &congested, &s);
	*m = (struct message){ .turns = 1, .xoff = 0, .line = 1, .len = 1 };
	allowed(&links, &out, "Xon for line 1");
	m->xoff = 1;
	allowed(&links, &out, NULL);
	allowed(&links, &out, "Xoff for line 1");
	m->xoff = 0;
	allowed(&links, &out, NULL);
	*m = (struct message){ .turns = 1, .xoff = 1, .line = (uint8_t)s.saqs, .len = 1 };
	allowed(&links, &out, "Xoff");
	*m = (struct message){ .turns = 0, .xoff = 1, .line = 0, .len = 0 };
	allowed(&links, &out, "0 turns");
	*m = (struct message){ .turns = 1, .xoff = 1, .line = 0, .len = (uint8_t)(s.turns + 1) };
	allowed(&links, &out, "Xoff");
	*m = (struct message){ .turns = UINT64_C(1) << s.turn_w, .xoff = 1, .line = 0, .len = 1 };
	allowed(&links, &out, "Xoff");
	net_links_free(&links);
}

TEST(messages_by_destination_make_sense)
{
	static struct switch_out out = { .message = 1 };
	struct net_links links = { .shape = NULL };
	struct message *m = out.msg;
	struct shape s;

	new_links(&links, &congested_by_destination, &s);
	*m = (struct message){ .destination = 3, .xoff = 0, .line = 1, .len = 2 };
	allowed(&links, &out, "Xon for line 1");
	m->xoff = 1;
	allowed(&links, &out, NULL);
	m->destination = s.nodes - 1;
	allowed(&links, &out, NULL);
	m->destination = s.nodes;
	allowed(&links, &out, "Xoff for line 1");
	m->xoff = 0;
	allowed(&links, &out, NULL);
	allowed(&links, &out, "Xon for line 1");
	*m = (struct message){ .destination = 3, .xoff = 1, .line = (uint8_t)s.saqs, .len = 1 };
	allowed(&links, &out, "Xoff");
	*m = (struct message){ .destination = 3, .xoff = 1, .line = 0, .len = 0 };
	allowed(&links, &out, "0 turns or hops");
	*m = (struct message){ .destination = 3, .xoff = 1, .line = 0, .len = (uint8_t)(s.hops + 1) };
	allowed(&links, &out, "Xoff");
	net_links_free(&links);
}

static int make_cases(void **state)
{
	(void)state;
	congested = net_case_default(TOPOLOGY_KTREE, 2, 3);
	congested.hot_share = 0.3;
	congested_static = congested_by_destination = congested;
	net_case_scheme(&congested_by_destination, SCHEME_fbicm, 4, 0);
	net_case_scheme(&congested_static, SCHEME_obqa, 2, 3);
	return 0;
}

TESTS_BETWEEN(make_cases, NULL)
