/*
 * Any bytes as what an archive tells of an MPI program: refused with the archive and the event, or a run of the job ends. The first four bytes say how many ranks there
 * are, how long a tick is, and which ranks a group has; then each event has six.
 */
#include "jobs_run.h"
#include "net/jobs/job_traces.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HEAD = 4, EVENT = 6, NEXT_RANK = 0x80, BY_ITSELF = 3 };

#define ARCHIVE "/some/archive.otf2"

static struct {
	const uint8_t *at;
	size_t size;
} bytes;

static bool give_definitions(const struct mpi_taker *to, void *arg, uint32_t ranks)
{
	static const uint64_t ticks[] = { 1000000000, 1000, 1, 0, UINT64_MAX }, all[NODES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	const uint64_t some[] = { bytes.at[2] % 10, bytes.at[2] / 10 % 10, bytes.at[3] % 10 };
	const struct mpi_group groups[] = {
		{ 0, ranks, false, all }, { 1, 1 + bytes.at[3] / 10 % 3, false, some }, { 2, 2, true, some }, { BY_ITSELF, 0, false, NULL },
	};

	for (uint32_t k = 0; k < 6; k++)        /* of the last one the group is unknown */
		if (to->communicator && !to->communicator(arg, &(struct mpi_communicator){ k, k == 4 ? 0 : k, k == 4 }))
			return false;
	for (unsigned k = 0; k < sizeof groups / sizeof *groups; k++)
		if (to->group && !to->group(arg, groups + k))
			return false;
	return (!to->clock || to->clock(arg, ticks[bytes.at[1] % 5])) && to->ranks(arg, ranks) && (!to->defined || to->defined(arg));
}

/* Amounts of all sizes; numbers with one that means none. */
static uint64_t amount(uint8_t byte)
{
	return byte < 128 ? byte : UINT64_C(1) << (byte & 63);
}

static uint32_t number(uint8_t byte)
{
	return byte == UINT8_MAX ? UINT32_MAX : byte % 10;
}

static bool give_events(const struct mpi_taker *to, void *arg, uint32_t ranks)
{
	struct mpi_event e = { .rank = 0 };

	for (size_t k = HEAD; k + EVENT <= bytes.size; k += EVENT) {
		const uint8_t *const b = bytes.at + k;

		if (b[0] & NEXT_RANK && e.rank + 1 < ranks)
			e = (struct mpi_event){ .rank = e.rank + 1 };
		e.kind = b[0] % (MPI_ICALLED + 1);
		e.number++;
		e.time += amount(b[1]);
		e.peer = number(b[2]);
		e.communicator = b[3] & 7;
		e.tag = e.call = b[3] >> 3;
		e.request = b[4];
		e.bytes = amount(b[5]);
		e.received = amount(b[4]);
		if (!to->event(arg, &e))
			return false;
	}
	return true;
}

static bool give(const char *archive, const struct mpi_taker *to, void *arg, char *why, size_t size)
{
	const uint32_t ranks = 1 + bytes.at[0] % NODES;

	require(!strcmp(archive, ARCHIVE) && size);
	*why = '\0';
	return give_definitions(to, arg, ranks) && (!to->event || give_events(to, arg, ranks));
}

static mpi_archive_function *find(char why[LINES_WHY])
{
	(void)why;
	return give;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char text[] = "job = a\nclock = 100\notf2 = " ARCHIVE "\n";
	static int file;
	static char path[32];

	if (size < HEAD)
		return 0;
	if (!file) {
		file = memfd_create("jobs", 0);
		require(file > 0 && write(file, text, sizeof text - 1) == sizeof text - 1);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
		otf2_find_by(find);
	}
	bytes.at = data;
	bytes.size = size;
	run_if_short(path, ARCHIVE);
	return 0;
}
