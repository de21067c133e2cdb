/* Requests of the ranks of an MPI program, and their ends. */
#include "mpi_requests.h"

#include <stdlib.h>

struct use {
	uint64_t request;
	uint32_t op;
};

static int by_request(const void *a, const void *b)
{
	const struct use *const x = a, *const y = b;

	return x->request != y->request ? (x->request < y->request ? -1 : 1) : x->op < y->op ? -1 : 1;
}

/* A request may have the number of one that has ended: what ends it is the next use of the number. */
static void pair_uses(struct mpi_trace *t, const struct use *u, uint32_t n)
{
	for (uint32_t k = 0; k + 1 < n; k++) {
		struct mpi_op *const a = &t->op[u[k].op], *const b = &t->op[u[k + 1].op];
		const bool begins = a->e.kind == MPI_ISENDS || a->e.kind == MPI_IRECEIVES || a->e.kind == MPI_ICALL;

		if (!begins || u[k].request != u[k + 1].request)
			continue;
		if (b->e.kind == MPI_CANCELLED && a->e.kind == MPI_ISENDS)
			a->e.kind = MPI_APART;
		if (b->e.kind != a->e.kind + 1)
			continue;
		a->other = u[k + 1].op;
		b->other = u[k].op;
	}
}

bool mpi_requests_pair(struct mpi_trace *t)
{
	struct use *const u = malloc(((size_t)t->ops + 1) * sizeof *u);

	if (!u)
		return lines_refuse(t->in, "not enough memory for the file"), false;
	for (uint32_t rank = 0; rank < t->file->ranks; rank++) {
		uint32_t n = 0;

		for (uint32_t k = t->first[rank]; k < t->first[rank + 1]; k++)
			if (t->op[k].e.kind >= MPI_CANCELLED)
				u[n++] = (struct use){ t->op[k].e.request, k };
		qsort(u, n, sizeof *u, by_request);
		pair_uses(t, u, n);
	}
	free(u);
	return true;
}
