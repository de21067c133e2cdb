/* What is counted, as one list, by which shards are added up, processes' counts summed, and checkpoints written and read. */
#include "stats.h"

#include "in_memory.h"
#include "state.h"

#include <string.h>

struct visit;

/* Is called for so many words: they are to be added up or, if `highest`, are the highest of what was counted. other: the same of another shard. */
typedef void visit_words(const struct visit *, uint64_t *word, const uint64_t *other, size_t n, bool highest);

struct visit {
	visit_words *words;
	struct state *state;            /* where they are written or read */
	const struct processes *processes;      /* that sum them */
};

static void visit(const struct visit *v, void *word, const void *other, uint64_t bytes)
{
	v->words(v, word, other, in_memory(bytes / sizeof(uint64_t)), false);
}

static void visit_histogram(const struct visit *v, struct histogram *h, const struct histogram *other)
{
	v->words(v, &h->max, &other->max, 1, true);
	visit(v, &h->n, &other->n, sizeof *h - offsetof(struct histogram, n));
}

static void visit_shard(const struct stats *s, const struct visit *v, struct stats_shard *a, const struct stats_shard *b)
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

static void add(const struct visit *v, uint64_t *word, const uint64_t *other, size_t n, bool highest)
{
	(void)v;
	for (size_t i = 0; i < n; i++)
		word[i] = !highest ? word[i] + other[i] : other[i] > word[i] ? other[i] : word[i];
}

static void clear(const struct visit *v, uint64_t *word, const uint64_t *other, size_t n, bool highest)
{
	(void)v, (void)other, (void)highest;
	memset(word, 0, n * sizeof *word);
}

const struct stats_shard *stats_merge(struct stats *s)
{
	for (unsigned i = 0; i < s->config.shards; i++)
		stats_flush(&s->shard[i]);
	for (unsigned i = 1; i < s->config.shards; i++) {
		visit_shard(s, &(struct visit){ .words = add }, &s->shard[0], &s->shard[i]);
		visit_shard(s, &(struct visit){ .words = clear }, &s->shard[i], &s->shard[i]);
	}
	return &s->shard[0];
}

/* What is read is added. */
static void write_or_read(const struct visit *v, uint64_t *word, const uint64_t *other, size_t n, bool highest)
{
	uint64_t most = *word;

	(void)other;
	if (!highest) {
		state_add_words(v->state, word, n);
		return;
	}
	STATE(v->state, most);
	*word = most > *word ? most : *word;
}

void stats_state(struct stats *s, struct state *state)
{
	stats_merge(s);
	visit_all(s, &(struct visit){ .words = write_or_read, .state = state });
}

static void sum(const struct visit *v, uint64_t *word, const uint64_t *other, size_t n, bool highest)
{
	(void)other;
	if (highest)
		*word = processes_most(v->processes, *word);
	else
		processes_sum(v->processes, word, n);
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
