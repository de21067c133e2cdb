/*
 * Checkpoints that somebody who has the key has changed: refused, or all that is read finds its place in memory. The target writes one of each network; the first byte of
 * an input selects it, and each seven that follow change a word: section (the head, or a record), place in it, what is done, with what. Then the hash is made anew.
 * Only a file without changes is run from there, and drained: of registers, only ranges are checked (docs/decisions/0037-ranges.md).
 */
#include "fuzz.h"
#include "keyed_hash.h"
#include "net/run/simulate.h"
#include "net/topology/topology_stored.h"
#include "text.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { WORD = 8, CHANGE = 7, SECTIONS = 16 };

/* Small switches, since all words of a bank are looked at. The file of a network: jobs, operations of them, a trace. */
static const struct {
	const char *words, *file, *more;
	bool samples, slow;             /* take samples; one of two links is slower than the other */
} networks[] = {
	{ .words = "--scheme recn-iq --slots 8 --load 0.9 --hot-spot node=1,traffic=0.5 --source-packets 9", .samples = true },
	{ .words = "--scheme fbicm --slots 4 --load 0.9 --source-packets 3 --hold --arrivals bursty" },
	{ .words = "--scheme obqa --slots 4 --queues 2 --load 0.9 --injection fifo" },
	{ .words = "--scheme recn-qos --cells 8 --packet-cells 2 --vcs 1 --sls 2 --vc-saqs 2 --load 0.9" },
	{ .words = "--scheme wormhole --topology mesh --load 0.5 --packet-flits 4 --deadlock recovery --throttle tuned" },
	{ .words = "--scheme 1q --slots 4 --source-packets 9 --cycles 20000 --traffic jobs --job-file %s",
	  .file = "job = a\nranks = 4\nnodes = 0-3\nrepeat = 9\nall-reduce = 4096 ring\nall-to-all = 999\n" },
	{ .words = "--scheme recn-iq --nics --slots 4 --source-packets 9 --phases cycles=200,load=0.9+load=0.5" },
	{ .words = "--scheme 1q --slots 4 --source-packets 9 --cycles 20000 --traffic trace --trace %s", .file = "0,0,1,4000\n9,2,3,9000\n800,3,0,64\n" },
	{ .words = "--scheme 1q --slots 4 --source-packets 9 --load 0.5", .slow = true },
	{ .words = "--scheme 1q --slots 4 --source-packets 9 --cycles 20000 --traffic jobs --job-file %s",
	  .file = "job = a\nranks = 2\nnodes = 0,3\noperations = %s\n",
	  .more = "rank,id,operation,peer,amount,tag,after\n0,1,send,1,4000,,\n1,1,receive,0,,,\n1,2,compute,,9000,,1\n" },
	{ .words = "--scheme recn-qos --nics --cells 8 --packet-cells 2 --nic-cells 8 --sls 2 --vcs 1 --vc-saqs 2 --load 0.9" },
};
enum { NETWORKS = sizeof networks / sizeof *networks };

static const uint64_t key[2] = { 1, 2 };
static struct network {
	struct simulation s;
	char words[200];
	struct text written;
	size_t section[SECTIONS + 1];   /* words before each */
	unsigned sections;
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

/* A file with such contents, as long as this process lasts; %s: the path of another one. */
static void file_with(char path[32], const char *contents, const char *other)
{
	require(dprintf(file_in_memory(path), contents, other) > 0);
}

static struct topology_stored *two_links(void)
{
	struct topology_stored *const s = topology_stored_new(1, 2, 2);

	require(s && topology_stored_node(s, 0, 0, 0) && topology_stored_node(s, 1, 0, 1) && topology_stored_rate(s, 0, 0, 8) && topology_stored_rate(s, 0, 1, 32) &&
		topology_stored_route(s, 0, 0, 0) && topology_stored_route(s, 0, 1, 1));
	return s;
}

static bool enough(void *ends, uint64_t cycle)
{
	return cycle < *(const uint64_t *)ends;
}

/* The head, with what the file is of, is the first section; then each record is one, up to the empty one at the end. */
static void find_sections(struct network *n)
{
	const uint64_t *const word = (const uint64_t *)(const void *)n->written.s;
	const size_t end = n->written.size / WORD - 1;

	for (size_t at = 4 + (word[3] + WORD - 1) / WORD; at < end; at += 2 + (word[at + 1] + WORD - 1) / WORD) {
		require(n->sections + 1 < SECTIONS);
		n->section[++n->sections] = at;
	}
	n->section[++n->sections] = end;
}

static void write_one(struct network *n, unsigned choice)
{
	char path[] = "/tmp/sluice-fuzz-XXXXXX", why[NETWORK_WHY], file[32] = "", more[32] = "";
	const int fd = mkstemp(path);
	struct simulation_result r;
	uint64_t ends = 300;
	struct simulation s;

	require(fd >= 0);
	if (networks[choice].more)
		file_with(more, networks[choice].more, "");
	if (networks[choice].file)
		file_with(file, networks[choice].file, more);
	simulation_default(&n->s);
	n->s.o.k = n->s.o.n = 2;
	n->s.o.cycles = 20000;
	n->s.o.warmup = 100;
	n->s.samples = networks[choice].samples;
	n->s.stored = networks[choice].slow ? two_links() : NULL;
	snprintf(n->words, sizeof n->words, networks[choice].words, file);
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
	find_sections(n);
	close(fd);
	unlink(path);
}

static void write_all(void)
{
	prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);  /* a large page is cleared whole for a few words */
	for (unsigned k = 0; k < NETWORKS; k++)
		write_one(of + k, k);
	changed_file = file_in_memory(changed);
}

/* n: words of a file, without its hash. */
static size_t change(const struct network *of_file, uint64_t *word, size_t n, const uint8_t *by)
{
	const size_t *const section = of_file->section + by[0] % of_file->sections;
	const size_t at = (*section + ((size_t)by[1] << 8 | by[2]) % (section[1] - *section)) % n, some = by[4] % (n - at);
	const uint64_t value = (uint64_t)by[5] << 8 | by[6];

	switch (by[3] % 8) {
	case 0: word[at] = value; break;
	case 1: word[at] ^= UINT64_C(1) << by[4] % 64; break;
	case 2: word[at] = UINT64_MAX - value; break;
	case 3: word[at] = (word[at] & ~UINT64_C(0xffffffff)) | value; break;
	case 4: word[at] = (word[at] & 0xffffffff) | value << 32; break;
	case 5: word[at] = value << by[4] % 64; break;
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
	require(pwrite(changed_file, word, (n + 1) * WORD, 0) == (ssize_t)((n + 1) * WORD) && !ftruncate(changed_file, (off_t)((n + 1) * WORD)));
}

/* Nothing was changed. */
static void run_and_drain(struct simulation_run *run)
{
	struct simulation_result r;

	simulation_run_to(run, simulation_cycle(run) + 1000);
	simulation_stop(run);
	simulation_finish(run, &r);
	require(r.stopped && !r.failed);
	simulation_result_free(&r);
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
		words = change(n, word, words, data + at);
	seal(word, words);
	n->s.restart = changed;
	r = simulation_begin(&n->s, why);
	require(r || (memchr(why, '\0', sizeof why) && !strncmp(why, "--restart: ", 11) && !strstr(why, "(null)")));
	require(r || size >= 1 + CHANGE);
	if (size == 1)
		run_and_drain(r);
	simulation_end(r);
	free(word);
	return 0;
}
