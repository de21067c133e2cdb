#define _GNU_SOURCE     /* O_DIRECTORY, O_NOFOLLOW */
#include "remove.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool remove_one(int at, const char *name, dev_t device);

static bool is_dots(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Removes the contents of the directory, except `last`. Closes fd. */
static bool empty(int fd, dev_t device, const char *last)
{
	DIR *d = fdopendir(fd);
	bool good = d;

	if (!d) {
		close(fd);
		return false;
	}
	for (struct dirent *e; (e = readdir(d));)
		if (!is_dots(e->d_name) && !(last && !strcmp(e->d_name, last)))
			good = remove_one(dirfd(d), e->d_name, device) && good;
	if (good && last)
		good = !unlinkat(dirfd(d), last, 0);
	closedir(d);
	return good;
}

/* Opens it, if it is a directory and on that file system; otherwise -1. */
static int open_dir(int at, const char *name, dev_t device)
{
	const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && st.st_dev == device)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool remove_one(int at, const char *name, dev_t device)
{
	struct stat st;
	int fd;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	if (!S_ISDIR(st.st_mode))
		return !unlinkat(at, name, 0);
	fd = open_dir(at, name, device);
	return fd >= 0 && empty(fd, device, NULL) && !unlinkat(at, name, AT_REMOVEDIR);
}

bool remove_below(int at, const char *name, const char *last)
{
	struct stat st;
	int fd;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	if (!S_ISDIR(st.st_mode) || !last)
		return remove_one(at, name, st.st_dev);
	fd = open_dir(at, name, st.st_dev);
	return fd >= 0 && empty(fd, st.st_dev, last) && !unlinkat(at, name, AT_REMOVEDIR);
}
