#pragma once

#include "../level_stops.h"
#include "../link_use.h"
#include "neighbours.h"
#include "sink_pace.h"
#include "units/members.h"

/*
 * Downstream of one output whose link has VCs: a neighbour's input side in miniature (docs/internals/microarchitecture-cioq.md, 1). Each VC has `cells` cells. A
 * packet's cells are freed one by one, or all of them once its last flit has come; each gives a credit of its VC, one a cycle in all. Without
 * back-pressure that is as soon as a cell is full. With back-pressure
 *   - the pace changes from time to time: as soon as may be, slow, or a stall, as with other sinks; and single VCs are held, so that their credits run out;
 *   - queues stop levels and let them go, without regard to what they hold: a detection queue its turn, a set-aside queue a point on the route
 *     received last, or any. The contract's freedom is used: Xoffs again, Xons for several levels, Xons of nothing stopped, an Xon in
 *     the cycle after its Xoff, and an Xoff in the cycle after that; two queues for one point.
 * After stop_cycle what is stopped is let go, a message a cycle, and nothing is stopped any more.
 */
enum { CELL_STOPS = 48 };       /* that an output has at a time */

struct cell_packet {
	struct pacer pace;              /* its header and length */
	bool at_tail;                   /* no cell is freed before its last flit has come */
};

struct cell_vc {
	struct cell_packet *packet;     /* a ring of `cells` */
	unsigned first, n;
	unsigned freed;                 /* cells of the first packet */
	uint64_t next;                  /* its next cell is freed in this cycle, if there is a packet ... */
	uint64_t from;                  /* ... but not before this one */
};

/* A queue that has stopped a level. */
struct cell_stop {
	struct message xoff;
	uint64_t until;                 /* cycle of its Xon, or later */
	bool again;                     /* it is stopped once more at once */
};

struct cell_sink {
	struct cell_vc *vc;
	struct members filled;          /* VCs with packets */
	unsigned last;                  /* VC served last */
	bool back_pressure;
	struct sink_pace service;
	uint64_t next_stop;             /* cycle in which a queue stops, or does something else that it need not */
	uint32_t gap, longest;          /* most cycles from one to the next, and that a stop lasts; some sinks are busier than others */
	uint64_t route;                 /* of the packet received last that goes on from here */
	unsigned route_left, level;     /* its turns, 0: no packet yet; its level */
	unsigned n;                     /* stops */
	struct cell_stop stop[CELL_STOPS];
	bool repeats;                   /* the last one to end is stopped once more now: ... */
	struct message repeat;          /* ... its Xoff */
	struct rng rng;

	const struct shape *shape;
	uint64_t stop_cycle;
	struct neighbours_stats *stats;
};

struct cell_sink *cell_sink_place(const struct shape *, struct arena *);
void cell_sink_reset(struct cell_sink *, const struct shape *, const struct neighbours_config *, struct neighbours_stats *, unsigned output);

/* One cycle: each is needed. */
struct sink_answer cell_sink_step(struct cell_sink *, uint64_t cycle);

/* A header arrives, at this pace. */
void cell_sink_packet(struct cell_sink *, uint64_t cycle, const struct packet *, const struct pacer *);
