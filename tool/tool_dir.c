#include "tool_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MARK = 512, RANDOM = 6 };

#define PREFIX "sluice-"
#define NEW TOOL_DIR_MARK ".new"

static const char working[] = "sluice works in this directory, and removes it with all that is in it\n";
static const char kept[] = "sluice wrote this directory, and leaves it to be looked at\n";

bool tool_make_dirs(const char *dir)
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

bool tool_user_dir(const char *of, const char *below, char *dir, size_t size)
{
	const char *const set = getenv(of), *const home = getenv("HOME");

	if (set && *set == '/')
		return (size_t)snprintf(dir, size, "%s/sluice", set) < size;
	return home && *home == '/' && (size_t)snprintf(dir, size, "%s/%s/sluice", home, below) < size;
}

bool tool_path_plain(const char *path)
{
	return *path && !path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-")];
}

static void close_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* The open file, if it is good; otherwise it is closed, and -1. */
static int only_if(bool good, int fd)
{
	if (!good)
		close_open(fd);
	return good ? fd : -1;
}

static int open_parent(const char *path, const char **name)
{
	const char *const slash = strrchr(path, '/');
	char parent[TOOL_PATH];

	snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
	*name = slash + 1;
	return open(slash == path ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Opens the directory if it belongs to this user; otherwise -1. */
static int open_own(int at, const char *name)
{
	const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	return only_if(fd >= 0 && !fstat(fd, &st) && st.st_uid == geteuid(), fd);
}

/* The text of a mark. The name in it distinguishes the directory from a copy of it. */
static int mark_text(char text[MARK], const char *what, const char *name)
{
	return snprintf(text, MARK, "%s%s\n", what, name);
}

/* Opens the mark in a directory of that name, if it begins correctly; otherwise -1. */
static int open_mark(int dir, const char *name, const char *what)
{
	const int fd = openat(dir, TOOL_DIR_MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char wanted[MARK], is[MARK];
	const int n = mark_text(wanted, what, name);      /* names have at most 255 letters, so it fits */
	struct stat st;

	return only_if(fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() && pread(fd, is, MARK, 0) >= n &&
		       !memcmp(is, wanted, (size_t)n), fd);
}

static bool same_file(int fd, int dir, const char *name)
{
	struct stat a, b;

	return !fstat(fd, &a) && !fstatat(dir, name, &b, AT_SYMLINK_NOFOLLOW) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool tool_dir_ours(int at, const char *name)
{
	const int dir = open_own(at, name), a = dir < 0 ? -1 : open_mark(dir, name, working), b = dir < 0 ? -1 : open_mark(dir, name, kept);

	close_open(dir);
	close_open(a);
	close_open(b);
	return a >= 0 || b >= 0;
}

/* ----- removal ----- */

static bool remove_one(int at, const char *name, dev_t device, const char *last);

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
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && !(last && !strcmp(e->d_name, last)))
			good = remove_one(dirfd(d), e->d_name, device, NULL) && good;
	if (good && last)
		good = !unlinkat(dirfd(d), last, 0);
	closedir(d);
	return good;
}

/* A directory of another file system stays. */
static bool remove_one(int at, const char *name, dev_t device, const char *last)
{
	struct stat st;
	int fd;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	if (!S_ISDIR(st.st_mode))
		return !unlinkat(at, name, 0);
	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	fd = only_if(fd >= 0 && !fstat(fd, &st) && st.st_dev == device, fd);
	return fd >= 0 && empty(fd, device, last) && !unlinkat(at, name, AT_REMOVEDIR);
}

bool remove_below(int at, const char *name, const char *last)
{
	struct stat st;

	return !fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) && remove_one(at, name, st.st_dev, last);
}

/* Removes it, unless it is not ours or still in use. */
static void sweep_one(int at, const char *name)
{
	const int dir = open_own(at, name), mark = dir < 0 ? -1 : open_mark(dir, name, working);

	if (mark >= 0 && !flock(mark, LOCK_EX | LOCK_NB) && same_file(mark, dir, TOOL_DIR_MARK) && same_file(dir, at, name))
		remove_below(at, name, TOOL_DIR_MARK);
	close_open(mark);
	close_open(dir);
}

static void sweep(const char *parent, const char *kind)
{
	const size_t n = sizeof PREFIX - 1, k = strlen(kind);
	DIR *d = opendir(parent);

	for (struct dirent *e; d && (e = readdir(d));)
		if (!strncmp(e->d_name, PREFIX, n) && !strncmp(e->d_name + n, kind, k) && e->d_name[n + k] == '-' &&
		    strlen(e->d_name) == n + k + 1 + RANDOM)
			sweep_one(dirfd(d), e->d_name);
	if (d)
		closedir(d);
}

/* The mark gets its name only when it is complete and locked, so that no process removes a directory that is being made. Without
 * file locks, a directory in use could not be distinguished from an abandoned one: then it is kept. */
static int make_mark(int dir, const char *name)
{
	const int fd = openat(dir, NEW, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
	char text[MARK], process[64];
	int n, p, error;

	if (fd < 0)
		return -1;
	n = mark_text(text, flock(fd, LOCK_EX | LOCK_NB) ? kept : working, name);
	p = snprintf(process, sizeof process, "process %ld\n", (long)getpid());
	errno = ENOSPC;                 /* unless they say something else */
	if (write(fd, text, (size_t)n) == n && write(fd, process, (size_t)p) == p && !renameat(dir, NEW, dir, TOOL_DIR_MARK))
		return fd;
	error = errno;
	unlinkat(dir, NEW, 0);
	close(fd);
	errno = error;
	return -1;
}

bool tool_dir_new(struct tool_dir *d, const char *parent, const char *kind)
{
	int dir, error;

	d->mark = -1;
	if (snprintf(d->path, TOOL_PATH, "%s/" PREFIX "%s-XXXXXX", parent, kind) >= TOOL_PATH) {
		errno = ENAMETOOLONG;
		return false;
	}
	if (!tool_make_dirs(parent))
		return false;
	sweep(parent, kind);
	if (!mkdtemp(d->path))
		return false;
	dir = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	d->mark = dir < 0 ? -1 : make_mark(dir, strrchr(d->path, '/') + 1);
	if (d->mark < 0) {
		error = errno;
		rmdir(d->path);
		errno = error;
	}
	close_open(dir);
	return d->mark >= 0;
}

bool tool_dir_temporary(struct tool_dir *d, const char *kind)
{
	const char *const temp = getenv("TMPDIR");
	char *const real = temp && *temp && tool_make_dirs(temp) ? realpath(temp, NULL) : NULL;
	const bool good = tool_dir_new(d, real && tool_path_plain(real) ? real : "/tmp", kind);
	const int error = errno;

	free(real);
	errno = error;
	return good;
}

void tool_dir_remove(struct tool_dir *d)
{
	const char *name;
	const int at = d->mark < 0 ? -1 : open_parent(d->path, &name), dir = at < 0 ? -1 : open_own(at, name);

	if (dir >= 0 && same_file(d->mark, dir, TOOL_DIR_MARK))
		remove_below(at, name, TOOL_DIR_MARK);
	close_open(dir);
	close_open(at);
	close_open(d->mark);
	d->mark = -1;
}

void tool_dir_keep(struct tool_dir *d)
{
	char text[MARK];
	int n;

	if (d->mark < 0)
		return;
	n = mark_text(text, kept, strrchr(d->path, '/') + 1);
	if (ftruncate(d->mark, 0) || pwrite(d->mark, text, (size_t)n, 0) != n)
		n = 0;                  /* an incomplete mark counts as none, so the directory is kept */
	close(d->mark);
	d->mark = -1;
}
