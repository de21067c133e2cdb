/* The scoreboard passes what is right and names what is wrong, on whole packets and on flits. */
#include "bench/scoreboard.h"
#include "given.h"
#include "test.h"

#include <string.h>

enum { FLITS = 3, INPUT = 2, TURN = 3, OUTPUT = INPUT + TURN, WORDS = 2 };

struct fixture {
	struct shape s;
	struct scoreboard *b;
	char why[SCOREBOARD_WHY];
};

static int set_up(void **state)
{
	static struct fixture f;
	struct params p = params_default();

	memset(&f, 0, sizeof f);
	f.s = shape_of(&p);
	f.b = scoreboard_new(&f.s, NULL, 0);
	*state = &f;
	return !f.b;
}

static int tear_down(void **state)
{
	scoreboard_free(((struct fixture *)*state)->b);
	return 0;
}

/* Route: TURN, then `second`. */
static struct packet packet(uint64_t tag, unsigned second)
{
	struct packet p = { .turnpool = TURN | second << 3, .tag = tag, .source = INPUT, .turns_left = 2, .flits = FLITS };

	return p;
}

static struct packet left(const struct fixture *f, struct packet p)
{
	packet_take_turn(&f->s, &p);
	return p;
}

static bool flit_leaves(struct scoreboard *b, uint64_t cycle, unsigned output, bool head, const uint32_t *words, struct packet *packet, char why[SCOREBOARD_WHY])
{
	unsigned flit;

	return scoreboard_flit(b, cycle, output, 0, head, words, packet, &flit, why);
}

static void send(struct fixture *f, uint64_t cycle, struct packet p)
{
	scoreboard_sent(f->b, cycle, INPUT, &p);
}

static bool leaves(struct fixture *f, uint64_t cycle, unsigned output, struct packet p)
{
	return scoreboard_packet(f->b, cycle, output, &p, f->why);
}

/* The flits of p from cycle on, with one bit of flit `broken` flipped (FLITS: none). */
static bool flits_leave(struct fixture *f, uint64_t cycle, struct packet p, unsigned broken, unsigned bit)
{
	struct packet seen = { .tag = p.tag };

	for (unsigned j = 0; j < p.flits; j++) {
		uint32_t words[WORDS];

		packet_flit(&f->s, &p, j, words);
		if (j == broken)
			words[bit / 32] ^= 1u << bit % 32;
		if (!flit_leaves(f->b, cycle + j, OUTPUT, j == 0, words, &seen, f->why))
			return false;
		if (j == 0)
			assert_int_equal(seen.tag, p.tag);
	}
	return true;
}

static void refused(const struct fixture *f, const char *with)
{
	if (!strstr(f->why, with))
		fail_msg("\"%s\" does not say \"%s\"", f->why, with);
}

TEST_WITH(a_good_switch_passes, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	send(f, 3, packet(2, 0));
	send(f, 6, packet(3, 5));
	assert_int_equal(scoreboard_outstanding(f->b), 3);
	assert_true(flits_leave(f, 10, left(f, packet(1, 0)), FLITS, 0));
	assert_true(flits_leave(f, 13, left(f, packet(3, 5)), FLITS, 0));       /* another route may overtake */
	assert_true(leaves(f, 20, OUTPUT, left(f, packet(2, 0))));
	assert_int_equal(scoreboard_outstanding(f->b), 0);
	assert_int_equal(scoreboard_delivered(f->b), 3);
}

TEST_WITH(every_changed_bit_is_seen, set_up, tear_down)
{
	for (unsigned j = 0; j < FLITS; j++)
		for (unsigned bit = 0; bit < 32 * WORDS; bit++) {
			struct fixture *f = *state;

			send(f, 0, packet(1, 0));
			assert_false(flits_leave(f, 10, left(f, packet(1, 0)), j, bit));
			assert_true(strlen(f->why) > 0);
			tear_down(state);
			set_up(state);
		}
}

TEST_WITH(overtaking_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	send(f, 3, packet(2, 0));
	assert_false(flits_leave(f, 10, left(f, packet(2, 0)), FLITS, 0));
	refused(f, "overtook");
	assert_false(leaves(f, 20, OUTPUT, left(f, packet(2, 0))));
	refused(f, "overtook");
}

TEST_WITH(a_wrong_output_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	assert_false(leaves(f, 10, OUTPUT + 1, left(f, packet(1, 0))));
	refused(f, "lost its way");
}

TEST_WITH(a_packet_seen_twice_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	assert_true(leaves(f, 10, OUTPUT, left(f, packet(1, 0))));
	assert_false(leaves(f, 20, OUTPUT, left(f, packet(1, 0))));
	refused(f, "seen twice");
}

TEST_WITH(a_turn_not_taken_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	assert_false(leaves(f, 10, OUTPUT, packet(1, 0)));
}

TEST_WITH(a_lost_packet_stays_outstanding, set_up, tear_down)
{
	struct fixture *f = *state;

	send(f, 0, packet(1, 0));
	send(f, 3, packet(2, 0));
	assert_false(leaves(f, 10, OUTPUT, left(f, packet(2, 0))));
	assert_int_equal(scoreboard_outstanding(f->b), 2);
}

TEST_WITH(broken_framing_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;
	struct packet p = left(f, packet(1, 0)), seen = p;
	uint32_t words[WORDS];

	send(f, 0, packet(1, 0));
	packet_flit(&f->s, &p, 1, words);
	assert_false(flit_leaves(f->b, 9, OUTPUT, false, words, &seen, f->why));
	refused(f, "without a header");
	packet_flit(&f->s, &p, 0, words);
	assert_true(flit_leaves(f->b, 10, OUTPUT, true, words, &seen, f->why));
	assert_false(flit_leaves(f->b, 11, OUTPUT, true, words, &seen, f->why));
	refused(f, "header within");
	packet_flit(&f->s, &p, 1, words);
	assert_false(flit_leaves(f->b, 12, OUTPUT, false, words, &seen, f->why));
	refused(f, "gap");
	assert_true(flit_leaves(f->b, 11, OUTPUT, false, words, &seen, f->why));
	assert_int_equal(scoreboard_outstanding(f->b), 1);
}

/* The header fills the flit and says one bit of the source: packets of two inputs differ in nothing. */
TEST_WITH(packets_that_look_the_same_are_told_apart, set_up, tear_down)
{
	struct params p = params_default();
	struct scoreboard *b;
	struct shape s;
	char why[SCOREBOARD_WHY];

	p.node_bits = p.packet_flits = 1;
	p.turnpool_bits = 55;
	p.flit_bits = 64;
	s = shape_of(&p);
	p.turnpool_bits += s.flit_bits - s.header_bits;
	s = shape_of(&p);
	assert_int_equal(s.header_bits, s.flit_bits);
	for (unsigned first = 0; first < 2; first++) {
		b = scoreboard_new(&s, NULL, 0);
		for (unsigned k = 0; k < 2; k++) {
			const struct packet sent = { .turnpool = OUTPUT - 2 * k, .tag = k, .source = 2 * k & 0xffffff, .turns_left = 2, .flits = 1 };

			scoreboard_sent(b, k, 2 * k, &sent);
		}
		for (unsigned k = 0; k < 2; k++) {
			struct packet leaving = { .tag = k ^ first, .source = 0, .turns_left = 1, .flits = 1 }, seen = leaving;
			uint32_t words[WORDS];

			packet_flit(&s, &leaving, 0, words);
			if (!flit_leaves(b, 10 + k, OUTPUT, true, words, &seen, why))
				fail_msg("%s", why);
			assert_int_equal(seen.tag, k ^ first);
			assert_int_equal(seen.source, 2 * (k ^ first));
		}
		assert_int_equal(scoreboard_outstanding(b), 0);
		scoreboard_free(b);
	}
}

/* A link at 2/3 of the clock, packets of up to 1,024 flits, and service levels. */
static struct shape of_cells(void)
{
	return SHAPE_GIVEN("scheme=recn-qos cell_flits=64 packet_cells=16 node_bits=8");
}

/* Flit k of a packet whose header is sent in cycle `head` with two tokens, in a cycle that is `off` too late or early. */
static bool paced(const struct shape *s, struct scoreboard *b, uint64_t head, const struct packet *p, unsigned k, int off, char why[SCOREBOARD_WHY])
{
	struct packet seen = { .tag = p->tag };
	uint32_t words[WORDS];

	packet_flit(s, p, k, words);
	return flit_leaves(b, head + 3 * (uint64_t)k / 2 + (uint64_t)off, OUTPUT, k == 0, words, &seen, why);
}

TEST_WITH(flits_come_at_the_pace_of_the_link, set_up, tear_down)
{
	const struct shape s = of_cells();

	for (unsigned broken = 0; broken <= 4; broken++) {
		struct scoreboard *b = scoreboard_new(&s, NULL, 0);
		struct packet p = packet(1, 0);
		char why[SCOREBOARD_WHY] = "";
		bool good = true;

		p.flits = 1024;
		scoreboard_sent(b, 0, INPUT, &p);
		scoreboard_sent(b, 5, INPUT, &p);
		packet_take_turn(&s, &p);
		for (unsigned k = 0; k < p.flits && good; k++)
			good = paced(&s, b, 10, &p, k, broken == 1 && k == 1000 ? 1 : broken == 2 && k == 7 ? -1 : 0, why);
		if (broken < 3)
			assert_int_equal(good, broken == 0);
		if (broken == 0)
			assert_int_equal(scoreboard_outstanding(b), 1);
		else if (broken < 3)
			assert_non_null(strstr(why, "gap"));
		else if (broken == 3)
			assert_false(paced(&s, b, 10 + 3 * 512 - 1, &p, 0, 0, why));
		else
			assert_true(paced(&s, b, 10 + 3 * 512, &p, 0, 0, why));
		scoreboard_free(b);
	}
}

TEST_WITH(service_levels_are_flows_of_their_own, set_up, tear_down)
{
	const struct shape s = of_cells();
	struct scoreboard *b = scoreboard_new(&s, NULL, 0);
	struct packet p[3] = { packet(1, 0), packet(2, 0), packet(3, 0) };
	char why[SCOREBOARD_WHY];

	p[1].sl = 5;
	for (unsigned k = 0; k < 3; k++) {
		scoreboard_sent(b, k, INPUT, &p[k]);
		packet_take_turn(&s, &p[k]);
	}
	assert_false(scoreboard_packet(b, 10, OUTPUT, &p[2], why));
	assert_non_null(strstr(why, "overtook"));
	assert_true(scoreboard_packet(b, 10, OUTPUT, &p[1], why));
	p[0].sl = 1;
	assert_false(scoreboard_packet(b, 20, OUTPUT, &p[0], why));
	p[0].sl = 0;
	assert_false(scoreboard_packet(b, 13, OUTPUT, &p[0], why));     /* three flits take until then, and tokens half a cycle more */
	assert_true(scoreboard_packet(b, 15, OUTPUT, &p[0], why));
	assert_int_equal(scoreboard_tokens(b, OUTPUT), 2);
	scoreboard_free(b);
}

/* One packet stays, of a flow that nobody serves; others of its input go on. From another input, or of a packet that came later, it is no matter. */
TEST_WITH(a_flow_that_stands_still_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;
	const uint64_t most = scoreboard_patience(&f->s);
	struct packet p;

	send(f, 0, packet(0, 1));
	for (uint64_t i = 1; i <= most; i++) {
		send(f, FLITS * i, packet(i, 0));
		assert_true(leaves(f, FLITS * i, OUTPUT, left(f, packet(i, 0))));
	}
	assert_true(scoreboard_fair(f->b, FLITS * most, SCOREBOARD_SAME_INPUT, f->why));
	p = packet(most + 1, 0);
	p.source = 0;
	p.turnpool = OUTPUT;
	scoreboard_sent(f->b, FLITS * most, 0, &p);
	assert_true(leaves(f, FLITS * (most + 1), OUTPUT, left(f, p)));
	assert_true(scoreboard_fair(f->b, FLITS * (most + 1), SCOREBOARD_SAME_INPUT, f->why));
	send(f, FLITS * (most + 2), packet(1, 0));
	assert_true(leaves(f, FLITS * (most + 2), OUTPUT, left(f, packet(1, 0))));
	assert_false(scoreboard_fair(f->b, FLITS * (most + 3), SCOREBOARD_SAME_INPUT, f->why));
	refused(f, "from input 2 to output 5 sent in cycle 0");
}

/* In a network: others of its input are no matter, those for its destination are, from any input. */
TEST_WITH(a_packet_that_others_for_its_destination_pass_is_seen, set_up, tear_down)
{
	struct fixture *f = *state;
	const uint64_t most = scoreboard_patience(&f->s);
	struct packet p;

	send(f, 0, packet(0, 0));
	for (uint64_t i = 1; i <= most + 1; i++) {
		send(f, FLITS * i, packet(i, 1));
		assert_true(leaves(f, FLITS * i, OUTPUT, left(f, packet(i, 1))));
	}
	assert_true(scoreboard_fair(f->b, FLITS * (most + 1), SCOREBOARD_SAME_ROUTE, f->why));
	assert_false(scoreboard_fair(f->b, FLITS * (most + 1), SCOREBOARD_SAME_INPUT, f->why));
	for (uint64_t i = 1; i <= most + 1; i++) {
		p = packet(i, 0);
		p.source = 0;
		p.turnpool = p.turnpool >> f->s.turn_w << f->s.turn_w | OUTPUT;
		scoreboard_sent(f->b, FLITS * (most + 1 + i), 0, &p);
		assert_true(leaves(f, FLITS * (most + 1 + i), OUTPUT, left(f, p)));
		assert_int_equal(scoreboard_fair(f->b, FLITS * (most + 1 + i), SCOREBOARD_SAME_ROUTE, f->why), i <= most);
	}
	refused(f, "others have left for its destination");
}

TEST_WITH(more_packets_than_fit_are_seen, set_up, tear_down)
{
	struct fixture *f = *state;

	for (unsigned i = 0; i < f->s.radix * (f->s.slots + 10); i++)
		send(f, 3 * i, packet(i, 0));
	assert_false(leaves(f, 10000, OUTPUT, left(f, packet(0, 0))));
	refused(f, "than the switch can hold");
}
