#pragma once

#include "cube.h"
#include "neighbours.h"

/*
 * What the network around a wormhole router shares with it. The token of the recovery lane: it is in the router, with a packet in the lane, or elsewhere; from there
 * it comes to the router as a message, or with a packet that comes by the lane, for the router's node or to pass. And the side band: in each hop the neighbours send
 * what a network would have them send, at any cycle that the hop allows; counts are drawn, and rise and fall from gather to gather.
 */
struct cube_side {
	unsigned full, flow;            /* levels of this gather, in 256ths of the most that can be */
	unsigned full_step, flow_step;  /* by which they change from gather to gather, modulo 256; 0: they stay */
	unsigned stays;                 /* gathers until other levels and steps are drawn */
	unsigned at[2];                 /* by direction: cycle of the hop in which the message comes; 0: none does */
};

struct cube_rest {
	bool token;                     /* the token is elsewhere */
	uint64_t act;                   /* ... and does something in this cycle */
	unsigned input, to_come, next;  /* of a packet that comes by the lane: port, flits to come, the next one */
	unsigned to_leave;              /* flits of the lane's packet that have still to leave the router; known with its header ... */
	unsigned output;                /* ... which left here */
	struct packet packet;
	uint64_t sent;                  /* packets by the lane; names the next one */
	struct cube_side side;
	uint32_t at;
	struct rng rng;

	const struct shape *shape;
	const struct neighbours_config *config;
	struct neighbours_stats *stats;
};

void cube_rest_reset(struct cube_rest *, const struct shape *, const struct neighbours_config *, struct neighbours_stats *, uint32_t at);

/* Once in each cycle, in order: messages, and perhaps a flit in the lane, which takes its link. */
void cube_rest_drive(struct cube_rest *, uint64_t cycle, struct switch_in *in);

/* A flit leaves by the lane; a message leaves. */
void cube_rest_flit(struct cube_rest *, uint64_t cycle, const struct packet *, unsigned output, unsigned flit);
void cube_rest_message(struct cube_rest *, uint64_t cycle, unsigned port, const struct message *);

/* No packet is in the lane, and the token is not in the router. */
bool cube_rest_drained(const struct cube_rest *);
