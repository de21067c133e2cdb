#include "dcam_in.h"

#include "render.h"

#define UNIT_ROWS "units/dcam_in.def"
#include "rows.h"

void dcam_in_place(struct dcam_in *u, const struct shape *s, struct arena *a)
{
	if (s->lists_in_memory)
		return;
	u->nodes = s->nodes;
	u->clip = arena_take(a, HOT, (size_t)s->radix * s->nodes, sizeof *u->clip);
	destinations_place(&u->nsb, a, s->radix, s->nodes);
}

/* Returns the line in use that a notification is for: a line of its length whose list has the destination; else the first line of the same
 * congested point that is linked to the same line; else NO_LINE. */
static unsigned line_of(const struct cam_in *cam, unsigned port, const struct congested_point *point, uint32_t row)
{
	unsigned linked = NO_LINE, l;

	EACH(l, rows_with(cam->live, cam->saqs, port)) {
		if (row >> l & 1 && cam->points.len[l][port] == point->len)
			return l;
		if (linked == NO_LINE && points_is(&cam->points, port, l, point) && cam->points.out_line[l][port] == point->out_line)
			linked = l;
	}
	return linked;
}

unsigned dcam_in_apply_notification(struct cam_in *cam, unsigned port, uint32_t row)
{
	const struct congested_point *point = cam->notification + port;
	unsigned l = line_of(cam, port, point, row);

	if (l == NO_LINE) {
		if (cam->none_free >> port & 1)
			return NO_LINE;
		l = cam_in_alloc(cam, cam->saqs, port);
	}
	cam_in_write(cam, port, l, *point);
	cam_in_stop(cam, port, l);
	return l;
}

void dcam_in_xon_sent(struct dcam_in *u, unsigned port, unsigned l)
{
	const uint32_t *row = dcam_in_row(u, port, 0);
	uint64_t *nsb = destinations_of(&u->nsb, port);

	for (uint32_t d = 0; d < u->nodes; d++)
		nsb[d / 64] &= ~((uint64_t)(row[d] >> l & 1) << d % 64);
}

void dcam_in_clear_left(struct dcam_in *u, const struct cam_in *cam, unsigned port)
{
	const uint32_t left = (uint32_t)(rows_with(u->live_prev, cam->saqs, port) & ~rows_with(cam->live, cam->saqs, port));
	uint32_t *row = dcam_in_row(u, port, 0);

	dcam_in_update_live_prev(u, cam, port);
	for (uint32_t d = 0; left && d < u->nodes; d++)
		row[d] &= ~left;
}

void dcam_in_image(const struct dcam_in *u, const struct cam_in *cam, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_in);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_xoff_q, rows_with(cam->xoff, cam->saqs, i));
		render(r, i, ROW_sent_xoff_q, rows_with(cam->sent, cam->saqs, i));
		render(r, i, ROW_live_prev_q, rows_with(u->live_prev, cam->saqs, i));
	}
}

void dcam_in_image_notifications(const struct dcam_in *u, const struct cam_in *cam, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_in);
	unsigned i;

	EACH(i, inputs) {
		const bool notified = cam->notified >> i & 1;
		const struct congested_point point = notified ? cam->notification[i] : (struct congested_point){ 0 };

		render_bit(r, i, ROW_notify_q, notified);
		render(r, i, ROW_notify_port_q, point.turns);
		render(r, i, ROW_notify_len_q, point.len);
		render(r, i, ROW_notify_line_q, point.out_line);
		render(r, i, ROW_notify_destination_q, notified ? u->notification[i] : 0);
	}
}

void dcam_in_image_lists(const struct dcam_in *u, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_in);
	unsigned i;

	EACH(i, inputs) {
		for (uint32_t d = 0; d < u->nodes; d++)
			render_field(r, i, ROW_clip_q, d, s->saqs, *dcam_in_row(u, i, d));
		render_set(r, i, ROW_nsb_q, destinations_of(&u->nsb, i));
	}
}

void dcam_in_image_lines(const struct cam_in *cam, const struct shape *s, unsigned port, uint64_t lines, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_in);
	unsigned l;

	EACH(l, lines) {
		render_field(r, port, ROW_port_q, l, s->port_w, cam->points.turns[l][port]);
		render_field(r, port, ROW_len_q, l, s->len_w, cam->points.len[l][port]);
		render_field(r, port, ROW_out_line_q, l, s->line_w, cam->points.out_line[l][port]);
	}
}

bool dcam_in_empty(const struct dcam_in *u, unsigned inputs)
{
	uint64_t any = 0;

	for (size_t k = 0; k < (size_t)inputs * u->nodes; k++)
		any |= u->clip[k];
	for (size_t k = 0; k < (size_t)inputs * u->nsb.words; k++)
		any |= u->nsb.set[k];
	return !any;
}
