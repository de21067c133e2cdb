/* Congestion in one switch that sorts heads, microarchitecture.md 3, -sorted.md 3 and 4: worked out cycle by cycle on paper. */
#include "cmodel_harness.h"
#include "test.h"

#define CONGESTION harness_new(params_given("sorting=head radix=4 saqs=2 slots=8 packet_flits=8 turnpool_bits=8 " \
					    "detect_threshold=1 xoff_threshold=2 xon_threshold=1"))
enum { QUEUES = 3 };

#define COUNT(q) FIELD_OF(mu, count_q, 0, QUEUES, q)

/* Input 1 holds output 2 for 8 cycles; input 0 has two packets for it. */
SCENARIO(detection_moves_the_head, CONGESTION)
{
	send(&h, 1, 1, 0, 8, 1);
	step(&h);
	assert_int_equal(next_grant(&h), 1);
	send(&h, 0, 2, 0, 1, 2);
	step(&h);                       /* 2 */
	send(&h, 0, 2, 0, 1, 3);
	step(&h);                       /* 3: the first is ready and loses */
	assert_int_equal(REG(cdu, detect_q, 0), 0);
	assert_int_equal(COUNT(0), 2);
	step(&h);                       /* 4: again, and two are more than one */
	assert_int_equal(REG(cdu, detect_q, 0), 1);
	step(&h);                       /* 5: detected */
	assert_int_equal(switch_counts(h.sw)->detections, 1);
	assert_int_equal(COUNT(0), 1);
	assert_int_equal(COUNT(1), 1);
	assert_int_equal(FIELD_OF(cam_in, turns_q, 0, 2, 0), 2);
	assert_int_equal(FIELD_OF(cam_in, len_q, 0, 2, 0), 1);
	assert_int_equal(REG(cam_in, xoff_q, 0), 0);
	assert_int_equal(REG(ppu, unjudged_q, 0), 2);
	assert_int_equal(REG(mu, refill_q, 0), 1);
	step(&h);                       /* 6: its header is fetched; the second becomes head of the cold queue */
	assert_int_equal(REG(ppu, judged_q, 0), 2);
	assert_int_equal(REG(ppu, unjudged_q, 0), 3);
	step(&h);                       /* 7: it stays; the second is fetched */
	assert_int_equal(REG(ru, ready_q, 0), 2);
	assert_int_equal(REG(ppu, judged_q, 0), 1);
	step(&h);                       /* 8: the second moves behind the first */
	assert_int_equal(COUNT(0), 0);
	assert_int_equal(COUNT(1), 2);
	quiet_until(&h, 9);
	assert_int_equal(next_grant(&h), 9);
	assert_int_equal(h.out.packet[2].tag, 2);
	assert_int_equal(next_grant(&h), 14);   /* popped 10, refilled 11, fetched 12, judged 13 */
	assert_int_equal(h.out.packet[2].tag, 3);
}

/* Downstream of output 2 stops the point {1}; a packet on its way there notifies input 0. Ends at the beginning of 7. */
static struct harness stopped_point(void)
{
	struct harness h = CONGESTION;

	send(&h, 0, 2, 1, 1, 1);
	step(&h);
	step(&h);
	assert_int_equal(h.out.depart, 1 << 2);
	message(&h, 2, (struct message){ .turns = 1, .xoff = 1, .line = 1, .len = 1 });
	step(&h);                       /* 2 */
	assert_int_equal(REG(cam_out, stopped_q, 2), 2);
	quiet_until(&h, 5);             /* the header leaves in 4 */
	assert_int_equal(REG(cam_out, notify_valid_q, 2), 1);
	assert_int_equal(REG(cam_out, notify_line_q, 2), 1);
	assert_int_equal(REG(cam_in, xoff_q, 0), 0);
	step(&h);                       /* 5: internal Xoff, on its way */
	assert_int_equal(REG(cam_in, notify_q, 0), 1);
	assert_int_equal(REG(cam_in, notify_turns_q, 0), 2 | 1 << 2);
	assert_int_equal(REG(cam_in, xoff_q, 0), 0);
	step(&h);                       /* 6: it acts */
	assert_int_equal(REG(cam_in, notify_q, 0), 0);
	assert_int_equal(REG(cam_in, xoff_q, 0), 1);
	assert_int_equal(FIELD_OF(cam_in, turns_q, 0, 2, 0), 2 | 1 << 2);
	assert_int_equal(FIELD_OF(cam_in, len_q, 0, 2, 0), 2);
	assert_int_equal(FIELD_OF(cam_in, out_line_q, 0, 2, 0), 1);
	return h;
}

/* Packets for a stopped point wait in their queue and stop upstream; Xon lets them go, and upstream in turn. */
SCENARIO(stop_and_go, stopped_point())
{
	unsigned messages = 0;

	for (unsigned k = 0; k < 3; k++) {      /* 7, 11, 15: each judged two later and moved */
		send(&h, 0, 2, 1, 1, 10 + k);
		quiet_until(&h, h.cycle + 3);
		assert_int_equal(COUNT(1), k + 1);
		if (k < 2)
			quiet_until(&h, h.cycle + 1);
	}
	assert_int_equal(h.cycle, 18);
	assert_int_equal(REG(ru, ready_q, 0), 2);
	quiet_until(&h, 19);            /* 18: three are more than two */
	assert_int_equal(h.out.message, 1);
	assert_true(h.out.msg[0].xoff && h.out.msg[0].line == 0 && h.out.msg[0].turns == 6 && h.out.msg[0].len == 2);
	assert_int_equal(REG(cam_in, sent_xoff_q, 0), 1);
	send(&h, 0, 2, 3, 1, 20);       /* 19: elsewhere; judged in 21, ready in 22 */
	assert_int_equal(next_grant(&h), 22);
	assert_int_equal(h.out.packet[2].tag, 20);
	quiet_until(&h, 30);
	message(&h, 2, (struct message){ .turns = 0, .xoff = 0, .line = 1, .len = 0 });
	step(&h);                       /* 30: Xon */
	assert_int_equal(REG(cam_in, xoff_q, 0), 1);
	assert_int_equal(REG(cam_out, stopped_q, 2), 0);
	assert_int_equal(REG(cam_out, xon_valid_q, 2), 1);
	assert_int_equal(REG(cam_out, xon_line_q, 2), 1);
	step(&h);                       /* 31: it acts */
	assert_int_equal(REG(cam_in, xoff_q, 0), 0);
	assert_int_equal(REG(cam_out, xon_valid_q, 2), 0);
	for (unsigned k = 0; k < 3; k++) {
		assert_int_equal(next_grant(&h), 32 + 5 * k);
		assert_int_equal(h.out.packet[2].tag, 10 + k);
	}
	while (h.cycle < 50 && !messages) {     /* granted 42, popped 43: empty in 44 */
		step(&h);
		messages += h.out.message == 1 && !h.out.msg[0].xoff;
	}
	assert_int_equal(h.cycle, 45);
	assert_int_equal(REG(cam_in, sent_xoff_q, 0), 0);
	assert_int_equal(switch_counts(h.sw)->lines_in_use, 0);
	for (unsigned k = 0; k < 5; k++) {
		h.in.credit = 1 << 2;
		step(&h);
	}
	assert_true(switch_drained(h.sw));
	assert_int_equal(REG(mmu, free_q, 0), 0xff);
}

/* A packet that matches two lines goes to the shorter, and from its head on to the longer. */
SCENARIO(chain_to_the_longer_line, stopped_point())
{
	quiet_until(&h, 10);
	send(&h, 1, 1, 0, 8, 2);        /* 10: holds output 2 from 11 to 18 */
	step(&h);
	send(&h, 0, 2, 3, 1, 3);        /* 11: A */
	assert_int_equal(next_grant(&h), 11);
	send(&h, 0, 2, 1, 1, 4);        /* 12: B */
	quiet_until(&h, 16);            /* A is ready in 14, waits in 15, and is detected */
	assert_int_equal(switch_counts(h.sw)->detections, 1);
	assert_int_equal(COUNT(2), 1);
	assert_int_equal(FIELD_OF(cam_in, len_q, 0, 2, 1), 1);
	quiet_until(&h, 19);            /* B refills in 16, is fetched in 17, moves in 18 */
	assert_int_equal(COUNT(0), 0);
	assert_int_equal(COUNT(1), 0);
	assert_int_equal(COUNT(2), 2);
	assert_int_equal(next_grant(&h), 19);
	assert_int_equal(h.out.packet[2].tag, 3);
	quiet_until(&h, 24);            /* popped 20, refilled 21, fetched 22, moved on in 23 */
	assert_int_equal(COUNT(1), 1);
	assert_int_equal(COUNT(2), 0);
	assert_int_equal(switch_counts(h.sw)->lines_in_use, 1);
	quiet_until(&h, 40);
	message(&h, 2, (struct message){ .turns = 0, .xoff = 0, .line = 1, .len = 0 });
	quiet_until(&h, 42);
	assert_int_equal(next_grant(&h), 42);
	assert_int_equal(h.out.packet[2].tag, 4);
}

/* An Xon in the cycle of the notification overtakes it: nothing is stopped that nobody would let go. */
SCENARIO(xon_overtakes_notification, CONGESTION)
{
	send(&h, 0, 2, 1, 1, 1);
	message(&h, 2, (struct message){ .turns = 1, .xoff = 1, .line = 0, .len = 1 });
	step(&h);
	assert_int_equal(next_grant(&h), 1);
	quiet_until(&h, 5);
	assert_int_equal(REG(cam_out, notify_valid_q, 2), 1);
	message(&h, 2, (struct message){ .turns = 0, .xoff = 0, .line = 0, .len = 0 });
	step(&h);
	assert_int_equal(REG(cam_in, xoff_q, 0), 0);
	assert_int_equal(switch_counts(h.sw)->notifications, 0);
}
