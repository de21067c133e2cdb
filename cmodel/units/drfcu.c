#include "drfcu.h"

/* Send a message for line l. For an Xon, `destination` is that of the message before: msg_destination_q keeps its value. */
static const struct message *send(struct rfcu *u, struct cam_in *cam, unsigned port, unsigned l, bool xoff, uint32_t destination)
{
	cam_in_sent(cam, port, l, xoff);
	return rfcu_put(u, port, (struct message){ .destination = destination, .xoff = xoff, .line = (uint8_t)l, .len = cam->points.len[l][port] });
}

const struct message *drfcu_stop(struct rfcu *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, unsigned l, uint32_t destination)
{
	if (lists->clip)
		destinations_add(&lists->nsb, port, destination);
	return send(u, cam, port, l, true, destination);
}

const struct message *drfcu_xon(struct rfcu *u, const struct shape *s, const struct mu *mu, struct cam_in *cam, struct dcam_in *lists, unsigned port)
{
	unsigned l = 0;

	while (!rfcu_under(s, mu->count[l + 1], cam->sent[l] & bit(port)))
		l++;

	if (lists->clip)
		dcam_in_xon_sent(lists, port, l);
	return send(u, cam, port, l, false, u->msg[port].destination);
}

static const struct message *send_sorted(struct rfcu *u, struct sorted_lines *lines, unsigned port, unsigned l, bool xoff, uint32_t destination)
{
	sorted_lines_sent(lines, port, l, xoff);
	return rfcu_put(u, port,
			(struct message){ .destination = destination, .xoff = xoff, .line = (uint8_t)l, .len = lines->points.len[l][port] });
}

const struct message *drfcu_stop_sorted(struct rfcu *u, struct sorted_lines *lines, unsigned port, unsigned l, uint32_t destination)
{
	return send_sorted(u, lines, port, l, true, destination);
}

const struct message *drfcu_xon_sorted(struct rfcu *u, const struct shape *s, struct sorted_lines *lines, const struct smu *smu, unsigned port)
{
	bool xoff;
	const unsigned l = rfcu_lowest(s, (struct rfcu_lines){ smu->count, lines->busy, lines->sent }, port, false, &xoff);

	return send_sorted(u, lines, port, l, false, u->msg[port].destination);
}

const struct unit_model drfcu_unit = { .image = rfcu_image };
