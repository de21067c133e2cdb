#pragma once

#include "network.h"

/*
 * Cycles from that in which a message is wanted to the one in which its last flit arrives, in a network with nothing else in it and room enough for a
 * link to be kept busy: latency + flits / bandwidth (docs/study/workloads.md). Not of wormhole networks.
 */
uint64_t network_idle_cycles(const struct network_config *, uint32_t source, uint32_t destination, uint64_t flits);

/* Cycles in which a link carries so many flits. */
uint64_t network_link_cycles(const struct network_config *, uint64_t flits);
