#define _GNU_SOURCE     /* O_CLOEXEC, getrandom, mkstemp */
#include "keyed_hash.h"
#include "tool_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 16, LINE = 2 * DIGITS + 1 };

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

static bool read_digits(const char text[DIGITS], uint64_t *value)
{
	char one[DIGITS + 1] = "";

	memcpy(one, text, DIGITS);
	if (strspn(one, "0123456789abcdef") != DIGITS)
		return false;
	*value = strtoull(one, NULL, 16);
	return true;
}

/* errno 0: there is a file, but no key in it. */
static bool read_key(const char *path, uint64_t key[2])
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char line[LINE + 1];
	bool good;

	if (fd < 0)
		return false;
	good = own(fd) && read(fd, line, sizeof line) == LINE && line[LINE - 1] == '\n' && read_digits(line, key) && read_digits(line + DIGITS, key + 1);
	close(fd);
	errno = 0;
	return good;
}

/* The file appears whole, and one that another process has made meanwhile stays. */
static bool make_key(const char *dir, const char *path)
{
	char temp[TOOL_PATH], line[LINE + 1];
	uint64_t key[2];
	int fd, error;
	bool good;

	if (!tool_make_dirs(dir) || (size_t)snprintf(temp, sizeof temp, "%s/.key-XXXXXX", dir) >= sizeof temp || getrandom(key, sizeof key, 0) != sizeof key)
		return false;
	fd = mkstemp(temp);
	if (fd < 0)
		return false;
	snprintf(line, sizeof line, "%016" PRIx64 "%016" PRIx64 "\n", key[0], key[1]);
	good = write(fd, line, LINE) == LINE && !fsync(fd) && (!link(temp, path) || errno == EEXIST);
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
		snprintf(why, KEY_WHY, "cannot %s its key, '%.100s': %s", errno == ENOENT || !make ? "read" : "make", path, strerror(errno));
	else
		snprintf(why, KEY_WHY, "'%.100s' is no key that this user alone can read: 32 hexadecimal digits, mode 0600", path);
	return false;
}
