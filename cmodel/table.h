#ifndef TABLE_H
#define TABLE_H

#include <stdint.h>

/* A word of the routing table of a switch with static queues, by destination: the output port, and the queue at the next hop. */
struct table_entry {
	uint16_t queue;
	uint8_t output;
};

#endif
