/* Queues at inputs and outputs: scenarios worked out on docs/internals/microarchitecture-cioq.md, cycle by cycle. */
#include "cmodel_harness.h"
#include "test.h"

enum { RADIX = 4, SAQS = 2, QUEUES = RADIX + SAQS };

/* Two VCs of two levels each; cells of 4 flits; detection above 4 cells, Xoff above 2. */
static struct harness harness_with(const char *speedup, const char *cells, const char *packet_cells)
{
	return harness_new(params_given("scheme=recn-qos radix=4 sls=4 vcs=2 vc_saqs=2 cells=%s cell_flits=4 packet_cells=%s speedup=%s "
					"detect_cells=4 detect_xon_cells=2 xoff_cells=2 xon_cells=1", cells, packet_cells, speedup));
}

static struct harness harness_of(const char *speedup, const char *cells)
{
	return harness_with(speedup, cells, "4");
}

/* A header in the next cycle: output (port + turn) mod 4, and then `then`; the sender's tokens rest. */
static void put(struct harness *h, unsigned port, unsigned turn, unsigned then, unsigned sl, unsigned flits, uint64_t tag)
{
	h->in.head |= UINT64_C(1) << port;
	h->in.tokens[port] = (uint8_t)(h->shape.speed_n - 1);
	h->in.packet[port] = (struct packet){ .turnpool = turn | then << h->shape.turn_w, .tag = tag, .source = port & 0xffffff, .turns_left = 2, .flits = flits & 0xfff, .sl = sl & 0xf };
}

/* Header in at 0, on the link at 9; the link carries flits at its pace, without a gap. */
TEST(one_packet)
{
	static const struct { const char *speedup; unsigned n, d; } pace[] = {
		{ "1", 1, 1 }, { "5/4", 5, 4 }, { "4/3", 4, 3 }, { "3/2", 3, 2 }, { "2", 2, 1 }, { "3", 3, 1 },
	};

	for (unsigned k = 0; k < sizeof pace / sizeof *pace; k++) {
		struct harness h = harness_of(pace[k].speedup, "8");
		unsigned tokens = pace[k].n - 1;

		put(&h, 1, 2, 1, 0, 16, 7);
		assert_int_equal(leaves(&h, 7), 6);
		assert_int_equal(h.out.depart, 1 << 3);
		assert_int_equal(h.out.from[3], 1);
		assert_int_equal(h.out.packet[3].turns_left, 1);
		assert_int_equal(h.out.tokens[3], tokens);
		quiet_until(&h, 9);
		for (unsigned flit = 0; flit < 16; step(&h)) {
			const bool sent = tokens + pace[k].d >= pace[k].n;

			assert_int_equal(REG(lport, tx_valid_q, 3), sent);
			assert_int_equal(REG(lport, tx_head_q, 3), sent && !flit);
			tokens = sent ? tokens + pace[k].d - pace[k].n : tokens + pace[k].d < pace[k].n - 1 ? tokens + pace[k].d : pace[k].n - 1;
			flit += sent;
		}
		assert_int_equal(REG(lport, tx_valid_q, 3), 0);
		assert_false(switch_drained(h.sw));
		n_credits(&h, 3, 0, 4);
		quiet_until(&h, h.cycle + 4);
		assert_true(switch_drained(h.sw));
		harness_free(&h);
	}
}

/* Cells are free again, and their credits go upstream, in the cycle after their last flit was read; of the packet's VC. */
SCENARIO(credits_by_cell, harness_of("1", "8"))
{
	put(&h, 0, 1, 0, 3, 6, 1);      /* granted in 2, read in 3..8 */
	for (unsigned cycle = 0; cycle < 12; cycle++) {
		step(&h);
		assert_int_equal(h.out.credit, cycle == 6 || cycle == 8);
		if (h.out.credit)
			assert_int_equal(h.out.credit_queue[0], 1);
		assert_int_equal(REG(cmu_in, credit_q, 0), cycle == 6 || cycle == 8);
		assert_int_equal(FIELD_OF(room, taking_q, 1, 2, 1), cycle == 2);
		assert_int_equal(REG(room, need_q, 1), cycle == 2 ? 2 : 0);
		assert_int_equal(FIELD_OF(room, taken_q, 1, 2, 1), cycle < 3 ? 0 : cycle < 10 ? 2 : 2 - (cycle >= 11));
		assert_int_equal(FIELD_OF(room, taken_q, 1, 2, 0), 0);
	}
}

/* The same of a long packet on slow links: its cells end up to 190 cycles after the grant, and all of them then. */
SCENARIO(credits_of_a_long_packet, harness_with("3", "16", "16"))
{
	put(&h, 0, 1, 0, 0, 64, 1);     /* granted in 2; flit k comes in 3 k, and is read two cycles later; at the output granted in 6, read from 7 on */
	for (unsigned cycle = 0; cycle < 210; cycle++) {
		step(&h);
		assert_int_equal(h.out.credit, cycle % 12 == 11 && cycle <= 191);
		assert_int_equal(h.out.depart, cycle == 6 ? 1 << 1 : 0);
		assert_int_equal(REG(cmu_out, credit_q, 1), cycle % 12 == 4 && cycle >= 16 && cycle <= 196);
		assert_int_equal(REG(lport, tx_valid_q, 1), cycle % 3 == 2 && cycle >= 8 && cycle <= 197);
	}
	n_credits(&h, 1, 0, 16);
	quiet_until(&h, h.cycle + 4);
	assert_true(switch_drained(h.sw));
}

/* A packet waits for credits of all its cells; credits of the other VC do not help. */
SCENARIO(waits_for_credits, harness_of("1", "4"))
{
	put(&h, 0, 1, 0, 0, 16, 1);
	leaves(&h, 1);
	quiet_until(&h, 40);
	put(&h, 0, 1, 0, 0, 5, 2);
	quiet_until(&h, 60);
	credit(&h, 1, 0);
	quiet_until(&h, 70);
	credit(&h, 1, 0);
	assert_int_equal(leaves(&h, 2), 72);    /* the count in 71, fits_q in 72 */
	put(&h, 0, 1, 0, 2, 16, 3);
	leaves(&h, 3);
}

/* VC 0 goes first at a link. Four packets wait behind a long one, of which the link takes a flit in every third cycle. */
SCENARIO(precedence, harness_of("3", "8"))
{
	static const uint64_t order[] = { 1, 3, 0, 2 };         /* 3 comes last, and goes before 0 */

	put(&h, 0, 1, 0, 0, 16, 9);
	assert_int_equal(leaves(&h, 9), 6);
	for (unsigned k = 0; k < 4; k++) {
		put(&h, 3, 2, k / 2, k % 2 ? 0 : 2, 1, k);
		quiet_until(&h, h.cycle + 3);
	}
	quiet_until(&h, 54);
	for (unsigned k = 0; k < 4; k++)
		assert_int_equal(leaves(&h, order[k]), 54 + 3 * k);
}

/* Queues of a VC take turns, from the one after that served last. */
SCENARIO(queues_take_turns, harness_of("1", "4"))
{
	static const uint64_t order[] = { 2, 0, 3, 1 };

	put(&h, 0, 1, 0, 0, 16, 9);
	leaves(&h, 9);                  /* of queue 0, and takes all credits */
	quiet_until(&h, 40);
	for (unsigned k = 0; k < 4; k++) {
		put(&h, 3, 2, k / 2, 0, 1, k);
		quiet_until(&h, h.cycle + 5);
	}
	for (unsigned k = 0; k < 4; k++) {
		credit(&h, 1, 0);
		leaves(&h, order[k]);
	}
}

/* Of inputs that request an output, the lowest VC is served, and within it the input after the one served last. */
SCENARIO(inputs_take_turns, harness_of("1", "8"))
{
	static const uint64_t order[] = { 2, 3, 1 };            /* 0 goes first, alone; of 2 and 3, in VC 0, input 2 comes after input 0; 1 is in VC 1 */

	put(&h, 0, 1, 0, 0, 12, 0);
	step(&h);
	put(&h, 1, 0, 0, 2, 1, 1);
	put(&h, 2, 3, 0, 0, 1, 2);
	put(&h, 3, 2, 0, 0, 1, 3);
	leaves(&h, 0);
	for (unsigned k = 0; k < 3; k++)
		leaves(&h, order[k]);
}

/* Downstream stops a point one turn ahead for level 1: packets there take a line of the output, and others pass. */
SCENARIO(stopped_by_downstream, harness_of("1", "8"))
{
	message(&h, 1, (struct message){ .turns = 2, .xoff = 1, .line = 3, .len = 1, .levels = 1 << 1 });
	step(&h);
	assert_int_equal(REG(scam_out, notify_q, 1), 1);
	step(&h);
	assert_int_equal(FIELD_OF(scam_out, xoff_q, 1, 4, 0), 1);
	assert_int_equal(FIELD_OF(scam_out, len_q, 1, 4, 0), 1);
	assert_int_equal(FIELD_OF(scam_out, out_queue_q, 1, 4, 0), 3);
	put(&h, 0, 1, 2, 1, 1, 1);
	step(&h);
	put(&h, 0, 1, 2, 0, 1, 2);
	leaves(&h, 2);                  /* another level */
	put(&h, 0, 1, 3, 1, 1, 3);
	leaves(&h, 3);                  /* another way */
	quiet_until(&h, h.cycle + 10);
	assert_int_equal(FIELD_OF(cqu_out, fill_q, 1, 2 * QUEUES, RADIX), 1);
	message(&h, 1, (struct message){ .line = 2, .levels = 1 << 1 });        /* of another queue */
	quiet_until(&h, h.cycle + 5);
	message(&h, 1, (struct message){ .line = 3, .levels = 1 << 0 });        /* of another level */
	quiet_until(&h, h.cycle + 5);
	message(&h, 1, (struct message){ .line = 3, .levels = 3 });
	const unsigned cycle = (unsigned)h.cycle;

	assert_int_equal(leaves(&h, 1), cycle + 1);
	n_credits(&h, 1, 0, 3);
	quiet_until(&h, h.cycle + 8);
	assert_true(switch_drained(h.sw));
	assert_int_equal(switch_counts(h.sw)->notifications, 1);
	assert_int_equal(switch_counts(h.sw)->xoff_received, 1);
}

/* An Xon that follows its Xoff at once overtakes it. */
SCENARIO(overtaken, harness_of("1", "8"))
{
	message(&h, 1, (struct message){ .turns = 2, .xoff = 1, .line = 3, .len = 1, .levels = 2 });
	step(&h);
	message(&h, 1, (struct message){ .line = 3, .levels = 2 });
	step(&h);
	quiet_until(&h, 8);
	assert_int_equal(FIELD_OF(scam_out, len_q, 1, 4, 0), 0);
	assert_int_equal(REG(scam_out, xoff_q, 1), 0);
	assert_int_equal(switch_counts(h.sw)->notifications, 0);
}

/* A line that is taken while packets of its point are in the detection queue waits for their cells, so that the flow keeps its order. */
SCENARIO(waits_for_parent, harness_of("1", "4"))
{
	put(&h, 0, 1, 2, 1, 16, 1);
	leaves(&h, 1);                  /* takes all credits */
	quiet_until(&h, 40);
	put(&h, 0, 1, 2, 1, 5, 2);      /* two cells in the queue of turn 2 */
	quiet_until(&h, 60);
	message(&h, 1, (struct message){ .turns = 2, .xoff = 1, .line = 3, .len = 1, .levels = 2 });
	quiet_until(&h, 64);
	/* a point beyond: its line waits for what that of its parent waits for; packets that end before do not match */
	message(&h, 1, (struct message){ .turns = 2, .xoff = 1, .line = 4, .len = 2, .levels = 2 });
	quiet_until(&h, 68);
	put(&h, 0, 1, 2, 1, 1, 3);
	quiet_until(&h, 80);
	assert_int_equal(FIELD_OF(scam_out, wait_q, 1, 4, 0), 2);
	assert_int_equal(FIELD_OF(scam_out, behind_q, 1, 4, 0), 2);
	assert_int_equal(FIELD_OF(scam_out, len_q, 1, 4, 1), 2);
	assert_int_equal(FIELD_OF(scam_out, wait_q, 1, 4, 1), 2);
	assert_int_equal(FIELD_OF(scam_out, behind_q, 1, 4, 1), 2);
	assert_int_equal(FIELD_OF(cqu_out, fill_q, 1, 2 * QUEUES, 2), 2);
	assert_int_equal(FIELD_OF(cqu_out, fill_q, 1, 2 * QUEUES, RADIX), 1);
	message(&h, 1, (struct message){ .line = 3, .levels = 2 });
	quiet_until(&h, 90);
	credit(&h, 1, 0);
	quiet_until(&h, 100);           /* one cell: too few for the head, and the other waits */
	credit(&h, 1, 0);
	step(&h);
	credit(&h, 1, 0);
	leaves(&h, 2);
	leaves(&h, 3);
	assert_int_equal(FIELD_OF(scam_out, wait_q, 1, 4, 0), 0);
}

/* Messages upstream of input 0 in so many cycles: Xoffs of its first line, and Xons. */
static void listen(struct harness *h, unsigned cycles, unsigned *xoffs, unsigned *xons)
{
	while (cycles--) {
		step(h);
		if (!h->out.message)
			continue;
		assert_int_equal(h->out.message, 1);
		assert_int_equal(h->out.msg[0].line, RADIX);
		assert_int_equal(h->out.msg[0].levels, 1);
		assert_int_equal(h->out.msg[0].len, h->out.msg[0].xoff ? 2 : 0);
		assert_int_equal(h->out.msg[0].turns, h->out.msg[0].xoff ? 1 | 2 << 2 : 0);
		*xoffs += h->out.msg[0].xoff;
		*xons += !h->out.msg[0].xoff;
	}
}

/* Detection at an output, which tells the input; the input's line fills, and tells upstream; Xons come back as queues empty. */
SCENARIO(detection, harness_of("1", "8"))
{
	unsigned xoffs = 0, xons = 0;

	for (unsigned k = 0; k < 3; k++) {      /* after two, no credits are left; the third stays */
		put(&h, 0, 1, 2, 0, 16, k);
		for (unsigned n = 0; n < 30; n++)
			step(&h);
	}
	assert_int_equal(switch_counts(h.sw)->detections, 0);
	put(&h, 0, 1, 2, 0, 16, 3);     /* header in at t: enters the output's queue at t + 5 */
	const uint64_t t = h.cycle;

	quiet_until(&h, t + 6);
	assert_int_equal(FIELD_OF(cqu_out, fill_q, 1, 2 * QUEUES, 2), 8);
	assert_int_equal(FIELD_OF(sfcu_out, told_q, 1, 4, 0), 0);
	quiet_until(&h, t + 7);
	assert_int_equal(FIELD_OF(sfcu_out, told_q, 1, 4, 0), 1 << 2);
	assert_int_equal(REG(sfcu_out, msg_q, 1), 1);
	quiet_until(&h, t + 9);
	assert_int_equal(FIELD_OF(scam_in, len_q, 0, 4, 0), 2);
	assert_int_equal(FIELD_OF(scam_in, turns_q, 0, 4, 0), 1 | 2 << 2);
	assert_int_equal(FIELD_OF(scam_in, xoff_q, 0, 4, 0), 1);
	assert_int_equal(FIELD_OF(scam_in, out_queue_q, 0, 4, 0), 2);
	assert_int_equal(switch_counts(h.sw)->detections, 1);
	quiet_until(&h, t + 30);
	put(&h, 0, 1, 2, 0, 12, 4);
	listen(&h, 30, &xoffs, &xons);
	assert_true(xoffs == 1 && xons == 0);
	assert_int_equal(switch_counts(h.sw)->lines_in_use, 1);
	for (unsigned k = 0; k < 4; k++) {      /* one of the two leaves: not yet under the threshold */
		credit(&h, 1, 0);
		listen(&h, 1, &xoffs, &xons);
	}
	listen(&h, 30, &xoffs, &xons);
	assert_int_equal(FIELD_OF(scam_in, xoff_q, 0, 4, 0), 1);
	for (unsigned k = 0; k < 15; k++) {
		credit(&h, 1, 0);
		listen(&h, 5, &xoffs, &xons);
	}
	listen(&h, 60, &xoffs, &xons);
	assert_int_equal(FIELD_OF(sfcu_out, told_q, 1, 4, 0), 0);
	assert_true(xoffs == 1 && xons == 1);
	assert_true(switch_counts(h.sw)->xoff_sent == 1 && switch_counts(h.sw)->xon_sent == 1);
	assert_true(switch_counts(h.sw)->lines_peak == 1 && switch_counts(h.sw)->lines_in_use == 0);
	assert_true(switch_drained(h.sw));
}
