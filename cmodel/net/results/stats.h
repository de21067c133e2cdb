#pragma once

#include "histogram.h"
#include "net/engine/processes.h"
#include "net/workload/workload.h"
#include "stock.h"
#include "switch.h"
#include "units/prefetch.h"

/*
 * What is counted in a run. Each thread records into a shard of its own; everything recorded is an integer, and
 * shards are added up at the end, so results do not depend on how the work was split.
 *
 * The measured window is [warmup, end): loads and link use count what happened in it, latencies the packets generated
 * in it, whenever they arrive. Cycles from `end` on, while the network drains, fall into one last bin.
 */
struct stats_config {
	unsigned nodes, shards;
	unsigned sls;                   /* service levels, which are counted one by one if there are several; 0: as 1 */
	unsigned packet_flits;          /* of the longest packet */
	unsigned burst_flits;           /* mean of bursts, whose packets are for one node; 0: there are none; UINT_MAX: the mean says nothing */
	uint64_t warmup, end;           /* warmup < end <= STATS_CYCLES; after stats_cut() end may be less */
	uint64_t bin;                   /* cycles, 2..STATS_BIN */
	unsigned links;                 /* 0: links are not counted */
	unsigned link_n, link_d;        /* a link carries link_d flits in link_n cycles; 0: a flit a cycle */
	bool worms;                     /* wormhole routers: what is sampled are full buffers, not SAQs */
	bool trace;                     /* the traffic is that of a trace or of jobs, which has no steady state to be judged */
	unsigned jobs;                  /* whose messages are counted */
	unsigned gather;                /* cycles of a gather of their side band; 0: they have none */
	unsigned meta_links;            /* links that carry metapackets; 0: there are none */
	unsigned hot_nodes;
	uint32_t hot[HOT_SPOTS];        /* nodes that are hot spots; all others are cold */
};

#define STATS_CYCLES (UINT64_C(1) << 40)
#define STATS_BIN (UINT64_C(1) << 24)
enum { STATS_SAMPLES = 10 };            /* of SAQs in use, for each bin */

/*
 * Counts of what was generated, injected, delivered in the cycles of one bin. Here and in the totals, sums that the same event
 * changes are not adjacent: compilers would add them in pairs, which takes longer than one by one.
 */
struct stats_bin {
	uint64_t delivered_flits, generated_flits, delivered_packets, injected_flits;
	uint64_t latency;               /* cycles since generation, summed over the packets delivered */
};

static inline void stats_add_bin(struct stats_bin *into, const struct stats_bin *from)
{
	into->delivered_flits += from->delivered_flits;
	into->generated_flits += from->generated_flits;
	into->delivered_packets += from->delivered_packets;
	into->injected_flits += from->injected_flits;
	into->latency += from->latency;
}

/* Counts since the last change of bins: all of them are of one bin, and on one side of the beginning of the window. */
struct stats_recent {
	struct stats_bin bin;
	uint64_t generated_packets, flit_hops, injected_packets, hops;
};

/* What a node received: flits in the window; packets that were generated in it, and the cycles since then, summed over them. */
struct stats_received {
	uint64_t flits, packets, latency;
};

/* Flits from a group of consecutive nodes to another one that are wanted, and received, in the window. A last column has those to hot nodes. */
struct stats_pair {
	uint64_t wanted, received;
};

enum { STATS_GROUPS = 16 };             /* at most */

/* Packets of a wormhole network that are delivered in the window, and sums of their latencies: from the cycle in which they were wanted, in which
 * their first flit was sent by the node, in which the router gave them their first VC. */
struct stats_worms {
	uint64_t packets, wanted, loaded, granted;
};

struct stats_totals {
	uint64_t generated_packets, delivered_packets, injected_packets;
	uint64_t delivered_flits, injected_flits;
	uint64_t flit_hops;             /* delivered flits x switches that they crossed */
	uint64_t window_generated_flits;        /* generated in the window */
	uint64_t hops;                  /* switches crossed, summed over the packets delivered */
	uint64_t out_of_order;          /* packets */
};

/* Of a service level. Flits: in the window. Latencies: of packets generated in it. */
struct stats_level {
	uint64_t generated_flits, delivered_flits;
	uint64_t delivered_packets;     /* in the whole run */
	struct histogram latency, network;
};

/* Messages of a job, that were wanted since the warm-up. */
struct stats_messages {
	uint64_t flits;
	struct histogram time;          /* from the cycle in which a message is wanted to that in which its last flit arrives */
	struct histogram slowdown;      /* that time, in so many parts of the time in an idle network: */
};

enum { STATS_SLOWDOWN = 1000 };

/* What sources go by, as one shard samples it. */
struct stats_throttle {
	int64_t estimate;
	uint64_t threshold, on;         /* on: 1: they are throttled */
};

/* What it counts is in 64-bit numbers alone: stats.c has the list. */
struct stats_shard {
	_Alignas(CACHE_LINE)            /* so that a shard has lines of its own */
	struct stats_recent recent;     /* not yet in totals and bins: see stats_flush() */
	struct stats_totals totals;     /* the whole run, warm-up and drain included */
	struct stats_bin *bin;          /* bin of the last event */
	uint64_t bin_from, bin_length;  /* cycles of that bin, only those on its side of the beginning of the window */
	bool in_window;                 /* these cycles are in the window */
	uint64_t warmup, window;        /* first cycle and length of the window */
	uint64_t *sent, *link_flits;    /* those of struct stats */
	struct stats_received *received;
	uint64_t *wanted_of;            /* by destination: flits wanted in the window */
	struct stats_pair *pair;        /* by group of the source, column of the destination */
	struct histogram latency;       /* generation to last flit delivered */
	struct histogram network;       /* injection to last flit delivered */
	struct stats_worms worms;
	struct stats_level *levels;     /* by service level; NULL: there is one */
	struct stats_messages *messages;        /* by job; NULL: there are none */
	struct stats_bin *bins;         /* n_bins + 1 */
	uint64_t *saqs;                 /* by sample: SAQs in use */
	struct stats_throttle *throttle;        /* by sample; NULL: there is no side band */
	uint64_t *gathers;              /* by metapackets: cycles from that in which a gather is due until all routers know it; NULL: there are none */
	uint64_t meta_flits, late;      /* of metapackets, over links, in the window; gathers that routers began late */
	const struct stats *of;
};

struct stats {
	struct stats_config config;
	struct stock memory;            /* of all arrays but that of the shards */
	uint64_t n_bins;
	uint64_t n_gathers;             /* by metapackets, that begin in this time and are to end in it */
	uint64_t sample;                /* cycles between two samples of SAQs in use */
	uint64_t n_samples;             /* number of samples below end */
	uint64_t *link_flits;           /* by link, in the window; NULL: not counted. Only one thread counts a link */
	uint64_t *sent;                 /* by node: flits in the window. Only one thread counts a node */
	struct stats_received *received;        /* likewise */
	unsigned groups;
	uint8_t *group, *column;        /* by node; column: its group, or `groups` */
	struct switch_counts switches;  /* sums over all switches; lines_peak: the highest */
	struct stats_shard *shard;
};

/* NULL: out of memory. */
struct stats *stats_new(const struct stats_config *);
void stats_free(struct stats *);

/* The window ends in a cycle before config.end, which none of the events counted so far has reached; at or before the warm-up it is empty. Call it while
 * no thread counts. */
void stats_cut(struct stats *, uint64_t end);

/* Adds recent counts to totals and bins. Call it to read these before stats_merge(). */
void stats_flush(struct stats_shard *);

/* Flushes, and goes to the bin of `cycle`. */
void stats_change_bin(struct stats_shard *, uint64_t cycle);

/* The counts for events in `cycle`, which mostly is in the bin of the last event. */
static inline struct stats_recent *stats_recent_of(struct stats_shard *s, uint64_t cycle)
{
	if (cycle - s->bin_from >= s->bin_length)
		stats_change_bin(s, cycle);
	return &s->recent;
}

/* A packet came out of workload_next(); cycle: its demand.cycle. Packets that no source has taken count when the run ends. */
static inline void stats_generated(struct stats_shard *s, uint64_t cycle, unsigned flits)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.generated_flits += flits;
	r->generated_packets++;
}

static inline size_t stats_pairs(const struct stats *s)
{
	return (size_t)s->groups * (s->groups + 1);
}

static inline bool stats_is_hot(const struct stats_config *c, unsigned node)
{
	for (unsigned i = 0; i < c->hot_nodes; i++)
		if (c->hot[i] == node)
			return true;
	return false;
}

static inline struct stats_pair *stats_pair_of(const struct stats_shard *s, unsigned source, unsigned destination)
{
	return s->pair + s->of->group[source] * (s->of->groups + 1) + s->of->column[destination];
}

/* All that is counted of it, for a packet that a source wants; levels: there are several. */
STAGE void stats_demand(struct stats_shard *s, bool levels, unsigned source, const struct demand *d)
{
	stats_generated(s, d->cycle, d->flits);
	if (s->in_window) {
		s->wanted_of[d->destination] += d->flits;
		stats_pair_of(s, source, d->destination)->wanted += d->flits;
	}
	if (levels)
		s->levels[d->sl].generated_flits += d->cycle - s->warmup < s->window ? d->flits : 0;
}

/* Counters, by source, of flits that leave their source in `cycle`; NULL: they are not counted. One thread counts all flits of a source. */
static inline uint64_t *stats_sources(struct stats_shard *s, uint64_t cycle)
{
	return cycle - s->warmup < s->window ? s->sent : NULL;
}

/* The headers of `packets` packets, with `flits` flits in all, leave their sources in `cycle`. */
static inline void stats_injected(struct stats_shard *s, uint64_t cycle, uint64_t packets, uint64_t flits)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.injected_flits += flits;
	r->injected_packets += packets;
}

/* The last flit of a packet reaches its destination in `cycle`, after `hops` switches; one that is garbled may name no source. One thread records all packets of a
 * destination. The order of calls does not matter. */
STAGE void stats_delivered(struct stats_shard *s, uint64_t cycle, uint64_t generated, uint64_t injected,
			   unsigned source, unsigned destination, unsigned flits, unsigned hops)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.delivered_packets++;
	r->bin.delivered_flits += flits;
	r->bin.latency += cycle - generated;
	r->flit_hops += flits * hops;
	r->hops += hops;
	if (generated >= s->warmup) {
		s->received[destination].packets++;
		s->received[destination].latency += cycle - generated;
		histogram_add(&s->latency, cycle - generated);
		histogram_add(&s->network, cycle - injected);
	}
	if (s->in_window)
		s->received[destination].flits += flits;
	if (s->in_window && source < s->of->config.nodes)
		stats_pair_of(s, source, destination)->received += flits;
}

/* The same of a service level, if there are several. */
static inline void stats_level_delivered(struct stats_shard *s, unsigned sl, uint64_t cycle, uint64_t generated, uint64_t injected, unsigned flits)
{
	struct stats_level *l = s->levels + sl;

	l->delivered_packets++;
	l->delivered_flits += cycle - s->warmup < s->window ? flits : 0;
	if (generated >= s->warmup) {
		histogram_add(&l->latency, cycle - generated);
		histogram_add(&l->network, cycle - injected);
	}
}

/* The last flit of a message of a job arrives in `cycle`; idle: cycles that it takes in an idle network. */
static inline void stats_message(struct stats_shard *s, unsigned job, uint64_t cycle, uint64_t wanted, uint64_t flits, uint64_t idle)
{
	struct stats_messages *const m = s->messages + job;

	if (wanted < s->warmup)
		return;
	m->flits += flits;
	histogram_add(&m->time, cycle - wanted);
	histogram_add(&m->slowdown, (cycle - wanted) * STATS_SLOWDOWN / idle);
}

/* Likewise, of a wormhole network: the last flit of a packet arrives in `cycle`; the others are the cycles that struct stats_worms names. */
static inline void stats_worm_delivered(struct stats_shard *s, uint64_t wanted, uint64_t loaded, uint64_t granted, uint64_t cycle)
{
	struct stats_worms *w = &s->worms;

	if (cycle - s->warmup >= s->window)
		return;
	w->packets++;
	w->wanted += cycle - wanted;
	w->loaded += cycle - loaded;
	w->granted += cycle - granted;
}

/* A packet arrived before one that its source had sent to the same destination earlier. */
static inline void stats_out_of_order(struct stats_shard *s)
{
	s->totals.out_of_order++;
}

/* SAQs in use in the switches of this thread at the beginning of `cycle`, a multiple of stats->sample below end. Every shard
 * records all samples, or none. */
static inline void stats_saqs(struct stats_shard *s, uint64_t cycle, uint64_t in_use)
{
	s->saqs[cycle / s->of->sample] = in_use;
}

/* Likewise, what all sources go by. One shard records all samples. */
static inline void stats_throttle(struct stats_shard *s, uint64_t cycle, const struct switch_throttle *t)
{
	s->throttle[cycle / s->of->sample] = (struct stats_throttle){ .estimate = t->estimate, .threshold = t->threshold, .on = t->on };
}

/* So many flits of metapackets go over links in `cycle`; and a router knows a total, by number of the gather. One that is master of the first dimension begins
 * the next gather then, if that is due. */
static inline void stats_meta_flits(struct stats_shard *s, uint64_t cycle, unsigned flits)
{
	s->meta_flits += cycle - s->warmup < s->window ? flits : 0;
}

static inline void stats_gathered(struct stats_shard *s, uint64_t cycle, uint64_t number, bool master)
{
	const uint64_t time = cycle - number * s->of->config.gather;

	s->late += master && time > s->of->config.gather;
	if (number < s->of->n_gathers && time > s->gathers[number])
		s->gathers[number] = time;
}

/* Counters, by link as network_links() numbers them, of flits of packets whose header goes over the link in `cycle`; NULL: they are not
 * counted. One thread counts all flits of a link. */
static inline uint64_t *stats_links(struct stats_shard *s, uint64_t cycle)
{
	return cycle - s->warmup < s->window ? s->link_flits : NULL;
}

/* Cycles in the window. */
static inline uint64_t stats_window(const struct stats *s)
{
	return s->config.end > s->config.warmup ? s->config.end - s->config.warmup : 0;
}

/* Flits that a link can carry in a cycle. */
static inline double stats_link_rate(const struct stats *s)
{
	return s->config.link_n ? (double)s->config.link_d / s->config.link_n : 1;
}

/* Packets that were injected and not delivered. A packet that is delivered twice counts as out of order. */
static inline uint64_t stats_lost(const struct stats_totals *t)
{
	return t->injected_packets > t->delivered_packets ? t->injected_packets - t->delivered_packets : 0;
}

/* After the run, or between two pieces of it: adds all shards up into the first, from which stats_report.h computes, and clears the others. */
const struct stats_shard *stats_merge(struct stats *);

/* Between two pieces of a run: what was counted, as a checkpoint has it (state.h); what is read is added. */
struct state;
void stats_state(struct stats *, struct state *);

/* After that: adds up what the processes of a run have counted, so that all have the sums. */
void stats_sum(struct stats *, const struct processes *);
