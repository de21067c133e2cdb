/* What was counted so far, as a checkpoint has it. */
#include "in_memory.h"
#include "state.h"
#include "stats.h"

/* An array of structs of 64-bit numbers alone. */
#define ADD(s, array, n) state_add_words(s, (uint64_t *)(void *)(array), in_memory((n) * (sizeof *(array) / sizeof(uint64_t))))

static void histogram_state(struct histogram *h, struct state *s)
{
	uint64_t max = h->max;

	STATE(s, max);
	h->max = max > h->max ? max : h->max;
	state_add_words(s, &h->n, 1);
	state_add_words(s, &h->sum, 1);
	state_add_words(s, h->bucket, HISTOGRAM_BUCKETS);
}

static void level_state(struct stats_level *l, struct state *s)
{
	state_add_words(s, &l->generated_flits, 1);
	state_add_words(s, &l->delivered_flits, 1);
	state_add_words(s, &l->delivered_packets, 1);
	histogram_state(&l->latency, s);
	histogram_state(&l->network, s);
}

static void sample_state(struct stats_shard *all, uint64_t k, struct state *s)
{
	uint32_t saqs = all->saqs[k];

	STATE(s, saqs);
	if (s->reading)
		all->saqs[k] += saqs;
	if (!all->throttle)
		return;
	uint64_t value[] = { (uint64_t)all->throttle[k].estimate, all->throttle[k].threshold, all->throttle[k].on };

	STATE(s, value);
	if (s->reading && (value[0] | value[1] | value[2]))
		all->throttle[k] = (struct switch_throttle){ .estimate = (int64_t)value[0], .threshold = (uint32_t)value[1], .on = value[2] };
}

void stats_state(struct stats *stats, uint64_t cycle, struct state *s)
{
	struct stats_shard *all = stats->shard;
	const uint64_t samples = cycle / stats->sample + 1;

	stats_merge(stats);
	state_add_words(s, stats->sent, stats->config.nodes);
	ADD(s, stats->received, stats->config.nodes);
	if (stats->link_flits)
		state_add_words(s, stats->link_flits, stats->config.links);
	state_add_words(s, all->wanted_of, stats->config.nodes);
	ADD(s, all->pair, stats_pairs(stats));
	ADD(s, &all->totals, 1);
	ADD(s, &all->worms, 1);
	histogram_state(&all->latency, s);
	histogram_state(&all->network, s);
	for (unsigned sl = 0; all->levels && sl < stats->config.sls; sl++)
		level_state(all->levels + sl, s);
	for (unsigned k = 0; k < stats->config.jobs; k++) {
		state_add_words(s, &all->messages[k].flits, 1);
		histogram_state(&all->messages[k].time, s);
		histogram_state(&all->messages[k].slowdown, s);
	}
	ADD(s, all->bins, stats->n_bins + 1);
	for (uint64_t k = 0; k < samples && k < stats->n_samples; k++)
		sample_state(all, k, s);
}
