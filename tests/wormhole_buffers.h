#pragma once

#include "net_watched.h"

/* Flits in the buffers of a network of wormhole routers that is watched, by counting what comes and goes. */
enum { MOST_ROUTERS = 256 };

static unsigned held[MOST_ROUTERS][2 * PARAM_MOST_dims + 1][PARAM_MOST_vcs];

static inline void see_flits(const struct net_bank *b, const struct switch_in *in, const struct switch_out *out)
{
	const struct shape *s = b->shape;

	for (unsigned at = 0; at < b->switches * s->radix; at++) {
		unsigned *const flits = held[b->first + at / s->radix][at % s->radix];

		if ((in->head >> at & 1) && in->vc[at] < s->vcs)
			flits[in->vc[at]]++;
		EACH_IN(v, (out->credit >> at & 1) ? out->credit_queue[at] : 0)
			flits[v]--;
	}
}

/* Of network inputs of a router. */
static inline unsigned full_buffers(const struct shape *s, unsigned router)
{
	unsigned full = 0;

	for (unsigned k = 0; k < s->local * s->vcs; k++)
		full += held[router][k / s->vcs][k % s->vcs] == s->buffer_flits;
	return full;
}
