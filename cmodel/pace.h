#pragma once

#include "shape.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The pace of a link that is slower than the clock: with a speed-up of n/d it carries d flits in n cycles (docs/internals/microarchitecture-cioq.md, 1). Tokens
 * rest at n - 1. RTL twin: units/lport.v.
 */

/* May a flit be sent in a cycle that begins with so many tokens? */
static inline bool pace_allows(const struct shape *s, unsigned tokens)
{
	return tokens + s->speed_d >= s->speed_n;
}

/* Tokens after a cycle in which a flit was sent, or not. */
static inline unsigned pace_after(const struct shape *s, unsigned tokens, bool sent)
{
	const unsigned most = s->speed_n - 1, more = tokens + s->speed_d;

	return sent ? more - s->speed_n : more < most ? more : most;
}

/* Cycles from the first flit of a packet, sent in a cycle that began with so many tokens, to flit k, counted from 0: ceil(((k + 1) n - tokens) / d) - 1. */
static inline unsigned pace_flit(const struct shape *s, unsigned tokens, unsigned k)
{
	return ((k + 1) * s->speed_n - tokens + s->speed_d - 1) / s->speed_d - 1;
}
