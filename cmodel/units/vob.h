#ifndef VOB_H
#define VOB_H

#include "arena.h"
#include "image.h"
#include "lanes.h"
#include "vc_set.h"

#include <assert.h>

/*
 * VCs of all outputs of a bank: who owns them, and credits. A flit can leave by a VC that is owned, has a credit, and whose owner has a flit.
 * RTL twin: rtl_gen/units/vob.v.
 */
struct vob {
	struct vob_vc {                 /* a VC of all outputs, by output */
		uint8_t owner[SWITCH_PORTS];    /* input that owns it, or owned it last, */
		uint8_t owner_vc[SWITCH_PORTS]; /* and its VC, a bit */
		uint8_t spent[SWITCH_PORTS];    /* credits spent */
		uint64_t owned;                 /* outputs */
		uint64_t credited, home;        /* with a credit, with all of them */
	} *vc;
};

void vob_place(struct vob *u, const struct shape *all, struct arena *a);
void vob_reset(struct vob *u, const struct shape *s, uint64_t ports);

/* The input VC that owns, or owned last, a VC of an output: its number among those of the bank. */
static inline unsigned vob_owner(const struct vob *u, unsigned port, unsigned vc)
{
	const struct vob_vc *const c = u->vc + vc;

	return vc_number(c->owner[port], c->owner_vc[port] ? lowest(c->owner_vc[port]) : 0);
}

/* VCs by which a flit can leave, a bit each, by output. occupied: VCs of inputs with a flit, likewise. */
STAGE lanes vob_ready(const struct vob *u, unsigned vcs, lanes occupied)
{
	lanes ready = lanes_all(0);

	EACH_OF(v, vcs) {
		const struct vob_vc *const c = u->vc + v;
		const uint64_t fed = lanes_test(lanes_look(occupied, lanes_load(c->owner)), lanes_load(c->owner_vc));

		ready = lanes_where(c->owned & c->credited & fed, lanes_add(ready, lanes_all((uint8_t)(1 << v))), ready);
	}
	return ready;
}

/* VCs of the outputs of a router, whose first port this is: those that are owned; and those that are free for a header, of outputs to other routers. */
STAGE struct vc_set vob_owned(const struct vob *u, const struct shape *s, unsigned first)
{
	struct vc_set set = { .word = { 0 } };

	for (unsigned v = 0; v < s->vcs; v++)
		vc_set_add(&set, v, u->vc[v].owned >> first & ones(s->radix));
	return set;
}

STAGE uint64_t vob_free(const struct vob *u, const struct shape *s, unsigned first)
{
	struct vc_set set = { .word = { 0 } };

	for (unsigned v = 0; v < s->vcs; v++)
		vc_set_add(&set, v, (~u->vc[v].owned & u->vc[v].home) >> first & ones(s->local));
	return set.word[0];
}

/* A header in a VC of an input gets this VC of an output. */
STAGE void vob_allocate(struct vob *u, unsigned output, unsigned vc, unsigned input, unsigned input_vc)
{
	struct vob_vc *const c = u->vc + vc;

	c->owned |= bit(output);
	c->owner[output] = (uint8_t)input;
	c->owner_vc[output] = (uint8_t)(1u << input_vc);
}

/* Flits leave by these VCs, a bit each. last: VCs of inputs that lost the last flit of a packet, likewise. */
STAGE void vob_leave(struct vob *u, const struct shape *s, unsigned vcs, lanes outputs, lanes last)
{
	EACH_OF(v, vcs) {
		struct vob_vc *const c = u->vc + v;
		const uint64_t gone = lanes_test(outputs, lanes_all((uint8_t)(1 << v)));
		const lanes before = lanes_load(c->spent), spent = lanes_where(gone, lanes_add(before, lanes_all(1)), before);

		lanes_store(c->spent, spent);
		c->home &= ~gone;
		c->credited &= ~gone | lanes_less(spent, lanes_all((uint8_t)s->buffer_flits));
		c->owned &= ~(gone & lanes_test(lanes_look(last, lanes_load(c->owner)), lanes_load(c->owner_vc)));
	}
}

/* Credits come back at these outputs, of these VCs, a bit each: they count in this cycle already, so before what else happens in it. */
STAGE void vob_credit(struct vob *u, unsigned vcs, uint64_t outputs, lanes of)
{
	EACH_OF(v, vcs) {
		struct vob_vc *const c = u->vc + v;
		const uint64_t come = outputs & lanes_test(of, lanes_all((uint8_t)(1 << v)));
		const lanes before = lanes_load(c->spent), spent = lanes_where(come, lanes_subtract(before, lanes_all(1)), before);

		assert(!(come & lanes_equal(before, lanes_all(0))));
		lanes_store(c->spent, spent);
		c->home |= come & lanes_equal(spent, lanes_all(0));
		c->credited |= come;
	}
}

bool vob_rests(const struct vob *u, const struct shape *s, uint64_t ports);
void vob_image(const struct vob *u, const struct shape *s, struct image *m);

#endif
