#pragma once

#include "lanes.h"
#include "unit.h"
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

extern const struct unit_model vob_unit;

/* The owner as a number, vc_number(). And by output of the set: input and VC. */
STAGE unsigned vob_owner(const struct vob *u, unsigned output, unsigned vc)
{
	return vc_number(u->vc[vc].owner[output], lowest(u->vc[vc].owner_vc[output]));
}

STAGE void vob_owners(const struct vob *u, uint64_t outputs, unsigned vc, uint8_t *owner, uint8_t *owner_vc)
{
	bytes_copy(outputs, owner, u->vc[vc].owner);
	bytes_copy(outputs, owner_vc, u->vc[vc].owner_vc);
}

/* Sets bits of VCs by which a flit can leave, by output. occupied: VCs of inputs with a flit, a bit each. */
STAGE void vob_ready(const struct vob *u, unsigned vcs, const uint8_t *occupied, uint8_t *ready)
{
	EACH_OF(v, vcs) {
		const struct vob_vc *const c = u->vc + v;

		bytes_set(bytes_meet(c->owned & c->credited, occupied, c->owner, c->owner_vc), ready, 1u << v);
	}
}

/* Is any of them set? */
STAGE bool vob_waits(const struct vob *u, unsigned vcs, const uint8_t *occupied)
{
	uint64_t able = 0;

	EACH_OF(v, vcs)
		able |= bytes_meet(u->vc[v].owned & u->vc[v].credited, occupied, u->vc[v].owner, u->vc[v].owner_vc);
	return able;
}

/* VCs of the outputs of a router, whose first port this is: those that are owned; and those that are free for a header, of outputs to other routers. `reused`:
 * whatever their credits. */
STAGE struct vc_set vob_owned(const struct vob *u, const struct shape *s, unsigned first, unsigned vcs)
{
	struct vc_set set = { .word = { 0 } };

	EACH_OF(v, vcs)
		vc_set_add(&set, v, u->vc[v].owned >> first & ones(s->radix));
	return set;
}

STAGE uint64_t vob_free(const struct vob *u, const struct shape *s, unsigned first, unsigned vcs, bool reused)
{
	struct vc_set set = { .word = { 0 } };

	EACH_OF(v, vcs)
		vc_set_add(&set, v, (~u->vc[v].owned & (reused ? UINT64_MAX : u->vc[v].home)) >> first & ones(s->local));
	return set.word[0];
}

/* The same of one output, which may be the local one. */
STAGE unsigned vob_free_at(const struct vob *u, unsigned output, unsigned vcs, bool reused)
{
	unsigned able = 0;

	EACH_OF(v, vcs)
		able |= (unsigned)((~u->vc[v].owned & (u->vc[v].home | (reused ? UINT64_MAX : 0))) >> output & 1) << v;
	return able;
}

STAGE bool vob_credited(const struct vob *u, unsigned output, unsigned vc)
{
	return u->vc[vc].credited >> output & 1;
}

/* A header in a VC of an input gets this VC of an output. */
STAGE void vob_allocate(struct vob *u, unsigned output, unsigned vc, unsigned input, unsigned input_vc)
{
	struct vob_vc *const c = u->vc + vc;

	c->owned |= bit(output);
	c->owner[output] = (uint8_t)input;
	c->owner_vc[output] = (uint8_t)(1u << input_vc);
}

/* Flits leave at these outputs by these VCs, a bit each. last: VCs of inputs that lost the last flit of a packet, likewise. */
STAGE void vob_leave(struct vob *u, const struct shape *s, unsigned vcs, uint64_t outputs, const uint8_t *by, const uint8_t *last)
{
	EACH_OF(v, vcs) {
		struct vob_vc *const c = u->vc + v;
		const uint64_t gone = bytes_equal(outputs, by, 1u << v);

		bytes_add(gone, c->spent, 1);
		c->home &= ~gone;
		c->credited &= ~bytes_equal(gone, c->spent, s->buffer_flits);
		c->owned &= ~bytes_meet(gone, last, c->owner, c->owner_vc);
	}
}

/* Credits come back at these outputs, of these VCs, a bit each: they count in this cycle already, so before what else happens in it. */
STAGE void vob_credit(struct vob *u, unsigned vcs, uint64_t outputs, const uint16_t *of)
{
	EACH_OF(v, vcs) {
		struct vob_vc *const c = u->vc + v;
		const uint64_t come = words_test(outputs, of, 1u << v);

		assert(!bytes_equal(come, c->spent, 0));
		bytes_add(come, c->spent, -1);
		c->home |= bytes_equal(come, c->spent, 0);
		c->credited |= come;
	}
}
