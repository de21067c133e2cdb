/* Lines of FBICM that sorts on arrival: what a line in use waits for that learns a destination, and lines that are given up. microarchitecture-fbicm.md, 3. */
#include "cmodel_harness.h"
#include "test.h"

enum { CFQS = 2, NODES = 8, SLOTS = 8, FAR = 2, COLD_QUEUE = 0 };

#define COUNT(q) FIELD_OF(smu, count_q, 0, CFQS + 1, q)
#define WAIT(l) FIELD_OF(dcam_sort, wait_q, 0, CFQS, l)
#define BEHIND(l) FIELD_OF(dcam_sort, behind_q, 0, CFQS, l)
#define LEN(l) FIELD_OF(dcam_sort, len_q, 0, CFQS, l)
#define HELD REG(smu, held_q, 0)

/* All destinations are beyond output 2; lists: where they are. Lists in memories have been swept. */
static struct harness harness_by_destination(const char *lists)
{
	struct harness h = harness_new(params_given("scheme=fbicm sorting=arrival lists=%s radix=4 cfqs=2 nodes=8 slots=8 packet_flits=8 "
						    "detect_threshold=2 xoff_threshold=8 xon_threshold=1", lists));

	h.in.configure = true;
	h.in.entry = (struct table_entry){ .output = FAR };
	for (h.in.destination = 0; h.in.destination < NODES; h.in.destination++)
		step(&h);
	h.in.configure = false;
	quiet_until(&h, 2 * NODES);
	return h;
}

static void send_to(struct harness *h, uint32_t destination, uint64_t tag)
{
	h->in.head = 1;
	h->in.packet[0] = (struct packet){ .destination = destination, .tag = tag, .flits = 1 };
	step(h);
}

static void stops(struct harness *h, uint32_t destination)
{
	message(h, FAR, (struct message){ .xoff = 1, .line = 0, .len = 1, .destination = destination });
	step(h);
}

static void lets_go(struct harness *h)
{
	message(h, FAR, (struct message){ .line = 0 });
	step(h);
}

static void credit_far(struct harness *h)
{
	credit(h, FAR, 0);
	step(h);
}

/* A packet leaves, as soon as it has a credit. */
static void leaves_far(struct harness *h, uint64_t tag)
{
	credit_far(h);
	if (!h->out.depart)
		next_grant(h);
	assert_int_equal(h->out.packet[FAR].tag, tag);
}

/* The cycle in which the notification acts that follows from a grant in this one. */
static uint64_t acts(const struct harness *h, uint64_t granted)
{
	return granted + 5 + h->shape.lists_in_memory;
}

/* Line 0 stands for destination 5, and is stopped. A credit is left. */
static void stop_line(struct harness *h)
{
	stops(h, 5);
	send_to(h, 5, 100);
	next_grant(h);
	quiet_until(h, h->cycle + 8);
	for (unsigned k = 0; k < SLOTS - 2; k++) {
		send_to(h, 4, 101 + k);
		next_grant(h);
	}
	quiet_until(h, h->cycle + 8);
}

/* Destination 6 gets into the list of line 0, while two of its packets are in the cold queue, and a third has its header in this cycle after that. Without
 * room in the list before the header's packet enters a queue, it stays with those before it. */
static void waits_for(const char *lists, int after, unsigned in_cold)
{
	struct harness h = harness_by_destination(lists);

	stop_line(&h);
	assert_true(LEN(0) == 2 && !WAIT(0) && REG(dcam_sort, xoff_q, 0) == 1);
	stops(&h, 6);
	send_to(&h, 6, 1);
	const uint64_t cycle = acts(&h, next_grant(&h));

	send_to(&h, 6, 2);
	send_to(&h, 6, 3);
	quiet_until(&h, (uint64_t)((int64_t)cycle + after));
	send_to(&h, 6, 4);
	quiet_until(&h, cycle + 4);
	assert_int_equal(COUNT(COLD_QUEUE), in_cold);
	assert_int_equal(COUNT(1), 3 - in_cold);
	assert_true(WAIT(0) == in_cold && BEHIND(0) == COLD_QUEUE);
	assert_int_equal(switch_counts(h.sw)->notifications, 2);
	assert_int_equal(switch_counts(h.sw)->notifications_lost, 0);
	send_to(&h, 6, 5);              /* always to the line */
	lets_go(&h);
	quiet_until(&h, h.cycle + 4);
	assert_true(!REG(dcam_sort, xoff_q, 0) && HELD & 2);
	for (unsigned k = 0; k < 4; k++) {
		assert_int_equal(WAIT(0), k < in_cold ? in_cold - k : 0);
		leaves_far(&h, 2 + k);
		quiet_until(&h, h.cycle + 4);
	}
	assert_true(!HELD && !WAIT(0));
	for (unsigned k = 0; k < SLOTS; k++)
		credit_far(&h);
	quiet_until(&h, h.cycle + 4 * NODES);
	assert_true(switch_drained(h.sw));
	harness_free(&h);
}

TEST(a_line_that_learns_waits)
{
	for (unsigned ram = 0; ram < 2; ram++) {
		waits_for(ram ? "ram" : "registers", -1, 3);
		waits_for(ram ? "ram" : "registers", 0, 2);
		waits_for(ram ? "ram" : "registers", 1, 2);
	}
}

/* The packets of a destination are in the own line of its output, which waits. A line that learns it waits for what that waits for; one that waits for the
 * cold queue cannot wait for packets of the own line as well, and does not learn. */
static void one_queue_alone(const char *lists)
{
	struct harness h = harness_by_destination(lists);

	stop_line(&h);
	stops(&h, 6);
	send_to(&h, 6, 1);
	send_to(&h, 7, 2);              /* from here on, without credit */
	send_to(&h, 6, 3);
	send_to(&h, 6, 4);
	quiet_until(&h, h.cycle + 8);
	assert_true(LEN(1) == 1 && WAIT(1) == 3 && BEHIND(1) == COLD_QUEUE);
	assert_true(WAIT(0) == 3 && BEHIND(0) == COLD_QUEUE);
	send_to(&h, 7, 5);
	stops(&h, 7);
	quiet_until(&h, h.cycle + 4);
	assert_true(COUNT(COLD_QUEUE) == 3 && COUNT(1) == 0 && COUNT(2) == 1);
	leaves_far(&h, 2);                  /* and tells that 7 is stopped */
	quiet_until(&h, h.cycle + 8);
	assert_int_equal(switch_counts(h.sw)->notifications, 3);
	assert_int_equal(switch_counts(h.sw)->notifications_lost, 0);
	assert_true(WAIT(0) == 2 && BEHIND(0) == COLD_QUEUE && WAIT(1) == 2);
	send_to(&h, 7, 6);              /* not learned */
	quiet_until(&h, h.cycle + 4);
	assert_true(COUNT(1) == 0 && COUNT(2) == 2);
	leaves_far(&h, 3);
	leaves_far(&h, 4);
	leaves_far(&h, 5);                  /* from the own line, and tells again */
	quiet_until(&h, h.cycle + 8);
	assert_true(WAIT(0) == 1 && BEHIND(0) == 2 && !WAIT(1));
	assert_int_equal(HELD, 2);      /* not the own line: most of its packets may go on */
	send_to(&h, 7, 7);              /* learned */
	quiet_until(&h, h.cycle + 4);
	assert_true(COUNT(1) == 1 && COUNT(2) == 1);
	lets_go(&h);
	leaves_far(&h, 6);
	leaves_far(&h, 7);
	for (unsigned k = 0; k < SLOTS; k++)
		credit_far(&h);
	quiet_until(&h, h.cycle + 4 * NODES);
	assert_true(switch_drained(h.sw));
	harness_free(&h);
}

TEST(a_line_waits_for_one_queue_alone)
{
	one_queue_alone("registers");
	one_queue_alone("ram");
}

/* With lists in memories, of two lines one is given up when it is free, and swept in as many cycles as there are destinations. */
SCENARIO(a_line_is_given_up, harness_by_destination("ram"))
{
	uint64_t cycle;

	stop_line(&h);
	assert_true(LEN(0) == 2 && !LEN(1) && REG(clip, dirty_q, 0) == 1);
	for (unsigned k = 0; k < 4; k++)
		send_to(&h, 3, k);      /* the first takes the credit; the others: an own line */
	quiet_until(&h, h.cycle + 8);
	assert_true(LEN(0) == 2 && LEN(1) == 1);
	lets_go(&h);
	quiet_until(&h, h.cycle + 1);   /* in this cycle the Xon acts */
	assert_int_equal(REG(dcam_sort, xoff_q, 0), 0);
	cycle = h.cycle;
	quiet_until(&h, cycle + 1);
	assert_true(LEN(0) == 0 && LEN(1) == 1);        /* the other waits */
	quiet_until(&h, cycle + NODES + 1);
	assert_int_equal(REG(clip, dirty_q, 0), 1);
	quiet_until(&h, cycle + NODES + 2);
	assert_int_equal(REG(clip, dirty_q, 0), 0);
	for (unsigned k = 1; k < 4; k++)
		leaves_far(&h, k);
	quiet_until(&h, h.cycle + 8);
	assert_true(LEN(0) == 0 && LEN(1) == 1);        /* one may stay */
}
