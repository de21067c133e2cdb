#include "jobs_report.h"

#include "in_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct messages_report messages_of(const struct stats_messages *m)
{
	const double one = STATS_SLOWDOWN;

	return (struct messages_report){
		.messages = m->time.n, .flits = m->flits,
		.time_mean = histogram_mean(&m->time), .time_p50 = histogram_quantile(&m->time, 0.5), .time_p99 = histogram_quantile(&m->time, 0.99),
		.time_p999 = histogram_quantile(&m->time, 0.999), .time_max = (double)m->time.max,
		.slowdown_mean = histogram_mean(&m->slowdown) / one, .slowdown_p50 = histogram_quantile(&m->slowdown, 0.5) / one,
		.slowdown_p99 = histogram_quantile(&m->slowdown, 0.99) / one, .slowdown_p999 = histogram_quantile(&m->slowdown, 0.999) / one,
		.slowdown_max = (double)m->slowdown.max / one,
	};
}

static bool all_messages(struct jobs_report *r, const struct stats_messages *of_job)
{
	struct stats_messages *const sum = calloc(1, sizeof *sum);

	for (unsigned k = 0; sum && k < r->jobs; k++) {
		r->job[k].messages = messages_of(&of_job[k]);
		sum->flits += of_job[k].flits;
		histogram_merge(&sum->time, &of_job[k].time);
		histogram_merge(&sum->slowdown, &of_job[k].slowdown);
	}
	if (sum)
		r->messages = messages_of(sum);
	free(sum);
	return sum;
}

/* The end of an instance at its last rank; that before the first one is the start. */
static uint64_t end_of(const struct jobs *jobs, const struct job *j, uint64_t instances)
{
	uint64_t end = instances ? 0 : j->start;

	for (uint32_t rank = 0; instances && rank < j->ranks; rank++) {
		const uint64_t one = jobs_end(jobs, j->first + rank, instances - 1);

		end = one > end ? one : end;
	}
	return end;
}

/* What a job is. */
static bool describe(struct job_report *r, const struct job *j)
{
	snprintf(r->name, sizeof r->name, "%s", j->name);
	r->ranks = j->ranks;
	r->level = (unsigned)j->level;
	r->calls = j->calls;
	r->whole = (struct job_span){ .begin = j->start, .end = UINT64_MAX };
	r->call = calloc(j->calls + 1, sizeof *r->call);
	if (r->call && j->calls)
		memcpy(r->call, j->call, j->calls * sizeof *r->call);
	return r->call;
}

static bool report_job(struct job_report *r, const struct jobs *jobs, const struct job *j, const struct network_config *c, unsigned flit_bits)
{
	const uint64_t instances = job_instances(j);

	if (!describe(r, j))
		return false;
	r->rounds = j->rounds;
	r->whole = (struct job_span){ .begin = j->start, .end = end_of(jobs, j, instances) };
	r->instance = j->graph ? NULL : calloc(in_memory(instances), sizeof *r->instance);
	for (uint64_t k = 0; r->instance && k < instances; k++) {
		r->instance[k].begin = end_of(jobs, j, k);
		r->instance[k].end = end_of(jobs, j, k + 1);
	}
	return (r->instance || j->graph) && jobs_idle(r, jobs_set(jobs), j, c, flit_bits);
}

static struct jobs_report *report_of(unsigned jobs)
{
	struct jobs_report *const r = calloc(1, sizeof *r);

	if (!r || !(r->job = calloc(jobs, sizeof *r->job))) {
		free(r);
		return NULL;
	}
	r->jobs = jobs;
	return r;
}

struct jobs_report *jobs_report_none(const struct job_set *set)
{
	struct jobs_report *const r = report_of(set->jobs);
	bool good = r;

	for (unsigned k = 0; good && k < set->jobs; k++)
		good = describe(&r->job[k], &set->job[k]);
	if (good)
		return r;
	jobs_report_free(r);
	return NULL;
}

struct jobs_report *jobs_report(const struct jobs *jobs, const struct network_config *c, const struct stats *s, unsigned flit_bits)
{
	const struct job_set *const set = jobs_set(jobs);
	struct jobs_report *const r = report_of(set->jobs);
	bool good = r;

	for (unsigned k = 0; good && k < set->jobs; k++)
		good = report_job(&r->job[k], jobs, &set->job[k], c, flit_bits);
	if (good && all_messages(r, s->shard[0].messages))
		return r;
	jobs_report_free(r);
	return NULL;
}

void jobs_report_free(struct jobs_report *r)
{
	if (!r)
		return;
	for (unsigned k = 0; k < r->jobs; k++) {
		free(r->job[k].instance);
		free(r->job[k].call);
	}
	free(r->job);
	free(r);
}

struct job_call_report job_call_report(const struct job_report *j, unsigned call)
{
	struct job_call_report r = { .mean = 0 };

	for (uint64_t round = 0; round < j->rounds; round++) {
		const struct job_span *const s = &j->instance[round * j->calls + call];

		if (s->end == UINT64_MAX)
			break;
		r.times++;
		r.mean += job_span_cycles(s);
		r.max = fmax(r.max, job_span_cycles(s));
		r.idle += (double)s->idle;
	}
	r.mean = r.times ? r.mean / (double)r.times : NAN;
	r.max = r.times ? r.max : NAN;
	r.idle = r.times ? r.idle / (double)r.times : NAN;
	r.slowdown = r.idle > 0 ? r.mean / r.idle : NAN;
	return r;
}

double job_span_cycles(const struct job_span *s)
{
	return s->end == UINT64_MAX ? NAN : (double)(s->end - s->begin);
}

double job_span_slowdown(const struct job_span *s)
{
	return s->idle ? job_span_cycles(s) / (double)s->idle : NAN;
}
