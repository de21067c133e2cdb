/* The pipeline of a packet, microarchitecture-slots.md 2: worked out cycle by cycle on paper, without congestion. */
#include "cmodel_harness.h"
#include "test.h"

#define PLAIN harness_new(params_given("sorting=head radix=4 saqs=0 slots=4 packet_flits=3 detect_threshold=4 xoff_threshold=4 xon_threshold=4"))

/* A packet of 3 flits from input 1 to output 3, header in at 10, alone. */
SCENARIO(idle_switch, PLAIN)
{
	quiet_until(&h, 10);
	send(&h, 1, 2, 3, 3, 77);
	step(&h);                       /* 10: RX */
	assert_int_equal(h.out.depart, 0);
	assert_int_equal(REG(mmu, free_q, 1), 0xe);
	assert_int_equal(REG(mmu, slot_q, 1), 1);
	assert_int_equal(REG(mmu, waddr_q, 1), 1);
	assert_int_equal(REG(ru, ready_q, 1), 1);
	assert_int_equal(REG(ru, port_onehot_q, 1), 1 << 2);
	step(&h);                       /* 11: SA */
	assert_int_equal(h.out.depart, 1 << 3);
	assert_int_equal(h.out.from[3], 1);
	assert_int_equal(h.out.packet[3].turnpool, 3);
	assert_int_equal(h.out.packet[3].turns_left, 1);
	assert_int_equal(REG(mu, pop_q, 1), 1);
	assert_int_equal(REG(mmu, long_begun_q, 1), 1);
	assert_int_equal(REG(ru, ready_q, 1), 0);
	assert_int_equal(REG(ru, open_q, 1), 0xb);     /* turn 2 is output 3 */
	assert_int_equal(REG(ru, open_q, 0), 0x7);     /* here turn 3 is */
	assert_int_equal(REG(oport, flits_left_q, 3), 3);
	assert_int_equal(REG(oport, rd_head_q, 3), 1);
	assert_int_equal(REG(oport, src_q, 3), 1);
	assert_int_equal(REG(oport, credits_q, 3), 4);
	assert_int_equal(REG(arb_out, prio_q, 3), 0x2);
	step(&h);                       /* 12: RD */
	assert_int_equal(REG(mu, count_q, 1), 0);
	assert_int_equal(REG(mmu, long_begun_q, 1), 0);
	assert_int_equal(REG(ru, open_q, 1), 0);
	assert_int_equal(REG(mmu, rd_left_q, 1), 2);
	assert_int_equal(REG(mmu, raddr_q, 1), 1);
	assert_int_equal(REG(oport, credits_q, 3), 3);
	assert_int_equal(REG(mmu, waddr_q, 1), 3);
	assert_int_equal(REG(oport, xb_valid_q, 3), 1);
	assert_int_equal(REG(oport, xb_head_q, 3), 1);
	step(&h);                       /* 13: XB */
	assert_int_equal(REG(oport, tx_valid_q, 3), 1);
	assert_int_equal(REG(oport, tx_head_q, 3), 1);
	assert_int_equal(REG(ru, open_q, 0), 0xf);
	assert_int_equal(REG(ru, open_q, 1), 0xf);
	assert_int_equal(h.out.credit, 0);
	step(&h);                       /* 14: TX, four after RX; the last flit is read */
	assert_int_equal(h.out.credit, 1 << 1);
	assert_int_equal(REG(mmu, credit_q, 1), 1);
	assert_int_equal(REG(mmu, free_q, 1), 0xf);
	assert_int_equal(REG(oport, xb_valid_q, 3), 1);
	assert_int_equal(REG(oport, tx_head_q, 3), 0);
	step(&h);
	assert_int_equal(REG(mmu, credit_q, 1), 0);
	assert_int_equal(REG(oport, xb_valid_q, 3), 0);
	assert_int_equal(REG(oport, tx_valid_q, 3), 1);
	step(&h);
	assert_int_equal(REG(oport, tx_valid_q, 3), 0);
	h.in.credit = 1 << 3;
	step(&h);
	assert_true(switch_drained(h.sw));
}

/* The flit register is what packet_flit() says, header with the turn taken out first, and holds the last. */
SCENARIO(flits_pass, PLAIN)
{
	uint32_t flit[2];

	send(&h, 0, 1, 2, 3, 5);
	step(&h);
	step(&h);
	const struct packet p = h.out.packet[1];

	quiet_until(&h, 4);
	for (unsigned j = 0; j < 5; j++, step(&h)) {
		packet_flit(&h.shape, &p, j < 2 ? j : 2, flit);
		assert_int_equal(reg(&h, SITE_oport, "tx_data_q", 1, 2, 0), flit[0]);
		assert_int_equal(reg(&h, SITE_oport, "tx_data_q", 1, 2, 1), flit[1]);
	}
}

/* Packets of 3 flits keep an output busy from one queue; of 1 flit, one every 3 cycles leaves a queue that holds some. */
TEST(grant_spacing)
{
	for (unsigned flits = 1; flits <= 3; flits++) {
		struct harness h = PLAIN;
		unsigned sent = 0, granted = 0, at[4] = { 0 };

		while (h.cycle < 20) {
			if (sent < 4 && h.cycle == sent * flits) {
				send(&h, 2, 3, 0, flits, sent);
				sent++;
			}
			step(&h);
			if (h.out.depart) {
				assert_int_equal(h.out.packet[1].tag, granted);
				at[granted++] = (unsigned)h.cycle - 1;
			}
		}
		assert_int_equal(granted, 4);
		/* of 2 flits, the next header comes while the queue is being emptied, so it is head at once */
		for (unsigned k = 0; k < 4; k++)
			assert_int_equal(at[k], flits == 2 ? 1 + 2 * k : 1 + 3 * k);
		harness_free(&h);
	}
}

/* An output that has spent its credits waits for one; it is open in the cycle after. */
SCENARIO(credits_run_out, PLAIN)
{
	for (unsigned k = 0; k < 4; k++) {
		send(&h, k, (3 - k) % 4, 0, 1, k);
		step(&h);
	}
	while (REG(oport, credits_q, 3) - REG(oport, rd_head_q, 3))    /* a grant takes its credit a cycle later */
		next_grant(&h);
	send(&h, 0, 3, 0, 1, 9);
	quiet_until(&h, 30);
	h.in.credit = 1 << 3;
	step(&h);
	assert_int_equal(h.out.depart, 0);
	step(&h);
	assert_int_equal(h.out.depart, 1 << 3);
	assert_int_equal(h.out.packet[3].tag, 9);
}

/* Round robin at an output: all four inputs in turn, one a cycle, starting with the lowest. */
SCENARIO(inputs_take_turns, PLAIN)
{
	for (unsigned i = 0; i < 4; i++)
		send(&h, i, (4 - i) % 4, 0, 1, i);
	step(&h);
	for (unsigned i = 0; i < 4; i++) {
		step(&h);
		assert_int_equal(h.out.depart, 1);
		assert_int_equal(h.out.from[0], i);
	}
	assert_int_equal(REG(arb_out, prio_q, 0), 0);
}
