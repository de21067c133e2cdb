#pragma once

#include "vc_set.h"
#include "vob.h"
#include "ways.h"

/*
 * Routing and allocation of VCs: in each cycle one header of a router is served, by turns of input VCs, and gets an output VC that is free, or has used
 * its turn.
 * RTL twin: rtl_gen/units/rva.v.
 */
struct rva {
	struct rva_router {
		uint8_t served;         /* number of the input VC served last */
		bool tie;               /* which of equal ports a header gets: the highest */
	} *router;
};

/* What a header gets; any = false: nothing. */
struct rva_grant {
	bool any;
	uint8_t number;                 /* of its input VC */
	uint8_t out, vc;
};

extern const struct unit_model rva_unit;

/* The request that is served; there is one. */
STAGE unsigned rva_serve(struct rva *u, unsigned router, const struct vc_set *requests)
{
	const unsigned number = vc_next(requests, u->router[router].served);

	u->router[router].served = (uint8_t)number;
	return number;
}

/* Of these ports to other routers the one with most of these VCs free, and its lowest. free: by port, a byte each. */
STAGE struct rva_grant rva_select(const struct rva *u, unsigned router, unsigned ports, unsigned vcs, uint64_t free)
{
	const uint64_t able = free & vcs * UINT64_C(0x0101010101010101), members = count_members_by_byte(able);
	struct rva_grant g = { .any = false };
	unsigned most = 0;

	EACH_IN(o, ports) {
		const unsigned n = (unsigned)(members >> 8 * o & 0xff);

		const bool better = n + (u->router[router].tie & (n > 0)) > most;       /* no branch: it could not be predicted */

		most = better ? n : most;
		g.out = better ? (uint8_t)o : g.out;
	}
	g.any = most;
	if (g.any)
		g.vc = (uint8_t)lowest(able >> 8 * g.out);
	return g;
}

/* A header in VC `vc` of an input at its destination, or on its way there. first: the router's first port in the bank. ending: VCs of the local output
 * whose packet ends in this cycle. */
STAGE struct rva_grant rva_route(struct rva *u, const struct shape *s, const struct vob *vob, unsigned vcs, unsigned router, unsigned first,
				 uint32_t at, uint32_t destination, bool from_local, unsigned vc, unsigned ending, bool queued)
{
	const struct ways w = ways_to(s, at, destination);
	const unsigned all = (1u << vcs) - 1, half = (1u << vcs / 2) - 1, escape = vcs - 1;
	struct rva_grant g = { .any = false };

	if (!w.minimal) {
		const unsigned able = (~(unsigned)vob_owned(vob, s, first, vcs).port[s->local] | ending) & ((1u << s->delivery_vcs) - 1);

		if (able)
			g = (struct rva_grant){ .any = true, .out = (uint8_t)s->local, .vc = (uint8_t)lowest(able) };
		return g;
	}
	const uint64_t free = vob_free(vob, s, first, vcs, queued);

	if (s->adaptive && !s->avoidance) {
		g = rva_select(u, router, w.minimal, all, free);
	} else if (s->adaptive) {
		if (from_local || vc != escape)
			g = rva_select(u, router, w.minimal, all >> 1, free);
		if (!g.any)
			g = rva_select(u, router, 1u << w.mesh, 1u << escape, free);
	} else {
		g = rva_select(u, router, 1u << w.order, !s->torus || !s->avoidance ? all : w.wraps ? half : all & ~half, free);
	}
	u->router[router].tie ^= g.any;
	return g;
}

/* "At least one" does not hold for a header: all ports on its shortest ways have a VC in use, and one of them all. */
static inline bool rva_crowded(const struct shape *s, const struct vob *vob, unsigned first, uint32_t at, uint32_t destination)
{
	const struct vc_set owned = vob_owned(vob, s, first, s->vcs);
	bool unused = false, full = false;

	EACH_IN(o, ways_to(s, at, destination).minimal) {
		unused |= !owned.port[o];
		full |= owned.port[o] == ones(s->vcs);
	}
	return !unused && full;
}
