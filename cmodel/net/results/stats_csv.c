#include "stats_report.h"

#include "csv.h"

#include <inttypes.h>
#include <math.h>

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
	uint64_t all = 0, n = 0, most = 0;

	for (uint64_t j = (from + s->sample - 1) / s->sample; j * s->sample < to; j++, n++) {
		all += s->shard[0].saqs[j];
		most = s->shard[0].saqs[j] > most ? s->shard[0].saqs[j] : most;
	}
	fprintf(f, "%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.6f,%" PRIu64 ",%.3f,%.3f,%" PRIu64, from, to - from,
		(double)b->generated_flits / capacity, (double)b->injected_flits / capacity, (double)b->delivered_flits / capacity,
		b->delivered_packets, b->delivered_packets ? (double)b->latency / (double)b->delivered_packets : 0,
		n ? (double)all / (double)n : 0, most);
	if (s->config.gather) {
		const struct stats_worms_report r = stats_throttled(s, from, to);

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
