#ifndef NET_BACKEND_H
#define NET_BACKEND_H

#include "lockstep.h"
#include "net/backend.h"
#include "net/topology.h"

/*
 * Switches of a network other than the plain C model: each an instance of one Verilated class, alone or in lockstep
 * with its C model, or the C model with the flits of every packet written out and looked at. The network
 * is fed from the RTL's pins, and statistics from its registers (net_counts.h).
 *
 * In all of them every packet has to leave every switch it enters, in order, intact flit by flit (scoreboard.h), the link contract is kept, and the
 * flits that reach end nodes are those that left end nodes (net_links.h).
 */
struct net_backend_config {
	enum lockstep_backend what;
	const struct shape *shape;
	const struct topology *topology;        /* both outlive the backend */
	const struct dut_lib *lib;              /* probed and prompt; not for LOCKSTEP_C */
	const char *top;                        /* top module */
	uint64_t seed;                          /* of what the RTL holds before reset */
	struct lockstep_plant plant;            /* in this switch; not for LOCKSTEP_C */
	unsigned plant_switch;
};

struct net_backend;

/* All switches, at reset. NULL: why. It outlives the network: closing a switch only leaves it. */
struct net_backend *net_backend_new(const struct net_backend_config *, char why[LOCKSTEP_WHY]);
void net_backend_free(struct net_backend *);

/* For struct network_config. Those of an RTL are stepped in every cycle. */
const struct backend *net_backend_seam(const struct net_backend *);

/* After a network of it has drained: did the flits arrive that were sent? False: why. */
bool net_backend_intact(const struct net_backend *, char why[LOCKSTEP_WHY]);

/* Bits of a switch that are compared, cycles in which they were, over all switches: 0 unless LOCKSTEP_BOTH. */
uint64_t net_backend_bits(const struct net_backend *);
uint64_t net_backend_compared(const struct net_backend *);

/* The signals that differ, if the first thing that went wrong is that model and RTL of a switch do. */
void net_backend_report(const struct net_backend *, FILE *);

#endif
