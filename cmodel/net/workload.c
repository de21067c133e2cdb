#include "workload_arrivals.h"
#include "workload_pattern.h"

#include "trace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

/*
 * What a node does: it is source of the hot spot of this number; or it follows the pattern, plain if that is any other node,
 * by packets of one length, with a trial in each cycle; or it has nothing (more) to send.
 */
enum { PATTERN_ROLE = HOT_SPOTS, PLAIN_ROLE, SILENT_ROLE };

struct node {
	_Alignas(LINE)
	struct rng rng;
	union {
		struct arrivals_source arrivals;
		struct {
			uint64_t at;            /* message of the trace, and its flits that are cut off already */
			uint32_t sent;
		} trace;
	};
	uint32_t partner;                       /* to which all goes, of a permutation or as source of a hot spot */
	uint32_t target;                        /* of the burst */
	uint32_t role;
};

/* Shares of a hot spot as rng_chance() takes them, from the share of those before it. */
struct share {
	uint64_t up_to;
	const struct hot_spot *to;
};

struct workload {
	struct workload_config c;
	struct trace *trace;
	struct arrivals arrivals[HOT_SPOTS + 1];        /* by role */
	uint64_t end[HOT_SPOTS + 1];                    /* by role: first cycle in which nothing is wanted any more */
	bool permutes;                                  /* the pattern names a partner for each node */
	bool plain;                                     /* that is the role of all, but sources of hot spots */
	unsigned shares;
	struct share share[HOT_SPOTS];
	struct node *node;
};

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
	struct node *n = &w->node[i];

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

/* Sources of hot spots are drawn without the nodes that are hot, which could be their own target. */
static void draw_sources(struct workload *w, unsigned spot, struct rng *rng)
{
	const struct hot_spot *h = &w->c.hot[spot];
	unsigned left = (unsigned)(h->share * w->c.nodes + 0.5), free = 0;

	for (unsigned i = 0; i < w->c.nodes; i++)
		free += w->node[i].role >= PATTERN_ROLE && i != h->node;
	left = left < free ? left : free;
	for (unsigned i = 0; i < w->c.nodes; i++) {
		struct node *n = &w->node[i];

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
		w->node = aligned_alloc(LINE, c->nodes * sizeof *w->node);
	if (!w || !w->node) {
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
	free(w->node);
	free(w);
}

void workload_fetch(const struct workload *w, unsigned node)
{
	__builtin_prefetch(w->node + node, 1);
}

size_t workload_node_bytes(void)
{
	return sizeof(struct node);
}

/* Any but itself. */
static inline uint32_t another(const struct workload *w, struct rng *rng, uint32_t node)
{
	const uint32_t other = rng_below(rng, w->c.nodes - 1);

	return other + (other >= node);
}

/* Where the pattern says. */
static unsigned by_pattern(const struct workload *w, struct node *n, unsigned node)
{
	if (w->permutes)
		return n->partner;
	return w->c.own ? rng_below(&n->rng, w->c.nodes) : another(w, &n->rng, node);
}

/* The hot spot that a packet, or a burst, is for; NULL: none. One draw decides between all of them and the rest. */
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

static unsigned target(const struct workload *w, struct node *n, unsigned node, uint64_t cycle)
{
	if (n->role != PATTERN_ROLE)
		return n->partner;
	const struct hot_spot *h = w->shares ? drawn_spot(w, &n->rng, node, cycle) : NULL;

	return h ? h->node : by_pattern(w, n, node);
}

static bool from_trace(struct workload *w, struct node *n, unsigned node, struct demand *d)
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

static bool from_arrivals(struct workload *w, struct node *n, unsigned node, struct demand *d)
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

/* As from_arrivals(), of a node that is plain. */
static bool from_trials(struct workload *w, struct node *n, unsigned node, struct demand *d)
{
	struct rng rng = n->rng;
	const uint64_t cycle = n->arrivals.next + geometric_table_draw(&w->arrivals[PATTERN_ROLE].between, &rng);

	if (cycle >= w->c.end) {
		n->role = SILENT_ROLE;
		return false;
	}
	*d = (struct demand){ cycle, another(w, &rng, node), w->c.packet_flits };
	n->arrivals.next = cycle + 1;
	n->rng = rng;
	return true;
}

bool workload_next(struct workload *w, unsigned node, struct demand *d)
{
	struct node *n = &w->node[node];

	if (n->role == PLAIN_ROLE)
		return from_trials(w, n, node, d);
	if (n->role == SILENT_ROLE)
		return false;
	return w->trace ? from_trace(w, n, node, d) : from_arrivals(w, n, node, d);
}
