#include "sim.h"

#include "csv.h"

#include <inttypes.h>
#include <math.h>

/* The end of a line. Without a message or a computation there is nothing to compare. */
static void print_slowdown(const char *separator, double slowdown, FILE *f)
{
	if (!isnan(slowdown))
		fprintf(f, "%s%.3f times as long as in an idle network", separator, slowdown);
	fputc('\n', f);
}

static void print_call(const struct job_report *j, unsigned call, FILE *f)
{
	const struct job_call *const c = &j->call[call];
	const struct job_call_report r = job_call_report(j, call);

	if (c->kind == CALL_COMPUTE || !r.times)
		return;
	fprintf(f, "            %s, %s", job_call_names[c->kind], job_way_names[c->way]);
	if (c->kind != CALL_BARRIER)
		fprintf(f, ", %" PRIu64 " bytes", c->amount);
	fprintf(f, ": %" PRIu64 " time%s, mean %.1f cycles, at most %.0f", r.times, r.times == 1 ? "" : "s", r.mean, r.max);
	print_slowdown("; ", r.slowdown, f);
}

static void print_job(const struct job_report *j, const char *title, bool levels, FILE *f)
{
	fprintf(f, "%-12s%s: %" PRIu32 " ranks, ", title, j->name, j->ranks);
	if (levels)
		fprintf(f, "level %u, ", j->level);
	fprintf(f, "from cycle %" PRIu64, j->whole.begin);
	if (j->whole.end == UINT64_MAX) {
		fprintf(f, ", not done\n");
	} else {
		fprintf(f, " %.0f cycles", job_span_cycles(&j->whole));
		print_slowdown(", ", job_span_slowdown(&j->whole), f);
	}
	for (unsigned call = 0; call < j->calls; call++)
		print_call(j, call, f);
}

static void print_messages(const struct messages_report *m, unsigned flit_bits, FILE *f)
{
	if (!m->messages)
		return;
	fprintf(f, "messages    %" PRIu64 ", mean %.1f bytes; mean %.1f cycles, median %.0f, 99 %% within %.0f, 99.9 %% within %.0f, at most %.0f\n", m->messages,
		(double)m->flits * flit_bits / 8 / (double)m->messages, m->time_mean, m->time_p50, m->time_p99, m->time_p999, m->time_max);
	fprintf(f, "slowdown    of messages: mean %.2f, median %.2f, 99 %% within %.2f, 99.9 %% within %.2f, at most %.2f\n", m->slowdown_mean, m->slowdown_p50,
		m->slowdown_p99, m->slowdown_p999, m->slowdown_max);
}

void sim_print_jobs(const struct jobs_report *r, unsigned flit_bits, FILE *f)
{
	bool levels = false;

	for (unsigned k = 0; k < r->jobs; k++)
		levels = levels || r->job[k].level;
	for (unsigned k = 0; k < r->jobs; k++)
		print_job(&r->job[k], k ? "" : "jobs", levels, f);
	print_messages(&r->messages, flit_bits, f);
}

/* Empty cells where it has not ended. */
static void write_span(const struct job_span *s, FILE *f)
{
	fprintf(f, ",%" PRIu64, s->begin);
	csv_real(f, s->end == UINT64_MAX ? NAN : (double)s->end, 0);
	csv_real(f, job_span_cycles(s), 0);
	fprintf(f, ",%" PRIu64, s->idle);
	csv_real(f, job_span_slowdown(s), 4);
	fputc('\n', f);
}

static void write_job(const struct job_report *j, FILE *f)
{
	for (uint64_t k = 0; j->instance && k < j->rounds * j->calls; k++) {
		const struct job_call *const c = &j->call[k % j->calls];

		if (c->kind == CALL_COMPUTE || j->instance[k].begin == UINT64_MAX)
			continue;
		fprintf(f, "%s,%s,%s,%" PRIu64 ",%" PRIu64, j->name, job_call_names[c->kind], job_way_names[c->way], c->kind == CALL_BARRIER ? 0 : c->amount, k / j->calls);
		write_span(&j->instance[k], f);
	}
	fprintf(f, "%s,job,,,", j->name);
	write_span(&j->whole, f);
}

void sim_write_jobs(const struct jobs_report *r, FILE *f)
{
	fputs("job,operation,way,bytes,round,begin,end,cycles,idle_cycles,slowdown\n", f);
	for (unsigned k = 0; k < r->jobs; k++)
		write_job(&r->job[k], f);
}
