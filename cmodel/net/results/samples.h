#pragma once

#include "net/engine/network.h"

#include <stdio.h>

/*
 * Congestion trees, as the queues of all switches have them between two pieces of a run. Nothing is changed by it. A port of the network is
 * switch * radix + port of the switch.
 */
#define TREE_NO_ROOT UINT32_MAX

/* A set-aside queue in use: a part of the tree whose root is the congested output that its line leads to. Or a priority that is stopped upstream: there is
 * no root. */
struct tree_line {
	uint32_t root, port;            /* ports of the network; root may be TREE_NO_ROOT */
	uint32_t packets;               /* in the queue; of a memory of cells, cells */
	uint32_t queue;                 /* number of the line at its port, or the priority */
	uint8_t out;                    /* of an input: the output of its switch that its packets take */
	uint8_t at_output;              /* 1: the queue is at the output */
	uint8_t stopped, stops;         /* 1: by an Xoff; upstream */
};

typedef void tree_found(void *arg, const struct tree_line *);

/* Of the C model alone. Calls found() for each of this process, and sets what the memories of its ports hold: packets, cells or flits, by port of the network. */
void network_trees(const struct network *, uint64_t *fill, tree_found *, void *arg);

/*
 * Samples of a run for a page of it: what its queues hold and its congestion trees in cycles that are multiples of a period, and the latency of the packets
 * that arrived in between. They are taken between pieces of the run, and change nothing in it. Where there are more than a page can show, every second one
 * is dropped and the period doubled.
 *
 * With several processes, process 0 has the queues of all.
 */
enum { SAMPLES_MOST = 100, SAMPLES_FEWEST = 10, SAMPLES_FILLS = 2500000, SAMPLES_LINES = 250000 };

struct sample {
	uint64_t cycle;
	uint64_t lines;                 /* number */
	struct tree_line *line;         /* by root, port, side, queue; of process 0 */
	uint16_t *fill;                 /* by port of the network; of process 0 */
	struct histogram latency;       /* of all packets that have arrived until then */
};

struct samples {
	const struct processes *processes;
	unsigned ports;                 /* of the network */
	uint64_t period;
	unsigned n, most;
	struct sample *at;              /* room for one more than the most */
	uint64_t *fill;                 /* of a sample that is taken */
	bool lacking;                   /* there was no memory for one */
};

/* Of a run of about so many cycles. NULL: out of memory. */
struct samples *samples_new(const struct network_config *, uint64_t cycles);
void samples_free(struct samples *);

/* The next cycle, after this one, in which one is taken. samples NULL, here and below: there are none. */
uint64_t samples_next(const struct samples *, uint64_t cycle);

/* In such a cycle, once the network has run to it, by all processes. */
void samples_take(struct samples *, const struct network *, const struct stats *);

/* As a checkpoint has them (state.h). */
struct state;
void samples_state(struct samples *, struct state *);

/*
 * CSV "cycle,queues,total,most,fill,lines". queues: lines of all trees; total, most: what all ports hold, and the fullest. fill: by port of the network, separated by blanks, without zeros, nor blanks at the end. lines: trees separated by ";", each its
 * root, ":", and its lines, separated by blanks: what the port is above that of the line before, output, queue, packets, with "o" (at the output), "x"
 * (stopped), "s" (stops upstream) behind, separated by ".". Numbers are of base 36. A root of "" is none.
 */
void samples_write(const struct samples *, FILE *);

/* CSV "cycle,cycles,packets,p50,p99,p999": latency of the packets that arrived between two samples, without those wanted before the warm-up. */
void samples_write_latency(const struct samples *, FILE *);
