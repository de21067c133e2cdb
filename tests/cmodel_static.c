/* Static queues: scenarios worked out on docs/microarchitecture-static.md, cycle by cycle. */
#include "cmodel_harness.h"

enum { RADIX = 4, NODES = 8, QUEUES = 2, QUEUE_SLOTS = 2, INPUT = 0, OTHER = 2 };

/* Destination d leaves by output d modulo 4, for queue d / 4 at the next hop. */
static struct harness new_harness(void)
{
	static const char *const set[][2] = {
		{ "scheme", "obqa" }, { "radix", "4" }, { "queues", "2" }, { "nodes", "8" }, { "slots", "4" }, { "packet_flits", "8" },
	};
	struct harness h = harness_new(set, sizeof set / sizeof *set);
	struct table_entry table[NODES];

	for (unsigned d = 0; d < NODES; d++)
		table[d] = (struct table_entry){ .queue = (uint16_t)(d / RADIX), .output = (uint8_t)(d % RADIX) };
	switch_configure(h.sw, 0, table);
	return h;
}

static void put(struct harness *h, unsigned port, uint32_t destination, unsigned queue, unsigned flits)
{
	h->in.head |= UINT64_C(1) << port;
	h->in.packet[port] = (struct packet){ .destination = destination, .queue = queue, .tag = destination, .source = port, .flits = (uint8_t)flits };
}

static void credit(struct harness *h, unsigned output, unsigned queue)
{
	h->in.credit |= UINT64_C(1) << output;
	h->in.credit_queue[output] = (uint16_t)queue;
}

/* The next grant is that of a packet for this destination, in this cycle. */
static void granted(struct harness *h, uint32_t destination, unsigned cycle)
{
	assert_int_equal(next_grant(h), cycle);
	assert_int_equal(h->out.depart, UINT64_C(1) << destination % RADIX);
	assert_int_equal(h->out.packet[destination % RADIX].destination, destination);
	assert_int_equal(h->out.packet[destination % RADIX].queue, destination / RADIX);
}

/* Header in at 0, granted at 1, on the link at 4; its credit is on the way upstream when all of it has been read. */
static void one_packet(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, INPUT, 5, 1, 3);
	step(&h);
	assert_int_equal(REG(rt, enter_q, INPUT), 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 1), 0);
	granted(&h, 5, 1);
	assert_int_equal(h.out.queue[1], 1);
	assert_int_equal(REG(qmu, pop_q, INPUT), 2);
	assert_int_equal(REG(qmu, ready_q, INPUT), 0);
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
	harness_free(&h);
}

/* Packets of 3 flits follow each other out of one queue without a gap. */
static void one_queue(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, INPUT, 1, 0, 3);
	step(&h);
	granted(&h, 1, 1);
	quiet_until(&h, 3);
	put(&h, INPUT, 1, 0, 3);
	step(&h);
	granted(&h, 1, 4);
	harness_free(&h);
}

/* Two wait in one queue: when the first goes, the other is read, and is a candidate three cycles after. */
static void refill(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, OTHER, 1, 0, 8);
	step(&h);
	put(&h, INPUT, 1, 0, 1);
	granted(&h, 1, 1);
	put(&h, INPUT, 2, 0, 1);        /* its output is idle, but it is not the head */
	granted(&h, 1, 9);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 2);
	quiet_until(&h, 11);
	assert_int_equal(REG(qmu, refill_q, INPUT), 1);
	assert_int_equal(REG(qmu, ready_q, INPUT), 0);
	granted(&h, 2, 12);
	harness_free(&h);
}

/* The last packet pops as another enters its queue: that is the head at once, and a candidate from the next cycle on. */
static void direct(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, INPUT, 1, 0, 1);
	step(&h);
	put(&h, INPUT, 2, 0, 1);
	granted(&h, 1, 1);
	assert_int_equal(REG(qmu, pop_q, INPUT), 1);
	assert_int_equal(REG(rt, enter_q, INPUT), 1);
	quiet_until(&h, 3);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 1);
	assert_int_equal(REG(qmu, ready_q, INPUT), 1);
	granted(&h, 2, 3);
	harness_free(&h);
}

/* It enters a cycle later: fresh, and granted as it enters. */
static void fresh(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, INPUT, 1, 0, 1);
	step(&h);
	put(&h, INPUT, 2, 1, 1);
	granted(&h, 1, 1);
	put(&h, INPUT, 3, 0, 1);
	granted(&h, 2, 2);
	assert_int_equal(FIELD_OF(qmu, count_q, INPUT, QUEUES, 0), 0);
	granted(&h, 3, 3);
	assert_int_equal(REG(qmu, ready_q, INPUT), 0);
	harness_free(&h);
}

/* Credits of one queue downstream run out: who needs them waits, in its own queue only, and goes when one is back. */
static void a_queue_without_credit(void **state)
{
	struct harness h = new_harness();

	(void)state;
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
	assert_int_equal(REG(qmu, ready_q, INPUT), 1);
	assert_int_equal(FIELD_OF(qmu, credit_ok_q, INPUT, QUEUES, 0), 0);
	put(&h, INPUT, 5, 1, 4);        /* for another queue at the same output */
	step(&h);
	granted(&h, 5, 13);
	quiet_until(&h, 20);
	credit(&h, 1, 1);               /* of the other queue */
	quiet_until(&h, 24);
	credit(&h, 1, 0);
	quiet_until(&h, 25);
	assert_int_equal(FIELD_OF(qmu, credit_ok_q, INPUT, QUEUES, 0), 1);
	granted(&h, 1, 25);
	harness_free(&h);
}

/* Single flits, one credit: the second is not granted before the first has been counted, and then not without a credit. */
static void single_flits_and_the_last_credit(void **state)
{
	struct harness h = new_harness();

	(void)state;
	put(&h, INPUT, 1, 0, 1);
	put(&h, OTHER, 1, 0, 1);
	step(&h);
	granted(&h, 1, 1);
	granted(&h, 1, 2);              /* two credits: there is no need to wait */
	put(&h, INPUT, 5, 1, 1);
	step(&h);
	assert_int_equal(h.out.depart, 0);      /* cycle 3: queue 0 has one credit, as far as the counters know */
	assert_int_equal(FIELD_OF(qcu, used_q, 1, QUEUES, 0), 2);
	granted(&h, 5, 4);
	harness_free(&h);
}

/* Credit taken and given in one cycle: the counter stays, and the head behind has it. */
static void taken_and_given(void **state)
{
	struct harness h = new_harness();

	(void)state;
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
	assert_int_equal(REG(qcu, one_credit_left_q, 1), 1);
	harness_free(&h);
}

/* A word written by the configuration port holds from the next header on. */
static void a_table_is_written(void **state)
{
	struct harness h = new_harness();

	(void)state;
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
	harness_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_packet),
		cmocka_unit_test(one_queue),
		cmocka_unit_test(refill),
		cmocka_unit_test(direct),
		cmocka_unit_test(fresh),
		cmocka_unit_test(a_queue_without_credit),
		cmocka_unit_test(single_flits_and_the_last_credit),
		cmocka_unit_test(taken_and_given),
		cmocka_unit_test(a_table_is_written),
	};

	return cmocka_run_group_tests_name("cmodel_static", tests, NULL, NULL);
}
