#pragma once

#include "law_lists.h"
#include "probe.h"
#include "switch.h"

/*
 * The counts of struct switch_counts for an RTL switch, derived from its registers before and after each clock edge, and its links.
 *   - A packet was set aside: the count of a set-aside queue went up, or is what it was though a packet left. Where packets move it was detected if its line was
 *     not in use before; where they are sorted as they arrive, a detection is a cycle with detect_q after which a line names the output of the cold queue's head, as
 *     none did before.
 *   - A notification: the CAM of an input held one. It is lost if in the cycle after it has stopped no line of the input, and none names
 *     that congested point, stopped.
 *   - A line is in use: packets, xoff_q, sent_xoff_q or wait_q.
 *   - Of a wormhole router, what is in use are the full buffers of network inputs, and a detection is a packet that was seized.
 * Of switches whose ports have two sides of cells (docs/internals/microarchitecture-cioq.md), with set-aside queues:
 *   - A detection: a detection queue, of either side, sends an Xoff.
 *   - A notification: an Xoff acts on a side, and no Xon overtakes it. It is lost if in the cycle after no line of its VC names that congested point
 *     and level, stopped.
 *   - A packet was set aside: one entered a set-aside queue of a side in the cycle before.
 *   - A line is in use, of an input: cells, xoff_q, sent_q or wait_q.
 */
struct net_counts {
	struct switch_counts counts;
	const struct shape *shape;
	const struct probe *probe;
	struct net_cells *cells;        /* of a switch whose ports have two sides, with set-aside queues; otherwise NULL, and: */
	struct law_slots reg;
	struct law_register vc_count, seized, ahead, threshold, done;   /* of a wormhole router */
	bool gathered;                  /* by metapackets: in this cycle a total is known */
	unsigned n_notified;
	struct net_notified {           /* those that act in this cycle */
		unsigned input, len;
		uint32_t stops;                 /* xoff_q before */
		uint64_t turns;                 /* or output port, with: */
		unsigned line;
		uint32_t destination;
	} notified[SWITCH_PORTS];
	unsigned n_detected;
	struct net_detected { unsigned input, turn; } detected[SWITCH_PORTS];   /* likewise; where packets are sorted as they arrive */
	struct net_lines {              /* of each input */
		uint64_t leaving;               /* sorted as they arrive: lines of which a packet leaves in this cycle */
		uint8_t was[64 + 64 + 4 + 4];   /* registers of the cycle before */
		uint16_t packets[PARAM_MOST_saqs];
		uint32_t live;
	} lines[SWITCH_PORTS];
	struct net_buffers {            /* of each network input of a wormhole router: VCs that are seized, and full buffers */
		uint64_t seized;
		unsigned full;
	} buffers[SWITCH_PORTS];
};

/* A switch at reset. What is pointed at must outlive it. False: out of memory; free it all the same. */
bool net_counts_init(struct net_counts *, const struct shape *, const struct probe *);
void net_counts_free(struct net_counts *);

/* Around the clock edge that ends a cycle, in which the links brought *in; *out is on the pins in the cycle after. */
void net_counts_before(struct net_counts *, const struct switch_in *in);
void net_counts_after(struct net_counts *, const struct switch_in *in, const struct switch_out *out);

/* The same of sides (net_counts_cells.c), but for messages on the links. NULL: out of memory; free() it. */
struct net_cells *net_cells_new(const struct shape *, struct law_place);
void net_cells_before(struct net_cells *, const struct switch_in *in);
void net_cells_after(struct net_cells *, struct switch_counts *);

/* What throttles sources of a wormhole router with a side band, now. */
struct switch_throttle net_counts_throttle(const struct net_counts *);
