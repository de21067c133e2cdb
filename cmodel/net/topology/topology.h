#pragma once

#include "shape.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How switches and end nodes are wired, and the one route between two nodes (docs/internals/network.md). Those that have a kind are
 * computed from indices; nothing is stored for each node or pair. Any other is stored (topology_stored.h). All links are bidirectional and join two ports.
 */
enum topology_kind {
#define TOPOLOGY(id, text, make, ports, help) TOPOLOGY_##id,
#include "topologies.def"
	TOPOLOGIES
};

extern const char *const topology_names[TOPOLOGIES];    /* "ktree", ... */

/* Number of the topologies that have stages, the first ones. */
enum { TOPOLOGY_TREES = TOPOLOGY_TORUS };

/*
 * TOPOLOGY_STAGES: one more than there are at most. TOPOLOGY_NODES: most nodes, and most switches of an xgft. TOPOLOGY_DIMS: most dimensions of a grid.
 * TOPOLOGY_GROUP: most switches in a group of a dragonfly.
 */
enum { TOPOLOGY_WHY = 256, TOPOLOGY_NAME = 80, TOPOLOGY_NODES = 1 << 20, TOPOLOGY_STAGES = 21, TOPOLOGY_DIMS = 20, TOPOLOGY_GROUP = 63 };

/* What is at the far end of a port. */
struct place {
	enum { NOTHING, SWITCH, NODE } is;
	uint32_t index;                 /* of the switch or node */
	unsigned port;                  /* of the switch */
};

/* Turns of a packet in the order taken, as the header carries them (microarchitecture-slots.md, 1). */
struct route {
	uint64_t turnpool;
	unsigned turns;                 /* switches on the way */
};

enum { BINARY_PIECES = 256 };

/*
 * Tables for routes in butterflies, if k and radix are powers of two. Then the turn at the apex is the difference of two digits modulo a
 * power of two, a turn below it on the way up is k more than that, and one subtraction computes the turns of all stages.
 */
struct topology_binary {
	unsigned pieces;                /* of a node's number; the digits of a piece are looked up together. 0: these tables are not used */
	unsigned piece_bits, turns_bits;        /* bits of a piece; bits of its turns */
	uint32_t piece;                 /* mask of a piece */
	uint16_t turns[BINARY_PIECES];  /* by piece: its digits, each as wide as a turn */
	struct binary_apex {
		uint64_t level;         /* turn k at every stage below the apex */
		uint64_t up;            /* mask: turns up to the apex, and its own */
		uint64_t down;          /* turns from the apex down to a node, after those */
		unsigned turns;         /* of the route */
	} apex[32];                     /* by the highest bit in which two numbers differ */
};

/* Of a tree, by stage, the nodes' stage first. */
struct topology_levels {
	uint8_t up[TOPOLOGY_STAGES];    /* ports up of what is below the stage */
	uint32_t below[TOPOLOGY_STAGES];        /* product of the ports down of the stages before: nodes below a switch of the last of them */
	uint32_t beside[TOPOLOGY_STAGES];       /* product of up of the stages before: switches of the last of them with the same nodes below */
	bool butterfly;                         /* how those are numbered: topology_tree.c */
};

/* A number by which node and switch numbers are divided, and the factor that takes the place of the division. */
struct divisor {
	uint64_t factor;
	uint32_t by;
};

enum { DIVISOR_SHIFT = 40 };

static inline struct divisor divisor_of(uint32_t by)
{
	return (struct divisor){ ((UINT64_C(1) << DIVISOR_SHIFT) + by - 1) / by, by };
}

/* x / by, where both are at most TOPOLOGY_NODES: the factor is too large by less than by / 2^40 of 1 / by, so the product by less than 1 / by. */
static inline uint32_t divide(uint32_t x, struct divisor d)
{
	return (uint32_t)(x * d.factor >> DIVISOR_SHIFT);
}

/* Of a grid (torus, mesh, hyperx): switches have coordinates, that of dimension 0 the lowest digit of their number. */
struct topology_grid {
	unsigned dims;
	struct divisor size[TOPOLOGY_DIMS];     /* switches of a row */
	struct divisor step[TOPOLOGY_DIMS];     /* from a switch to the next one of its row */
	uint8_t port[TOPOLOGY_DIMS];    /* hyperx: first port of the dimension */
	uint8_t dim[64];                /* hyperx: by port */
};

/* Of a dragonfly. topology_dragonfly.c says what classes are. */
struct topology_dragonfly {
	struct divisor a, h;            /* switches of a group; global links of a switch */
	struct divisor others;          /* groups but one */
	struct divisor links;           /* between two groups */
	unsigned groups;
	struct dragonfly_local {
		uint8_t next, hops;     /* the next switch on the way to another of the same group; links on the way */
	} local[2][TOPOLOGY_GROUP][TOPOLOGY_GROUP];     /* by class, from, to */
};

/*
 * A topology. Switches are numbered stage by stage, the nodes' stage first; without stages there is one. The functions depend on its kind;
 * a caller with wiring of its own fills in the whole structure.
 */
struct topology {
	unsigned nodes, switches;
	unsigned stages;                /* of switches / stages switches each */
	unsigned radix, turn_w;         /* of every switch: its turns are modulo radix */
	unsigned turns;                 /* of the longest route; 0: a single switch */
	unsigned k, log_k;              /* arity; its logarithm, 0: not a power of two */
	uint32_t first[TOPOLOGY_STAGES];        /* by stage: its first switch; behind the last stage: the number of switches */
	uint8_t down[TOPOLOGY_STAGES];          /* by stage: ports down, from port 0 on; in trees ports up follow them */
	struct divisor each;            /* nodes of a switch that has some; not where the topology is stored ... */
	unsigned node_port;             /* ... and the port of the first of them */
	bool ring;                      /* torus: the ends of rows are linked */
	struct topology_levels levels;          /* of a tree */
	struct topology_binary binary;  /* if k is a power of two */
	struct topology_grid grid;
	struct topology_dragonfly dragonfly;
	const struct topology_stored *stored;   /* topology_stored.h: its tables */
	unsigned addresses;             /* by which switches know nodes, where a node may have several; 0: they know nodes by their numbers */
	bool detours;                   /* routes may be longer than the shortest ways: hops is theirs all the same */

	/* For packets, call route and hops by topology_route() and topology_hops(), which may compute the result without them. */
	struct place (*peer)(const struct topology *, uint32_t sw, unsigned port);
	struct place (*attach)(const struct topology *, uint32_t node);         /* switch and port of a node */
	/* The route of a packet, or a switch on it; NULL: routers find the ways themselves. */
	struct route (*route)(const struct topology *, uint32_t source, uint32_t destination);
	unsigned (*out)(const struct topology *, uint32_t sw, uint32_t address);        /* the port by which a packet leaves a switch */
	/* Where there are addresses: that by which a source sends to a node, always the same one; and the node of an address. */
	uint32_t (*address)(const struct topology *, uint32_t source, uint32_t destination);
	uint32_t (*owner)(const struct topology *, uint32_t address);
	/* What a link out of a switch, and into it, carries, in any unit; 0: not known, which is as fast as the fastest. NULL: all carry the same. */
	uint32_t (*rate)(const struct topology *, uint32_t sw, unsigned port);
	uint32_t slowest, fastest;      /* of those that are known; 0: none is */
	/* What the output of a port is called. NULL: switches and ports have no names but their numbers. */
	void (*name)(const struct topology *, uint32_t sw, unsigned port, char text[TOPOLOGY_NAME]);
	/* Of trees; NULL: it is none. The port by which a packet leaves a stage, counted among those up or those down: a digit of its destination. And the lowest
	 * stage at which two nodes are below the same switch. */
	unsigned (*digit)(const struct topology *, uint32_t destination, unsigned stage, bool up);
	unsigned (*apex)(const struct topology *, uint32_t source, uint32_t destination);
	unsigned (*hops)(const struct topology *, uint32_t source, uint32_t destination);       /* turns of the route, or of the shortest ones */
};

struct topology_config {
	enum topology_kind kind;
	unsigned k, n;                  /* ktree, bmin: arity, stages. single: k nodes, 0: as many as ports. wormhole: routers of a row, dimensions */
	unsigned levels;                /* xgft: stages, and by stage, the nodes' first: ... */
	unsigned down[TOPOLOGY_STAGES]; /* ... ports down of its switches; */
	unsigned up[TOPOLOGY_STAGES];   /* ports up of what is below it: 1 of nodes, then of the switches of the stage before */
	unsigned p;                     /* torus, mesh, hyperx, dragonfly: nodes of a switch */
	unsigned dims, size[TOPOLOGY_DIMS];     /* torus, mesh of packet switches, hyperx: dimensions; switches of a row */
	unsigned a, h, g;               /* dragonfly: switches of a group, global links of a switch, groups */
};

/* Make a topology of switches of this shape. False: why says what does not fit, and what would. */
bool topology_make(struct topology *, const struct topology_config *, const struct shape *, char why[TOPOLOGY_WHY]);

/* Has it dimensions? */
static inline bool topology_is_grid(enum topology_kind kind)
{
	return kind == TOPOLOGY_TORUS || kind == TOPOLOGY_MESH || kind == TOPOLOGY_HYPERX;
}

/* Numbers by which switches know nodes. */
static inline unsigned topology_addresses(const struct topology *t)
{
	return t->addresses ? t->addresses : t->nodes;
}

/* Ports that the switches of this topology need; 0: any number will do. Not of wormhole routers, which have as many as their parameters say. */
unsigned topology_radix(const struct topology_config *);

/* Digit i, base k, of a number. */
static inline unsigned topology_digit(const struct topology *t, uint32_t x, unsigned i)
{
	return t->log_k ? x >> i * t->log_k & (t->k - 1) : x / t->levels.below[i] % t->k;
}

/* Stage of a switch. */
static inline unsigned topology_stage(const struct topology *t, uint32_t sw)
{
	unsigned stage = 0;

	while (stage + 1 < t->stages && sw >= t->first[stage + 1])
		stage++;
	return stage;
}

/* Append the turn from port `in` to port `out` to a route. */
static inline void route_turn(struct route *r, const struct topology *t, unsigned in, unsigned out)
{
	const unsigned turn = out >= in ? out - in : out + t->radix - in;

	r->turnpool |= (uint64_t)turn << r->turns++ * t->turn_w;
}

/* The apex of a route, where it turns down: found without a loop whose length depends on the destination. */
static inline const struct binary_apex *binary_apex(const struct topology_binary *b, uint32_t source, uint32_t destination)
{
	return b->apex + (31u ^ (unsigned)__builtin_clz((source ^ destination) | 1));
}

/*
 * The digits of a node's number, each as wide as a turn, as far as the turnpool goes; 0 if t->binary is not used.
 * Here and below, `pieces` is t->binary.pieces. If the compiler knows its value, little code is left.
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

/* The route between two nodes. origin: topology_turns() of the source. */
static inline struct route topology_route(const struct topology *t, unsigned pieces, uint64_t origin, uint32_t source, uint32_t destination)
{
	if (!pieces)
		return t->route(t, source, destination);
	const struct binary_apex *a = binary_apex(&t->binary, source, destination);

	return (struct route){ ((topology_turns(t, pieces, destination) + a->level - origin) & a->up) | a->down, a->turns };
}

/* Number of switches on the route between two nodes. */
static inline unsigned topology_hops(const struct topology *t, unsigned pieces, uint32_t source, uint32_t destination)
{
	return pieces ? binary_apex(&t->binary, source, destination)->turns : t->hops(t, source, destination);
}

/* The coordinates of a wormhole router or its node, as headers and the pin `at` have them: that of dimension 0 lowest. */
static inline uint32_t cube_at(const struct shape *s, uint32_t index)
{
	uint32_t at = 0;

	for (unsigned d = 0; d < s->dims; d++) {
		at |= index % s->ary << d * s->coord_w;
		index /= s->ary;
	}
	return at;
}
