/* Takes definitions and events of an archive, and keeps what a graph of operations needs. */
#include "mpi_trace.h"

#include <stdarg.h>
#include <stdlib.h>

/* Ticks of a second: more is no clock. */
#define TICKS (UINT64_C(1) << 50)

bool mpi_trace_refuse(const struct mpi_trace *t, const struct mpi_event *e, const char *format, ...)
{
	char text[LINES_WHY];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	t->in->line = e->number;
	return lines_refuse(t->in, "rank %u, id %ju: %s", e->rank, (uintmax_t)e->number, text);
}

static bool take_clock(void *trace, uint64_t ticks)
{
	struct mpi_trace *const t = trace;

	if (!ticks || ticks > TICKS)
		return lines_refuse(t->in, "its clock has no ticks, or more than 2^50 in a second");
	t->ticks = ticks;
	return true;
}

static bool take_ranks(void *trace, uint32_t ranks)
{
	struct mpi_trace *const t = trace;

	if (t->ranks)
		return lines_refuse(t->in, "it has two lists of ranks");
	t->ranks = ranks;
	return ranks <= t->file->ranks || lines_refuse(t->in, "a trace of %u ranks; the job has %u", ranks, t->file->ranks);
}

static bool take_group(void *trace, const struct mpi_group *g)
{
	struct mpi_trace *const t = trace;
	uint32_t *const rank = stock_array(&t->memory, g->ranks, sizeof *rank);
	const struct mpi_ranks group = { .id = g->id, .whole = g->whole, .of = { .name = NULL, .ranks = g->ranks, .rank = rank } };

	if (!rank || !stock_push(&t->memory, &t->group, &t->groups, &group, sizeof group))
		return lines_no_memory(t->in);
	for (uint32_t k = 0; k < g->ranks; k++)
		rank[k] = g->rank[k] < UINT32_MAX ? (uint32_t)g->rank[k] : UINT32_MAX;
	return true;
}

static bool take_communicator(void *trace, const struct mpi_communicator *c)
{
	struct mpi_trace *const t = trace;
	const struct mpi_comm comm = { .is = *c };

	return stock_push(&t->memory, &t->comm, &t->comms, &comm, sizeof comm) || lines_no_memory(t->in);
}

/* Groups, and communicators, begin with their ids. */
static int by_id(const void *a, const void *b)
{
	const uint32_t *const x = a, *const y = b;

	return *x != *y ? (*x < *y ? -1 : 1) : 0;
}

struct mpi_comm *mpi_trace_comm(struct mpi_trace *t, uint32_t id)
{
	const struct mpi_comm key = { .is = { .id = id } };

	return t->comms ? bsearch(&key, t->comm, t->comms, sizeof key, by_id) : NULL;
}

static bool take_defined(void *trace)
{
	struct mpi_trace *const t = trace;

	if (!t->ranks)
		return lines_refuse(t->in, "it has no list of the ranks of MPI: no trace of an MPI program");
	if (!t->ticks)
		return lines_refuse(t->in, "it does not say how many ticks of its clock a second has");
	t->first = stock_array(&t->memory, (size_t)t->file->ranks + 1, sizeof *t->first);
	if (!t->first)
		return lines_no_memory(t->in);
	if (t->groups)
		qsort(t->group, t->groups, sizeof *t->group, by_id);
	if (t->comms)
		qsort(t->comm, t->comms, sizeof *t->comm, by_id);
	for (const struct mpi_ranks *g = t->group; g < t->group + t->groups; g++)
		for (uint32_t k = 0; k < g->of.ranks; k++)
			if (g->of.rank[k] >= t->ranks)
				return lines_refuse(t->in, "group %u has rank %u; there are %u ranks", g->id, g->of.rank[k], t->ranks);
	for (uint32_t k = 0; k < t->comms; k++) {
		const struct mpi_ranks key = { .id = t->comm[k].is.group };

		t->comm[k].ranks = t->groups ? bsearch(&key, t->group, t->groups, sizeof key, by_id) : NULL;
	}
	return true;
}

static bool keep(struct mpi_trace *t, const struct mpi_event *e)
{
	const struct mpi_op op = { .e = *e, .computed = t->computed, .other = NO_EVENT };

	t->computed = 0;
	return stock_push(&t->memory, &t->op, &t->ops, &op, sizeof op) || lines_no_memory(t->in);
}

/* Up to a rank all operations have been read; behind the last one of a rank it may compute on. */
static bool close_ranks(struct mpi_trace *t, uint32_t next)
{
	const struct mpi_event end = { .kind = MPI_APART, .rank = t->rank, .number = t->number };

	if (t->computed && !keep(t, &end))
		return false;
	while (t->rank < next)
		t->first[++t->rank] = t->ops;
	t->depth = 0;
	t->computed = 0;
	return true;
}

static bool take_event(void *trace, const struct mpi_event *e)
{
	struct mpi_trace *const t = trace;

	if (!t->begun || e->rank != t->rank) {
		if (!close_ranks(t, e->rank))
			return false;
		t->last = e->time;
		t->begun = true;
	}
	if (e->time < t->last)
		return mpi_trace_refuse(t, e, "its time is before that of the event before it");
	t->computed += t->depth ? 0 : e->time - t->last;
	t->last = e->time;
	t->number = e->number;
	if (e->kind == MPI_ONE_SIDED)
		return mpi_trace_refuse(t, e, "access to memory of other ranks is not known here");
	if (e->kind == MPI_IN || e->kind == MPI_CALL_IN)
		t->depth++;
	else if (e->kind == MPI_OUT || e->kind == MPI_CALL_OUT)
		t->depth -= t->depth > 0;
	return e->kind == MPI_IN || e->kind == MPI_OUT || e->kind == MPI_CALL_IN || e->kind == MPI_APART || keep(t, e);
}

static const struct mpi_taker all = {
	.clock = take_clock, .ranks = take_ranks, .group = take_group, .communicator = take_communicator, .defined = take_defined, .event = take_event,
};

bool mpi_trace_read(struct mpi_trace *t, mpi_archive_function *archive)
{
	char why[LINES_WHY] = "";

	t->in->line = 0;
	if (archive(t->in->path, &all, t, why, sizeof why))
		return close_ranks(t, t->file->ranks);
	return *why && lines_refuse(t->in, "%s", why);  /* else a function above has refused */
}
