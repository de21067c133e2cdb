#include "cam_in.h"

#include "render.h"

#define UNIT_ROWS "units/cam_in.def"
#include "rows.h"

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a)
{
	u->saqs = s->saqs;
	u->cold = queue_of_line(s, 0);
	u->out = arena_take(a, HOT, s->saqs, sizeof *u->out);
	points_place(&u->points, s, a);
	u->shown = arena_take(a, PAST, 1, sizeof *u->shown);
}

static void place(void *unit, const struct bank *b, struct arena *a)
{
	cam_in_place(unit, b->s, a);
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
	EACH_IN(l, rows_with(u->live, u->saqs, port))
		if (points_is(&u->points, port, l, point))
			return l;
	return NO_LINE;
}

unsigned cam_in_apply_notification(struct cam_in *u, unsigned port, unsigned out)
{
	const struct congested_point *point = u->notification + port;
	unsigned l = line_of(u, port, point);

	assert(point->len > 1);
	if (l == NO_LINE) {
		l = cam_in_alloc(u, u->saqs, port);
		if (l == NO_LINE)
			return NO_LINE;
		cam_in_write(u, port, l, *point, out);
	}
	cam_in_stop(u, port, l, point->out_line);
	return l;
}

void cam_in_xon(struct cam_in *u, uint64_t inputs, unsigned out, unsigned line)
{
	for (unsigned l = 0; l < u->saqs; l++)
		EACH_IN(i, u->xoff[l] & inputs)
			if (u->out[l][i] == out && u->points.out_line[l][i] == line)
				u->xoff[l] &= ~bit(i);
}

/* A notification, or that there is none. */
static void image_notification(const struct cam_in *u, unsigned port, const struct shape *s, struct rendering r, unsigned row)
{
	const bool notified = u->notified >> port & 1;
	const struct congested_point *const point = u->notification + port;

	render_bit(r, port, row, notified);
	render(r, port, row + 1, notified ? point->turns : 0);
	render(r, port, row + 2, notified ? point->len : 0);
	render(r, port, row + 3, notified ? point->out_line : 0);
	if (s->by_list)
		render(r, port, row + 4, notified ? u->destination[port] : 0);
}

void cam_in_image(const struct cam_in *u, const struct sight *v, struct rendering r, struct cam_in_rows rows)
{
	EACH_IN(i, v->ports) {
		render(r, i, rows.xoff, rows_with(u->xoff, u->saqs, i));
		render(r, i, rows.sent_xoff, rows_with(u->sent, u->saqs, i));
	}
	EACH_IN(i, v->anew ? v->ports : v->ports & (u->notified | u->shown->notified))
		image_notification(u, i, v->s, r, rows.notify);
	u->shown->notified = u->notified;
	memcpy(u->shown->live, u->live, sizeof u->live);
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

	EACH_IN(i, v->ports)
		EACH_IN(l, cam_in_changed(u, v, i))
			image_line(u, v->s, i, l, r);
	cam_in_image(u, v, r, (struct cam_in_rows){ ROW_xoff_q, ROW_sent_xoff_q, ROW_notify_q });
}

const struct unit_model cam_in_unit = { .place = place, .rests = rests, .image = image };
