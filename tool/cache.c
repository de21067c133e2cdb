#include "cache.h"

#include "output.h"
#include "tool_dir.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEAL = 30 };

static void seal_text(struct text t, char seal[SEAL + 1])
{
	snprintf(seal, SEAL + 1, "\nsluice-seal %016" PRIx64 "\n", text_hash(TEXT_HASH_SEED, t));
}

void seal_write(struct text t, FILE *f)
{
	char seal[SEAL + 1];

	seal_text(t, seal);
	fwrite(t.s, 1, t.size, f);
	fputs(seal, f);
}

static struct text read_believed(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && S_ISREG(st.st_mode) && (st.st_uid == geteuid() || !st.st_uid) && !(st.st_mode & S_IWOTH)))
		return text_read_open(fd);
	close(fd);
	return (struct text){ NULL, 0 };
}

struct text seal_read(const char *path)
{
	struct text t = read_believed(path);
	char seal[SEAL + 1];

	if (!t.s)
		return t;
	if (t.size >= SEAL) {
		t.size -= SEAL;
		seal_text(t, seal);
		if (!memcmp(t.s + t.size, seal, SEAL)) {
			t.s[t.size] = '\0';
			return t;
		}
	}
	free(t.s);
	return (struct text){ NULL, 0 };
}

bool cache_dir(const char *of, char *dir, size_t size)
{
	char user[TOOL_PATH];

	return tool_user_dir("XDG_CACHE_HOME", ".cache", user, sizeof user) && (size_t)snprintf(dir, size, "%s/%s", user, of) < size;
}

/* Named by a hash; the key itself is in the file, so that two of one hash are told apart. */
static bool place(const char *dir, const char *key, char *path, size_t size)
{
	return (size_t)snprintf(path, size, "%s/%016" PRIx64, dir, text_hash(TEXT_HASH_SEED, text_literal(key))) < size;
}

bool cache_recall(const char *dir, const char *key, char *answer, size_t size)
{
	const size_t n = strlen(key);
	char path[TOOL_PATH];
	struct text t = { NULL, 0 };
	bool same;

	if (place(dir, key, path, sizeof path))
		t = seal_read(path);
	same = t.s && t.size >= n && !memcmp(t.s, key, n);
	snprintf(answer, size, "%s", same ? t.s + n : "");
	free(t.s);
	return same;
}

void cache_keep(const char *dir, const char *key, const char *answer)
{
	char path[TOOL_PATH], why[OUTPUT_WHY], *both = NULL;
	struct output out;
	int n;

	if (!tool_make_dirs(dir) || !place(dir, key, path, sizeof path))
		return;
	n = asprintf(&both, "%s%s", key, answer);
	if (n < 0)
		return;
	if (output_begin(&out, path, why)) {
		seal_write((struct text){ both, (size_t)n }, out.f);
		output_end(&out, why);
	}
	free(both);
}
