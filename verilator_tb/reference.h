#ifndef REFERENCE_H
#define REFERENCE_H

#include "switch.h"

/*
 * What the RTL of a lockstep is driven and compared with: its neighbours and the model. One answers in the cycle in which it is
 * asked (lockstep.c); another is cycles ahead, in a thread of its own (ahead.c). What it has to say stands in records[] and in the image.
 */
struct lockstep_reference {
	bool (*take)(void *context, uint64_t cycle);            /* as a cycle begins: the model's registers, and the memory word whose turn it is */
	bool (*hold)(void *context, uint64_t cycle);            /* registers that both agree on keep the laws */
	/* Through a cycle, in which this left the switch: what is decided in it, and what the links bring in the next. */
	bool (*advance)(void *context, uint64_t cycle, const struct switch_out *departing, const struct switch_out *replies);
	void *context;
};

#endif
