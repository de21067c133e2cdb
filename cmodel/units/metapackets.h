#pragma once

#include "gather.h"

/*
 * Full buffers and delivered flits of all routers, added up ring by ring by packets on the links, in place of the side band. Their flits are messages to the
 * model (messages.h). Knows nothing of routers but their counts.
 * RTL twin: rtl_gen/units/metapackets.v. Paper: 5.3.1.
 */
struct metapackets {
	struct metapackets_router {
		struct gather_counts part, sum;         /* of the router in this phase; of its row so far */
		struct gather_counts send[2], come[GATHER_LINKS];       /* by direction; by port of the network */
		uint32_t flow;          /* flits delivered since local counts were taken */
		uint8_t sends[2], comes[GATHER_LINKS];  /* flits of it that have not left; that came and were not taken: bit 0 the first, bit 1 the second */
		uint8_t come_parity[GATHER_LINKS], parity;
		uint8_t got, dim;       /* directions that were taken in this phase; its dimension */
	} *router;
	uint32_t timer;                 /* cycle of the schedule */
	uint64_t due, begun, done;      /* routers: a gather is due; this phase has begun; the last phase ended in the cycle before */
	uint64_t stirs;                 /* routers in which something may happen */
};

extern const struct unit_model metapackets_unit;

/* On a link: the VC of a flit, and its bits. */
static inline unsigned metapacket_vc(const struct shape *s)
{
	return s->vcs + s->recovery;
}

void metapacket_flit(const struct shape *s, const struct message *, uint32_t *words);
struct message metapacket_parse(const struct shape *s, bool second, const uint32_t *words);

/* Before the routers of a cycle, which are a set. Returns those that know a total: `part`. */
static inline uint64_t metapackets_begin(struct metapackets *u, uint64_t routers)
{
	const uint64_t done = u->done;

	u->done = 0;
	if (!u->timer) {
		u->due |= routers;
		u->stirs |= routers;
	}
	return done;
}

/* A flit leaves, of the metapacket that is sent in a direction. */
struct message metapackets_leave(struct metapackets_router *r, unsigned way);

/* After that, of each router that stirs. full: its full buffers; at: its position. */
void metapackets_pass(struct metapackets *u, const struct shape *s, unsigned router, uint32_t at, unsigned full);

/* In the same cycle, after that: a flit comes by a port of the network; one of a packet is delivered. */
void metapackets_come(struct metapackets *u, unsigned router, unsigned port, const struct message *m);

static inline void metapackets_deliver(struct metapackets *u, unsigned router)
{
	u->router[router].flow++;
}

/* After all of them. */
static inline void metapackets_end(struct metapackets *u, const struct shape *s)
{
	u->timer = u->timer + 1 == s->gather_cycles ? 0 : u->timer + 1;
}
