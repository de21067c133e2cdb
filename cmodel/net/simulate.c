#define _POSIX_C_SOURCE 200809L
#include "simulate.h"

#include <string.h>
#include <time.h>

static double seconds(clockid_t of)
{
	struct timespec t;

	clock_gettime(of, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show(const struct simulation *s, uint64_t cycle)
{
	if (s->progress)
		s->progress(s->progress_arg, cycle);
}

/* All cycles with traffic, in pieces of about a tenth of a second. */
static bool run_cycles(struct network *n, const struct simulation *s)
{
	uint64_t piece = 256;

	while (network_cycle(n) < s->o.cycles) {
		const uint64_t left = s->o.cycles - network_cycle(n);
		const double began = seconds(CLOCK_MONOTONIC);
		double took;

		if (!network_run_to(n, network_cycle(n) + (piece < left ? piece : left)))
			return false;
		show(s, network_cycle(n));
		took = seconds(CLOCK_MONOTONIC) - began;
		if (took < 0.05)
			piece *= 2;
		else if (took > 0.2 && piece > 1)
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
static bool run_all(struct network *n, const struct simulation *s, char why[NETWORK_WHY])
{
	bool good = run_cycles(n, s);

	network_stop_injection(n);
	show(s, s->o.cycles);
	if (good)
		good = network_drain(n, UINT64_MAX / 2);
	snprintf(why, NETWORK_WHY, "%s", network_why(n));
	if (!good)
		drain_anyhow(n);
	return good;
}

/* The counts of the network and of the statistics are taken in different places. */
static void judge(struct simulation_result *r, bool ordered, bool good)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	r->drained = good && r->counts.delivered == r->counts.injected;
	r->failed = !r->drained || (r->counts.out_of_order && ordered) || r->counts.misdelivered;
	if (t->injected_packets == r->counts.injected && t->delivered_packets == r->counts.delivered && t->out_of_order == r->counts.out_of_order)
		return;
	r->failed = true;
	snprintf(r->why, sizeof r->why, "statistics saw %ju packets enter and %ju leave, the network %ju and %ju", (uintmax_t)t->injected_packets,
		 (uintmax_t)t->delivered_packets, (uintmax_t)r->counts.injected, (uintmax_t)r->counts.delivered);
}

static void run(struct simulation_result *r, const struct simulation *s, struct network *n, struct workload *w)
{
	bool good;

	r->seconds = -seconds(CLOCK_MONOTONIC);
	r->cpu_seconds = -seconds(CLOCK_PROCESS_CPUTIME_ID);
	good = run_all(n, s, r->why);
	r->cpu_seconds += seconds(CLOCK_PROCESS_CPUTIME_ID);
	r->seconds += seconds(CLOCK_MONOTONIC);
	r->counts = network_counts(n);
	r->cycles = network_cycle(n);
	r->bytes = network_bytes(n) + workload_bytes(w);
	network_count_switches(n, r->stats);
	stats_backlog(r->stats, w);
	stats_merge(r->stats);
	r->report = stats_report(r->stats);
	judge(r, network_keeps_order(&s->network), good);
}

bool simulate(const struct simulation *s, struct simulation_result *r, char why[NETWORK_WHY])
{
	char no_traffic[WORKLOAD_WHY];
	struct workload *w = workload_new(&s->traffic, no_traffic);
	struct network *n = NULL;

	memset(r, 0, sizeof *r);
	if (!w) {
		snprintf(why, NETWORK_WHY, "%s", no_traffic);
		return false;
	}
	r->stats = stats_new(&s->stats);
	if (r->stats)
		n = network_new(&s->network, w, r->stats, why);
	else
		snprintf(why, NETWORK_WHY, "not enough memory for the statistics");
	if (n)
		run(r, s, n, w);
	else
		simulation_result_free(r);
	network_free(n);
	workload_free(w);
	return n;
}

unsigned simulation_vcs(const struct simulation *s)
{
	return s->network.shape.by_cells && !s->network.shape.by_destination ? s->network.shape.vcs : 0;
}

unsigned simulation_levels_of_vc(const struct simulation *s, unsigned vc)
{
	unsigned levels = 0;

	for (unsigned sl = 0; sl < s->network.sls; sl++)
		levels |= (unsigned)(shape_vc(&s->network.shape, sl) == vc) << sl;
	return levels;
}

void simulation_result_free(struct simulation_result *r)
{
	stats_free(r->stats);
	r->stats = NULL;
}
