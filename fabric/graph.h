#pragma once

#include "link_rate.h"
#include "stock.h"

#include <stdio.h>

/*
 * A fabric: switches and adapters, and the links between their ports. A switch has one LID for itself, an adapter at least one for each port.
 * The end nodes are the ports of adapters that a switch is on.
 */
enum { GRAPH_PORTS = 64, GRAPH_LIDS = 0xc000, GRAPH_LMC = 7 };

#define GRAPH_NONE UINT32_MAX

struct graph_device {
	uint64_t guid;                  /* 0: not known */
	const char *name;
	uint32_t first;                 /* in port: its port 1, then the others */
	uint32_t number;                /* of a switch: in sw */
	uint16_t lid;                   /* of a switch */
	uint8_t lmc;                    /* of a switch: 2^lmc LIDs, likewise below */
	uint8_t ports;
	bool is_switch;
};

struct graph_port {
	uint64_t guid;                  /* of an adapter; 0: not known */
	uint32_t device;
	uint32_t peer;                  /* in port; GRAPH_NONE: no link */
	uint32_t node;                  /* of an adapter: its number as an end node, or GRAPH_NONE */
	uint16_t lid;                   /* of an adapter */
	uint8_t lmc;
	struct link_rate rate;
};

/* What a LID is of. */
struct graph_target {
	uint32_t sw;                    /* number of the switch itself, or of that which the end node is on */
	uint32_t node;                  /* GRAPH_NONE: the switch itself */
	uint16_t lid;
	uint8_t port;                   /* of the switch, by which packets leave it for there; 0: the switch itself */
};

struct graph {
	struct graph_device *device;
	struct graph_port *port;
	uint32_t *sw;                   /* by number of a switch: the device; in the order of LIDs */
	uint32_t *node;                 /* by number of an end node: the port; in the order of LIDs */
	struct graph_target *target;    /* in the order of LIDs */
	uint32_t *of_lid;               /* by LID: its target, or GRAPH_NONE */
	uint32_t devices, ports, switches, nodes, targets;
	uint32_t lids;                  /* one more than the greatest */
};

static inline const struct graph_device *graph_switch(const struct graph *g, uint32_t sw)
{
	return &g->device[g->sw[sw]];
}

/* The target of a LID; GRAPH_NONE: it is nobody's. */
static inline uint32_t graph_find_lid(const struct graph *g, uint64_t lid)
{
	return lid < g->lids ? g->of_lid[lid] : GRAPH_NONE;
}

/* Where a link leads: the rest of what a network of these switches needs beside forwarding_entry(). */
struct graph_place {
	enum { GRAPH_NOTHING, GRAPH_SWITCH, GRAPH_NODE } is;
	uint32_t number;                /* of the switch or end node */
	unsigned port;                  /* of the switch, from 1 on */
};

/* The far end of a port of a switch, from 1 on; of any other number nothing is. */
struct graph_place graph_peer(const struct graph *, uint32_t sw, unsigned port);

/* The switch and port that an end node is on, and its base LID as a target. */
struct graph_place graph_attach(const struct graph *, uint32_t node);
uint32_t graph_target_of_node(const struct graph *, uint32_t node);

/* Number of the switch with this GUID; GRAPH_NONE: there is none. */
uint32_t graph_find_guid(const struct graph *, uint64_t guid);

/* A port of a switch: "leaf0 port 3"; the name is cut off if it does not fit. */
void graph_port_text(const struct graph *, uint32_t sw, unsigned port, char *text, size_t size);

/* "H3", or "H3 port 2" if its adapter has several ports; cut off if it does not fit. */
void graph_node_text(const struct graph *, uint32_t node, char *text, size_t size);

/* Write the links as our CSV, a row for each. */
void graph_write_links(const struct graph *, FILE *);

struct file_lines;

/*
 * Read a fabric, which is in this memory; the format is known by its first line that says something. without: names and GUIDs of what is left out, a line each;
 * NULL: none. False, here and below: the message of the lines is set.
 */
bool graph_read(struct graph *, struct stock *, struct file_lines *, struct file_lines *without);

/* Read switches from their names or GUIDs, a line each, as OpenSM's -a does. root has room for all switches. */
bool roots_read(const struct graph *, struct file_lines *, uint32_t *root, uint32_t *n);
