#include "resumed.h"

#include "output.h"
#include "progress.h"
#include "report_error.h"
#include "seconds.h"
#include "tool.h"
#include "why_not.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LABEL = 128, LOOKS = 100 };      /* LOOKS: at the lock, a tenth of a second apart */
#define RESUMED_PAUSE 10                /* between two writings of the file, in times that one takes: less than a tenth of the work */

_Static_assert((int)RESULTS_WHY >= (int)OUTPUT_WHY && (int)SWEEP_WHY >= (int)RESULTS_WHY, "messages are passed on");

/* A sweep under way. */
struct going {
	const struct resumed *r;
	unsigned points, complete;      /* of those that there is something to run for */
	uint64_t cycles, done;          /* to be run; that were */
	double saved, saving;           /* when the file was written last, and how long that took, in seconds */
	bool unsaved;                   /* there are points that it has not */
	const bool *wanted;             /* of each point, whether it is run, into a file of its own; NULL: all that are missing, into one */
	struct progress progress;
	char label[LABEL];
};

unsigned resumed_jobs(bool given, uint64_t jobs)
{
	const unsigned most = tool_processors();

	return given ? (unsigned)jobs : most < SWEEP_JOBS ? most : SWEEP_JOBS;
}

static bool complete(const struct resumed *r, unsigned point)
{
	return results_complete(r->results, point) && !(r->stale && r->stale(r->context, point));
}

/* The results of an earlier run; *f NULL: there are none. What is no plain file may never end. */
static bool open_earlier(const struct resumed *r, FILE **f, char why[RESULTS_WHY])
{
	struct stat st;

	*f = NULL;
	if (stat(r->path, &st)) {
		if (errno == ENOENT)
			return true;
	} else if (!S_ISREG(st.st_mode)) {
		return why_not(why, RESULTS_WHY, "'%.200s' is not a regular file", r->path);
	} else if (r->force) {
		return output_replaceable(r->path, why);
	} else if ((*f = fopen(r->path, "r"))) {
		return true;
	}
	return why_not(why, RESULTS_WHY, "cannot read '%.200s': %s", r->path, strerror(errno));
}

static int say_busy(const char *dir, int fd)
{
	const pid_t holder = lock_holder(fd);

	if (holder)
		return environment_failed("--out: '%.200s' is in use by another sluice, process %ld", dir, (long)holder);
	return environment_failed("--out: '%.200s' is in use by another sluice", dir);
}

/* Results are collected in some seconds, and commands that run points need not fail because of it. */
static bool lock(int fd, bool apart)
{
	const struct timespec pause = { .tv_nsec = 100 * 1000 * 1000 };
	int looks = apart ? LOOKS : 1;

	while (flock(fd, (apart ? LOCK_SH : LOCK_EX) | LOCK_NB)) {
		if (errno != EWOULDBLOCK || !--looks)
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

/* Makes the directory, if need be. Returns it, open; -1: it is said why not, and *status is the exit status. */
static int lock_directory(const char *dir, bool apart, bool *made, int *status)
{
	int fd;

	*made = !mkdir(dir, 0777);
	if (!*made && errno != EEXIST) {
		*status = cannot("--out: cannot make '%.200s': %s", dir, strerror(errno));
		return -1;
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 && lock(fd, apart))
		return fd;
	if (fd >= 0 && errno == EWOULDBLOCK)
		*status = say_busy(dir, fd);
	else
		*status = cannot("--out: '%.200s': %s", dir, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

int resumed_command(const char *dir, struct points *p, const struct options *o, const struct command_line *c, unsigned sweeps, int (*run)(void *context), void *context)
{
	char why[OPTION_WHY], *const again = points_again(o, c);
	const bool apart = p->plan || p->point; /* writes files of its own alone, so that others of its kind may run meanwhile */
	int fd, status;
	bool made;

	p->again = again;
	if (!again) {
		status = environment_failed("not enough memory");
	} else if (!points_check(p, sweeps, why)) {
		status = bad_input("%s", why);
	} else if ((fd = lock_directory(dir, apart, &made, &status)) >= 0) {
		status = run(context);
		if (made && !flock(fd, LOCK_EX | LOCK_NB))      /* a directory made for nothing is removed, unless somebody else is about to write there */
			rmdir(dir);
		close(fd);
	}
	free(again);
	return status;
}

bool resumed_read(const struct resumed *r, char why[RESULTS_WHY])
{
	unsigned dropped = 0;
	bool good = true;
	FILE *f;

	if (!open_earlier(r, &f, why))
		return false;
	if (f) {
		good = results_read(r->results, f, r->path, &dropped, why);
		fclose(f);
	}
	if (!good)
		strncat(why, "; --force repeats all runs, --out writes to another directory", RESULTS_WHY - strlen(why) - 1);
	if (dropped)
		say("%s: incomplete runs, which are repeated: %u", r->path, dropped);
	return good;
}

static bool save(struct going *g, char why[RESULTS_WHY])
{
	const double began = seconds(CLOCK_MONOTONIC);
	struct output out;
	bool good;

	if (!output_begin(&out, g->r->path, why))
		return false;
	results_write(g->r->results, out.f);
	good = output_end(&out, why);
	g->unsaved = false;
	g->saved = seconds(CLOCK_MONOTONIC);
	g->saving = g->saved - began;
	return good;
}

static uint64_t work_of(const struct going *g, unsigned point)
{
	return g->r->cycles ? g->r->cycles(g->r->context, point) : 1;
}

static void count_work(struct going *g)
{
	for (unsigned i = 0; i < g->r->results->lattice->points; i++) {
		const bool done = complete(g->r, i);

		if (!g->r->results->point[i].rows || (g->wanted && !g->wanted[i]))
			continue;
		g->points++;
		g->complete += done;
		g->cycles += done ? 0 : work_of(g, i);
	}
}

static bool wanted(void *context, unsigned point)
{
	const struct going *g = context;

	return g->r->results->point[point].rows && !complete(g->r, point) && (!g->wanted || g->wanted[point]);
}

/* In a process of its own. */
static enum sweep_run run_point(void *context, unsigned point, FILE *rows, char why[SWEEP_WHY])
{
	const struct going *g = context;
	char name[LATTICE_TEXT], cause[SWEEP_WHY];

	const enum sweep_run run = g->r->run(g->r->context, point, rows, cause);

	if (run == SWEEP_RUN_MADE)
		return run;
	lattice_text(g->r->results->lattice, point, name, sizeof name);
	snprintf(why, SWEEP_WHY, "%s%s%.100s: %.300s", g->r->what ? g->r->what : "", g->r->what ? ": " : "", name, cause);
	return run;
}

static void show(struct going *g)
{
	snprintf(g->label, LABEL, "%s%s%u of %u runs", g->r->what ? g->r->what : "", g->r->what ? ": " : "", g->complete, g->points);
	if (g->done < g->cycles)
		progress_at(&g->progress, g->done);
}

static bool take_rows(struct results *results, unsigned point, char *lines, char why[SWEEP_WHY])
{
	char *line = lines, *end;

	results_forget(results, point);
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (!results_add(results, point, line))
			break;
	}
	snprintf(why, SWEEP_WHY, "a run did not write its %u rows", results->point[point].rows);
	return !results_missing(results, point);
}

static bool point_done(void *context, unsigned point, char *lines, char why[SWEEP_WHY])
{
	struct going *g = context;
	const struct resumed *const r = g->r;

	if (!(r->take ? r->take(r->context, point, lines, why) : take_rows(r->results, point, lines, why)))
		return false;
	g->done += work_of(g, point);
	g->complete++;
	show(g);
	if (g->wanted)
		return points_write(r->results, r->path, point, why);
	g->unsaved = r->path;
	/* Of many short runs, not each is worth a long file. */
	return !r->path || seconds(CLOCK_MONOTONIC) - g->saved < RESUMED_PAUSE * g->saving || save(g, why);
}

static int judge(const struct going *g, enum sweep_end end, int signal, const char *why)
{
	switch (end) {
	case SWEEP_DONE: return EXIT_OK;
	case SWEEP_STOPPED:
		if (g->r->path)
			bad_input("stopped; %u of %u runs are in '%s', and the same command continues from there", g->complete, g->points, g->r->path);
		return EXIT_SIGNAL + signal;
	case SWEEP_WRONG: bad_input("%s", why); return EXIT_CHECK_FAILED;
	case SWEEP_PREVENTED: case SWEEP_UNSAVED: break;
	}
	return environment_failed("%s", why);
}

static int run_going(struct going *g)
{
	const struct resumed *const r = g->r;
	const struct sweep work = {
		.points = r->results->lattice->points, .jobs = r->jobs, .wanted = wanted, .run = run_point, .done = point_done, .context = g,
	};
	char why[SWEEP_WHY] = "";
	enum sweep_end end;
	int signal = 0;

	count_work(g);
	if (g->complete == g->points)
		return EXIT_OK;
	if (g->r->path && !g->wanted && !save(g, why))
		return cannot("%s", why);
	progress_begin(&g->progress, isatty(2) ? stderr : NULL, g->label, g->cycles);
	g->progress.unit = r->unit ? r->unit : g->progress.unit;
	show(g);
	end = sweep_run(&work, &signal, why);
	if (g->unsaved && end != SWEEP_UNSAVED && !save(g, why))
		end = SWEEP_UNSAVED;
	progress_end(&g->progress);
	return judge(g, end, signal, why);
}

int resumed_run(const struct resumed *r)
{
	return run_going(&(struct going){ .r = r });
}

/* Points of a list, but those whose files are there. */
static int run_points(const struct resumed *r)
{
	const unsigned points = r->results->lattice->points;
	bool *const wanted = calloc(points, sizeof *wanted);
	char why[RESULTS_WHY] = "not enough memory";
	int status;

	if (wanted && points_list(r->points->point, wanted, points, why) && (r->force || points_read(r->results, r->path, wanted, why)))
		status = run_going(&(struct going){ .r = r, .wanted = wanted });
	else
		status = bad_input("%s", why);
	free(wanted);
	return status;
}

/* After the results have been read, and the files of points. */
static int collect(const struct resumed *r, bool *whole)
{
	char missing[LATTICE_TEXT], why[RESULTS_WHY];
	const unsigned n = points_missing(r->results, 1, "..", missing, sizeof missing);
	struct going g = { .r = r };

	if (!save(&g, why))
		return cannot("%s", why);
	*whole = !n;
	if (!n)
		return EXIT_OK;
	bad_input("points that are missing: %u: %s; --point runs them, and --submit hands them over", n, missing);
	return EXIT_CHECK_FAILED;
}

static int plan(const struct resumed *r)
{
	char missing[LATTICE_TEXT], why[RESULTS_WHY], name[POINTS_PATH];
	const unsigned n = points_missing(r->results, 1, "..", missing, sizeof missing);

	points_path(r->path, ".plan", name);
	if (!output_replaceable(name, why))
		return bad_input("%s", why);
	if (!points_write_plan(r->results, r->path, why))
		return cannot("%s", why);
	say("%s: points 0..%u, of which %u are to be run%s%s", name, r->results->lattice->points - 1, n, n ? ": " : "", missing);
	return EXIT_OK;
}

int resumed_go(const struct resumed *r, bool *whole)
{
	char why[RESULTS_WHY];
	int status;

	*whole = false;
	if (r->points && r->points->point)
		return run_points(r);
	if (!resumed_read(r, why) || (r->points && !points_read(r->results, r->path, NULL, why)))
		return bad_input("%s", why);
	if (r->points && r->points->submits)
		return points_submit(r->points, r->results, r->path);
	if (r->points)
		return r->points->plan ? plan(r) : collect(r, whole);
	status = resumed_run(r);
	*whole = status == EXIT_OK;
	return status;
}
