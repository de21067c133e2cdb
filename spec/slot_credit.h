#pragma once

/*
 * What a credit counts on links into memories of slots: a free slot. Senders, receivers, networks, benches and laws go by this. RTL twin:
 * rtl_gen/units/slot_credit.vh.
 */

/* Credits for so many slots. */
static inline unsigned slot_credits(unsigned slots)
{
	return slots;
}

/* A packet's credit goes with its last flit: flits that have been read then. */
static inline unsigned credit_flits(unsigned flits)
{
	return flits;
}

/* Packets whose credits have not gone: of `queued`, one may leave, whose first flit is read; of one, flits are left to read. */
static inline unsigned credits_taken(unsigned queued, unsigned leaves, unsigned left)
{
	return queued - leaves + (left != 0);
}
