#ifndef STATS_REPORT_H
#define STATS_REPORT_H

#include "stats.h"

#include <stdio.h>

/*
 * What a run comes to, and its CSV files. All are functions of what stats_merge() added up: no time of day, no number of threads.
 */

/* How the measured window went; the first of these that holds. */
enum stats_verdict {
	STATS_SATURATED,        /* sources fell behind: by over STATS_BEHIND of what they wanted, and by more than two packets a node */
	STATS_SHORT,            /* fewer than STATS_BATCHES bins, or STATS_FEW packets: too short to tell */
	STATS_CHANGING,         /* load or latency: halves differ by over STATS_DRIFT of the mean, or a batch is off it by STATS_SPREAD */
	STATS_STEADY,
};

enum { STATS_BATCHES = 10, STATS_FEW = 1000 };
#define STATS_BEHIND 0.02
#define STATS_DRIFT 0.05
#define STATS_SPREAD 0.25

/* Loads: flits per node and cycle of the window, the fraction of a link's bandwidth. Latencies: cycles. */
struct stats_report {
	double generated_load, injected_load, accepted_load;
	double least_accepted, most_accepted;   /* of the node that received least, most */
	double latency_mean, latency_p50, latency_p90, latency_p99, latency_p999, latency_max;
	double network_mean, network_p99, network_max;
	double hops_mean;
	double saqs_mean;                       /* in use at a time, in the window */
	uint64_t saqs_peak;                     /* of all samples */
	double behind;                          /* share of what was wanted in the window that sources fell behind by */
	double drift_load, drift_latency;       /* second half against first, of the mean */
	double spread_load, spread_latency;     /* the batch furthest off, of the mean */
	enum stats_verdict verdict;
};

struct stats_report stats_report(const struct stats *);

/* A row a bin. */
void stats_write_series(const struct stats *, FILE *);

/* A row for each bucket of the histograms of latency that is not empty. */
void stats_write_histogram(const struct stats *, FILE *);

/* A row a link; name() writes the columns that say which it is, as the header `columns` calls them, or returns false: it leads nowhere. */
void stats_write_links(const struct stats *, FILE *, const char *columns, bool (*name)(const void *arg, unsigned link, FILE *), const void *arg);

/* A row a node: what it sent and received. */
void stats_write_nodes(const struct stats *, FILE *);

#endif
