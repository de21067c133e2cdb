/*
 * Checkpoints that somebody who has the key has changed: refused, or all that is read finds its place in memory. The target writes one of each network; the first byte of
 * an input selects it, and each six that follow change a word: place, what is done, with what. Then the hash is made anew. Nothing is run from there: what
 * registers hold is not checked (docs/decisions/0031-checkpoints.md).
 */
#define _GNU_SOURCE     /* memfd_create, memmem */
#include "fuzz.h"
#include "keyed_hash.h"
#include "net/simulate.h"
#include "text.h"

#include <sys/mman.h>
#include <unistd.h>

enum { WORD = 8, CHANGE = 6 };

static const char jobs[] = "job = a\nranks = 4\nnodes = 0-3\nrepeat = 9\nall-reduce = 4096 ring\nall-to-all = 999\n";
static const char *const networks[] = {
	"--scheme recn-iq --slots 24 --load 0.9 --hot-spot node=1,traffic=0.5",
	"--scheme fbicm --load 0.9 --source-packets 3 --hold --arrivals bursty",
	"--scheme obqa --slots 32 --load 0.9 --injection fifo",
	"--scheme recn-qos --load 0.9 --levels 2",
	"--scheme wormhole --topology mesh --k 2 --load 0.5 --packet-flits 4",
	"--scheme 1q --slots 16 --traffic jobs --cycles 2000 --job-file %s",
};
enum { NETWORKS = sizeof networks / sizeof *networks };

static const uint64_t key[2] = { 1, 2 };
static struct network {
	struct simulation s;
	char words[200];
	struct text written;
} of[NETWORKS];
static char changed[32];                /* name of the file that is read; it is in memory */
static int changed_file;

static int file_in_memory(char path[32])
{
	const int fd = memfd_create("fuzz", 0);

	require(fd >= 0);
	snprintf(path, 32, "/proc/self/fd/%d", fd);
	return fd;
}

static bool enough(void *ends, uint64_t cycle)
{
	return cycle < *(const uint64_t *)ends;
}

static void write_one(struct network *n, unsigned choice, const char *job_file)
{
	char path[] = "/tmp/sluice-fuzz-XXXXXX", why[NETWORK_WHY];
	const int fd = mkstemp(path);
	struct simulation_result r;
	uint64_t ends = 300;
	struct simulation s;

	require(fd >= 0);
	simulation_default(&n->s);
	n->s.o.k = n->s.o.n = 2;
	n->s.o.cycles = 2000;
	snprintf(n->words, sizeof n->words, networks[choice], job_file);
	require(simulation_words(&n->s, n->words, why) && simulation_setup(&n->s, why));
	n->s.checkpoint_of = "# sources = fuzz\n# load = 1\n";
	memcpy(n->s.checkpoint_key, key, sizeof key);
	s = n->s;
	s.checkpoint = path;
	s.checkpoint_every = ends;
	s.progress = enough;
	s.progress_arg = &ends;
	require(simulate(&s, &r, why));
	simulation_result_free(&r);
	n->written = text_read(path);
	require(n->written.size > 1000);
	close(fd);
	unlink(path);
}

static void write_all(void)
{
	char job_file[32];
	const int fd = file_in_memory(job_file);

	require(write(fd, jobs, sizeof jobs - 1) == sizeof jobs - 1);
	for (unsigned k = 0; k < NETWORKS; k++)
		write_one(of + k, k, job_file);
	changed_file = file_in_memory(changed);
}

/* Words of a file, without its hash. */
static size_t change(uint64_t *word, size_t n, const uint8_t *by)
{
	const size_t at = ((size_t)by[0] << 8 | by[1]) % n, some = by[3] % (n - at);
	const uint64_t value = (uint64_t)by[4] << 8 | by[5];

	switch (by[2] % 8) {
	case 0: word[at] = value; break;
	case 1: word[at] ^= UINT64_C(1) << by[3] % 64; break;
	case 2: word[at] = UINT64_MAX - value; break;
	case 3: word[at] = (word[at] & ~UINT64_C(0xffffffff)) | value; break;
	case 4: word[at] = (word[at] & 0xffffffff) | value << 32; break;
	case 5: word[at] = value << by[3] % 64; break;
	case 6: memmove(word + at, word + at + some, (n - at - some) * WORD); return n - some;
	default: memmove(word + at, word + value % n, (n - (at > value % n ? at : value % n)) * WORD); break;
	}
	return n;
}

static void seal(uint64_t *word, size_t n)
{
	struct keyed_hash h = keyed_hash_begin(key);

	keyed_hash_add(&h, word, n * WORD);
	word[n] = keyed_hash_end(h);
	require(!ftruncate(changed_file, 0) && pwrite(changed_file, word, (n + 1) * WORD, 0) == (ssize_t)((n + 1) * WORD));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char why[NETWORK_WHY] = "";
	struct simulation_run *r;
	struct network *n;
	uint64_t *word;
	size_t words;

	if (!of->written.s)
		write_all();
	if (!size)
		return 0;
	n = of + data[0] % NETWORKS;
	words = n->written.size / WORD - 1;
	word = malloc(n->written.size);
	require(word);
	memcpy(word, n->written.s, n->written.size);
	for (size_t at = 1; at + CHANGE <= size && words > 1; at += CHANGE)
		words = change(word, words, data + at);
	seal(word, words);
	n->s.restart = changed;
	r = simulation_begin(&n->s, why);
	require(r || (memchr(why, '\0', sizeof why) && !strncmp(why, "--restart: ", 11) && !strstr(why, "(null)")));
	require(r || size >= 1 + CHANGE);
	simulation_end(r);
	free(word);
	return 0;
}
