#ifndef WORKLOAD_STATE_H
#define WORKLOAD_STATE_H

#include "workload_arrivals.h"

/*
 * What a node does: it is source of the hot spot of this number; or it follows the pattern, plain if that is any other node,
 * by packets of one length, with a trial in each cycle; or it has nothing (more) to send.
 */
enum { PATTERN_ROLE = HOT_SPOTS, PLAIN_ROLE, SILENT_ROLE };

struct source {
	_Alignas(64)
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
	struct source *source;
};

/* Any but itself. */
static inline uint32_t workload_another(const struct workload *w, struct rng *rng, uint32_t node)
{
	const uint32_t other = rng_below(rng, w->c.nodes - 1);

	return other + (other >= node);
}

/* As workload_next(), where a call for every packet would be too much. */
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
	*d = (struct demand){ cycle, workload_another(w, &rng, node), w->c.packet_flits };
	n->arrivals.next = cycle + 1;
	n->rng = rng;
	return true;
}

#endif
