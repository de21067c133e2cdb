#define _GNU_SOURCE     /* mkdtemp, kill, nanosleep */
#include "cacti_parts.h"

#include "tool_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The child; never returns. It has a process group of its own, so that all its processes can be killed, and a limit on its output. */
static void become(const char *program, const char *config, const char *log)
{
	const struct rlimit limit = { CACTI_ANSWER, CACTI_ANSWER }, none = { 0, 0 };
	char dir[CACTI_PATH], *slash;
	int to, from;

	snprintf(dir, sizeof dir, "%s", program);
	slash = strrchr(dir, '/');
	slash[slash == dir] = '\0';
	setpgid(0, 0);
	to = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	from = open("/dev/null", O_RDONLY);
	if (to < 0 || from < 0 || dup2(from, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0 || chdir(dir))
		_exit(126);
	setrlimit(RLIMIT_FSIZE, &limit);
	setrlimit(RLIMIT_CORE, &none);
	signal(SIGXFSZ, SIG_DFL);
	execl(program, program, "-infile", config, (char *)NULL);
	_exit(errno == EACCES || errno == ENOEXEC ? 126 : 127);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* false: it timed out and was killed. */
static bool wait_for(pid_t pid, double seconds, int *status)
{
	const double end = now() + seconds;
	const struct timespec pause = { 0, 2000000 };
	pid_t done;

	while ((done = waitpid(pid, status, WNOHANG)) == 0 || (done < 0 && errno == EINTR)) {
		if (now() > end) {
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
			waitpid(pid, status, 0);
			return false;
		}
		nanosleep(&pause, NULL);
	}
	kill(-pid, SIGKILL);    /* processes that it started and that still run */
	return done == pid;
}

static void read_answer(const char *log, char answer[CACTI_ANSWER])
{
	FILE *f = fopen(log, "r");
	const size_t n = f ? fread(answer, 1, CACTI_ANSWER - 1, f) : 0;

	answer[n] = '\0';
	for (char *c = answer; c < answer + n; c++)
		if (!*c)
			*c = '?';
	if (f)
		fclose(f);
}

static enum cacti_end run_in(const char *work, const char *program, const char *config, double seconds, char answer[CACTI_ANSWER],
			     int *code)
{
	char file[CACTI_PATH + 16], log[CACTI_PATH + 16];
	FILE *f;
	pid_t pid;
	int status = 0;
	bool ended;

	snprintf(file, sizeof file, "%s/memory.cfg", work);
	snprintf(log, sizeof log, "%s/answer", work);
	f = fopen(file, "w");
	if (!f || fputs(config, f) < 0 || fclose(f) || (pid = fork()) < 0) {
		*code = errno;
		return CACTI_NOT_RUN;
	}
	if (!pid)
		become(program, file, log);
	ended = wait_for(pid, seconds, &status);
	read_answer(log, answer);
	if (!ended)
		return CACTI_TIMED_OUT;
	*code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	return WIFSIGNALED(status) ? CACTI_CRASHED : CACTI_ENDED;
}

enum cacti_end cacti_run(const char *program, const char *config, double seconds, char answer[CACTI_ANSWER], int *code)
{
	struct tool_dir work;
	enum cacti_end end;

	answer[0] = '\0';
	if (!tool_dir_temporary(&work, "cacti")) {
		*code = errno;
		return CACTI_NOT_RUN;
	}
	end = run_in(work.path, program, config, seconds, answer, code);
	tool_dir_remove(&work);
	return end;
}
