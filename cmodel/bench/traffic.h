#pragma once

#include "rng.h"

#include <stdbool.h>

/*
 * Which node sends how much to which other, and when: a pattern, shared and constant, and for each node a
 * generator that draws its packets one after the other. Traffic knows nothing of switches: a node is a port
 * of one switch or an end node of a network.
 */
enum traffic_kind {
	TRAFFIC_UNIFORM,                /* to all other outputs with the same probability */
	TRAFFIC_HOTSPOT,                /* a share of each input's packets to one output, the rest uniform */
	TRAFFIC_PERMUTATION,            /* each input to a different output: no conflicts */
	TRAFFIC_BURSTY,                 /* bursts of packets to one output, then silence */
	TRAFFIC_INCAST,                 /* all inputs to one output for a while, then to another; light uniform traffic between */
	TRAFFIC_KINDS
};

extern const char *const traffic_names[TRAFFIC_KINDS + 1]; /* "uniform", "hotspot", ...; then "all", for those who take each in turn */

enum {
	TRAFFIC_BURST = 16,             /* mean length of a burst, in packets */
	TRAFFIC_INCAST_PERIOD = 4096,   /* cycles from one incast to the next, which has another target */
	TRAFFIC_INCAST_LENGTH = 512,    /* cycles that an incast lasts; between two of them traffic is uniform, at a quarter of the load */
};

struct traffic_config {
	enum traffic_kind kind;
	unsigned nodes;                 /* >= 2 */
	unsigned min_flits, max_flits;  /* length of a packet, uniform ... */
	unsigned cell_flits;            /* ... but with cells of several flits, one packet in four is within a cell, and one fills cells exactly */
	double load;                    /* flits per node and cycle, 0..1 */
	bool own;                       /* a node sends to itself too (not in a permutation) */
	unsigned hot_node;              /* hot spot; first target of incast */
	double hot_fraction;            /* hot spot: share of each node's traffic that goes there */
	uint64_t seed;
};

struct traffic;

/* One packet of a node. */
struct traffic_packet {
	uint64_t cycle;                 /* in which it is generated; UINT64_MAX: there is none */
	unsigned destination, flits;
};

/* Generator of one node. */
struct traffic_source {
	struct rng rng;
	uint64_t next;                  /* no packet before this cycle */
	unsigned node;
	unsigned burst_target;
	uint64_t burst_left;            /* packets of the burst that are still to come */
};

/* NULL: out of memory. */
struct traffic *traffic_new(const struct traffic_config *);
void traffic_free(struct traffic *);

struct traffic_source traffic_source(const struct traffic *, unsigned node);

/* The next packet of a node. At most one a cycle, so cycles rise. */
struct traffic_packet traffic_next(const struct traffic *, struct traffic_source *);

/* A packet to be sent in this cycle whatever the load is: for sources that never run dry. */
struct traffic_packet traffic_now(const struct traffic *, struct traffic_source *, uint64_t cycle);
