#ifndef SHAPE_H
#define SHAPE_H

#include "params.h"

/*
 * Everything that follows from the parameters of a switch: counts and widths.
 * docs/microarchitecture.md, section 1, defines them; microarchitecture-fbicm.md, microarchitecture-static.md and microarchitecture-pfc.md
 * those of the other schemes.
 * What a scheme has not is 0.
 */
enum classifier {
#define CLASSIFIER(id, name) CLASSIFIER_##id,
#include "classifiers.def"
#undef CLASSIFIER
	CLASSIFIERS
};

enum memory_division { MEMORY_SHARED_SLOTS, MEMORY_STATIC_PARTITION };
enum flow_control { FLOW_CREDIT_PER_MEMORY, FLOW_CREDIT_PER_QUEUE };
enum messages { MESSAGES_NONE, MESSAGES_LINE, MESSAGES_QUEUE };
enum { PRIORITIES_MOST = 8 };             /* of 802.1Q */
enum { HEADS = 3 };                       /* packets at the head of a queue whose requests are in registers */
enum header_queue { NO_QUEUE, QUEUE_OF_PORT, QUEUE_OF_DESTINATION };

struct shape {
	unsigned scheme;                        /* enum schemes, and what its row says: */
	enum classifier classifier;
	enum memory_division memory;
	enum flow_control flow_control;
	enum messages messages;                 /* MESSAGES_NONE without set-aside queues as well */
	enum header_queue header_queue;
	unsigned radix, saqs, slots, flit_bits, packet_flits;
	unsigned detect_threshold, xoff_threshold, xon_threshold;
	unsigned arbiter;                       /* enum arbiters */
	unsigned turnpool_bits, node_bits, hops;

	unsigned queues;
	unsigned nodes, queue_slots;            /* destinations; slots of a queue */
	unsigned named_queues;                  /* queues that a header can name; 0: it names none */
	unsigned credit_queues;                 /* queues downstream with credits of their own; 0: credits are for the whole memory */
	unsigned next_queue_w;                  /* queue at the next hop, in the routing table and in a request: where it has credits of its own */
	unsigned reserve, headroom, guard, pool;        /* priorities: slots of each for itself, after its Xoff; of a port for credits under way, for all */
	bool lists_in_memory;                   /* lists of destinations are in memories */
	unsigned destination_w, queue_w, place_w, fill_w;
	unsigned port_w, turn_w, turns, pool_w, len_w;
	unsigned slot_w, count_w, flits_w, data_aw, line_w;
	unsigned queue_prio_w, port_prio_w;     /* arbiter state; 0: none */
	unsigned stamp_w;                       /* of packets, for arbiters that go by age; 0: none */
	unsigned req_w;                         /* of a packet's request */
	unsigned hdr_w;                         /* of a header as the post-processor sees it */
	unsigned header_bits;
};

struct shape shape_of(const struct params *p);

/* How many queues, and of what kind: "4 set-aside queues", "8 queues". */
enum { QUEUES_TEXT = 32 };
void shape_queues(const struct shape *s, char *text, size_t size);

/* Bits that n values need, at least 1. */
unsigned clog2(unsigned n);

#endif
