#include "drfcu.h"

/* Send a message for line l. For an Xon, `destination` is that of the message before: msg_destination_q keeps its value. */
static const struct message *send(struct rfcu *u, struct cam_in *cam, unsigned port, unsigned l, bool xoff, uint32_t destination)
{
	cam_in_sent(cam, port, l, xoff);
	return rfcu_put(u, port, (struct message){ .destination = destination, .xoff = xoff, .line = (uint8_t)l, .len = cam->points.len[l][port] });
}

const struct message *drfcu_stop(struct rfcu *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, unsigned l, uint32_t destination)
{
	if (lists && lists->clip)
		destinations_add(&lists->nsb, port, destination);
	return send(u, cam, port, l, true, destination);
}

const struct message *drfcu_xon(struct rfcu *u, const struct shape *s, uint16_t (*count)[SWITCH_PORTS], struct cam_in *cam, struct dcam_in *lists,
				unsigned port)
{
	bool xoff;
	const unsigned l = rfcu_lowest(s, count, cam, port, false, &xoff);

	if (lists && lists->clip)
		dcam_in_xon_sent(lists, port, l);
	return send(u, cam, port, l, false, u->msg[port].destination);
}

const struct unit_model drfcu_unit = { .image = rfcu_image };
