#pragma once

#include "lanes.h"
#include "mu.h"

/*
 * Congestion detection of all input ports: the cold queue is long, and its ready head
 * was not granted.
 * RTL twin: rtl_gen/units/cdu.v. RECN-IQ 2.2, 3.4.
 */
struct cdu {
	uint64_t waiting;               /* inputs: detect_q, and inputs granted in the cycle before, whose detect_q is 0 */
	_Alignas(SWITCH_PORTS) uint8_t sent[SWITCH_PORTS];     /* by input: output (not turn) of the packet being sent, or sent last */
	_Alignas(SWITCH_PORTS) uint8_t out[SWITCH_PORTS];      /* by input in `waiting`: output that congests */
	uint8_t popped[SWITCH_PORTS];   /* by input: output of the packet popped last. Images only. */
};

extern const struct unit_model cdu_unit;

/* Inputs of `ready` (the cold queue's head is ready) where the cold queue is over the threshold, without those that are still sending to
 * the output of its head: such a head waits for a packet of its own input. count, out: of the cold queue, by input, packets and output of its head. */
static inline uint64_t cdu_congested(const struct cdu *u, const struct shape *s, const uint16_t *count, const uint8_t *out, uint64_t ready, uint64_t idle)
{
	const uint64_t crowded = ready ? words_above(ready, count, s->detect_threshold) : 0;

	return crowded ? crowded & (idle | ~lanes_equal(lanes_load(u->sent), lanes_load(out))) : 0;
}

/* Set the inputs that may detect congestion in the next cycle, of these outputs, by input; remove inputs where a notification comes first. */
static inline void cdu_set(struct cdu *u, uint64_t inputs, const uint8_t *out)
{
	u->waiting = inputs;
	if (inputs)
		bytes_copy(inputs, u->out, out);
}

static inline void cdu_withdraw(struct cdu *u, uint64_t inputs)
{
	u->waiting &= ~inputs;
}

/* An input is granted the output `out`. */
static inline void cdu_send(struct cdu *u, unsigned port, unsigned out)
{
	u->sent[port] = (uint8_t)out;
}
