#include "cam_in.h"

#include "render.h"

#define UNIT_ROWS "units/cam_in.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct cam_in *const u = unit;

	u->saqs = b->s->saqs;
	points_place(&u->points, b->s, a);
	u->out = arena_take(a, HOT, b->s->saqs, sizeof *u->out);
	u->shown = arena_take(a, PAST, 1, sizeof *u->shown);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct cam_in *const u = unit;

	(void)b;
	return !(u->any_live | u->notified);
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

void cam_in_image_notification(struct rendering r, unsigned port, unsigned row, bool notified, const struct congested_point *point)
{
	render_bit(r, port, row, notified);
	render(r, port, row + ROW_notify_turns_q - ROW_notify_q, notified ? point->turns : 0);
	render(r, port, row + ROW_notify_len_q - ROW_notify_q, notified ? point->len : 0);
	render(r, port, row + ROW_notify_line_q - ROW_notify_q, notified ? point->out_line : 0);
}

static void image_line(const struct cam_in *u, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	render_field(r, port, ROW_turns_q, l, s->pool_w, points_turns(&u->points, port, l));
	render_field(r, port, ROW_len_q, l, s->len_w, u->points.len[l][port]);
	render_field(r, port, ROW_len_mask_q, l, s->turns, ones(u->points.len[l][port]));
	render_field(r, port, ROW_out_line_q, l, s->line_w, u->points.out_line[l][port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct cam_in *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	unsigned i, l;

	EACH(i, v->ports) {
		render(r, i, ROW_xoff_q, rows_with(u->xoff, u->saqs, i));
		render(r, i, ROW_sent_xoff_q, rows_with(u->sent, u->saqs, i));
		EACH(l, cam_in_changed(u, v, i))
			image_line(u, v->s, i, l, r);
	}
	EACH(i, cam_in_renotified(u, v))
		cam_in_image_notification(r, i, ROW_notify_q, u->notified >> i & 1, u->notification + i);
	cam_in_show(u);
}

const struct unit_model cam_in_unit = { .place = place, .rests = rests, .image = image };
