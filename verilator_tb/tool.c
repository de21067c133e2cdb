#define _GNU_SOURCE     /* nftw, mkdtemp */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int tool_run(const char *dir, const char *log, const char *const *args)
{
	union { const char *const *in; char *const *out; } argv = { .in = args };   /* execvp changes neither */
	const pid_t pid = fork();
	int status;

	if (pid < 0)
		return -1;
	if (pid == 0) {
		const int to = chdir(dir) ? -1 : open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		const int none = open("/dev/null", O_RDONLY);

		if (to < 0 || none < 0 || dup2(none, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0)
			_exit(1);
		execvp(argv.out[0], argv.out);
		_exit(errno == ENOENT ? TOOL_MISSING : 1);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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

bool tool_dir(const char *parent, const char *prefix, char path[TOOL_PATH])
{
	if (snprintf(path, TOOL_PATH, "%s/%s-XXXXXX", parent, prefix) >= TOOL_PATH) {
		errno = ENAMETOOLONG;
		return false;
	}
	return make_dirs(parent) && mkdtemp(path);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

void tool_dir_remove(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
