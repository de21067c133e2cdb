#include "job_graph_calls.h"

#include <stdlib.h>

bool rank_lines_op(struct rank_lines *r, const struct rank_op *o, struct rank_afters after)
{
	const struct job_graph_line line = {
		.id = r->next++, .shown = r->shown, .amount = o->amount, .tag = o->tag, .line = r->in->line, .rank = r->rank, .peer = o->peer, .kind = o->kind,
	};

	if (o->kind != OP_COMPUTE && o->peer == r->rank)
		return lines_refuse(r->in, "id %ju: rank %u sends to itself, which takes no network", (uintmax_t)r->shown, r->rank);
	return job_graph_add(r->l, r->in, &line, after.id, after.n);
}

/* A tag that messages of this operation alone have, if all of its ranks say the same of it. Tags of single messages are below 2^63. */
static uint64_t tag_of(const struct rank_call *c)
{
	uint64_t hash = hash_mix(hash_mix(c->number, c->call.amount), (uint64_t)c->call.kind << 32 | c->call.root);

	for (uint32_t k = 0; k < c->group->ranks; k++)
		hash = hash_mix(hash, c->group->rank[k]);
	return hash | UINT64_C(1) << 63;
}

/* Place of a rank in a group. NO_OP: it is not there. */
static uint32_t place_in(const struct job_group *g, uint32_t rank)
{
	for (uint32_t k = 0; k < g->ranks; k++)
		if (g->rank[k] == rank)
			return k;
	return NO_OP;
}

/* All messages of a step, and then a line that waits for all of them. ids: room for these. */
static bool write_step(struct rank_lines *r, const struct rank_call *c, const struct job_step *s, uint64_t tag, uint64_t *ids)
{
	const uint64_t before = rank_lines_last(r);
	uint32_t n = 0;

	for (uint32_t k = 0; k < s->sends; k++) {
		if (!rank_lines_op(r, &(struct rank_op){ OP_SEND, c->group->rank[job_step_to(s, k)], s->bytes, tag }, (struct rank_afters){ &before, 1 }))
			return false;
		ids[n++] = rank_lines_last(r);
	}
	for (uint32_t k = 0; k < s->receives; k++) {
		if (!rank_lines_op(r, &(struct rank_op){ OP_RECEIVE, c->group->rank[job_step_from(s, k)], 0, tag }, (struct rank_afters){ &before, 1 }))
			return false;
		ids[n++] = rank_lines_last(r);
	}
	return !n || rank_lines_op(r, &(struct rank_op){ .kind = OP_COMPUTE }, (struct rank_afters){ ids, n });
}

bool rank_lines_call(struct rank_lines *r, const struct rank_call *c, struct rank_afters after)
{
	const uint32_t place = place_in(c->group, r->rank);
	const uint64_t tag = tag_of(c);
	uint64_t *const ids = malloc(2 * ((size_t)c->group->ranks + JOB_PEERS) * sizeof *ids);
	bool good = ids && place != NO_OP;
	struct job_step s;

	if (!ids)
		lines_no_memory(r->in);
	else if (!good)
		lines_refuse(r->in, "id %ju: rank %u is not in its group '%s'", (uintmax_t)r->shown, r->rank, c->group->name);
	good = good && rank_lines_op(r, &(struct rank_op){ .kind = OP_COMPUTE }, after);
	for (unsigned step = 0; good && step < job_steps(&c->call, c->group->ranks); step++) {
		job_step(&c->call, c->group->ranks, 0, step, place, &s);
		good = write_step(r, c, &s, tag, ids);
	}
	free(ids);
	return good;
}
