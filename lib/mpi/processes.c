/* The processes of a run that mpirun started, as cmodel/net/engine/processes.h wants them: by MPI. */
#include "net/engine/processes.h"
#include "program.h"
#include "seconds.h"
#include "started.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	FIRST = 1 << 16,                /* bytes of the first message of a mail: most are not longer */
	LOOKS = 64,                     /* at messages, between two at the clock */
	PATIENT_US = 2000, HASTY_US = 20,       /* before other programs get the processor: where each process has one, and where there are more processes */
	SILENT_MS = 500,                /* after a signal, until others are taken to have ended */
	TAG = 1
};

static struct processes processes;
static const struct started_calls *calls;
static MPI_Request *request;            /* two for each mail */
static long patience;                   /* microseconds */

/* Microseconds of a wait. */
struct wait {
	long begun, signalled;          /* 0: not yet */
};

/* Nothing has come so far. */
static void look_around(struct wait *w)
{
	const long us = (long)(1e6 * seconds(CLOCK_MONOTONIC));

	w->begun = w->begun ? w->begun : us;
	if (us - w->begun < patience)
		return;
	sched_yield();
	if (!calls->signal())
		return;
	w->signalled = w->signalled ? w->signalled : us;
	if (us - w->signalled > SILENT_MS * 1000)
		calls->lost();
}

/* Wait for all messages. */
static void finish(unsigned requests)
{
	struct wait w = { .begun = 0 };
	int done = 0;

	for (unsigned looks = 1; !done; looks++) {
		MPI_Testall((int)requests, request, &done, MPI_STATUSES_IGNORE);
		if (!done && looks % LOOKS == 0)
			look_around(&w);
	}
}

static void sum(uint64_t *value, size_t n)
{
	for (size_t at = 0; at < n; at += INT_MAX) {
		MPI_Iallreduce(MPI_IN_PLACE, value + at, (int)(n - at < INT_MAX ? n - at : INT_MAX), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD, request);
		finish(1);
	}
}

static void least(uint64_t *value)
{
	MPI_Iallreduce(MPI_IN_PLACE, value, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD, request);
	finish(1);
}

/* MPI counts in int. */
static int piece(size_t bytes)
{
	return (int)(bytes < INT_MAX ? bytes : INT_MAX);
}

static void tell(unsigned from, void *data, size_t bytes)
{
	char *at = data;

	for (size_t done = 0; done < bytes; done += (size_t)piece(bytes - done)) {
		MPI_Ibcast(at + done, piece(bytes - done), MPI_BYTE, (int)from, MPI_COMM_WORLD, request);
		finish(1);
	}
}

static void give(const void *data, size_t bytes)
{
	const char *at = data;

	for (size_t done = 0; done < bytes; done += (size_t)piece(bytes - done)) {
		MPI_Isend(at + done, piece(bytes - done), MPI_BYTE, 0, TAG, MPI_COMM_WORLD, request);
		finish(1);
	}
}

static void take(unsigned from, void *data, size_t bytes)
{
	char *at = data;

	for (size_t done = 0; done < bytes; done += (size_t)piece(bytes - done)) {
		MPI_Irecv(at + done, piece(bytes - done), MPI_BYTE, (int)from, TAG, MPI_COMM_WORLD, request);
		finish(1);
	}
}

static bool widen(struct mail_bytes *b, size_t bytes)
{
	char *at = b->room < bytes ? realloc(b->at, bytes) : b->at;

	if (!at)
		return false;
	b->room = b->room < bytes ? bytes : b->room;
	b->at = at;
	return true;
}

static uint64_t *length(const struct mail_bytes *b)
{
	return (uint64_t *)(void *)b->at;
}

static void send(struct mail *m, unsigned n)
{
	unsigned requests = 0;

	for (struct mail *x = m; x < m + n; x++) {
		if (!widen(&x->in, FIRST) || !widen(&x->out, FIRST))
			MPI_Abort(MPI_COMM_WORLD, STARTED_NO_MEMORY);   /* others would wait */
		*length(&x->out) = x->out.size;
		MPI_Irecv(x->in.at, FIRST, MPI_BYTE, (int)x->with, TAG, MPI_COMM_WORLD, request + requests++);
		MPI_Isend(x->out.at, (int)(x->out.size < FIRST ? x->out.size : FIRST), MPI_BYTE, (int)x->with, TAG, MPI_COMM_WORLD, request + requests++);
	}
}

static void receive(struct mail *m, unsigned n)
{
	unsigned requests = 0;

	finish(2 * n);
	for (struct mail *x = m; x < m + n; x++) {
		x->in.size = *length(&x->in);
		if (!widen(&x->in, x->in.size))
			MPI_Abort(MPI_COMM_WORLD, STARTED_NO_MEMORY);
		if (x->in.size > FIRST)
			MPI_Irecv(x->in.at + FIRST, (int)(x->in.size - FIRST), MPI_BYTE, (int)x->with, TAG, MPI_COMM_WORLD, request + requests++);
		if (x->out.size > FIRST)
			MPI_Isend(x->out.at + FIRST, (int)(x->out.size - FIRST), MPI_BYTE, (int)x->with, TAG, MPI_COMM_WORLD, request + requests++);
	}
	finish(requests);
}

static void end(void)
{
	MPI_Finalize();
	free(request);
}

/* Processes on this machine. */
static int count_here(void)
{
	MPI_Comm here;
	int count = 1;

	if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here) == MPI_SUCCESS) {
		MPI_Comm_size(here, &count);
		MPI_Comm_free(&here);
	}
	return count;
}

const struct processes *started_processes(const struct started_calls *c)
{
	int level, number, count;

	calls = c;
	/* What most mails have goes through shared memory in one piece, unless the user has said something else. By the names of Open MPI 4 and 5. */
	setenv("OMPI_MCA_btl_vader_eager_limit", "65536", 0);
	setenv("OMPI_MCA_btl_sm_eager_limit", "65536", 0);
	if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS || level < MPI_THREAD_SERIALIZED)
		return NULL;
	MPI_Comm_rank(MPI_COMM_WORLD, &number);
	MPI_Comm_size(MPI_COMM_WORLD, &count);
	patience = count_here() <= sysconf(_SC_NPROCESSORS_ONLN) ? PATIENT_US : HASTY_US;
	request = calloc((size_t)count, 2 * sizeof *request);
	if (!request)
		return NULL;
	processes = (struct processes){
		.number = (unsigned)number, .count = (unsigned)count, .sum = sum, .least = least, .tell = tell, .send = send, .receive = receive, .give = give, .take = take, .end = end,
	};
	return &processes;
}

const char *started_sources(void)
{
	return program_sources;
}
