/* Points are worked on by processes: each once, whatever their number; one that fails or dies says so; a signal stops all. */
#include "sweep.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 20, FAILS = 13, LONG = 100000 };

struct seen {
	unsigned times[POINTS], running;
	unsigned wrong, fails, dies, unsaved, stops;   /* points; POINTS: none */
	bool lengthy;
};

static bool odd(void *context, unsigned point)
{
	(void)context;
	return point % 2;
}

static enum sweep_run run(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	const struct seen *s = context;

	fprintf(rows, "%u\n", point);
	for (unsigned i = 0; s->lengthy && i < LONG; i++)
		fprintf(rows, "line %u\n", i);
	if (point == s->dies)
		raise(SIGKILL);
	if (point == s->stops)
		kill(getppid(), SIGTERM), pause();
	snprintf(why, SWEEP_WHY, "point %u cannot", point);
	return point == s->wrong ? SWEEP_RUN_WRONG : point == s->fails ? SWEEP_RUN_PREVENTED : SWEEP_RUN_MADE;
}

static bool done(void *context, unsigned point, char *lines, char why[SWEEP_WHY])
{
	struct seen *s = context;
	unsigned n = 0;

	assert_int_equal(strtoul(lines, NULL, 10), point);
	for (const char *c = lines; *c; c++)
		n += *c == '\n';
	assert_int_equal(n, s->lengthy ? LONG + 1 : 1);
	s->times[point]++;
	snprintf(why, SWEEP_WHY, "full");
	return point != s->unsaved;
}

static const struct seen nothing = { .wrong = POINTS, .fails = POINTS, .dies = POINTS, .unsaved = POINTS, .stops = POINTS };

static enum sweep_end sweep(struct seen *s, unsigned jobs, int *signal, char why[SWEEP_WHY])
{
	const struct sweep w = { .points = POINTS, .jobs = jobs, .wanted = odd, .run = run, .done = done, .context = s };
	const enum sweep_end end = sweep_run(&w, signal, why);

	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);        /* nobody is left */
	return end;
}

TEST(each_once)
{
	char why[SWEEP_WHY];
	int signal = 0;

	for (unsigned jobs = 1; jobs <= 2 * POINTS; jobs *= 3) {
		struct seen s = nothing;

		s.lengthy = jobs == 3;          /* more than a pipe holds */
		assert_int_equal(sweep(&s, jobs, &signal, why), SWEEP_DONE);
		for (unsigned i = 0; i < POINTS; i++)
			assert_int_equal(s.times[i], i % 2);
	}
}

static void said(struct seen s, enum sweep_end expected, const char *words)
{
	char why[SWEEP_WHY] = "";
	int signal = 0;

	assert_int_equal(sweep(&s, 3, &signal, why), expected);
	if (!strstr(why, words))
		fail_msg("'%s' lacks '%s'", why, words);
}

TEST(failures)
{
	struct seen wrong = nothing, fails = nothing, dies = nothing, unsaved = nothing;

	wrong.wrong = fails.fails = dies.dies = unsaved.unsaved = FAILS;
	said(wrong, SWEEP_WRONG, "point 13 cannot");
	said(fails, SWEEP_PREVENTED, "point 13 cannot");
	said(dies, SWEEP_PREVENTED, "died of signal 9");
	said(unsaved, SWEEP_UNSAVED, "full");
	assert_int_equal(unsaved.times[FAILS], 0);
}

TEST(stopped)
{
	struct seen s = nothing;
	char why[SWEEP_WHY];
	int signal = 0;

	s.stops = FAILS;
	assert_int_equal(sweep(&s, 1, &signal, why), SWEEP_STOPPED);
	assert_int_equal(signal, SIGTERM);
	for (unsigned i = 0; i < POINTS; i++)
		assert_int_equal(s.times[i], i > FAILS && i % 2);        /* from the last point down */
}
