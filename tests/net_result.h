#pragma once

#include "net_harness.h"

enum { RESULT_SAMPLES = 128 };

/* All results of a run of a network; and runs of one network that work in different ways, whose results have to be the same. */
struct result {
	struct network_counts counts;
	struct stats_totals totals;
	struct histogram latency;
	struct stats_level levels[SERVICE_LEVELS];
	struct stats_received received[1024];
	uint64_t links[32768], saqs[RESULT_SAMPLES];
	struct stats_worms worms;
	int64_t estimate[RESULT_SAMPLES];       /* of throttling, by sample */
	uint64_t threshold[RESULT_SAMPLES];
	unsigned throttled;             /* samples */
	struct switch_counts switches;
	bool drained;
	uint64_t end;
};

static inline void result_record(struct result *x, struct net_run *r, const struct net_case *c)
{
	const unsigned links = network_links(&r->topology);

	memset(x, 0, sizeof *x);
	network_stop_injection(r->network);
	x->drained = network_drain(r->network, 300000);
	x->end = network_cycle(r->network);
	x->counts = network_counts(r->network);
	x->counts.steps = 0;            /* the amount of work may differ, and nothing else */
	network_count_switches(r->network, r->stats);
	x->switches = r->stats->switches;
	const struct stats_shard *all = stats_merge(r->stats);

	x->totals = all->totals;
	x->latency = all->latency;
	for (unsigned sl = 0; all->levels && sl < c->sls; sl++)
		x->levels[sl] = all->levels[sl];
	assert_true(r->topology.nodes <= 1024 && links <= 32768);
	memcpy(x->received, r->stats->received, r->topology.nodes * sizeof *x->received);
	memcpy(x->links, r->stats->link_flits, links * sizeof *x->links);
	x->worms = all->worms;
	for (unsigned k = 0; k < RESULT_SAMPLES && k < r->stats->n_samples; k++) {
		x->saqs[k] = all->saqs[k];
		if (!all->throttle)
			continue;
		x->estimate[k] = all->throttle[k].estimate;
		x->threshold[k] = all->throttle[k].threshold;
		x->throttled += (unsigned)all->throttle[k].on;
	}
	assert_true(x->counts.delivered > 50 && c->end > 0);
}

/* Run c->end cycles in `calls` calls, which do not end where spans do, and drain the network. */
static inline struct result *result_of(const struct net_case *c, unsigned threads, bool every_cycle, unsigned calls)
{
	struct result *x = malloc(sizeof *x);
	struct net_case one = *c;

	assert_non_null(x);
	one.threads = threads;
	one.every_cycle = every_cycle;
	struct net_run r = net_open(&one);

	for (unsigned k = 1; k <= calls; k++)
		net_run_to(&r, c->name, c->end * k / calls);
	result_record(x, &r, &one);
	net_close(&r);
	return x;
}

/* Run with one switch in each bank. */
static inline struct result *result_singly(const struct net_case *c)
{
	const struct shape s = net_shape(c);
	struct backend single = backend_c_model(&s);
	struct net_case one = *c;

	single.bank = NULL;
	one.backend = &single;
	return result_of(&one, 1, false, 1);
}

/* Run with registers of at most so many bytes; 0: with instructions that every processor has. */
static inline struct result *result_of_width(const struct net_case *c, unsigned width)
{
	switch_limit_width(width);

	struct result *r = result_of(c, 1, false, 1);

	switch_limit_width(64);
	return r;
}

static inline void result_same(const struct net_case *c, const struct result *expected, struct result *got, const char *what)
{
	if (memcmp(&expected->counts, &got->counts, sizeof got->counts))
		fail_msg("%s, %s: counts differ", c->name, what);
	if (memcmp(&expected->switches, &got->switches, sizeof got->switches))
		fail_msg("%s, %s: counts of switches differ", c->name, what);
	if (memcmp(expected, got, sizeof *got))
		fail_msg("%s, %s: statistics differ", c->name, what);
	free(got);
}
