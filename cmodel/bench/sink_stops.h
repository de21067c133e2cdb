#pragma once

#include "sink.h"

/* What a sink stops: lines of congested points, or queues; and its messages. */
enum { PREFIX_NEAR = 3 };               /* turns: congested points are at most so much farther than where most congestion is */

/* The hash of a destination, which is its route. */
uint64_t sink_way_to(uint32_t destination);

/* Something becomes congested, and the next cycle in which something does is drawn. */
void sink_congest(struct sink *, uint64_t cycle);

/* Does a line have a message to send? */
bool sink_wants_message(const struct sink *, uint64_t cycle, unsigned line);

/* A packet for this destination entered the queue of a line: send an Xoff for it, if none was sent. */
void sink_learn(struct sink *, unsigned line, uint32_t destination);

/* When lines_due. True: *m is sent. */
bool sink_step_stops(struct sink *, uint64_t cycle, struct message *m);
