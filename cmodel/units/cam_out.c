#include "cam_out.h"

#include "render.h"

#define UNIT_ROWS "units/cam_out.def"
#include "rows.h"

void cam_out_place(struct cam_out *u, const struct shape *s, struct arena *a)
{
	u->saqs = s->saqs;
	u->line = arena_take(a, HOT, (size_t)s->radix * s->saqs, sizeof *u->line);
}

void cam_out_match(struct cam_out *u, unsigned port, uint64_t turns, unsigned left, unsigned from)
{
	unsigned best = NO_LINE, best_len = 255, l;

	EACH(l, u->stopped_lines[port]) {
		const struct congested_point *line = cam_out_line(u, port, l);

		if (line->len < best_len && congested_point_matches(line, turns, left)) {
			best = l;
			best_len = line->len;
		}
	}
	if (best == NO_LINE)
		return;
	cam_out_notify(u, port, best, from);
}

void cam_out_message(struct cam_out *u, const struct shape *s, unsigned port, const struct message *msg)
{
	const uint32_t line = UINT32_C(1) << msg->line;

	assert(msg->line < u->saqs && (u->stopped_lines[port] & line) == (msg->xoff ? 0 : line) && "Xoff and Xon in turn");
	if (!msg->xoff) {
		cam_out_xon(u, port, msg->line);
		return;
	}
	assert(msg->len >= 1 && msg->len <= s->turns && !(msg->turns & ~ones(msg->len * s->turn_w)));
	cam_out_stop(u, port, msg->line, congested_point_make(s, msg->turns, msg->len, 0));
}

void cam_out_image(const struct cam_out *u, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_out);
	unsigned o;

	EACH(o, outputs) {
		render(r, o, ROW_notify_src_q, u->notify_src[o]);
		render(r, o, ROW_notify_line_q, u->notify_line[o]);
	}
}

void cam_out_image_valid(const struct cam_out *u, uint64_t outputs, struct image *m)
{
	render_bits(render_unit(m, SITE_cam_out), ROW_notify_valid_q, outputs, u->notify);
}

void cam_out_image_xon(const struct cam_out *u, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_out);
	unsigned o;

	EACH(o, outputs) {
		render_bit(r, o, ROW_xon_valid_q, u->xon >> o & 1);
		render(r, o, ROW_xon_line_q, u->xon >> o & 1 ? u->xon_line[o] : 0);
	}
}

void cam_out_image_lines(const struct cam_out *u, const struct shape *s, uint64_t outputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_out);
	unsigned o;

	EACH(o, outputs) {
		for (unsigned l = 0; l < u->saqs; l++) {
			const struct congested_point *line = cam_out_line(u, o, l);

			render_field(r, o, ROW_turns_q, l, s->pool_w, line->turns);
			render_field(r, o, ROW_len_q, l, s->len_w, line->len);
		}
		render(r, o, ROW_stopped_q, u->stopped_lines[o]);
	}
}
