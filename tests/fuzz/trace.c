/*
 * Any bytes as a trace: refused with the line of the error, or sorted by source. The first byte selects how it is read.
 */
#include "fuzz.h"
#include "net/workload/trace.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NODES = 8, MODES = 4 };

/* A file in memory that has the text. */
static int file;
static char path[32];

/* Create the file; put temporary files in memory, too, where that is possible. */
static void begin(void)
{
	if (file)
		return;
	file = memfd_create("trace", 0);
	require(file > 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	if (!access("/dev/shm", W_OK))
		setenv("TMPDIR", "/dev/shm", 1);
}

static void put(const uint8_t *data, size_t size)
{
	begin();
	require(!ftruncate(file, 0) && pwrite(file, data, size, 0) == (ssize_t)size);
}

static struct workload_config mode(unsigned choice)
{
	static const double cycle[MODES] = { 1, 4, 1e-9, 0.3 };
	static const uint64_t end[MODES] = { UINT64_MAX, 100, UINT64_MAX, 1u << 20 };

	return (struct workload_config){ .trace = path, .nodes = NODES, .own = choice & 1, .flit_bits = 64 * (1 + choice % 3), .trace_cycle = cycle[choice % MODES],
				      .end = end[choice / MODES % MODES] };
}

static void sorted(const struct trace *t, const struct workload_config *c)
{
	require(t->first[0] == 0 && t->first[NODES] == t->n);
	for (unsigned i = 0; i < NODES; i++)
		for (uint64_t k = t->first[i]; k < t->first[i + 1]; k++) {
			const struct trace_message *m = &t->message[k];

			require(m->cycle < c->end && m->flits && m->destination < NODES && (c->own || m->destination != i));
			require(k == t->first[i] || m->cycle >= m[-1].cycle);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct workload_config c = mode(size ? data[0] : 0);
	char why[TRACE_WHY];
	struct trace *t;

	if (!size)
		return 0;
	put(data + 1, size - 1);
	t = trace_open(&c, why);
	if (t)
		sorted(t, &c);
	else
		require_message(why, sizeof why, path);
	trace_close(t);
	return 0;
}
