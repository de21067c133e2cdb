#pragma once

#include "level_stops.h"
#include "units/arena.h"
#include "units/members.h"

/*
 * The adapter of an end node whose link has VCs (docs/internals/network.md): queues by service level and destination, or by service level and output port of
 * the first switch, or by service level alone; a filter of what the switch input has stopped; credits in cells, by VC; and the pace of the link.
 *
 * Service levels are in strict order, queues of a level are served round robin. A queue whose first packet is stopped is passed over. A packet
 * whose turn it is, and for which there are too few credits, holds its VC: packets of the same VC do not overtake it. Where a VC is of one destination,
 * that is its queue, which is passed over, and parked until there are enough. Memory for packets grows.
 *
 * Before a network interface (docs/internals/microarchitecture-nic.md) the node is its host: service levels are VCs, and there is no filter; it is told which queues
 * it has to stop.
 *
 * The filter has CELL_LINES lines for each level that messages name. A queue that is stopped is parked with the line that stops it.
 * Invariant: a queue with packets is in `ready` of its service level, or parked with one line, or with the VC of its first packet,
 * or stopped by the network interface.
 */
enum { CELL_LINES = 8, CELL_FIRST_ROOM = 64 };

/* A packet that waits. Numbers of packets and queues are one more than their place, so that 0 is none. */
struct cell_packet {
	uint64_t turnpool;
	uint32_t cycle;                 /* in which it was wanted, modulo 2^32 */
	uint32_t destination;
	uint32_t next;                  /* in its queue, or in the list of free places */
	uint16_t flits : 15, last : 1;  /* demand.last */
	uint8_t turns, sl;
};

/* Credits of a VC; cells of the packet that holds it, or whose queue is parked with it; and that queue. */
struct cell_credit {
	uint16_t cells, need;
	uint32_t parked;
};

struct cell_queue {
	uint32_t first, last;           /* packets */
	uint32_t parked;                /* next queue that is parked with the same line */
	uint8_t stopped;                /* 1: by the network interface */
};

/* A congested point, and the queue of the switch input that stands for it. */
struct cell_line {
	uint64_t turns;
	uint32_t parked;                /* first queue that is parked with it */
	uint8_t len, queue;
};

struct cell_node {                      /* as a checkpoint has it: */
	struct pacer pace;              /* of the link: its last packet */
	uint8_t ready_levels;           /* service levels with a queue in `ready` */
	uint8_t held_levels;            /* those of VCs that a packet holds */
	uint8_t lines[STOP_LEVELS];     /* by level: lines that are not free */
	uint32_t turn[STOP_LEVELS];     /* by service level: the queue of it to be served next, or the first ready one after it */
	uint32_t fresh, free;           /* places used so far; list of those that are free again */
	uint32_t waiting;               /* packets */
	uint32_t stops;                 /* queues that the network interface has stopped */
	uint64_t xoffs, dropped;        /* Xoffs received; those for which no line was free */
	struct cell_line line[STOP_LEVELS][CELL_LINES];

	uint8_t of_vc[STOP_LEVELS];     /* the rest. By VC: its service levels, where a VC is of all destinations */
	struct cell_credit *credit;     /* by VC */
	uint8_t level[STOP_LEVELS];     /* by service level: what messages call it */
	uint32_t each;                  /* queues of a service level */
	struct members ready[STOP_LEVELS];
	struct cell_queue *queue;       /* by service level, and destination or port */
	struct cell_packet *packet;     /* allocated */
	uint32_t room, most;            /* packets that there is memory for; that may wait. 0: any number */
};

/* Queues of a service level in a network of so many nodes: they are those that inputs of switches have. And the queue of a packet, by its first turn. */
static inline unsigned cell_node_queues(const struct shape *s, unsigned nodes)
{
	return s->fifo_out && !s->by_destination ? s->radix : nodes;
}

static inline unsigned cell_node_queue(const struct shape *s, unsigned turn, uint32_t destination)
{
	return s->fifo_out && !s->by_destination ? turn : destination;
}

/* sls: service levels that packets have. each: queues of a level. most: packets that may wait. */
void cell_node_place(struct cell_node *, struct arena *, const struct shape *, unsigned sls, unsigned each);
void cell_node_reset(struct cell_node *, const struct shape *, unsigned sls, unsigned each, unsigned most);

/* Memory for so many packets. False: there is none. */
bool cell_node_widen(struct cell_node *, uint32_t room);

/* A packet waits from now on, in a queue of its level. False: there is no room for it. */
bool cell_node_push(struct cell_node *, const struct shape *, const struct cell_packet *, unsigned queue);

/* Takes the packet that goes next, with its credits. False: none may go. */
bool cell_node_pop(struct cell_node *, const struct shape *, struct cell_packet *);

/* May a packet go? False is certain; true may be found to be wrong. */
static inline bool cell_node_looks_ready(const struct cell_node *c)
{
	return c->ready_levels & ~c->held_levels;
}

void cell_node_credit(struct cell_node *, const struct shape *, unsigned vc);
void cell_node_message(struct cell_node *, const struct shape *, const struct message *);

/* Is any level stopped? */
bool cell_node_stopped(const struct cell_node *);
