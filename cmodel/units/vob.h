#ifndef VOB_H
#define VOB_H

#include "arena.h"
#include "image.h"
#include "vc_set.h"

/*
 * VCs of all outputs: who owns them, and credits. A flit can leave by a VC that is owned, has a credit, and whose owner has a flit.
 * RTL twin: rtl_gen/units/vob.v.
 */
struct vob {
	struct vob_router {
		struct vc_set owned;
		struct vc_set credited, home;   /* with a credit, with all of them */
		struct vc_set fed;              /* of those that are owned: the owner has a flit */
	} *router;
	struct vob_vc { uint8_t owner, spent; } *vc;    /* by output of the bank and VC, VC_STRIDE each: number of the input VC; credits spent */
};

void vob_place(struct vob *u, const struct shape *all, unsigned routers, struct arena *a);
void vob_reset(struct vob *u, const struct shape *s, unsigned routers);

static inline struct vob_vc *vob_at(const struct vob *u, unsigned port, unsigned vc)
{
	return u->vc + vc_number(port, vc);
}

/* VCs by which a flit can leave, and VCs that are free for a header: of an output to another router. */
STAGE struct vc_set vob_ready(const struct vob *u, unsigned router)
{
	const struct vob_router *const r = u->router + router;
	struct vc_set ready;

	for (unsigned k = 0; k < VC_WORDS; k++)
		ready.word[k] = r->owned.word[k] & r->credited.word[k] & r->fed.word[k];
	return ready;
}

static inline uint64_t vob_free(const struct vob *u, unsigned router)
{
	return ~u->router[router].owned.word[0] & u->router[router].home.word[0];
}

/* A header gets this VC. */
STAGE void vob_allocate(struct vob *u, const struct shape *s, unsigned router, unsigned number, unsigned owner)
{
	struct vob_router *const r = u->router + router;
	const uint8_t here = vc_bit(number);

	r->owned.port[number / VC_STRIDE] |= here;
	r->fed.port[number / VC_STRIDE] |= here;
	u->vc[router * s->radix * VC_STRIDE + number].owner = (uint8_t)owner;
}

/* The owner has a flit again. */
STAGE void vob_feed(struct vob *u, unsigned router, unsigned output, unsigned vc)
{
	u->router[router].fed.port[output] |= (uint8_t)(1u << vc);
}

/* A flit leaves, the last of its packet; or the last that the owner has. port: of the bank. */
STAGE void vob_leave(struct vob *u, const struct shape *s, unsigned router, unsigned output, unsigned port, unsigned vc, bool last, bool empty)
{
	struct vob_router *const r = u->router + router;
	const uint8_t here = (uint8_t)(1u << vc);
	struct vob_vc *const c = vob_at(u, port, vc);

	r->owned.port[output] &= (uint8_t)~(last ? here : 0);
	r->fed.port[output] &= (uint8_t)~(empty ? here : 0);
	c->spent++;
	r->home.port[output] &= (uint8_t)~here;
	r->credited.port[output] &= (uint8_t)~(c->spent >= s->buffer_flits ? here : 0);
}

/* Credits of these VCs come back: they count in this cycle already, so before what else happens in it. */
STAGE void vob_credit(struct vob *u, unsigned router, unsigned output, unsigned port, unsigned vcs)
{
	struct vob_router *const r = u->router + router;
	unsigned v;

	EACH(v, vcs) {
		struct vob_vc *const c = vob_at(u, port, v);

		c->spent--;
		r->home.port[output] |= (uint8_t)((c->spent == 0) << v);
	}
	r->credited.port[output] |= (uint8_t)vcs;
}

bool vob_rests(const struct vob *u, const struct shape *s, unsigned routers);
void vob_image(const struct vob *u, const struct shape *s, struct image *m);

#endif
