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

enum { BINARY_PIECES = 256 };

/*
 * What routes in butterflies are put together from, if k and radix are powers of two: then apart from k a turn up, and the turn at the
 * apex, is the difference of two digits modulo a power of two, and those of all stages are subtracted at once.
 */
struct topology_binary {
	unsigned pieces;                /* of a number: a few digits each, which are looked up together; 0: it is not so, and nothing of this is there */
	unsigned piece_bits, turns_bits;        /* of a piece, and of as many turns */
	uint32_t piece;                 /* mask */
	uint16_t turns[BINARY_PIECES];  /* by piece: its digits as turns, which are wider */
	struct binary_apex {
		uint64_t level;         /* k as turn at every stage below */
		uint64_t up;            /* mask: turns up to it, and its own */
		uint64_t down;          /* turns from it down to a node, behind those */
		unsigned turns;         /* of the route */
	} apex[32];                     /* by the highest bit in which two numbers differ */
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

	/* Asked through topology_route() and topology_hops(), which know some answers themselves: route, hops. */
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

/* Where a route turns, without a loop that differs from one destination to the next. */
static inline const struct binary_apex *binary_apex(const struct topology_binary *b, uint32_t source, uint32_t destination)
{
	return b->apex + (31u ^ (unsigned)__builtin_clz((source ^ destination) | 1));
}

/*
 * The digits of a number as turns; 0 if routes are not put together from those. What is beyond the turnpool is left out.
 * Here and below, `pieces` are those of t->binary: where they are known to a compiler, little is left to do.
 */
static inline uint64_t topology_turns(const struct topology *t, unsigned pieces, uint32_t x)
{
	const struct topology_binary *b = &t->binary;

	if (pieces == 1)
		return b->turns[x];
	uint64_t turns = 0;

	for (unsigned i = 0; i < pieces; i++)
		turns |= (uint64_t)b->turns[x >> i * b->piece_bits & b->piece] << i * b->turns_bits;
	return turns;
}

/* origin: topology_turns() of the source. */
static inline struct route topology_route(const struct topology *t, unsigned pieces, uint64_t origin, uint32_t source, uint32_t destination)
{
	if (!pieces)
		return t->route(t, source, destination);
	const struct binary_apex *a = binary_apex(&t->binary, source, destination);

	return (struct route){ ((topology_turns(t, pieces, destination) + a->level - origin) & a->up) | a->down, a->turns };
}

static inline unsigned topology_hops(const struct topology *t, unsigned pieces, uint32_t source, uint32_t destination)
{
	return pieces ? binary_apex(&t->binary, source, destination)->turns : t->hops(t, source, destination);
}

#endif
