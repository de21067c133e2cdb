/* A run that loses a packet, or misdirects one, is a failed run and says so: switches that do that are put in. */
#include "net/run/simulate.h"
#include "test.h"

#include <string.h>

/* Switch 0 of the C model, with a fault in the packet that leaves first after cycle 500. */
static enum fault { NONE, SWALLOWED, TWICE, WRONG_WAY, SWAPPED } fault;
static bool done;
static uint64_t again;          /* ports */
static uint64_t held;           /* port whose packet waits until the next one of its flow has left */
static struct packet copy[SWITCH_PORTS];

static struct sluice_switch *open_switch(void *context, const struct shape *s, unsigned index, unsigned switches, const struct switch_room *room)
{
	struct sluice_switch *sw = room ? switch_new_bank_in(room, s, switches) : switch_new_bank(s, switches);

	if (!index)
		*(void **)context = sw;
	return sw;
}

static void *faulty;

static uint64_t step(struct sluice_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	uint64_t due = switch_step(sw, cycle, in, out);
	const unsigned o = out->depart ? (unsigned)__builtin_ctzll(out->depart) : 0;

	if (sw != faulty)
		return due;
	if (held & out->depart && out->packet[o].source == copy[o].source && out->packet[o].to == copy[o].to) {
		again = held;
		held = 0;
	} else if (again && !out->depart) {                    /* some time later, where nothing leaves */
		out->depart = again;
		memcpy(out->packet, copy, sizeof copy);
		again = 0;
	} else if (cycle > 500 && out->depart && !done) {
		done = true;
		if (fault == SWALLOWED) {
			out->depart &= out->depart - 1;
		} else if (fault == TWICE) {
			again = UINT64_C(1) << o;
			copy[o] = out->packet[o];
		} else if (fault == SWAPPED) {
			out->depart &= out->depart - 1;
			held = UINT64_C(1) << o;
			copy[o] = out->packet[o];
		} else if (fault == WRONG_WAY) {
			out->packet[o].to ^= 1;
		}
	}
	return again ? cycle + 1 : due;
}

static void run(enum fault with, unsigned threads, struct simulation_result *r)
{
	struct backend backend;
	struct simulation s;
	char why[NETWORK_WHY] = "";

	fault = with;
	done = false;
	again = held = 0;
	simulation_default(&s);
	s.o.k = 2;
	s.o.n = 2;
	s.o.cycles = 3000;
	s.o.load = 0.3;
	s.o.threads = threads;
	if (!simulation_setup(&s, why))
		fail_msg("%s", why);
	backend = backend_c_model(&s.network.shape);
	backend.bank = NULL;
	backend.reports_grants = false;
	backend.open = open_switch;
	backend.step = step;
	backend.connect = NULL;
	backend.context = &faulty;
	s.network.backend = &backend;
	if (!simulate(&s, r, why))
		fail_msg("%s", why);
}

TEST(a_good_run_is_good)
{
	struct simulation_result r;

	run(NONE, 1, &r);
	assert_true(!r.failed && r.drained && r.counts.delivered == r.counts.injected && r.counts.delivered > 400);
	simulation_result_free(&r);
}

TEST(a_lost_packet_is_a_failure)
{
	struct simulation_result r;

	run(SWALLOWED, 1, &r);
	assert_true(done && r.failed && !r.drained && *r.why);
	assert_true(r.counts.delivered < r.counts.injected && stats_lost(&r.stats->shard[0].totals) >= 1);
	assert_non_null(strstr(r.why, "packet"));
	print_message("# %s\n", r.why);
	simulation_result_free(&r);
}

TEST(a_packet_that_comes_twice_is_a_failure)
{
	struct simulation_result r;

	run(TWICE, 1, &r);
	assert_true(done && r.failed && *r.why && r.counts.out_of_order && !stats_lost(&r.stats->shard[0].totals));
	simulation_result_free(&r);
}

TEST(a_packet_for_somebody_else_is_a_failure)
{
	struct simulation_result r;

	run(WRONG_WAY, 1, &r);
	assert_true(done && r.failed && r.counts.misdelivered == 1);
	assert_non_null(strstr(r.why, "is not for this node"));
	simulation_result_free(&r);
}

/* A packet that another one of its flow overtakes: both are out of order, and none is lost. */
TEST(packets_that_are_swapped_are_a_failure)
{
	struct simulation_result r;

	run(SWAPPED, 1, &r);
	assert_true(done && !held && r.failed && r.counts.out_of_order == 2 && r.counts.delivered == r.counts.injected);
	assert_non_null(strstr(r.why, "is out of order"));
	simulation_result_free(&r);
}

/* The failure that a run names is the same for any number of threads: packets of a flow are sent and received by two of them. A failed run stops at a cycle
 * that depends on the time it takes, so the packets behind the failure differ. */
TEST(threads_find_the_same_failure)
{
	for (enum fault with = NONE; with <= SWAPPED; with++) {
		struct simulation_result one, r;

		run(with, 1, &one);
		for (unsigned threads = 2; threads <= 4; threads++) {
			run(with, threads, &r);
			assert_string_equal(r.why, one.why);
			assert_true(r.failed == one.failed && r.counts.injected - r.counts.delivered == one.counts.injected - one.counts.delivered);
			assert_true(r.counts.misdelivered == one.counts.misdelivered);
			simulation_result_free(&r);
		}
		simulation_result_free(&one);
	}
}
