#pragma once

#include "switch.h"

/*
 * What stands in the queues of a switch between two steps: for reports, which read it and change nothing.
 */
enum inspect_side { INSPECT_INPUT, INSPECT_OUTPUT };
#define INSPECT_NO_DESTINATION UINT32_MAX

/* A set-aside queue in use, with its line; or, where the length is 0, a priority that the input has stopped upstream. */
struct inspected {
	unsigned queue;                 /* number of the line at its port, or the priority */
	unsigned packets;               /* in it; of a memory of cells, cells */
	unsigned length;                /* from this port to the congested point: turns, or hops */
	bool stopped, stops;            /* by an Xoff; upstream */
	uint64_t turns;                 /* that lead there ... */
	uint32_t destination;           /* ... or, where lines know packets by destination, the lowest of those; INSPECT_NO_DESTINATION: there is none */
	unsigned out;                   /* likewise, where the length is 1: the output, of the bank */
};

typedef void inspect_found(void *arg, const struct inspected *);

/* The inspect_port() of an architecture. */
typedef unsigned inspect_function(const struct sluice_switch *, enum inspect_side, unsigned port, inspect_found *, void *arg);

/* Ports have queues at outputs as well. */
bool inspect_has_outputs(const struct shape *);

/* Calls found() for each of them at a port of the bank. Returns what its memory holds: packets; cells, where it consists of cells; flits of wormhole
 * routers. Of network interfaces nothing is known. */
unsigned inspect_port(const struct sluice_switch *, enum inspect_side, unsigned port, inspect_found *, void *arg);

/* Of an architecture: packets in all queues of an input. */
static inline unsigned inspect_count(uint16_t (*count)[SWITCH_PORTS], unsigned queues, unsigned port)
{
	unsigned packets = 0;

	for (unsigned q = 0; q < queues; q++)
		packets += count[q][port];
	return packets;
}
