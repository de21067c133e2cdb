#include "workload_pattern.h"
#include "workload_state.h"

#include "net/trace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

struct workload_config workload_default(unsigned nodes, unsigned packet_flits, double load)
{
	return (struct workload_config){
		.nodes = nodes, .packet_flits = packet_flits, .load = load, .burst_packets = 16, .pareto_shape = 1.5,
		.end = UINT64_MAX, .seed = 1, .flit_bits = 64, .trace_cycle = 1,
	};
}

static bool check_hot_spots(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	double sources = 0, packets = 0;

	for (unsigned i = 0; i < c->hot_spots; i++) {
		const struct hot_spot *h = &c->hot[i];

		*(h->of_sources ? &sources : &packets) += h->share;
		if (h->node >= c->nodes) {
			snprintf(why, WORKLOAD_WHY, "hot spot: there is no node %u; the last one is %u", h->node, c->nodes - 1);
			return false;
		}
		if (h->from >= h->to) {
			snprintf(why, WORKLOAD_WHY, "hot spot at node %u: it ends before it begins", h->node);
			return false;
		}
	}
	if (sources > 1 || packets > 1) {
		snprintf(why, WORKLOAD_WHY, "hot spots: their shares of the %s add up to %g, which is above 1",
			 sources > 1 ? "sources" : "traffic", sources > 1 ? sources : packets);
		return false;
	}
	if (c->hot_spots && c->pattern == PATTERN_TRACE) {
		snprintf(why, WORKLOAD_WHY, "hot spots: a trace says itself where its messages go");
		return false;
	}
	return true;
}

static bool plain(const struct workload_config *c)
{
	bool shared = false;

	for (unsigned i = 0; i < c->hot_spots; i++)
		shared |= !c->hot[i].of_sources;
	return c->pattern == PATTERN_UNIFORM && c->arrivals == ARRIVALS_BERNOULLI && !c->own && !c->random_length && !shared;
}

static void begin_node(struct workload *w, unsigned i)
{
	struct source *n = &w->source[i];

	memset(n, 0, sizeof *n);
	n->rng = rng_seed(w->c.seed, i);
	n->role = w->trace ? PATTERN_ROLE : w->c.load > 0 ? w->plain ? PLAIN_ROLE : PATTERN_ROLE : SILENT_ROLE;
	if (w->trace)
		n->trace.at = w->trace->first[i];
	if (w->permutes) {
		n->partner = pattern_partner(&w->c, i);
		if (n->partner == i && !w->c.own)
			n->role = SILENT_ROLE;
	}
}

/* Draw the sources of a hot spot from the nodes that are not sources of one already, without the hot node itself. */
static void draw_sources(struct workload *w, unsigned spot, struct rng *rng)
{
	const struct hot_spot *h = &w->c.hot[spot];
	unsigned left = (unsigned)(h->share * w->c.nodes + 0.5), free = 0;

	for (unsigned i = 0; i < w->c.nodes; i++)
		free += w->source[i].role >= PATTERN_ROLE && i != h->node;
	left = left < free ? left : free;
	for (unsigned i = 0; i < w->c.nodes; i++) {
		struct source *n = &w->source[i];

		if (n->role < PATTERN_ROLE || i == h->node)
			continue;
		if (rng_below(rng, free--) >= left)
			continue;
		left--;
		n->role = h->load > 0 ? spot : SILENT_ROLE;
		n->partner = h->node;
		n->arrivals.next = h->from;
	}
}

static void begin_hot_spots(struct workload *w)
{
	struct rng rng = rng_seed(w->c.seed, UINT64_MAX);
	double below = 0;

	for (unsigned i = 0; i < w->c.hot_spots; i++) {
		const struct hot_spot *h = &w->c.hot[i];

		if (h->of_sources) {
			if (h->load > 0)
				w->arrivals[i] = arrivals_of(&w->c, h->load);
			draw_sources(w, i, &rng);
		} else {
			below += h->share;
			w->share[w->shares++] = (struct share){ rng_probability(below), h };
		}
	}
}

static bool open_trace(struct workload *w, char why[WORKLOAD_WHY])
{
	const struct workload_config *c = &w->c;
	const struct trace_config t = {
		.path = c->trace, .nodes = c->nodes, .own = c->own, .flit_bits = c->flit_bits, .cycle = c->trace_cycle, .end = c->end,
	};

	_Static_assert((int)TRACE_WHY == (int)WORKLOAD_WHY, "what is wrong with a trace is passed on");
	w->trace = trace_open(&t, why);
	return w->trace;
}

struct workload *workload_new(const struct workload_config *c, char why[WORKLOAD_WHY])
{
	struct workload *w;

	assert(c->nodes >= 2 && c->packet_flits >= 1 && c->load >= 0 && c->load <= 1 && c->hot_spots <= HOT_SPOTS);
	if (!pattern_fits(c, why) || !check_hot_spots(c, why))
		return NULL;
	w = calloc(1, sizeof *w);
	if (w)
		w->source = aligned_alloc(LINE, c->nodes * sizeof *w->source);
	if (!w || !w->source) {
		snprintf(why, WORKLOAD_WHY, "not enough memory for the traffic of %u nodes", c->nodes);
		free(w);
		return NULL;
	}
	w->c = *c;
	w->permutes = pattern_permutes(c->pattern);
	w->plain = plain(c);
	for (unsigned role = 0; role <= PATTERN_ROLE; role++)
		w->end[role] = role < c->hot_spots && c->hot[role].to < c->end ? c->hot[role].to : c->end;
	if (c->pattern == PATTERN_TRACE && !open_trace(w, why)) {
		workload_free(w);
		return NULL;
	}
	if (c->load > 0)
		w->arrivals[PATTERN_ROLE] = arrivals_of(c, c->load);
	for (unsigned i = 0; i < c->nodes; i++)
		begin_node(w, i);
	begin_hot_spots(w);
	return w;
}

void workload_free(struct workload *w)
{
	if (!w)
		return;
	trace_close(w->trace);
	free(w->source);
	free(w);
}

void workload_fetch(const struct workload *w, unsigned node)
{
	__builtin_prefetch(w->source + node, 1);
}

size_t workload_node_bytes(void)
{
	return sizeof(struct source);
}

/* A destination by the pattern. */
static unsigned by_pattern(const struct workload *w, struct source *n, unsigned node)
{
	if (w->permutes)
		return n->partner;
	return w->c.own ? rng_below(&n->rng, w->c.nodes) : workload_another(w, &n->rng, node);
}

/* The hot spot that a packet, or a burst, is for; NULL: none. One draw decides between all hot spots and the pattern. */
static const struct hot_spot *drawn_spot(const struct workload *w, struct rng *rng, unsigned node, uint64_t cycle)
{
	const uint64_t draw = rng_next(rng);

	for (unsigned i = 0; i < w->shares; i++) {
		const struct hot_spot *h = w->share[i].to;

		if (draw < w->share[i].up_to)
			return cycle >= h->from && cycle < h->to && h->node != node ? h : NULL;
	}
	return NULL;
}

static unsigned target(const struct workload *w, struct source *n, unsigned node, uint64_t cycle)
{
	if (n->role != PATTERN_ROLE)
		return n->partner;
	const struct hot_spot *h = w->shares ? drawn_spot(w, &n->rng, node, cycle) : NULL;

	return h ? h->node : by_pattern(w, n, node);
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
	d->flits = left < w->c.packet_flits ? left : w->c.packet_flits;
	n->trace.sent += d->flits;
	if (d->flits == left) {
		n->trace.at++;
		n->trace.sent = 0;
	}
	return true;
}

static bool from_arrivals(struct workload *w, struct source *n, unsigned node, struct demand *d)
{
	const struct arrivals *a = &w->arrivals[n->role];
	bool first;
	const uint64_t cycle = arrivals_next(a, &n->arrivals, &n->rng, &first);

	if (cycle >= w->end[n->role]) {
		n->role = SILENT_ROLE;
		return false;
	}
	const uint32_t flits = w->c.random_length ? 1 + rng_below(&n->rng, w->c.packet_flits) : w->c.packet_flits;

	if (first)
		n->target = target(w, n, node, cycle);
	arrivals_took(a, &n->arrivals, cycle, flits);
	*d = (struct demand){ cycle, n->target, flits };
	return true;
}

bool workload_next(struct workload *w, unsigned node, struct demand *d)
{
	struct source *n = &w->source[node];

	if (n->role == PLAIN_ROLE)
		return workload_draw(w, node, d);
	if (n->role == SILENT_ROLE)
		return false;
	return w->trace ? from_trace(w, n, node, d) : from_arrivals(w, n, node, d);
}
