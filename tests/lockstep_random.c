#define _GNU_SOURCE
/*
 * Random switches of the whole parameter space, other ones each day, and in every run the ends of its ranges: model and RTL are the same at
 * every register of every cycle, and lose no packet. Together they see all that happens in congestion.
 */
#include "lockstep_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { DRAWN = 16, DRAWN_CYCLES = 20000, CORNERS = 5, CORNER_CYCLES = 8000, FIRST_CORNER = 1000 };

/*
 * Few switches, since those of many ports take a minute to compile, and several ends in each. Radix 2, 17, 33 and 64; 1 and 32 queues beside
 * the cold one; 4 and 1,024 slots; flits of 512 bits; packets of one flit, and of 64; routes of 64 turns, and 63 hops; each arbiter
 * with more than 16 requesters, where its structure is another one.
 */
static struct params corner(unsigned i)
{
	struct params p = params_default();

	p.detect_threshold = p.xoff_threshold = p.xon_threshold = 1;
	switch (i) {
	case 0:         /* most ports, fewest slots, shortest packets */
		p.radix = 64;
		p.saqs = 1;
		p.slots = 4;
		p.packet_flits = 1;
		p.turnpool_bits = 64;
		p.flit_bits = 96;
		break;
	case 1:         /* most lines, most slots, widest flits, longest packets and routes */
		p.radix = 2;
		p.saqs = 32;
		p.slots = 1024;
		p.packet_flits = 64;
		p.turnpool_bits = 64;
		p.node_bits = 24;
		p.flit_bits = 512;
		p.arbiter = ARBITER_oldest_first;
		break;
	case 2:         /* a port more than a power of two, the farthest points */
		p.scheme = SCHEME_fbicm;
		p.radix = 33;
		p.cfqs = 2;
		p.nodes = 66;
		p.hops = 63;
		p.slots = 20;
		p.packet_flits = 3;
		p.arbiter = ARBITER_matrix;
		break;
	case 3:         /* most lines whose lists are in memories */
		p.scheme = SCHEME_fbicm;
		p.lists = LISTS_ram;
		p.radix = 3;
		p.cfqs = 32;
		p.nodes = 300;
		p.hops = 63;
		p.slots = 40;
		break;
	default:        /* static queues, one more than a power of two */
		p.scheme = SCHEME_voqsw;
		p.radix = 17;
		p.nodes = 100;
		p.slots = 1024;
		p.arbiter = ARBITER_matrix;
		p.detect_threshold = params_default().detect_threshold;
		p.xoff_threshold = params_default().xoff_threshold;
		p.xon_threshold = params_default().xon_threshold;
	}
	return p;
}

static void corners_and_random_switches(void **state)
{
	const uint64_t seed = random_seed();
	const struct random_run drawn = { .seed = seed, .n = DRAWN, .cycles = DRAWN_CYCLES, .space = { .most_size = 60, .most_nodes = 2000 } };
	struct params corners[CORNERS];
	const struct random_run ends = { .seed = seed, .first = FIRST_CORNER, .n = CORNERS, .cycles = CORNER_CYCLES, .corners = corners };
	struct case_counts sum = { .packets = 0 };
	char why[PARAMS_WHY];
	bool good;

	(void)state;
	for (unsigned i = 0; i < CORNERS; i++) {
		corners[i] = corner(i);
		if (!params_check(&corners[i], why))
			fail_msg("corner %u: %s", i, why);
	}
	good = random_cases(&ends, &sum);
	good = random_cases(&drawn, &sum) && good;
	assert_true(good);
	assert_true(getenv("SLUICE_CASE") || all_happened(&sum));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corners_and_random_switches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
