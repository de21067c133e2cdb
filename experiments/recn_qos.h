/*
 * What the experiments of RECN with two-VC QoS have in common: its section 5. Eight service levels; 0 to 3 are QoS traffic, 4 to 7 best effort. A
 * cycle is one of the crossbar, 5.333 ns with links of 8 Gb/s and the speed-up of 3/2: 5 ms after 1 ms are 937,500 cycles after 187,500.
 */
#ifndef RECN_QOS_H
#define RECN_QOS_H

/* 128 nodes behind 80 switches of 8 ports, a folded butterfly of three stages. */
#define RECN_QOS_NETWORK "--topology xgft --down 4,4,8 --up 1,4,4 --flit-bits 64 --link-delay 1 "
/* Bursts of 5 KB and 30 KB, packets of 64 bytes to 2 KB. */
#define RECN_QOS_TRAFFIC "--traffic uniform --levels 8 --arrivals on-off --burst-bytes 5120,5120,5120,5120,30720,30720,30720,30720 " \
	"--pareto-lengths 64,2048,1.3 "
#define RECN_QOS_OPTIONS RECN_QOS_NETWORK RECN_QOS_TRAFFIC "--cycles 1125000 --warmup 187500 "
#define RECN_QOS_QUICK "--cycles 60000 --warmup 20000"

/* Lower than the defaults: at load 1 the lowest level then has its share (docs/experiments-recn-qos.md). */
#define RECN_QOS_THRESHOLDS "--detect-cells 48 --detect-xon-cells 24 --xoff-cells 24 --xon-cells 12 "
/* 32 KB a port and side: two VCs of 16 KB, or eight of 4 KB; and 4 KB for each service level and destination. */
#define RECN_QOS_SCHEMES { .option = "scheme", .values = "recn-qos no-saqs voqsw voqnet", .variants = VARIANTS( \
	{ "recn-qos", "--scheme recn-qos --cells 256 --vc-saqs 8 " RECN_QOS_THRESHOLDS }, { "no-saqs", "--scheme recn-qos --cells 256 --vc-saqs 0" }, \
	{ "voqsw", "--scheme voqsw-qos --cells 64" }, { "voqnet", "--scheme voqnet-qos --nodes 128 --cells 64 --turnpool-bits 15" }) }

#define RECN_QOS_EACH(first, second, third, fourth, what) \
	"sl" #first what "+sl" #second what "+sl" #third what "+sl" #fourth what
#define RECN_QOS_QOS(what) RECN_QOS_EACH(0, 1, 2, 3, what)
#define RECN_QOS_BEST_EFFORT(what) RECN_QOS_EACH(4, 5, 6, 7, what)

#define RECN_QOS_LEVEL(sl) "sl" #sl "_generated_load sl" #sl "_accepted_load sl" #sl "_latency_mean sl" #sl "_latency_max "
#define RECN_QOS_COLUMNS RECN_QOS_LEVEL(0) RECN_QOS_LEVEL(1) RECN_QOS_LEVEL(2) RECN_QOS_LEVEL(3) RECN_QOS_LEVEL(4) RECN_QOS_LEVEL(5) \
	RECN_QOS_LEVEL(6) RECN_QOS_LEVEL(7)

#define RECN_QOS_OF(column, scheme, more) MOST(column, "scheme=" scheme " " more)
/* A scheme against another one, at one load. */
#define RECN_QOS_RATIO(words, theirs, column, scheme, than, more, ...) \
	{ words, theirs, RECN_QOS_OF(column, scheme, more), RECN_QOS_OF(column, than, more), __VA_ARGS__ }
#define RECN_QOS_NUMBER(words, theirs, column, scheme, more, ...) { words, theirs, .ours = RECN_QOS_OF(column, scheme, more), __VA_ARGS__ }

#define RECN_QOS_PLOT(column, label) { .x = "load", .y = column, .curve = "scheme", .x_label = "offered load", .y_label = label }

#endif
