#pragma once

#include "pace.h"
#include "packet.h"

/*
 * What a packet uses of a link and of the memory behind it: credits, of one class of several, and cycles. One place for all that is beside a
 * switch: its neighbours in the bench, scoreboard, pins and laws. A packet needs a credit for a slot (spec/slot_credit.h), or one for each of its cells (unit_flits).
 */

/* The shape of what is behind the links of a port: the one into it, the one out of it. Of a network interface, those differ from port to port. */
static inline struct shape shape_in(const struct shape *s, unsigned port)
{
	return shape_side(s, port == NIC_HOST ? SIDE_SEND : SIDE_RECEIVE);
}

static inline struct shape shape_out(const struct shape *s, unsigned port)
{
	return shape_side(s, port == NIC_HOST ? SIDE_HOST : SIDE_NONE);
}

/* Are credits counted by class, which a credit names: by queue or by VC? Those of a network interface that counts slots are, at the host's port. */
static inline bool credits_named(const struct shape *s)
{
	return s->slot_nic || s->flow_control != FLOW_CREDIT_PER_MEMORY;
}

/* The queue of the send side of such an interface that the header of a packet names, as the host writes it. */
static inline unsigned send_queue(const struct shape *s, const struct packet *p)
{
	return s->by_route ? (unsigned)p->turnpool : s->header_queue == QUEUE_OF_LEVEL ? p->queue : p->destination;
}

static inline unsigned credit_classes(const struct shape *s)
{
	return s->by_cells || s->by_flits ? s->vcs : s->credit_queues ? s->credit_queues : 1;
}

/* Credits of a class that a sender begins with. */
static inline unsigned credits_of_class(const struct shape *s)
{
	return s->by_cells ? s->cells : s->by_flits ? s->buffer_flits : slot_credits(s->credit_queues ? s->queue_slots : s->slots);
}

/* Credits that a sender has when nothing that it sent is behind the link. */
static inline unsigned credits_in_all(const struct shape *s)
{
	return credit_classes(s) * credits_of_class(s);
}

/* Credits of a class that a header into a wormhole router, or out of it, has to have. A header to an end node needs one. */
static inline unsigned credits_of_header(const struct shape *s)
{
	return s->queued ? 1 : s->buffer_flits;
}

static inline unsigned credit_class(const struct shape *s, const struct packet *p)
{
	return s->by_cells ? packet_vc(s, p) : !s->credit_queues ? 0 : s->side == SIDE_SEND ? send_queue(s, p) : p->queue;
}

/* Credits that a packet of so many flits needs: one for each cell, or one. */
static inline unsigned credits_of(const struct shape *s, unsigned flits)
{
	return s->unit_flits ? (flits + s->unit_flits - 1) / s->unit_flits : 1;
}

/* Packets that the memories of a port can hold, or those of a network interface. */
static inline unsigned port_packets(const struct shape *s)
{
	return s->slot_nic ? s->send_slots + s->sink_slots : s->nic ? s->sls * s->nic_cells + s->side_cells : s->by_cells ? 2 * s->side_cells : s->slots;
}

/* Packets that no other goes before by its class; others may wait for as long as there are such. */
static inline bool goes_first(const struct shape *s, const struct packet *p)
{
	return !s->by_cells || !packet_class(s, p);
}

/* What lines tell apart, of a service level; of a packet. */
static inline unsigned level_of(const struct shape *s, unsigned sl)
{
	return s->by_level ? sl : shape_vc(s, sl);
}

static inline unsigned packet_level(const struct shape *s, const struct packet *p)
{
	return level_of(s, p->sl);
}

/* The service level in a packet's header; 0: headers have none. */
static inline unsigned header_level(const struct shape *s, const struct packet *p)
{
	return s->sls ? p->sl : 0;
}

/* VC of a level. */
static inline unsigned level_vc(const struct shape *s, unsigned level)
{
	return s->level_map >> VC_BITS * level & ((1u << VC_BITS) - 1);
}

/* Is a link slower than the clock? */
static inline bool links_paced(const struct shape *s)
{
	return s->speed_n > 1;
}

/* Most cycles in which a link carries so many flits. */
static inline unsigned link_cycles(const struct shape *s, unsigned flits)
{
	return links_paced(s) ? (flits * s->speed_n + s->speed_d - 1) / s->speed_d : flits;
}

/* Cycles from a header, sent with so many tokens, to flit k of the packet. */
static inline unsigned link_flit(const struct shape *s, unsigned tokens, unsigned k)
{
	return links_paced(s) ? pace_flit(s, tokens, k) : k;
}

/* The last packet on a link. Zero: none since reset. */
struct pacer {
	uint64_t head;                  /* cycle of its header ... */
	unsigned tokens, flits;         /* ... which began with so many tokens */
};

/* The first cycle in which a header may follow. */
static inline uint64_t pacer_free(const struct shape *s, const struct pacer *p)
{
	return p->flits ? p->head + link_flit(s, p->tokens, p->flits) : 0;
}

/* Tokens of the link in a cycle from pacer_free() on. */
static inline unsigned pacer_tokens(const struct shape *s, const struct pacer *p, uint64_t cycle)
{
	if (!links_paced(s))
		return 0;
	const uint64_t most = s->speed_n - 1;
	const uint64_t tokens = p->flits ? p->tokens + (cycle - p->head) * s->speed_d - p->flits * s->speed_n : most;

	return (unsigned)(tokens < most ? tokens : most);
}

/* A header is sent. */
static inline void pacer_send(const struct shape *s, struct pacer *p, uint64_t cycle, unsigned flits)
{
	*p = (struct pacer){ cycle, pacer_tokens(s, p, cycle), flits };
}
