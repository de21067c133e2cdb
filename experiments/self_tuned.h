/*
 * What the experiments of self-tuned congestion control have in common: its section 5.1. A 16-ary 2-cube, 3 VCs of 8 flits a link, packets of 16 flits;
 * 50,000 cycles after 10,000. Base is throttle = none. Loads are packets: a node tries to send one each `interval` cycles.
 */
#ifndef SELF_TUNED_H
#define SELF_TUNED_H

#define SELF_TUNED_NETWORK "--topology torus --k 16 --n 2 --scheme wormhole --vcs 3 --buffer-flits 8 --packet-flits 16 --routing adaptive "
#define SELF_TUNED_OPTIONS SELF_TUNED_NETWORK "--arrivals fixed --cycles 60000 --warmup 10000 "
#define SELF_TUNED_QUICK "--k 8 --cycles 12000 --warmup 4000"

#define SELF_TUNED_INTERVALS { "interval", "15 20 25 33.33 40 50 66.67 100 200", .quick = "15 100" }
#define SELF_TUNED_DEADLOCKS { "deadlock", "recovery avoidance" }
#define SELF_TUNED_THROTTLES { "throttle", "none alo tuned", .quick = "none tuned" }

#define SELF_TUNED_COLUMNS "generated_load accepted_load window_network_latency_mean window_loaded_latency_mean window_latency_mean full_mean full_peak " \
	"threshold_mean throttled packets_recovered packets_refused packets_delivered state"

#define SELF_TUNED_AT(points) MOST("accepted_load", points)
#define SELF_TUNED_LOAD(words, theirs, points, ...) { words, theirs, .ours = SELF_TUNED_AT(points), __VA_ARGS__ }
#define SELF_TUNED_RATIO(words, theirs, points, than, ...) { words, theirs, SELF_TUNED_AT(points), SELF_TUNED_AT(than), __VA_ARGS__ }

/* The peak of Base, and what a method accepts when each node tries to send a packet each 15 cycles. */
#define SELF_TUNED_PEAK(deadlock) "deadlock=" deadlock " throttle=none"
#define SELF_TUNED_HIGH(deadlock, throttle) "deadlock=" deadlock " throttle=" throttle " interval=15"

/* Figures 4, 13, 14 and 15: the same with other traffic. */
#define SELF_TUNED_OVERALL(pattern) .options = SELF_TUNED_OPTIONS "--traffic " pattern " ", .quick = SELF_TUNED_QUICK, \
	.axis = { SELF_TUNED_DEADLOCKS, SELF_TUNED_THROTTLES, SELF_TUNED_INTERVALS }, .columns = SELF_TUNED_COLUMNS, .source = "paper", .plot = SELF_TUNED_PLOT

#define SELF_TUNED_PLOT { .x = "interval", .y = "accepted_load", .panel = "deadlock", .curve = "throttle", .x_label = "cycles from packet to packet", \
	.y_label = "flits accepted" }

#endif
