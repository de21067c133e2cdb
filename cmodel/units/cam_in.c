#include "cam_in.h"

#include "render.h"

#define UNIT_ROWS "units/cam_in.def"
#include "rows.h"

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a)
{
	u->saqs = s->saqs;
	points_place(&u->points, s, a);
	u->out = arena_take(a, HOT, s->saqs, sizeof *u->out);
}

/* Returns the line in use that names exactly this congested point, or NO_LINE. */
static unsigned line_of(const struct cam_in *u, unsigned port, const struct congested_point *point)
{
	unsigned l;

	EACH(l, rows_with(u->live, u->saqs, port))
		if (points_is(&u->points, port, l, point))
			return l;
	return NO_LINE;
}

unsigned cam_in_apply_notification(struct cam_in *u, unsigned port)
{
	const struct congested_point *point = u->notification + port;
	unsigned l = line_of(u, port, point);

	assert(point->len > 1);
	if (l == NO_LINE) {
		if (u->none_free >> port & 1)
			return NO_LINE;
		l = cam_in_alloc(u, u->saqs, port);
		cam_in_write(u, port, l, *point);
	}
	points_link(&u->points, port, l, point->out_line);
	cam_in_stop(u, port, l);
	return l;
}

void cam_in_xon(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn, unsigned line)
{
	uint64_t stopped = 0;

	for (unsigned l = 0; l < u->saqs; l++) {
		const bool let_go = u->points.out_line[l][port] == line && (u->points.turns[l][port] & ones(s->turn_w)) == turn;

		u->xoff[l] &= ~((uint64_t)let_go << port);
		stopped |= u->xoff[l];
	}
	u->stopped &= stopped | ~bit(port);
}

void cam_in_image(const struct cam_in *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_in);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_xoff_q, rows_with(u->xoff, u->saqs, i));
		render(r, i, ROW_sent_xoff_q, rows_with(u->sent, u->saqs, i));
	}
}

void cam_in_image_notifications(const struct cam_in *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_in);
	unsigned i;

	EACH(i, inputs) {
		const bool notified = u->notified >> i & 1;
		const struct congested_point point = notified ? u->notification[i] : (struct congested_point){ 0 };

		render_bit(r, i, ROW_notify_q, notified);
		render(r, i, ROW_notify_turns_q, point.turns);
		render(r, i, ROW_notify_len_q, point.len);
		render(r, i, ROW_notify_line_q, point.out_line);
	}
}

void cam_in_image_lines(const struct cam_in *u, const struct shape *s, unsigned port, uint64_t lines, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_in);
	unsigned l;

	EACH(l, lines) {
		render_field(r, port, ROW_turns_q, l, s->pool_w, points_turns(&u->points, port, l));
		render_field(r, port, ROW_len_q, l, s->len_w, u->points.len[l][port]);
		render_field(r, port, ROW_len_mask_q, l, s->turns, ones(u->points.len[l][port]));
		render_field(r, port, ROW_out_line_q, l, s->line_w, u->points.out_line[l][port]);
	}
}
