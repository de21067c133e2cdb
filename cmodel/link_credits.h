#ifndef LINK_CREDITS_H
#define LINK_CREDITS_H

#include "link_use.h"
#include "units/bits.h"

#include <stdlib.h>

/* Credits that a sender has when nothing that it sent is behind the link. */
static inline unsigned credits_in_all(const struct shape *s)
{
	return credit_classes(s) * credits_of_class(s);
}

/* The shapes of what is behind the links of a switch, into it and out of it: the same for all ports, but of a network interface. */
struct link_shapes {
	struct shape in[NIC_PORTS], out[NIC_PORTS];
};

static inline struct link_shapes link_shapes_of(const struct shape *s)
{
	struct link_shapes l;

	for (unsigned i = 0; i < NIC_PORTS; i++) {
		l.in[i] = shape_in(s, i);
		l.out[i] = shape_out(s, i);
	}
	return l;
}

static inline const struct shape *behind_in(const struct link_shapes *l, unsigned port)
{
	return &l->in[l->in->nic ? port : 0];
}

static inline const struct shape *behind_out(const struct link_shapes *l, unsigned port)
{
	return &l->out[l->out->nic ? port : 0];
}

/*
 * Credits that are spent on links: those of packets that crossed one, and were not given back. One place for all that counts them beside a switch:
 * laws, checks of links in networks, callers of the library. Of a wormhole router each flit needs one, but for those in the recovery lane.
 * A caller that does not ask first may find more given back than were spent: the count is then below 0, as an unsigned number.
 */
struct link_credits {
	unsigned classes;               /* of each port, as many as the port with most has */
	uint32_t *spent;                /* by port, class */
};

/* Shapes: of what is behind the links of each port, link_shapes.in or .out. False: out of memory. */
static inline bool link_credits_begin(struct link_credits *c, unsigned ports, const struct shape behind[NIC_PORTS])
{
	const unsigned a = credit_classes(&behind[0]), b = credit_classes(&behind[1]);

	c->classes = a > b ? a : b;
	c->spent = calloc((size_t)ports * c->classes, sizeof *c->spent);
	return c->spent;
}

static inline void link_credits_end(struct link_credits *c)
{
	free(c->spent);
}

static inline uint32_t *link_credits_of(const struct link_credits *c, unsigned port, unsigned class)
{
	return c->spent + (size_t)port * c->classes + class;
}

/* Of all classes of a port. */
static inline unsigned link_credits_spent(const struct link_credits *c, unsigned port)
{
	unsigned n = 0;

	for (unsigned class = 0; class < c->classes; class++)
		n += *link_credits_of(c, port, class);
	return n;
}

/* What a header needs, or a flit of this VC; and of which class. */
static inline unsigned link_need(const struct shape *s, const struct packet *p, unsigned vc)
{
	return s->by_flits ? vc < s->vcs : credit_need(s, p);
}

static inline unsigned link_class(const struct shape *s, const struct packet *p, unsigned vc)
{
	return s->by_flits ? vc : credit_class(s, p);
}

static inline void link_credits_spend(struct link_credits *c, const struct shape *s, unsigned port, const struct packet *p, unsigned vc)
{
	if (link_need(s, p, vc))
		*link_credits_of(c, port, link_class(s, p, vc)) += link_need(s, p, vc);
}

/* Those that a sender has left. */
static inline unsigned link_credits_left(const struct link_credits *c, const struct shape *s, unsigned port, unsigned class)
{
	return credits_of_class(s) - *link_credits_of(c, port, class);
}

/* Credits that a link brings: of a set of VCs; or one, of a class that it names, if there are several. */
static inline unsigned link_credits_named(const struct shape *s, unsigned what)
{
	return s->by_flits ? count_members(what) : 1;
}

static inline void link_credits_give(struct link_credits *c, const struct shape *s, unsigned port, unsigned what)
{
	unsigned vc;

	EACH(vc, s->by_flits ? (uint64_t)what : 0)
		--*link_credits_of(c, port, vc);
	if (!s->by_flits)
		--*link_credits_of(c, port, credit_classes(s) > 1 ? what : 0);
}

/* Is nothing of it given back that was not spent? */
static inline bool link_credits_may_give(const struct link_credits *c, const struct shape *s, unsigned port, unsigned what)
{
	unsigned vc;

	EACH(vc, s->by_flits ? (uint64_t)what : 0)
		if (vc >= s->vcs || !*link_credits_of(c, port, vc))
			return false;
	return s->by_flits || *link_credits_of(c, port, credit_classes(s) > 1 ? what : 0);
}

#endif
