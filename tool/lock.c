#define _POSIX_C_SOURCE 200809L
#include "lock.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

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
