/* Oldest-first arbiters, microarchitecture-slots.md 5: who goes first, worked out on paper. */
#include "cmodel_harness.h"
#include "test.h"

#define PLAIN harness_new(params_given("sorting=head radix=4 saqs=0 slots=4 packet_flits=3 arbiter=oldest-first " \
				       "detect_threshold=4 xoff_threshold=4 xon_threshold=4"))
enum { HALF = 32 };    /* of the stamps: 2 * radix * slots */

/* A packet from an input to an output, in the cycle to come. */
static void to(struct harness *h, unsigned output, unsigned input, unsigned flits)
{
	send(h, input, (output - input) % 4, 0, flits, 0);
}

/* The next cycle grants output 0 to this input, and nothing else. */
static void granted(struct harness *h, unsigned input)
{
	step(h);
	assert_int_equal(h->out.depart, 1);
	assert_int_equal(h->out.from[0], input);
}

/* Inputs 3, 1 and 2 come one after the other while the output is busy, and go in that order. */
SCENARIO(inputs_go_in_order_of_arrival, PLAIN)
{
	assert_int_equal(h.shape.stamp_w, 6);
	to(&h, 0, 0, 3);
	step(&h);
	to(&h, 0, 3, 1);
	granted(&h, 0);
	to(&h, 0, 1, 1);
	step(&h);
	to(&h, 0, 2, 1);
	step(&h);
	assert_int_equal(h.cycle, 4);
	assert_int_equal(REG(ru, stamp_q, 3), 1);
	assert_int_equal(REG(ru, stamp_q, 1), 2);
	assert_int_equal(REG(ru, stamp_q, 2), 3);
	assert_int_equal(REG(stamp, now_q, 0), 4);
	granted(&h, 3);
	granted(&h, 1);
	granted(&h, 2);
	quiet_until(&h, 20);
	assert_int_equal(REG(stamp, now_q, 0), 4);
}

/* Of packets that came together the lowest goes first, whoever went before; and those that came later wait for all of them. */
SCENARIO(the_lowest_of_equals_goes_first, PLAIN)
{
	for (unsigned i = 1; i < 4; i++)
		to(&h, 0, i, 1);
	step(&h);
	assert_int_equal(REG(stamp, now_q, 0), 1);
	to(&h, 0, 0, 1);
	granted(&h, 1);
	to(&h, 0, 1, 1);
	granted(&h, 2);
	granted(&h, 3);
	granted(&h, 0);
	h.in.credit = 1;
	step(&h);
	granted(&h, 1);
}

/* Input 0 has a packet for an output without credits. `others` more come and go elsewhere, and then one for that output. Which has the credit? */
static unsigned first_of(unsigned others)
{
	struct harness h = PLAIN;
	unsigned first;

	for (unsigned k = 0; k < 4; k++) {
		to(&h, 0, 2, 1);
		next_grant(&h);
	}
	to(&h, 0, 0, 1);
	step(&h);
	for (unsigned k = 0; k < others; k++) {
		to(&h, 1, 3, 1);
		next_grant(&h);
		h.in.credit = 1 << 1;
		step(&h);
	}
	to(&h, 0, 1, 1);
	step(&h);
	h.in.credit = 1;
	next_grant(&h);
	first = h.out.from[0];
	h.in.credit = 1;
	next_grant(&h);
	assert_int_equal(h.out.from[0], 1 - first);
	harness_free(&h);
	return first;
}

/* A packet that stays until its half of the stamps is given again loses its rank, and nothing else. Its stamp is 4, that of the other 5 + others. */
TEST(a_round_of_stamps)
{
	assert_int_equal(first_of(0), 0);
	assert_int_equal(first_of(HALF - 6), 0);                /* now is in the other half */
	assert_int_equal(first_of(2 * HALF - 7), 0);
	assert_int_equal(first_of(2 * HALF - 6), 1);            /* now is 0: the other was stamped before */
	assert_int_equal(first_of(2 * HALF - 2), 1);            /* both in this half: 3 goes before 4 */
	assert_int_equal(first_of(2 * HALF - 1), 0);            /* 4 and 4 */
	assert_int_equal(first_of(2 * HALF), 0);
}

/* Of the queues of one input, that with the oldest head goes first, which here is not the lowest. */
TEST(queues_go_in_order_of_arrival)
{
	static const unsigned order[] = { 3, 1, 2 };
	struct harness h = harness_new(params_given("scheme=voqsw radix=4 nodes=4 slots=16 packet_flits=8 arbiter=oldest-first"));

	for (unsigned d = 0; d < 4; d++)
		switch_configure_word(h.sw, 0, d, &(struct table_entry){ .queue = 0, .output = (uint8_t)d });
	for (unsigned i = 1; i < 4; i++) {      /* each makes the output of its number busy, until cycle 9 */
		h.in.head |= UINT64_C(1) << i;
		h.in.packet[i] = (struct packet){ .destination = i, .queue = i, .flits = 8 };
	}
	step(&h);
	for (unsigned k = 0; k < 3; k++) {
		h.in.head = 1;
		h.in.packet[0] = (struct packet){ .destination = order[k], .queue = order[k], .flits = 1 };
		step(&h);
	}
	quiet_until(&h, 9);
	for (unsigned k = 0; k < 3; k++)
		assert_int_equal(FIELD_OF(qmu, stamp_q, 0, 4, order[k]), 2 + k);
	for (unsigned k = 0; k < 3; k++) {
		step(&h);
		assert_int_equal(h.out.depart, 1 << order[k]);
		assert_int_equal(h.out.from[order[k]], 0);
	}
	harness_free(&h);
}
