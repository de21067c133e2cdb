/* The ranks of a run of jobs, as a checkpoint has them. */
#include "jobs.h"

#include "in_memory.h"
#include "job_steps.h"
#include "state.h"

#include <stdlib.h>

/* Memory for what is read. */
static void *room_for(void *array, size_t bytes, struct state *s)
{
	void *const wider = realloc(array, bytes ? bytes : 1);

	s->failed |= !wider;
	return wider ? wider : array;
}

/* Nodes that there are; a table of peers with a free place, where a search ends. */
static bool sound_tables(const struct jobs *j, const struct rank *r)
{
	uint32_t wishes = 0, peers = 0, places = 0;

	for (uint32_t k = 0; k < r->wishes; k++)
		wishes += r->wish[k].to < j->set->nodes && r->wish[k].flits;
	for (uint32_t k = 0; k < r->peer_room; k++) {
		peers += r->peer[k].node < j->set->nodes;
		places += r->peer[k].node == NO_NODE;
	}
	return wishes == r->wishes && peers == r->peers && peers + places == r->peer_room;
}

static void tables_state(const struct jobs *j, struct rank *r, struct state *s)
{
	if (!state_require(s, r->wishes <= state_left(s, sizeof *r->wish) && r->peer_room <= state_left(s, sizeof *r->peer) &&
		r->peers <= r->peer_room && !(r->peer_room & (r->peer_room - 1)) && (!r->peer_room || r->peers < r->peer_room)))
		return;
	if (s->reading) {
		r->wish_room = r->wishes;
		r->wish = room_for(r->wish, r->wish_room * sizeof *r->wish, s);
		r->peer = room_for(r->peer, r->peer_room * sizeof *r->peer, s);
	}
	if (s->failed)
		return;
	state_bytes(s, r->wish, r->wishes * sizeof *r->wish);
	state_bytes(s, r->peer, r->peer_room * sizeof *r->peer);
	state_require(s, sound_tables(j, r));
}

void jobs_state(struct jobs *j, unsigned node, struct state *s)
{
	struct rank *const r = jobs_rank(j, node);

	if (!r)
		return;
	const bool done = r->done;

	STATE(s, r->wishes);
	STATE(s, r->wish_number);
	STATE(s, r->taken);
	STATE(s, r->peers);
	STATE(s, r->peer_room);
	state_bool(s, &r->done);
	STATE(s, r->now);
	STATE(s, r->instance);
	STATE(s, r->step);
	STATE(s, r->waits);
	state_bool(s, &r->in_step);
	state_bool(s, &r->receives);
	STATE(s, r->arrivals);
	if (!state_require(s, r->instance <= job_instances(r->job) && (r->done || r->job->graph || (r->instance < job_instances(r->job) &&
		r->step <= job_steps(&r->job->call[r->instance % r->job->calls], r->job->ranks)))))
		return;
	if (r->job->graph) {
		const struct job_graph *const g = r->job->graph;

		STATE(s, r->ops);
		state_bytes(s, r->op, (g->first[r->number + 1] - g->first[r->number]) * sizeof *r->op);
		STATE(s, r->end[0]);
	} else {
		state_bytes(s, r->end, in_memory(r->instance * sizeof *r->end));
	}
	tables_state(j, r, s);
	j->done += s->reading && r->done && !done;
}

static uint64_t hash_call(uint64_t hash, const struct job_call *c)
{
	hash = hash_mix(hash_mix(hash, (uint64_t)c->kind << 32 | c->way), c->amount);
	hash = hash_mix(hash, (uint64_t)c->root << 1 | c->rotates);
	for (unsigned d = 0; d < c->dims; d++)
		hash = hash_mix(hash, c->dim[d]);
	return hash;
}

static uint64_t hash_job(uint64_t hash, const struct job *job)
{
	hash = hash_mix(hash_mix(hash_mix(hash, job->start), job->overhead), (uint64_t)job->ranks << 32 | job->rounds);
	hash = hash_mix(hash, job->level);
	for (unsigned k = 0; k < job->calls; k++)
		hash = hash_call(hash, &job->call[k]);
	for (uint32_t k = 0; job->graph && k < job->graph->ops; k++) {
		const struct job_op *const o = &job->graph->op[k];

		hash = hash_mix(hash_mix(hash_mix(hash, o->amount), o->at), (uint64_t)o->rank << 32 | o->peer);
		hash = hash_mix(hash_mix(hash, (uint64_t)o->edge << 32 | o->receive), o->kind);
	}
	return hash;
}

uint64_t jobs_hash(const struct jobs *j)
{
	uint64_t hash = 1;

	for (unsigned k = 0; k < j->set->jobs; k++)
		hash = hash_job(hash, &j->set->job[k]);
	for (uint32_t k = 0; k < j->set->ranks; k++)
		hash = hash_mix(hash, j->set->node[k]);
	return hash;
}
