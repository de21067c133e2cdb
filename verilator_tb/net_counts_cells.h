#pragma once

#include "law_register.h"
#include "switch.h"

/*
 * The counts of struct switch_counts for an RTL switch whose ports have two sides of cells (docs/internals/microarchitecture-cioq.md), with set-aside queues.
 *   - A detection: a detection queue, of either side, sends an Xoff.
 *   - A notification: an Xoff acts on a side, and no Xon overtakes it. It is lost if in the cycle after no line of its VC names that congested point
 *     and level, stopped.
 *   - A packet was set aside: one entered a set-aside queue of a side in the cycle before.
 *   - A line is in use, of an input: cells, xoff_q, sent_q or wait_q.
 */
struct net_cells;

/* A switch at reset. What is pointed at must outlive it. NULL: out of memory. free() it. */
struct net_cells *net_cells_new(const struct shape *, struct law_place);

/* As net_counts_before() and net_counts_after(). Messages on the links are not counted. */
void net_cells_before(struct net_cells *, const struct switch_in *in);
void net_cells_after(struct net_cells *, struct switch_counts *);
