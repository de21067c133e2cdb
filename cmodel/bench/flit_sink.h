#pragma once

#include "neighbours.h"
#include "sink_pace.h"

/*
 * Downstream of one output of a wormhole router: a buffer for each VC, whose flits are taken out one by one, each with a credit; or the end node, which need not take
 * a packet as a whole before it gets the next. Without back-pressure that is in the cycle after a flit came. With it the pace changes from
 * time to time, and single VCs are held, so that their credits run out; the credits of several VCs come in one cycle, or apart.
 */
struct flit_sink_vc {
	unsigned used;                  /* flits that came, and whose credit has not been given */
	unsigned left;                  /* flits to come of the packet; 0: none */
	uint64_t from;                  /* held, and nothing is taken before this cycle */
};

struct flit_sink {
	unsigned output;
	bool linked, local;             /* is there something behind the port; the end node */
	struct flit_sink_vc vc[PARAM_MOST_vcs];
	struct sink_pace pace;
	struct rng rng;

	const struct shape *shape;
	const struct neighbours_config *config;
	struct neighbours_stats *stats;
};

void flit_sink_reset(struct flit_sink *, const struct shape *, const struct neighbours_config *, struct neighbours_stats *, uint32_t at, unsigned output);

/* Credits given in this cycle, a bit for each VC. */
unsigned flit_sink_step(struct flit_sink *, uint64_t cycle);

/* A flit of a VC arrives, of a packet; after flit_sink_step() of this cycle. */
void flit_sink_flit(struct flit_sink *, uint64_t cycle, const struct packet *, unsigned vc, unsigned flit);

unsigned flit_sink_kept(const struct flit_sink *);
bool flit_sink_drained(const struct flit_sink *);
