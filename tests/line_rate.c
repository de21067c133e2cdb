/*
 * On conflict-free traffic every output moves a flit in every cycle, and an idle switch passes a header on in four cycles, in five if a
 * shared memory has a routing table. Where packets are sorted when they are heads, those shorter than three flits cost bubbles where they queue up.
 */
#include "one_switch.h"
#include "test.h"

enum { PACKETS = 5000, START = 200 };

struct ports {
	uint64_t packets[SWITCH_PORTS], flits[SWITCH_PORTS], bubbles[SWITCH_PORTS], end[SWITCH_PORTS];
};

/* As in the paper. */
static struct params recn_iq(unsigned radix, unsigned saqs, unsigned packet_flits)
{
	struct params p = params_default();

	p.sorting = SORTING_head;
	p.radix = radix;
	p.saqs = saqs;
	p.packet_flits = packet_flits;
	return p;
}

static struct params sorted(unsigned radix, unsigned saqs, unsigned packet_flits)
{
	struct params p = recn_iq(radix, saqs, packet_flits);

	p.sorting = SORTING_arrival;
	return p;
}

static struct params sorted_fbicm(enum lists lists, unsigned radix, unsigned cfqs, unsigned packet_flits)
{
	struct params p = params_default();

	p.scheme = SCHEME_fbicm;
	p.sorting = SORTING_arrival;
	p.lists = lists;
	p.radix = radix;
	p.cfqs = cfqs;
	p.packet_flits = packet_flits;
	return p;
}

static struct params with_table(enum schemes scheme, unsigned packet_flits)
{
	struct params p = params_default();

	p.scheme = scheme;
	p.packet_flits = packet_flits;
	return p;
}

static struct params pfc(unsigned radix, unsigned queues, unsigned packet_flits)
{
	struct params p = with_table(SCHEME_pfc, packet_flits);

	p.radix = radix;
	p.queues = queues;
	p.slots = 32 + 16 * queues;
	return p;
}

static struct bench *permutation(const struct params *p, bool fixed, double load)
{
	const struct shape s = shape_of(p);
	struct neighbours_config c = neighbours_default(&s);
	struct bench *b;

	c.traffic = TRAFFIC_PERMUTATION;
	c.saturate = load >= 1;
	c.load = load;
	c.fixed_length = fixed;
	c.back_pressure = false;
	c.fixed_table = true;
	b = bench_new(&s, &c);
	assert_non_null(b);
	return b;
}

static void step(struct bench *b)
{
	if (!bench_step(b))
		fail_msg("%s", b->why);
}

/* Departures decided in the last cycle; those before START are start-up. */
static void observe(const struct bench *b, struct ports *p)
{
	const struct switch_out *out = bench_decided(b, 0);
	uint64_t cycle = b->cycle - 1;

	for (uint64_t left = out->depart; left; left &= left - 1) {
		unsigned o = (unsigned)__builtin_ctzll(left);

		if (p->packets[o]) {
			p->bubbles[o] += cycle - p->end[o];
			p->flits[o] += out->packet[o].flits;
		}
		p->packets[o] += cycle >= START;
		p->end[o] = cycle + out->packet[o].flits;
	}
}

/* Bubbles per flit of the worst output; the run ends when each has moved PACKETS packets. */
static double bubbles(const struct params *params, bool fixed)
{
	const unsigned radix = params->radix;
	struct bench *b = permutation(params, fixed, 1);
	struct ports p = { 0 };
	double worst = 0;
	bool done = false;

	while (!done && b->cycle < 40u * PACKETS * params->packet_flits) {
		step(b);
		observe(b, &p);
		done = true;
		for (unsigned o = 0; o < radix; o++)
			done = done && p.packets[o] > PACKETS;
	}
	assert_true(done);
	for (unsigned o = 0; o < radix; o++) {
		double rate = (double)p.bubbles[o] / (double)p.flits[o];

		worst = rate > worst ? rate : worst;
	}
	bench_free(b);
	return worst;
}

TEST(default_packets_leave_no_bubble)
{
	const struct params p[] = { recn_iq(8, 4, 8), recn_iq(8, 0, 8), recn_iq(5, 4, 8), recn_iq(64, 4, 8) };

	for (unsigned i = 0; i < sizeof p / sizeof *p; i++)
		assert_true(bubbles(&p[i], true) == 0);
}

/* Packets of any length leave none, of one length or of several, with any arbiters. */
static void none_of_any_length(struct params p)
{
	for (p.arbiter = 0; p.arbiter < ARBITERS; p.arbiter++)
		for (p.packet_flits = 1; p.packet_flits <= 8; p.packet_flits++) {
			char why[PARAMS_WHY];

			assert_true(params_check(&p, why));
			for (unsigned fixed = 0; fixed <= 1; fixed++) {
				const double idle = bubbles(&p, fixed);

				if (idle > 0)
					fail_msg("%s, %s, packets of %s%u flits: %.3f bubbles per flit", params_table[PARAM_INDEX_scheme].texts[p.scheme],
						 params_table[PARAM_INDEX_arbiter].texts[p.arbiter], fixed ? "" : "1 to ", p.packet_flits, idle);
			}
		}
}

TEST(nor_do_they_in_static_queues)
{
	for (enum schemes scheme = 0; scheme < SCHEMES; scheme++) {
		struct params p = with_table(scheme, 8);

		if (shape_of(&p).classifier != CLASSIFIER_STATIC)
			continue;
		p.slots = 16 * shape_of(&p).queues;
		none_of_any_length(p);
	}
}

TEST(nor_with_priorities)
{
	none_of_any_length(pfc(8, 4, 8));
	none_of_any_length(pfc(5, 1, 8));
	none_of_any_length(pfc(5, 8, 8));
}

TEST(nor_when_they_are_sorted_on_arrival)
{
	none_of_any_length(sorted(8, 4, 8));
	none_of_any_length(sorted(5, 1, 8));
	none_of_any_length(sorted(8, 0, 8));
	for (enum lists lists = 0; lists < LISTS; lists++) {
		none_of_any_length(sorted_fbicm(lists, 8, 4, 8));
		none_of_any_length(sorted_fbicm(lists, 5, 1, 8));
	}
}

TEST(three_flits_are_enough)
{
	for (unsigned flits = 1; flits <= 4; flits++) {
		const struct params some = recn_iq(8, 4, flits), none = recn_iq(8, 0, flits);
		double with = bubbles(&some, true), without = bubbles(&none, true);

		print_message("# packets of %u flits: %.3f bubbles per flit with 4 SAQs, %.3f with none\n", flits, with, without);
		assert_true(flits < 3 || (with == 0 && without == 0));
		assert_true((1 + with) * flits <= 3.001 || flits > 3);
	}
}

/* Queues behind short packets at line rate are no congestion: SAQs cost nothing there. */
TEST(mixed_lengths_take_no_lines)
{
	for (unsigned longest = 2; longest <= 8; longest++) {
		const struct params some = recn_iq(8, 4, longest), none = recn_iq(8, 0, longest);
		double with = bubbles(&some, false), without = bubbles(&none, false);

		print_message("# packets of 1 to %u flits: %.3f bubbles per flit with 4 SAQs, %.3f with none\n", longest, with, without);
		assert_true(with <= without + 0.01);
	}
}

/* A packet that finds its input and output idle leaves so many cycles after it came. */
static void check_idle_latency(const struct params *p, unsigned cycles)
{
	struct bench *b = permutation(p, false, 0.02);
	uint64_t came[SWITCH_PORTS] = { 0 };
	bool alone[SWITCH_PORTS] = { false };
	unsigned seen = 0;

	while (b->cycle < 100000) {
		const struct switch_out *out;

		step(b);
		out = bench_decided(b, 0);
		for (uint64_t left = out->depart; left; left &= left - 1) {
			unsigned i = out->from[__builtin_ctzll(left)];

			if (alone[i])
				assert_int_equal(b->cycle - 1 + switch_depart(&b->shape) - came[i], cycles);
			seen += alone[i];
		}
		for (uint64_t left = b->in.head; left; left &= left - 1) {
			unsigned i = (unsigned)__builtin_ctzll(left);

			alone[i] = b->cycle - 1 >= came[i] + 40;
			came[i] = b->cycle - 1;
		}
	}
	print_message("# %u packets, each header out %u cycles after it came in\n", seen, cycles);
	assert_true(seen > 1000);
	bench_free(b);
}

TEST(idle_latency_is_four_cycles)
{
	const struct params p[] = {
		recn_iq(8, 4, 8), sorted(8, 4, 8), sorted(8, 4, 1), sorted(8, 0, 8), sorted(8, 0, 1), with_table(SCHEME_one_queue, 8), with_table(SCHEME_obqa, 8), with_table(SCHEME_dbbm, 8), with_table(SCHEME_voqsw, 8),
		with_table(SCHEME_voqnet, 8), with_table(SCHEME_one_queue, 1),
	};

	for (unsigned i = 0; i < sizeof p / sizeof *p; i++)
		check_idle_latency(&p[i], 4);
}

TEST(with_tables_and_shared_slots_it_is_five)
{
	for (unsigned flits = 1; flits <= 8; flits += 7) {
		const struct params p = pfc(8, 4, flits);

		check_idle_latency(&p, 5);
	}
	for (enum lists lists = 0; lists < LISTS; lists++)
		for (unsigned flits = 1; flits <= 8; flits += 7) {
			struct params p = sorted_fbicm(lists, 8, 4, flits);

			check_idle_latency(&p, 5);
			p.sorting = SORTING_head;
			check_idle_latency(&p, 5);
		}
}
