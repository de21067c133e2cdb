#include "lockstep_print.h"

#include <inttypes.h>

const char *const injection_names[INJECTIONS] = {
	[INJECTION_FIFO] = "fifo", [INJECTION_OLDEST_FIRST] = "oldest-first", [INJECTION_PER_DESTINATION] = "per-destination",
};

static void print_traffic(const struct lockstep *l, FILE *f)
{
	const struct neighbours_config *t = &l->config.traffic;

	fprintf(f, "traffic     %s, ", traffic_names[t->traffic]);
	if (t->saturate)
		fputs("inputs kept full, ", f);
	else
		fprintf(f, "load %g, ", t->load);
	fprintf(f, "packets of %s%u flits, injection %s, %s back-pressure, seed %" PRIu64 "\n", t->fixed_length ? "" : "1 to ",
		l->config.shape.packet_flits, injection_names[t->injection], t->back_pressure ? "with" : "no", t->seed);
}

static void print_throughput(const struct lockstep *l, FILE *f)
{
	const struct neighbours_stats *s = neighbours_stats(l->neighbours);
	const double slots = (double)l->config.shape.radix * (double)(lockstep_now(l) ? lockstep_now(l) : 1);
	uint64_t least = UINT64_MAX, most = 0;

	for (unsigned o = 0; o < l->config.shape.radix; o++) {
		least = s->delivered_at[o] < least ? s->delivered_at[o] : least;
		most = s->delivered_at[o] > most ? s->delivered_at[o] : most;
	}
	fprintf(f, "throughput  %.3f of line rate (outputs %.3f to %.3f), offered %.3f; %" PRIu64 " packets delivered\n",
		(double)s->flits_delivered / slots, (double)least * l->config.shape.radix / slots,
		(double)most * l->config.shape.radix / slots,
		(double)(s->flits_generated + s->flits_refused) / slots, s->delivered);
	if (l->config.shape.nodes && l->config.shape.table_words)
		fprintf(f, "tables      %" PRIu64 " words written with another %s while packets passed\n", s->rerouted, l->config.shape.nic ? "queue" : "port");
	if (l->config.shape.recovery)
		fprintf(f, "lane        %" PRIu64 " packets came by it, %" PRIu64 " left by it; the token came %" PRIu64 " times\n", s->lane_in, s->lane_out, s->tokens);
	if (l->config.shape.messages && l->config.shape.messages != MESSAGES_SIDE)
		fprintf(f, "links       Xoff to the switch %" PRIu64 ", from it %" PRIu64 "\n", s->xoff_sent, s->xoff_received);
}

static void print_congestion(const struct lockstep *l, FILE *f)
{
	const struct switch_counts c = lockstep_counts(l);

	if (l->model && !l->config.shape.slot_nic && (l->config.shape.saqs || l->config.shape.nic))
		fprintf(f, "congestion  detections %" PRIu64 ", notifications %" PRIu64 " (lost %" PRIu64 "), set aside %" PRIu64
			", lines in use at most %u\n", c.detections, c.notifications, c.notifications_lost, c.set_aside, c.lines_peak);
}

static void print_compared(const struct lockstep *l, FILE *f)
{
	if (l->config.backend == LOCKSTEP_BOTH)
		fprintf(f, "compared    %" PRIu64 " register bits in %u registers, %" PRIu64 " memory bits in %u memories\n",
			l->probe.register_bits, l->probe.image->n, l->probe.memory_bits, l->probe.n_memories);
	if (l->config.drain)
		fprintf(f, "drained     %" PRIu64 " cycles after the traffic ended%s\n", l->drain_cycles,
			l->probe.storage ? "; all queues, lines and credits at reset values" : "");
}

static void print_resets(const struct lockstep *l, FILE *f)
{
	if (l->resets)
		fprintf(f, "resets      %" PRIu64 ", %" PRIu64 " cycles in reset\n", l->resets, l->reset_cycles);
}

static void print_speed(const struct lockstep *l, FILE *f)
{
	fprintf(f, "speed       %.0f cycles/s, %.3f s of processor time\n", (double)lockstep_now(l) / l->seconds, l->cpu_seconds);
}

void print_summary(const struct lockstep *l, FILE *f)
{
	print_traffic(l, f);
	if (l->neighbours)
		print_throughput(l, f);
	print_congestion(l, f);
	print_resets(l, f);
	print_speed(l, f);
	if (l->verdict == LOCKSTEP_SAME)
		print_compared(l, f);
}

void print_verdict(const struct lockstep *l, FILE *f)
{
	if (l->config.backend == LOCKSTEP_BOTH)
		fprintf(f, "lockstep: %" PRIu64 " cycles, %" PRIu64 " state bits, %" PRIu64 " packets, 0 mismatches\n",
			l->config.cycles, lockstep_bits(l), l->packets);
	else
		fprintf(f, "%s alone: %" PRIu64 " cycles, %" PRIu64 " packets, none lost\n",
			l->config.backend == LOCKSTEP_C ? "model" : "RTL", l->config.cycles, l->packets);
}
