/* The network interface for links that count slots: use against its contract ends the program. */
#include "slot_nic_case.h"
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEYOND = 1000 };         /* a queue of the send side: the first that is not there */

/* What is done in a cycle, to the line or queue, or by the port, `at`; of a packet: its flits. */
struct act {
	enum { NOTHING, PUT, BRING, XOFF, XON, CREDIT } what;
	unsigned at, flits;
};

/* So many acts after each other, of these kinds of interfaces. */
static const struct use {
	const char *name;
	unsigned kinds;
	bool table;                     /* it has been written */
	unsigned times;
	struct act first, then;
} uses[] = {
#define ONLY(kind) (1u << (kind))
#define ALL ((1u << KINDS) - 1)
	{ "a seventh packet, of a queue that is stopped", ONLY(ROUTES), true, SOURCE_SLOTS + 2, { XOFF, 0, 0 }, { PUT, 1, 1 } },
	{ "a packet inside another", ONLY(LISTED), true, 2, { PUT, 1, 3 }, { PUT, 2, 1 } },
	{ "a destination beyond", ALL, true, 1, { PUT, BEYOND, 1 }, { NOTHING, 0, 0 } },
	{ "a credit too many", ALL, true, 1, { CREDIT, NETWORK, 0 }, { NOTHING, 0, 0 } },
	{ "a credit of the host too many", ALL, true, 1, { CREDIT, HOST, 0 }, { NOTHING, 0, 0 } },
	{ "too long a packet", ALL, true, 1, { PUT, 1, LONGEST + 1 }, { NOTHING, 0, 0 } },
	{ "too much for the receive side", ALL, true, SLOTS + HOST_SLOTS + 1, { BRING, 0, 1 }, { BRING, 0, 1 } },
	{ "a line that stops twice", ONLY(ROUTES), true, 2, { XOFF, 0, 0 }, { XOFF, 0, 0 } },
	/* says nothing new of a priority; of CLASSED and PLAIN, it is a message to an interface that takes none */
	{ "an Xon of a free line", ALL, true, 1, { XON, 0, 0 }, { NOTHING, 0, 0 } },
	{ "a line beyond", ONLY(ROUTES) | ONLY(LISTED), true, 1, { XOFF, LINES, 0 }, { NOTHING, 0, 0 } },
	{ "a packet without a word of the table", ONLY(CLASSED), false, 10, { PUT, 1, 1 }, { NOTHING, 0, 0 } },
#undef ONLY
#undef ALL
};

static void act(struct harness *h, const struct act *a, unsigned tag)
{
	if (a->what == PUT)
		put(h, a->at == BEYOND ? h->shape.send_queues : a->at, a->flits, tag);
	else if (a->what == BRING)
		bring(h, a->flits, tag);
	else if (a->what == CREDIT)
		credit(h, a->at, 0);
	else if (a->what != NOTHING)
		say(h, a->what == XOFF, a->at, 1);
	step(h);
}

static void is_refused(enum kind kind, const struct use *u)
{
	int status = 0;
	const pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		const struct rlimit none = { 0, 0 };
		struct harness h = harness_with(kind, u->table);

		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		for (unsigned k = 0; k < u->times; k++)
			act(&h, k ? &u->then : &u->first, k);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
		fail_msg("%s, of kind %u", u->name, kind);
}

TEST(bad_use)
{
	for (const struct use *u = uses; u < uses + sizeof uses / sizeof *uses; u++)
		for (enum kind k = ROUTES; k < KINDS; k++)
			if (u->kinds >> k & 1)
				is_refused(k, u);
}
