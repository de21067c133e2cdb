#ifndef RFCU_H
#define RFCU_H

#include "cam_in.h"
#include "packet.h"

/*
 * Flow control of the set-aside queues of all input ports towards upstream: what to
 * send is kept ready as masks of lines, changed where a count or sent_xoff changes.
 * Invariant: a port is in `wants` exactly if one of its lines has something to send.
 * RTL twin: rtl_gen/units/rfcu.v. RECN-IQ 2.4, 2.5, 3.6.
 */
struct rfcu {
	uint64_t wants;                 /* inputs */
	uint32_t level;                 /* lines that stop upstream for being over: all, or none, if packets that enter do (drfcu) */
	uint32_t over[SWITCH_PORTS], under[SWITCH_PORTS];       /* by input: lines with count > xoff_threshold, < xon_threshold */
	uint64_t sent, sent_cycle;      /* inputs: msg_valid_q, which is 1 in this cycle only */
	struct message msg[SWITCH_PORTS];       /* by input: the last one sent */
};

void rfcu_reset(struct rfcu *u, const struct shape *s);

/* A line over the threshold holds packets, so it is live. */
static inline void rfcu_look(struct rfcu *u, unsigned port, uint32_t sent_xoff)
{
	if ((u->over[port] & u->level & ~sent_xoff) | (u->under[port] & sent_xoff))
		u->wants |= bit(port);
	else
		u->wants &= ~bit(port);
}

static inline void rfcu_count(struct rfcu *u, const struct shape *s, unsigned port, unsigned l, unsigned count, uint32_t sent_xoff)
{
	const uint32_t line = UINT32_C(1) << l;

	u->over[port] = count > s->xoff_threshold ? u->over[port] | line : u->over[port] & ~line;
	u->under[port] = count < s->xon_threshold ? u->under[port] | line : u->under[port] & ~line;
	rfcu_look(u, port, sent_xoff);
}

/* The message of a port that wants; tells the CAM. */
const struct message *rfcu_send(struct rfcu *u, struct cam_in *cam, unsigned port);

/* Of these inputs, the message, but its valid bit; that. */
void rfcu_image(const struct rfcu *u, uint64_t inputs, struct image *m);
void rfcu_image_valid(uint64_t valid, uint64_t inputs, struct image *m);

#endif
