#ifndef CDU_H
#define CDU_H

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
	uint8_t popped[SWITCH_PORTS];   /* by input: output of the packet popped last. Images only. */
};

void cdu_reset(struct cdu *u, const struct shape *s);

/* Inputs of `ready` (the cold queue's head is ready) where the cold queue is over the threshold, without those that are still sending to
 * the output of its head: such a head waits for a packet of its own input. count, out: of the cold queue, by input, packets and output of its head. */
static inline uint64_t cdu_congested(const struct cdu *u, const struct shape *s, const uint16_t *count, const uint8_t *out, uint64_t ready, uint64_t idle)
{
	const uint64_t crowded = ready ? words_above(ready, count, s->detect_threshold) : 0;

	return crowded ? crowded & (idle | ~lanes_equal(lanes_load(u->sent), lanes_load(out))) : 0;
}

/* Set the inputs that may detect congestion in the next cycle; remove inputs where a notification comes first. */
static inline void cdu_set(struct cdu *u, uint64_t inputs)
{
	u->waiting = inputs;
}

static inline void cdu_withdraw(struct cdu *u, uint64_t inputs)
{
	u->waiting &= ~inputs;
}

/* An input is granted the output `out`; the packet granted last is popped. */
static inline void cdu_send(struct cdu *u, unsigned port, unsigned out)
{
	u->sent[port] = (uint8_t)out;
}

static inline void cdu_pop(struct cdu *u, unsigned port)
{
	u->popped[port] = u->sent[port];
}

/* Render detect_q. popping: inputs granted in the cycle before, where it is 0. */
void cdu_image(const struct cdu *u, uint64_t popping, uint64_t inputs, struct image *m);
/* Render sent_turn_q. */
void cdu_image_sent(const struct cdu *u, const struct shape *s, uint64_t inputs, struct image *m);

/* Render detect_limit_q, which a switch with registers on a bus has: the threshold of this cycle. */
void cdu_image_limit(const struct shape *s, struct image *m);

#endif
