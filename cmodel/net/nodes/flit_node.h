#pragma once

#include "packet.h"
#include "units/arena.h"
#include "units/bits.h"

#include <stdbool.h>

/*
 * An end node of a wormhole network (docs/internals/network.md): a queue of packets that wait, the packet that is being sent, credits of each VC of the local
 * port; and what is being received.
 *
 * A node sends one packet at a time, a flit a cycle, as its VC has credits. A header goes into the lowest VC that has all its credits, of the first
 * few that sources use; but not while as many headers wait for their first VC as packets may enter at the same time. So the next packet stands ready
 * when one has entered. As many packets wait in the queue as there is room for, less those that stand ready.
 *
 * Where packets follow each other in a VC, a header goes into the VC that has most credits, of equals the lowest, whatever waits.
 */
enum { FLIT_VCS = 8 };

/* A packet that waits. */
struct flit_wanted {
	uint32_t cycle;                 /* in which it was wanted, modulo 2^32 */
	uint32_t destination;
	uint16_t flits;
};

/* The tag of a packet: its source, and its number among the packets of its source. */
static inline uint64_t flit_tag(uint32_t source, uint32_t serial)
{
	return (uint64_t)source << 32 | serial;
}

/* A packet sent by a VC. */
struct flit_sent {
	uint32_t serial, destination;
	uint32_t uncredited;            /* flits whose credits have not come back, or that have not been sent; where packets follow each other */
};

/* A packet that arrives. */
struct flit_arriving {
	struct packet packet;
	unsigned next;                  /* number of its next flit; 0: there is none */
};

struct flit_node {
	_Alignas(64)                    /* what every flit needs is on two cache lines */
	struct packet packet;           /* being sent: if not `idle` ... */
	unsigned next;                  /* ... its next flit ... */
	unsigned vc;                    /* ... in this VC */
	uint32_t waiting;               /* packets that wait: from `first` on in a ring of `room` */
	uint8_t credit[FLIT_VCS];       /* by VC */
	uint8_t unrouted;               /* VCs with a header that has not left its buffer: its credit has not come back */
	struct flit_arriving arriving[FLIT_VCS + 1];    /* by VC; the last one used is the recovery lane */
	struct flit_sent in_vc[FLIT_VCS];       /* by VC: the first whose credits have not all come, or the last one ... */
	uint8_t behind[FLIT_VCS], follows[FLIT_VCS];    /* ... packets sent since; the place of the first of them in a ring of `buffer_flits` */
	uint32_t serial;                /* number of the next packet */
	uint32_t first;
	unsigned vcs;                   /* that it may use. All before is as a checkpoint has it */
	uint32_t room;
	struct flit_wanted *queue;
	struct flit_sent *sent;         /* the rings, by VC */
};

static inline void flit_node_place(struct flit_node *n, struct arena *a, const struct shape *s, unsigned room)
{
	n->queue = arena_take(a, HOT, room, sizeof *n->queue);
	n->sent = arena_take(a, HOT, s->queued ? s->vcs * s->buffer_flits : 0, sizeof *n->sent);
}

static inline void flit_node_reset(struct flit_node *n, const struct shape *s, unsigned room, unsigned vcs)
{
	n->room = room;
	n->vcs = vcs;
	for (unsigned vc = 0; vc < s->vcs; vc++)
		n->credit[vc] = (uint8_t)s->buffer_flits;
}

/* Can packets of a flow not overtake each other? They have one way, and there one VC. Sources fill all VCs that they use if packets follow each other there. */
static inline bool flit_order_kept(const struct shape *s, unsigned vcs)
{
	return !s->adaptive && !s->recovery && (vcs == 1 || (s->injection_vcs == 1 && !s->queued)) && s->vcs == (s->torus && s->avoidance ? 2 : 1);
}

/* VCs of the local port with packets: a flit, or a credit of one, is not back. */
static inline unsigned flit_node_in_vcs(const struct flit_node *n, const struct shape *s)
{
	unsigned vcs = 0;

	for (unsigned vc = 0; vc < n->vcs; vc++)
		vcs += n->credit[vc] < s->buffer_flits;
	return vcs;
}

/* A packet waits from now on. False: there is no room for it. */
static inline bool flit_node_push(struct flit_node *n, const struct shape *s, const struct flit_wanted *p)
{
	if (n->waiting == n->room || (!s->queued && (uint64_t)n->waiting + flit_node_in_vcs(n, s) >= (uint64_t)n->room + s->injection_vcs))
		return false;
	const uint32_t at = n->first + n->waiting++;

	n->queue[at < n->room ? at : at - n->room] = *p;
	return true;
}

static inline struct flit_wanted flit_node_pop(struct flit_node *n)
{
	const struct flit_wanted p = n->queue[n->first];

	n->first = n->first + 1 < n->room ? n->first + 1 : 0;
	n->waiting--;
	return p;
}

static inline unsigned flit_node_emptiest_vc(const struct flit_node *n)
{
	unsigned most = 0, best = FLIT_VCS;

	for (unsigned vc = 0; vc < n->vcs; vc++) {
		best = n->credit[vc] > most ? vc : best;
		most = n->credit[vc] > most ? n->credit[vc] : most;
	}
	return best;
}

/* The VC that the next header may go into; FLIT_VCS: none has the credits, or enough headers wait for their first VC. */
static inline unsigned flit_node_free_vc(const struct flit_node *n, const struct shape *s)
{
	if (s->queued)
		return flit_node_emptiest_vc(n);
	if (count_members(n->unrouted) >= s->injection_vcs)
		return FLIT_VCS;
	for (unsigned vc = 0; vc < n->vcs; vc++)
		if (n->credit[vc] == s->buffer_flits)
			return vc;
	return FLIT_VCS;
}

/* A packet is sent by a VC. */
static inline void flit_node_sent(struct flit_node *n, const struct shape *s, unsigned vc, struct flit_sent sent)
{
	if (s->queued && n->in_vc[vc].uncredited) {
		n->sent[vc * s->buffer_flits + (n->follows[vc] + n->behind[vc]++) % s->buffer_flits] = sent;
		return;
	}
	n->in_vc[vc] = sent;
	n->unrouted |= (uint8_t)(1u << vc);
}

/* A credit of a VC has come, where packets follow each other; what else follows from it is done. */
static inline void flit_node_credited(struct flit_node *n, const struct shape *s, unsigned vc)
{
	if (--n->in_vc[vc].uncredited || !n->behind[vc])
		return;
	n->in_vc[vc] = n->sent[vc * s->buffer_flits + n->follows[vc]];
	n->follows[vc] = (uint8_t)((n->follows[vc] + 1) % s->buffer_flits);
	n->behind[vc]--;
	n->unrouted |= (uint8_t)(1u << vc);
}

/* A packet is being received. */
static inline bool flit_node_receives(const struct flit_node *n)
{
	for (unsigned vc = 0; vc <= FLIT_VCS; vc++)
		if (n->arriving[vc].next)
			return true;
	return false;
}
