#include "stats.h"

#include "in_memory.h"
#include "state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void shard_begin(struct stats_shard *s, struct stats *of)
{
	struct stock *const m = &of->memory;

	s->of = of;
	s->warmup = of->config.warmup;
	s->window = stats_window(of);
	s->sent = of->sent;
	s->received = of->received;
	s->link_flits = of->link_flits;
	s->bins = stock_array(m, in_memory(of->n_bins + 1), sizeof *s->bins);
	s->saqs = stock_array(m, in_memory(of->n_samples), sizeof *s->saqs);
	s->throttle = of->config.gather ? stock_array(m, in_memory(of->n_samples), sizeof *s->throttle) : NULL;
	s->gathers = of->config.meta_links ? stock_array(m, in_memory(of->n_gathers + 1), sizeof *s->gathers) : NULL;
	s->levels = of->config.sls > 1 ? stock_array(m, of->config.sls, sizeof *s->levels) : NULL;
	s->wanted_of = stock_array(m, of->config.nodes, sizeof *s->wanted_of);
	s->pair = stock_array(m, stats_pairs(of), sizeof *s->pair);
	s->messages = of->config.jobs ? stock_array(m, of->config.jobs, sizeof *s->messages) : NULL;
}

static bool arrays_new(struct stats *s)
{
	const struct stats_config *c = &s->config;

	s->groups = c->nodes < STATS_GROUPS ? c->nodes : STATS_GROUPS;
	s->group = stock_array(&s->memory, 2 * (size_t)c->nodes, 1);
	s->column = s->group ? s->group + c->nodes : NULL;
	for (unsigned i = 0; s->group && i < c->nodes; i++) {
		s->group[i] = (uint8_t)((uint64_t)i * s->groups / c->nodes);
		s->column[i] = stats_is_hot(c, i) ? (uint8_t)s->groups : s->group[i];
	}
	s->sent = stock_array(&s->memory, c->nodes, sizeof *s->sent);
	s->received = stock_array(&s->memory, c->nodes, sizeof *s->received);
	s->link_flits = c->links ? stock_array(&s->memory, c->links, sizeof *s->link_flits) : NULL;
	s->shard = aligned_alloc(CACHE_LINE, c->shards * sizeof *s->shard);
	if (!s->shard)
		return false;
	memset(s->shard, 0, c->shards * sizeof *s->shard);
	for (unsigned i = 0; i < c->shards; i++)
		shard_begin(&s->shard[i], s);
	return !s->memory.lacking;
}

static void set_end(struct stats *s, uint64_t end)
{
	s->config.end = end;
	s->n_bins = (end - 1) / s->config.bin + 1;
	s->n_samples = (end - 1) / s->sample + 1;
	s->n_gathers = s->config.meta_links ? end / s->config.gather : 0;
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
	stock_free(&s->memory);
	free(s->shard);
	free(s);
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
		stats_add_bin(s->bin, &r->bin);
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

/* All that is counted is one list, by which shards are added up, processes' counts summed, and checkpoints written and read. */
struct visit;

/* Is called for so many words: they are to be added up or, if `highest`, are the highest of what was counted. other: the same of another shard. */
typedef void visit_words(const struct visit *, uint64_t *word, uint64_t *other, size_t n, bool highest);

struct visit {
	visit_words *words;
	struct state *state;            /* where they are written or read */
	const struct processes *processes;      /* that sum them */
};

static void visit(const struct visit *v, void *word, void *other, uint64_t bytes)
{
	v->words(v, word, other, in_memory(bytes / sizeof(uint64_t)), false);
}

static void visit_histogram(const struct visit *v, struct histogram *h, struct histogram *other)
{
	v->words(v, &h->max, &other->max, 1, true);
	visit(v, &h->n, &other->n, sizeof *h - offsetof(struct histogram, n));
}

static void visit_shard(const struct stats *s, const struct visit *v, struct stats_shard *a, struct stats_shard *b)
{
	visit(v, &a->totals, &b->totals, sizeof a->totals);
	visit(v, &a->worms, &b->worms, sizeof a->worms);
	visit_histogram(v, &a->latency, &b->latency);
	visit_histogram(v, &a->network, &b->network);
	for (unsigned sl = 0; a->levels && sl < s->config.sls; sl++) {
		visit(v, a->levels + sl, b->levels + sl, offsetof(struct stats_level, latency));
		visit_histogram(v, &a->levels[sl].latency, &b->levels[sl].latency);
		visit_histogram(v, &a->levels[sl].network, &b->levels[sl].network);
	}
	for (unsigned k = 0; k < s->config.jobs; k++) {
		visit(v, a->messages + k, b->messages + k, offsetof(struct stats_messages, time));
		visit_histogram(v, &a->messages[k].time, &b->messages[k].time);
		visit_histogram(v, &a->messages[k].slowdown, &b->messages[k].slowdown);
	}
	visit(v, a->wanted_of, b->wanted_of, s->config.nodes * sizeof *a->wanted_of);
	visit(v, a->pair, b->pair, stats_pairs(s) * sizeof *a->pair);
	visit(v, a->bins, b->bins, (s->n_bins + 1) * sizeof *a->bins);
	visit(v, a->saqs, b->saqs, s->n_samples * sizeof *a->saqs);
	if (a->throttle)
		visit(v, a->throttle, b->throttle, s->n_samples * sizeof *a->throttle);
	if (!a->gathers)
		return;
	v->words(v, a->gathers, b->gathers, in_memory(s->n_gathers), true);
	visit(v, &a->meta_flits, &b->meta_flits, sizeof a->meta_flits + sizeof a->late);
}

/* All that there is beside what switches have counted, once it is in the first shard. */
static void visit_all(const struct stats *s, const struct visit *v)
{
	visit(v, s->sent, s->sent, s->config.nodes * sizeof *s->sent);
	visit(v, s->received, s->received, s->config.nodes * sizeof *s->received);
	if (s->link_flits)
		visit(v, s->link_flits, s->link_flits, s->config.links * sizeof *s->link_flits);
	visit_shard(s, v, s->shard, s->shard);
}

/* From another shard. */
static void move(const struct visit *v, uint64_t *word, uint64_t *other, size_t n, bool highest)
{
	(void)v;
	for (size_t i = 0; i < n; i++)
		word[i] = !highest ? word[i] + other[i] : other[i] > word[i] ? other[i] : word[i];
	memset(other, 0, n * sizeof *other);
}

const struct stats_shard *stats_merge(struct stats *s)
{
	for (unsigned i = 0; i < s->config.shards; i++)
		stats_flush(&s->shard[i]);
	for (unsigned i = 1; i < s->config.shards; i++)
		visit_shard(s, &(struct visit){ .words = move }, &s->shard[0], &s->shard[i]);
	return &s->shard[0];
}

/* What is read is added. */
static void write_or_read(const struct visit *v, uint64_t *word, uint64_t *other, size_t n, bool highest)
{
	(void)other;
	if (!highest) {
		state_add_words(v->state, word, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t most = word[i];

		STATE(v->state, most);
		word[i] = most > word[i] ? most : word[i];
	}
}

void stats_state(struct stats *s, struct state *state)
{
	stats_merge(s);
	visit_all(s, &(struct visit){ .words = write_or_read, .state = state });
}

static void sum(const struct visit *v, uint64_t *word, uint64_t *other, size_t n, bool highest)
{
	(void)other;
	if (!highest)
		processes_sum(v->processes, word, n);
	for (size_t i = 0; highest && i < n; i++)
		word[i] = processes_most(v->processes, word[i]);
}

void stats_sum(struct stats *s, const struct processes *p)
{
	const struct visit v = { .words = sum, .processes = p };
	struct switch_counts *const c = &s->switches;
	uint64_t in_use = c->lines_in_use;

	visit_all(s, &v);
	visit(&v, c, c, offsetof(struct switch_counts, lines_in_use));
	processes_sum(p, &in_use, 1);
	c->lines_in_use = (unsigned)in_use;
	c->lines_peak = (unsigned)processes_most(p, c->lines_peak);
}
