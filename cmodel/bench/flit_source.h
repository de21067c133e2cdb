#pragma once

#include "cube.h"
#include "neighbours.h"

/*
 * Upstream of one input of a wormhole router: packets wait in one queue, and get a VC whose credits are all home and whose last packet is
 * complete. Flits of the VCs alternate at random, now and then in long runs of one VC. With back-pressure the link rests at random, within packets too, as one
 * does whose buffers run dry.
 */
struct flit_waiting {
	uint16_t output, flits;
};

struct flit_source_vc {
	struct packet packet;
	unsigned next, left;            /* its next flit; flits to come, 0: no packet */
	unsigned credits;
};

struct flit_source {
	unsigned input;
	struct traffic_source generator;
	struct traffic_packet next;     /* the packet that is generated next */
	struct flit_waiting *waiting;   /* a ring of `capacity` */
	unsigned first, n, capacity;
	struct flit_source_vc vc[PARAM_MOST_vcs];
	unsigned last;                  /* VC of the last flit */
	uint64_t sent;                  /* packets; names the next one */
	uint64_t pace_until;            /* cycle in which the pace changes */
	enum { SOURCE_STEADY, SOURCE_WITH_GAPS, SOURCE_RESTS } pace;
	bool runs;                      /* flits of a VC in a row, as long as it can go on */
	uint32_t at;                    /* position of the router */
	struct rng rng;

	const struct shape *shape;
	const struct neighbours_config *config;
	const struct traffic *traffic;
	struct neighbours_stats *stats;
};

void flit_source_reset(struct flit_source *, const struct shape *, const struct neighbours_config *, const struct traffic *, struct neighbours_stats *, uint32_t at,
		       unsigned input);

/* What is generated in this cycle, in any case; call it before the next function. */
void flit_source_generate(struct flit_source *, uint64_t cycle);

/* The link is free in this cycle. True: flit *flit of *p, of VC *vc, is on it. */
bool flit_source_step(struct flit_source *, uint64_t cycle, struct packet *p, uint8_t *vc, uint8_t *flit);

/* Credits arrive, a bit for each VC. */
void flit_source_credit(struct flit_source *, unsigned vcs);

unsigned flit_source_spent(const struct flit_source *);
bool flit_source_drained(const struct flit_source *);
