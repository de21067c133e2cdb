#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "shape.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How switches and end nodes are wired, and the one route between two nodes (docs/network.md). Everything is
 * computed from numbers: nothing is kept for each node or pair. All links are bidirectional and join two ports.
 */
enum topology_kind {
#define TOPOLOGY(id, text, help) TOPOLOGY_##id,
#include "topologies.def"
#undef TOPOLOGY
	TOPOLOGIES
};

extern const char *const topology_names[TOPOLOGIES];    /* "ktree", ... */
extern const char *const topology_help[TOPOLOGIES];

enum { TOPOLOGY_WHY = 256, TOPOLOGY_NODES = 1 << 20, TOPOLOGY_STAGES = 21 };

/* What is at the far end of a port. */
struct place {
	enum { NOTHING, SWITCH, NODE } is;
	uint32_t index;                 /* of the switch or node */
	unsigned port;                  /* of the switch */
};

/* Turns of a packet in the order taken, as the header carries them (microarchitecture.md, 1). */
struct route {
	uint64_t turnpool;
	unsigned turns;                 /* switches on the way */
};

/* What routes in butterflies are put together from, if k is a power of two. By stage: */
struct topology_binary {
	uint64_t up[TOPOLOGY_STAGES];   /* mask: turns below that stage */
	uint64_t down[TOPOLOGY_STAGES]; /* turns from that stage down to a node, behind those up to it and the one at it */
	uint64_t apart[TOPOLOGY_STAGES];        /* mask: digits from that stage on, where turns up to the stage before have their room */
	uint64_t level;                 /* k as turn at every stage */
	unsigned widen;                 /* a turn is wider than a digit by this factor, less 1 */
	uint8_t stage_of_bit[32];       /* of a number */
};

/*
 * A topology. Switches are numbered stage by stage, nodes' stage first. The functions are of its kind;
 * whoever has wiring of their own fills in the whole structure.
 */
struct topology {
	unsigned nodes, switches;
	unsigned stages;                /* of switches / stages each */
	unsigned radix, turn_w;         /* of every switch: its turns are modulo radix */
	unsigned k, log_k;              /* arity; its logarithm, 0: not a power of two */
	uint32_t power[TOPOLOGY_STAGES];        /* of k */
	struct topology_binary binary;  /* if k is a power of two */

	struct place (*peer)(const struct topology *, uint32_t sw, unsigned port);
	struct place (*attach)(const struct topology *, uint32_t node);         /* the port it is on */
	struct route (*route)(const struct topology *, uint32_t source, uint32_t destination);
	unsigned (*out)(const struct topology *, uint32_t sw, uint32_t destination);    /* the port by which whatever is at a switch goes on */
	/* A digit of the destination is the port, up or down, by which a packet leaves a stage, modulo k. NULL: not in this topology. */
	unsigned (*digit)(const struct topology *, uint32_t destination, unsigned stage);
	unsigned (*hops)(const struct topology *, uint32_t source, uint32_t destination);       /* turns of the route */
};

struct topology_config {
	enum topology_kind kind;
	unsigned k, n;                  /* ktree, bmin: arity, stages. single: k nodes, 0: as many as ports */
};

/* A topology of switches of this shape. Returns false, and why says what does not fit, and what would. */
bool topology_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);

/* Ports that the switches of this topology need, 0: as many as there are. For whoever has a choice. */
unsigned topology_radix(const struct topology_config *);

/* Digit i, base k, of a number. */
static inline unsigned topology_digit(const struct topology *t, uint32_t x, unsigned i)
{
	return t->log_k ? x >> i * t->log_k & (t->k - 1) : x / t->power[i] % t->k;
}

/* Stage of a switch. */
static inline unsigned topology_stage(const struct topology *t, uint32_t sw)
{
	return sw / (t->switches / t->stages);
}

/* Appends a turn. */
static inline void route_turn(struct route *r, const struct topology *t, unsigned in, unsigned out)
{
	const unsigned turn = out >= in ? out - in : out + t->radix - in;

	r->turnpool |= (uint64_t)turn << r->turns++ * t->turn_w;
}

#endif
