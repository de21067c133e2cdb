#pragma once

#include "cube.h"
#include "switch.h"

/*
 * The counts of other nodes, by which the network throttles its sources, as they come to one router: by the side band, in each hop what a network would have
 * the neighbours send, at any cycle that the hop allows; or in metapackets, whenever the rest of a ring could send one, up to some time later. Counts are drawn,
 * and rise and fall from gather to gather.
 */
struct cube_counts {
	unsigned full, flow;            /* levels of this gather, in 256ths of the most that can be */
	unsigned full_step, flow_step;  /* by which they change from gather to gather, modulo 256; 0: they stay */
	unsigned stays;                 /* gathers until other levels and steps are drawn */
	unsigned at[2];                 /* side band, by direction: cycle of the hop in which the message comes; 0: none does */
	struct cube_ring {              /* metapackets, by dimension and direction: that of this gather */
		uint64_t gather, from;          /* the next flit comes in this cycle, or as soon as the link is free */
		unsigned came, went;            /* flits of it that came to the router, and that left it */
		struct message counts;          /* that come */
	} ring[PARAM_MOST_dims][2];
};

void cube_counts_begin(struct cube_counts *, const struct shape *, uint32_t at, struct rng *);

/* After the recovery lane, which goes first. silent: from now on no buffers are full. */
void cube_counts_drive(struct cube_counts *, const struct shape *, uint32_t at, struct rng *, uint64_t cycle, bool silent, struct switch_in *);

/* Does the router keep the contract with the counts that leave it by a port of the network? */
bool cube_counts_hear(struct cube_counts *, const struct shape *, uint32_t at, struct rng *, uint64_t cycle, unsigned port, const struct message *);
