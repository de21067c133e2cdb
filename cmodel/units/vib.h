#ifndef VIB_H
#define VIB_H

#include "arena.h"
#include "image.h"
#include "packet.h"
#include "vc_set.h"

#include <assert.h>

/*
 * VC buffers of all inputs. A VC holds one packet at a time, whose flits come and go in order: they are counted, and only images know what stands in
 * which place. A VC asks from the cycle after the arrival of a header until the header has an output VC, or is seized.
 * RTL twin: rtl_gen/units/vib.v.
 */
struct vib_vc {
	struct packet packet;           /* it, or the last one */
	uint64_t since;                 /* first cycle in which it asked; 0: none has */
	uint8_t count, left;            /* flits in the buffer; flits of the packet that have not left, 0: no packet */
	uint8_t read;                   /* place of the flit at the head */
	uint8_t out, out_vc;            /* output VC that it has, or had last; the owners of the outputs (vob) say the same */
	bool routed, seized;            /* it has an output VC; it leaves by the recovery lane */
};

struct vib {
	struct vib_router {
		struct vc_set asks;
		unsigned full;          /* full buffers of network inputs */
		unsigned entering;      /* packets of the local input that have an output VC */
	} *router;
	struct vib_vc *vc;              /* by input of the bank and VC, VC_STRIDE each */
	/* Of the first router, for images alone: */
	struct vib_place { struct packet packet; unsigned flit; bool fresh; } *place;   /* by input VC, as registers number them, and place; fresh: not yet rendered */
	struct vc_set popped;           /* in the cycle before */
};

void vib_place(struct vib *u, const struct shape *all, unsigned routers, struct arena *a);

static inline struct vib_vc *vib_at(const struct vib *u, unsigned port, unsigned vc)
{
	return u->vc + vc_number(port, vc);
}

/* The flit at the head: its number in the packet; 0: it is the first one. And whether it is the last one. */
static inline unsigned vib_flit(const struct vib_vc *c)
{
	return c->packet.flits - c->left;
}

static inline bool vib_last(const struct vib_vc *c)
{
	return c->left == 1;
}

/* A flit leaves. True: no other one is in the buffer. */
STAGE bool vib_pop(struct vib *u, const struct shape *s, unsigned router, bool local, struct vib_vc *c)
{
	assert(c->count && c->left);
	u->router[router].full -= c->count == s->buffer_flits && !local;
	c->count--;
	c->read = c->read + 1u == s->buffer_flits ? 0 : (uint8_t)(c->read + 1);
	c->left--;
	u->router[router].entering -= local && c->routed && !c->left;
	c->routed &= c->left != 0;
	c->seized &= c->left != 0;
	return !c->count;
}

/* A header gets an output VC, or its packet will leave by the recovery lane. number: of its VC in the router. */
STAGE void vib_routed(struct vib *u, unsigned router, bool local, struct vib_vc *c, unsigned number, unsigned out, unsigned vc)
{
	c->routed = true;
	u->router[router].entering += local;
	c->out = (uint8_t)out;
	c->out_vc = (uint8_t)vc;
	u->router[router].asks.port[number / VC_STRIDE] &= (uint8_t)~vc_bit(number);
}

static inline void vib_seize(struct vib *u, unsigned router, struct vib_vc *c, unsigned number)
{
	c->seized = true;
	u->router[router].asks.port[number / VC_STRIDE] &= (uint8_t)~vc_bit(number);
}

/* Flit `flit` of a packet arrives in `cycle`. */
STAGE void vib_arrive(struct vib *u, const struct shape *s, unsigned router, bool local, struct vib_vc *c, unsigned number, const struct packet *p, unsigned flit,
		      uint64_t cycle)
{
	assert(c->count < s->buffer_flits && "a flit is sent only if its VC has a credit");
	if (!flit) {
		assert(!c->left && !c->count && p->flits - 1u < s->packet_flits && "a header is sent only into an empty VC");
		c->packet = *p;
		c->left = (uint8_t)p->flits;
		c->since = cycle + 1;
		u->router[router].asks.port[number / VC_STRIDE] |= vc_bit(number);
	}
	assert(flit == vib_flit(c) + c->count && "flits of a packet come in order");
	c->count++;
	u->router[router].full += c->count == s->buffer_flits && !local;
}

/* Network inputs' VCs whose headers have asked for so many cycles. */
struct vc_set vib_late(const struct vib *u, const struct shape *s, unsigned router, uint64_t cycle);

/* Of these, the one whose header came first; of several the lowest. There is one. */
unsigned vib_first(const struct vib *u, const struct shape *s, unsigned router, const struct vc_set *late);

bool vib_empty(const struct vib *u, const struct shape *s, unsigned routers);

/* For images, of the first router: a flit arrives, before vib_arrive(); what was popped in a cycle; the registers at the beginning of `cycle`. */
void vib_remember(struct vib *u, const struct shape *s, unsigned port, unsigned vc, const struct packet *p, unsigned flit);
void vib_remember_popped(struct vib *u, const struct shape *s, uint64_t ports, const uint16_t *vcs);
void vib_image(struct vib *u, const struct shape *s, uint64_t cycle, struct image *m);

#endif
