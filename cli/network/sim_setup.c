#include "sim_setup.h"

#include "sim_backend.h"
#include "sim_hot_spot.h"
#include "topology_choice.h"

#include <string.h>

static const double nanoseconds[TIMES] = { [TIME_NS] = 1, [TIME_US] = 1e3, [TIME_MS] = 1e6, [TIME_S] = 1e9 };

static bool set_network(struct sim_setup *u, const struct options *o, char why[PARAMS_WHY])
{
	const struct sim_options *s = &u->s;
	const bool single = s->topology == TOPOLOGY_SINGLE;
	const struct topology_config t = {
		.kind = (enum topology_kind)s->topology, .n = (unsigned)s->n,
		.k = single && !o->value[SIM_k] ? 0 : (unsigned)s->k,
	};
	struct topology topology;
	struct shape shape;

	if (!topology_choice(&topology, &t, &u->params, o, why))
		return false;
	shape = shape_of(&u->params);
	u->network = network_default(&shape, &topology);
	u->network.injection = (enum node_injection)s->injection;
	u->network.link_delay = (unsigned)s->link_delay;
	u->network.source_packets = (unsigned)s->source_packets;
	u->network.threads = (unsigned)s->threads;
	u->network.every_cycle = s->every_cycle;
	return true;
}

static bool set_trace(struct sim_setup *u, const struct options *o, char why[PARAMS_WHY])
{
	static const struct { unsigned option; const char *name; } not_of_trace[] = {
		{ SIM_load, "load" }, { SIM_arrivals, "arrivals" }, { SIM_random_length, "random-length" },
	};
	const struct sim_options *s = &u->s;
	const bool traced = s->traffic == PATTERN_TRACE;

	if (traced != (s->trace != NULL)) {
		snprintf(why, PARAMS_WHY, traced ? "--traffic trace: --trace FILE is missing" : "--trace: with --traffic trace only");
		return false;
	}
	for (unsigned i = 0; traced && i < sizeof not_of_trace / sizeof *not_of_trace; i++)
		if (o->value[not_of_trace[i].option]) {
			snprintf(why, PARAMS_WHY, "--%s: a trace says that itself", not_of_trace[i].name);
			return false;
		}
	u->network.hold = traced;
	u->traffic.trace = s->trace;
	u->traffic.trace_cycle = s->trace_compression * (s->trace_unit == TIME_CYCLES ? 1 : s->cycle_ns / nanoseconds[s->trace_unit]);
	return true;
}

static bool set_traffic(struct sim_setup *u, const struct options *o, char why[PARAMS_WHY])
{
	const struct sim_options *s = &u->s;
	struct workload_config *w = &u->traffic;

	*w = workload_default(u->network.topology.nodes, u->params.packet_flits, s->load);
	w->pattern = (enum workload_pattern)s->traffic;
	w->arrivals = (enum workload_arrivals)s->arrivals;
	w->own = s->own_node || s->topology == TOPOLOGY_SINGLE;
	w->random_length = s->random_length;
	w->burst_packets = s->burst_packets;
	w->pareto_shape = s->pareto_shape;
	w->end = s->cycles;
	w->seed = s->seed;
	w->flit_bits = u->params.flit_bits;
	return set_trace(u, o, why) && (!s->hot_spot || sim_hot_spots(w, s->hot_spot, why));
}

enum { MOST_BINS = 1000000 };

static bool set_stats(struct sim_setup *u, const struct options *o, char why[PARAMS_WHY])
{
	struct sim_options *s = &u->s;

	if (!o->value[SIM_warmup] && (s->warmup >= s->cycles || s->traffic == PATTERN_TRACE))
		s->warmup = s->traffic == PATTERN_TRACE ? 0 : s->cycles / 5;
	if (s->warmup >= s->cycles) {
		snprintf(why, PARAMS_WHY, "--warmup: %ju leave nothing of %ju --cycles to measure", (uintmax_t)s->warmup, (uintmax_t)s->cycles);
		return false;
	}
	if (s->cycles / s->bin >= MOST_BINS) {
		snprintf(why, PARAMS_WHY, "--bin: %ju cycles make more than %d bins of %ju --cycles", (uintmax_t)s->bin, MOST_BINS, (uintmax_t)s->cycles);
		return false;
	}
	u->stats = (struct stats_config){
		.nodes = u->network.topology.nodes, .shards = u->network.threads, .packet_flits = u->params.packet_flits,
		.warmup = s->warmup, .end = s->cycles, .bin = s->bin,
		.links = s->csv_links ? network_links(&u->network.topology) : 0,
	};
	return true;
}

bool sim_setup(struct sim_setup *u, const struct options *o, const struct sim_line *line, char why[PARAMS_WHY])
{
	u->params = o->params;
	return sim_read(&u->s, o, line, why) && set_network(u, o, why) && set_traffic(u, o, why) && set_stats(u, o, why) && sim_backend_check(u, why);
}
