#include "rfcu.h"

#include "render.h"

#define UNIT_ROWS "units/rfcu.def"
#include "rows.h"

unsigned rfcu_lowest(const struct shape *s, uint16_t (*count)[SWITCH_PORTS], const struct cam_in *u, unsigned port, bool xoffs, bool *xoff)
{
	for (unsigned l = 0; l < s->saqs; l++) {
		*xoff = !(u->sent[l] >> port & 1);
		if (*xoff ? xoffs && rfcu_over(s, count[l], bit(port)) : rfcu_under(s, count[l], bit(port)))
			return l;
	}
	assert(false && "an input without a message");
	return 0;
}

const struct message *rfcu_send(struct rfcu *u, const struct shape *s, uint16_t (*count)[SWITCH_PORTS], struct cam_in *cam, unsigned port)
{
	bool xoff;
	const unsigned l = rfcu_lowest(s, count, cam, port, true, &xoff);

	cam_in_sent(cam, port, l, xoff);
	return rfcu_put(u, port, (struct message){ .turns = points_turns(&cam->points, port, l), .xoff = xoff, .line = (uint16_t)l, .len = cam->points.len[l][port] });
}

/* The message stays as it is until the next one. Rows of drfcu.def are these, but that its last two fields are length and destination. */
void rfcu_image(void *unit, const struct sight *v, struct image *m)
{
	static const enum row shown[] = { ROW_msg_xoff_q, ROW_msg_line_q, ROW_msg_turns_q, ROW_msg_len_q };
	const struct rfcu *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	const uint64_t sent = v->cycle == u->sent_cycle ? u->sent & v->ports : 0, inputs = v->anew ? v->ports : sent;

	for (unsigned k = 0; k < sizeof shown / sizeof *shown; k++)
		render_output(m, v->site, shown[k], inputs);
	EACH_IN(i, inputs) {
		const struct message *msg = u->msg + i;

		render(r, i, ROW_msg_xoff_q, msg->xoff);
		render(r, i, ROW_msg_line_q, msg->line);
		render(r, i, ROW_msg_turns_q, v->s->by_list ? msg->len : msg->turns);
		render(r, i, ROW_msg_len_q, v->s->by_list ? msg->destination : msg->len);
	}
	render_bits(r, ROW_msg_valid_q, v->ports, sent);
	render_output(m, v->site, ROW_msg_valid_q, v->ports);
	EACH_IN(i, v->s->csr ? v->ports : 0) {
		render(r, i, ROW_xoff_limit_q, v->s->xoff_threshold);
		render(r, i, ROW_xon_limit_q, v->s->xon_threshold);
	}
}

const struct unit_model rfcu_unit = { .image = rfcu_image };
