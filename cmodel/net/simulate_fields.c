#include "simulate_fields.h"

#include "jobs_fields.h"
#include "version.h"

static const char *const verdict_names[] = {
	[STATS_TRACE] = "trace", [STATS_SATURATED] = "saturated", [STATS_SHORT] = "short", [STATS_CHANGING] = "changing", [STATS_STEADY] = "steady",
};

static void add_loads(struct fields *f, const struct simulation *u, const struct stats_report *r)
{
	fields_real(f, "offered_load", workload_of_file(u->traffic.pattern) ? r->generated_load : u->traffic.load);
	fields_real(f, "accepted_load", r->accepted_load);
	fields_real(f, "generated_load", r->generated_load);
	fields_real(f, "injected_load", r->injected_load);
	fields_real(f, "accepted_load_least", r->least_accepted);
	fields_real(f, "accepted_load_most", r->most_accepted);
	fields_real(f, "pattern_accepted_load", r->pattern_accepted);
	fields_real(f, "cold_accepted_load", r->cold_accepted);
	fields_real(f, "cold_pattern_accepted_load", r->cold_pattern_accepted);
	fields_real(f, "cold_latency_mean", r->cold_latency);
}

static void add_latencies(struct fields *f, const struct stats_report *r)
{
	fields_real(f, "latency_mean", r->latency_mean);
	fields_real(f, "latency_p50", r->latency_p50);
	fields_real(f, "latency_p90", r->latency_p90);
	fields_real(f, "latency_p99", r->latency_p99);
	fields_real(f, "latency_p999", r->latency_p999);
	fields_real(f, "latency_max", r->latency_max);
	fields_real(f, "network_latency_mean", r->network_mean);
	fields_real(f, "network_latency_p99", r->network_p99);
	fields_real(f, "network_latency_max", r->network_max);
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
	fields_real(f, "sources_behind", r->behind);
	fields_real(f, "drift_load", r->drift_load);
	fields_real(f, "drift_latency", r->drift_latency);
	fields_real(f, "spread_load", r->spread_load);
	fields_real(f, "spread_latency", r->spread_latency);
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
}

/* Names of a service level: as for all packets, behind sl0_ and so on. */
static void add_level(struct fields *f, unsigned sl, double offered, const struct stats_level_report *r)
{
	const struct { const char *key; double value; } reals[] = {
		{ "offered_load", offered }, { "generated_load", r->generated_load }, { "accepted_load", r->accepted_load },
		{ "latency_mean", r->latency_mean }, { "latency_p99", r->latency_p99 }, { "latency_max", r->latency_max },
		{ "network_latency_mean", r->network_mean },
	};
	char name[FIELD_NAME];

	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++) {
		snprintf(name, sizeof name, "sl%u_%s", sl, reals[i].key);
		fields_real(f, name, reals[i].value);
	}
	snprintf(name, sizeof name, "sl%u_packets_delivered", sl);
	fields_whole(f, name, r->delivered_packets);
}

static void add_levels(struct fields *f, const struct simulation *u, const struct stats *s)
{
	for (unsigned sl = 0; u->network.sls > 1 && sl < u->network.sls; sl++) {
		const struct stats_level_report r = stats_level_report(s, sl);

		add_level(f, sl, u->traffic.sl_load[sl], &r);
	}
}

/* Names of a VC: sums over its service levels, behind vc0_ and so on. */
static void add_vc(struct fields *f, const struct simulation *u, const struct stats *s, unsigned vc)
{
	const struct stats_sum sum = stats_levels_sum(s, simulation_levels_of_vc(u, vc));
	char name[FIELD_NAME];

	snprintf(name, sizeof name, "vc%u_generated_load", vc);
	fields_real(f, name, sum.generated_load);
	snprintf(name, sizeof name, "vc%u_accepted_load", vc);
	fields_real(f, name, sum.accepted_load);
	snprintf(name, sizeof name, "vc%u_packets_delivered", vc);
	fields_whole(f, name, sum.delivered_packets);
}

static void add_vcs(struct fields *f, const struct simulation *u, const struct simulation_result *r)
{
	for (unsigned vc = 0; vc < simulation_vcs(u); vc++)
		add_vc(f, u, r->stats, vc);
	if (u->network.shape.by_cells) {
		fields_whole(f, "node_xoff_received", r->counts.xoffs);
		fields_whole(f, "node_xoff_lost", r->counts.xoffs_dropped);
	}
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

static void add_effort(struct fields *f, const struct simulation_result *r)
{
	fields_whole(f, "bytes", r->bytes);
	fields_real(f, "cpu_seconds", r->cpu_seconds);
	fields_real(f, "elapsed_seconds", r->seconds);
}

void simulate_fields_results(const struct simulation *u, const struct simulation_result *r, struct fields *f)
{
	add_loads(f, u, &r->report);
	add_latencies(f, &r->report);
	add_packets(f, r, u->traffic.pattern == PATTERN_TRACE);
	add_state(f, &r->report);
	if (u->network.shape.by_flits)
		add_worms(f, r);
	else
		add_congestion(f, r);
	add_levels(f, u, r->stats);
	add_vcs(f, u, r);
	if (r->jobs)
		jobs_fields(f, r->jobs);
	add_run(f, u, r);
}

void simulate_fields(const struct simulation *u, const struct simulation_result *r, struct fields *f)
{
	simulate_fields_results(u, r, f);
	add_effort(f, r);
}

/* The options of a run. Those of a topology are the first; they say nothing of a real fabric. */
static const struct option_row *rows_of(const struct simulation *u)
{
	return u->o.fabric ? option_find(simulate_rows, "fabric") : simulate_rows;
}

void simulate_fields_config(const struct simulation *u, const void *backend, const struct option_row *backend_rows, struct fields *f)
{
	char name[FIELD_NAME], text[PARAMS_WHY];

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!simulation_has(u, d))
			continue;
		snprintf(name, sizeof name, "config.switch.%s", d->name);
		params_text(simulation_params(u, d), d, text, sizeof text);
		if (d->type == PARAM_NUMBER)
			fields_raw(f, name, text);
		else
			fields_word(f, name, text);
	}
	fields_options(f, "config.", &u->o, rows_of(u));
	fields_options(f, "config.", backend, backend_rows);
}

void simulate_write_config(const struct simulation *u, FILE *f)
{
	char text[OPTION_TEXT];

	for (const struct option_row *row = rows_of(u); row->name; row++) {
		option_text(row, &u->o, text, sizeof text);
		for (char *c = text; *c; c++)
			*c = (unsigned char)*c < ' ' ? '?' : *c;
		if (row->use == OPTION_RESULT && *text)
			fprintf(f, "# %s = %s\n", row->key, text);
	}
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!simulation_has(u, d))
			continue;
		params_text(simulation_params(u, d), d, text, sizeof text);
		fprintf(f, "# %s = %s\n", d->name, text);
	}
}

/* NULL: there are no jobs. */
static struct jobs_report *jobs_of(const struct simulation *u)
{
	char why[LINES_WHY];
	struct job_set *const set = u->stats.jobs ? job_set_open(u->traffic.jobs, u->traffic.nodes, u->traffic.seed, why) : NULL;
	struct jobs_report *const r = set ? jobs_report_none(set) : NULL;

	job_set_free(set);
	return r;
}

bool simulate_fields_have(const struct simulation *u, const char *name)
{
	struct simulation_result none = { .stats = stats_new(&u->stats), .jobs = jobs_of(u) };
	struct fields f = { .n = 0 };
	bool have = false;

	if (none.stats) {
		stats_merge(none.stats);
		simulate_fields(u, &none, &f);
		have = fields_find(&f, name);
	}
	fields_free(&f);
	simulation_result_free(&none);
	return have;
}
