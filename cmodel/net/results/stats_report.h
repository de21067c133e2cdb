#pragma once

#include "stats.h"

#include <stdio.h>

/*
 * The results of a run, and its CSV files. All of them follow from what stats_merge() added up, not from time of day or number of threads.
 */

/* Verdict on the measured window: the first of these that holds. */
enum stats_verdict {
	STATS_TRACE,            /* traffic of a trace: not judged */
	STATS_SATURATED,        /* sources fell behind: by over STATS_BEHIND of what they wanted, and by more than two packets a node */
	STATS_SHORT,            /* fewer than STATS_BATCHES bins, or STATS_FEW packets: too short to tell */
	STATS_CHANGING,         /* load or latency: halves differ by over STATS_DRIFT of the mean, or a batch deviates from it by over STATS_SPREAD */
	STATS_STEADY,
};

enum { STATS_BATCHES = 10, STATS_FEW = 1000 };
#define STATS_BEHIND 0.02
#define STATS_DRIFT 0.05
#define STATS_SPREAD 0.25

struct stats_report {
#define REPORTED(member, name) double member;
#define STEADINESS REPORTED
#include "stats_report.def"
#undef REPORTED
#undef STEADINESS
	double hops_mean;
	double saqs_mean;                       /* SAQs in use, mean of the samples in the window */
	uint64_t saqs_peak;                     /* SAQs in use, highest of all samples */
	struct stats_worms_report {             /* of a wormhole network; saqs_mean and saqs_peak are of full buffers there */
		uint64_t packets;               /* delivered in the window; mean latencies of these, as struct stats_worms has them */
		double wanted, loaded, granted;
		double estimate, threshold, throttled;  /* of the samples in the window: means; share of those in which sources were throttled */
	} worms;
	struct stats_gathers_report {           /* of metapackets; NaN: there are none, or no gather is in the window */
		double least, mean, most;       /* cycles from that in which one is due until all routers know it */
		double share;                   /* of the link cycles in the window */
	} gathers;
	enum stats_verdict verdict;
};

/* Call after stats_merge(). */
struct stats_report stats_report(const struct stats *);

/* The results of a service level, or of all packets if there is one. Names are those above. */
struct stats_level_report {
	double generated_load, accepted_load;
	double latency_mean, latency_p99, latency_max;
	double network_mean;
	uint64_t delivered_packets;             /* in the whole run */
};

/* Likewise after stats_merge(). */
struct stats_level_report stats_level_report(const struct stats *, unsigned sl);

/* Sums over several service levels: a set. Loads and packets alone. */
struct stats_level_report stats_levels_sum(const struct stats *, unsigned levels);

/* Write a row for each bin. */
void stats_write_series(const struct stats *, FILE *);

/* Likewise a row for each so many bins; the last one has the rest. */
void stats_write_joined(const struct stats *, uint64_t joined, FILE *);

/* Write a row for each bucket of the latency histograms that is not empty. */
void stats_write_histogram(const struct stats *, FILE *);

/* Write a row for each link. name() writes the columns that identify the link, whose names are `columns`; false: it leads nowhere, and has no row. */
void stats_write_links(const struct stats *, FILE *, const char *columns, bool (*name)(const void *arg, unsigned link, FILE *), const void *arg);

/* Write a row for each node: what it sent and received. */
void stats_write_nodes(const struct stats *, FILE *);
