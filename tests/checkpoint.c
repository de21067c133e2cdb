/* The file of a checkpoint that several processes write: it appears only if none of them lacks a record. */
#include "net/engine/checkpoint.h"
#include "test.h"
#include "text.h"

#include <string.h>
#include <unistd.h>

/* Process 0 of two. The other one gives no records, and says whether that is all that there should be. */
static uint64_t lacks_elsewhere;

static void sum(uint64_t *value, size_t n)
{
	assert_int_equal(n, 1);
	*value += lacks_elsewhere;
	lacks_elsewhere = 0;
}

static void least(uint64_t *value)
{
	(void)value;
}

static void tell(unsigned from, void *data, size_t bytes)
{
	(void)from, (void)data, (void)bytes;
}

static void take(unsigned from, void *data, size_t bytes)
{
	assert_true(from == 1 && bytes == 16);
	memset(data, 0xff, 4);          /* the last one of its records */
}

static const struct processes two = { .count = 2, .sum = sum, .least = least, .tell = tell, .take = take };

static const char path[] = "checkpoint.state";

static bool write_one(uint64_t key, bool lacking, char why[CHECKPOINT_WHY])
{
	struct checkpoint c;
	struct state s = { .reading = false };
	uint64_t word = 7;
	bool good;

	assert_true(checkpoint_create(&c, path, "# sources = none\n", (const uint64_t[]){ key, 2 }, &two, why));
	STATE(&s, word);
	checkpoint_put(&c, 0, 0, &s);
	lacks_elsewhere = lacking;
	good = checkpoint_complete(&c, why);
	state_free(&s);
	return good;
}

TEST(a_record_that_another_process_lacks)
{
	char why[CHECKPOINT_WHY] = "";

	unlink(path);
	assert_true(write_one(1, false, why));
	const struct text before = text_read(path);

	assert_non_null(before.s);
	assert_false(write_one(3, true, why));
	assert_non_null(strstr(why, "--checkpoint: cannot write 'checkpoint.state'"));
	const struct text after = text_read(path);

	assert_true(after.s && after.size == before.size && !memcmp(after.s, before.s, before.size));
	free(before.s);
	free(after.s);
	unlink(path);
}
