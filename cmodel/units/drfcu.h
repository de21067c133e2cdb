#ifndef DRFCU_H
#define DRFCU_H

#include "dcam_in.h"
#include "rfcu.h"

/*
 * Flow control of the set-aside queues of all input ports towards upstream, by destinations: a packet that enters a queue which is
 * too long stops its destination. The rest, and Xon, is that of struct rfcu.
 * RTL twin: rtl_gen/units/drfcu.v. FBICM 3.5.
 */

/* Does a packet of this destination stop it by moving to the queue of the line? Before it does. */
static inline bool drfcu_stops(const struct shape *s, const struct mu *mu, const struct cam_in *cam, const struct dcam_in *lists, unsigned port, unsigned l,
			       uint32_t destination)
{
	const uint64_t over = rfcu_over(s, mu, l, bit(port)) | (cam->sent[l] & bit(port) & ~rfcu_under(s, mu, l, bit(port)));

	return over && !(lists->clip && destinations_has(&lists->nsb, port, destination));
}

/* Its Xoff; the Xon of a port that wants one. They tell the CAM. */
const struct message *drfcu_stop(struct rfcu *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, unsigned l, uint32_t destination);
const struct message *drfcu_let_go(struct rfcu *u, const struct shape *s, const struct mu *mu, struct cam_in *cam, struct dcam_in *lists, unsigned port);

/* Of these inputs, the message, but its valid bit; that. */
void drfcu_image(const struct rfcu *u, uint64_t inputs, struct image *m);
void drfcu_image_valid(uint64_t valid, uint64_t inputs, struct image *m);

#endif
