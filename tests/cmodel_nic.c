/* The network interface: scenarios worked out on docs/internals/microarchitecture-nic.md, cycle by cycle; and what its neighbours in the bench do not accept. */
#include "cmodel_harness.h"

#include "bench/neighbours.h"
#include "bench/scoreboard.h"
#include "test.h"

enum { NETWORK, HOST, NODES = 8, SLS = 4, LINES = 2, TURN_W = 2 };

/* Four service levels in two VCs; cells of 4 flits, 8 of a level and of a VC; the host is stopped above 4 cells. */
static struct harness harness_of(const char *speedup)
{
	struct harness h = harness_new(params_given("scheme=recn-qos-nic radix=4 sls=4 vcs=2 vc_saqs=2 cells=8 cell_flits=4 packet_cells=4 speedup=%s "
						    "detect_cells=4 detect_xon_cells=2 nodes=8 nic_cells=8 nic_lines=2 host_cells=8", speedup));

	for (unsigned d = 0; d < NODES; d++)
		switch_configure_route(h.sw, 0, d, &(struct table_route){ .turns = d % 4 | (d / 4) << TURN_W, .left = 2 });
	return h;
}

/* A header in the next cycle, from the host; the link's tokens rest. */
static void put(struct harness *h, unsigned destination, unsigned sl, unsigned flits, uint64_t tag)
{
	h->in.head |= 1 << HOST;
	h->in.tokens[HOST] = (uint8_t)(h->shape.speed_n - 1);
	h->in.packet[HOST] = (struct packet){ .turnpool = destination, .tag = tag, .source = HOST, .flits = flits & 0xfff, .sl = sl & 0xf };
}

/* From the network, for the host. */
static void bring(struct harness *h, unsigned sl, unsigned flits, uint64_t tag)
{
	h->in.head |= 1 << NETWORK;
	h->in.tokens[NETWORK] = (uint8_t)(h->shape.speed_n - 1);
	h->in.packet[NETWORK] = (struct packet){ .turnpool = 0x55, .tag = tag, .source = 3, .flits = flits & 0xfff, .sl = sl & 0xf };
}

/* A queue of the switch stops a point, or lets levels go. */
static void xoff(struct harness *h, unsigned level, unsigned queue, uint64_t turns, unsigned len)
{
	message(h, NETWORK, (struct message){ .turns = turns, .xoff = 1, .line = (uint16_t)queue, .len = (uint8_t)len, .levels = (uint8_t)(1 << level) });
}

static void xon(struct harness *h, unsigned levels, unsigned queue)
{
	message(h, NETWORK, (struct message){ .line = (uint16_t)queue, .levels = (uint8_t)levels });
}

/* Header in at 0, granted in 3, on the link at 6 with its route, without a gap; the host gets credits of its service level, as cells have been read. */
SCENARIO(one_packet, harness_of("1"))
{
	put(&h, 5, 1, 14, 7);
	assert_int_equal(leaves(&h, 7), 3);
	assert_int_equal(h.out.depart, 1 << NETWORK);
	assert_int_equal(h.out.from[NETWORK], HOST);
	assert_int_equal(h.out.packet[NETWORK].turnpool, 1 | 1 << TURN_W);
	assert_int_equal(h.out.packet[NETWORK].turns_left, 2);
	for (unsigned cycle = 4; cycle < 24; cycle++) {
		step(&h);
		assert_int_equal(h.out.credit, (cycle == 7 || cycle == 11 || cycle == 15 || cycle == 17) << HOST);
		assert_int_equal(h.out.credit_queue[HOST], h.out.credit ? 1 : h.out.credit_queue[HOST]);
		assert_int_equal(REG(lport, tx_valid_q, NETWORK), cycle + 1 >= 6 && cycle + 1 < 20);
		assert_int_equal(REG(lport, tx_head_q, NETWORK), cycle + 1 == 6);
		assert_int_equal(FIELD_OF(link_credits, taken_q, 0, 2, 0), 4);
	}
	for (unsigned k = 0; k < 4; k++) {
		assert_false(switch_drained(h.sw));
		credit(&h, NETWORK, 0);
		step(&h);
	}
	quiet_until(&h, h.cycle + 3);
	assert_true(switch_drained(h.sw));
}

/* The lowest service level goes first; within it destinations take turns. A packet every second cycle. */
SCENARIO(order, harness_of("1"))
{
	static const struct { unsigned destination, sl; } packet[] = { { 2, 2 }, { 2, 3 }, { 6, 3 }, { 2, 3 }, { 1, 0 }, { 5, 0 } };
	static const uint64_t tags[] = { 4, 5, 0, 1, 2, 3 };
	for (unsigned sl = 0; sl < SLS; sl++) { /* they are held until all are there */
		xoff(&h, sl, 0, sl ? 2 : 1, 1);
		step(&h);
	}
	for (unsigned k = 0; k < sizeof packet / sizeof *packet; k++) {
		put(&h, packet[k].destination, packet[k].sl, 1, k);
		step(&h);
	}
	quiet_until(&h, 20);
	xon(&h, 1 << 0 | 1 << 1, 0);
	step(&h);
	xon(&h, 1 << 2 | 1 << 3, 0);
	for (unsigned k = 0; k < sizeof tags / sizeof *tags; k++)
		assert_int_equal(leaves(&h, tags[k]), 22 + 2 * k);
}

/* A stopped point holds packets of its level whose route begins so; they are parked until an Xon of the level. Others go on. */
SCENARIO(filter, harness_of("1"))
{
	xoff(&h, 0, 5, 1, 1);
	put(&h, 5, 0, 1, 1);
	quiet_until(&h, 4);
	assert_int_equal(FIELD_OF(nfu, parked_q, 0, SLS * NODES, 5), 1);
	quiet_until(&h, 10);
	put(&h, 2, 0, 1, 2);
	assert_int_equal(leaves(&h, 2), 13);
	put(&h, 1, 1, 1, 3);
	leaves(&h, 3);
	put(&h, 1, 0, 1, 4);
	quiet_until(&h, 30);
	xon(&h, 1 << 0 | 1 << 1, 4);            /* of another queue: both are judged again, and parked */
	quiet_until(&h, 40);
	assert_int_equal(FIELD_OF(nfu, parked_q, 0, SLS * NODES, 1), 1);
	assert_int_equal(FIELD_OF(nfu, parked_q, 0, SLS * NODES, 5), 1);
	xon(&h, 1 << 0 | 1 << 1, 5);
	assert_int_equal(leaves(&h, 1) - 40, 2);        /* destination 5 comes after 2 */
	leaves(&h, 4);
	assert_int_equal(switch_counts(h.sw)->notifications, 1);
}

/* A level has two lines: a third queue is lost. A second Xoff of a queue takes no line; a free line is taken again. */
SCENARIO(lines, harness_of("1"))
{
	for (unsigned queue = 0; queue < 4; queue++) {
		xoff(&h, 2, queue / 2 ? queue - 1 : 0, queue / 2 ? queue - 1 : 0, 1);   /* queues 0, 0, 1, 2 */
		step(&h);
	}
	assert_int_equal(switch_counts(h.sw)->notifications, 3);
	assert_int_equal(switch_counts(h.sw)->notifications_lost, 1);
	put(&h, 2, 2, 1, 1);
	leaves(&h, 1);
	put(&h, 1, 2, 1, 2);
	quiet_until(&h, 30);
	xon(&h, 1 << 2, 0);
	step(&h);
	xoff(&h, 2, 3, 3, 1);
	step(&h);
	assert_int_equal(FIELD_OF(nfu, queue_q, 0, SLS * LINES, 2 * LINES), 3);
	assert_int_equal(FIELD_OF(nfu, len_q, 0, SLS * LINES, 2 * LINES), 1);
	quiet_until(&h, 50);
	xon(&h, 1 << 2, 1);
	leaves(&h, 2);
}

/* A packet that lacks credits is not overtaken by others of its VC, but by those of another. */
SCENARIO(waits_for_credits, harness_of("1"))
{
	put(&h, 0, 0, 16, 1);
	leaves(&h, 1);
	quiet_until(&h, 20);
	put(&h, 1, 1, 12, 2);
	leaves(&h, 2);
	quiet_until(&h, 40);
	put(&h, 2, 1, 16, 3);                   /* one cell of VC 0 is left */
	quiet_until(&h, 46);
	assert_int_equal(REG(nsu, wait_q, 0), 1);
	assert_int_equal(FIELD_OF(nsu, wait_need_q, 0, 2, 0), 4);
	quiet_until(&h, 60);
	put(&h, 3, 2, 1, 4);
	leaves(&h, 4);
	credit(&h, NETWORK, 0);
	quiet_until(&h, h.cycle + 5);
	put(&h, 4, 1, 1, 5);                    /* it enters an empty queue: both are judged, the one behind the destination served last first */
	quiet_until(&h, h.cycle + 20);
	n_credits(&h, NETWORK, 0, 2);
	leaves(&h, 3);
	credit(&h, NETWORK, 0);
	quiet_until(&h, h.cycle + 1);
	leaves(&h, 5);
}

/* Step up to the next message to the host. */
static struct message told(struct harness *h)
{
	for (unsigned k = 0; k < 100; k++) {
		step(h);
		if (h->out.message)
			break;
	}
	assert_int_equal(h->out.message, 1 << HOST);
	return h->out.msg[HOST];
}

/* The host is stopped by the packet with which a destination's queue is above 4 cells, and let go below 2. */
SCENARIO(stops_the_host, harness_of("1"))
{
	struct message m;

	xoff(&h, 1, 2, 3, 1);
	put(&h, 3, 1, 16, 1);
	quiet_until(&h, 20);
	put(&h, 3, 1, 4, 2);
	m = told(&h);
	assert_int_equal(h.cycle - 1, 22);
	assert_true(m.xoff && m.line == 3 && m.levels == 1 << 1 && !m.turns && !m.len);
	xon(&h, 1 << 1, 2);
	leaves(&h, 1);
	m = told(&h);                           /* one cell is left */
	assert_true(!m.xoff && m.line == 3 && m.levels == 1 << 1 && !m.turns && !m.len);
	leaves(&h, 2);
}

/* To the host: header in at 0, granted in 2, as it came; as far as the host has cells. VC 0 goes first. */
SCENARIO(receives, harness_of("1"))
{
	bring(&h, 3, 16, 1);
	assert_int_equal(leaves(&h, 1), 2);
	assert_int_equal(h.out.depart, 1 << HOST);
	assert_int_equal(h.out.packet[HOST].turnpool, 0x55);
	assert_int_equal(h.out.packet[HOST].turns_left, 0);
	quiet_until(&h, 16);
	bring(&h, 3, 16, 2);
	leaves(&h, 2);
	quiet_until(&h, 40);
	bring(&h, 2, 4, 3);                     /* the host has no cell of VC 1 */
	quiet_until(&h, 50);
	bring(&h, 0, 4, 4);
	assert_int_equal(leaves(&h, 4), 52);
	credit(&h, HOST, 1);
	leaves(&h, 3);
}

/* At a speed-up of 3/2 the link takes a flit in two of three cycles. */
SCENARIO(paced, harness_of("3/2"))
{
	unsigned sent = 0, last = 0;

	put(&h, 6, 0, 10, 1);
	assert_int_equal(leaves(&h, 1), 3);
	while (h.cycle < 60) {
		if (h.cycle == 15)
			put(&h, 7, 0, 10, 2);   /* it follows the first without a gap, on both links */
		step(&h);
		sent += REG(lport, tx_valid_q, NETWORK);
		last = REG(lport, tx_valid_q, NETWORK) ? (unsigned)h.cycle : last;
	}
	assert_int_equal(sent, 20);
	assert_int_equal(last, 6 + 28);         /* ceil((20 * 3 - 2) / 2) - 1 */
}

/* ---- Neighbours ---- */

static struct neighbours *silent(const struct shape *s)
{
	struct neighbours_config c = neighbours_default(s);
	struct neighbours *n;
	struct switch_in in;

	c.load = 0;
	c.back_pressure = false;
	n = neighbours_new(s, &c);
	assert_non_null(n);
	for (unsigned cycle = 0; cycle < NODES; cycle++) {
		neighbours_drive(n, cycle, &in);
		assert_true(in.configure && in.destination == cycle && in.route.left >= 1 && in.route.left <= s->turns && !in.head);
	}
	assert_true(neighbours_configured(n, NODES));
	return n;
}

/* What breaks the contract of the host's link is counted; what keeps it is not. */
SCENARIO(wrong_messages, harness_of("1"))
{
	static const struct { struct message m; unsigned port; bool wrong; } say[] = {
		{ { .xoff = 1, .line = 5, .levels = 1 << 1 }, HOST, false },
		{ { .xoff = 1, .line = 5, .levels = 1 << 1 }, HOST, true },             /* once more */
		{ { .xoff = 1, .line = 5, .levels = 1 << 2 }, HOST, false },
		{ { .line = 5, .levels = 1 << 1 }, HOST, false },
		{ { .line = 5, .levels = 1 << 1 }, HOST, true },                        /* nothing is stopped */
		{ { .line = 5, .levels = 1 << 2 }, HOST, false },
		{ { .xoff = 1, .line = NODES, .levels = 1 }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 3 }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 1 << SLS }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 0 }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 1, .len = 1 }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 1, .turns = 1 }, HOST, true },
		{ { .xoff = 1, .line = 1, .levels = 1, .len = 1 }, NETWORK, true },     /* none is sent there */
	};
	struct neighbours *n = silent(&h.shape);
	uint64_t wrong = 0;

	for (unsigned k = 0; k < sizeof say / sizeof *say; k++) {
		neighbours_message(n, NODES, say[k].port, &say[k].m);
		wrong += say[k].wrong;
		assert_int_equal(neighbours_stats(n)->violations, wrong);
	}
	neighbours_free(n);
}

/* Credits beyond those that were spent, of classes that there are not; packets beyond the credits of the network, or of the host. */
SCENARIO(wrong_credits, harness_of("1"))
{
	struct packet p = { .turnpool = 1, .turns_left = 2, .flits = 16 };

	for (unsigned port = NETWORK; port <= HOST; port++) {
		struct neighbours *n = silent(&h.shape);

		neighbours_credit(n, NODES, port, 0);
		assert_int_equal(neighbours_stats(n)->violations, 1);
		p.turns_left = port == NETWORK ? 2 : 0;
		neighbours_departure(n, 100, port, &p);
		neighbours_departure(n, 110, port, &p);         /* within the first */
		assert_int_equal(neighbours_stats(n)->violations, 2);
		neighbours_departure(n, 116, port, &p);
		assert_int_equal(neighbours_stats(n)->violations, 2);
		neighbours_departure(n, 132, port, &p);         /* of a ninth cell */
		assert_int_equal(neighbours_stats(n)->violations, 3);
		p.sl = 3;
		neighbours_departure(n, 148, port, &p);         /* of the other VC */
		assert_int_equal(neighbours_stats(n)->violations, 3);
		p.sl = 0;
		neighbours_free(n);
	}
}

/* The scoreboard wants the route of the packet's destination, and the packets of a destination in their order. */
SCENARIO(wrong_packets, harness_of("1"))
{
	static const struct table_route routes[NODES] = { [1] = { .turns = 1, .left = 1 }, [2] = { .turns = 2, .left = 1 } };
	const struct packet sent[] = {
		{ .turnpool = 1, .tag = 1, .source = HOST, .flits = 1 }, { .turnpool = 1, .tag = 2, .source = HOST, .flits = 1 },
		{ .turnpool = 2, .tag = 3, .source = HOST, .flits = 1 },
	};
	const struct { unsigned packet; uint64_t turns; unsigned left, output; bool good; } leave[] = {
		{ 2, 1, 1, NETWORK, false }, { 2, 2, 2, NETWORK, false }, { 2, 2, 1, HOST, false }, { 1, 1, 1, NETWORK, false }, { 2, 2, 1, NETWORK, true },
	};
	char why[SCOREBOARD_WHY];

	for (unsigned k = 0; k < sizeof leave / sizeof *leave; k++) {
		struct scoreboard *b = scoreboard_new(&h.shape, &(struct table_words){ .route = routes }, 0);
		struct packet p = sent[leave[k].packet];

		assert_non_null(b);
		for (unsigned i = 0; i < sizeof sent / sizeof *sent; i++)
			scoreboard_sent(b, i, HOST, sent + i);
		p.turnpool = leave[k].turns;
		p.turns_left = leave[k].left & 0xff;
		assert_int_equal(scoreboard_packet(b, 10, leave[k].output, &p, why), leave[k].good);
		scoreboard_free(b);
	}
}
