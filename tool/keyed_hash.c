#include "keyed_hash.h"

#include "tool_dir.h"
#include "why_not.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t turn(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], unsigned n)
{
	while (n--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = turn(v[1], 13) ^ v[0];
		v[3] = turn(v[3], 16) ^ v[2];
		v[0] = turn(v[0], 32) + v[3];
		v[2] += v[1];
		v[1] = turn(v[1], 17) ^ v[2];
		v[3] = turn(v[3], 21) ^ v[0];
		v[2] = turn(v[2], 32);
	}
}

static void take(struct keyed_hash *h, uint64_t word)
{
	h->v[3] ^= word;
	rounds(h->v, 2);
	h->v[0] ^= word;
}

struct keyed_hash keyed_hash_begin(const uint64_t key[2])
{
	return (struct keyed_hash){ .v = { key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573 } };
}

void keyed_hash_add(struct keyed_hash *h, const void *words, size_t bytes)
{
	const char *const at = words;
	uint64_t word;

	for (size_t k = 0; k < bytes; k += sizeof word) {
		memcpy(&word, at + k, sizeof word);
		take(h, word);
	}
	h->words += bytes / sizeof word;
}

uint64_t keyed_hash_end(struct keyed_hash h)
{
	take(&h, h.words * sizeof(uint64_t) << 56);
	h.v[2] ^= 0xff;
	rounds(h.v, 4);
	return h.v[0] ^ h.v[1] ^ h.v[2] ^ h.v[3];
}

/* ----- the key of a user ----- */

enum { KEY_BYTES = 16 };

/* Nobody else can have read or written it. errno 0: there is a file, but no key in it. */
static bool read_key(const char *path, uint64_t key[2])
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	uint64_t all[2 + 1] = { 0 };
	struct stat st;
	bool good;

	if (fd < 0)
		return false;
	good = !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & 077) && read(fd, all, sizeof all) == KEY_BYTES;
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

	if (!tool_user_dir("XDG_CONFIG_HOME", ".config", dir, sizeof dir))
		return why_not(why, KEY_WHY, "no place for its key: neither XDG_CONFIG_HOME nor HOME names a directory");
	snprintf(path, sizeof path, "%s/%s", dir, name);
	if (read_key(path, key) || (errno == ENOENT && make && make_key(dir, path) && read_key(path, key)))
		return true;
	if (errno)
		return why_not(why, KEY_WHY, "its key, '%.100s': %s", path, strerror(errno));
	return why_not(why, KEY_WHY, "'%.100s' is no key that this user alone can read: 16 bytes, mode 0600", path);
}
