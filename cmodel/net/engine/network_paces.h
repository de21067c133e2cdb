#pragma once

#include "network_state.h"

#include "link_use.h"

/*
 * Links that are slower than the fastest (struct topology.rate). A slow link has the packet to itself for as long as it carries it, to a fraction of a cycle,
 * and the port before it takes no other meanwhile: a switch lets go of its input as soon as it has read the packet, so what is not yet on the link is in a
 * buffer of the port. At the far end flits have to follow each other as on a fast link: a header arrives so late that the last flit does when the link
 * has carried it. Credits and messages are as quick as elsewhere.
 */
struct pace {
	uint64_t free;                  /* when the link will have carried all that was given to it, in cycles / d */
	uint64_t n, d;                  /* it carries a flit in n / d cycles */
};

struct paced {
	uint64_t slow;                  /* ports of the bank with such links */
	uint64_t held;                  /* of switches: those that have been told to take no packet */
	uint32_t late[SWITCH_PORTS];    /* by port, of the last packet: cycles that its header arrives later than on a fast link */
	struct pace of[SWITCH_PORTS];
};

/* The first cycle in which a port of such a link can send again: the fraction of a cycle that is left then counts for the next packet. */
static inline uint64_t pace_free(const struct pace *p)
{
	return p->free / p->d;
}

/* Tokens with which the header of a packet arrives from a slow link: those of a link that has rested. */
static inline unsigned pace_tokens(const struct shape *s)
{
	return links_paced(s) ? s->speed_n - 1 : 0;
}

/* A packet is sent, or granted, in a cycle from pace_free() on. Returns the cycles that the header is late. */
static inline unsigned pace_late(const struct shape *s, struct pace *p, uint64_t cycle, unsigned flits)
{
	const uint64_t now = cycle * p->d, start = p->free > now ? p->free : now;

	p->free = start + flits * p->n;
	return (unsigned)((p->free + p->d - 1) / p->d - cycle) - 1 - link_flit(s, pace_tokens(s), flits - 1);
}

/* Before anything else: finds how late packets can be. Then, once the banks have their places: the links out of these. False: out of memory. */
void network_measure_paces(struct network *);
bool network_pace(struct network *);

/* Before a step of a bank of switches that has slow links, and after one: which outputs take packets. */
void network_let_go(struct bank *, uint64_t cycle);
void network_hold(const struct network *, struct bank *, uint64_t cycle, const struct switch_out *);
