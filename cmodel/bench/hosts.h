#pragma once

#include "end_node.h"
#include "traffic.h"

/*
 * Hosts at the end nodes of a generated network: they send frames, or packets, flit by flit, and check what they receive. With AXI-Stream a frame may have
 * several packets; without, a frame is a packet.
 */
struct hosts;

struct hosts_config {
	unsigned nodes;
	struct shape nic;               /* of their network interfaces */
	enum traffic_kind traffic;
	double load;                    /* flits a cycle and host */
	bool saturate;                  /* there is always a frame to send */
	bool fixed_length;              /* of most flits; otherwise any */
	unsigned hot_node;
	double hot_fraction;
	unsigned hot_sources;           /* hot spot: so many hosts, the last ones, send to the hot node and nowhere else, and the others never; 0: hot_fraction is of all */
	bool stalls;                    /* gaps within frames, and receivers that do not take all at once */
	bool faults;                    /* some frames are too long, or go nowhere: they are dropped, and nothing else is */
	uint64_t seed;
	uint64_t stop_cycle;            /* no frame is begun from then on */
	uint64_t warm_cycle;            /* flits are counted from then on, up to stop_cycle */
};

enum { HOSTS_WHY = 256 };

/* NULL: out of memory. */
struct hosts *hosts_new(const struct hosts_config *);
void hosts_free(struct hosts *);

/* What they drive in a cycle, by node; and then, what they see in it. False: *why says what came wrong. */
void hosts_drive(struct hosts *, uint64_t cycle, struct host_in *in);
bool hosts_see(struct hosts *, uint64_t cycle, const struct host_out *seen, char why[HOSTS_WHY]);

/* All frames have been sent, and have arrived. */
bool hosts_done(const struct hosts *);

struct hosts_stats {
	uint64_t sent, delivered;       /* frames, those to be dropped not among them */
	uint64_t dropped;               /* frames to be dropped that were sent */
	uint64_t beats;                 /* flits delivered, from warm_cycle to stop_cycle ... */
	uint64_t to_hot, from_others;   /* ... to the hot node; and by hosts that do not send to it, with hot_sources */
};

struct hosts_stats hosts_stats(const struct hosts *);
