#pragma once

#include "../switch.h"
#include "traffic.h"

/*
 * What surrounds one switch under test: at every input a source with credits, at every
 * output a sink with a memory of its own. They keep the link contract (docs/internals/microarchitecture-slots.md, 1)
 * and see the switch only through its links, so they drive the C model and the RTL alike. A routing table is first written
 * through the configuration port, one destination a cycle. While there is traffic, random words of it are written again: with the
 * same value, or with another one as soon as the switch allows it (docs/internals/microarchitecture-slots.md, -fbicm.md: routing tables). Routes of a network
 * interface are written once. Registers on a bus are read and written meanwhile (bus_master.h).
 */
struct neighbours;

/* The queues of a source, and which of its packets it sends next. */
enum injection {
	INJECTION_FIFO,                 /* one queue, in arrival order, Xoff ignored */
	INJECTION_OLDEST_FIRST,         /* a queue per output; oldest packet of the queues not stopped by Xoff */
	INJECTION_PER_DESTINATION,      /* a queue per output; round robin over the queues not stopped by Xoff */
	INJECTIONS
};

struct neighbours_config {
	enum traffic_kind traffic;
	enum injection injection;
	unsigned source_packets;        /* packets that each queue of a source holds; more are refused */
	double load;                    /* offered flits per input and cycle in which its link can carry one, 0..1 */
	uint64_t seed;
	bool saturate;                  /* sources never run out of packets: load is ignored */
	bool fixed_length;              /* every packet has packet_flits flits; otherwise 1..packet_flits */
	bool single_flit;               /* every packet has one flit; not with fixed_length */
	bool single_level;              /* every packet of a source has the same service level */
	bool own_port;                  /* inputs send to the output of their own number too (not in a permutation) */
	unsigned hot_port;              /* hot spot; first target of incast */
	double hot_fraction;            /* hot spot: share of each source's traffic */
	bool back_pressure;             /* sinks withhold credits and send Xoff/Xon as a congested switch would */
	bool fixed_table;               /* words of the routing table keep their values */
	uint64_t stop_cycle;            /* no packet is generated from here on; UINT64_MAX: never */
};

/* Uniform at load 0.8 with back-pressure; a source queue per output if the switch has several queues. */
struct neighbours_config neighbours_default(const struct shape *s);

/* Packets and flits since reset. Offered load is what was generated and what was refused. */
struct neighbours_stats {
	uint64_t generated, refused, injected, delivered;       /* packets; refused: the source queue was full */
	uint64_t flits_generated, flits_refused, flits_injected, flits_delivered;
	uint64_t generated_to[SWITCH_PORTS], refused_to[SWITCH_PORTS], delivered_at[SWITCH_PORTS];  /* flits by output */
	uint64_t xoff_received, xon_received, xoff_sent, xon_sent;
	uint64_t tokens, lane_in, lane_out;     /* of a recovery lane: times that the token came; packets that came and left by the lane */
	uint64_t rerouted;              /* words of the routing table written with another value */
	uint64_t violations;            /* of the link contract, by the switch: 0 unless it is wrong */
};

/* NULL: out of memory. */
struct neighbours *neighbours_new(const struct shape *s, const struct neighbours_config *c);
void neighbours_free(struct neighbours *);

/* Reset all neighbours; statistics count on. Cycles are counted from 0 again, with the traffic of the new seed. Unless keep_table, routes
 * are drawn anew, and a routing table is written first. False: out of memory. */
bool neighbours_restart(struct neighbours *, uint64_t seed, uint64_t stop_cycle, bool keep_table);

/* The position of a wormhole router in its network: the same after a restart. */
uint32_t neighbours_position(const struct neighbours *);

/* Set *in to what the neighbours put on the links in `cycle`. Call it once for each cycle, in order. */
void neighbours_drive(struct neighbours *, uint64_t cycle, struct switch_in *in);

/* The switch has this on its links in `cycle`. Call after neighbours_drive() of that cycle and before that of the next. Of a wormhole router, flits leave, not
 * packets; and a credit is for VCs, a bit each. */
void neighbours_departure(struct neighbours *, uint64_t cycle, unsigned output, const struct packet *);
void neighbours_flit(struct neighbours *, uint64_t cycle, unsigned output, const struct packet *, unsigned vc, unsigned flit);
void neighbours_credit(struct neighbours *, uint64_t cycle, unsigned input, unsigned class);
void neighbours_message(struct neighbours *, uint64_t cycle, unsigned input, const struct message *);

/* All that it has there: departures of one record, credits and messages of another. */
void neighbours_hear(struct neighbours *, uint64_t cycle, const struct switch_out *departing, const struct switch_out *replies);

/* True if no packet waits at a source, all credits are back, no line is stopped, and no sink holds a packet. */
bool neighbours_drained(const struct neighbours *);

/* Spent credits of the source at an input; used slots, cells or flits of the sink at an output. */
unsigned neighbours_spent(const struct neighbours *, unsigned input);
unsigned neighbours_kept(const struct neighbours *, unsigned output);

const struct neighbours_stats *neighbours_stats(const struct neighbours *);

/* True if every word of the routing table has been written by `cycle`; false if there is no table. */
bool neighbours_configured(const struct neighbours *, uint64_t cycle);

/* The switch's routing table as it is now. */
struct table_words neighbours_table(const struct neighbours *);
