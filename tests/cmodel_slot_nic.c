/* The network interface for links that count slots: scenarios worked out on docs/internals/microarchitecture-slot-nic.md, cycle by cycle. */
#include "slot_nic_case.h"
#include "test.h"

/* The flit on tx_data of a port is this one. */
static void on_link(const struct harness *h, unsigned port, const struct packet *p, unsigned flit)
{
	const struct image *m = h->image;
	uint32_t words[2], seen[2];

	packet_flit(&h->shape, p, flit, words);
	image_read(m, image_reg(m, SITE_lport, port, image_row_named(m, SITE_lport, "tx_data_q")), seen);
	assert_memory_equal(seen, words, sizeof words);
}

/* Registers that a packet must leave at their reset values, as the tables say. */
static void at_reset(const struct harness *h)
{
	struct image *fresh = image_new(&h->shape);
	uint32_t a[64], b[64];

	assert_non_null(fresh);
	for (unsigned i = 0; i < fresh->n; i++) {
		const struct signal *row = image_row(fresh, fresh->regs + i);

		if (row->kind != SIGNAL_REG || row->leftover == LEFT_STALE)
			continue;
		assert_true(fresh->regs[i].words <= 64);
		image_read(fresh, i, a);
		image_read(h->image, i, b);
		if (memcmp(a, b, fresh->regs[i].words * sizeof *a))
			fail_msg("%s.%s is not at its reset value", fresh->sites[fresh->regs[i].site].name, row->name);
	}
	image_free(fresh);
}

/* Credits for so many packets, of a class each. */
static void drain(struct harness *h, unsigned port, unsigned packets, unsigned class)
{
	for (unsigned k = 0; k < packets; k++) {
		assert_false(switch_drained(h->sw));
		credit(h, port, class);
		step(h);
	}
	quiet_until(h, h->cycle + 3);
	assert_true(switch_drained(h->sw));
	at_reset(h);
}

/* Header in at 0, granted in 3, on the link from 6 on with its new fields; each register of the way. */
static void pipeline(enum kind kind)
{
	struct harness h = harness_of(kind);
	const unsigned to = kind == PRIORITY ? 2 : 5, flits = 4, queues = h.shape.send_queues;
	struct packet left;

	put(&h, to, flits, 7);
	step(&h);
	assert_int_equal(REG(dqu, enter_q, 0), 1 << to);
	assert_int_equal(FIELD_OF(dqu, tail_q, 0, queues, to), 1);
	assert_int_equal(FIELD_OF(dqu, flits_q, 0, h.shape.send_slots, to * SOURCE_SLOTS), flits);
	assert_int_equal(REG(dqu, waddr_q, 0), to * SOURCE_SLOTS * LONGEST + 1);
	step(&h);
	assert_int_equal(REG(dqu, enter_q, 0), 0);
	assert_int_equal(FIELD_OF(dqu, count_q, 0, queues, to), 1);
	assert_int_equal(REG(nsj, cand_q, 0), 0);
	step(&h);
	assert_int_equal(REG(nsj, cand_q, 0), 1 << to);
	assert_int_equal(REG(nsj, prio_q, 0), to == queues - 1 ? 0 : 1 << to);
	step(&h);
	assert_int_equal(h.out.depart, 1 << NETWORK);
	assert_int_equal(h.out.from[NETWORK], HOST);
	assert_int_equal(h.out.queue[NETWORK], to);
	left = h.out.packet[NETWORK];
	assert_int_equal(REG(dqu, pop_q, 0), 1 << to);
	assert_int_equal(REG(dqu, rd_left_q, 0), flits);
	assert_int_equal(FIELD_OF(dqu, head_q, 0, queues, to), 0);
	assert_int_equal(FIELD_OF(ncu, used_q, 0, h.shape.credit_classes, kind == CLASSED ? to % CLASSES : 0), 1);
	for (unsigned cycle = 4; cycle < 16; cycle++) {
		step(&h);
		const unsigned now = cycle + 1;

		assert_int_equal(FIELD_OF(dqu, head_q, 0, queues, to), 1);
		assert_int_equal(FIELD_OF(dqu, count_q, 0, queues, to), 0);
		assert_int_equal(REG(dqu, pop_q, 0), 0);
		assert_int_equal(REG(dqu, rd_left_q, 0), now < 8 ? 8 - now : 0);
		assert_int_equal(REG(lport, rd_valid_q, NETWORK), now >= 5 && now < 9);
		assert_int_equal(REG(lport, rd_head_q, NETWORK), now == 5);
		assert_int_equal(REG(dqu, raddr_q, 0), to * SOURCE_SLOTS * LONGEST + (now < 9 ? now - 4 : 4));
		assert_int_equal(h.out.credit, (now == 8) << HOST);
		assert_int_equal(REG(dqu, credit_q, 0), now == 8);
		assert_int_equal(REG(dqu, credit_queue_q, 0), to);
		assert_int_equal(REG(lport, tx_valid_q, NETWORK), now >= 6 && now < 10);
		assert_int_equal(REG(lport, tx_head_q, NETWORK), now == 6);
		if (now >= 6)
			on_link(&h, NETWORK, &left, now < 10 ? now - 6 : 3);
	}
	if (h.shape.by_route) {
		assert_int_equal(left.turnpool, to % 4 | (to / 4) << TURN_W);
		assert_int_equal(left.turns_left, 2);
		assert_int_equal(REG(nsj, go_turns_q, 0), left.turnpool);
		assert_int_equal(REG(nsj, put_left_q, 0), 2);
	}
	if (kind == CLASSED) {
		assert_int_equal(left.queue, to % CLASSES);
		assert_int_equal(left.destination, to);
		assert_int_equal(REG(nsj, put_queue_q, 0), to % CLASSES);
	}
	if (kind == LISTED)
		assert_int_equal(left.destination, to);
	if (kind == PRIORITY)
		assert_int_equal(left.queue, to);
	drain(&h, NETWORK, 1, kind == CLASSED ? to % CLASSES : 0);
	harness_free(&h);
}

TEST(one_packet)
{
	for (enum kind k = ROUTES; k < KINDS; k++)
		pipeline(k);
}

/* A packet of one flit leaves in each cycle, of so many queues; the switch gives credits at once. Packets of a queue keep their order. */
static void line_rate_of(enum kind kind, unsigned queues)
{
	struct harness h = harness_of(kind);
	unsigned next[2] = { 0 };

	for (unsigned cycle = 0; cycle < 200; cycle++) {
		put(&h, cycle % queues, 1, cycle);
		if (cycle > 5)
			credit(&h, NETWORK, kind == CLASSED ? h.out.packet[NETWORK].queue : 0);
		step(&h);
		assert_int_equal(h.out.depart, cycle >= 3 ? 1 << NETWORK : 0);
		assert_int_equal(h.out.credit, cycle >= 4 ? 1 << HOST : 0);
		if (cycle < 3)
			continue;
		const unsigned q = h.out.queue[NETWORK];

		assert_true(q < queues && h.out.packet[NETWORK].tag == next[q] * queues + q);
		next[q]++;
		if (cycle >= 5) {
			assert_int_equal(REG(lport, tx_valid_q, NETWORK), 1);
			assert_int_equal(REG(lport, tx_head_q, NETWORK), 1);
		}
	}
	harness_free(&h);
}

TEST(line_rate)
{
	for (enum kind k = ROUTES; k < KINDS; k++)
		for (unsigned queues = 1; queues <= 2; queues++)
			line_rate_of(k, queues);
}

/* A stopped queue is parked and lets others go; with all that come after, until its line lets go. Both packets of the queue were judged. */
static void parks_in(enum kind kind)
{
	struct harness h = harness_of(kind);
	const unsigned to = 1, other = 2;

	xoff(&h, 1, to);
	step(&h);
	put(&h, to, 1, 1);
	quiet_until(&h, 4);
	assert_int_equal(REG(nsj, cand_q, 0), 1 << to);         /* header in at 1 */
	assert_int_equal(REG(nsj, parked_q, 0), 0);
	step(&h);
	assert_int_equal(h.out.depart, 0);
	assert_int_equal(REG(nsj, parked_q, 0), 1 << to);
	assert_int_equal(FIELD_OF(nsj, by_q, 0, h.shape.send_queues, to), kind == PRIORITY ? to : 1);
	assert_int_equal(REG(nsj, cand_q, 0), 0);
	put(&h, to, 2, 2);
	quiet_until(&h, 12);
	put(&h, other, 1, 3);
	assert_int_equal(leaves(&h, 3), 15);
	quiet_until(&h, 20);
	xon(&h, 1, to);
	step(&h);
	assert_int_equal(REG(nsj, parked_q, 0), 0);
	assert_int_equal(leaves(&h, 1), 22);
	assert_int_equal(leaves(&h, 2), 23);
	quiet_until(&h, 30);
	drain(&h, NETWORK, 3, 0);
	harness_free(&h);
}

TEST(parks)
{
	parks_in(ROUTES);
	parks_in(LISTED);
	parks_in(PRIORITY);
}

/* A line lets go in the cycle in which it would park the candidate: the packet is judged again. Xoff in the cycle of judgement comes too late. */
TEST(meets)
{
	for (enum kind k = ROUTES; k <= PRIORITY; k++) {
		if (k == CLASSED)
			continue;
		struct harness h = harness_of(k);

		xoff(&h, 0, 3);
		step(&h);
		put(&h, 3, 1, 1);
		quiet_until(&h, 4);
		xon(&h, 0, 3);
		step(&h);
		assert_int_equal(REG(nsj, parked_q, 0), 0);
		assert_int_equal(leaves(&h, 1), 6);
		quiet_until(&h, 20);
		put(&h, 3, 1, 2);
		quiet_until(&h, 23);
		xoff(&h, 0, 3);
		assert_int_equal(leaves(&h, 2), 23);
		put(&h, 3, 1, 3);
		quiet_until(&h, 40);
		assert_int_equal(REG(nsj, parked_q, 0), 1 << 3);
		harness_free(&h);
	}
}

/* The second packet of a queue is the candidate when the first is parked: it is parked as well, by the line that stops it then. Order is kept. */
SCENARIO(second_of_a_queue, harness_of(ROUTES))
{
	xoff(&h, 1, 6);                         /* turn 2 */
	step(&h);
	put(&h, 6, 1, 1);
	step(&h);
	put(&h, 6, 1, 2);
	step(&h);
	quiet_until(&h, 4);
	message(&h, NETWORK, (struct message){ .turns = 2 | 1 << TURN_W, .len = 2, .xoff = 1, .line = 0 });
	step(&h);
	assert_int_equal(REG(nsj, parked_q, 0), 1 << 6);
	assert_int_equal(FIELD_OF(nsj, by_q, 0, NODES, 6), 1);
	assert_int_equal(REG(nsj, cand_q, 0), 1 << 6);
	assert_int_equal(FIELD_OF(dqu, count_q, 0, NODES, 6), 2);
	step(&h);
	assert_int_equal(REG(nsj, parked_q, 0), 1 << 6);
	assert_int_equal(FIELD_OF(nsj, by_q, 0, NODES, 6), 0);
	xon(&h, 1, 6);                          /* it was parked by the other one */
	quiet_until(&h, 12);
	assert_int_equal(REG(nsj, parked_q, 0), 1 << 6);
	put(&h, 2, 1, 3);                       /* the same turn, but a turn less on the line: not stopped */
	leaves(&h, 3);
	message(&h, NETWORK, (struct message){ .turns = 2 | 1 << TURN_W, .len = 2 });
	leaves(&h, 1);
	leaves(&h, 2);
}

/* All packets that the switch has slots for go, of all queues, or of a class; with each credit one more. */
static void runs_out_of(enum kind kind)
{
	struct harness h = harness_of(kind);
	const unsigned credits = kind == CLASSED ? SLOTS / CLASSES : SLOTS, class = kind == CLASSED ? 1 : 0;
	unsigned sent = 0;

	for (unsigned k = 0; k < credits + 2; k++) {
		put(&h, 1 + 3 * (k % 2), 1, k);         /* both of class 1 */
		step(&h);
		sent += h.out.depart != 0;
	}
	while (sent < credits) {
		next_grant(&h);
		sent++;
	}
	quiet_until(&h, 40);
	assert_int_equal(FIELD_OF(ncu, used_q, 0, h.shape.credit_classes, class), credits);
	if (kind == CLASSED) {
		assert_int_equal(REG(nsj, parked_q, 0), 1 << 1 | 1 << 4);
		assert_int_equal(FIELD_OF(nsj, by_q, 0, NODES, 4), 1);
		put(&h, 3, 1, 77);                      /* another class has some */
		leaves(&h, 77);
		credit(&h, NETWORK, 0);
		step(&h);
		assert_int_equal(REG(nsj, parked_q, 0), 1 << 1 | 1 << 4);
	} else if (h.shape.holders) {
		assert_int_equal(REG(nsj, parked_q, 0), 0);
	}
	for (unsigned k = 0; k < 2; k++) {
		quiet_until(&h, h.cycle + 10);
		credit(&h, NETWORK, class);
		leaves(&h, credits + (kind == CLASSED ? 1 - k : k));    /* of class 1, queue 3 was served last */
	}
	quiet_until(&h, h.cycle + 10);
	drain(&h, NETWORK, credits, class);
	harness_free(&h);
}

TEST(credits_of_the_switch)
{
	runs_out_of(ROUTES);
	runs_out_of(LISTED);
	runs_out_of(CLASSED);
	runs_out_of(PLAIN);
}

/* A packet of several flits keeps the send side busy; the next one follows without a gap. */
SCENARIO(long_packets, harness_of(PRIORITY))
{
	unsigned flits = 0;

	put(&h, 3, 8, 1);
	assert_int_equal(leaves(&h, 1), 3);
	quiet_until(&h, 8);
	put(&h, 3, 5, 2);
	assert_int_equal(leaves(&h, 2), 11);
	while (h.cycle < 40) {
		step(&h);
		if (REG(lport, tx_valid_q, NETWORK))
			assert_int_equal(h.cycle, 13 + flits++);        /* the last of the first packet, and the second */
	}
	assert_int_equal(flits, 6);
}

/* To the host: header in at 0, granted in 1, on the link in 4, as it came; a credit when the last flit has been read. As far as the host has
 * slots. */
static void receives_in(enum kind kind)
{
	struct harness h = harness_of(kind);
	struct packet sent;

	bring(&h, 3, 1);
	sent = h.in.packet[NETWORK];
	step(&h);
	assert_int_equal(REG(receive_dqu, enter_q, 0), 1);
	assert_int_equal(REG(receive_dqu, count_q, 0), 0);
	step(&h);
	assert_int_equal(h.out.depart, 1 << HOST);
	assert_int_equal(h.out.from[HOST], NETWORK);
	assert_int_equal(h.out.queue[HOST], 0);
	assert_int_equal(REG(receive_dqu, count_q, 0), 1);
	assert_int_equal(REG(receive_dqu, pop_q, 0), 1);
	assert_int_equal(REG(host_ncu, used_q, 0), 1);
	for (unsigned now = 3; now < 12; now++) {
		step(&h);
		assert_int_equal(REG(receive_dqu, count_q, 0), 0);
		assert_int_equal(REG(receive_dqu, head_q, 0), 1);
		assert_int_equal(h.out.credit, (now == 5) << NETWORK);
		assert_int_equal(REG(receive_dqu, credit_q, 0), now == 5);
		assert_int_equal(REG(lport, tx_valid_q, HOST), now >= 4 && now < 7);
		assert_int_equal(REG(lport, tx_head_q, HOST), now == 4);
		if (now >= 4)
			on_link(&h, HOST, &sent, now < 7 ? now - 4 : 2);
	}
	for (unsigned k = 0; k < 3; k++) {
		bring(&h, 1, 2 + k);
		step(&h);
	}
	assert_int_equal(h.out.depart, 1 << HOST);      /* the second of them, of three slots with the first */
	quiet_until(&h, 30);
	credit(&h, HOST, 0);
	assert_int_equal(leaves(&h, 4), 31);
	quiet_until(&h, 40);
	drain(&h, HOST, HOST_SLOTS, 0);
	harness_free(&h);
}

TEST(receives)
{
	for (enum kind k = ROUTES; k < KINDS; k++)
		receives_in(k);
}

static uint64_t word_of(const struct harness *h, unsigned destination)
{
	uint32_t words[2] = { 0 };

	assert_true(switch_memory(h->sw, h->cycle, SITE_nrt, image_row_named(h->image, SITE_nrt, "route_mem"), 0, destination, words));
	return words[0];
}

/* The configuration port writes words, also in the cycle in which another one is read, and again when no packet needs them. */
TEST(table)
{
	struct harness h = harness_with(CLASSED, false);
	unsigned address[SWITCH_PORTS];

	for (unsigned d = 0; d < NODES; d++) {
		h.in.configure = true;
		h.in.destination = d;
		h.in.entry.queue = d % 2;
		step(&h);
		assert_int_equal(switch_writes(h.sw, h.cycle - 1, SITE_nrt, 0, address), 1);
		assert_int_equal(address[0], d);
		assert_int_equal(word_of(&h, d), d % 2);
	}
	h.in.configure = false;
	step(&h);
	assert_int_equal(switch_writes(h.sw, h.cycle - 1, SITE_nrt, 0, address), 0);
	put(&h, 5, 1, 1);
	step(&h);
	step(&h);
	h.in.configure = true;                  /* while the word of 5 is read */
	h.in.destination = 6;
	h.in.entry.queue = 2;
	step(&h);
	h.in.configure = false;
	leaves(&h, 1);
	assert_int_equal(h.out.packet[NETWORK].queue, 1);
	for (unsigned d = 5; d <= 6; d++) {
		h.in.configure = d == 5;
		h.in.destination = 5;
		h.in.entry.queue = 0;
		put(&h, 11 - d, 1, d);          /* 6, and then 5 */
		leaves(&h, d);
		assert_int_equal(h.out.packet[NETWORK].queue, d == 5 ? 2 : 0);
	}
	harness_free(&h);

	h = harness_with(ROUTES, false);
	h.in.configure = true;
	h.in.destination = 7;
	h.in.route = (struct table_route){ .turns = 9, .left = 2 };
	step(&h);
	h.in.configure = false;
	put(&h, 7, 1, 3);
	leaves(&h, 3);
	assert_int_equal(h.out.packet[NETWORK].turnpool, 9);
	assert_int_equal(word_of(&h, 7), 9 | 2 << h.shape.pool_w);
	harness_free(&h);
}

/* Reset amid traffic: another switch with the same table, since a model is at reset when it is new. Nothing that was begun is seen, and the same
 * follows as at first. */
static void reset_amid(enum kind kind)
{
	struct harness h = harness_of(kind), fresh = harness_of(kind);
	const unsigned to = kind == PRIORITY ? 3 : 6;

	for (unsigned k = 0; k < 9; k++) {
		if (k == 1 && kind != CLASSED && kind != PLAIN)
			xoff(&h, 0, to);
		put(&h, k % 2 ? to : 1, 1, k);
		bring(&h, 1, k);
		if (k > 4)
			credit(&h, HOST, 0);
		step(&h);
	}
	assert_false(switch_drained(h.sw));
	harness_free(&h);
	h = harness_of(kind);
	assert_true(switch_drained(h.sw));
	assert_memory_equal(h.image->word, fresh.image->word, h.image->words * sizeof *h.image->word);
	for (unsigned k = 0; k < 60; k++) {
		if (k % 4 == 0 && k < 24) {
			put(&h, k % 8 ? to : 1, 1 + k % 3, k);
			put(&fresh, k % 8 ? to : 1, 1 + k % 3, k);
		}
		step(&h);
		step(&fresh);
		assert_int_equal(h.out.depart, fresh.out.depart);
		assert_memory_equal(h.image->word, fresh.image->word, h.image->words * sizeof *h.image->word);
	}
	if (kind == CLASSED || kind == ROUTES)
		assert_int_equal(word_of(&h, 6), kind == CLASSED ? 0 : 2 | 1 << TURN_W | 2 << h.shape.pool_w);
	harness_free(&h);
	harness_free(&fresh);
}

TEST(resets)
{
	for (enum kind k = ROUTES; k < KINDS; k++)
		reset_amid(k);
}

/* More queues than fit in a word take turns, and are parked and released one by one. */
TEST(many_queues)
{
	struct harness h = harness_new(params_given("scheme=fbicm-nic cfqs=3 nodes=200 slots=64 packet_flits=2 source_slots=2 host_slots=3"));
	static const unsigned to[] = { 130, 3, 199, 64, 63, 130 };
	static const struct { uint16_t line, to; } stop[] = { { 0, 130 }, { 1, 199 }, { 2, 64 }, { 0, 3 }, { 2, 63 } };
	static const unsigned order[] = { 64, 199, 3, 63, 130, 130 };   /* behind 63, which was selected last */

	for (unsigned k = 0; k < sizeof stop / sizeof *stop; k++) {
		message(&h, NETWORK, (struct message){ .xoff = 1, .line = stop[k].line, .destination = stop[k].to, .len = 1 });
		step(&h);
	}
	for (unsigned k = 0; k < sizeof to / sizeof *to; k++) {
		put(&h, to[k], 1, k);
		step(&h);
	}
	quiet_until(&h, 30);
	for (unsigned cycle = 30; cycle < 38; cycle++) {
		if (cycle < 33)
			xon(&h, 32 - cycle, 0);
		step(&h);
		assert_int_equal(h.out.depart, cycle >= 32 ? 1 << NETWORK : 0);
		if (cycle >= 32)
			assert_int_equal(h.out.packet[NETWORK].destination, order[cycle - 32]);
	}
	drain(&h, NETWORK, 6, 0);
	harness_free(&h);
}
