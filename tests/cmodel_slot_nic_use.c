/* The network interface for links that count slots: use against its contract ends the program. */
#define _DEFAULT_SOURCE
#include "slot_nic_case.h"
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void is_refused(enum kind kind, void (*use)(struct harness *))
{
	int status = 0;
	const pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		const struct rlimit none = { 0, 0 };
		struct harness h = harness_of(kind);

		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		use(&h);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void a_seventh_packet(struct harness *h)
{
	xoff(h, 0, 1);
	for (unsigned k = 0; k <= SOURCE_SLOTS; k++) {
		put(h, 1, 1, k);
		step(h);
	}
}

static void a_packet_inside_another(struct harness *h)
{
	put(h, 1, 3, 1);
	step(h);
	put(h, 2, 1, 2);
	step(h);
}

static void a_destination_beyond(struct harness *h)
{
	put(h, h->shape.send_queues, 1, 1);
	step(h);
}

static void a_credit_too_many(struct harness *h)
{
	credit(h, NETWORK, 0);
	step(h);
}

static void a_credit_of_the_host_too_many(struct harness *h)
{
	credit(h, HOST, 0);
	step(h);
}

static void a_line_that_stops_twice(struct harness *h)
{
	xoff(h, 0, 1);
	step(h);
	xoff(h, 0, 1);
	step(h);
}

static void an_xon_of_a_free_line(struct harness *h)
{
	xon(h, 0, 1);
	step(h);
}

static void a_line_beyond(struct harness *h)
{
	xoff(h, LINES, 1);
	step(h);
}

static void too_long_a_packet(struct harness *h)
{
	put(h, 1, LONGEST + 1, 1);
	step(h);
}

static void a_packet_without_a_word(struct harness *h)
{
	struct harness empty = harness_with(CLASSED, false);

	(void)h;
	put(&empty, 1, 1, 1);
	quiet_until(&empty, 10);
}

static void too_much_for_the_receive_side(struct harness *h)
{
	for (unsigned k = 0; k <= SLOTS + HOST_SLOTS; k++) {
		bring(h, 1, k);
		step(h);
	}
}

TEST(bad_use)
{
	is_refused(ROUTES, a_seventh_packet);
	is_refused(LISTED, a_packet_inside_another);
	for (enum kind k = ROUTES; k < KINDS; k++) {
		is_refused(k, a_destination_beyond);
		is_refused(k, a_credit_too_many);
		is_refused(k, a_credit_of_the_host_too_many);
		is_refused(k, too_long_a_packet);
		is_refused(k, too_much_for_the_receive_side);
	}
	is_refused(ROUTES, a_line_that_stops_twice);
	is_refused(ROUTES, an_xon_of_a_free_line);
	is_refused(LISTED, an_xon_of_a_free_line);
	is_refused(PRIORITY, an_xon_of_a_free_line);            /* says nothing new */
	is_refused(ROUTES, a_line_beyond);
	is_refused(LISTED, a_line_beyond);
	is_refused(CLASSED, a_packet_without_a_word);
	is_refused(CLASSED, an_xon_of_a_free_line);             /* takes no messages */
	is_refused(PLAIN, an_xon_of_a_free_line);
}
