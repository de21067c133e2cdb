#pragma once

#include "cam_in.h"
#include "messages.h"

/*
 * Flow control of the set-aside queues of all input ports towards upstream.
 * RTL twin: rtl_gen/units/rfcu.v. RECN-IQ 2.4, 2.5, 3.6.
 */
struct rfcu {
	uint64_t sent, sent_cycle;      /* inputs: msg_valid_q, which is 1 in sent_cycle only */
	struct message msg[SWITCH_PORTS];       /* by input: the last one sent */
};

/* Inputs of `among` where the occupancy of a line's queue is over xoff_threshold; is below xon_threshold. count: of that queue, by input. */
static inline uint64_t rfcu_over(const struct shape *s, const uint16_t *count, uint64_t among)
{
	return words_above(among, count, s->xoff_threshold);
}

static inline uint64_t rfcu_under(const struct shape *s, const uint16_t *count, uint64_t among)
{
	return among & ~words_above(among, count, s->xon_threshold - 1);
}

/* Inputs with a message to send. count: by line and input, packets in its queue, here and below; xoff: count Xoffs as well; false with drfcu, where packets that enter cause them. */
static inline uint64_t rfcu_wants(const struct shape *s, uint16_t (*count)[SWITCH_PORTS], const struct cam_in *u, unsigned lines, bool xoff)
{
	uint64_t wants = 0;

	EACH_OF(l, lines)
		if (u->live[l])
			wants |= (xoff ? rfcu_over(s, count[l], u->live[l] & ~u->sent[l]) : 0) | rfcu_under(s, count[l], u->sent[l]);
	return wants;
}

/* Returns the lowest line with a message to send; there must be one. *xoff: whether the message is an Xoff. */
unsigned rfcu_lowest(const struct shape *s, uint16_t (*count)[SWITCH_PORTS], const struct cam_in *u, unsigned port, bool xoffs, bool *xoff);

/* Set the inputs that send a message in this cycle. */
static inline void rfcu_begin(struct rfcu *u, uint64_t inputs, uint64_t cycle)
{
	u->sent = inputs;
	u->sent_cycle = cycle + 1;
}

/* Set the message of a port. Returns it. */
static inline const struct message *rfcu_put(struct rfcu *u, unsigned port, struct message msg)
{
	u->msg[port] = msg;
	return u->msg + port;
}

/* Send the message of a port that has one to send, and update the CAM. Returns the message. */
const struct message *rfcu_send(struct rfcu *u, const struct shape *s, uint16_t (*count)[SWITCH_PORTS], struct cam_in *cam, unsigned port);

extern const struct unit_model rfcu_unit;

/* Of both: rfcu, drfcu. */
void rfcu_image(void *unit, const struct sight *v, struct image *m);
