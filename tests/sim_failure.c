/* A run that loses a packet, or misdirects one, is a failed run and says so: switches that do that are put in. */
#include "net/simulate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* Switch 0 of the C model, with a fault in the packet that leaves first after cycle 500. */
static enum fault { NONE, SWALLOWED, TWICE, WRONG_WAY } fault;
static bool done;
static uint64_t again;          /* ports */
static struct packet copy[SWITCH_PORTS];

static void *open_switch(void *context, const struct shape *s, unsigned index, unsigned switches)
{
	struct sluice_switch *sw = switch_new_bank(s, switches);

	if (!index)
		*(void **)context = sw;
	return sw;
}

static void *faulty;

static uint64_t step(void *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	uint64_t due = switch_step(sw, cycle, in, out);
	const unsigned o = out->depart ? (unsigned)__builtin_ctzll(out->depart) : 0;

	if (sw != faulty)
		return due;
	if (again && !out->depart) {                    /* some time later, where nothing leaves */
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
		} else if (fault == WRONG_WAY) {
			out->packet[o].to ^= 1;
		}
	}
	return again ? cycle + 1 : due;
}

static void run(enum fault with, struct simulation_result *r)
{
	struct backend backend;
	struct simulation s;
	char why[NETWORK_WHY] = "";

	fault = with;
	done = false;
	again = 0;
	simulation_default(&s);
	s.o.k = 2;
	s.o.n = 2;
	s.o.cycles = 3000;
	s.o.load = 0.3;
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

static void a_good_run_is_good(void **state)
{
	struct simulation_result r;

	(void)state;
	run(NONE, &r);
	assert_true(!r.failed && r.drained && r.counts.delivered == r.counts.injected && r.counts.delivered > 400);
	simulation_result_free(&r);
}

static void a_lost_packet_is_a_failure(void **state)
{
	struct simulation_result r;

	(void)state;
	run(SWALLOWED, &r);
	assert_true(done && r.failed && !r.drained && *r.why);
	assert_true(r.counts.delivered < r.counts.injected && stats_lost(&r.stats->shard[0].totals) >= 1);
	assert_non_null(strstr(r.why, "packet"));
	print_message("# %s\n", r.why);
	simulation_result_free(&r);
}

static void a_packet_that_comes_twice_is_a_failure(void **state)
{
	struct simulation_result r;

	(void)state;
	run(TWICE, &r);
	assert_true(done && r.failed && *r.why && r.counts.out_of_order && !stats_lost(&r.stats->shard[0].totals));
	simulation_result_free(&r);
}

static void a_packet_for_somebody_else_is_a_failure(void **state)
{
	struct simulation_result r;

	(void)state;
	run(WRONG_WAY, &r);
	assert_true(done && r.failed && r.counts.misdelivered == 1);
	assert_non_null(strstr(r.why, "is not for this node"));
	simulation_result_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_run_is_good),
		cmocka_unit_test(a_lost_packet_is_a_failure),
		cmocka_unit_test(a_packet_that_comes_twice_is_a_failure),
		cmocka_unit_test(a_packet_for_somebody_else_is_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
