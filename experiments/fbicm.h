/* What the experiments of FBICM (Escudero-Sahuquillo, Garcia, Quiles, Flich, Duato) have in common: its section 4.1. */
#ifndef FBICM_H
#define FBICM_H

#include "disk_trace.h"

/* 8 KB a port in slots of 64 bytes; a flit is 64 bits, so a cycle at 1 GB/s is 8 ns; a link takes one. Nodes have a queue for each destination. */
#define FBICM_SWITCH "--arbiter oldest-first --slots 128 --packet-flits 8 --flit-bits 64 --link-delay 1 --injection per-destination "

/* Configurations 1 and 2: perfect shuffles of switches of 8 ports. VOQnet has 16 KB a port in the first, 64 KB in the second. */
#define FBICM_64 "--topology bmin --k 4 --n 3 "
#define FBICM_256 "--topology bmin --k 4 --n 4 "
/* Packets are sorted as in the papers, when they are heads. */
#define FBICM_SCHEMES(voqnet_slots) { .option = "scheme", .values = "fbicm recn-iq voqsw voqnet", .quick = "fbicm recn-iq", .variants = VARIANTS( \
	{ "fbicm", "--scheme fbicm --cfqs 8 --sorting head" }, { "recn-iq", "--scheme recn-iq --saqs 8 --sorting head" }, \
	{ "voqsw", "--scheme voqsw" }, { "voqnet", "--scheme voqnet --slots " voqnet_slots }) }
#define FBICM_SCHEMES_64 FBICM_SCHEMES("256")
#define FBICM_SCHEMES_256 FBICM_SCHEMES("1024")

/* "The same" is within 1 %; a number of queues in use, within 10 %. */
#define FBICM_SAME BETWEEN(0.99, 1.01)
#define FBICM_ABOUT BETWEEN(0.9, 1.1)
#define FBICM_AS_OTHERS(words, of) \
	{ words ", of RECN-IQ", "same", of("fbicm"), of("recn-iq"), FBICM_SAME }, { words ", of VOQnet", "same", of("fbicm"), of("voqnet"), FBICM_SAME }

/* Against time: cases 1 and 5 are uniform, for 1000 us here. */
#define FBICM_UNIFORM_OPTIONS FBICM_SWITCH "--traffic uniform --load 1 --cycles 125000 --warmup 20000 --bin 1250 "
#define FBICM_UNIFORM_QUICK "--cycles 6000 --warmup 1000 --bin 500"
#define FBICM_STEADY(column, of) MEAN(column, "scheme=" of, 20000, INFINITY)
#define FBICM_STEADY_EFFICIENCY(of) FBICM_STEADY("efficiency", of)

/* Cases 3 and 6: a quarter of the nodes sends to a hot one from 1000 to 1300 us, and is silent otherwise; the others send to all at full rate. 2000 us here. */
#define FBICM_HOT_OPTIONS(node) FBICM_SWITCH "--traffic uniform --load 1 --hot-spot node=" node ",sources=0.25,load=1,from=125000,to=162500 " \
	"--cycles 250000 --warmup 20000 --bin 1250 "
#define FBICM_HOT_QUICK(node) "--hot-spot node=" node ",sources=0.25,load=1,from=4000,to=6000 --cycles 8000 --warmup 1000 --bin 500"
/* Before it; while it lasts, when it has spread; after it, when it has gone. */
#define FBICM_BEFORE(of) MEAN("efficiency", "scheme=" of, 62500, 125000)
#define FBICM_DURING(of) MEAN("efficiency", "scheme=" of, 131250, 162500)
#define FBICM_AFTER(of) MEAN("efficiency", "scheme=" of, 187500, 250000)
#define FBICM_USED(column, of) MEAN(column, "scheme=" of, 131250, 162500)

/* Claims of cases 3 and 6. */
#define FBICM_UNHARMED \
	FBICM_AS_OTHERS("FBICM: during it", FBICM_DURING), \
	{ "FBICM: during it, of before", "all", FBICM_DURING("fbicm"), FBICM_BEFORE("fbicm"), AT_LEAST(0.99) }, \
	{ "VOQsw: during it, of VOQnet", "much less", FBICM_DURING("voqsw"), FBICM_DURING("voqnet"), AT_MOST(0.9) }

/* Cases 2 and 4, against load: of the random sources and of those of the hot spot alike. */
#define FBICM_LOADS_OPTIONS FBICM_SWITCH FBICM_64 "--traffic uniform --cycles 50000 --warmup 20000 "
#define FBICM_LOADS_QUICK "--cycles 6000 --warmup 2000"
#define FBICM_LOADS "0.1 0.2 0.3 0.4 0.5 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 1"
#define FBICM_AT_FULL(of) MOST("accepted_load", "load=1 scheme=" of)

#define FBICM_EFFICIENCY { .x = "cycle", .y = "efficiency", .curve = "scheme", .x_label = "cycle", .y_label = "efficiency", .y_most = 1 }
#define FBICM_IN_USE { .x = "cycle", .y = "saqs_mean", .curve = "scheme", .x_label = "cycle", .y_label = "CFQs or SAQs in use" }
#define FBICM_THROUGHPUT { .x = "load", .y = "accepted_load", .curve = "scheme", .x_label = "offered load", .y_label = "accepted load", .y_most = 1 }

#endif
