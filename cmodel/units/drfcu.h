#pragma once

#include "dcam_in.h"
#include "rfcu.h"

/*
 * Flow control of the set-aside queues of all input ports towards upstream, by destinations: when a packet enters a queue over the Xoff
 * threshold, an Xoff is sent for its destination. State is in struct rfcu.
 * RTL twin: rtl_gen/units/drfcu.v. FBICM 3.5.
 */

/* The inputs, of these, where an Xoff will be sent for a packet that enters the queue of line l, unless an Xon is; count: of that queue. Call before the
 * packets enter. */
static inline uint64_t drfcu_stops(const struct shape *s, const struct cam_in *cam, const uint16_t *count, uint64_t inputs, unsigned l)
{
	return rfcu_over(s, count, inputs) | (inputs & cam->sent[l] & ~rfcu_under(s, count, inputs));
}

/* The same of one input, and so many packets: with narrow registers that is quicker. */
static inline bool drfcu_stops_one(const struct shape *s, const struct cam_in *cam, unsigned count, unsigned port, unsigned l)
{
	return count > s->xoff_threshold || (cam->sent[l] >> port & 1 && count >= s->xon_threshold);
}

/* Send the Xoff of a destination; send the Xon of a port that needs one. Both update the CAM, and return the message. lists: NULL where packets are sorted
 * as they arrive. */
const struct message *drfcu_stop(struct rfcu *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, unsigned l, uint32_t destination);
const struct message *drfcu_xon(struct rfcu *u, const struct shape *s, uint16_t (*count)[SWITCH_PORTS], struct cam_in *cam, struct dcam_in *lists,
				unsigned port);

extern const struct unit_model drfcu_unit;
