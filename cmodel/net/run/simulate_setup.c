#include "simulate.h"

#include "net/jobs/job_set.h"
#include "net/workload/trace.h"
#include "why_not.h"

#include <limits.h>
#include <math.h>

static const char *const time_names[TIMES] = { "cycles", "ns", "us", "ms", "s" };
static const char *const start_names[STARTS] = { "zero", "first" };

const struct option_row simulate_rows[] = {
#define OPTION_STRUCT simulate_options
#define OPTION_FILE "net/run/simulate.def"
#include "option_rows.h"
};

_Static_assert((int)OPTION_WHY == (int)PARAMS_WHY && (int)OPTION_WHY == (int)WORKLOAD_WHY && (int)OPTION_WHY == (int)TOPOLOGY_WHY,
	       "messages are passed on");

void simulation_default(struct simulation *s)
{
	*s = (struct simulation){ .params = params_default() };
	option_defaults(simulate_rows, &s->o);
}

bool simulation_set(struct simulation *s, const char *name, const char *value, char why[OPTION_WHY])
{
	const struct option_row *row = option_find(simulate_rows, name);
	const struct param_desc *d = row ? NULL : params_find(name);

	if (row)
		return option_set(row, &s->o, value, why);
	if (!d || !value)
		return why_not(why, OPTION_WHY, d ? "--%.80s needs a value" : "no option is called '--%.80s'", name);
	s->given[d - params_table] = true;
	return params_set(&s->params, name, value, why);
}

static const double nanoseconds[TIMES] = { [TIME_NS] = 1, [TIME_US] = 1e3, [TIME_MS] = 1e6, [TIME_S] = 1e9 };

static bool set(void *simulation, const char *name, const char *value, char why[OPTION_WHY])
{
	return simulation_set(simulation, name, value, why);
}

bool simulation_words(struct simulation *s, char *text, char why[OPTION_WHY])
{
	return option_words(text, set, s, why);
}

static bool of_file(const struct simulate_options *s)
{
	return workload_of_file((enum workload_pattern)s->traffic);
}

/* The service levels of the traffic: unless they are given, those that the switches tell apart. A trace has none; jobs say theirs. */
static bool set_levels(struct simulation *u, const struct shape *shape, char why[OPTION_WHY])
{
	const unsigned all = shape->sls && !of_file(&u->o) ? shape->sls : 1;

	u->network.sls = u->o.levels ? (unsigned)u->o.levels : all;
	return !shape->sls || u->network.sls <= shape->sls ||
	       why_not(why, OPTION_WHY, "--levels: %u are more than sls, %u, the service levels of the switches", u->network.sls, shape->sls);
}

static bool has(unsigned scheme, const struct param_desc *d)
{
	struct params p = params_default();

	p.scheme = scheme;
	return params_used(&p, d);
}

bool simulation_scheme_has(unsigned scheme, bool nics, const struct param_desc *d)
{
	return has(scheme, d) || (nics && has(scheme_interface(scheme), d));
}

void simulation_leave_out(struct simulation *s)
{
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (s->given[i] && !simulation_scheme_has(s->params.scheme, s->o.nics, &params_table[i])) {
			params_restore(&s->params, i);
			s->given[i] = false;
		}
}

/* A parameter of switches alone, or of network interfaces alone, gets its default where it is not. One that neither has is refused by the check of the switches. */
static bool split_params(struct simulation *u, char why[OPTION_WHY])
{
	const unsigned scheme = scheme_interface(u->params.scheme);

	if (!u->o.nics)
		return true;
	if (scheme == u->params.scheme)
		return why_not(why, OPTION_WHY, "--nics: there are no network interfaces for this scheme");
	if (scheme == SCHEME_recn_qos_nic && u->o.injection != NODE_INJECTION_PER_DESTINATION)
		return why_not(why, OPTION_WHY, "--nics: with --injection per-destination only, since an interface stops destinations");
	u->nic_params = u->params;
	u->nic_params.scheme = scheme;
	params_restore(&u->nic_params, PARAM_INDEX_arbiter);
	for (unsigned i = 0; i < PARAMETERS; i++) {
		const bool of_nics = has(scheme, &params_table[i]);

		if (!of_nics)
			params_restore(&u->nic_params, i);
		else if (!params_used(&u->params, &params_table[i]))
			params_restore(&u->params, i);
	}
	return true;
}

/* What a network interface has in common with its switch, unless `to` was given it; it has round-robin alone. */
static bool share(struct params *to, const struct params *from, const bool *given, char why[OPTION_WHY])
{
	for (unsigned i = 0; i < PARAMETERS; i++) {
		const struct param_desc *const d = &params_table[i];
		char text[PARAMS_WORD];

		if (i == PARAM_INDEX_scheme || i == PARAM_INDEX_arbiter || given[i] || !params_used(to, d) || !params_used(from, d))
			continue;
		params_text(from, d, text, sizeof text);
		if (!params_set(to, d->name, text, why))
			return false;
	}
	return true;
}

/* After the topology has been chosen: what is common follows from the network, and from what is given to either. */
static bool match_nics(struct simulation *u, const struct topology *t, char why[OPTION_WHY])
{
	static const bool none[PARAMETERS];
	struct params *const p = &u->params, *const nic = &u->nic_params;

	if (!u->o.nics)
		return true;
	if (t->rate)
		return why_not(why, OPTION_WHY, "--nics: network interfaces have links of one rate; --equal-rates takes those of the fabric as such");
	if (t->addresses)
		return why_not(why, OPTION_WHY, "--nics: network interfaces know one LID of a node, --lid first");
	for (unsigned turn = 0; turn < 2; turn++) {
		if (!share(nic, p, none, why))
			return false;
		nic->nodes = t->nodes;
		if (nic->scheme == SCHEME_static_nic)
			nic->queues = shape_of(p).queues;
		params_complete(nic, u->given);
		if (!share(p, nic, u->given, why))
			return false;
		params_complete(p, u->given);
	}
	if (!params_check(p, why) || !params_check(nic, why))
		return false;
	u->nics.shape = shape_of(nic);
	return true;
}

bool simulation_has(const struct simulation *u, const struct param_desc *d)
{
	return params_used(&u->params, d) || (u->o.nics && params_used(&u->nic_params, d));
}

const struct params *simulation_params(const struct simulation *u, const struct param_desc *d)
{
	return params_used(&u->params, d) ? &u->params : &u->nic_params;
}

/* What routers of a k-ary n-cube are made for is its default; the options are changed to that. */
static void set_cube(struct simulation *u)
{
	struct simulate_options *s = &u->o;

	if (u->params.scheme != SCHEME_wormhole)
		return;
	if (!s->given.k && u->given[PARAM_INDEX_ary])
		s->k = u->params.ary;
	if (!s->given.n && u->given[PARAM_INDEX_dims])
		s->n = u->params.dims;
	if (!s->given.link_delay)
		s->link_delay = 0;
	s->injection = NODE_INJECTION_FIFO;
}

/* Options that are of wormhole networks only, and those that these lack. */
static bool apart(const struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	const bool worms = u->params.scheme == SCHEME_wormhole;

	if (!worms && s->given.source_vcs)
		return why_not(why, OPTION_WHY, "--source-vcs: with scheme wormhole only");
	if (worms && s->given.injection)
		return why_not(why, OPTION_WHY, "--injection: a node of a wormhole network has one queue");
	if (worms && s->levels > 1)
		return why_not(why, OPTION_WHY, "--levels: packets of scheme wormhole have no service level");
	return worms || option_within("link-delay", s->link_delay, 1, NETWORK_DELAY, why);
}

static bool choose_delay(struct params *p, const bool *given, uint64_t delay, char why[OPTION_WHY])
{
	const struct param_desc *const side = &params_table[PARAM_INDEX_side_cycles];

	if (params_used(p, side) && !given[PARAM_INDEX_side_cycles] && !option_within("link-delay", delay, 0, side->max - 2, why))
		return false;
	return topology_choose(p, given, PARAM_INDEX_link_cycles, (unsigned)delay, why) && topology_choose(p, given, PARAM_INDEX_side_cycles, (unsigned)delay + 2, why);
}

static bool check_delay(const struct shape *s, uint64_t delay, char why[OPTION_WHY])
{
	if (delay > s->link_most)
		return why_not(why, OPTION_WHY, "--link-delay: %ju is above %u, the longest delay that the switches have headroom for", (uintmax_t)delay,
			       s->link_most);
	return !s->side_band || s->side_cycles >= delay + 2 ||
	       why_not(why, OPTION_WHY, "side_cycles: %u is below %ju, 2 more than --link-delay", s->side_cycles, (uintmax_t)delay + 2);
}

/* Options that say nothing of a real fabric, or nothing without one. */
static bool check_fabric(const struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	const struct option_row *const of_topology = option_given(simulate_rows, s, "topology k n down up sizes p a h g");

	if (!s->fabric && (s->routes || s->without || s->given.lid || s->allow_cycles || s->equal_rates))
		return why_not(why, OPTION_WHY, "--routes, --without, --lid, --allow-cycles and --equal-rates are for a real fabric, --fabric");
	if (s->fabric && !u->stored)
		return why_not(why, OPTION_WHY, "--fabric: it was not read");
	return !s->fabric || !of_topology || why_not(why, OPTION_WHY, "--fabric and --%s exclude each other", of_topology->name);
}

static bool choose_topology(struct simulation *u, struct topology *t, char why[OPTION_WHY])
{
	const struct topology_words words = TOPOLOGY_WORDS(&u->o);
	struct topology_config c;

	if (!check_fabric(u, why))
		return false;
	return (u->stored || topology_read(&c, &words, why)) && topology_choice(t, &c, u->stored, &u->params, u->given, why);
}

static bool set_network(struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	struct topology topology;
	struct shape shape;

	if (!choose_topology(u, &topology, why) || !choose_delay(&u->params, u->given, s->link_delay, why) || !match_nics(u, &topology, why))
		return false;
	shape = shape_of(&u->params);
	if (!check_delay(&shape, s->link_delay, why))
		return false;
	u->network = network_default(&shape, &topology);
	u->network.injection = (enum node_injection)s->injection;
	u->network.link_delay = (unsigned)s->link_delay;
	u->network.source_packets = (unsigned)s->source_packets;
	u->network.source_vcs = (unsigned)s->source_vcs;
	u->network.hold = s->hold;
	u->network.threads = (unsigned)s->threads;
	u->network.every_cycle = s->every_cycle;
	u->network.nics = u->o.nics ? &u->nics : NULL;
	return set_levels(u, &shape, why);
}

/* How long a run is: --cycles, or of a trace, unless given, to its end. */
static bool set_span(struct simulation *u, char why[OPTION_WHY])
{
	struct workload_config w = u->traffic;
	const struct shape *s = &u->network.shape;

	_Static_assert((int)OPTION_WHY == (int)TRACE_WHY, "messages are passed on");
	if (workload_of_file(w.pattern) && !u->o.given.cycles)
		u->o.cycles = 0;
	if (!u->o.cycles && !workload_of_file(w.pattern))
		return why_not(why, OPTION_WHY, "--cycles: 0 is of a trace or jobs, which have an end");
	u->span = !u->o.cycles && w.pattern == PATTERN_JOBS ? 1 : u->o.cycles;
	w.end = STATS_CYCLES;
	return u->span || trace_cycles(&w, s->speed_n ? (double)s->speed_n / s->speed_d : 1, &u->span, why);
}

/* A file is named where the traffic is that of one. */
static bool check_file(enum workload_pattern of, const struct simulate_options *s, const char *option, const char *file, char why[OPTION_WHY])
{
	if ((s->traffic == of) == (file != NULL))
		return true;
	if (file)
		return why_not(why, OPTION_WHY, "--%s: with --traffic %s only", option, workload_pattern_names[of]);
	return why_not(why, OPTION_WHY, "--traffic %s: --%s FILE is missing", workload_pattern_names[of], option);
}

/* The service levels of jobs, if one has another than level 0. */
static bool set_job_levels(struct simulation *u, const struct job_set *set, char why[OPTION_WHY])
{
	const unsigned sls = u->network.shape.sls;

	for (unsigned i = 0; i < set->jobs; i++) {
		const struct job *const j = &set->job[i];

		if (sls && j->level >= sls)
			return why_not(why, OPTION_WHY, "--job-file: level %ju of job '%s' is not below sls, %u, the service levels of the switches", (uintmax_t)j->level,
				       j->name, sls);
		u->network.sls = j->level >= u->network.sls ? (unsigned)j->level + 1 : u->network.sls;
	}
	return true;
}

/* Reads the jobs once, to tell what is wrong with them. */
static bool check_jobs(struct simulation *u, char why[OPTION_WHY])
{
	struct job_set *set;
	bool good;

	_Static_assert((int)OPTION_WHY == (int)LINES_WHY, "messages are passed on");
	if (u->o.traffic != PATTERN_JOBS)
		return true;
	if (u->params.scheme == SCHEME_wormhole)
		return why_not(why, OPTION_WHY, "--traffic jobs: not with scheme wormhole, where packets of a message may overtake each other");
	set = job_set_open(u->o.job_file, u->traffic.nodes, u->traffic.seed, why);
	if (!set)
		return false;
	u->stats.jobs = set->jobs;
	good = set_job_levels(u, set, why);
	job_set_free(set);
	return good;
}

static bool set_file(struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	const struct option_row *const not_of_file = option_given(simulate_rows, s, "load arrivals random-length levels sl-load interval phases pareto-lengths burst-bytes");
	const bool filed = of_file(s);

	if (!check_file(PATTERN_TRACE, s, "trace", s->trace, why) || !check_file(PATTERN_JOBS, s, "job-file", s->job_file, why))
		return false;
	if (filed && not_of_file)
		return why_not(why, OPTION_WHY, "--%s: %s", not_of_file->name, s->trace ? "a trace says that itself" : "jobs say that themselves");
	u->network.hold = s->hold || filed;
	u->traffic.jobs = s->job_file;
	u->traffic.trace = s->trace;
	u->traffic.trace_from_first = s->trace_start == START_FIRST;
	u->traffic.trace_cycle = s->trace_compression * (s->trace_unit == TIME_CYCLES ? 1 : s->cycle_ns / nanoseconds[s->trace_unit]);
	return check_jobs(u, why) && set_span(u, why);
}

enum { BITS_PER_BYTE = 8 };

/* A list of numbers, one for each service level. */
static bool of_levels(const char *name, const char *list, unsigned n, unsigned sls, char why[OPTION_WHY])
{
	return n == sls ||
	       why_not(why, OPTION_WHY, "--%s: '%.60s' is a list of %u, for %u service level%s", name, list, n, sls, sls == 1 ? "" : "s");
}

/* The load that --interval means, or in several phases the first one of --phases. */
static bool set_interval(struct workload_config *w, const struct simulate_options *s, char why[OPTION_WHY])
{
	if (!s->phases && !(s->interval > 0))
		return true;
	const char *const wrong = s->given.load ? "it takes the place of --load" : s->phases && s->interval > 0 ? "it takes the place of --interval" :
				  s->sl_load || w->sls > 1 ? "with one service level only" :
				  !workload_one_by_one(w->arrivals) ? "with --arrivals bernoulli or fixed only" :
				  s->phases && s->hot_spot ? "not with --hot-spot" : NULL;

	if (wrong)
		return why_not(why, OPTION_WHY, "--%s: %s", s->phases ? "phases" : "interval", wrong);
	if (s->phases && !workload_phases(w, s->phases, why))
		return false;
	if (!s->phases && s->interval < 1)
		return why_not(why, OPTION_WHY, "--interval: a node wants at most a packet in each cycle");
	w->load = workload_mean_flits(w) / (s->phases ? w->phase[0].interval : s->interval);
	return true;
}

/* The loads of the service levels; their sum is that of the node. Those of a file are not known. */
static bool set_loads(struct workload_config *w, const struct simulate_options *s, char why[OPTION_WHY])
{
	double sum = 0;
	unsigned n;

	for (unsigned sl = 0; sl < SERVICE_LEVELS; sl++)
		w->sl_load[sl] = workload_of_file(w->pattern) ? NAN : s->load / w->sls;
	if (!s->sl_load)
		return true;
	if (s->given.load)
		return why_not(why, OPTION_WHY, "--load: --sl-load has the load of each service level");
	if (!option_reals("sl-load", s->sl_load, 0, 1, w->sl_load, SERVICE_LEVELS, &n, why) || !of_levels("sl-load", s->sl_load, n, w->sls, why))
		return false;
	for (unsigned sl = 0; sl < w->sls; sl++)
		sum += w->sl_load[sl];
	w->load = sum < 1 ? sum : 1;
	/* as 0.1 + 0.2 + 0.7 may be rounded */
	return sum <= 1 + 1e-9 || why_not(why, OPTION_WHY, "--sl-load: the loads add up to %g, which is above 1", sum);
}

static bool set_bursts(struct workload_config *w, const struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	const bool wanted = s->arrivals == ARRIVALS_ON_OFF;
	uint64_t bytes[SERVICE_LEVELS];
	unsigned n;

	if (wanted != (s->burst_bytes != NULL))
		return why_not(why, OPTION_WHY, wanted ? "--arrivals on-off: --burst-bytes LIST is missing" : "--burst-bytes: with --arrivals on-off only");
	if (!wanted)
		return true;
	if (!option_numbers("burst-bytes", s->burst_bytes, 1, UINT32_MAX, bytes, SERVICE_LEVELS, &n, why) ||
	    (n > 1 && !of_levels("burst-bytes", s->burst_bytes, n, w->sls, why)))
		return false;
	for (unsigned sl = 0; sl < w->sls; sl++)
		w->burst_flits[sl] = (uint32_t)workload_flits(bytes[n > 1 ? sl : 0], u->params.flit_bits);
	return true;
}

/* Of packets that --pareto-lengths makes: MIN, MAX, tail index. */
enum { LENGTHS_MIN, LENGTHS_MAX, LENGTHS_SHAPE, LENGTHS };

static bool set_lengths(struct workload_config *w, const struct simulate_options *s, char why[OPTION_WHY])
{
	const double flit = (double)w->flit_bits / BITS_PER_BYTE;
	double value[LENGTHS], *const least = value + LENGTHS_MIN, *const most = value + LENGTHS_MAX, *const tail = value + LENGTHS_SHAPE;
	unsigned n;

	if (!s->pareto_lengths)
		return true;
	if (s->random_length)
		return why_not(why, OPTION_WHY, "--random-length and --pareto-lengths exclude each other");
	if (!option_reals("pareto-lengths", s->pareto_lengths, 0, 1e9, value, LENGTHS, &n, why))
		return false;
	if (n < LENGTHS)
		return why_not(why, OPTION_WHY, "--pareto-lengths: '%.60s' is not MIN,MAX,A", s->pareto_lengths);
	if (*tail < 1.05 || *tail > 2)
		return why_not(why, OPTION_WHY, "--pareto-lengths: tail index %g is outside 1.05..2", *tail);
	if (*least >= *most)
		return why_not(why, OPTION_WHY, "--pareto-lengths: the shortest packet, %g bytes, is not shorter than the longest, %g", *least, *most);
	if (*least < flit)
		return why_not(why, OPTION_WHY, "--pareto-lengths: %g bytes are less than a flit, %g", *least, flit);
	if (*most > flit * w->packet_flits)
		return why_not(why, OPTION_WHY, "--pareto-lengths: %g bytes are more than packet_flits, %u, of %g bytes", *most, w->packet_flits, flit);
	w->length_shape = *tail;
	w->length_least = *least / flit;
	w->length_most = *most / flit;
	return true;
}

enum { MOST_BINS = 1000000 };

/* The last cycle of a trace that runs to its end is not known: the end is that of the bins that there may be. */
static bool set_end(struct simulation *u, char why[OPTION_WHY])
{
	struct simulate_options *s = &u->o;

	if (!s->given.bin && u->span >= MOST_BINS * s->bin)
		s->bin = u->span / MOST_BINS + 1;
	const uint64_t most = MOST_BINS * s->bin;

	if (u->span >= most)
		return why_not(why, OPTION_WHY, "--bin: %ju cycles make more than %d bins of %ju --cycles", (uintmax_t)s->bin, MOST_BINS, (uintmax_t)u->span);
	u->traffic.end = !simulation_to_end(u) ? u->span : most < STATS_CYCLES ? most : STATS_CYCLES;
	return true;
}

static bool set_traffic(struct simulation *u, char why[OPTION_WHY])
{
	const struct simulate_options *s = &u->o;
	struct workload_config *w = &u->traffic;

	*w = workload_default(u->network.topology.nodes, u->network.shape.packet_flits, s->load);
	w->sls = u->network.sls;
	w->link_n = u->network.shape.speed_n;
	w->link_d = u->network.shape.speed_d;
	w->pattern = (enum workload_pattern)s->traffic;
	w->arrivals = (enum workload_arrivals)s->arrivals;
	w->own = s->own_node || (!s->fabric && s->topology == TOPOLOGY_SINGLE);
	w->random_length = s->random_length;
	w->burst_packets = s->burst_packets;
	w->pareto_shape = s->pareto_shape;
	w->seed = s->seed;
	w->flit_bits = u->params.flit_bits;
	return set_file(u, why) && set_end(u, why) && set_loads(w, s, why) && set_bursts(w, u, why) && set_lengths(w, s, why) &&
	       set_interval(w, s, why) && (!s->hot_spot || workload_hot_spots(w, s->hot_spot, why));
}

static unsigned burst_flits(const struct workload_config *w)
{
	unsigned most = w->arrivals == ARRIVALS_BURSTY ? (unsigned)ceil(w->burst_packets * w->packet_flits) : w->arrivals == ARRIVALS_SELF_SIMILAR ? UINT_MAX : 0;

	for (unsigned sl = 0; w->arrivals == ARRIVALS_ON_OFF && sl < w->sls; sl++)
		most = w->burst_flits[sl] > most ? w->burst_flits[sl] : most;
	return most;
}

static bool set_stats(struct simulation *u, char why[OPTION_WHY])
{
	struct simulate_options *s = &u->o;

	const bool filed = of_file(s);
	const uint64_t most = s->traffic == PATTERN_JOBS ? u->traffic.end : u->span;

	if (!s->given.warmup && (s->warmup >= u->span || filed))
		s->warmup = filed ? 0 : u->span / 5;
	if (s->warmup >= most)
		return why_not(why, OPTION_WHY, "--warmup: %ju leave nothing of %ju --cycles to measure", (uintmax_t)s->warmup, (uintmax_t)most);
	u->stats = (struct stats_config){
		.nodes = u->network.topology.nodes, .shards = u->network.threads, .sls = u->network.sls, .packet_flits = u->network.shape.packet_flits,
		.link_n = u->network.shape.speed_n, .link_d = u->network.shape.speed_d, .warmup = s->warmup, .end = u->traffic.end, .bin = s->bin,
		.burst_flits = burst_flits(&u->traffic), .links = u->links ? network_links(&u->network.topology) : 0, .hot_nodes = u->traffic.hot_spots,
		.worms = u->network.shape.by_flits, .gather = u->network.shape.gather_cycles, .trace = filed,
		.meta_links = u->network.shape.metapackets ? u->network.topology.switches * u->network.shape.local : 0,
		.jobs = u->stats.jobs,
	};
	for (unsigned i = 0; i < u->traffic.hot_spots; i++)
		u->stats.hot[i] = u->traffic.hot[i].node;
	return true;
}

bool simulation_setup(struct simulation *u, char why[OPTION_WHY])
{
	set_cube(u);
	if (!option_check(simulate_rows, &u->o, why) || !apart(u, why) || !split_params(u, why))
		return false;
	return set_network(u, why) && set_traffic(u, why) && set_stats(u, why);
}
