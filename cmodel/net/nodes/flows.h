#pragma once

#include "packet.h"
#include "units/bits.h"
#include "units/prefetch.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Packets under way, by flow: all from one node to another whose packets must not overtake each other (decision 27). A packet is entered when it leaves
 * its source, by a number that names it there, and is taken out when it reaches its destination. So the table has what is under way, and nothing for
 * pairs of nodes without packets.
 * It is a hash table: a bucket is a list of packets in the order in which they were sent. It grows, and never shrinks.
 */
struct flow_packet {
	uint64_t flow;                  /* flow_name(), and FLOW_OVERTAKEN if a packet of its flow that was sent later has arrived */
	uint32_t number;                /* that names it among the packets of its source under way */
	uint32_t next;                  /* place of the next packet of its bucket, or of the free list; 0: none */
};

#define FLOW_OVERTAKEN (UINT64_C(1) << 63)

/* Cycles of a packet of a wormhole network, modulo 2^32: it was wanted, its first flit was sent, the router gave it its first VC. */
struct flow_times {
	uint32_t wanted, loaded, granted;
};

struct flow_bucket {
	uint32_t first, last;           /* places; first 0: it is empty */
};

struct flows {
	struct flow_bucket *bucket;     /* `room` of them */
	struct flow_packet *packet;     /* by place, from 1 on */
	struct flow_times *times;       /* likewise, if they are `timed` */
	bool timed;
	uint32_t room;                  /* a power of two; 0: nothing is allocated */
	uint32_t free;                  /* head of the free list */
	uint32_t used;                  /* places used so far; others are taken when the free list is empty, so that memory is touched late */
	bool lacking;                   /* memory was short, and packets are missing */
};

/* What a table is told: a packet enters the network or, if `granted`, its router has given it its first VC. Those of wormhole networks are timed. */
struct flow_note {
	uint64_t flow;
	uint32_t number;
	uint16_t part;                  /* the part of the network that has the table */
	bool granted;
	struct flow_times times;
};

/* What is to be told to the tables of other parts: in a span. */
struct flow_list {
	struct flow_note *note;
	uint32_t notes, room;
	bool lacking;                   /* as above */
};

/* What the arrival of a packet says of the order of its flow. */
enum flow_order {
	FLOW_NEXT,                      /* all packets before it have arrived, or were overtaken earlier */
	FLOW_OVERTAKES,                 /* a packet before it has not arrived, and none behind that one has */
	FLOW_LATE,                      /* a packet behind it arrived earlier */
	FLOW_UNKNOWN                    /* there is no such packet under way */
};

/* sl: service level, or 0 if levels have no queues of their own. */
static inline uint64_t flow_name(uint32_t source, uint32_t destination, unsigned sl)
{
	return ((uint64_t)sl << 24 | source) << 24 | destination;
}

static inline uint32_t flow_source(uint64_t flow)
{
	return (uint32_t)(flow >> 24 & ones(24));
}

static inline uint32_t flow_destination(uint64_t flow)
{
	return (uint32_t)(flow & ones(24));
}

static inline unsigned flow_level(uint64_t flow)
{
	return (unsigned)(flow >> 48 & ones(4));
}

static inline struct flow_bucket *flows_bucket(const struct flows *f, uint64_t flow)
{
	const uint64_t mixed = flow * UINT64_C(0x9e3779b97f4a7c15);     /* 2^64 divided by the golden ratio: its upper half depends on all bits */

	return f->bucket + (mixed >> 32 & (f->room - 1));
}

/* Prefetch what a packet of this flow needs. */
static inline void flows_fetch(const struct flows *f, uint64_t flow)
{
	if (f->room)
		prefetch(flows_bucket(f, flow));
}

/* A packet enters the network. Returns its place; 0: out of memory. */
uint32_t flows_send(struct flows *, uint64_t flow, uint32_t number);

/* What a note says: a packet enters, with its times, or is granted. */
void flows_note(struct flows *, const struct flow_note *);

/* Of a checkpoint: a packet that was under way, with its flow as flows_each() has it; times: of a timed table. And memory for as many. */
void flows_restore(struct flows *, uint64_t flow, uint32_t number, const struct flow_times *times);
void flows_reserve(struct flows *, uint32_t room);

/* A packet reaches its destination. times: if it was under way, and the table is timed, its times; may be NULL. */
enum flow_order flows_take(struct flows *, uint64_t flow, uint32_t number, struct flow_times *times);

/* Call `see` for all packets under way, those of a flow in the order in which they were sent. times: NULL if the table is not timed. */
void flows_each(const struct flows *, void (*see)(void *context, const struct flow_packet *, const struct flow_times *times), void *context);

size_t flows_bytes(const struct flows *);
void flows_free(struct flows *);

void flow_list_add(struct flow_list *, const struct flow_note *);
void flow_list_reserve(struct flow_list *, uint32_t room);
void flow_list_free(struct flow_list *);
