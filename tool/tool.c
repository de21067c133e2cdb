#define _GNU_SOURCE     /* nftw, mkdtemp, flock, sched_getaffinity */
#include "tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned tool_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

pid_t tool_start(const char *dir, const char *log, const char *const *args)
{
	union { const char *const *in; char *const *out; } argv = { .in = args };   /* execvp changes neither */
	const pid_t us = getpid(), pid = fork();

	if (pid == 0) {
		if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != us)
			_exit(1);
		const int to = chdir(dir) ? -1 : open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		const int none = open("/dev/null", O_RDONLY);

		if (to < 0 || none < 0 || dup2(none, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0)
			_exit(1);
		execvp(argv.out[0], argv.out);
		_exit(errno == ENOENT ? TOOL_MISSING : 1);
	}
	return pid;
}

int tool_wait(pid_t pid)
{
	int status;

	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int tool_run(const char *dir, const char *log, const char *const *args)
{
	return tool_wait(tool_start(dir, log, args));
}

bool tool_installed(const char *program)
{
	const char *rest = getenv("PATH");
	char path[2 * TOOL_PATH];

	while (rest && *rest) {
		const int n = (int)strcspn(rest, ":");

		snprintf(path, sizeof path, "%.*s/%s", n, rest, program);
		if (!access(path, X_OK))
			return true;
		rest += n + (rest[n] == ':');
	}
	return false;
}

static bool make_dirs(const char *dir)
{
	char path[TOOL_PATH];

	snprintf(path, sizeof path, "%s", dir);
	for (char *p = path + 1; *p; p++)
		if (*p == '/') {
			*p = '\0';
			if (mkdir(path, 0777) && errno != EEXIST)
				return false;
			*p = '/';
		}
	return !mkdir(path, 0777) || errno == EEXIST;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

/* The lock of a directory; -1: another process has it, or there is none. The programs that we run inherit it: while
 * one of them lives, so does the directory. */
static int lock_dir(const char *path, int how)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY);

	if (fd < 0 || !flock(fd, how))
		return fd;
	close(fd);
	return -1;
}

/* <prefix>-XXXXXX, and nobody's. */
static void sweep(const char *parent, const char *prefix)
{
	const size_t n = strlen(prefix);
	DIR *d = opendir(parent);

	for (struct dirent *e; d && (e = readdir(d));) {
		char path[2 * TOOL_PATH];
		int lock;

		if (strncmp(e->d_name, prefix, n) != 0 || e->d_name[n] != '-' || strlen(e->d_name) != n + 7)
			continue;
		snprintf(path, sizeof path, "%s/%s", parent, e->d_name);
		lock = lock_dir(path, LOCK_EX | LOCK_NB);
		if (lock < 0)
			continue;
		nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
		close(lock);
	}
	if (d)
		closedir(d);
}

bool tool_dir_new(struct tool_dir *d, const char *parent, const char *prefix, bool swept)
{
	int alone, error;
	bool made;

	d->lock = -1;
	if (snprintf(d->path, TOOL_PATH, "%s/%s-XXXXXX", parent, prefix) >= TOOL_PATH) {
		errno = ENAMETOOLONG;
		return false;
	}
	if (!make_dirs(parent))
		return false;
	alone = lock_dir(parent, LOCK_EX);      /* nobody sweeps what has no lock yet */
	if (swept)
		sweep(parent, prefix);
	made = mkdtemp(d->path);
	error = errno;
	if (made)
		d->lock = lock_dir(d->path, LOCK_EX);
	if (alone >= 0)
		close(alone);
	errno = error;
	return made;
}

void tool_dir_remove(struct tool_dir *d)
{
	nftw(d->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (d->lock >= 0)
		close(d->lock);
	d->lock = -1;
}
