#pragma once

#include "image.h"
#include "route_table.h"

/*
 * Routing tables of all input ports.
 * RTL twin: rtl_gen/units/rt.v. OBQA 3.
 */
struct rt {
	struct route_table table;
	/* Images only: inputs where enter_q is not zero; inputs that have read table_mem since reset; by input, the header that arrived last. */
	uint64_t entering, read;
	struct rt_entry {
		uint16_t queue;                 /* the queue that it enters */
		uint16_t next_queue;            /* its request: queue at the next hop, output, length */
		uint8_t out, flits;
	} *enter;
};

extern const struct unit_model rt_unit;
