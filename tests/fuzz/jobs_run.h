#pragma once

#include "fuzz.h"
#include "net/jobs/jobs.h"

#include <string.h>

/* Runs of jobs that a target has made from bytes: without a network, each packet arrives when it is sent. */
enum { NODES = 8, PACKET = 60000, FLIT_BITS = 64, MOST = 2000 };

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
	require(j->done + j->at_once == j->set->ranks);
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
