/* A congested point that downstream comes to know by another line, microarchitecture-fbicm.md 4 and 6: the input line follows it. */
#include "cmodel_harness.h"
#include "test.h"

#include "units/cam_in.h"

enum { CFQS = 2, NODES = 8, FAR = 2 };

#define COUNT(q) FIELD_OF(mu, count_q, 0, CFQS + 1, q)
#define OUT_LINE(l) FIELD_OF(dcam_in, out_line_q, 0, CFQS, l)
#define HAS(destination, l) FIELD_OF(dcam_in, clip_q, 0, NODES * CFQS, (destination) * CFQS + (l))

/* All destinations are beyond output 2; lists: where they are. */
static struct harness harness_by_destination(const char *lists)
{
	struct harness h = harness_new(params_given("scheme=fbicm sorting=head lists=%s radix=4 cfqs=2 nodes=8 slots=8 packet_flits=8 "
						    "detect_threshold=4 xoff_threshold=4 xon_threshold=1", lists));

	h.in.configure = true;
	h.in.entry = (struct table_entry){ .output = FAR };
	for (h.in.destination = 0; h.in.destination < NODES; h.in.destination++)
		step(&h);
	h.in.configure = false;
	return h;
}

static void send_to(struct harness *h, uint32_t destination, unsigned flits, uint64_t tag)
{
	h->in.head = 1;
	h->in.packet[0] = (struct packet){ .destination = destination, .tag = tag, .flits = (uint8_t)flits };
	step(h);
}

static void stops(struct harness *h, unsigned line, uint32_t destination)
{
	message(h, FAR, (struct message){ .xoff = 1, .line = (uint8_t)line, .len = 1, .destination = destination });
	step(h);
}

static void lets_go(struct harness *h, unsigned line)
{
	message(h, FAR, (struct message){ .line = (uint8_t)line });
	step(h);
}

/* A packet for a destination that line `line` of downstream stops: it passes, and its input has been told. */
static void passes_and_tells(struct harness *h, unsigned line, uint32_t destination, uint64_t tag)
{
	const uint64_t before = switch_counts(h->sw)->notifications;

	stops(h, line, destination);
	send_to(h, destination, 1, tag);
	next_grant(h);
	assert_int_equal(h->out.packet[FAR].tag, tag);
	quiet_until(h, h->cycle + 6);
	assert_int_equal(switch_counts(h->sw)->notifications, before + 1);
	assert_int_equal(switch_counts(h->sw)->notifications_lost, 0);
}

static void grants(struct harness *h, uint64_t tag)
{
	next_grant(h);
	assert_int_equal(h->out.packet[FAR].tag, tag);
}

static void empties(struct harness *h, unsigned packets)
{
	quiet_until(h, h->cycle + 20);
	for (unsigned k = 0; k < packets; k++) {
		h->in.credit = 1 << FAR;
		step(h);
	}
	assert_true(switch_drained(h->sw));
	harness_free(h);
}

/* Line 0 of downstream lets go, and line 1 stops the same destination, while a packet of it still waits here. */
static void stopped_again(const char *lists)
{
	struct harness h = harness_by_destination(lists);

	passes_and_tells(&h, 0, 5, 1);
	send_to(&h, 5, 8, 2);
	quiet_until(&h, h.cycle + 8);
	send_to(&h, 5, 1, 3);
	quiet_until(&h, h.cycle + 8);
	assert_int_equal(COUNT(1), 2);
	assert_int_equal(REG(dcam_in, xoff_q, 0), 1);
	assert_int_equal(OUT_LINE(0), 0);
	lets_go(&h, 0);
	stops(&h, 1, 5);
	grants(&h, 2);                  /* finds its destination stopped; the other waits for its tail */
	quiet_until(&h, h.cycle + 20);
	assert_int_equal(COUNT(1), 1);
	assert_int_equal(switch_counts(h.sw)->notifications_lost, 0);
	assert_int_equal(switch_counts(h.sw)->lines_in_use, 1);
	assert_int_equal(REG(dcam_in, xoff_q, 0), 1);
	assert_int_equal(OUT_LINE(0), 1);
	lets_go(&h, 1);
	grants(&h, 3);
	empties(&h, 3);
}

TEST(the_line_is_stopped_again)
{
	stopped_again("registers");
	stopped_again("ram");
}

/* Two input lines come to be linked to one line of downstream: what is new goes to the lower, and its Xon lets both go. */
TEST(two_lines_of_one)
{
	struct harness h = harness_by_destination("registers");

	passes_and_tells(&h, 0, 5, 1);
	passes_and_tells(&h, 1, 6, 2);
	assert_int_equal(REG(dcam_in, xoff_q, 0), 3);
	assert_true(HAS(5, 0) && HAS(6, 1) && OUT_LINE(0) == 0 && OUT_LINE(1) == 1);
	send_to(&h, 5, 8, 3);
	quiet_until(&h, h.cycle + 8);
	send_to(&h, 5, 1, 4);
	quiet_until(&h, h.cycle + 8);
	lets_go(&h, 0);
	stops(&h, 1, 5);
	grants(&h, 3);
	quiet_until(&h, h.cycle + 20);
	assert_int_equal(REG(dcam_in, xoff_q, 0), 3);
	assert_true(HAS(5, 0) && !HAS(5, 1) && OUT_LINE(0) == 1 && OUT_LINE(1) == 1);
	passes_and_tells(&h, 1, 7, 5);
	assert_true(HAS(7, 0) && !HAS(7, 1));
	send_to(&h, 6, 1, 6);
	quiet_until(&h, h.cycle + 10);
	lets_go(&h, 1);
	next_grant(&h);
	next_grant(&h);
	empties(&h, 6);
}

/* The point of a line may be more hops away than a route of turns could have. Its bits are those of an output port. */
TEST(points_far_away)
{
	struct params p = params_default();
	struct shape s;

	p.scheme = SCHEME_fbicm;
	for (p.radix = 2; p.radix <= 64; p.radix *= 2) {
		p.hops = 63;
		s = shape_of(&p);
		for (unsigned len = 1; len <= p.hops; len++)
			assert_int_equal(congested_point_make(&s, s.radix - 1, len, 0).above, 64 - s.port_w);
	}
	p = params_default();
	s = shape_of(&p);
	for (unsigned len = 1; len <= s.turns; len++)
		assert_int_equal(congested_point_make(&s, 0, len, 0).above, 64 - len * s.turn_w);
}
