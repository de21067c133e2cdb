#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Which end node wants to send what, where to, and when. A pattern with hot spots gives destinations, an arrival
 * process gives times; a trace replaces both. The workload knows nothing of switches, topologies or queues: sources ask
 * for their next packet when they have room for it, and the packet says when it was wanted.
 *
 * The packets of a node are a function of the configuration, its seed and the node's number. They depend neither on other
 * nodes nor on when nodes ask. But with jobs they depend on what has reached the node (jobs.h).
 */
enum workload_pattern {
#define PATTERN(id, text, help) PATTERN_##id,
#include "workload_patterns.def"
	PATTERNS
};

enum workload_arrivals {
#define ARRIVALS(id, text, help) ARRIVALS_##id,
#include "workload_arrivals.def"
	ARRIVAL_PROCESSES
};

extern const char *const workload_pattern_names[PATTERNS];
extern const char *const workload_arrivals_names[ARRIVAL_PROCESSES];

enum { WORKLOAD_WHY = 256, HOT_SPOTS = 16, SERVICE_LEVELS = 8, PHASES = 64 };

/*
 * A hot spot, from cycle `from` to `to` - 1. Either a share of every node's packets goes there; or a share of the
 * nodes, drawn by the seed, sends only there, at a load of their own, and nothing before or after. All other packets
 * follow the pattern. A hot node does not send to itself on account of the hot spot.
 */
struct hot_spot {
	uint32_t node;
	bool of_sources;                /* share of the nodes, not of each node's packets */
	double share;                   /* 0..1; shares of packets, and shares of nodes, add up to at most 1 each */
	double load;                    /* of these sources, 0..1 */
	unsigned sls;                   /* set of the service levels that it takes; 0: all. of_sources, with several levels: one */
	uint64_t from, to;
};

/*
 * A phase of the run: it has a pattern and an interval of its own, and ends where the next one begins, the last one with the run. In each phase packets
 * at fixed intervals begin at a new random cycle.
 */
struct workload_phase {
	uint64_t from;                  /* cycle */
	double interval;                /* cycles from packet to packet, >= 1 */
	enum workload_pattern pattern;
};

struct workload_config {
	unsigned nodes;                 /* >= 2 */
	unsigned packet_flits;          /* longest packet; messages of a trace are cut into packets of that length */
	bool random_length;             /* 1..packet_flits, uniform; otherwise all are packet_flits long */
	enum workload_pattern pattern;
	enum workload_arrivals arrivals;
	double load;                    /* 0..1: the fraction of a link's bandwidth. Bernoulli, fixed: up to a packet in each cycle */
	unsigned link_n, link_d;        /* a link carries link_d flits in link_n cycles; 0: a flit a cycle */
	unsigned sls;                   /* service levels (SL), 1..SERVICE_LEVELS: at every node each is a source of its own */
	double sl_load[SERVICE_LEVELS]; /* with several levels, in place of load */
	bool own;                       /* a node may send to itself. Uniform: it sends to all; permutations: fixed points are not silent */
	double burst_packets;           /* mean length of a burst, >= 1 */
	double pareto_shape;            /* self-similar: tail index of bursts and gaps, 1 < a <= 2 */
	uint32_t burst_flits[SERVICE_LEVELS];   /* on-off, by level: length of every burst */
	double length_shape;            /* lengths of packets are bounded Pareto of this tail index, 1 < a <= 2; 0: they are not ... */
	double length_least, length_most;       /* ... from and to these, in flits: 1 <= least <= most <= packet_flits */
	unsigned hot_spots;
	struct hot_spot hot[HOT_SPOTS];
	unsigned phases;                /* 0: the run is of one piece. Bernoulli, fixed; one service level, no hot spots */
	struct workload_phase phase[PHASES];
	uint64_t end;                   /* no packet is wanted in or after this cycle */
	uint64_t seed;

	const char *trace;              /* pattern trace: the file, see trace.h */
	unsigned flit_bits;             /* of trace: bytes become flits, rounded up */
	bool trace_from_first;          /* of trace: the time of its first message is 0 */
	double trace_cycle;             /* of trace: its time units in a cycle; time compression multiplies it */
	const char *jobs;               /* pattern jobs: the file, see job_set.h */
};

/* Bytes of a message as flits. */
static inline uint64_t workload_flits(uint64_t bytes, unsigned flit_bits)
{
	return (8 * bytes + flit_bits - 1) / flit_bits;
}

/* Mean length of packets. */
double workload_mean_flits(const struct workload_config *);

/* Do packets come one by one, at a rate that may exceed that of the link? */
static inline bool workload_one_by_one(enum workload_arrivals a)
{
	return a == ARRIVALS_BERNOULLI || a == ARRIVALS_FIXED;
}

/* Uniform, Bernoulli arrivals at the given load, for this network. */
struct workload_config workload_default(unsigned nodes, unsigned packet_flits, double load);

/* Adds the hot spots of a text: "node=6,traffic=0.1+node=7,sources=0.25,load=1,from=1000,to=2000". False: why. */
bool workload_hot_spots(struct workload_config *, const char *text, char why[WORKLOAD_WHY]);

/*
 * Likewise the phases: "cycles=6667,interval=1500+cycles=6667,load=0.5,traffic=shuffle". Without traffic= the pattern is that of the
 * configuration. The last one, whose cycles may be left out, lasts to the end.
 */
bool workload_phases(struct workload_config *, const char *text, char why[WORKLOAD_WHY]);

struct workload;

/* One packet. */
struct demand {
	uint64_t cycle;                 /* in which it is wanted; never less than that of the node's packet before */
	uint32_t destination;           /* below nodes */
	uint16_t flits;                 /* 1..packet_flits */
	uint8_t sl;                     /* service level */
	bool last;                      /* of jobs: the last packet of its message */
};

/* NULL: why says what is wrong with the configuration (which option), or with the trace (file and line). */
struct workload *workload_new(const struct workload_config *, char why[WORKLOAD_WHY]);
/* No packet is shorter. */
unsigned workload_least_flits(const struct workload *);

void workload_free(struct workload *);

/* Take the next packet of a node. False: there is none before `end`. Different threads may call this for different nodes at the same time. */
bool workload_next(struct workload *, unsigned node, struct demand *);

/* Where it is from a trace: messages of the file in or after a cycle. */
uint64_t workload_late(const struct workload *, uint64_t cycle);

/* Likewise, packets that these are cut into which are in a cycle before. 0: it is not from a trace. */
uint64_t workload_packets(const struct workload *, uint64_t cycle);

/* The jobs that it is of; NULL: none. */
struct jobs;
struct jobs *workload_jobs(const struct workload *);

/* Does its traffic follow from a file? */
static inline bool workload_of_file(enum workload_pattern p)
{
	return p == PATTERN_TRACE || p == PATTERN_JOBS;
}

/* Prefetch the state of a node, whose next packet will be taken soon. */
void workload_fetch(const struct workload *, unsigned node);

/* Bytes of state. */
size_t workload_bytes(const struct workload *);

/* The state of the sources of a node, as a checkpoint has it (state.h). And a number that says of which trace or jobs a workload is; 0: of none. */
struct state;
void workload_state(struct workload *, unsigned node, struct state *);
uint64_t workload_file_hash(const struct workload *);

/* Likewise a demand, which is one of a node of this workload. */
void workload_demand_state(const struct workload *, struct demand *, struct state *);
