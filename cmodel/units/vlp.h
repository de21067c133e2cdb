#ifndef VLP_H
#define VLP_H

#include "arena.h"
#include "image.h"
#include "packet.h"
#include "vc_set.h"

/*
 * Link ports of wormhole routers: in each cycle a flit of one VC leaves, by turns.
 * RTL twin: rtl_gen/units/vlp.v.
 */
struct vlp {
	uint8_t *served;                /* by output: VC served last */
	/* Of the first router, for images alone: */
	uint64_t valid;                 /* outputs: a flit is on the link */
	struct vlp_tx { struct packet packet; uint8_t vc, flit; } *tx;  /* by output: it, or the last one */
};

void vlp_place(struct vlp *u, const struct shape *all, struct arena *a);
void vlp_reset(struct vlp *u, const struct shape *s, unsigned ports);

/* The VC whose turn it is, of these; and it goes. port: of the bank. */
STAGE unsigned vlp_next(const struct vlp *u, unsigned port, unsigned ready)
{
	return vc_next_of(ready, u->served[port]);
}

STAGE unsigned vlp_serve(struct vlp *u, unsigned port, unsigned ready)
{
	const unsigned v = vlp_next(u, port, ready);

	u->served[port] = (uint8_t)v;
	return v;
}

/* For images: what leaves in a cycle, outputs and flits. */
void vlp_remember(struct vlp *u, const struct shape *s, uint64_t outputs, const struct packet *packet, const uint8_t *vc, const uint8_t *flit);
void vlp_image(const struct vlp *u, const struct shape *s, struct image *m);

#endif
