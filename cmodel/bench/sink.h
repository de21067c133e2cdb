#pragma once

#include "link_senders.h"
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
 * After stop_cycle the pace is line rate and no congestion comes, so everything drains. Memories of cells are in cell_sink.h. What it has got, and has stopped, is
 * noted at the link's sender, which is the switch.
 */
enum { SINK_LINES = PARAM_MOST_saqs };
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

struct sink {
	uint64_t due;                   /* next cycle in which sink_step() has to be called; a packet may bring it forward */
	uint64_t busy_until;            /* cycle in which the packet in service leaves, and a credit of it returns; UINT64_MAX: none is in service */
	struct link_sender *link;
	struct cell_sink *cells;        /* all that follows, where memories are divided into cells; otherwise NULL */
	uint16_t serving, free;         /* slot of the packet in service; first free slot */
	unsigned owed;                  /* credits of that packet, which return one by one */
	unsigned last;                  /* queue served last */
	struct members queued;          /* queues that hold packets */
	struct sink_packet *packet;     /* by slot */
	struct sink_queue *queue;

	bool back_pressure;
	struct sink_pace pace;
	uint64_t next_congestion;       /* cycle in which the next congested point appears */
	unsigned congestion_from;       /* turns from here to where most congestion is: 0 or more */
	unsigned hops;                  /* with a routing table: hops from here to where routes begin */
	uint32_t congestion_gap;        /* most cycles from one congested point to the next; some sinks are busier than others */
	uint32_t hold_longest;          /* most cycles that a stopped line is held */
	uint64_t route;                 /* of the packet received last that goes on from here */
	uint8_t route_left;             /* its turns; 0: no packet yet */
	uint32_t destination;           /* with a routing table: the destination with that route */
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
