#pragma once

#include "forwarding.h"

/* Fill empty tables. False, here and below: not enough memory. */

/*
 * D-mod-K: where the fabric is a fat tree, packets for an end node come to it over one switch of each stage, which follows from its number in the
 * order of the tree. *applies false: the fabric is none, and the tables are empty.
 */
bool forwarding_dmodk(struct forwarding *, bool *applies);

/*
 * Up-down (up*, then down*): shortest ways up to, and down from, the roots; among equal ports the one that carries the fewest pairs of end nodes so
 * far.
 */
bool forwarding_updown(struct forwarding *, const uint32_t *roots, uint32_t n);

/*
 * Entries for LIDs of switches that are still missing, by shortest ways: only management packets go there, which wait for no credits, and from some
 * switches no way leads there up and then down.
 */
bool forwarding_complete(struct forwarding *);

/*
 * Roots for up-down: the switches farthest from end nodes if all switches with end nodes reach each other over these; else one switch, from which
 * the sum of distances is smallest. roots has room for all switches.
 */
bool forwarding_roots(const struct graph *, uint32_t *roots, uint32_t *n);
