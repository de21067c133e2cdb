#define _POSIX_C_SOURCE 200809L
#include "sim_result.h"

#include "progress.h"

#include <string.h>
#include <time.h>

static double processor_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* All cycles with traffic, in pieces of about a tenth of a second. */
static bool run_cycles(struct network *n, uint64_t cycles, struct progress *p)
{
	uint64_t piece = 256;

	while (network_cycle(n) < cycles) {
		const uint64_t left = cycles - network_cycle(n);
		const double began = progress_now();

		if (!network_run_to(n, network_cycle(n) + (piece < left ? piece : left)))
			return false;
		progress_at(p, network_cycle(n));
		if (progress_now() - began < 0.05)
			piece *= 2;
		else if (progress_now() - began > 0.2 && piece > 1)
			piece /= 2;
	}
	return true;
}

/* A failed run is drained as far as it goes, so that what is in the network is told from what is lost. */
static void drain_anyhow(struct network *n)
{
	uint64_t delivered;

	do
		delivered = network_counts(n).delivered;
	while (!network_drain(n, UINT64_MAX / 2) && network_counts(n).delivered != delivered);
}

/* why: of the first thing that went wrong. */
static bool run_all(struct network *n, uint64_t cycles, struct progress *p, char why[NETWORK_WHY])
{
	bool good = run_cycles(n, cycles, p);

	network_stop_injection(n);
	progress_at(p, cycles);
	if (good)
		good = network_drain(n, UINT64_MAX / 2);
	snprintf(why, NETWORK_WHY, "%s", network_why(n));
	if (!good)
		drain_anyhow(n);
	return good;
}

/* The counts of the network and of the statistics are taken in different places. */
static void judge(struct sim_result *r, bool good)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	r->drained = good && r->counts.delivered == r->counts.injected;
	r->failed = !r->drained || r->counts.out_of_order || r->counts.misdelivered;
	if (t->injected_packets == r->counts.injected && t->delivered_packets == r->counts.delivered && t->out_of_order == r->counts.out_of_order)
		return;
	r->failed = true;
	snprintf(r->why, sizeof r->why, "statistics saw %ju packets enter and %ju leave, the network %ju and %ju", (uintmax_t)t->injected_packets,
		 (uintmax_t)t->delivered_packets, (uintmax_t)r->counts.injected, (uintmax_t)r->counts.delivered);
}

static void run(struct sim_result *r, const struct sim_setup *u, struct network *n, struct workload *w, FILE *terminal)
{
	struct progress p;
	bool good;

	progress_begin(&p, terminal, workload_pattern_names[u->traffic.pattern], u->s.cycles);
	r->seconds = -progress_now();
	r->cpu_seconds = -processor_seconds();
	good = run_all(n, u->s.cycles, &p, r->why);
	r->cpu_seconds += processor_seconds();
	r->seconds += progress_now();
	progress_end(&p);
	r->counts = network_counts(n);
	r->cycles = network_cycle(n);
	r->bytes = network_bytes(n) + workload_node_bytes() * u->traffic.nodes;
	network_count_switches(n, r->stats);
	stats_backlog(r->stats, w);
	stats_merge(r->stats);
	r->report = stats_report(r->stats);
	judge(r, good);
}

bool sim_run(struct sim_result *r, const struct sim_setup *u, FILE *terminal, char why[NETWORK_WHY])
{
	char no_traffic[WORKLOAD_WHY];
	struct workload *w = workload_new(&u->traffic, no_traffic);
	struct network *n = NULL;

	memset(r, 0, sizeof *r);
	if (!w) {
		snprintf(why, NETWORK_WHY, "%s", no_traffic);
		return false;
	}
	r->stats = stats_new(&u->stats);
	if (r->stats)
		n = network_new(&u->network, w, r->stats, why);
	else
		snprintf(why, NETWORK_WHY, "not enough memory for the statistics");
	if (n)
		run(r, u, n, w, terminal);
	else
		sim_result_free(r);
	network_free(n);
	workload_free(w);
	return n;
}

void sim_result_free(struct sim_result *r)
{
	stats_free(r->stats);
	r->stats = NULL;
}
