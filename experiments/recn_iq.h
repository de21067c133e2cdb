/* What the experiments of RECN-IQ (Mora, Garcia, Flich, Duato) have in common: its section 4. */
#ifndef RECN_IQ_H
#define RECN_IQ_H

/* 4 KB a port in slots of 64 bytes; a flit is 64 bits. */
#define RECN_IQ_SWITCH "--scheme recn-iq --slots 64 --packet-flits 8 --flit-bits 64 --xon-threshold 5 --xoff-threshold 10 --detect-threshold 5 "

/* 64 nodes behind 48 switches of 8 ports, 256 behind 256. */
#define RECN_IQ_64 "--topology ktree --k 4 --n 3 "
#define RECN_IQ_256 "--topology ktree --k 4 --n 4 "

/* Packets are sorted as in the paper, when they are heads. */
#define RECN_IQ_SAQS(n) { n, "--saqs " n " --sorting head" }
/* The paper does not say how its end nodes inject. What is ideal: a queue for each destination in every switch, of 512 bytes at 256 nodes. */
#define RECN_IQ_AXES { "injection", "fifo per-destination" }, { .option = "saqs", .values = "0 2 4 8 32 voqnet", .quick = "0 4", .variants = VARIANTS( \
	RECN_IQ_SAQS("0"), RECN_IQ_SAQS("2"), RECN_IQ_SAQS("4"), RECN_IQ_SAQS("8"), RECN_IQ_SAQS("32"), { "voqnet", "--scheme voqnet --slots 2048" }) }

#define RECN_IQ_LOADS RECN_IQ_AXES, { "load", "0.1 0.2 0.3 0.4 0.5 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 1", .quick = "0.3 0.6 1" }
#define RECN_IQ_LOADS_OPTIONS RECN_IQ_SWITCH "--traffic uniform --cycles 50000 --warmup 20000 "
#define RECN_IQ_LOADS_QUICK "--cycles 6000 --warmup 2000"

#define RECN_IQ_THROUGHPUT { .x = "load", .y = "accepted_load", .panel = "injection", .curve = "saqs", .curve_unit = "SAQs", \
	.x_label = "offered load", .y_label = "accepted load", .y_most = 1 }
#define RECN_IQ_LATENCY { .x = "load", .y = "latency_mean", .panel = "injection", .curve = "saqs", .curve_unit = "SAQs", \
	.x_label = "offered load", .y_label = "mean latency, cycles", .logarithmic = true }

/* Figure 7: a tenth of all traffic to node 6 for 100,000 cycles, at full load. */
#define RECN_IQ_HOT_OPTIONS RECN_IQ_SWITCH "--traffic uniform --load 1 --hot-spot node=6,traffic=0.1,to=100000 --cycles 300000 --warmup 20000 --bin 2000 "
#define RECN_IQ_HOT_QUICK "--hot-spot node=6,traffic=0.1,to=8000 --cycles 16000 --warmup 2000 --bin 1000"
/* From when the hot spot has built up to its end. */
#define DURING(points) MEAN("efficiency", points, 20000, 100000)
#define RECN_IQ_EFFICIENCY { .x = "cycle", .y = "efficiency", .panel = "injection", .curve = "saqs", .curve_unit = "SAQs", \
	.x_label = "cycle", .y_label = "efficiency", .y_most = 1 }

/*
 * Efficiency that no switch can exceed under that hot spot, with N nodes: of the nodes but number 6, each receives what is
 * offered to it, from N - 2 nodes 0.9 / (N - 1) of a link each, and from node 6, which is not hot for itself, 1 / (N - 1); node 6
 * receives a link's bandwidth. Their mean.
 */
#define RECN_IQ_CEILING(n) ((((n) - 2) * 0.9 + 1 + 1) / (n))

#endif
