#pragma once

#include "switch.h"
#include "units/axis_receive.h"
#include "units/axis_send.h"
#include "units/axis_through.h"
#include "units/host_receive.h"
#include "units/host_send.h"
#include "units/host_sink.h"
#include "units/host_source.h"

/*
 * An end node of a generated network: a network interface, and what lies between it and its host (docs/internals/microarchitecture-slot-nic.md, section 6, or
 * docs/internals/microarchitecture-nic.md, section 5; with AXI-Stream, docs/internals/microarchitecture-axis.md). Cycle by cycle, flit by flit.
 * RTL twins: <name>_nic, <name>_axis_node.
 */
struct end_node;

/* What a host drives in a cycle: send_*, receive_ready; with AXI-Stream s_axis_*, m_axis_tready. */
struct host_in {
	bool valid, last;
	struct flit flit;               /* of a packet with its final length */
	uint32_t destination;           /* used only with the first flit, or beat */
	unsigned level;                 /* without AXI-Stream, pfc-nic: priority, recn-qos-nic: service level; likewise */
	uint32_t id;                    /* AXI-Stream: TID, likewise */
	bool ready;
};

/* What it sees in the same cycle. */
struct host_out {
	bool ready;
	bool refused;                   /* without AXI-Stream: send_refused */
	unsigned dropped;               /* AXI-Stream */
	bool valid, first, last;        /* first: without AXI-Stream */
	struct flit flit;               /* packet.flits 0 unless valid */
	uint32_t source;                /* with a first flit; AXI-Stream: with each beat */
};

/* shape: of the network interface; AXI-Stream if it has axis_bytes. number: of the end node. NULL: out of memory. */
struct end_node *end_node_new(const struct shape *shape, uint32_t number);
void end_node_free(struct end_node *);

/* The network interface: its table is written by its configuration port, or before the first cycle. */
struct sluice_switch *end_node_nic(const struct end_node *);

/* Its parts, which are looked at as a switch is (switch_image() and what follows it): adapters between the interface and the pins send_* and receive_*, and what
 * makes AXI-Stream of these; an image is of one of both. */
struct sluice_switch *end_node_parts(struct end_node *);

/*
 * Runs the next cycle: what its link brings, and what its host drives; run: tables are written. link: port 0 alone counts, and the configuration port.
 * The masks of *out have port 0 alone.
 */
void end_node_step(struct end_node *, bool run, const struct switch_in *link, const struct host_in *, struct switch_out *out, struct host_out *seen);

/* Nothing is left in it: all but stale registers are at their reset values. */
bool end_node_drained(const struct end_node *);
