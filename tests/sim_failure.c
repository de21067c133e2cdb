/* A run that loses a packet, or misdirects one, is a failed run and says so: switches that do that are put in. */
#include "sim_result.h"

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

static void run(enum fault with, struct sim_result *r)
{
	static char *argv[] = { "sim", "--k", "2", "--n", "2", "--cycles", "3000", "--load", "0.3" };
	struct backend backend;
	struct sim_line line;
	struct sim_setup u;
	struct options o;
	char why[NETWORK_WHY] = "";
	int status = 0;

	fault = with;
	done = false;
	again = 0;
	sim_line(&line);
	assert_true(options_parse(&o, &line.line, sizeof argv / sizeof *argv, argv, &status));
	assert_true(sim_setup(&u, &o, &line, why));
	backend = backend_c_model(&u.network.shape);
	backend.bank = NULL;
	backend.foretells = false;
	backend.open = open_switch;
	backend.step = step;
	backend.connect = NULL;
	backend.context = &faulty;
	u.network.backend = &backend;
	if (!sim_run(r, &u, NULL, why))
		fail_msg("%s", why);
}

static void a_good_run_is_good(void **state)
{
	struct sim_result r;

	(void)state;
	run(NONE, &r);
	assert_true(!r.failed && r.drained && r.counts.delivered == r.counts.injected && r.counts.delivered > 400);
	sim_result_free(&r);
}

static void a_lost_packet_is_a_failure(void **state)
{
	struct sim_result r;

	(void)state;
	run(SWALLOWED, &r);
	assert_true(done && r.failed && !r.drained && *r.why);
	assert_true(r.counts.delivered < r.counts.injected && stats_lost(&r.stats->shard[0].totals) >= 1);
	assert_non_null(strstr(r.why, "packet"));
	print_message("# %s\n", r.why);
	sim_result_free(&r);
}

static void a_packet_that_comes_twice_is_a_failure(void **state)
{
	struct sim_result r;

	(void)state;
	run(TWICE, &r);
	assert_true(done && r.failed && *r.why && r.counts.out_of_order && !stats_lost(&r.stats->shard[0].totals));
	sim_result_free(&r);
}

static void a_packet_for_somebody_else_is_a_failure(void **state)
{
	struct sim_result r;

	(void)state;
	run(WRONG_WAY, &r);
	assert_true(done && r.failed && r.counts.misdelivered == 1);
	assert_non_null(strstr(r.why, "is not for this node"));
	sim_result_free(&r);
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
