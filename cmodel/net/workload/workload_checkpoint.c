/* The state of sources, as a checkpoint has it. */
#include "state.h"
#include "workload_state.h"

#include "net/jobs/jobs.h"
#include "net/workload/trace.h"

/* Roles, phases and destinations that there are; a message of the trace that is the source's. */
static bool sound(const struct workload *w, const struct source *n, unsigned node)
{
	if (n->role > SILENT_ROLE || n->partner >= w->c.nodes || n->target >= w->c.nodes || (n->role < HOT_SPOTS && n->role >= w->c.hot_spots) ||
	    (w->c.phases && n->phase >= w->c.phases))
		return false;
	return !w->trace || (n->trace.at >= w->trace->first[node] && n->trace.at <= w->trace->first[node + 1] &&
			     (n->trace.at == w->trace->first[node + 1] ? !n->trace.sent : n->trace.sent < w->trace->message[n->trace.at].flits));
}

void workload_demand_state(const struct workload *w, struct demand *d, struct state *s)
{
	uint64_t levels = w->c.sls;

	for (unsigned k = 0; w->jobs && k < w->jobs->set->jobs; k++)
		levels = w->jobs->set->job[k].level < levels ? levels : w->jobs->set->job[k].level + 1;
	STATE(s, *d);
	if (state_require(s, *(const uint8_t *)&d->last <= true))       /* a file may have a byte that is no bool */
		state_require(s, d->cycle == UINT64_MAX || (d->destination < w->c.nodes && d->flits && d->flits <= w->c.packet_flits && d->sl < levels));
}

void workload_state(struct workload *w, unsigned node, struct state *s)
{
	for (unsigned sl = 0; sl < w->c.sls; sl++)
		STATE(s, w->source[sl * w->c.nodes + node]);
	for (unsigned sl = 0; sl < w->c.sls; sl++)
		state_require(s, sound(w, &w->source[sl * w->c.nodes + node], node));
	for (unsigned sl = 0; w->next && sl < w->c.sls; sl++)
		workload_demand_state(w, &w->next[node * w->c.sls + sl], s);
	if (w->jobs)
		jobs_state(w->jobs, node, s);
}

uint64_t workload_file_hash(const struct workload *w)
{
	const struct trace *t = w->trace;
	uint64_t hash = t ? 1 : w->jobs ? jobs_hash(w->jobs) : 0;

	for (uint64_t k = 0; t && k < t->n; k++)
		hash = hash_mix(hash_mix(hash, t->message[k].cycle), (uint64_t)t->message[k].destination << 32 | t->message[k].flits);
	for (unsigned k = 0; t && k <= w->c.nodes; k++)
		hash = hash_mix(hash, t->first[k]);
	return hash;
}
