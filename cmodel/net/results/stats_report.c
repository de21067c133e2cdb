#include "stats_report.h"

#include "csv.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>

/* Flits in the window as a fraction of the bandwidth of `links` links. */
static double load(const struct stats *s, uint64_t flits, unsigned links)
{
	return (double)flits / ((double)links * (double)stats_window(s) * stats_link_rate(s));
}

static void report_loads(const struct stats *s, struct stats_report *r)
{
	const struct stats_totals *t = &s->shard[0].totals;
	const unsigned nodes = s->config.nodes;
	uint64_t least = UINT64_MAX, most = 0;
	uint64_t sent = 0, received = 0;

	for (unsigned i = 0; i < nodes; i++) {
		const uint64_t flits = s->received[i].flits;

		sent += s->sent[i];
		received += flits;
		least = flits < least ? flits : least;
		most = flits > most ? flits : most;
	}
	r->generated_load = load(s, t->window_generated_flits, nodes);
	r->injected_load = load(s, sent, nodes);
	r->accepted_load = load(s, received, nodes);
	r->least_accepted = load(s, least, 1);
	r->most_accepted = load(s, most, 1);
	r->behind = t->window_generated_flits > sent ? (double)(t->window_generated_flits - sent) / (double)t->window_generated_flits : 0;
	r->hops_mean = t->delivered_packets ? (double)t->hops / (double)t->delivered_packets : 0;
}

/* Returns the load that is wanted of these nodes. */
static double report_cold(const struct stats *s, struct stats_report *r)
{
	struct stats_received all = { .flits = 0 };
	uint64_t wanted = 0;
	unsigned nodes = 0;

	for (unsigned i = 0; i < s->config.nodes; i++) {
		if (stats_is_hot(&s->config, i))
			continue;
		nodes++;
		all.flits += s->received[i].flits;
		all.packets += s->received[i].packets;
		all.latency += s->received[i].latency;
		wanted += s->shard[0].wanted_of[i];
	}
	r->cold_accepted = nodes ? load(s, all.flits, nodes) : 0;
	r->cold_latency = all.packets ? (double)all.latency / (double)all.packets : 0;
	return nodes ? load(s, wanted, nodes) : 0;
}

/* The part received of what is wanted, and what chance may make of it: four standard deviations of packets, or bursts, that are wanted at random. */
static double served(const struct stats *s, uint64_t received, uint64_t wanted)
{
	const unsigned unit = s->config.burst_flits > s->config.packet_flits ? s->config.burst_flits : s->config.packet_flits;

	return wanted ? ((double)received + 4 * sqrt((double)unit * (double)wanted)) / (double)wanted : INFINITY;
}

static double least_served_node(const struct stats *s, bool hot)
{
	double least = INFINITY;

	for (unsigned i = 0; i < s->config.nodes; i++)
		if (stats_is_hot(&s->config, i) == hot)
			least = fmin(least, served(s, s->received[i].flits, s->shard[0].wanted_of[i]));
	return least;
}

/* From groups of `size` groups to others. */
static double least_served_pair(const struct stats *s, unsigned size)
{
	double least = INFINITY;

	for (unsigned i = 0; i < s->groups; i += size)
		for (unsigned j = 0; j < s->groups; j += size) {
			struct stats_pair sum = { 0, 0 };

			for (unsigned k = i; k < i + size && k < s->groups; k++)
				for (unsigned l = j; l < j + size && l < s->groups; l++) {
					sum.wanted += s->shard[0].pair[k * (s->groups + 1) + l].wanted;
					sum.received += s->shard[0].pair[k * (s->groups + 1) + l].received;
				}
			least = fmin(least, served(s, sum.received, sum.wanted));
		}
	return least;
}

/* cold_wanted: load. */
static void report_pattern(const struct stats *s, double cold_wanted, struct stats_report *r)
{
	double least = least_served_node(s, false);

	for (unsigned size = 1; size < 2 * s->groups; size *= 2)
		least = fmin(least, least_served_pair(s, size));
	r->cold_pattern_accepted = fmin(r->cold_accepted, least * cold_wanted);
	r->pattern_accepted = fmin(r->accepted_load, fmin(least, least_served_node(s, true)) * r->generated_load);
	if (s->config.trace || s->config.burst_flits == UINT_MAX)
		r->pattern_accepted = r->cold_pattern_accepted = NAN;
}

static void report_latencies(const struct stats_shard *s, struct stats_report *r)
{
	r->latency_mean = histogram_mean(&s->latency);
	r->latency_p50 = histogram_quantile(&s->latency, 0.5);
	r->latency_p90 = histogram_quantile(&s->latency, 0.9);
	r->latency_p99 = histogram_quantile(&s->latency, 0.99);
	r->latency_p999 = histogram_quantile(&s->latency, 0.999);
	r->latency_max = (double)s->latency.max;
	r->network_mean = histogram_mean(&s->network);
	r->network_p99 = histogram_quantile(&s->network, 0.99);
	r->network_max = (double)s->network.max;
}

/* The first sample from a cycle on. */
static uint64_t sample_from(const struct stats *s, uint64_t cycle)
{
	return (cycle + s->sample - 1) / s->sample;
}

/* SAQs in use in cycles from..to - 1 of the run: the mean of the samples, and the highest. */
static double saqs_of(const struct stats *s, uint64_t from, uint64_t to, uint64_t *peak)
{
	const uint64_t first = sample_from(s, from), end = sample_from(s, to), *const saqs = s->shard[0].saqs;
	uint64_t all = 0;

	*peak = 0;
	for (uint64_t i = first; i < end; i++) {
		all += saqs[i];
		*peak = saqs[i] > *peak ? saqs[i] : *peak;
	}
	return end > first ? (double)all / (double)(end - first) : 0;
}

/* The means of the side band over cycles from..to - 1 of the run; 0: there is none. */
static struct stats_worms_report throttled(const struct stats *s, uint64_t from, uint64_t to)
{
	const uint64_t first = sample_from(s, from), end = sample_from(s, to);
	const double samples = (double)(end - first);
	struct stats_worms_report r = { .packets = 0 };
	int64_t estimate = 0;
	uint64_t threshold = 0, on = 0;

	if (!s->config.gather || end <= first)
		return r;
	for (uint64_t i = first; i < end; i++) {
		estimate += s->shard[0].throttle[i].estimate;
		threshold += s->shard[0].throttle[i].threshold;
		on += s->shard[0].throttle[i].on;
	}
	r.estimate = (double)estimate / s->config.gather / samples;
	r.threshold = (double)threshold / samples;
	r.throttled = (double)on / samples;
	return r;
}

static void report_worms(const struct stats *s, struct stats_report *r)
{
	const struct stats_worms *w = &s->shard[0].worms;
	const double packets = (double)w->packets;

	r->worms = throttled(s, s->config.warmup, s->config.end);
	r->worms.packets = w->packets;
	if (!w->packets)
		return;
	r->worms.wanted = (double)w->wanted / packets;
	r->worms.loaded = (double)w->loaded / packets;
	r->worms.granted = (double)w->granted / packets;
}

/* Of those that are due in the window, and to end in it. */
static struct stats_gathers_report report_gathers(const struct stats *s)
{
	const uint64_t *const gathers = s->shard[0].gathers, first = gathers ? (s->config.warmup + s->config.gather - 1) / s->config.gather : 0;
	struct stats_gathers_report r = { .least = INFINITY };
	uint64_t all = 0;

	if (first >= s->n_gathers)
		return (struct stats_gathers_report){ NAN, NAN, NAN, NAN };
	for (uint64_t m = first; m < s->n_gathers; m++) {
		r.least = fmin(r.least, (double)gathers[m]);
		r.most = fmax(r.most, (double)gathers[m]);
		all += gathers[m];
	}
	r.mean = (double)all / (double)(s->n_gathers - first);
	r.share = (double)s->shard[0].meta_flits / (double)stats_window(s) / s->config.meta_links;
	return r;
}

/* Sum up batches of whole bins in the window, the last batch first. Bins left over, at its beginning, do not count. False: too few bins or packets. */
static bool batches(const struct stats *s, double flits[STATS_BATCHES], double latency[STATS_BATCHES])
{
	const uint64_t begin = (s->config.warmup + s->config.bin - 1) / s->config.bin, end = s->config.end / s->config.bin;
	const uint64_t length = end > begin ? (end - begin) / STATS_BATCHES : 0;
	uint64_t packets = 0;

	for (unsigned i = 0; i < STATS_BATCHES; i++) {
		const struct stats_bin *bins = s->shard[0].bins + end - (i + 1) * length;
		struct stats_bin all = { .latency = 0 };

		for (uint64_t j = 0; j < length; j++)
			stats_add_bin(&all, bins + j);
		flits[i] = (double)all.delivered_flits;
		latency[i] = all.delivered_packets ? (double)all.latency / (double)all.delivered_packets : 0;
		packets += all.delivered_packets;
	}
	return length && packets >= STATS_FEW;
}

static void variation(const double batch[STATS_BATCHES], double *drift, double *spread)
{
	double half[2] = { 0, 0 }, mean;

	for (unsigned i = 0; i < STATS_BATCHES; i++)
		half[i < STATS_BATCHES / 2] += batch[i] / (STATS_BATCHES / 2);
	mean = (half[0] + half[1]) / 2;
	if (mean <= 0)
		return;
	*drift = (half[0] - half[1]) / mean;
	for (unsigned i = 0; i < STATS_BATCHES; i++)
		*spread = fmax(*spread, fabs(batch[i] - mean) / mean);
}

static enum stats_verdict judge(const struct stats *s, struct stats_report *r)
{
	const double nodes = s->config.nodes, wanted = (double)s->shard[0].totals.window_generated_flits;
	double flits[STATS_BATCHES], latency[STATS_BATCHES];
	const bool enough = batches(s, flits, latency);

	variation(flits, &r->drift_load, &r->spread_load);
	variation(latency, &r->drift_latency, &r->spread_latency);
	if (s->config.trace)
		return STATS_TRACE;
	if (r->behind > STATS_BEHIND && r->behind * wanted > 2 * nodes * s->config.packet_flits)
		return STATS_SATURATED;
	if (!enough)
		return STATS_SHORT;
	if (fmax(fabs(r->drift_load), fabs(r->drift_latency)) > STATS_DRIFT || fmax(r->spread_load, r->spread_latency) > STATS_SPREAD)
		return STATS_CHANGING;
	return STATS_STEADY;
}

struct stats_level_report stats_level_report(const struct stats *s, unsigned sl)
{
	const struct stats_shard *const all = &s->shard[0];
	const struct stats_level *const l = all->levels ? all->levels + sl : NULL;
	const struct histogram *const latency = l ? &l->latency : &all->latency, *const network = l ? &l->network : &all->network;
	const uint64_t packets = l ? l->delivered_packets : all->totals.delivered_packets;
	uint64_t delivered = l ? l->delivered_flits : 0;

	for (unsigned i = 0; !l && i < s->config.nodes; i++)
		delivered += s->received[i].flits;
	if (!stats_window(s))
		return (struct stats_level_report){ NAN, NAN, NAN, NAN, NAN, NAN, packets };
	return (struct stats_level_report){
		.generated_load = load(s, l ? l->generated_flits : all->totals.window_generated_flits, s->config.nodes),
		.accepted_load = load(s, delivered, s->config.nodes), .latency_mean = histogram_mean(latency), .latency_p99 = histogram_quantile(latency, 0.99),
		.latency_max = (double)latency->max, .network_mean = histogram_mean(network), .delivered_packets = packets,
	};
}

struct stats_level_report stats_levels_sum(const struct stats *s, unsigned levels)
{
	struct stats_level_report sum = { .delivered_packets = 0 };

	for (unsigned sl = 0; sl < SERVICE_LEVELS; sl++) {
		if (!(levels >> sl & 1))
			continue;
		const struct stats_level_report r = stats_level_report(s, sl);

		sum.generated_load += r.generated_load;
		sum.accepted_load += r.accepted_load;
		sum.delivered_packets += r.delivered_packets;
	}
	return sum;
}

/* The window is empty. */
static void measured_nothing(struct stats_report *r)
{
#define REPORTED(member, name) r->member = NAN;
#define STEADINESS REPORTED
#include "stats_report.def"
#undef REPORTED
#undef STEADINESS
	r->saqs_mean = NAN;
	r->worms = (struct stats_worms_report){ r->worms.packets, NAN, NAN, NAN, NAN, NAN, NAN };
}

struct stats_report stats_report(const struct stats *s)
{
	struct stats_report r = { .behind = 0 };

	report_loads(s, &r);
	report_pattern(s, report_cold(s, &r), &r);
	report_latencies(&s->shard[0], &r);
	saqs_of(s, 0, s->config.end, &r.saqs_peak);
	r.saqs_mean = saqs_of(s, s->config.warmup, s->config.end, &(uint64_t){ 0 });
	report_worms(s, &r);
	r.gathers = report_gathers(s);
	r.verdict = judge(s, &r);
	if (!stats_window(s))
		measured_nothing(&r);
	return r;
}

/* Bins from i on, so many as one. */
static struct stats_bin join(const struct stats *s, uint64_t i, uint64_t joined)
{
	struct stats_bin all = { .latency = 0 };

	for (; joined && i < s->n_bins; i++, joined--)
		stats_add_bin(&all, s->shard[0].bins + i);
	return all;
}

static void write_bins(const struct stats *s, uint64_t i, uint64_t joined, FILE *f)
{
	const struct stats_bin sum = join(s, i, joined), *const b = &sum;
	const uint64_t length = joined * s->config.bin, from = i * s->config.bin, to = from + length < s->config.end ? from + length : s->config.end;
	const double capacity = (double)s->config.nodes * (double)(to - from) * stats_link_rate(s);
	uint64_t peak;
	const double saqs = saqs_of(s, from, to, &peak);

	fprintf(f, "%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.6f,%" PRIu64 ",%.3f,%.3f,%" PRIu64, from, to - from,
		(double)b->generated_flits / capacity, (double)b->injected_flits / capacity, (double)b->delivered_flits / capacity,
		b->delivered_packets, b->delivered_packets ? (double)b->latency / (double)b->delivered_packets : 0,
		saqs, peak);
	if (s->config.gather) {
		const struct stats_worms_report r = throttled(s, from, to);

		fprintf(f, ",%.3f,%.3f,%.3f", r.estimate, r.threshold, r.throttled);
	}
	fputc('\n', f);
}

void stats_write_series(const struct stats *s, FILE *f)
{
	stats_write_joined(s, 1, f);
}

void stats_write_joined(const struct stats *s, uint64_t joined, FILE *f)
{
	const char *const sampled = s->config.worms ? "full" : "saqs";

	fprintf(f, "cycle,cycles,generated_load,injected_load,accepted_load,packets_delivered,latency_mean,%s_mean,%s_peak%s\n", sampled, sampled,
		s->config.gather ? ",estimate_mean,threshold_mean,throttled" : "");
	for (uint64_t i = 0; i < s->n_bins; i += joined)
		write_bins(s, i, joined, f);
}

void stats_write_histogram(const struct stats *s, FILE *f)
{
	const struct stats_shard *h = &s->shard[0];

	fputs("from,to,packets,packets_in_network\n", f);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (h->latency.bucket[i] || h->network.bucket[i])
			fprintf(f, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", histogram_low(i),
				i + 1 < HISTOGRAM_BUCKETS ? histogram_low(i + 1) - 1 : UINT64_MAX, h->latency.bucket[i], h->network.bucket[i]);
}

void stats_write_links(const struct stats *s, FILE *f, const char *columns, bool (*name)(const void *arg, unsigned link, FILE *), const void *arg)
{
	fprintf(f, "%s,flits,utilization\n", columns);
	for (unsigned i = 0; s->link_flits && i < s->config.links; i++) {
		if (!name(arg, i, f))
			continue;
		fprintf(f, ",%" PRIu64, s->link_flits[i]);
		csv_real(f, (double)s->link_flits[i] / ((double)stats_window(s) * stats_link_rate(s)), 6);
		fputc('\n', f);
	}
}

void stats_write_nodes(const struct stats *s, FILE *f)
{
	const uint64_t window = stats_window(s);
	const double cycles = (double)window * stats_link_rate(s);

	fputs("node,injected_load,accepted_load,latency_mean\n", f);
	for (unsigned i = 0; i < s->config.nodes; i++) {
		const struct stats_received *r = s->received + i;

		fprintf(f, "%u", i);
		csv_real(f, (double)s->sent[i] / cycles, 6);
		csv_real(f, (double)r->flits / cycles, 6);
		csv_real(f, r->packets ? (double)r->latency / (double)r->packets : window ? 0 : NAN, 3);
		fputc('\n', f);
	}
}
