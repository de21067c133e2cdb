#include "interrupt.h"

#include "seconds.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

enum { SAME_MS = 200 };         /* signals so close are one: timeout and others send it to the process and to its group */

static const int watched[] = { SIGINT, SIGTERM };
static volatile sig_atomic_t came, left;
static double first;            /* when it came, in seconds */

static void on_signal(int number)
{
	const int error = errno;

	if (!came && !left) {
		first = seconds(CLOCK_MONOTONIC);
		came = number;
	} else if (left || 1000 * (seconds(CLOCK_MONOTONIC) - first) > SAME_MS) {
		signal(number, SIG_DFL);
		raise(number);
	}
	errno = error;
}

void interrupt_watch(void)
{
	struct sigaction now, then = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigemptyset(&then.sa_mask);
	for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++)
		sigaddset(&then.sa_mask, watched[i]);
	for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++)
		if (!sigaction(watched[i], NULL, &now) && now.sa_handler != SIG_IGN)
			sigaction(watched[i], &then, NULL);
}

void interrupt_leave(void)
{
	left = !came;
}

int interrupt_signal(void)
{
	return came;
}
