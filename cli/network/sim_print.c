#include "sim.h"

#include "tool.h"

#include <inttypes.h>
#include <math.h>

static const char *const verdicts[] = {
	[STATS_TRACE] = "that of a trace, which is not judged",
	[STATS_SATURATED] = "saturated",
	[STATS_SHORT] = "too short to be judged steady or not",
	[STATS_CHANGING] = "not steady",
	[STATS_STEADY] = "steady",
};

/* No queue is a set-aside queue, in any switch of the scheme. */
static bool plain_queues(const struct shape *s)
{
	return s->named_queues || s->fifo_out || s->by_flits;
}

const char *sim_queue_name(const struct shape *s)
{
	return plain_queues(s) ? "queue" : s->nodes ? "CFQ" : "SAQ";
}

static void print_routers(const struct simulation *u, FILE *f)
{
	const struct shape *s = &u->network.shape;
	const struct params *p = &u->params;
	char routing[PARAMS_WHY], deadlock[PARAMS_WHY], throttle[PARAMS_WHY];

	params_text(p, &params_table[PARAM_INDEX_routing], routing, sizeof routing);
	params_text(p, &params_table[PARAM_INDEX_deadlock], deadlock, sizeof deadlock);
	params_text(p, &params_table[PARAM_INDEX_throttle], throttle, sizeof throttle);
	fprintf(f, "routers     wormhole, %u VC%s of %u flits a link, routing %s, deadlock %s, throttle %s, packets of %s%u flits\n", s->vcs, s->vcs == 1 ? "" : "s",
		s->buffer_flits, routing, deadlock, throttle, u->o.random_length ? "1 to " : "", s->packet_flits);
}

static void print_network(const struct simulation *u, FILE *f)
{
	const struct topology *t = &u->network.topology;
	const struct shape *s = &u->network.shape;
	const unsigned queues = !plain_queues(s) ? s->saqs : s->by_cells ? s->vc_queues : s->queues;
	char scheme[PARAMS_WHY], stages[32] = "", lids[32] = "";

	params_text(&u->params, &params_table[PARAM_INDEX_scheme], scheme, sizeof scheme);
	if (t->stages > 1)
		snprintf(stages, sizeof stages, " in %u stages", t->stages);
	if (t->addresses)
		snprintf(lids, sizeof lids, ", %u LIDs", t->addresses);
	fprintf(f, "network     %s: %u nodes%s, %u switch%s of radix %u%s, links of %" PRIu64 " cycle%s\n",
		u->o.fabric ? u->o.fabric : topology_names[u->o.topology], t->nodes, lids, t->switches, t->switches == 1 ? "" : "es", t->radix, stages, u->o.link_delay, u->o.link_delay == 1 ? "" : "s");
	if (t->rate)
		fprintf(f, "links       of %g to %g Gbit/s: the fastest carry a flit a cycle\n", t->slowest / 1000.0, t->fastest / 1000.0);
	if (s->by_flits) {
		print_routers(u, f);
		return;
	}
	fprintf(f, "switches    %s, %u %s%s ", scheme, queues, sim_queue_name(s), plain_queues(s) && queues == 1 ? "" : "s");
	if (s->by_cells)
		fprintf(f, "and %u cells of %u flits a VC and side, %u VC%s", s->cells, s->cell_flits, s->vcs, s->vcs == 1 ? "" : "s");
	else if (s->queue_slots)
		fprintf(f, "of %u slots a port", s->queue_slots);
	else
		fprintf(f, "and %u slots a port", s->slots);
	fprintf(f, ", packets of %s%u flits, injection %s\n", u->o.random_length ? "1 to " : "", s->packet_flits,
		node_injection_names[u->o.injection]);
}

/* Flits that a credit's round trip takes, beside twice the delay of a link: docs/study/simulation.md. */
enum { ROUND_TRIP = 14 };

/* A static queue that is smaller than a round trip of its credits has pauses on an idle link, too. */
static void print_note(const struct simulation *u, FILE *f)
{
	const struct shape *s = &u->network.shape;
	const uint64_t room = (uint64_t)s->queue_slots * s->packet_flits;

	if (s->queue_slots && s->queues > 1 && room < ROUND_TRIP + 2 * u->o.link_delay)
		fprintf(f, "note        a queue of %u slot%s cannot keep a link busy by itself, since credits take longer: more --slots\n", s->queue_slots,
			s->queue_slots == 1 ? "" : "s");
}

static void print_traffic(const struct simulation *u, FILE *f)
{
	if (u->traffic.pattern == PATTERN_TRACE)
		fprintf(f, "traffic     trace %s%s, %g times faster", u->o.trace, u->o.trace_start == START_FIRST ? " from its first message on" : "",
			u->o.trace_compression);
	else if (u->traffic.pattern == PATTERN_JOBS)
		fprintf(f, "traffic     jobs %s", u->o.job_file);
	else
		fprintf(f, "traffic     %s, load %g, %s", workload_pattern_names[u->traffic.pattern], u->traffic.load,
			workload_arrivals_names[u->traffic.arrivals]);
	if (u->network.sls > 1)
		fprintf(f, ", %u service levels", u->network.sls);
	for (const struct hot_spot *h = u->traffic.hot; h < u->traffic.hot + u->traffic.hot_spots; h++) {
		fprintf(f, ", %g %% of the %s", 100 * h->share, h->of_sources ? "sources" : "traffic");
		if (h->sls)
			fprintf(f, " of level %d", __builtin_ctz(h->sls));
		fprintf(f, " to node %u", h->node);
	}
	fprintf(f, ", seed %" PRIu64 "\n", u->o.seed);
}

static void print_load(const struct simulation *u, const struct simulation_result *result, FILE *f)
{
	const struct stats_report *const r = &result->report;

	fprintf(f, "load        %.4f of the links' bandwidth accepted, %.4f wanted (cycles %" PRIu64 " to %" PRIu64 "); nodes received %.4f to %.4f\n",
		r->accepted_load, r->generated_load, u->o.warmup, result->traffic_cycles, r->least_accepted, r->most_accepted);
	if (r->pattern_accepted < r->accepted_load)
		fprintf(f, "            %.4f of the pattern as a whole: what its least served nodes, or pairs of them, get\n", r->pattern_accepted);
	fprintf(f, "latency     mean %.1f cycles, median %.0f, 99 %% within %.0f, at most %.0f; in the network mean %.1f; %.2f switches crossed\n",
		r->latency_mean, r->latency_p50, r->latency_p99, r->latency_max, r->network_mean, r->hops_mean);
}

static void print_levels(const struct simulation *u, const struct stats *s, FILE *f)
{
	for (unsigned sl = 0; sl < u->network.sls; sl++) {
		const struct stats_level_report r = stats_level_report(s, sl);

		fprintf(f, "%-12s%u: load %.4f accepted, %.4f wanted; latency mean %.1f cycles, 99 %% within %.0f, at most %.0f\n", sl ? "" : "levels", sl,
			r.accepted_load, r.generated_load, r.latency_mean, r.latency_p99, r.latency_max);
	}
}

static void print_vcs(const struct simulation *u, const struct stats *s, FILE *f)
{
	for (unsigned vc = 0; vc < simulation_vcs(u); vc++) {
		const struct stats_level_report sum = stats_levels_sum(s, simulation_levels_of_vc(u, vc));

		fprintf(f, "%-12s%u: load %.4f accepted, %.4f wanted\n", vc ? "" : "VCs", vc, sum.accepted_load, sum.generated_load);
	}
}

static void print_verdict(const struct simulation *u, const struct stats_report *r, FILE *f)
{
	fprintf(f, "state       %s", u->traffic.pattern == PATTERN_JOBS ? "that of jobs, which is not judged" : verdicts[r->verdict]);
	if (r->verdict == STATS_SATURATED)
		fprintf(f, ": sources sent %.1f %% less than wanted, so latency grows with the length of the run", 100 * r->behind);
	else if (r->verdict == STATS_CHANGING)
		fprintf(f, ": the second half of the measurement differs from the first by %+.1f %% in load and %+.1f %% in latency; single tenths differ"
			" from the mean by up to %.1f and %.1f %%", 100 * r->drift_load, 100 * r->drift_latency, 100 * r->spread_load, 100 * r->spread_latency);
	fputc('\n', f);
}

static void print_congestion(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const struct switch_counts *c = &r->stats->switches;

	fprintf(f, "congestion  %ss in use: mean %.1f, most %" PRIu64 "; detections %" PRIu64 ", notifications %" PRIu64 " (lost %" PRIu64
		"), packets set aside %" PRIu64 "\n", sim_queue_name(&u->network.shape), r->report.saqs_mean, r->report.saqs_peak, c->detections, c->notifications,
		c->notifications_lost, c->set_aside);
}

static void print_worms(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const struct stats_worms_report *w = &r->report.worms;

	fprintf(f, "delivered   %" PRIu64 " packets in these cycles; latency mean %.1f cycles from the first VC on, %.1f from the first flit, %.1f from the wish\n",
		w->packets, w->granted, w->loaded, w->wanted);
	fprintf(f, "buffers     full: mean %.1f, most %" PRIu64, r->report.saqs_mean, r->report.saqs_peak);
	if (u->network.shape.recovery)
		fprintf(f, "; %" PRIu64 " packets took the recovery lane", r->stats->switches.detections);
	if (u->network.shape.totals)
		fprintf(f, "; estimate mean %.1f, threshold mean %.1f, throttled %.1f %% of the time", w->estimate, w->threshold, 100 * w->throttled);
	fputc('\n', f);
	if (u->network.shape.metapackets)
		fprintf(f, "gathers     of metapackets: %.0f to %.0f cycles, mean %.1f; %" PRIu64 " began late; %.2f %% of the link cycles\n", r->report.gathers.least,
			r->report.gathers.most, r->report.gathers.mean, r->stats->shard[0].late, 100 * r->report.gathers.share);
}

static void print_stops(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const struct switch_counts *c = &r->stats->switches;

	fprintf(f, "stops       %" PRIu64 " Xoffs and %" PRIu64 " Xons, sent by switches", c->xoff_sent, c->xon_sent);
	if (u->network.shape.by_cells)
		fprintf(f, "; %" PRIu64 " of the Xoffs to end nodes (lost %" PRIu64 ")", r->counts.xoffs, r->counts.xoffs_dropped);
	fputc('\n', f);
}

static void print_packets(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const struct stats_totals *t = &r->stats->shard[0].totals;

	fprintf(f, "packets     %" PRIu64 " wanted, %" PRIu64 " entered, %" PRIu64 " delivered, %" PRIu64 " lost, %" PRIu64 " out of order\n",
		t->generated_packets, t->injected_packets, t->delivered_packets, stats_lost(t), t->out_of_order);
	if (r->counts.refused)
		fprintf(f, "            %" PRIu64 " refused because the queue of their source was full\n", r->counts.refused);
	if (r->trace_late)
		fprintf(f, "            %" PRIu64 " message%s of the trace left, after the last cycle\n", r->trace_late, r->trace_late == 1 ? "" : "s");
	if (r->trace_outside)
		fprintf(f, "            %" PRIu64 " packet%s of the trace left, at their sources in the last cycle%s\n", r->trace_outside, r->trace_outside == 1 ? "" : "s",
			simulation_to_end(u) ? "" : "; without --cycles a run ends when all have entered");
	if (r->drained && plain_queues(&u->network.shape))
		fprintf(f, "drained     %" PRIu64 " cycles after the traffic ended; no packet or spent credit left over\n", r->cycles - r->traffic_cycles);
	else if (r->drained)
		fprintf(f, "drained     %" PRIu64 " cycles after the traffic ended; no packet, %s, CAM line or credit left over\n",
			r->cycles - r->traffic_cycles, sim_queue_name(&u->network.shape));
}

static void print_speed(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	const double hops = (double)r->stats->shard[0].totals.flit_hops;
	const unsigned processors = tool_processors();

	fprintf(f, "speed       %.1f million flit-hops/s, %.3f s of processor time, %.3f s elapsed", r->cpu_seconds > 0 ? 1e-6 * hops / r->cpu_seconds : 0,
		r->cpu_seconds, r->seconds);
	if (u->network.threads > processors)
		fprintf(f, "; %u threads share %u processor%s, which is slower than %u", u->network.threads, processors, processors > 1 ? "s" : "", processors);
	fputc('\n', f);
}

/* The end of a line. Without a message or a computation there is nothing to compare. */
static void print_slowdown(const char *separator, double slowdown, FILE *f)
{
	if (!isnan(slowdown))
		fprintf(f, "%s%.3f times as long as in an idle network", separator, slowdown);
	fputc('\n', f);
}

static void print_call(const struct job_report *j, unsigned call, FILE *f)
{
	const struct job_call *const c = &j->call[call];
	const struct job_call_report r = job_call_report(j, call);

	if (c->kind == CALL_COMPUTE || !r.times)
		return;
	fprintf(f, "            %s, %s", job_call_names[c->kind], job_way_names[c->way]);
	if (c->kind != CALL_BARRIER)
		fprintf(f, ", %" PRIu64 " bytes", c->amount);
	fprintf(f, ": %" PRIu64 " time%s, mean %.1f cycles, at most %.0f", r.times, r.times == 1 ? "" : "s", r.mean, r.max);
	print_slowdown("; ", r.slowdown, f);
}

static void print_job(const struct job_report *j, const char *title, bool levels, FILE *f)
{
	fprintf(f, "%-12s%s: %" PRIu32 " ranks, ", title, j->name, j->ranks);
	if (levels)
		fprintf(f, "level %u, ", j->level);
	fprintf(f, "from cycle %" PRIu64, j->whole.begin);
	if (j->whole.end == UINT64_MAX) {
		fprintf(f, ", not done\n");
	} else {
		fprintf(f, " %.0f cycles", job_span_cycles(&j->whole));
		print_slowdown(", ", job_span_slowdown(&j->whole), f);
	}
	for (unsigned call = 0; call < j->calls; call++)
		print_call(j, call, f);
}

static void print_messages(const struct messages_report *m, unsigned flit_bits, FILE *f)
{
	if (!m->messages)
		return;
	fprintf(f, "messages    %" PRIu64 ", mean %.1f bytes; mean %.1f cycles, median %.0f, 99 %% within %.0f, 99.9 %% within %.0f, at most %.0f\n", m->messages,
		(double)m->flits * flit_bits / 8 / (double)m->messages, m->time_mean, m->time_p50, m->time_p99, m->time_p999, m->time_max);
	fprintf(f, "slowdown    of messages: mean %.2f, median %.2f, 99 %% within %.2f, 99.9 %% within %.2f, at most %.2f\n", m->slowdown_mean, m->slowdown_p50,
		m->slowdown_p99, m->slowdown_p999, m->slowdown_max);
}

static void print_jobs(const struct jobs_report *r, unsigned flit_bits, FILE *f)
{
	bool levels = false;

	for (unsigned k = 0; k < r->jobs; k++)
		levels = levels || r->job[k].level;
	for (unsigned k = 0; k < r->jobs; k++)
		print_job(&r->job[k], k ? "" : "jobs", levels, f);
	print_messages(&r->messages, flit_bits, f);
}

static void print_measured(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	print_load(u, r, f);
	if (u->network.sls > 1)
		print_levels(u, r->stats, f);
	print_vcs(u, r->stats, f);
	print_verdict(u, &r->report, f);
	if (u->network.shape.saqs)
		print_congestion(u, r, f);
	if (u->network.shape.by_flits)
		print_worms(u, r, f);
	else if (u->network.shape.messages)
		print_stops(u, r, f);
}

void sim_print(const struct simulation *u, const struct simulation_result *r, bool speed, FILE *f)
{
	print_network(u, f);
	print_note(u, f);
	print_traffic(u, f);
	if (r->stopped)
		fprintf(f, "incomplete  stopped by a signal after cycle %" PRIu64 " of %s%" PRIu64 "\n", r->traffic_cycles,
			simulation_to_end(u) ? "at least " : "", u->span);
	if (r->traffic_cycles > u->o.warmup)
		print_measured(u, r, f);
	else
		fprintf(f, "load        nothing was measured: statistics begin in cycle %" PRIu64 "\n", u->o.warmup);
	if (r->jobs)
		print_jobs(r->jobs, u->traffic.flit_bits, f);
	print_packets(u, r, f);
	if (speed)
		print_speed(u, r, f);
	if (r->failed)
		fprintf(f, "FAILED      %s\n", r->why);
}

static void write_place(const struct place *p, FILE *f)
{
	if (p->is == NODE)
		fprintf(f, "node,%u,", p->index);
	else
		fprintf(f, "switch,%u,%u", p->index, p->port);
}

static bool write_link(const void *topology, unsigned link, FILE *f)
{
	const struct topology *t = topology;
	const unsigned first_of_nodes = t->switches * t->radix;
	const bool from_node = link >= first_of_nodes;
	const struct place from = from_node ? (struct place){ NODE, link - first_of_nodes, 0 } : (struct place){ SWITCH, link / t->radix, link % t->radix };
	const struct place to = from_node ? t->attach(t, from.index) : t->peer(t, from.index, from.port);

	if (to.is == NOTHING)
		return false;
	write_place(&from, f);
	fputc(',', f);
	write_place(&to, f);
	return true;
}

void sim_write_links(const struct simulation *u, const struct simulation_result *r, FILE *f)
{
	stats_write_links(r->stats, f, "from,from_index,from_port,to,to_index,to_port", write_link, &u->network.topology);
}
