/* Adds up what processes have counted. */
#include "stats.h"

#include "in_memory.h"

/* What is summed in pieces, where it is no array of 64-bit numbers. */
enum { PIECE = 1024 };

/* An array of structs of 64-bit numbers alone. */
#define SUM(p, array, n) processes_sum(p, (uint64_t *)(void *)(array), in_memory((n) * (sizeof *(array) / sizeof(uint64_t))))

static void sum_histogram(const struct processes *p, struct histogram *h)
{
	h->max = processes_most(p, h->max);
	processes_sum(p, &h->n, 1);
	processes_sum(p, &h->sum, 1);
	processes_sum(p, h->bucket, HISTOGRAM_BUCKETS);
}

static void sum_level(const struct processes *p, struct stats_level *l)
{
	processes_sum(p, &l->generated_flits, 1);
	processes_sum(p, &l->delivered_flits, 1);
	processes_sum(p, &l->delivered_packets, 1);
	sum_histogram(p, &l->latency);
	sum_histogram(p, &l->network);
}

static void sum_saqs(const struct processes *p, uint32_t *saqs, uint64_t n)
{
	for (uint64_t at = 0; at < n; at += PIECE) {
		const size_t k = n - at < PIECE ? (size_t)(n - at) : PIECE;
		uint64_t value[PIECE];

		for (size_t i = 0; i < k; i++)
			value[i] = saqs[at + i];
		processes_sum(p, value, k);
		for (size_t i = 0; i < k; i++)
			saqs[at + i] = (uint32_t)value[i];
	}
}

/* One process has recorded them, all others have 0. */
static void sum_throttle(const struct processes *p, struct switch_throttle *t)
{
	uint64_t value[] = { (uint64_t)t->estimate, t->threshold, t->on };

	processes_sum(p, value, sizeof value / sizeof *value);
	*t = (struct switch_throttle){ .estimate = (int64_t)value[0], .threshold = (uint32_t)value[1], .on = value[2] };
}

static void sum_switches(const struct processes *p, struct switch_counts *c)
{
	uint64_t *const each[] = { &c->detections, &c->notifications, &c->notifications_lost, &c->set_aside, &c->xoff_sent, &c->xon_sent, &c->xoff_received };
	uint64_t in_use = c->lines_in_use;

	for (unsigned k = 0; k < sizeof each / sizeof *each; k++)
		processes_sum(p, each[k], 1);
	processes_sum(p, &in_use, 1);
	c->lines_in_use = (unsigned)in_use;
	c->lines_peak = (unsigned)processes_most(p, c->lines_peak);
}

void stats_sum(struct stats *s, const struct processes *p)
{
	struct stats_shard *all = s->shard;

	if (!p)
		return;
	processes_sum(p, s->sent, s->config.nodes);
	SUM(p, s->received, s->config.nodes);
	if (s->link_flits)
		processes_sum(p, s->link_flits, s->config.links);
	sum_switches(p, &s->switches);
	processes_sum(p, all->wanted_of, s->config.nodes);
	SUM(p, all->pair, stats_pairs(s));
	SUM(p, &all->totals, 1);
	sum_histogram(p, &all->latency);
	sum_histogram(p, &all->network);
	SUM(p, &all->worms, 1);
	for (unsigned sl = 0; all->levels && sl < s->config.sls; sl++)
		sum_level(p, all->levels + sl);
	for (unsigned k = 0; k < s->config.jobs; k++) {
		processes_sum(p, &all->messages[k].flits, 1);
		sum_histogram(p, &all->messages[k].time);
		sum_histogram(p, &all->messages[k].slowdown);
	}
	SUM(p, all->bins, s->n_bins + 1);
	sum_saqs(p, all->saqs, s->n_samples);
	for (uint64_t k = 0; all->throttle && k < s->n_samples; k++)
		sum_throttle(p, all->throttle + k);
}
