/*
 * Any bytes as a file of jobs, of operations, of flows, or as a trace of Chakra or VEF: refused with the place of the error, or a run of them ends. The first byte selects
 * what it is; in one of Chakra a second one is the length of the first file.
 */
#include "jobs_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KINDS = 5, TRACE = 100, TRACE_RANKS = 3 };

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
