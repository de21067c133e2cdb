/* What is kept to be believed later is believed only if it is whole, unchanged, and nobody else could have written it. */
#include "cache.h"
#include "keyed_hash.h"
#include "test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 300 };

static char dir[64], path[80];
static char content[SIZE];

static void seal(void)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	seal_write((struct text){ content, SIZE }, f);
	assert_int_equal(fclose(f), 0);
}

static bool believed(void)
{
	struct text t = seal_read(path);
	const bool same = t.s && t.size == SIZE && !memcmp(t.s, content, SIZE);

	assert_true(same || !t.s);
	free(t.s);
	return same;
}

static int set_up(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/sluice-test-XXXXXX");
	for (unsigned i = 0; i < SIZE; i++)
		content[i] = (char)(i * 7);             /* zeros and line ends, too */
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof path, "%s/file", dir);
	seal();
	return 0;
}

static int tear_down(void **state)
{
	char command[80];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

TEST_WITH(whole, set_up, tear_down)
{
	assert_true(believed());
	assert_true(unlink(path) == 0 && !believed());
}

TEST_WITH(cut, set_up, tear_down)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	for (off_t n = 0; n < st.st_size; n++) {
		seal();
		assert_int_equal(truncate(path, n), 0);
		assert_false(believed());
	}
	seal();
	assert_int_equal(truncate(path, st.st_size + 1), 0);
	assert_false(believed());
}

TEST_WITH(changed, set_up, tear_down)
{
	struct text t = text_read(path);

	for (size_t i = 0; i < t.size; i++) {
		t.s[i] ^= 4;
		assert_true(text_write(path, t));
		assert_false(believed());
		t.s[i] ^= 4;
	}
	assert_true(text_write(path, t) && believed());
	free(t.s);
}

TEST_WITH(of_others, set_up, tear_down)
{
	assert_int_equal(chmod(path, 0646), 0);
	assert_false(believed());
	assert_int_equal(chmod(path, 0644), 0);
	assert_true(believed());
	if (geteuid()) {
		print_message("# another user's file: only root can make one\n");
		return;
	}
	assert_int_equal(chown(path, 65534, 65534), 0);
	assert_false(believed());
}

TEST_WITH(special, set_up, tear_down)
{
	assert_int_equal(unlink(path) || mkfifo(path, 0600), 0);
	assert_false(believed());
	assert_int_equal(unlink(path) || mkdir(path, 0700), 0);
	assert_false(believed());
}

/* An answer of which the end is missing is a number all the same. */
TEST_WITH(cached, set_up, tear_down)
{
	char answer[64], file[160], *key = "key\n";
	struct stat st;
	glob_t found;

	setenv("XDG_CACHE_HOME", dir, 1);
	assert_true(cache_dir("test", file, sizeof file));
	cache_keep(file, key, "12 3.4567\n");
	assert_true(cache_recall(file, key, answer, sizeof answer));
	assert_string_equal(answer, "12 3.4567\n");
	assert_false(cache_recall(file, "other\n", answer, sizeof answer));
	strcat(file, "/*");
	assert_int_equal(glob(file, 0, NULL, &found), 0);
	assert_int_equal(found.gl_pathc, 1);
	assert_int_equal(stat(found.gl_pathv[0], &st) || truncate(found.gl_pathv[0], st.st_size - 33), 0);
	globfree(&found);
	cache_dir("test", file, sizeof file);
	assert_false(cache_recall(file, key, answer, sizeof answer));
	assert_string_equal(answer, "");
}

/* Answers of the authors of SipHash: bytes 0, 1, 2 ... with the key 0, 1, 2 ... */
TEST(hashed)
{
	static const struct { size_t bytes; uint64_t hash; } known[] = { { 0, 0x726fdb47dd0e0e31 }, { 8, 0x93f5f5799a932462 }, { 16, 0x3f2acc7f57c29bdb } };
	const uint64_t key[2] = { 0x0706050403020100, 0x0f0e0d0c0b0a0908 };

	for (unsigned k = 0; k < sizeof known / sizeof *known; k++) {
		struct keyed_hash h = keyed_hash_begin(key);

		for (size_t at = 0; at < known[k].bytes; at += 8)
			keyed_hash_add(&h, &(uint64_t){ key[at / 8] }, 8);
		assert_true(keyed_hash_end(h) == known[k].hash);
	}
}

/* One is made if it is wanted, once, for this user alone; what others can read, or is no key, is none. */
TEST_WITH(of_this_user, set_up, tear_down)
{
	uint64_t key[2] = { 0, 0 }, again[2];
	char why[KEY_WHY], file[160];
	struct stat st;

	setenv("XDG_CONFIG_HOME", dir, 1);
	assert_false(user_key("key", false, key, why));
	assert_non_null(strstr(why, "No such file"));
	assert_true(user_key("key", true, key, why) && (key[0] | key[1]));
	assert_true(user_key("key", true, again, why) && !memcmp(key, again, sizeof key));
	snprintf(file, sizeof file, "%s/sluice/key", dir);
	assert_true(!stat(file, &st) && st.st_size == 16 && (st.st_mode & 0777) == 0600);
	assert_true(!chmod(file, 0640) && !user_key("key", true, again, why));
	assert_true(!chmod(file, 0600) && !truncate(file, 15) && !user_key("key", true, again, why));
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("HOME");
	assert_false(user_key("key", true, key, why));
}
