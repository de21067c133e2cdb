/*
 * Any bytes as a file of jobs, of operations, of flows, or as a trace of Chakra or VEF: refused with the place of the error, or a run of them ends. The first byte selects
 * what it is; in one of Chakra a second one is the length of the first file.
 */
#define _GNU_SOURCE     /* memfd_create */
#include "fuzz.h"
#include "net/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NODES = 8, PACKET = 60000, FLIT_BITS = 64, MOST = 2000, KINDS = 5, TRACE = 100, TRACE_RANKS = 3 };

/* Files in memory: what is read, and the jobs that name it. */
static int file, jobs_file;
static char path[32], jobs_path[32];

static int create(const char *name, char name_of[32])
{
	const int f = memfd_create(name, 0);

	require(f > 0);
	snprintf(name_of, 32, "/proc/self/fd/%d", f);
	return f;
}

/* The files of a trace have descriptors whose names a pattern makes. Each rank beyond the first has what the first one leaves. */
static void create_trace(void)
{
	char name[32];

	for (int rank = 0; rank < TRACE_RANKS; rank++) {
		const int f = create("trace", name);

		require(dup2(f, TRACE + rank) == TRACE + rank);
		close(f);
	}
}

static void put(int f, const void *data, size_t size)
{
	require(!ftruncate(f, 0) && pwrite(f, data, size, 0) == (ssize_t)size);
}

/* Is a run short? */
static bool is_short(const struct job_set *s)
{
	uint64_t work = 0;

	for (unsigned k = 0; k < s->jobs; k++) {
		const struct job *const j = &s->job[k];

		work += job_instances(j) * j->ranks;
		for (unsigned c = 0; c < j->calls; c++)
			work += j->call[c].amount / PACKET;
		for (uint32_t op = 0; j->graph && op < j->graph->ops; op++)
			work += 1 + j->graph->op[op].amount / PACKET;
		if (work > MOST)
			return false;
	}
	return true;
}

/* A packet is sent, and arrives. */
static void carry(struct jobs *j, unsigned node, const struct demand *d, uint64_t cycle)
{
	struct jobs_message m;
	const bool ends = jobs_packet(j, d->destination, node, d->flits, d->last, &m);

	require(d->destination < NODES && d->destination != node && d->flits && ends == d->last);
	if (!d->last)
		return;
	jobs_left(j, node, d->destination, cycle + 1);
	jobs_arrived(j, d->destination, node, cycle + 2);
}

/* All that the nodes want is carried, until they want nothing: then all ranks have done all. */
static void run(struct jobs *j)
{
	struct demand d;
	bool any = true;

	for (uint64_t cycle = 0; any; cycle++) {
		any = false;
		for (unsigned node = 0; node < NODES; node++)
			if (jobs_take(j, node, PACKET, &d)) {
				if (cycle % 3 == 0) {
					jobs_give_back(j, node, &d);
					require(jobs_take(j, node, PACKET, &d));
				}
				carry(j, node, &d, cycle);
				any = true;
			}
	}
	require(jobs_done(j) + jobs_done_at_once(j) == jobs_set(j)->ranks);
}

/* The file that is read first, and the beginning of the others that it may name: NULL, if it may name any. */
static void run_if_short(const char *from, const char *other)
{
	char why[LINES_WHY];
	struct job_set *const set = job_set_open(from, NODES, 1, why);
	const bool small = set && is_short(set);
	struct jobs *j;

	if (!set && other) {
		const bool of_other = !strncmp(why, other, strlen(other));

		require_message(why, sizeof why, of_other ? strndupa(why, strcspn(why, ":")) : from);
	}
	job_set_free(set);
	if (!small)
		return;
	j = jobs_new(from, NODES, FLIT_BITS, 1, why);
	require(j);
	run(j);
	jobs_free(j);
}

static void run_trace(const uint8_t *data, size_t size)
{
	static const char text[] = "job = a\nranks = 3\ngroup = a 0,1\ngroup = b 1-2\nclock = 1\nchakra = /proc/self/fd/10*\n";
	const size_t first = size > 1 ? data[0] % size : 0;

	put(TRACE, data + 1, first);
	for (int rank = 1; rank < TRACE_RANKS; rank++)
		put(TRACE + rank, data + 1 + first, size - 1 - first);
	put(jobs_file, text, sizeof text - 1);
	run_if_short(jobs_path, "/proc/self/fd/10");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const kinds[] = { "", "operations", "flows", "vef" };
	const unsigned kind = size ? data[0] % KINDS : 0;
	char text[96];

	if (!size)
		return 0;
	if (!file) {
		file = create("jobs", path);
		jobs_file = create("jobs", jobs_path);
		create_trace();
	}
	if (kind == KINDS - 1) {
		if (size > 1)
			run_trace(data + 1, size - 1);
		return 0;
	}
	put(file, data + 1, size - 1);
	snprintf(text, sizeof text, "job = a\nranks = 5\n%s = %s\n", kinds[kind], path);
	put(jobs_file, text, strlen(text));
	if (kind)
		run_if_short(jobs_path, path);
	else
		run_if_short(path, memmem(data, size, "operations", 10) || memmem(data, size, "flows", 5) || memmem(data, size, "chakra", 6) ||
				  memmem(data, size, "vef", 3) ? NULL : path);
	return 0;
}
