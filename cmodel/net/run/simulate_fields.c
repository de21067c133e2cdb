#include "simulate_fields.h"

#include "net/jobs/jobs_report.h"
#include "version.h"

#include <math.h>
#include <string.h>

static const char *const verdict_names[] = {
	[STATS_TRACE] = "trace", [STATS_SATURATED] = "saturated", [STATS_SHORT] = "short", [STATS_CHANGING] = "changing", [STATS_STEADY] = "steady",
};

static void add_measured(struct fields *f, const struct simulation *u, const struct stats_report *r)
{
	fields_real(f, "offered_load", workload_of_file(u->traffic.pattern) ? r->generated_load : u->traffic.load);
#define REPORTED(member, name) fields_real(f, name, r->member);
#include "net/results/stats_report.def"
#undef REPORTED
	fields_real(f, "hops_mean", r->hops_mean);
}

static void add_packets(struct fields *f, const struct simulation_result *r, bool traced)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	fields_whole(f, "packets_generated", t->generated_packets);
	fields_whole(f, "packets_injected", t->injected_packets);
	fields_whole(f, "packets_delivered", t->delivered_packets);
	fields_whole(f, "packets_lost", stats_lost(t));
	fields_whole(f, "packets_out_of_order", t->out_of_order);
	fields_whole(f, "packets_refused", r->counts.refused);
	if (traced) {
		fields_whole(f, "trace_messages_left", r->trace_late);
		fields_whole(f, "trace_packets_left", r->trace_outside);
	}
	fields_flag(f, "drained", r->drained);
	fields_whole(f, "flit_hops", t->flit_hops);
}

static void add_state(struct fields *f, const struct stats_report *r)
{
	fields_word(f, "state", verdict_names[r->verdict]);
#define STEADINESS(member, name) fields_real(f, name, r->member);
#include "net/results/stats_report.def"
#undef STEADINESS
}

static void add_congestion(struct fields *f, const struct simulation_result *r)
{
	const struct switch_counts *c = &r->stats->switches;

	fields_whole(f, "saqs_peak", r->report.saqs_peak);
	fields_real(f, "saqs_mean", r->report.saqs_mean);
	fields_whole(f, "saqs_peak_switch", c->lines_peak);
	fields_whole(f, "detections", c->detections);
	fields_whole(f, "notifications", c->notifications);
	fields_whole(f, "notifications_lost", c->notifications_lost);
	fields_whole(f, "packets_set_aside", c->set_aside);
	fields_whole(f, "xoff_sent", c->xoff_sent);
	fields_whole(f, "xon_sent", c->xon_sent);
}

static void add_worms(struct fields *f, const struct simulation_result *r)
{
	const struct stats_worms_report *w = &r->report.worms;

	fields_whole(f, "window_packets", w->packets);
	fields_real(f, "window_network_latency_mean", w->granted);
	fields_real(f, "window_loaded_latency_mean", w->loaded);
	fields_real(f, "window_latency_mean", w->wanted);
	fields_real(f, "full_mean", r->report.saqs_mean);
	fields_whole(f, "full_peak", r->report.saqs_peak);
	fields_real(f, "estimate_mean", w->estimate);
	fields_real(f, "threshold_mean", w->threshold);
	fields_real(f, "throttled", w->throttled);
	fields_whole(f, "packets_recovered", r->stats->switches.detections);
	if (!r->stats->config.meta_links)
		return;
	fields_real(f, "gather_least", r->report.gathers.least);
	fields_real(f, "gather_mean", r->report.gathers.mean);
	fields_real(f, "gather_most", r->report.gathers.most);
	fields_whole(f, "gathers_late", r->stats->shard[0].late);
	fields_real(f, "metapacket_share", r->report.gathers.share);
}

/* Names of a service level: as for all packets. */
static void add_levels(struct fields *f, const struct simulation *u, const struct stats *s)
{
	for (unsigned sl = 0; u->network.sls > 1 && sl < u->network.sls; sl++) {
		const struct stats_level_report r = stats_level_report(s, sl);

		snprintf(f->of, sizeof f->of, "sl%u_", sl);
		fields_real(f, "offered_load", u->traffic.sl_load[sl]);
		fields_real(f, "generated_load", r.generated_load);
		fields_real(f, "accepted_load", r.accepted_load);
		fields_real(f, "latency_mean", r.latency_mean);
		fields_real(f, "latency_p99", r.latency_p99);
		fields_real(f, "latency_max", r.latency_max);
		fields_real(f, "network_latency_mean", r.network_mean);
		fields_whole(f, "packets_delivered", r.delivered_packets);
	}
	*f->of = '\0';
}

/* Of a VC: sums over its service levels. */
static void add_vcs(struct fields *f, const struct simulation *u, const struct simulation_result *r)
{
	for (unsigned vc = 0; vc < simulation_vcs(u); vc++) {
		const struct stats_level_report sum = stats_levels_sum(r->stats, simulation_levels_of_vc(u, vc));

		snprintf(f->of, sizeof f->of, "vc%u_", vc);
		fields_real(f, "generated_load", sum.generated_load);
		fields_real(f, "accepted_load", sum.accepted_load);
		fields_whole(f, "packets_delivered", sum.delivered_packets);
	}
	*f->of = '\0';
	if (u->network.shape.by_cells) {
		fields_whole(f, "node_xoff_received", r->counts.xoffs);
		fields_whole(f, "node_xoff_lost", r->counts.xoffs_dropped);
	}
}

static void add_messages(struct fields *f, const struct messages_report *m)
{
	const struct { const char *name; double value; } reals[] = {
		{ "message_time_mean", m->time_mean }, { "message_time_p50", m->time_p50 }, { "message_time_p99", m->time_p99 },
		{ "message_time_p999", m->time_p999 }, { "message_time_max", m->time_max },
		{ "message_slowdown_mean", m->slowdown_mean }, { "message_slowdown_p50", m->slowdown_p50 }, { "message_slowdown_p99", m->slowdown_p99 },
		{ "message_slowdown_p999", m->slowdown_p999 }, { "message_slowdown_max", m->slowdown_max },
	};

	fields_whole(f, "messages", m->messages);
	for (unsigned k = 0; k < sizeof reals / sizeof *reals; k++)
		fields_real(f, reals[k].name, m->messages ? reals[k].value : NAN);
}

static void add_call(struct fields *f, unsigned number, const struct job_report *j, unsigned call)
{
	const struct job_call_report r = job_call_report(j, call);

	if (j->call[call].kind == CALL_COMPUTE)
		return;
	snprintf(f->of, sizeof f->of, "job%u_call%u_", number, call);
	fields_word(f, "operation", job_call_names[j->call[call].kind]);
	fields_whole(f, "rounds", r.times);
	fields_real(f, "cycles_mean", r.mean);
	fields_real(f, "cycles_max", r.max);
	fields_real(f, "idle_cycles", r.idle);
	fields_real(f, "slowdown", r.slowdown);
}

static void add_job(struct fields *f, unsigned number, const struct job_report *j)
{
	snprintf(f->of, sizeof f->of, "job%u_", number);
	fields_word(f, "name", j->name);
	fields_whole(f, "ranks", j->ranks);
	fields_whole(f, "level", j->level);
	fields_whole(f, "begin", j->whole.begin);
	fields_real(f, "cycles", job_span_cycles(&j->whole));
	fields_whole(f, "idle_cycles", j->whole.idle);
	fields_real(f, "slowdown", job_span_slowdown(&j->whole));
	add_messages(f, &j->messages);
	for (unsigned call = 0; call < j->calls; call++)
		add_call(f, number, j, call);
}

/* What jobs took, by name: docs/study/workloads.md. */
static void add_jobs(struct fields *f, const struct jobs_report *r)
{
	double end = 0;

	for (unsigned k = 0; k < r->jobs; k++)
		end = r->job[k].whole.end == UINT64_MAX ? NAN : end + fmax(0, (double)r->job[k].whole.end - end);
	fields_real(f, "jobs_end", end);
	add_messages(f, &r->messages);
	for (unsigned k = 0; k < r->jobs; k++)
		add_job(f, k, &r->job[k]);
	*f->of = '\0';
}

static void add_run(struct fields *f, const struct simulation *u, const struct simulation_result *r)
{
	fields_word(f, "version", SLUICE_VERSION);
	fields_flag(f, "good", !r->failed);
	if (r->failed)
		fields_word(f, "why", r->why);
	fields_whole(f, "nodes", u->network.topology.nodes);
	fields_whole(f, "switches", u->network.topology.switches);
	fields_whole(f, "traffic_cycles", r->traffic_cycles);
	fields_flag(f, "complete", r->complete);
	fields_whole(f, "drain_cycles", r->cycles > r->traffic_cycles ? r->cycles - r->traffic_cycles : 0);
}

void simulate_fields_results(const struct simulation *u, const struct simulation_result *r, struct fields *f)
{
	add_measured(f, u, &r->report);
	add_packets(f, r, u->traffic.pattern == PATTERN_TRACE);
	add_state(f, &r->report);
	if (u->network.shape.by_flits)
		add_worms(f, r);
	else
		add_congestion(f, r);
	add_levels(f, u, r->stats);
	add_vcs(f, u, r);
	if (r->jobs)
		add_jobs(f, r->jobs);
	add_run(f, u, r);
}

void simulate_fields(const struct simulation *u, const struct simulation_result *r, struct fields *f)
{
	simulate_fields_results(u, r, f);
	fields_whole(f, "bytes", r->bytes);
	fields_real(f, "cpu_seconds", r->cpu_seconds);
	fields_real(f, "elapsed_seconds", r->seconds);
}

/* The options of a run. Those of a topology are the first; they say nothing of a real fabric. */
static const struct option_row *rows_of(const struct simulation *u)
{
	return u->o.fabric ? option_find(simulate_rows, "fabric") : simulate_rows;
}

void simulate_fields_config(const struct simulation *u, const void *backend, const struct option_row *backend_rows, struct fields *f)
{
	char text[PARAMS_WHY];

	strcpy(f->of, "config.switch.");
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!simulation_has(u, d))
			continue;
		params_text(simulation_params(u, d), d, text, sizeof text);
		(d->type == PARAM_NUMBER ? fields_raw : fields_word)(f, d->name, text);
	}
	strcpy(f->of, "config.");
	fields_options(f, &u->o, rows_of(u));
	fields_options(f, backend, backend_rows);
}

void simulate_inputs(const struct simulation *u, simulate_input *each, void *to)
{
	char text[OPTION_TEXT];

	for (const struct option_row *row = rows_of(u); row->name; row++) {
		option_text(row, &u->o, text, sizeof text);
		for (char *c = text; *c; c++)
			*c = (unsigned char)*c < ' ' ? '?' : *c;
		if (row->use == OPTION_RESULT && *text)
			each(row->key, text, to);
	}
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!simulation_has(u, d))
			continue;
		params_text(simulation_params(u, d), d, text, sizeof text);
		each(d->name, text, to);
	}
}

static void write_input(const char *key, const char *value, void *f)
{
	fprintf(f, "# %s = %s\n", key, value);
}

void simulate_write_config(const struct simulation *u, FILE *f)
{
	simulate_inputs(u, write_input, f);
}

bool simulate_fields_have(const struct simulation *u, const char *name)
{
	char why[LINES_WHY];
	struct job_set *const set = u->stats.jobs ? job_set_open(u->traffic.jobs, u->traffic.nodes, u->traffic.seed, why) : NULL;
	struct simulation_result none = { .stats = stats_new(&u->stats), .jobs = set ? jobs_report(set, NULL, NULL, NULL) : NULL };
	struct fields f = { .n = 0 };
	bool have = false;

	if (none.stats) {
		stats_merge(none.stats);
		simulate_fields(u, &none, &f);
		have = fields_find(&f, name);
	}
	fields_free(&f);
	simulation_result_free(&none);
	job_set_free(set);
	return have;
}
