#include "rfcu.h"

#include "render.h"

#define UNIT_ROWS "units/rfcu.def"
#include "rows.h"

void rfcu_reset(struct rfcu *u, const struct shape *s)
{
	u->level = s->nodes ? 0 : (uint32_t)ones(s->saqs);
	for (unsigned i = 0; i < s->radix; i++)
		u->under[i] = (uint32_t)ones(s->saqs);
}

const struct message *rfcu_send(struct rfcu *u, struct cam_in *cam, unsigned port)
{
	const uint32_t off = u->over[port] & ~cam->sent[port], on = u->under[port] & cam->sent[port];
	const unsigned l = lowest(off | on);
	const struct line *line = cam_in_line(cam, port, l);
	const bool xoff = off >> l & 1;

	u->msg[port] = (struct message){ { line->turns }, xoff, (uint8_t)l, line->len };
	cam_in_sent(cam, port, l, xoff);
	rfcu_look(u, port, cam->sent[port]);
	return u->msg + port;
}

void rfcu_image(const struct rfcu *u, uint64_t inputs, struct image *m)
{
	static const enum row shown[] = { ROW_msg_xoff_q, ROW_msg_line_q, ROW_msg_turns_q, ROW_msg_len_q };
	const struct rendering r = render_unit(m, UNIT_rfcu);
	unsigned i;

	for (unsigned k = 0; k < sizeof shown / sizeof *shown; k++)
		render_output(m, UNIT_rfcu, shown[k], inputs);
	EACH(i, inputs) {
		const struct message *msg = u->msg + i;

		render(r, i, ROW_msg_xoff_q, msg->xoff);
		render(r, i, ROW_msg_line_q, msg->line);
		render(r, i, ROW_msg_turns_q, msg->turns);
		render(r, i, ROW_msg_len_q, msg->len);
	}
}

void rfcu_image_valid(uint64_t valid, uint64_t inputs, struct image *m)
{
	render_bits(render_unit(m, UNIT_rfcu), ROW_msg_valid_q, inputs, valid);
	render_output(m, UNIT_rfcu, ROW_msg_valid_q, inputs);
}
