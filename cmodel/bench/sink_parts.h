#pragma once

#include "sink.h"

/* Parts of a sink (sink.h). */

/* ---- Cells in place of slots (sink_cells.c) ---- */

void sink_place_cells(struct sink *, const struct shape *, struct arena *);
void sink_packet_in_cells(struct sink *, uint64_t cycle, const struct packet *);

/* Free a cell, of the VCs in turn. True: of VC *vc. */
bool sink_free_cell(struct sink *, uint64_t cycle, uint16_t *vc);

/* Queues of cells stop levels, and let them go. True: *m is sent. */
bool sink_step_levels(struct sink *, uint64_t cycle, struct message *m);

/* ---- Lines of congested points, or queues, and their messages (sink_stops.c) ---- */

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
