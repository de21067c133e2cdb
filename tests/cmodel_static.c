/* Static queues: scenarios worked out on docs/internals/microarchitecture-static.md, cycle by cycle. */
#include "cmodel_harness.h"
#include "test.h"

enum { RADIX = 4, NODES = 8, QUEUES = 2, QUEUE_SLOTS = 2, INPUT = 0, OTHER = 2 };

/* Destination d leaves by output d modulo 4, for queue d / 4 at the next hop. slots: of a port. */
static struct harness harness_of(const char *slots)
{
	struct harness h = harness_new(params_given("scheme=obqa radix=4 queues=2 nodes=8 slots=%s packet_flits=8", slots));

	for (unsigned d = 0; d < NODES; d++)
		switch_configure_word(h.sw, 0, d, &(struct table_entry){ .queue = (uint16_t)(d / RADIX), .output = (uint8_t)(d % RADIX) });
	return h;
}

static struct harness new_harness(void)
{
	return harness_of("4");
}

static void put(struct harness *h, unsigned port, uint32_t destination, unsigned queue, unsigned flits)
{
	h->in.head |= UINT64_C(1) << port;
	h->in.packet[port] = (struct packet){ .destination = destination, .queue = queue, .tag = destination, .source = port & 0xffffff, .flits = (uint8_t)flits };
}

/* The next grant is that of a packet for this destination, in this cycle. */
static void granted(struct harness *h, uint32_t destination, unsigned cycle)
{
	assert_int_equal(next_grant(h), cycle);
	assert_int_equal(h->out.depart, UINT64_C(1) << destination % RADIX);
	assert_int_equal(h->out.packet[destination % RADIX].destination, destination);
	assert_int_equal(h->out.packet[destination % RADIX].queue, destination / RADIX);
}

/* Output ports of the entries of queue 0 of INPUT. */
static void entries(const struct harness *at, unsigned first, unsigned second, unsigned third)
{
	const struct harness h = *at;

	assert_int_equal(FIELD_OF(qmu, port_q, INPUT, QUEUES * HEADS, 0), first);
	assert_int_equal(FIELD_OF(qmu, port_q, INPUT, QUEUES * HEADS, 1), second);
	assert_int_equal(FIELD_OF(qmu, port_q, INPUT, QUEUES * HEADS, 2), third);
}

/* Header in at 0, granted at 1, on the link at 4; its credit is on the way upstream when all of it has been read. */
SCENARIO(one_packet, new_harness())
{
	put(&h, INPUT, 5, 1, 3);
	step(&h);
	assert_int_equal(REG(rt, enter_q, INPUT), 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 1), 0);
	granted(&h, 5, 1);
	assert_int_equal(h.out.queue[1], 1);
	assert_int_equal(REG(qmu, pop_q, INPUT), 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 1), 1);
	assert_int_equal(REG(qcu, taken_q, 1), 1 << INPUT);
	quiet_until(&h, 3);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 1), 0);
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 1), 1);
	assert_int_equal(REG(pmu, rewrite_queue_q, INPUT), 1);
	assert_int_equal(REG(pmu, new_queue_q, INPUT), 1);
	quiet_until(&h, 4);
	assert_int_equal(REG(oport, tx_head_q, 1), 1);
	assert_int_equal(REG(pmu, rewrite_queue_q, INPUT), 0);
	assert_int_equal(REG(pmu, credit_q, INPUT), 0);
	quiet_until(&h, 5);
	assert_int_equal(REG(pmu, credit_q, INPUT), 1);
	assert_int_equal(REG(pmu, credit_queue_q, INPUT), 1);
	assert_false(switch_drained(h.sw));
	credit(&h, 1, 1);
	quiet_until(&h, 20);
	assert_true(switch_drained(h.sw));
}

/* Packets of 3 flits follow each other out of one queue without a gap. */
SCENARIO(one_queue, new_harness())
{
	put(&h, INPUT, 1, 0, 3);
	step(&h);
	granted(&h, 1, 1);
	quiet_until(&h, 3);
	put(&h, INPUT, 1, 0, 3);
	step(&h);
	granted(&h, 1, 4);
}

/* Single flits too, although their credits take five cycles to come back. */
SCENARIO(one_queue_of_single_flits, harness_of("16"))
{
	for (unsigned cycle = 0; cycle < 100; cycle++) {
		put(&h, INPUT, 1, 0, 1);
		if (cycle >= 6)
			credit(&h, 1, 0);
		step(&h);
		assert_int_equal(h.out.depart, cycle ? 2 : 0);
	}
}

/* Two wait in one queue: when the first goes, the other is a candidate in the cycle after. */
SCENARIO(the_packet_behind, new_harness())
{
	put(&h, OTHER, 1, 0, 8);
	step(&h);
	put(&h, INPUT, 1, 0, 1);
	granted(&h, 1, 1);
	put(&h, INPUT, 2, 0, 1);        /* its output is idle, but it is not the head */
	granted(&h, 1, 9);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 2);
	entries(&h, 1, 2, 0);
	granted(&h, 2, 10);
	entries(&h, 2, 0, 0);
}

/* Output 1 is busy until cycle 9. Up to then these packets come into queue 0 of INPUT: one of `flits` flits, the others of one. */
static struct harness queue_of(const uint8_t *destination, unsigned n, unsigned flits)
{
	struct harness h = harness_of("16");

	put(&h, OTHER, 1, 0, 8);
	step(&h);
	for (unsigned k = 0; k < n; k++) {
		put(&h, INPUT, destination[k], 0, k ? 1 : flits);
		do
			step(&h);
		while (!k && h.cycle <= flits);
	}
	quiet_until(&h, 9);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), n);
	return h;
}

/* Five are granted in consecutive cycles: two are read, and come up as the second packet. What is no packet's entry keeps its value. */
SCENARIO(refill, queue_of((const uint8_t[]){ 1, 2, 3, 0, 1 }, 5, 1))
{
	entries(&h, 1, 2, 3);
	granted(&h, 1, 9);
	entries(&h, 1, 2, 3);
	assert_int_equal(REG(qmu, refill_q, INPUT), 0);
	granted(&h, 2, 10);
	entries(&h, 2, 3, 3);
	assert_int_equal(REG(qmu, refill_q, INPUT), 1);
	granted(&h, 3, 11);
	entries(&h, 3, 0, 3);
	assert_int_equal(REG(qmu, refill_q, INPUT), 1);
	granted(&h, 0, 12);
	entries(&h, 0, 1, 3);
	assert_int_equal(REG(qmu, refill_q, INPUT), 0);
	granted(&h, 1, 13);
	entries(&h, 1, 3, 3);
	step(&h);
	assert_int_equal(h.out.depart, 0);
	entries(&h, 3, 3, 3);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 0);
}

/* Nothing pops when the request has been read: it is that of the third packet. */
SCENARIO(refill_at_rest, queue_of((const uint8_t[]){ 1, 2, 3, 0 }, 4, 4))
{
	granted(&h, 1, 9);
	quiet_until(&h, 11);
	entries(&h, 2, 3, 3);
	assert_int_equal(REG(qmu, refill_q, INPUT), 1);
	quiet_until(&h, 12);
	entries(&h, 2, 3, 0);
	assert_int_equal(REG(qmu, refill_q, INPUT), 0);
	granted(&h, 2, 13);
}

/* Three are there; as one pops another enters, and is the third: nothing is read. */
SCENARIO(enters_as_the_third, queue_of((const uint8_t[]){ 1, 2, 3 }, 3, 1))
{
	put(&h, INPUT, 0, 0, 1);
	granted(&h, 1, 9);
	granted(&h, 2, 10);
	entries(&h, 2, 3, 0);
	assert_int_equal(REG(qmu, refill_q, INPUT), 0);
	granted(&h, 3, 11);
	granted(&h, 0, 12);
}

/* Pop, refill and a packet that enters, all of one queue. */
SCENARIO(all_at_once, queue_of((const uint8_t[]){ 1, 2, 3, 0 }, 4, 1))
{
	granted(&h, 1, 9);
	put(&h, INPUT, 1, 0, 1);
	granted(&h, 2, 10);             /* pops in 11, with the word of the fourth; the fifth enters, and is the third */
	granted(&h, 3, 11);
	entries(&h, 3, 0, 1);
	assert_int_equal(REG(qmu, refill_q, INPUT), 0);
	granted(&h, 0, 12);
	granted(&h, 1, 13);
}

/* The last packet pops as another enters its queue: that is fresh, and a candidate at once. */
SCENARIO(direct, new_harness())
{
	put(&h, INPUT, 1, 0, 1);
	step(&h);
	put(&h, INPUT, 2, 0, 1);
	granted(&h, 1, 1);
	assert_int_equal(REG(qmu, pop_q, INPUT), 1);
	assert_int_equal(REG(rt, enter_q, INPUT), 1);
	granted(&h, 2, 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 1);
	entries(&h, 2, 0, 0);
}

/* It enters a cycle later: fresh, and granted as it enters. */
SCENARIO(fresh, new_harness())
{
	put(&h, INPUT, 1, 0, 1);
	step(&h);
	put(&h, INPUT, 2, 1, 1);
	granted(&h, 1, 1);
	put(&h, INPUT, 3, 0, 1);
	granted(&h, 2, 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 0);
	granted(&h, 3, 3);
}

/* Credits of one queue downstream run out: who needs them waits, in its own queue only, and goes when one is back. */
SCENARIO(a_queue_without_credit, new_harness())
{
	put(&h, INPUT, 1, 0, 4);
	step(&h);
	granted(&h, 1, 1);
	quiet_until(&h, 4);
	put(&h, INPUT, 1, 0, 4);
	step(&h);
	granted(&h, 1, 5);
	quiet_until(&h, 8);
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 0), QUEUE_SLOTS);
	put(&h, INPUT, 1, 0, 4);        /* without credit */
	quiet_until(&h, 12);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 1);
	assert_int_equal(FIELD_OF(qmu, credit_q, INPUT, QUEUES * FRONTS, 0), 0);
	put(&h, INPUT, 5, 1, 4);        /* for another queue at the same output */
	step(&h);
	granted(&h, 5, 13);
	quiet_until(&h, 20);
	credit(&h, 1, 1);               /* of the other queue */
	quiet_until(&h, 24);
	credit(&h, 1, 0);
	quiet_until(&h, 25);
	assert_int_equal(FIELD_OF(qmu, credit_q, INPUT, QUEUES * FRONTS, 0), 1);
	assert_int_equal(FIELD_OF(qmu, two_credits_q, INPUT, QUEUES * FRONTS, 0), 0);
	granted(&h, 1, 25);
}

/* In the cycle after a grant a packet to the same output needs two credits, whatever queue the packet before went to. */
SCENARIO(single_flits_and_the_last_credit, new_harness())
{
	put(&h, INPUT, 1, 0, 1);
	put(&h, OTHER, 1, 0, 1);
	step(&h);
	granted(&h, 1, 1);
	put(&h, INPUT, 5, 1, 1);
	granted(&h, 1, 2);              /* two credits */
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 0), 1);
	granted(&h, 5, 3);              /* two of the other queue */
	quiet_until(&h, 5);
	credit(&h, 1, 0);
	quiet_until(&h, 6);
	put(&h, INPUT, 1, 0, 1);
	put(&h, OTHER, 5, 1, 1);
	step(&h);
	granted(&h, 5, 7);
	assert_int_equal(FIELD_OF(qmu, credit_q, INPUT, QUEUES * FRONTS, 0), 1);
	assert_int_equal(FIELD_OF(qmu, two_credits_q, INPUT, QUEUES * FRONTS, 0), 0);
	granted(&h, 1, 9);              /* one credit: not in cycle 8 */
}

/* The packet behind knows of its own queue downstream before it is the head. */
SCENARIO(credits_of_the_packet_behind, new_harness())
{
	put(&h, OTHER, 1, 0, 1);
	step(&h);
	put(&h, OTHER, 1, 0, 1);
	granted(&h, 1, 1);
	put(&h, OTHER, 2, 0, 8);
	granted(&h, 1, 2);
	put(&h, INPUT, 2, 1, 1);
	granted(&h, 2, 3);
	put(&h, INPUT, 1, 1, 1);
	quiet_until(&h, 6);
	assert_int_equal(REG(qmu, credit_q, INPUT), 0x7);       /* queue 0, which is empty, has the low two */
	assert_int_equal(REG(qmu, two_credits_q, INPUT), 0x3);
	credit(&h, 1, 0);
	quiet_until(&h, 7);
	assert_int_equal(REG(qmu, credit_q, INPUT), 0xf);
	assert_int_equal(REG(qmu, two_credits_q, INPUT), 0x3);
	credit(&h, 1, 0);
	quiet_until(&h, 8);
	assert_int_equal(REG(qmu, two_credits_q, INPUT), 0xb);
}

/* Credit taken and given in one cycle: the counter stays, and the head behind has it. */
SCENARIO(taken_and_given, new_harness())
{
	put(&h, INPUT, 1, 0, 2);
	step(&h);
	granted(&h, 1, 1);
	quiet_until(&h, 3);
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 0), 1);
	put(&h, INPUT, 1, 0, 2);
	step(&h);
	granted(&h, 1, 4);
	credit(&h, 1, 0);
	step(&h);
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 0), 1);
}

/* A word written by the configuration port holds from the next header on. */
SCENARIO(a_table_is_written, new_harness())
{
	h.in.configure = true;
	h.in.destination = 6;
	h.in.entry = (struct table_entry){ .queue = 1, .output = 3 };
	step(&h);
	h.in.configure = false;
	put(&h, INPUT, 6, 0, 1);
	step(&h);
	assert_int_equal(next_grant(&h), 2);
	assert_int_equal(h.out.depart, 8);
	assert_int_equal(h.out.packet[3].queue, 1);
}
