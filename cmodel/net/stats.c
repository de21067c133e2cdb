#include "stats.h"

#include "in_memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool shard_new(struct stats_shard *s, const struct stats *of)
{
	s->of = of;
	s->warmup = of->config.warmup;
	s->window = stats_window(of);
	s->sent = of->sent;
	s->received = of->received;
	s->link_flits = of->link_flits;
	s->bins = calloc(in_memory(of->n_bins + 1), sizeof *s->bins);
	s->saqs = calloc(in_memory(of->n_samples), sizeof *s->saqs);
	s->throttle = of->config.gather ? calloc(in_memory(of->n_samples), sizeof *s->throttle) : NULL;
	s->levels = of->config.sls > 1 ? calloc(of->config.sls, sizeof *s->levels) : NULL;
	s->wanted_of = calloc(of->config.nodes, sizeof *s->wanted_of);
	s->pair = calloc(stats_pairs(of), sizeof *s->pair);
	s->messages = of->config.jobs ? calloc(of->config.jobs, sizeof *s->messages) : NULL;
	return s->bins && s->saqs && s->wanted_of && s->pair && (s->messages || !of->config.jobs) && (s->throttle || !of->config.gather) && (s->levels || of->config.sls <= 1);
}

static bool arrays_new(struct stats *s)
{
	const struct stats_config *c = &s->config;

	s->groups = c->nodes < STATS_GROUPS ? c->nodes : STATS_GROUPS;
	s->group = malloc(2 * (size_t)c->nodes);
	s->column = s->group ? s->group + c->nodes : NULL;
	for (unsigned i = 0; s->group && i < c->nodes; i++) {
		s->group[i] = (uint8_t)((uint64_t)i * s->groups / c->nodes);
		s->column[i] = stats_is_hot(c, i) ? (uint8_t)s->groups : s->group[i];
	}
	s->sent = calloc(c->nodes, sizeof *s->sent);
	s->received = calloc(c->nodes, sizeof *s->received);
	s->shard = aligned_alloc(CACHE_LINE, c->shards * sizeof *s->shard);
	if (c->links)
		s->link_flits = calloc(c->links, sizeof *s->link_flits);
	if (s->shard)
		memset(s->shard, 0, c->shards * sizeof *s->shard);
	if (!s->group || !s->sent || !s->received || !s->shard || (c->links && !s->link_flits))
		return false;
	for (unsigned i = 0; i < c->shards; i++)
		if (!shard_new(&s->shard[i], s))
			return false;
	return true;
}

static void set_end(struct stats *s, uint64_t end)
{
	s->config.end = end;
	s->n_bins = (end - 1) / s->config.bin + 1;
	s->n_samples = (end - 1) / s->sample + 1;
}

struct stats *stats_new(const struct stats_config *c)
{
	struct stats *s = calloc(1, sizeof *s);

	assert(c->nodes && c->shards && c->warmup < c->end && c->end <= STATS_CYCLES && c->bin >= 2 && c->bin <= STATS_BIN);
	if (!s)
		return NULL;
	s->config = *c;
	s->sample = c->bin > STATS_SAMPLES ? c->bin / STATS_SAMPLES : 1;
	set_end(s, c->end);
	if (!arrays_new(s)) {
		stats_free(s);
		return NULL;
	}
	return s;
}

void stats_free(struct stats *s)
{
	if (!s)
		return;
	for (unsigned i = 0; s->shard && i < s->config.shards; i++) {
		free(s->shard[i].bins);
		free(s->shard[i].saqs);
		free(s->shard[i].throttle);
		free(s->shard[i].levels);
		free(s->shard[i].messages);
		free(s->shard[i].wanted_of);
		free(s->shard[i].pair);
	}
	free(s->shard);
	free(s->link_flits);
	free(s->group);
	free(s->sent);
	free(s->received);
	free(s);
}

static void add_bin(struct stats_bin *into, const struct stats_bin *from)
{
	into->generated_flits += from->generated_flits;
	into->injected_flits += from->injected_flits;
	into->delivered_flits += from->delivered_flits;
	into->delivered_packets += from->delivered_packets;
	into->latency += from->latency;
}

void stats_flush(struct stats_shard *s)
{
	struct stats_totals *t = &s->totals;
	const struct stats_recent *r = &s->recent;

	t->generated_packets += r->generated_packets;
	t->injected_packets += r->injected_packets;
	t->delivered_packets += r->bin.delivered_packets;
	t->injected_flits += r->bin.injected_flits;
	t->delivered_flits += r->bin.delivered_flits;
	t->window_generated_flits += s->in_window ? r->bin.generated_flits : 0;
	t->flit_hops += r->flit_hops;
	t->hops += r->hops;
	if (s->bin)
		add_bin(s->bin, &r->bin);
	s->recent = (struct stats_recent){ .hops = 0 };
}

void stats_change_bin(struct stats_shard *s, uint64_t cycle)
{
	const struct stats_config *c = &s->of->config;
	const uint64_t bin = cycle < c->end ? cycle / c->bin : s->of->n_bins;
	uint64_t from = cycle < c->end ? bin * c->bin : c->end;
	uint64_t to = cycle >= c->end ? UINT64_MAX : from + c->bin < c->end ? from + c->bin : c->end;

	stats_flush(s);
	if (cycle >= c->warmup)
		from = from > c->warmup ? from : c->warmup;
	else
		to = to < c->warmup ? to : c->warmup;
	s->bin_from = from;
	s->bin_length = to - from;
	s->in_window = cycle >= c->warmup && cycle < c->end;
	s->bin = s->bins + bin;
}

void stats_cut(struct stats *s, uint64_t end)
{
	assert(end && end <= s->config.end);
	set_end(s, end);
	for (unsigned i = 0; i < s->config.shards; i++) {
		struct stats_shard *const shard = &s->shard[i];

		stats_flush(shard);
		shard->window = stats_window(s);
		shard->bin_length = 0;          /* the next event finds its bin anew */
	}
}

void stats_switch(struct stats *s, const struct switch_counts *c)
{
	switch_counts_add(&s->switches, c);
}

void stats_backlog(struct stats *s, struct workload *w, unsigned node)
{
	struct demand d;

	while (workload_next(w, node, &d) && d.cycle < s->config.end) {
		stats_generated(&s->shard[0], d.cycle, d.flits);
		stats_wanted(&s->shard[0], node, d.destination, d.flits);
		if (s->shard[0].levels)
			stats_level_generated(&s->shard[0], d.sl, d.cycle, d.flits);
	}
}

static void add_totals(struct stats_totals *into, const struct stats_totals *from)
{
	into->generated_packets += from->generated_packets;
	into->injected_packets += from->injected_packets;
	into->delivered_packets += from->delivered_packets;
	into->window_generated_flits += from->window_generated_flits;
	into->injected_flits += from->injected_flits;
	into->delivered_flits += from->delivered_flits;
	into->flit_hops += from->flit_hops;
	into->hops += from->hops;
	into->out_of_order += from->out_of_order;
}

static void add_level(struct stats_level *into, const struct stats_level *from)
{
	into->generated_flits += from->generated_flits;
	into->delivered_flits += from->delivered_flits;
	into->delivered_packets += from->delivered_packets;
	histogram_merge(&into->latency, &from->latency);
	histogram_merge(&into->network, &from->network);
}

static void add_messages(struct stats_messages *into, const struct stats_messages *from)
{
	into->flits += from->flits;
	histogram_merge(&into->time, &from->time);
	histogram_merge(&into->slowdown, &from->slowdown);
}

static void add_worms(struct stats_worms *into, const struct stats_worms *from)
{
	into->packets += from->packets;
	into->wanted += from->wanted;
	into->loaded += from->loaded;
	into->granted += from->granted;
}

static void add_shard(struct stats *s, struct stats_shard *into, const struct stats_shard *from)
{
	add_totals(&into->totals, &from->totals);
	histogram_merge(&into->latency, &from->latency);
	histogram_merge(&into->network, &from->network);
	add_worms(&into->worms, &from->worms);
	for (unsigned sl = 0; into->levels && sl < s->config.sls; sl++)
		add_level(&into->levels[sl], &from->levels[sl]);
	for (unsigned i = 0; i < s->config.nodes; i++)
		into->wanted_of[i] += from->wanted_of[i];
	for (size_t i = 0; i < stats_pairs(s); i++) {
		into->pair[i].wanted += from->pair[i].wanted;
		into->pair[i].received += from->pair[i].received;
	}
	for (unsigned i = 0; i < s->config.jobs; i++)
		add_messages(&into->messages[i], &from->messages[i]);
	for (uint64_t i = 0; i <= s->n_bins; i++)
		add_bin(&into->bins[i], &from->bins[i]);
	for (uint64_t i = 0; i < s->n_samples; i++)
		into->saqs[i] += from->saqs[i];
	for (uint64_t i = 0; into->throttle && i < s->n_samples; i++) {
		into->throttle[i].estimate += from->throttle[i].estimate;
		into->throttle[i].threshold += from->throttle[i].threshold;
		into->throttle[i].on |= from->throttle[i].on;
	}
}

/* Begin to count anew. */
static void clear_shard(const struct stats *s, struct stats_shard *shard)
{
	shard->totals = (struct stats_totals){ .hops = 0 };
	shard->worms = (struct stats_worms){ .packets = 0 };
	memset(&shard->latency, 0, sizeof shard->latency);
	memset(&shard->network, 0, sizeof shard->network);
	memset(shard->wanted_of, 0, s->config.nodes * sizeof *shard->wanted_of);
	memset(shard->pair, 0, stats_pairs(s) * sizeof *shard->pair);
	memset(shard->bins, 0, in_memory((s->n_bins + 1) * sizeof *shard->bins));
	memset(shard->saqs, 0, in_memory(s->n_samples * sizeof *shard->saqs));
	if (shard->throttle)
		memset(shard->throttle, 0, in_memory(s->n_samples * sizeof *shard->throttle));
	if (shard->levels)
		memset(shard->levels, 0, s->config.sls * sizeof *shard->levels);
	if (shard->messages)
		memset(shard->messages, 0, s->config.jobs * sizeof *shard->messages);
}

const struct stats_shard *stats_merge(struct stats *s)
{
	for (unsigned i = 0; i < s->config.shards; i++)
		stats_flush(&s->shard[i]);
	for (unsigned i = 1; i < s->config.shards; i++) {
		add_shard(s, &s->shard[0], &s->shard[i]);
		clear_shard(s, &s->shard[i]);
	}
	return &s->shard[0];
}
