#ifndef STATS_H
#define STATS_H

#include "histogram.h"
#include "workload.h"
#include "../switch.h"

/*
 * What is counted in a run. Each thread records into a shard of its own; everything recorded is an integer, and
 * shards are added up at the end, so results do not depend on how the work was split.
 *
 * The measured window is [warmup, end): loads and link use count what happened in it, latencies the packets generated
 * in it, whenever they arrive. Cycles from `end` on, while the network drains, fall into one last bin.
 */
struct stats_config {
	unsigned nodes, shards;
	unsigned packet_flits;          /* of the longest packet */
	uint64_t warmup, end;           /* warmup < end <= STATS_CYCLES */
	uint64_t bin;                   /* cycles, 2..STATS_BIN */
	unsigned links;                 /* 0: links are not counted */
};

#define STATS_CYCLES (UINT64_C(1) << 40)
#define STATS_BIN (UINT64_C(1) << 24)
enum { STATS_SAMPLES = 10 };            /* of SAQs in use, a bin */

/*
 * Of one bin: what was generated, injected, delivered in its cycles. Here and in the totals, sums of one event do not stand
 * next to each other: compilers would add them in pairs, which takes longer than one by one.
 */
struct stats_bin {
	uint64_t delivered_flits, generated_flits, delivered_packets, injected_flits;
	uint64_t latency;               /* from generation, of the packets delivered, cycles */
};

/* What has been counted since the last change of bins: all of one bin, and on one side of the beginning of the window. */
struct stats_recent {
	struct stats_bin bin;
	uint64_t generated_packets, flit_hops, injected_packets, hops;
};

struct stats_totals {
	uint64_t generated_packets, delivered_packets, injected_packets;
	uint64_t delivered_flits, injected_flits;
	uint64_t flit_hops;             /* delivered flits x switches that they crossed */
	uint64_t window_generated_flits;        /* wanted in the window */
	uint64_t hops;                  /* switches, over the packets delivered */
	uint64_t out_of_order;          /* packets */
};

/* On cache lines of its own. */
enum { STATS_LINE = 64 };

struct stats_shard {
	_Alignas(STATS_LINE)
	struct stats_recent recent;     /* not yet in totals and bins: see stats_settle() */
	struct stats_totals totals;     /* the whole run, warm-up and drain included */
	struct stats_bin *bin;          /* the one that was counted in last ... */
	uint64_t bin_from, bin_length;  /* ... and its cycles, as far as they are on the same side of the beginning of the window */
	bool in_window;                 /* they are in it */
	uint64_t warmup, window;        /* first cycle and length of the window */
	uint64_t *sent, *received, *link_flits;         /* those of all */
	struct histogram latency;       /* generation to last flit delivered */
	struct histogram network;       /* injection to last flit delivered */
	struct stats_bin *bins;         /* n_bins + 1 */
	uint32_t *saqs;                 /* a sample each */
	const struct stats *of;
};

struct stats {
	struct stats_config config;
	uint64_t n_bins;
	uint64_t sample;                /* SAQs in use are sampled in multiples of so many cycles ... */
	uint64_t n_samples;             /* ... below end */
	uint64_t *link_flits;           /* in the window; NULL: not counted. Each link has one thread that counts it */
	uint64_t *sent, *received;      /* flits of a node, in the window; likewise */
	struct switch_counts switches;  /* sums over all switches; lines_peak: of the one that had most */
	struct stats_shard *shard;
};

/* NULL: out of memory. */
struct stats *stats_new(const struct stats_config *);
void stats_free(struct stats *);

/* Adds what is recent to totals and bins: for whoever reads them before stats_merge(). */
void stats_settle(struct stats_shard *);

/* Goes to the bin of that cycle. */
void stats_turn(struct stats_shard *, uint64_t cycle);

/* Where what happens in that cycle is counted: mostly in the same bin as the last time. */
static inline struct stats_recent *stats_recent_of(struct stats_shard *s, uint64_t cycle)
{
	if (cycle - s->bin_from >= s->bin_length)
		stats_turn(s, cycle);
	return &s->recent;
}

/* A packet came out of workload_next(); cycle: the one it says. Those that no source has taken when the run ends: stats_backlog(). */
static inline void stats_generated(struct stats_shard *s, uint64_t cycle, unsigned flits)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.generated_flits += flits;
	r->generated_packets++;
}

/* Where flits are counted that leave their sources in this cycle, by source; NULL: they are not. One thread counts all of a source. */
static inline uint64_t *stats_sources(struct stats_shard *s, uint64_t cycle)
{
	return cycle - s->warmup < s->window ? s->sent : NULL;
}

/* The headers of so many packets, and flits, leave their sources for the network. */
static inline void stats_injected(struct stats_shard *s, uint64_t cycle, uint64_t packets, uint64_t flits)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.injected_flits += flits;
	r->injected_packets += packets;
}

/* The last flit of a packet reaches its destination in `cycle`, hops switches after its source. One thread records all of a
 * destination. Order of calls does not matter. */
static inline void stats_delivered(struct stats_shard *s, uint64_t cycle, uint64_t generated, uint64_t injected,
				   unsigned destination, unsigned flits, unsigned hops)
{
	struct stats_recent *r = stats_recent_of(s, cycle);

	r->bin.delivered_packets++;
	r->bin.delivered_flits += flits;
	r->bin.latency += cycle - generated;
	r->flit_hops += flits * hops;
	r->hops += hops;
	if (generated >= s->warmup) {
		histogram_add(&s->latency, cycle - generated);
		histogram_add(&s->network, cycle - injected);
	}
	if (s->in_window)
		s->received[destination] += flits;
}

/* A packet arrived before one that its source had sent to the same destination earlier. */
static inline void stats_out_of_order(struct stats_shard *s)
{
	s->totals.out_of_order++;
}

/* SAQs in use in the switches of this thread at the beginning of `cycle`, a multiple of stats->sample below end; every shard
 * says it for each, or never. */
static inline void stats_saqs(struct stats_shard *s, uint64_t cycle, uint32_t in_use)
{
	s->saqs[cycle / s->of->sample] = in_use;
}

/* Where flits of headers that go over links in this cycle are counted, by link as the topology numbers them; NULL: they are not. One
 * thread counts all of a link. */
static inline uint64_t *stats_links(struct stats_shard *s, uint64_t cycle)
{
	return cycle - s->warmup < s->window ? s->link_flits : NULL;
}

/* A header goes over a link. */
static inline void stats_link(struct stats_shard *s, uint64_t cycle, unsigned link, unsigned flits)
{
	uint64_t *const counted = stats_links(s, cycle);

	if (counted)
		counted[link] += flits;
}

/* Packets that entered and did not come out. One that came out twice is out of order. */
static inline uint64_t stats_lost(const struct stats_totals *t)
{
	return t->injected_packets > t->delivered_packets ? t->injected_packets - t->delivered_packets : 0;
}

/* After the run: adds what one switch counted. */
void stats_switch(struct stats *, const struct switch_counts *);

/* After the run: counts what no source has taken out of the workload. */
void stats_backlog(struct stats *, struct workload *);

/* After the run, once: adds all shards up into the first, from which stats_report.h computes. */
const struct stats_shard *stats_merge(struct stats *);

#endif
