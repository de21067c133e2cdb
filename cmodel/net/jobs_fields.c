#include "jobs_fields.h"

#include <math.h>

/* A name behind what it is of: job0_messages. */
static void add(struct fields *f, const char *of, const char *name, double value)
{
	char whole[FIELD_NAME];

	snprintf(whole, sizeof whole, "%s%s", of, name);
	fields_real(f, whole, value);
}

static void add_whole(struct fields *f, const char *of, const char *name, uint64_t value)
{
	char whole[FIELD_NAME];

	snprintf(whole, sizeof whole, "%s%s", of, name);
	fields_whole(f, whole, value);
}

static void add_word(struct fields *f, const char *of, const char *name, const char *value)
{
	char whole[FIELD_NAME];

	snprintf(whole, sizeof whole, "%s%s", of, name);
	fields_word(f, whole, value);
}

static void add_messages(struct fields *f, const char *of, const struct messages_report *m)
{
	const struct { const char *name; double value; } reals[] = {
		{ "message_time_mean", m->time_mean }, { "message_time_p50", m->time_p50 }, { "message_time_p99", m->time_p99 },
		{ "message_time_p999", m->time_p999 }, { "message_time_max", m->time_max },
		{ "message_slowdown_mean", m->slowdown_mean }, { "message_slowdown_p50", m->slowdown_p50 }, { "message_slowdown_p99", m->slowdown_p99 },
		{ "message_slowdown_p999", m->slowdown_p999 }, { "message_slowdown_max", m->slowdown_max },
	};

	add_whole(f, of, "messages", m->messages);
	for (unsigned k = 0; k < sizeof reals / sizeof *reals; k++)
		add(f, of, reals[k].name, m->messages ? reals[k].value : NAN);
}

static void add_call(struct fields *f, const char *job, const struct job_report *j, unsigned call)
{
	const struct job_call_report r = job_call_report(j, call);
	char of[FIELD_NAME / 2];

	if (j->call[call].kind == CALL_COMPUTE)
		return;
	snprintf(of, sizeof of, "%scall%u_", job, call);
	add_word(f, of, "operation", job_call_names[j->call[call].kind]);
	add_whole(f, of, "rounds", r.times);
	add(f, of, "cycles_mean", r.mean);
	add(f, of, "cycles_max", r.max);
	add(f, of, "idle_cycles", r.idle);
	add(f, of, "slowdown", r.slowdown);
}

static void add_job(struct fields *f, unsigned number, const struct job_report *j)
{
	char of[FIELD_NAME / 4];

	snprintf(of, sizeof of, "job%u_", number);
	add_word(f, of, "name", j->name);
	add_whole(f, of, "ranks", j->ranks);
	add_whole(f, of, "level", j->level);
	add_whole(f, of, "begin", j->whole.begin);
	add(f, of, "cycles", job_span_cycles(&j->whole));
	add_whole(f, of, "idle_cycles", j->whole.idle);
	add(f, of, "slowdown", job_span_slowdown(&j->whole));
	add_messages(f, of, &j->messages);
	for (unsigned call = 0; call < j->calls; call++)
		add_call(f, of, j, call);
}

void jobs_fields(struct fields *f, const struct jobs_report *r)
{
	double end = 0;

	for (unsigned k = 0; k < r->jobs; k++)
		end = r->job[k].whole.end == UINT64_MAX ? NAN : end + fmax(0, (double)r->job[k].whole.end - end);
	add(f, "", "jobs_end", end);
	add_messages(f, "", &r->messages);
	for (unsigned k = 0; k < r->jobs; k++)
		add_job(f, k, &r->job[k]);
}
