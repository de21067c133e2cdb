#pragma once

#include "dcam_in.h"
#include "rfcu.h"
#include "sorted_lines.h"

/*
 * Flow control of the set-aside queues of all input ports towards upstream, by destinations: when a packet enters a queue over the Xoff
 * threshold, an Xoff is sent for its destination. State is in struct rfcu.
 * RTL twin: rtl_gen/units/drfcu.v. FBICM 3.5.
 */

/* Will an Xoff be sent for this destination if a packet for it moves to the queue of line l? Call before the move. */
static inline bool drfcu_stops(const struct shape *s, const struct mu *mu, const struct cam_in *cam, const struct dcam_in *lists, unsigned port, unsigned l,
			       uint32_t destination)
{
	const uint16_t *count = mu->count[l + 1];
	const uint64_t over = rfcu_over(s, count, bit(port)) | (cam->sent[l] & bit(port) & ~rfcu_under(s, count, bit(port)));

	return over && !(lists->clip && destinations_has(&lists->nsb, port, destination));
}

/* Send the Xoff of a destination; send the Xon of a port that needs one. Both update the CAM, and return the message. */
const struct message *drfcu_stop(struct rfcu *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, unsigned l, uint32_t destination);
const struct message *drfcu_xon(struct rfcu *u, const struct shape *s, const struct mu *mu, struct cam_in *cam, struct dcam_in *lists, unsigned port);

/* The same where packets are sorted as they arrive: the inputs, of these, where an Xoff will be sent for a packet that enters the queue of line l, unless an
 * Xon is. Call before the packets enter. */
static inline uint64_t drfcu_stops_sorted(const struct shape *s, const struct sorted_lines *lines, const struct smu *smu, uint64_t inputs, unsigned l)
{
	const uint16_t *count = smu->count[l + 1];

	return rfcu_over(s, count, inputs) | (inputs & lines->sent[l] & ~rfcu_under(s, count, inputs));
}

/* The same of one input: with narrow registers that is quicker. */
static inline bool drfcu_stops_sorted_one(const struct shape *s, const struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned l)
{
	const unsigned count = smu->count[l + 1][port];

	return count > s->xoff_threshold || (lines->sent[l] >> port & 1 && count >= s->xon_threshold);
}

const struct message *drfcu_stop_sorted(struct rfcu *u, struct sorted_lines *lines, unsigned port, unsigned l, uint32_t destination);
const struct message *drfcu_xon_sorted(struct rfcu *u, const struct shape *s, struct sorted_lines *lines, const struct smu *smu, unsigned port);

extern const struct unit_model drfcu_unit;
