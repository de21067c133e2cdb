#pragma once

#include "link_senders.h"
#include "link_use.h"
#include "neighbours.h"
#include "sink_pace.h"
#include "units/members.h"

/*
 * Downstream of one output: a neighbour's input port in miniature. Packets wait in slots, in a cold queue, in a
 * queue per congested point, or in the static queue that their header names. One packet at a time is served; its slot is freed and its
 * credit returned two cycles after its last flit could have left. Without back-pressure the service is at
 * line rate. With back-pressure
 *   - the pace changes from time to time: line rate, slow, or a stall (credits withheld);
 *   - congestion comes and goes: a prefix of a received route, or any point, gets a line and a slow queue. The line is
 *     stopped when the queue fills, and gets an Xon when it has drained. Both thresholds are drawn anew for each point, some
 *     as low as they can be;
 *   - queues that headers name are held, each for a while, so that their credits run out, or that they are stopped (step_queues()).
 * A destination has no route, so its hash serves as one, with turns of one bit: destinations share congested points and part, as routes do.
 * Destinations of packets that enter a stopped line are stopped one by one, each when its packet enters.
 *
 * Where the link has VCs, it is a neighbour's input side in miniature (docs/internals/microarchitecture-cioq.md, 1). Each VC has `cells` cells. A packet's cells are
 * freed one by one, or all of them once its last flit has come; each gives a credit of its VC, one a cycle in all. Without back-pressure that is as soon as a cell is
 * full. With back-pressure
 *   - the pace changes from time to time, as with slots; and single VCs are held, so that their credits run out;
 *   - queues stop levels and let them go, without regard to what they hold: a detection queue its turn, a set-aside queue a point on the route
 *     received last, or any. The contract's freedom is used: Xoffs again, Xons for several levels, Xons of nothing stopped, an Xon in
 *     the cycle after its Xoff, and an Xoff in the cycle after that; two queues for one point.
 *
 * After stop_cycle the pace is the fastest, no congestion comes, and what is stopped is let go, so everything drains. What it has got, and has stopped, is noted at the
 * link's sender, which is the switch.
 */
enum { SINK_LINES = PARAM_MOST_saqs, SINK_STOPS = 48, SINK_SLOW_GAP = 32 };     /* STOPS: of levels, that an output has at a time; SLOW_GAP: cycles */
_Static_assert((int)SINK_LINES >= (int)PARAM_MOST_cfqs, "lines of either kind");

struct sink_packet {
	uint64_t from;                  /* cycle from which it may be served */
	uint16_t next;                  /* next slot of its queue, or next free slot */
	uint8_t flits;
};

struct sink_queue {
	uint64_t from;                  /* queues that headers name: held, not served before this cycle */
	uint16_t head, tail, count;     /* head, tail: slots, if count != 0 */
};

struct sink_line {
	uint64_t turns;
	uint64_t until;                 /* end of congestion; before it the queue is slow, and may be stopped */
	uint64_t hold;                  /* if stopped: no Xon before this cycle */
	uint64_t serve;                 /* if congested: not served before this cycle */
	uint32_t destination;           /* with a routing table: destination of the next Xoff */
	bool tells;                     /* that Xoff is still to be sent */
	uint8_t len;
	uint16_t xoff, xon;             /* stopped from so many packets on; Xon at so many or fewer */
};

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
struct level_stop {
	struct message xoff;
	uint64_t until;                 /* cycle of its Xon, or later */
	bool again;                     /* it is stopped once more at once */
};

struct sink {
	uint64_t due;                   /* next cycle in which sink_step() has to be called; a packet may bring it forward. With cells, each is */
	uint64_t busy_until;            /* cycle in which the packet in service leaves, and a credit of it returns; UINT64_MAX: none is in service */
	struct link_sender *link;
	uint16_t serving, free;         /* slot of the packet in service; first free slot */
	unsigned owed;                  /* credits of that packet, which return one by one */
	unsigned last;                  /* queue, or VC, served last */
	struct members queued;          /* queues, or VCs, that hold packets */
	struct sink_packet *packet;     /* by slot */
	struct sink_queue *queue;
	struct cell_vc *vc;             /* in place of slots and queues, where memories are divided into cells; otherwise NULL */

	bool back_pressure;
	struct sink_pace pace;
	uint64_t next_congestion;       /* cycle in which the next congested point appears, or a queue stops a level or does something else that it need not */
	unsigned congestion_from;       /* turns from here to where most congestion is: 0 or more */
	unsigned hops;                  /* with a routing table: hops from here to where routes begin */
	uint32_t congestion_gap;        /* most cycles from one to the next; some sinks are busier than others */
	uint32_t hold_longest;          /* most cycles that a stopped line is held, or a level stopped */
	uint64_t route;                 /* of the packet received last that goes on from here */
	uint8_t route_left;             /* its turns; 0: no packet yet */
	unsigned level;                 /* its level */
	uint32_t destination;           /* with a routing table: the destination with that route */
	unsigned n;                     /* of levels that are stopped */
	struct level_stop stop[SINK_STOPS];
	bool repeats;                   /* the last one to end is stopped once more now: ... */
	struct message repeat;          /* ... its Xoff */
	uint32_t in_use;                /* lines */
	uint64_t lines_due;             /* no line changes before this cycle, unless its queue does */
	struct sink_line line[SINK_LINES];      /* by line or queue, whichever messages stop */
	struct rng rng;

	const struct shape *shape;
	struct shape points;            /* the shape, with turns as routes to congested points have them */
	uint64_t stop_cycle;
	struct neighbours_stats *stats;
};

/* Take the arrays of a sink, by slot and by queue, from an arena. */
void sink_place(struct sink *, const struct shape *, struct arena *);

/* Reset a sink, after sink_place(). The pointers must outlive the sink. */
void sink_reset(struct sink *, struct link_sender *, const struct neighbours_config *, struct neighbours_stats *, unsigned output);

/* What it puts on the reverse side band in `cycle`. Call it when due. */
struct sink_answer sink_step(struct sink *, uint64_t cycle);

/* A header arrives, which has its credits, after sink_step() of this cycle. */
void sink_packet(struct sink *, uint64_t cycle, const struct packet *);
