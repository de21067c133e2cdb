#pragma once

#include "backend.h"
#include "processes.h"
#include "net/results/stats.h"
#include "net/topology/topology.h"
#include "net/workload/workload.h"

/*
 * A network: switches, end nodes, and links of equal delay between them (docs/internals/network.md). Switches interact only
 * by links, which take time; so results depend neither on the order of stepping nor on the number of threads.
 */
enum node_injection {
#define NODE_INJECTION(id, text, help) NODE_INJECTION_##id,
#include "net/nodes/node_injections.def"
#undef NODE_INJECTION
	NODE_INJECTIONS
};

extern const char *const node_injection_names[NODE_INJECTIONS];         /* "per-destination", ... */

enum { NETWORK_WHY = BACKEND_WHY, NETWORK_DELAY = 256, NETWORK_THREADS = 64 };

/* Network interfaces, one before each node (docs/internals/microarchitecture-nic.md, docs/internals/microarchitecture-slot-nic.md). */
struct network_interfaces {
	struct shape shape;
	const struct backend *backend;  /* NULL: the C model; must outlive the network */
};

struct network_config {
	struct shape shape;             /* of all switches */
	struct topology topology;       /* for that shape */
	enum node_injection injection;
	unsigned link_delay;            /* cycles from tx_* to the neighbour's rx_*, 1..NETWORK_DELAY; between wormhole routers also 0 */
	unsigned sls;                   /* service levels of the workload and the statistics */
	unsigned threads;               /* of each process, 1..NETWORK_THREADS; no result depends on it */
	const struct processes *processes;      /* that run it together, all with the same configuration; NULL: this one alone. Must outlive the network */
	bool every_cycle;               /* step everything in every cycle: no result depends on it */
	unsigned source_packets;        /* packets that the queues of a source hold together; more are refused. 0: by size of the network, or
	                                 * on links with VCs any number, or in a wormhole network one */
	unsigned source_vcs;            /* of a wormhole network: VCs of the local port that sources use, from 0 on; 0: one more than
	                                 * packets may enter at the same time, if there are as many */
	bool hold;                      /* a packet for which a full source has no room waits, with all behind it, instead of being refused */
	const struct backend *backend;  /* NULL: the C model; must outlive the network */
	const struct network_interfaces *nics;  /* NULL: nodes are on the links of switches. Must outlive the network */
};

/* Link delay 1, one thread, injection per destination. */
struct network_config network_default(const struct shape *, const struct topology *);

struct network_counts {
	uint64_t injected, delivered;   /* packets that entered the network, that left it at their destination */
	uint64_t refused;               /* packets for which a source had no room: they never entered */
	uint64_t waiting;               /* packets in the queues of sources */
	uint64_t xoffs, xoffs_dropped;  /* on links with VCs: Xoffs that sources received; those that their filters had no line for */
	uint64_t misdelivered, out_of_order;    /* of those delivered: 0 unless a switch is wrong, or network_keeps_order() does not hold */
	uint64_t steps;                 /* of switches: a measure of the work of the run */
};

/* Do packets of a flow arrive in the order in which they were sent? Not in a wormhole network where they have several ways or VCs. */
bool network_keeps_order(const struct network_config *);

struct network;

/* The workload and stats have the same number of nodes; stats has a shard for each thread, and 0 or network_links() links. Both must
 * outlive the network, and belong to this process: it counts what its parts do. All other functions speak of the whole network. NULL: why says which value is out of range, or that memory is short. */
struct network *network_new(const struct network_config *, struct workload *, struct stats *, char why[NETWORK_WHY]);
void network_free(struct network *);

/* Run all cycles before `cycle`. False: a packet was misdelivered or out of order, or the network stalls with packets in it;
 * network_why() says which. A run that failed can be continued, and goes on counting. */
bool network_run_to(struct network *, uint64_t cycle);

/* The first cycle, from that of network_cycle() on, in which the statistics have counted nothing yet: a header counts when it comes, with all its flits. */
uint64_t network_uncounted(const struct network *);

/* From now on no packet is injected; packets that sources hold stay there. */
void network_stop_injection(struct network *);

/* After network_stop_injection(): run until all packets are delivered and all credits and messages have arrived, but not beyond
 * cycle `limit`. False: it did not drain, and network_why() says what is left. */
bool network_drain(struct network *, uint64_t limit);

/* True if all packets are delivered, every switch is drained, and every credit is back. If not, network_why() says what is left. */
bool network_drained(struct network *);

/* Is a node of the topology run by this process? */
bool network_runs_node(const void *network, unsigned index);

uint64_t network_cycle(const struct network *);          /* first cycle that has not been run */
struct network_counts network_counts(const struct network *);
const char *network_why(const struct network *);         /* "": nothing wrong so far */

/* Number of links; each direction is a link. The link out of port p of switch s is s * radix + p, the link out of node n, or of its network
 * interface, is switches * radix + n. Links between nodes and network interfaces have no number. */
unsigned network_links(const struct topology *);

/* Adds to stats the counts of the switches of this process, and the packets that its sources have not taken out of the workload. */
void network_count_switches(const struct network *, struct stats *);
void network_count_backlog(const struct network *, struct stats *);

/* Bytes allocated, without those of the backend's switches. Pages that are never touched take no memory. */
size_t network_bytes(const struct network *);

/*
 * Cycles from that in which a message is wanted to the one in which its last flit arrives, in a network with nothing else in it and room enough for a
 * link to be kept busy: latency + flits / bandwidth (docs/study/workloads.md). Not of wormhole networks.
 */
uint64_t network_idle_cycles(const struct network_config *, uint32_t source, uint32_t destination, uint64_t flits);

/* Cycles in which a link carries so many flits. */
uint64_t network_link_cycles(const struct network_config *, uint64_t flits);

/*
 * The state of a network between two runs, in records: that of each part, and of each bank, by the index of its first member. A
 * network of the same configuration, of any number of threads and processes, which has not run yet, reads them in any order, but network_clock_state()
 * first, and goes on from there. Not with backends other than the C model.
 */
struct checkpoint;
struct state;
enum network_record { RECORD_PART, RECORD_NODES, RECORD_NICS, RECORD_SWITCHES, NETWORK_RECORDS };

/* In which cycle the network is: written, or read. */
void network_clock_state(struct network *, struct state *);

/* First, by all processes at the same time: all parts take over what others have sent to them. */
void network_settle(struct network *);

/* Put each record of this process into a checkpoint. False: out of memory. */
bool network_write(struct network *, struct checkpoint *);

/* Take a record over, if it is of this process. False: out of memory, or it does not fit; why, which is empty, names a register that is out of its range. */
bool network_read(struct network *, enum network_record, uint32_t index, struct state *, char why[SWITCH_WHY]);

/* After the last record. */
void network_resume(struct network *);
