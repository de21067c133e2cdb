#include "workload_state.h"

#include "net/jobs/jobs.h"
#include "net/workload/trace.h"
#include "units/prefetch.h"
#include "why_not.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

const char *const workload_pattern_names[PATTERNS] = {
#define PATTERN(id, text, help) [PATTERN_##id] = text,
#include "workload_patterns.def"
};

static unsigned bits_of(unsigned nodes)
{
	unsigned b = 0;

	while (nodes >> b > 1)
		b++;
	return b;
}

/* Does the pattern exist for this number of nodes? */
static bool pattern_fits(enum workload_pattern p, unsigned nodes, char why[WORKLOAD_WHY])
{
	const char *name = workload_pattern_names[p];
	const bool of_bits = p == PATTERN_BIT_REVERSAL || p == PATTERN_SHUFFLE || p == PATTERN_COMPLEMENT || p == PATTERN_TRANSPOSE;

	if (of_bits && nodes & (nodes - 1))
		return why_not(why, WORKLOAD_WHY, "traffic %s: %u nodes are no power of two", name, nodes);
	if (p == PATTERN_TRANSPOSE && bits_of(nodes) % 2)
		return why_not(why, WORKLOAD_WHY, "traffic %s: %u nodes are no square of a power of two", name, nodes);
	return true;
}

static unsigned rotated(unsigned node, unsigned by, unsigned bits)
{
	return (node << by | node >> (bits - by)) & ((1u << bits) - 1);
}

static unsigned reversed(unsigned node, unsigned bits)
{
	unsigned r = 0;

	for (unsigned i = 0; i < bits; i++)
		r |= (node >> i & 1) << (bits - 1 - i);
	return r;
}

/* Permutations: each node has one partner, to which it sends. Dally, Towles (2004), 3.2 */
static unsigned pattern_partner(enum workload_pattern p, unsigned nodes, unsigned node)
{
	const unsigned bits = bits_of(nodes);

	switch (p) {
	case PATTERN_BIT_REVERSAL: return reversed(node, bits);
	case PATTERN_SHUFFLE: return rotated(node, 1, bits);
	case PATTERN_COMPLEMENT: return nodes - 1 - node;
	case PATTERN_TRANSPOSE: return rotated(node, bits / 2, bits);
	case PATTERN_TORNADO: return (node + (nodes + 1) / 2 - 1) % nodes;
	default: return node;
	}
}

static bool pattern_permutes(enum workload_pattern pattern)
{
	return pattern != PATTERN_UNIFORM && !workload_of_file(pattern);
}

struct workload_config workload_default(unsigned nodes, unsigned packet_flits, double load)
{
	return (struct workload_config){
		.nodes = nodes, .packet_flits = packet_flits, .load = load, .sls = 1, .burst_packets = 16, .pareto_shape = 1.5,
		.end = UINT64_MAX, .seed = 1, .flit_bits = 64, .trace_cycle = 1,
	};
}

/* Does it take traffic of this service level? */
static bool takes(const struct hot_spot *h, unsigned sl)
{
	return !h->sls || h->sls >> sl & 1;
}

static bool check_hot_spot(const struct workload_config *c, const struct hot_spot *h, char why[WORKLOAD_WHY])
{
	if (h->node >= c->nodes)
		return why_not(why, WORKLOAD_WHY, "hot spot: there is no node %u; the last one is %u", h->node, c->nodes - 1);
	if (h->from >= h->to)
		return why_not(why, WORKLOAD_WHY, "hot spot at node %u: it ends before it begins", h->node);
	if (h->sls >> c->sls)
		return why_not(why, WORKLOAD_WHY, "hot spot at node %u: there is no service level %u; the last one is %u", h->node,
			       31 - (unsigned)__builtin_clz(h->sls), c->sls - 1);
	if (h->of_sources && c->sls > 1 && !h->sls)
		return why_not(why, WORKLOAD_WHY, "hot spot at node %u: with several service levels, a share of the sources needs sl=N", h->node);
	return true;
}

/* The shares of the hot spots for a service level are at most 1. */
static bool check_shares(const struct workload_config *c, unsigned sl, char why[WORKLOAD_WHY])
{
	double sources = 0, packets = 0;

	for (unsigned i = 0; i < c->hot_spots; i++)
		if (takes(&c->hot[i], sl))
			*(c->hot[i].of_sources ? &sources : &packets) += c->hot[i].share;
	if (sources <= 1 && packets <= 1)
		return true;
	return why_not(why, WORKLOAD_WHY, "hot spots: their shares of the %s add up to %g, which is above 1", sources > 1 ? "sources" : "traffic",
		       sources > 1 ? sources : packets);
}

static bool check_hot_spots(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	for (unsigned i = 0; i < c->hot_spots; i++)
		if (!check_hot_spot(c, &c->hot[i], why))
			return false;
	for (unsigned sl = 0; sl < c->sls; sl++)
		if (!check_shares(c, sl, why))
			return false;
	if (c->hot_spots && workload_of_file(c->pattern))
		return why_not(why, WORKLOAD_WHY, "hot spots: %s where %s messages go",
			       c->pattern == PATTERN_TRACE ? "a trace says itself" : "jobs say themselves", c->pattern == PATTERN_TRACE ? "its" : "their");
	return true;
}

static bool check_phases(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	for (unsigned i = 0; i < c->phases; i++)
		if (!pattern_fits(c->phase[i].pattern, c->nodes, why))
			return false;
	return true;
}

/* Is a link slower than the clock? */
static bool slow_links(const struct workload_config *c)
{
	return c->link_n > 1;
}

/* Arrival times are in link flits, since links may be slower than the clock; these convert to cycles and back. */
static uint64_t cycle_of_flit(const struct workload_config *c, uint64_t flit)
{
	return slow_links(c) ? flit * c->link_n / c->link_d : flit;
}

static uint64_t flit_of_cycle(const struct workload_config *c, uint64_t cycle)
{
	return slow_links(c) && cycle < UINT64_MAX / 8 ? (cycle * c->link_d + c->link_n - 1) / c->link_n : cycle;
}

static bool plain(const struct workload_config *c)
{
	bool shared = false;

	for (unsigned i = 0; i < c->hot_spots; i++)
		shared |= !c->hot[i].of_sources;
	return c->sls == 1 && !c->phases && !slow_links(c) && c->pattern == PATTERN_UNIFORM && c->arrivals == ARRIVALS_BERNOULLI && !c->own && !c->random_length &&
	       !(c->length_shape > 0) && !shared;
}

static double level_load(const struct workload_config *c, unsigned sl)
{
	return c->sls > 1 ? c->sl_load[sl] : c->load;
}

static struct source *source_of(const struct workload *w, unsigned node, unsigned sl)
{
	return w->source + sl * w->c.nodes + node;
}

/* First cycle behind a phase. */
static uint64_t phase_end(const struct workload *w, unsigned phase)
{
	return phase + 1 < w->c.phases && w->c.phase[phase + 1].from < w->c.end ? w->c.phase[phase + 1].from : w->c.end;
}

/* A source begins a phase. It is silent if its partner is itself. */
static void begin_phase(struct workload *w, struct source *n, unsigned node, unsigned phase)
{
	const struct workload_phase *p = &w->c.phase[phase];

	n->phase = phase;
	n->role = PATTERN_ROLE;
	arrivals_begin(&w->phase[phase], &n->arrivals, &n->rng, p->from);
	if (!pattern_permutes(p->pattern))
		return;
	n->partner = pattern_partner(p->pattern, w->c.nodes, node);
	if (n->partner == node && !w->c.own)
		n->arrivals.next = phase_end(w, phase);
}

static void begin_source(struct workload *w, unsigned i, unsigned sl)
{
	struct source *n = source_of(w, i, sl);

	memset(n, 0, sizeof *n);
	n->rng = rng_seed(w->c.seed, i | (uint64_t)sl << 32);
	n->role = w->trace || w->jobs ? PATTERN_ROLE : level_load(&w->c, sl) > 0 ? w->plain ? PLAIN_ROLE : PATTERN_ROLE + sl : SILENT_ROLE;
	if (w->trace)
		n->trace.at = w->trace->first[i];
	if (w->permutes) {
		n->partner = pattern_partner(w->c.pattern, w->c.nodes, i);
		if (n->partner == i && !w->c.own)
			n->role = SILENT_ROLE;
	}
	if (w->phase)
		begin_phase(w, n, i, 0);
	else if (w->c.arrivals == ARRIVALS_FIXED && n->role == PATTERN_ROLE + sl)
		arrivals_begin(&w->arrivals[n->role], &n->arrivals, &n->rng, 0);
}

/* The service level of a hot spot that is of sources. */
static unsigned level_of(const struct hot_spot *h)
{
	return h->sls ? (unsigned)__builtin_ctz(h->sls) : 0;
}

/* Draw the sources of a hot spot from the nodes that are not sources of one already, at its service level, without the hot node itself. */
static void draw_sources(struct workload *w, unsigned spot, struct rng *rng)
{
	const struct hot_spot *h = &w->c.hot[spot];
	struct source *const of_level = source_of(w, 0, level_of(h));
	unsigned left = (unsigned)(h->share * w->c.nodes + 0.5), free = 0;

	for (unsigned i = 0; i < w->c.nodes; i++)
		free += of_level[i].role >= PATTERN_ROLE && i != h->node;
	left = left < free ? left : free;
	for (unsigned i = 0; i < w->c.nodes; i++) {
		struct source *n = &of_level[i];

		if (n->role < PATTERN_ROLE || i == h->node)
			continue;
		if (rng_below(rng, free--) >= left)
			continue;
		left--;
		n->role = h->load > 0 ? spot : SILENT_ROLE;
		n->partner = h->node;
		n->arrivals.next = flit_of_cycle(&w->c, h->from);
		if (w->c.arrivals == ARRIVALS_FIXED && h->load > 0)
			arrivals_begin(&w->arrivals[spot], &n->arrivals, &n->rng, n->arrivals.next);
	}
}

static void begin_hot_spots(struct workload *w)
{
	struct rng rng = rng_seed(w->c.seed, UINT64_MAX);
	double below[SERVICE_LEVELS] = { 0 };   /* shares of hot spots in the traffic of a level, so far */

	for (unsigned i = 0; i < w->c.hot_spots; i++) {
		const struct hot_spot *h = &w->c.hot[i];

		if (h->of_sources) {
			if (h->load > 0)
				w->arrivals[i] = arrivals_of(&w->c, h->load, level_of(h));
			draw_sources(w, i, &rng);
		}
		for (unsigned sl = 0; sl < w->c.sls && !h->of_sources; sl++)
			if (takes(h, sl)) {
				below[sl] += h->share;
				w->share[sl][w->shares[sl]++] = (struct share){ rng_probability(below[sl]), h };
			}
	}
}

/* Opens the file that the traffic follows from, if there is one. */
static bool open_file(struct workload *w, char why[WORKLOAD_WHY])
{
	const struct workload_config *c = &w->c;

	_Static_assert((int)TRACE_WHY == (int)WORKLOAD_WHY && (int)LINES_WHY == (int)WORKLOAD_WHY, "what is wrong with a file is passed on");
	if (c->pattern == PATTERN_TRACE)
		return (w->trace = trace_open(c, why));
	return c->pattern != PATTERN_JOBS || (w->jobs = jobs_new(c->jobs, c->nodes, c->flit_bits, c->seed, why));
}

static bool allocate(struct workload *w)
{
	const size_t sources = (size_t)w->c.nodes * w->c.sls;

	w->source = aligned_alloc(LINE, sources * sizeof *w->source);
	w->next = w->c.sls > 1 ? calloc(sources, sizeof *w->next) : NULL;
	w->phase = w->c.phases ? calloc(w->c.phases, sizeof *w->phase) : NULL;
	return w->source && (w->next || w->c.sls == 1) && (w->phase || !w->c.phases);
}

static void begin_roles(struct workload *w)
{
	const struct workload_config *c = &w->c;

	for (unsigned role = 0; role < PLAIN_ROLE; role++)
		w->end[role] = flit_of_cycle(c, role < c->hot_spots && c->hot[role].to < c->end ? c->hot[role].to : c->end);
	for (unsigned sl = 0; sl < c->sls; sl++)
		if (level_load(c, sl) > 0)
			w->arrivals[PATTERN_ROLE + sl] = arrivals_of(c, level_load(c, sl), sl);
	for (unsigned i = 0; i < c->phases; i++)
		w->phase[i] = arrivals_at(c->arrivals, c->phase[i].interval);
	if (c->length_shape > 0)
		w->length = bounded_pareto_of(c->length_shape, c->length_least, c->length_most);
}

static void draw_next(struct workload *w, unsigned node, unsigned sl);

struct workload *workload_new(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	struct workload *w;

	assert(c->nodes >= 2 && c->packet_flits >= 1 && c->load >= 0 && (c->load <= 1 || workload_one_by_one(c->arrivals)) && c->hot_spots <= HOT_SPOTS);
	assert(c->sls >= 1 && c->sls <= SERVICE_LEVELS && (c->sls == 1 || !workload_of_file(c->pattern)));
	if (!pattern_fits(c->pattern, c->nodes, why) || !check_hot_spots(c, why) || !check_phases(c, why))
		return NULL;
	w = calloc(1, sizeof *w);
	if (w)
		w->c = *c;
	if (!w || !allocate(w)) {
		snprintf(why, WORKLOAD_WHY, "not enough memory for the traffic of %u nodes", c->nodes);
		workload_free(w);
		return NULL;
	}
	w->permutes = pattern_permutes(c->pattern);
	w->plain = plain(c);
	begin_roles(w);
	if (!open_file(w, why)) {
		workload_free(w);
		return NULL;
	}
	for (unsigned i = 0; i < c->nodes * c->sls; i++)
		begin_source(w, i / c->sls, i % c->sls);
	begin_hot_spots(w);
	for (unsigned i = 0; w->next && i < c->nodes * c->sls; i++)
		draw_next(w, i / c->sls, i % c->sls);
	return w;
}

void workload_free(struct workload *w)
{
	if (!w)
		return;
	trace_close(w->trace);
	jobs_free(w->jobs);
	free(w->source);
	free(w->next);
	free(w->phase);
	free(w);
}

uint64_t workload_late(const struct workload *w, uint64_t cycle)
{
	return w->trace ? trace_late(w->trace, cycle) : 0;
}

uint64_t workload_packets(const struct workload *w, uint64_t cycle)
{
	return w->trace ? trace_packets(w->trace, cycle, w->c.packet_flits) : 0;
}

struct jobs *workload_jobs(const struct workload *w)
{
	return w->jobs;
}

void workload_fetch(const struct workload *w, unsigned node)
{
	prefetch(w->source + node);
}

size_t workload_bytes(const struct workload *w)
{
	return (size_t)w->c.nodes * w->c.sls * (sizeof *w->source + (w->next ? sizeof *w->next : 0)) + (w->jobs ? jobs_bytes(w->jobs) : 0);
}

/* The hot spot that a packet, or a burst, is for; NULL: none. One draw decides between all hot spots and the pattern. */
static const struct hot_spot *drawn_spot(const struct workload *w, struct rng *rng, unsigned node, unsigned sl, uint64_t cycle)
{
	const uint64_t draw = rng_next(rng);

	for (unsigned i = 0; i < w->shares[sl]; i++) {
		const struct hot_spot *h = w->share[sl][i].to;

		if (draw < w->share[sl][i].up_to)
			return cycle >= h->from && cycle < h->to && h->node != node ? h : NULL;
	}
	return NULL;
}

static unsigned target(const struct workload *w, struct source *n, unsigned node, uint64_t cycle)
{
	if (n->role < PATTERN_ROLE)
		return n->partner;
	const unsigned sl = n->role - PATTERN_ROLE;
	const struct hot_spot *h = w->shares[sl] ? drawn_spot(w, &n->rng, node, sl, cycle) : NULL;

	if (h)
		return h->node;
	if (w->phase ? pattern_permutes(w->c.phase[n->phase].pattern) : w->permutes)
		return n->partner;
	return w->c.own ? rng_below(&n->rng, w->c.nodes) : workload_another(w, &n->rng, node);
}

static bool from_trace(struct workload *w, struct source *n, unsigned node, struct demand *d)
{
	const struct trace_message *m;
	uint32_t left;

	if (n->trace.at == w->trace->first[node + 1])
		return false;
	m = &w->trace->message[n->trace.at];
	left = m->flits - n->trace.sent;
	d->cycle = m->cycle;
	d->destination = m->destination;
	d->sl = 0;
	d->last = false;
	d->flits = (uint16_t)(left < w->c.packet_flits ? left : w->c.packet_flits);
	n->trace.sent += d->flits;
	if (d->flits == left) {
		n->trace.at++;
		n->trace.sent = 0;
	}
	return true;
}

/* Flits of a packet. */
static uint32_t length(const struct workload *w, struct rng *rng)
{
	if (w->c.length_shape > 0)
		return (uint32_t)bounded_pareto_draw(&w->length, rng);
	return w->c.random_length ? 1 + rng_below(rng, w->c.packet_flits) : w->c.packet_flits;
}

unsigned workload_least_flits(const struct workload *w)
{
	if (workload_of_file(w->c.pattern) || w->c.arrivals == ARRIVALS_ON_OFF || w->c.random_length)
		return 1;
	return w->c.length_shape > 0 ? (unsigned)w->c.length_least : w->c.packet_flits;
}

/* A source goes on to its next phase. False: there is none. */
static bool next_phase(struct workload *w, struct source *n, unsigned node)
{
	if (!w->phase || n->phase + 1 == w->c.phases || phase_end(w, n->phase) == w->c.end)
		return false;
	begin_phase(w, n, node, n->phase + 1);
	return true;
}

static bool from_arrivals(struct workload *w, struct source *n, unsigned node, struct demand *d)
{
	const struct arrivals *a;
	uint64_t at, end;
	bool first;

	do {
		a = w->phase ? &w->phase[n->phase] : &w->arrivals[n->role];
		end = w->phase ? phase_end(w, n->phase) : w->end[n->role];
		at = arrivals_next(a, &n->arrivals, &n->rng, &first);
	} while (at >= end && next_phase(w, n, node));
	if (at >= end) {
		n->role = SILENT_ROLE;
		return false;
	}
	const uint32_t flits = arrivals_cut(a, &n->arrivals, length(w, &n->rng));
	const uint64_t cycle = w->phase ? at : cycle_of_flit(&w->c, at);        /* those of phases are cycles */

	if (first)
		n->target = target(w, n, node, cycle);
	arrivals_took(a, &n->arrivals, at, flits);
	*d = (struct demand){ .cycle = cycle, .destination = n->target, .flits = (uint16_t)flits };
	return true;
}

/* Several service levels: draw the next packet of one of a node's sources. */
static void draw_next(struct workload *w, unsigned node, unsigned sl)
{
	struct source *n = source_of(w, node, sl);
	struct demand *d = &w->next[node * w->c.sls + sl];

	if (n->role == SILENT_ROLE || !from_arrivals(w, n, node, d))
		d->cycle = UINT64_MAX;
	d->sl = (uint8_t)sl;
}

/* The packet that one of the sources of a node wants first; of several in the same cycle, that of the lowest level. */
static bool from_levels(struct workload *w, unsigned node, struct demand *d)
{
	const struct demand *next = &w->next[node * w->c.sls], *first = next;

	for (unsigned sl = 1; sl < w->c.sls; sl++)
		if (next[sl].cycle < first->cycle)
			first = &next[sl];
	if (first->cycle == UINT64_MAX)
		return false;
	*d = *first;
	draw_next(w, node, d->sl);
	return true;
}

bool workload_next(struct workload *w, unsigned node, struct demand *d)
{
	struct source *n = &w->source[node];

	if (n->role == PLAIN_ROLE)
		return workload_draw(w, node, d);
	if (w->next)
		return from_levels(w, node, d);
	if (n->role == SILENT_ROLE)
		return false;
	if (w->jobs)
		return jobs_take(w->jobs, node, w->c.packet_flits, d);
	return w->trace ? from_trace(w, n, node, d) : from_arrivals(w, n, node, d);
}
