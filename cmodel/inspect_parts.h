#pragma once

#include "inspect.h"
#include "units/points.h"

/* Lines of inputs, whichever unit has them. Vectors are by line. */
struct inspect_lines {
	const struct points *points;
	const uint64_t *used, *xoff, *sent;
	uint8_t (*out)[SWITCH_PORTS];
	uint16_t (*count)[SWITCH_PORTS];        /* by queue: packets */
	const uint32_t *row;                    /* by destination, of the input: lines that have it in their list; NULL: lines know turns */
};

void inspect_each_line(const struct shape *, const struct inspect_lines *, unsigned port, inspect_found *, void *arg);

/* Packets in all queues of an input. */
unsigned inspect_count(uint16_t (*count)[SWITCH_PORTS], unsigned queues, unsigned port);
