#define _GNU_SOURCE     /* O_CLOEXEC, getrandom, mkstemp */
#include "keyed_hash.h"
#include "tool_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BYTES = 16 };

static bool key_dir(char *dir, size_t size)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return (size_t)snprintf(dir, size, "%s/sluice", xdg) < size;
	return home && *home == '/' && (size_t)snprintf(dir, size, "%s/.config/sluice", home) < size;
}

/* Nobody else can have read or written it. */
static bool own(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 077);
}

/* errno 0: there is a file, but no key in it. */
static bool read_key(const char *path, uint64_t key[2])
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	uint64_t all[2 + 1] = { 0 };
	bool good;

	if (fd < 0)
		return false;
	good = own(fd) && read(fd, all, sizeof all) == KEY_BYTES;
	memcpy(key, all, KEY_BYTES);
	close(fd);
	errno = 0;
	return good;
}

/* The file appears whole, and one that another process has made meanwhile stays. */
static bool make_key(const char *dir, const char *path)
{
	char temp[TOOL_PATH];
	uint64_t key[2];
	int fd, error;
	bool good;

	if (!tool_make_dirs(dir) || (size_t)snprintf(temp, sizeof temp, "%s/.key-XXXXXX", dir) >= sizeof temp || getrandom(key, sizeof key, 0) != sizeof key)
		return false;
	fd = mkstemp(temp);
	if (fd < 0)
		return false;
	good = write(fd, key, KEY_BYTES) == KEY_BYTES && !fsync(fd) && (!link(temp, path) || errno == EEXIST);
	error = errno;
	close(fd);
	unlink(temp);
	errno = error;
	return good;
}

bool user_key(const char *name, bool make, uint64_t key[2], char why[KEY_WHY])
{
	char dir[TOOL_PATH / 2], path[TOOL_PATH];

	if (!key_dir(dir, sizeof dir)) {
		snprintf(why, KEY_WHY, "no place for its key: neither XDG_CONFIG_HOME nor HOME names a directory");
		return false;
	}
	snprintf(path, sizeof path, "%s/%s", dir, name);
	if (read_key(path, key) || (errno == ENOENT && make && make_key(dir, path) && read_key(path, key)))
		return true;
	if (errno)
		snprintf(why, KEY_WHY, "its key, '%.100s': %s", path, strerror(errno));
	else
		snprintf(why, KEY_WHY, "'%.100s' is no key that this user alone can read: 16 bytes, mode 0600", path);
	return false;
}
