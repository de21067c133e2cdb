#pragma once

#include "vib.h"
#include "ways.h"

#include <assert.h>

/*
 * Recovery: the token, and the packet in the lane of a router. One token, or one packet in the lane, is in the network; a router has neither, or the
 * token, or flits of the packet, or the VC from which it enters the lane.
 * RTL twin: rtl_gen/units/rlu.v.
 */
struct rlu {
	struct rlu_router {
		struct packet packet;   /* that came by the lane last */
		bool source, routed, first;
		uint8_t seized;         /* number of the input VC seized last, which is where the packet enters if `source` */
		uint8_t out, left;      /* port of the lane's packet; flits that have not left, 0: none is here */
		uint8_t count, read;    /* flits in the buffer; place of the flit at the head */
		uint8_t came;           /* input by which the last flit came */
	} *router;
	bool boot;                      /* first cycle after reset */
	uint64_t token;                 /* routers where it is */
	uint64_t pass;                  /* routers from which it goes on */
	uint64_t busy;                  /* routers with a packet in their lane: `left` is not 0 */
	struct vib_place place[2];      /* of the first router, for images alone */
};

extern const struct unit_model rlu_unit;

/* Before all routers of a cycle; and after them. */
static inline void rlu_begin(struct rlu *u)
{
	u->pass = 0;
}

static inline void rlu_end(struct rlu *u)
{
	u->boot = false;
}

/* Routers that have the token, or the packet, before either comes from others. at: positions, by router. */
STAGE uint64_t rlu_stirs(const struct rlu *u, unsigned routers, const uint32_t *at)
{
	uint64_t begins = 0;

	for (unsigned n = 0; u->boot && n < routers; n++)
		begins |= (uint64_t)!at[n] << n;
	return u->token | u->busy | begins;
}

/* The token is here, and the lane is empty: it goes on. */
static inline void rlu_pass(struct rlu *u, unsigned router)
{
	u->token &= ~bit(router);
	u->pass |= bit(router);
}

/* Or it seizes the packet of an input VC: it has so many flits, and goes by this port from the next cycle on. */
void rlu_seize(struct rlu *u, unsigned router, unsigned number, unsigned out, unsigned flits);

/* The token comes while a packet is in the lane: it stays. */
static inline void rlu_keep(struct rlu *u, unsigned router)
{
	u->token |= bit(router);
}

/* A packet is here: by what port it leaves, once its header is. */
static inline void rlu_route(struct rlu *u, const struct shape *s, unsigned router, uint32_t at)
{
	struct rlu_router *const r = u->router + router;

	if (r->routed || !r->count)
		return;
	r->routed = true;
	r->out = ways_to(s, at, r->packet.destination).order;
}

/* A flit leaves; which one: its number in the packet. */
void rlu_leave(struct rlu *u, const struct shape *s, unsigned router);
static inline unsigned rlu_flit(const struct rlu_router *r)
{
	return r->packet.flits - r->left;
}

void rlu_arrive(struct rlu *u, unsigned router, unsigned input, const struct packet *p, unsigned flit);
