#pragma once

#include "lockstep.h"
#include "net/engine/backend.h"
#include "net/topology/topology.h"

/*
 * Switches of a network other than the plain C model: each an instance of one Verilated class, alone or in lockstep
 * with its C model, or the C model with every packet expanded to flits, which are checked. The network
 * gets its packets from the RTL's pins, and its statistics from the RTL's registers (net_counts.h).
 *
 * All of them check that every packet leaves every switch that it enters, in order, with all flits intact (scoreboard.h). Those of switches check that
 * the link contract is kept; and that the flits that reach end nodes, or their network interfaces, are those that left them (net_links.h).
 */
struct net_backend_config {
	enum lockstep_backend what;
	const struct shape *shape;              /* of the switches, or of the network interfaces: then these are what is meant by switches here */
	const struct shape *switches;           /* of the switches, in any case */
	const struct topology *topology;        /* they outlive the backend */
	const struct dut_lib *lib;              /* probed and prompt; not for LOCKSTEP_C */
	const char *top;                        /* top module */
	uint64_t seed;                          /* of what the RTL holds before reset */
	struct lockstep_plant plant;            /* in this switch; not for LOCKSTEP_C */
	unsigned plant_switch;
};

struct net_backend;

/* All switches, at reset. NULL: why. To be freed after the network, which frees no switch when it closes one. */
struct net_backend *net_backend_new(const struct net_backend_config *, char why[LOCKSTEP_WHY]);
void net_backend_free(struct net_backend *);

/* For struct network_config. Those of an RTL are stepped in every cycle. */
const struct backend *net_backend_seam(const struct net_backend *);

/* After its network has drained: have all flits arrived that were sent? False: why. */
bool net_backend_intact(const struct net_backend *, char why[LOCKSTEP_WHY]);

/* Bits of a switch that are compared, cycles in which they were, over all switches: 0 unless LOCKSTEP_BOTH. */
uint64_t net_backend_bits(const struct net_backend *);
uint64_t net_backend_compared(const struct net_backend *);

/* Prints the signals that differ, if the first fault was a difference between model and RTL of a switch. */
void net_backend_report(const struct net_backend *, FILE *);
