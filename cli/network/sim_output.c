#include "sim.h"

#include "output.h"
#include "version.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[] = {
	[STATS_SATURATED] = "saturated", [STATS_SHORT] = "short", [STATS_CHANGING] = "changing", [STATS_STEADY] = "steady",
};

static bool whole(cJSON *to, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, value);      /* all its digits, which a double has not */
	return cJSON_AddRawToObject(to, key, text);
}

static bool json_option(cJSON *to, const void *s, const struct option_row *row)
{
	char text[OPTION_TEXT];

	option_text(row, s, text, sizeof text);
	switch (row->type) {
	case OPTION_NUMBER:
	case OPTION_REAL: return cJSON_AddRawToObject(to, row->key, text);
	case OPTION_FLAG: return cJSON_AddBoolToObject(to, row->key, !strcmp(text, "yes"));
	case OPTION_CHOICE: return cJSON_AddStringToObject(to, row->key, text);
	case OPTION_WORDS: break;
	}
	return *text ? cJSON_AddStringToObject(to, row->key, text) : cJSON_AddNullToObject(to, row->key);
}

static bool json_options(cJSON *to, const void *s, const struct option_row *table)
{
	for (const struct option_row *row = table; row->name; row++)
		if (row->use != OPTION_OUTPUT && !json_option(to, s, row))
			return false;
	return true;
}

static bool json_config(cJSON *root, const struct sim_job *u)
{
	cJSON *config = cJSON_AddObjectToObject(root, "config"), *parameters = config ? cJSON_AddObjectToObject(config, "switch") : NULL;
	char text[PARAMS_WHY];

	if (!parameters || !json_options(config, &u->run.o, simulate_rows) || !json_options(config, &u->s, sim_rows))
		return false;
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		if (!simulation_has(&u->run, d))
			continue;
		params_text(simulation_params(&u->run, d), d, text, sizeof text);
		if (!(d->type == PARAM_NUMBER ? cJSON_AddRawToObject(parameters, d->name, text) :
							       cJSON_AddStringToObject(parameters, d->name, text)))
			return false;
	}
	return true;
}

/* Six digits behind the point, as in the CSV files. */
static bool real(cJSON *to, const char *key, double value)
{
	char text[48];

	snprintf(text, sizeof text, "%.6f", value);
	return cJSON_AddRawToObject(to, key, text);
}

static bool json_loads(cJSON *j, const struct simulation *u, const struct stats_report *r)
{
	return real(j, "offered_load", u->traffic.pattern == PATTERN_TRACE ? r->generated_load : u->traffic.load) &&
	       real(j, "accepted_load", r->accepted_load) && real(j, "generated_load", r->generated_load) && real(j, "injected_load", r->injected_load) &&
	       real(j, "accepted_load_least", r->least_accepted) && real(j, "accepted_load_most", r->most_accepted) &&
	       real(j, "cold_accepted_load", r->cold_accepted) && real(j, "cold_latency_mean", r->cold_latency);
}

static bool json_latencies(cJSON *j, const struct stats_report *r)
{
	return real(j, "latency_mean", r->latency_mean) && real(j, "latency_p50", r->latency_p50) && real(j, "latency_p90", r->latency_p90) &&
	       real(j, "latency_p99", r->latency_p99) && real(j, "latency_p999", r->latency_p999) && real(j, "latency_max", r->latency_max) &&
	       real(j, "network_latency_mean", r->network_mean) && real(j, "network_latency_p99", r->network_p99) &&
	       real(j, "network_latency_max", r->network_max) && real(j, "hops_mean", r->hops_mean);
}

/* Keys of a service level: as for all packets, behind sl0_ and so on. */
static bool json_level(cJSON *j, unsigned sl, double offered, const struct stats_level_report *r)
{
	const struct { const char *key; double value; } reals[] = {
		{ "offered_load", offered }, { "generated_load", r->generated_load }, { "accepted_load", r->accepted_load },
		{ "latency_mean", r->latency_mean }, { "latency_p99", r->latency_p99 }, { "latency_max", r->latency_max },
		{ "network_latency_mean", r->network_mean },
	};
	char key[48];
	bool good = true;

	for (unsigned i = 0; good && i < sizeof reals / sizeof *reals; i++) {
		snprintf(key, sizeof key, "sl%u_%s", sl, reals[i].key);
		good = real(j, key, reals[i].value);
	}
	snprintf(key, sizeof key, "sl%u_packets_delivered", sl);
	return good && whole(j, key, r->delivered_packets);
}

static bool json_levels(cJSON *j, const struct simulation *u, const struct stats *s)
{
	bool good = true;

	for (unsigned sl = 0; good && u->traffic.sls > 1 && sl < u->traffic.sls; sl++) {
		const struct stats_level_report r = stats_level_report(s, sl);

		good = json_level(j, sl, u->traffic.sl_load[sl], &r);
	}
	return good;
}

/* Keys of a VC: sums over its service levels, behind vc0_ and so on. */
static bool json_vc(cJSON *j, const struct simulation *u, const struct stats *s, unsigned vc)
{
	const struct stats_sum sum = stats_levels_sum(s, simulation_levels_of_vc(u, vc));
	char generated[32], accepted[32], packets[32];

	snprintf(generated, sizeof generated, "vc%u_generated_load", vc);
	snprintf(accepted, sizeof accepted, "vc%u_accepted_load", vc);
	snprintf(packets, sizeof packets, "vc%u_packets_delivered", vc);
	return real(j, generated, sum.generated_load) && real(j, accepted, sum.accepted_load) && whole(j, packets, sum.delivered_packets);
}

static bool json_vcs(cJSON *j, const struct simulation *u, const struct simulation_result *r)
{
	bool good = true;

	for (unsigned vc = 0; good && vc < simulation_vcs(u); vc++)
		good = json_vc(j, u, r->stats, vc);
	return good && (!u->network.shape.by_cells || (whole(j, "node_xoff_received", r->counts.xoffs) && whole(j, "node_xoff_lost", r->counts.xoffs_dropped)));
}

static bool json_packets(cJSON *j, const struct simulation_result *r)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	return whole(j, "packets_generated", t->generated_packets) && whole(j, "packets_injected", t->injected_packets) &&
	       whole(j, "packets_delivered", t->delivered_packets) && whole(j, "packets_lost", stats_lost(t)) &&
	       whole(j, "packets_out_of_order", t->out_of_order) && whole(j, "packets_refused", r->counts.refused) &&
	       cJSON_AddBoolToObject(j, "drained", r->drained) && whole(j, "flit_hops", t->flit_hops);
}

static bool json_state(cJSON *j, const struct stats_report *r)
{
	return cJSON_AddStringToObject(j, "state", verdict_names[r->verdict]) && real(j, "sources_behind", r->behind) &&
	       real(j, "drift_load", r->drift_load) && real(j, "drift_latency", r->drift_latency) && real(j, "spread_load", r->spread_load) &&
	       real(j, "spread_latency", r->spread_latency);
}

static bool json_congestion(cJSON *j, const struct simulation_result *r)
{
	const struct switch_counts *c = &r->stats->switches;

	return whole(j, "saqs_peak", r->report.saqs_peak) && real(j, "saqs_mean", r->report.saqs_mean) &&
	       whole(j, "saqs_peak_switch", c->lines_peak) && whole(j, "detections", c->detections) && whole(j, "notifications", c->notifications) &&
	       whole(j, "notifications_lost", c->notifications_lost) && whole(j, "packets_set_aside", c->moves) && whole(j, "xoff_sent", c->xoff_sent) &&
	       whole(j, "xon_sent", c->xon_sent);
}

static bool json_worms(cJSON *j, const struct simulation *u, const struct simulation_result *r)
{
	const struct stats_worms_report *w = &r->report.worms;

	return !u->network.shape.by_flits ||
	       (whole(j, "window_packets", w->packets) && real(j, "window_network_latency_mean", w->granted) && real(j, "window_loaded_latency_mean", w->loaded) &&
		real(j, "window_latency_mean", w->wanted) && real(j, "full_mean", r->report.saqs_mean) && whole(j, "full_peak", r->report.saqs_peak) &&
		real(j, "estimate_mean", w->estimate) && real(j, "threshold_mean", w->threshold) && real(j, "throttled", w->throttled) &&
		whole(j, "packets_recovered", r->stats->switches.detections));
}

static bool json_run(cJSON *j, const struct simulation *u, const struct simulation_result *r)
{
	return cJSON_AddStringToObject(j, "version", SLUICE_VERSION) && cJSON_AddBoolToObject(j, "good", !r->failed) &&
	       (!r->failed || cJSON_AddStringToObject(j, "why", r->why)) && whole(j, "nodes", u->network.topology.nodes) &&
	       whole(j, "switches", u->network.topology.switches) && whole(j, "drain_cycles", r->cycles > u->o.cycles ? r->cycles - u->o.cycles : 0) &&
	       whole(j, "bytes", r->bytes) && real(j, "cpu_seconds", r->cpu_seconds) && real(j, "elapsed_seconds", r->seconds);
}

struct cJSON *sim_json(const struct simulation *u, const struct simulation_result *r)
{
	cJSON *j = cJSON_CreateObject();

	if (j && json_loads(j, u, &r->report) && json_latencies(j, &r->report) && json_packets(j, r) && json_state(j, &r->report) &&
	    (u->network.shape.by_flits || json_congestion(j, r)) && json_worms(j, u, r) && json_levels(j, u, r->stats) && json_vcs(j, u, r) && json_run(j, u, r))
		return j;
	cJSON_Delete(j);
	return NULL;
}

static bool write_json(const struct sim_job *u, const struct simulation_result *r, FILE *f)
{
	cJSON *j = sim_json(&u->run, r);
	char *text = j && json_config(j, u) ? cJSON_Print(j) : NULL;

	if (text)
		fprintf(f, "%s\n", text);
	cJSON_free(text);
	cJSON_Delete(j);
	return text;
}

void sim_write_config(const struct simulation *u, FILE *f)
{
	char text[OPTION_TEXT];

	for (const struct option_row *row = simulate_rows; row->name; row++) {
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

static void write_place(const struct place *p, FILE *f)
{
	if (p->is == NODE)
		fprintf(f, "node,%u,", p->index);
	else
		fprintf(f, "switch,%u,%u", p->index, p->port);
}

static bool write_link(const void *topology, unsigned link, FILE *f)
{
	const struct topology *t = topology;
	const unsigned first_of_nodes = t->switches * t->radix;
	const bool from_node = link >= first_of_nodes;
	const struct place from = from_node ? (struct place){ NODE, link - first_of_nodes, 0 } : (struct place){ SWITCH, link / t->radix, link % t->radix };
	const struct place to = from_node ? t->attach(t, from.index) : t->peer(t, from.index, from.port);

	if (to.is == NOTHING)
		return false;
	write_place(&from, f);
	fputc(',', f);
	write_place(&to, f);
	return true;
}

/* Before a CSV's header. */
static void write_config(const struct simulation *u, FILE *f)
{
	fprintf(f, "# generated by sluice %s sim\n", SLUICE_VERSION);
	sim_write_config(u, f);
}

static bool write_links(const struct sim_job *u, const struct simulation_result *r, FILE *f)
{
	write_config(&u->run, f);
	stats_write_links(r->stats, f, "from,from_index,from_port,to,to_index,to_port", write_link, &u->run.network.topology);
	return true;
}

static bool write_levels(const struct sim_job *u, const struct simulation_result *r, FILE *f)
{
	write_config(&u->run, f);
	fputs("sl,offered_load,generated_load,accepted_load,packets_delivered,latency_mean,latency_p99,latency_max,network_latency_mean\n", f);
	for (unsigned sl = 0; sl < u->run.traffic.sls; sl++) {
		const struct stats_level_report l = stats_level_report(r->stats, sl);

		fprintf(f, "%u,%.6f,%.6f,%.6f,%" PRIu64 ",%.3f,%.3f,%.0f,%.3f\n", sl, u->run.traffic.sl_load[sl], l.generated_load, l.accepted_load,
			l.delivered_packets, l.latency_mean, l.latency_p99, l.latency_max, l.network_mean);
	}
	return true;
}

static const struct file {
	const char *option;
	size_t path;                    /* in struct sim_options */
	void (*csv)(const struct stats *, FILE *);      /* writes it, below the configuration; NULL: */
	bool (*write)(const struct sim_job *, const struct simulation_result *, FILE *);
} files[] = {
	{ "csv-series", offsetof(struct sim_options, csv_series), stats_write_series, NULL },
	{ "csv-histogram", offsetof(struct sim_options, csv_histogram), stats_write_histogram, NULL },
	{ "csv-links", offsetof(struct sim_options, csv_links), NULL, write_links },
	{ "csv-nodes", offsetof(struct sim_options, csv_nodes), stats_write_nodes, NULL },
	{ "csv-levels", offsetof(struct sim_options, csv_levels), NULL, write_levels },
	{ "json", offsetof(struct sim_options, json), NULL, write_json },
};

enum { FILES = sizeof files / sizeof *files };

/* NULL: not asked for. */
static const char *path_of(const struct sim_options *s, const struct file *file)
{
	return *(const char *const *)(const void *)((const char *)s + file->path);
}

FILE *sim_words(const struct sim_options *s)
{
	for (const struct file *file = files; file < files + FILES; file++)
		if (path_of(s, file) && !strcmp(path_of(s, file), "-"))
			return stderr;
	return stdout;
}

bool sim_outputs_possible(const struct sim_options *s, char why[PARAMS_WHY])
{
	char cause[OUTPUT_WHY];

	for (const struct file *file = files; file < files + FILES; file++)
		if (path_of(s, file) && !output_possible(path_of(s, file), cause)) {
			snprintf(why, PARAMS_WHY, "--%s: %.200s", file->option, cause);
			return false;
		}
	return true;
}

static bool write_one(const struct file *file, const struct sim_job *u, const struct simulation_result *r, char why[OUTPUT_WHY])
{
	struct output o;

	if (!output_begin(&o, path_of(&u->s, file), why))
		return false;
	if (file->csv) {
		write_config(&u->run, o.f);
		file->csv(r->stats, o.f);
	}
	if (file->csv || file->write(u, r, o.f))
		return output_end(&o, why);
	snprintf(why, OUTPUT_WHY, "not enough memory to write the file");
	output_drop(&o);
	errno = ENOMEM;
	return false;
}

bool sim_write_outputs(const struct sim_job *u, const struct simulation_result *r, char why[PARAMS_WHY])
{
	char cause[OUTPUT_WHY];

	for (const struct file *file = files; file < files + FILES; file++)
		if (path_of(&u->s, file) && !write_one(file, u, r, cause)) {
			snprintf(why, PARAMS_WHY, "--%s: %.200s", file->option, cause);
			return false;
		}
	return true;
}
