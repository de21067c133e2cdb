#include "sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that works on a point, and its output so far. */
struct worker {
	pid_t pid;
	int from;                       /* end of a pipe */
	unsigned point;
	char *text;
	size_t size;
};

struct crew {
	const struct sweep *sweep;
	struct worker worker[SWEEP_JOBS];
	unsigned n, left;               /* n: processes at work. Points below `left` have not been started */
	pid_t us;                       /* no worker outlives this process */
	int signals;                    /* signalfd */
	sigset_t before;                /* signal mask before the sweep */
	char *why;
};

static enum sweep_end system_failed(const struct crew *c, const char *what)
{
	snprintf(c->why, SWEEP_WHY, "%s: %s", what, strerror(errno));
	return SWEEP_UNSAVED;
}

/* In the new process: writes lines, or the reason of a failure, to the pipe. */
static _Noreturn void work(const struct crew *c, unsigned point, int to)
{
	char why[SWEEP_WHY] = "";
	FILE *f = fdopen(to, "w");
	enum sweep_run run;

	sigprocmask(SIG_SETMASK, &c->before, NULL);
	if (!f || prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != c->us)
		_exit(SWEEP_RUN_PREVENTED);
	run = c->sweep->run(c->sweep->context, point, f, why);
	if (run != SWEEP_RUN_MADE)
		fprintf(f, "%c%s", '\0', why);          /* behind whatever lines there are */
	_exit(fclose(f) ? SWEEP_RUN_PREVENTED : (int)run);
}

static enum sweep_end start(struct crew *c, unsigned point)
{
	struct worker *w = &c->worker[c->n];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return system_failed(c, "cannot start a run");
	*w = (struct worker){ .pid = fork(), .from = ends[0], .point = point };
	if (!w->pid)
		work(c, point, ends[1]);
	close(ends[1]);
	if (w->pid < 0) {
		close(ends[0]);
		return system_failed(c, "cannot start a run");
	}
	c->n++;
	return SWEEP_DONE;
}

/* Starts as many processes as allowed. From the last point down, as it tends to take longest. */
static enum sweep_end start_all(struct crew *c)
{
	enum sweep_end end = SWEEP_DONE;

	while (end == SWEEP_DONE && c->n < c->sweep->jobs && c->n < SWEEP_JOBS && c->left)
		if (c->sweep->wanted(c->sweep->context, --c->left))
			end = start(c, c->left);
	return end;
}

static int wait_for(struct worker *w)
{
	int status;

	close(w->from);
	while (waitpid(w->pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

/* A worker has closed its pipe. */
static enum sweep_end finish(struct crew *c, struct worker *w)
{
	const struct worker ended = *w;
	const int status = wait_for(w);
	const size_t lines = ended.text ? strlen(ended.text) : 0;
	enum sweep_end end = SWEEP_DONE;

	*w = c->worker[--c->n];
	if (WIFSIGNALED(status) || status < 0) {
		snprintf(c->why, SWEEP_WHY, "died of signal %d", status < 0 ? 0 : WTERMSIG(status));
		end = SWEEP_PREVENTED;
	} else if (WEXITSTATUS(status)) {
		snprintf(c->why, SWEEP_WHY, "%s", lines < ended.size ? ended.text + lines + 1 : "it could not write");
		end = WEXITSTATUS(status) == SWEEP_RUN_WRONG ? SWEEP_WRONG : SWEEP_PREVENTED;
	} else if (!c->sweep->done(c->sweep->context, ended.point, ended.text ? ended.text : (char[]){ "" }, c->why)) {
		end = SWEEP_UNSAVED;
	}
	free(ended.text);
	return end;
}

/* Reads output of a worker. The text always ends with a NUL. */
static enum sweep_end take(struct crew *c, struct worker *w)
{
	enum { PIECE = 1 << 16 };
	char *text = realloc(w->text, w->size + PIECE + 1);
	ssize_t n;

	if (!text)
		return system_failed(c, "what a run wrote");
	w->text = text;
	n = read(w->from, text + w->size, PIECE);
	if (n < 0)
		return errno == EINTR ? SWEEP_DONE : system_failed(c, "what a run wrote");
	w->size += (size_t)n;
	text[w->size] = '\0';
	return n ? SWEEP_DONE : finish(c, w);
}

/* Waits for and handles the next events. */
static enum sweep_end step(struct crew *c, int *signal)
{
	struct pollfd fds[SWEEP_JOBS + 1] = { { c->signals, POLLIN, 0 } };
	struct signalfd_siginfo info;
	enum sweep_end end = SWEEP_DONE;

	for (unsigned i = 0; i < c->n; i++)
		fds[i + 1] = (struct pollfd){ c->worker[i].from, POLLIN, 0 };
	if (poll(fds, c->n + 1, -1) < 0)
		return errno == EINTR ? SWEEP_DONE : system_failed(c, "waiting for a run");
	if (fds[0].revents && read(c->signals, &info, sizeof info) == sizeof info) {
		*signal = (int)info.ssi_signo;
		return SWEEP_STOPPED;
	}
	for (unsigned i = c->n; i-- && end == SWEEP_DONE;)       /* downwards: one that ends gives its place to the last */
		if (fds[i + 1].revents)
			end = take(c, &c->worker[i]);
	return end;
}

static void stop(struct crew *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		kill(c->worker[i].pid, SIGKILL);
		wait_for(&c->worker[i]);
		free(c->worker[i].text);
	}
}

enum sweep_end sweep_run(const struct sweep *s, int *signal, char why[SWEEP_WHY])
{
	struct crew c = { .sweep = s, .left = s->points, .us = getpid(), .why = why };
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action;
	enum sweep_end end;
	sigset_t set;

	/* A signal that the caller had ignored stays so: of nohup, or of a job in the background of a script. */
	sigemptyset(&set);
	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &action) || action.sa_handler != SIG_IGN)
			sigaddset(&set, ends[i]);
	sigprocmask(SIG_BLOCK, &set, &c.before);
	c.signals = signalfd(-1, &set, SFD_CLOEXEC);
	end = c.signals < 0 ? system_failed(&c, "signals") : start_all(&c);
	while (end == SWEEP_DONE && c.n) {
		end = step(&c, signal);
		if (end == SWEEP_DONE)
			end = start_all(&c);
	}
	stop(&c);
	if (c.signals >= 0)
		close(c.signals);
	sigprocmask(SIG_SETMASK, &c.before, NULL);
	return end;
}
