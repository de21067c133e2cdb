/* Line rate for packets of any length, in every scheme: what the experiments line-rate-* have in common. The goals are ours, of no paper. */
#ifndef LINE_RATE_H
#define LINE_RATE_H

#define LINE_RATE_NODES "--flit-bits 64 --link-delay 1 --injection per-destination --traffic uniform --cycles 30000 --warmup 10000 "
/* Every node offers all that its link carries, to all others alike. */
#define LINE_RATE_OPTIONS LINE_RATE_NODES "--load 1 "
/* A tenth of the traffic goes to one node, which is offered more than five times what it can take. */
#define LINE_RATE_HOT LINE_RATE_NODES "--load 0.9 --hot-spot node=6,traffic=0.1 "
#define LINE_RATE_QUICK "--cycles 4000 --warmup 1000"

/* Fat trees of switches of 8 ports. The memory is 64 packets a port, but 16 for each static queue: enough for a queue to fill a link alone. */
#define LINE_RATE_64 "--topology ktree --k 4 --n 3 "
#define LINE_RATE_256 "--topology ktree --k 4 --n 4 "
/* Packets are sorted when they arrive, but in the variants -head, the papers' rule. */
#define LINE_RATE_SORTED " --slots 64 --sorting arrival"
#define LINE_RATE_HEAD   " --slots 64 --sorting head"
#define LINE_RATE_MANAGED \
	{ "recn-iq-4", "--scheme recn-iq --saqs 4" LINE_RATE_SORTED }, { "recn-iq-8", "--scheme recn-iq --saqs 8" LINE_RATE_SORTED }, \
	{ "fbicm-4", "--scheme fbicm --cfqs 4" LINE_RATE_SORTED }, { "fbicm-8", "--scheme fbicm --cfqs 8" LINE_RATE_SORTED }
#define LINE_RATE_SCHEMES(voqnet_slots) { .option = "scheme", \
	.values = "recn-iq-4 recn-iq-8 fbicm-4 fbicm-8 recn-iq-8-head fbicm-8-head 1q voqsw voqnet", \
	.quick = "recn-iq-8 voqnet", .variants = VARIANTS(LINE_RATE_MANAGED, \
	{ "recn-iq-8-head", "--scheme recn-iq --saqs 8" LINE_RATE_HEAD }, { "fbicm-8-head", "--scheme fbicm --cfqs 8" LINE_RATE_HEAD }, \
	{ "1q", "--scheme 1q --slots 64" }, { "voqsw", "--scheme voqsw --slots 128" }, { "voqnet", "--scheme voqnet --slots " voqnet_slots }) }
#define LINE_RATE_HOT_SCHEMES(voqnet_slots) { .option = "scheme", .values = "recn-iq-4 recn-iq-8 fbicm-4 fbicm-8 voqnet", \
	.quick = "recn-iq-8 voqnet", .variants = VARIANTS(LINE_RATE_MANAGED, { "voqnet", "--scheme voqnet --slots " voqnet_slots }) }
#define LINE_RATE_LENGTHS { "packet-flits", "1 2 3 4 6 8", .quick = "1 8" }

/* Where one more condition is "" or begins with a blank. */
#define LINE_RATE_OF(scheme, more) MOST("accepted_load", "scheme=" scheme more)

/* within: of VOQnet, as a share of its load. */
#define LINE_RATE_GOAL(words, scheme, more, goal, within) \
	{ words ", of VOQnet", goal, LINE_RATE_OF(scheme, more), LINE_RATE_OF("voqnet", more), AT_LEAST(within) }
#define LINE_RATE_GOALS(what, more, eight, eight_within, four, four_within, voqnet, voqnet_least) \
	LINE_RATE_GOAL("RECN-IQ, 8 SAQs, " what, "recn-iq-8", more, eight, eight_within), \
	LINE_RATE_GOAL("FBICM, 8 CFQs, " what, "fbicm-8", more, eight, eight_within), \
	LINE_RATE_GOAL("RECN-IQ, 4 SAQs, " what, "recn-iq-4", more, four, four_within), \
	LINE_RATE_GOAL("FBICM, 4 CFQs, " what, "fbicm-4", more, four, four_within), \
	{ "VOQnet, " what, voqnet, .ours = LINE_RATE_OF("voqnet", more), AT_LEAST(voqnet_least) }, \
	{ "VOQsw, " what, "at least 0.87", .ours = LINE_RATE_OF("voqsw", more), AT_LEAST(0.87) }
/* One queue: heads block each other, whatever the length, and more so in a larger network; so the goal is one of 64 nodes. */
#define LINE_RATE_GOALS_64(what, more) \
	LINE_RATE_GOALS(what, more, "0.02 less", 0.979, "0.04 less", 0.958, "at least 0.94", 0.94), \
	{ "1Q, " what, "at least 0.78", .ours = LINE_RATE_OF("1q", more), AT_LEAST(0.78) }
#define LINE_RATE_GOALS_256(what, more) LINE_RATE_GOALS(what, more, "0.03 less", 0.968, "0.06 less", 0.936, "at least 0.92", 0.92)
#define LINE_RATE_BY_LENGTH(goals) \
	goals("1 flit", " packet-flits=1"), goals("2 flits", " packet-flits=2"), goals("3 flits", " packet-flits=3"), \
	goals("4 flits", " packet-flits=4"), goals("6 flits", " packet-flits=6"), goals("8 flits", " packet-flits=8")

#define LINE_RATE_MIXED_REST(nodes, topology, voqnet_slots, goals) \
	.title = "Line rate: accepted load at full load, packets of 1 to 8 flits at random, uniform traffic, " nodes " nodes", \
	.options = LINE_RATE_OPTIONS topology "--packet-flits 8 --random-length ", .quick = LINE_RATE_QUICK, \
	.axis = { LINE_RATE_SCHEMES(voqnet_slots) }, .columns = RUN_COLUMNS, .source = "goal", .claims = CLAIMS(goals("1 to 8 flits", "")), \
	.plot = { .x = "latency_mean", .y = "accepted_load", .curve = "scheme", .x_label = "mean latency, cycles", .y_label = "accepted load", \
		  .y_most = 1, .points = true }

/* Flows that do not head for the hot node, against VOQnet: what they accept, and their mean latency. */
#define LINE_RATE_COLD(words, scheme, more) \
	{ words ": cold flows accept, of VOQnet", "within 1 %", MOST("cold_accepted_load", "scheme=" scheme more), \
	  MOST("cold_accepted_load", "scheme=voqnet" more), AT_LEAST(0.99) }, \
	{ words ": their mean latency, of VOQnet's", "at most 1.5 times", MOST("cold_latency_mean", "scheme=" scheme more), \
	  MOST("cold_latency_mean", "scheme=voqnet" more), AT_MOST(1.5) }
#define LINE_RATE_COLD_LENGTH(what, more) \
	LINE_RATE_COLD("RECN-IQ, 8 SAQs, " what, "recn-iq-8", more), LINE_RATE_COLD("RECN-IQ, 4 SAQs, " what, "recn-iq-4", more), \
	LINE_RATE_COLD("FBICM, 8 CFQs, " what, "fbicm-8", more), LINE_RATE_COLD("FBICM, 4 CFQs, " what, "fbicm-4", more)
#define LINE_RATE_HOT_REST(nodes, topology, voqnet_slots) \
	.title = "Line rate: flows that avoid a hot spot, load 0.9, " nodes " nodes", .options = LINE_RATE_HOT topology, .quick = LINE_RATE_QUICK, \
	.axis = { { "packet-flits", "1 8" }, LINE_RATE_HOT_SCHEMES(voqnet_slots) }, .columns = "cold_accepted_load cold_latency_mean " RUN_COLUMNS, \
	.source = "goal", \
	.claims = CLAIMS(LINE_RATE_COLD_LENGTH("1 flit", " packet-flits=1"), LINE_RATE_COLD_LENGTH("8 flits", " packet-flits=8")), \
	.plot = { .x = "packet-flits", .y = "cold_latency_mean", .curve = "scheme", .x_label = "flits of a packet", \
		  .y_label = "mean latency of cold flows, cycles", .points = true }

#define LINE_RATE_PLOT { .x = "packet-flits", .y = "accepted_load", .curve = "scheme", .x_label = "flits of a packet", .y_label = "accepted load", \
	.y_most = 1, .points = true }

#endif
