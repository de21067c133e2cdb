#pragma once

#include "link_senders.h"
#include "net/topology/topology.h"
#include "switch.h"

/*
 * Two checks on the links of a switch in a network.
 *
 * The link contract (microarchitecture-slots.md, 1): the switch spends no credit that it does not have, returns none without a packet, and sends only
 * valid messages. So faulty RTL is detected before a neighbour uses its outputs.
 *
 * Payload from end to end: every flit that an end node sends and every flit that reaches one is hashed, with its place in the packet and without
 * what switches change in headers; in a network that has drained the sums over all nodes are the same.
 */
struct net_links {
	const struct shape *shape;
	struct link_senders *in, *out;  /* its neighbours; the switch */
	uint64_t nodes;                 /* ports with an end node */
	uint64_t sent, received;        /* sums of hashes */
};

/* False: out of memory; free it all the same. */
bool net_links_init(struct net_links *, const struct shape *, const struct topology *, unsigned index);
void net_links_free(struct net_links *);

enum { NET_LINKS_WHY = 160 };

/* What the links brought in a cycle; then, what the switch puts on them. False: why, and *out must not be used. */
void net_links_bring(struct net_links *, uint64_t cycle, const struct switch_in *in);
bool net_links_allow(struct net_links *, uint64_t cycle, const struct switch_out *out, char why[NET_LINKS_WHY]);

/* Flit `flit` of a packet leaves. */
void net_links_flit(struct net_links *, unsigned output, unsigned flit, const uint32_t *words);
