/* What the experiments of OBQA (Escudero-Sahuquillo, Garcia, Quiles, Flich, Duato) have in common: its section 4.1. */
#ifndef OBQA_H
#define OBQA_H

#include "disk_trace.h"

/* 4 KB a port in slots of 64 bytes; a flit is 64 bits, so a cycle at 1 GB/s is 8 ns; a link takes one. Nodes have a queue for each destination. */
#define OBQA_SWITCH "--slots 64 --packet-flits 8 --flit-bits 64 --link-delay 1 --injection per-destination "

/* Table 1. */
#define OBQA_1 "--topology ktree --k 4 --n 3 "
#define OBQA_2 "--topology ktree --k 4 --n 4 "
#define OBQA_3 "--topology ktree --k 16 --n 2 "

/* VOQnet has queues of 512 bytes: 32 KB for 64 nodes, 128 KB for 256. */
#define OBQA_VARIANTS(voqnet_slots) VARIANTS( \
	{ "1q", "--scheme 1q" }, { "dbbm-4", "--scheme dbbm --queues 4" }, { "dbbm-8", "--scheme dbbm --queues 8" }, \
	{ "obqa-2", "--scheme obqa --queues 2" }, { "obqa-4", "--scheme obqa --queues 4" }, { "obqa-8", "--scheme obqa --queues 8" }, \
	{ "voqsw", "--scheme voqsw" }, { "voqnet", "--scheme voqnet --slots " voqnet_slots } \
)
#define OBQA_SCHEMES(schemes, voqnet_slots) { .option = "scheme", .values = schemes, .quick = "1q obqa-4", .variants = OBQA_VARIANTS(voqnet_slots) }
/* Those of the figures. At radix 8, OBQA with 8 queues is VOQsw. */
#define OBQA_RADIX_8 "1q dbbm-4 obqa-2 obqa-4 voqsw voqnet"
#define OBQA_RADIX_32 "1q dbbm-4 dbbm-8 obqa-4 obqa-8 voqsw voqnet"

/* Figure 4. The paper speaks of saturation points: here, the load up to which the mean latency is at most this. */
#define OBQA_LOADS_OPTIONS OBQA_SWITCH "--traffic uniform --cycles 30000 --warmup 10000 "
#define OBQA_LOADS_QUICK "--cycles 6000 --warmup 2000"
#define OBQA_LOADS { \
	"load", "0.2 0.4 0.5 0.55 0.6 0.625 0.65 0.675 0.7 0.725 0.75 0.775 0.8 0.825 0.85 0.875 0.9 0.925 0.95 0.975 1", .quick = "0.2 0.6 1" \
}
#define SATURATION(of) KNEE("latency_mean", "scheme=" of, 500)
#define OBQA_LATENCY { .x = "load", .y = "latency_mean", .curve = "scheme", .x_label = "offered load", \
	.y_label = "mean latency, cycles", .logarithmic = true }

/* Figure 5: a quarter of the nodes sends to node 123 from 250 to 300 us, and is silent otherwise; the others send to all at full rate. */
#define OBQA_HOT_OPTIONS OBQA_SWITCH "--traffic uniform --load 1 --hot-spot node=123,sources=0.25,load=1,from=31250,to=37500 " \
	"--cycles 62500 --warmup 10000 --bin 625 "
#define OBQA_HOT_QUICK "--hot-spot node=123,sources=0.25,load=1,from=4000,to=6000 --cycles 8000 --warmup 1000 --bin 500"
/* Worst moment since it began; before it; in its second half, when it has spread; and not back, after it, at nine tenths of what was before, which is 0.75. */
#define LOWEST(of) LEAST("efficiency", "scheme=" of, 31250, 62500)
#define BEFORE(of) MEAN("efficiency", "scheme=" of, 10000, 31250)
#define DURING_HOT(of) MEAN("efficiency", "scheme=" of, 34375, 37500)
#define NOT_BACK(of, words) { words ": after it, until back at 0.675", "not in the time shown", RECOVERY("efficiency", "scheme=" of, 37500, 0.675), \
	AT_LEAST(20000), .unit = "cycles" }
#define OBQA_EFFICIENCY { .x = "cycle", .y = "efficiency", .curve = "scheme", .x_label = "cycle", .y_label = "efficiency", .y_most = 1 }

/* Figure 6. */
#define OBQA_TRACE_OPTIONS OBQA_SWITCH OBQA_1 "--traffic trace "
#define OBQA_OVER_TIME(of) MEAN("efficiency", "scheme=" of, 0, INFINITY)

#endif
