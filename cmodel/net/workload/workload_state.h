#pragma once

#include "workload_arrivals.h"

/*
 * Role of a source. Below HOT_SPOTS: source of the hot spot of this number. From PATTERN on: it follows the pattern, at the service
 * level role - PATTERN. PLAIN: likewise, where there is one level, the pattern is uniform, arrivals are Bernoulli, and all packets have one length.
 * SILENT: it has nothing (more) to send.
 */
enum { PATTERN_ROLE = HOT_SPOTS, PLAIN_ROLE = PATTERN_ROLE + SERVICE_LEVELS, SILENT_ROLE };

struct source {
	_Alignas(64)
	struct rng rng;
	union {
		struct arrivals_source arrivals;
		struct {
			uint64_t at;            /* message of the trace */
			uint32_t sent;          /* its flits that are in packets already */
		} trace;
	};
	uint32_t partner;                       /* destination of all packets, in a permutation or as source of a hot spot */
	uint32_t target;                        /* destination of the burst */
	uint32_t role;
	uint32_t phase;                         /* number of the phase */
};

/* Share of a hot spot: probability, as rng_chance() takes it, of this one and all before it. */
struct share {
	uint64_t up_to;
	const struct hot_spot *to;
};

struct workload {
	struct workload_config c;
	struct trace *trace;
	struct jobs *jobs;
	struct arrivals arrivals[PLAIN_ROLE];           /* by role */
	struct arrivals *phase;                         /* by phase; NULL: there are none */
	uint64_t end[PLAIN_ROLE];                       /* by role: no packet is wanted in or after this cycle of arrivals */
	struct bounded_pareto length;
	bool permutes;                                  /* the pattern names a partner for each node */
	bool plain;                                     /* PLAIN is the role of all nodes but sources of hot spots */
	unsigned shares[SERVICE_LEVELS];                /* by service level: number of ... */
	struct share share[SERVICE_LEVELS][HOT_SPOTS];
	struct source *source;                          /* by service level, node */
	struct demand *next;                            /* by node, service level; NULL: one level. The next packet of the source; cycle UINT64_MAX: none */
};

/* A random node other than `node`. */
static inline uint32_t workload_another(const struct workload *w, struct rng *rng, uint32_t node)
{
	const uint32_t other = rng_below(rng, w->c.nodes - 1);

	return other + (other >= node);
}

/* workload_next() inlined, where a call for every packet would cost too much. */
static inline __attribute__((always_inline)) bool workload_draw(struct workload *w, unsigned node, struct demand *d)
{
	struct source *n = w->source + node;

	if (n->role != PLAIN_ROLE)
		return workload_next(w, node, d);
	struct rng rng = n->rng;
	const uint64_t cycle = n->arrivals.next + geometric_table_draw(&w->arrivals[PATTERN_ROLE].between, &rng);

	if (cycle >= w->c.end) {
		n->role = SILENT_ROLE;
		return false;
	}
	*d = (struct demand){ .cycle = cycle, .destination = workload_another(w, &rng, node), .flits = (uint16_t)w->c.packet_flits };
	n->arrivals.next = cycle + 1;
	n->rng = rng;
	return true;
}
