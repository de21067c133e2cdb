#pragma once

#include "image.h"
#include "lanes.h"
#include "packet.h"
#include "render.h"
#include "unit.h"
#include "vc_set.h"

#include <assert.h>

/* A flit in a buffer, for images alone; fresh: not yet rendered. route: of the last header that came to this place. */
struct vib_place {
	struct packet packet;
	unsigned flit;
	bool fresh;
	uint8_t route;
};

/* A packet in a buffer, behind another one. */
struct vib_behind {
	struct packet packet;
	uint8_t route;
};

/* Render it, as place k of a register. */
void vib_place_image(struct vib_place *, const struct shape *s, struct rendering r, unsigned instance, unsigned row, unsigned k);

/*
 * VC buffers of all inputs of a bank. The flits of a VC come and go in order: they are counted, and only images know what stands in which place. A VC asks
 * from the cycle after the arrival of a header at its head until the header has an output VC, or is seized. With `queued` packets follow each other: those
 * behind the one at the head, which may have left in part, are apart. Otherwise a VC holds one packet at a time.
 * RTL twin: rtl_gen/units/vib.v.
 */
struct vib {
	struct vib_vc {                 /* a VC of all inputs, by input */
		uint8_t count[SWITCH_PORTS];    /* flits in the buffer */
		uint8_t left[SWITCH_PORTS];     /* flits of the packet that have not left; 0: no packet */
		uint8_t sent[SWITCH_PORTS];     /* flits of it, or of the last one, that have left */
		uint8_t out[SWITCH_PORTS];      /* output that it has, or had last; the owners of the outputs (vob) say the same */
		uint8_t out_vc[SWITCH_PORTS];   /* and which VC of it, a bit */
		uint64_t asks, routed, seized;  /* inputs: it asks; it has an output VC; it leaves by the recovery lane */
		uint64_t full;                  /* inputs whose buffer is full */
		uint8_t behind[SWITCH_PORTS], next[SWITCH_PORTS];       /* packets behind the one at the head; place of the first of them, in a ring */
	} *vc;
	uint8_t *occupied;              /* by input: VCs with a flit, a bit each */
	struct packet *packet;          /* by input and VC, VC_STRIDE each: that at the head, or the last one */
	uint8_t *route;                 /* likewise, with `port_rate`: its port, of the router; from VIB_WRAPS on 1: the link between the ends of the row is ahead */
	struct vib_behind *more;        /* by input, VC, and place in the ring */
	uint64_t *since;                /* by VC and input: first cycle in which it asked; 0: none has */
	/* Of the first router, for images alone: */
	uint8_t *read;                  /* by number of the VC: place of the flit at the head */
	struct vib_place *place;        /* by input VC, as registers number them, and place */
	struct vc_set popped;           /* in the cycle before */
};

extern const struct unit_model vib_unit;

enum { VIB_WRAPS = 4, VIB_PORT = (1 << VIB_WRAPS) - 1 };    /* of a route */

/* The packet of an input VC. */
static inline const struct packet *vib_packet(const struct vib *u, unsigned port, unsigned vc)
{
	return u->packet + vc_number(port, vc);
}

/* And its route. That of a checkpoint may be anything. */
static inline unsigned vib_route(const struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	const unsigned route = u->route[vc_number(port, vc)];

	return (route & VIB_PORT) > s->local ? s->local : route;
}

/* The flit at the head: its number in the packet; 0: it is the first one. And whether it is the last one. */
static inline unsigned vib_flit(const struct vib *u, unsigned port, unsigned vc)
{
	return u->vc[vc].sent[port];
}

static inline bool vib_last(const struct vib *u, unsigned port, unsigned vc)
{
	return u->vc[vc].left[port] == 1;
}

/* Inputs by VC, in which a header asks: of all inputs; VCs of an input; and those of a router, whose first port this is. */
STAGE uint64_t vib_asking(const struct vib *u, unsigned vcs)
{
	uint64_t asking = 0;

	EACH_OF(v, vcs)
		asking |= u->vc[v].asks;
	return asking;
}

STAGE unsigned vib_asks_at(const struct vib *u, unsigned port, unsigned vcs)
{
	unsigned asks = 0;

	EACH_OF(v, vcs)
		asks |= (unsigned)(u->vc[v].asks >> port & 1) << v;
	return asks;
}

STAGE struct vc_set vib_asks(const struct vib *u, const struct shape *s, unsigned first, unsigned vcs)
{
	struct vc_set set = { .word = { 0 } };

	EACH_OF(v, vcs)
		vc_set_add(&set, v, u->vc[v].asks >> first & ones(s->radix));
	return set;
}

/* Packets of an input that have an output VC. */
STAGE unsigned vib_entering(const struct vib *u, const struct shape *s, unsigned port)
{
	unsigned n = 0;

	for (unsigned v = 0; v < s->vcs; v++)
		n += (unsigned)(u->vc[v].routed >> port & 1);
	return n;
}

/* Full buffers of these inputs. */
static inline unsigned vib_full(const struct vib *u, const struct shape *s, uint64_t inputs)
{
	unsigned n = 0;

	for (unsigned v = 0; v < s->vcs; v++)
		n += count_members(u->vc[v].full & inputs);
	return n;
}

/* By output of the set: the number, in its packet, of the flit at the head of its owner, a VC of an input. */
STAGE void vib_flits(const struct vib *u, unsigned vcs, uint64_t outputs, const uint8_t *owner, const uint8_t *owner_vc, uint8_t *flit)
{
	EACH_OF(v, vcs)
		bytes_look(bytes_equal(outputs, owner_vc, 1u << v), flit, u->vc[v].sent, owner);
}

/* The packet at the head of a VC. */
STAGE void vib_head(struct vib *u, unsigned port, unsigned vc, const struct packet *p, unsigned route)
{
	struct vib_vc *const c = u->vc + vc;

	u->packet[vc_number(port, vc)] = *p;
	u->route[vc_number(port, vc)] = (uint8_t)route;
	c->left[port] = (uint8_t)p->flits;
	c->sent[port] = 0;
	c->asks |= bit(port);
}

/* The packets behind that of a VC, of which this is the k-th. */
static inline struct vib_behind *vib_behind(const struct vib *u, const struct shape *s, unsigned port, unsigned vc, unsigned k)
{
	const unsigned at = u->vc[vc].next[port] + k;

	return u->more + (port * s->vcs + vc) * s->buffer_flits + (at < s->buffer_flits ? at : at - s->buffer_flits);
}

/* The first of them is at the head. */
static inline void vib_follow(struct vib *u, const struct shape *s, unsigned port, unsigned vc)
{
	struct vib_vc *const c = u->vc + vc;
	const struct vib_behind *const b = vib_behind(u, s, port, vc, 0);

	vib_head(u, port, vc, &b->packet, b->route);
	c->next[port] = c->next[port] + 1u < s->buffer_flits ? (uint8_t)(c->next[port] + 1) : 0;
	c->behind[port]--;
}

/* Flits leave by these VCs of the outputs, a bit each: all that follows in VCs that have an output. Sets bits of input VCs in `popped` (a flit left), and in
 * `last` (it was the last one of a packet). */
STAGE void vib_leave(struct vib *u, const struct shape *s, unsigned vcs, bool queued, const uint8_t *outputs, uint8_t *popped, uint8_t *last)
{
	EACH_OF(v, vcs) {
		struct vib_vc *const c = u->vc + v;
		const uint64_t gone = bytes_meet(c->routed, outputs, c->out, c->out_vc);

		assert(!bytes_equal(gone, c->count, 0));
		bytes_add(gone, c->left, -1);
		bytes_add(gone, c->sent, 1);
		bytes_add(gone, c->count, -1);
		c->full &= ~gone;
		const uint64_t ended = bytes_equal(gone, c->left, 0);

		c->routed &= ~ended;
		bytes_clear(bytes_equal(gone, c->count, 0), u->occupied, 1u << v);
		bytes_set(gone, popped, 1u << v);
		bytes_set(ended, last, 1u << v);
		EACH_IN(i, queued ? ended : 0)
			if (c->behind[i])
				vib_follow(u, s, i, v);
	}
}

/* A flit of a seized packet leaves by the recovery lane. */
static inline void vib_leave_by_lane(struct vib *u, unsigned port, unsigned vc)
{
	struct vib_vc *const c = u->vc + vc;

	assert(c->count[port] && c->left[port]);
	c->count[port]--;
	c->full &= ~bit(port);
	c->left[port]--;
	c->sent[port]++;
	if (!c->count[port])
		u->occupied[port] &= (uint8_t)~(1u << vc);
	if (!c->left[port])
		c->seized &= ~bit(port);
}

/* A header gets an output VC, of an output of the bank; or its packet will leave by the recovery lane. */
STAGE void vib_routed(struct vib *u, unsigned port, unsigned vc, unsigned output, unsigned output_vc)
{
	struct vib_vc *const c = u->vc + vc;

	c->routed |= bit(port);
	c->asks &= ~bit(port);
	c->out[port] = (uint8_t)output;
	c->out_vc[port] = (uint8_t)(1u << output_vc);
}

static inline void vib_seize(struct vib *u, unsigned port, unsigned vc)
{
	u->vc[vc].seized |= bit(port);
	u->vc[vc].asks &= ~bit(port);
}

/* A header arrives in `cycle`; it is among the flits of vib_arrive(), which comes after it. */
STAGE void vib_begin(struct vib *u, const struct shape *s, bool queued, unsigned port, unsigned vc, const struct packet *p, unsigned route, uint64_t cycle)
{
	struct vib_vc *const c = u->vc + vc;

	assert((queued || (!c->left[port] && !c->count[port])) && p->flits - 1u < s->packet_flits && "a header is sent only into an empty VC");
	if (queued && c->left[port]) {
		assert(c->behind[port] < s->buffer_flits);
		*vib_behind(u, s, port, vc, c->behind[port]++) = (struct vib_behind){ *p, (uint8_t)route };
		return;
	}
	vib_head(u, port, vc, p, route);
	u->since[vc_number(port, vc)] = cycle + 1;
}

/* Flits arrive at these inputs, in these VCs. */
STAGE void vib_arrive(struct vib *u, const struct shape *s, unsigned vcs, uint64_t inputs, const uint8_t *vc)
{
	EACH_OF(v, vcs) {
		struct vib_vc *const c = u->vc + v;
		const uint64_t here = bytes_equal(inputs, vc, v);

		assert(!(here & c->full) && "a flit is sent only if its VC has a credit");
		bytes_add(here, c->count, 1);
		c->full |= bytes_equal(here, c->count, s->buffer_flits);
		bytes_set(here, u->occupied, 1u << v);
	}
}

/* Network inputs' VCs of a router whose headers have asked for so many cycles. first: its first port. */
struct vc_set vib_late(const struct vib *u, const struct shape *s, unsigned first, uint64_t cycle);

/* Of these, the one whose header came first; of several the lowest. There is one. */
unsigned vib_first(const struct vib *u, unsigned first, const struct vc_set *late);
