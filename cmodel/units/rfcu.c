#include "rfcu.h"

#include "render.h"

#define UNIT_ROWS "units/rfcu.def"
#include "rows.h"

unsigned rfcu_lowest(const struct shape *s, struct rfcu_lines u, unsigned port, bool xoffs, bool *xoff)
{
	for (unsigned l = 0; l < s->saqs; l++) {
		*xoff = !(u.sent[l] >> port & 1);
		if (*xoff ? xoffs && rfcu_over(s, u.count[l + 1], bit(port)) : rfcu_under(s, u.count[l + 1], bit(port)))
			return l;
	}
	assert(false && "an input without a message");
	return 0;
}

const struct message *rfcu_send(struct rfcu *u, const struct shape *s, const struct mu *mu, struct cam_in *cam, unsigned port)
{
	bool xoff;
	const unsigned l = rfcu_lowest(s, rfcu_lines_of(mu, cam), port, true, &xoff);

	cam_in_sent(cam, port, l, xoff);
	return rfcu_put(u, port, (struct message){ { points_turns(&cam->points, port, l) }, xoff, (uint8_t)l, cam->points.len[l][port], 0 });
}

void rfcu_image(const struct rfcu *u, uint64_t inputs, struct image *m)
{
	static const enum row shown[] = { ROW_msg_xoff_q, ROW_msg_line_q, ROW_msg_turns_q, ROW_msg_len_q };
	const struct rendering r = render_unit(m, SITE_rfcu);
	unsigned i;

	for (unsigned k = 0; k < sizeof shown / sizeof *shown; k++)
		render_output(m, SITE_rfcu, shown[k], inputs);
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
	render_bits(render_unit(m, SITE_rfcu), ROW_msg_valid_q, inputs, valid);
	render_output(m, SITE_rfcu, ROW_msg_valid_q, inputs);
}

void rfcu_image_limits(const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_rfcu);

	for (unsigned i = 0; i < s->radix; i++) {
		render(r, i, ROW_xoff_limit_q, s->xoff_threshold);
		render(r, i, ROW_xon_limit_q, s->xon_threshold);
	}
}
