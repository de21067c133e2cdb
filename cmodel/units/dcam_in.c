#include "dcam_in.h"

#include "render.h"

#define UNIT_ROWS "units/dcam_in.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct dcam_in *const u = unit;
	const struct shape *s = b->s;

	if (s->lists_in_memory)
		return;
	u->nodes = s->nodes;
	u->clip = arena_take(a, HOT, (size_t)b->ports * s->nodes, sizeof *u->clip);
	destinations_place(&u->nsb, a, b->ports, s->nodes);
	u->shown_clip = arena_take(a, PAST, (size_t)s->radix * s->nodes, sizeof *u->shown_clip);
	u->shown_nsb = arena_take(a, PAST, (size_t)s->radix * u->nsb.words, sizeof *u->shown_nsb);
}

/* Returns the line in use that a notification is for: a line of its length whose list has the destination; else the first line of the same
 * congested point that is linked to the same line; else NO_LINE. */
static unsigned line_of(const struct cam_in *cam, unsigned port, const struct congested_point *point, uint32_t row)
{
	unsigned linked = NO_LINE;

	EACH_IN(l, rows_with(cam->live, cam->saqs, port)) {
		if (row >> l & 1 && cam->points.len[l][port] == point->len)
			return l;
		if (linked == NO_LINE && points_is(&cam->points, port, l, point) && cam->points.out_line[l][port] == point->out_line)
			linked = l;
	}
	return linked;
}

unsigned dcam_in_apply_notification(struct cam_in *cam, unsigned port, unsigned out, uint32_t row)
{
	const struct congested_point *point = cam->notification + port;
	unsigned l = line_of(cam, port, point, row);

	if (l == NO_LINE)
		l = cam_in_alloc(cam, cam->saqs, port);
	if (l == NO_LINE)
		return NO_LINE;
	cam_in_write(cam, port, l, *point, out);
	cam_in_stop(cam, port, l, point->out_line);
	return l;
}

void dcam_in_xon_sent(struct dcam_in *u, unsigned port, unsigned l)
{
	const uint32_t *row = dcam_in_row(u, port, 0);
	uint64_t *nsb = destinations_of(&u->nsb, port);

	for (uint32_t d = 0; d < u->nodes; d++)
		nsb[d / 64] &= ~((uint64_t)(row[d] >> l & 1) << d % 64);
}

static void clear_left(struct dcam_in *u, const struct cam_in *cam, unsigned port)
{
	const uint32_t left = (uint32_t)(rows_with(u->live_prev, cam->saqs, port) & ~rows_with(cam->live, cam->saqs, port));
	uint32_t *row = dcam_in_row(u, port, 0);

	for (unsigned l = 0; l < cam->saqs; l++)
		u->live_prev[l] = (u->live_prev[l] & ~bit(port)) | (cam->live[l] & bit(port));
	for (uint32_t d = 0; left && d < u->nodes; d++)
		row[d] &= ~left;
}

void dcam_in_clear_left(struct dcam_in *u, const struct cam_in *cam)
{
	EACH_IN(i, u->live_changed)
		clear_left(u, cam, i);
	u->live_changed = 0;
}

/* Where they are not as the last image shows them. */
static void image_lists(const struct dcam_in *u, const struct sight *v, unsigned port, struct rendering r)
{
	const uint64_t *const nsb = destinations_of(&u->nsb, port);

	if (shows_anew(u->shown_clip + (size_t)port * u->nodes, dcam_in_row(u, port, 0), u->nodes * sizeof *u->clip) || v->anew)
		for (uint32_t d = 0; d < u->nodes; d++)
			render_field(r, port, ROW_clip_q, d, v->s->saqs, *dcam_in_row(u, port, d));
	if (shows_anew(u->shown_nsb + (size_t)port * u->nsb.words, nsb, u->nsb.words * sizeof *nsb) || v->anew)
		render_set(r, port, ROW_nsb_q, nsb);
}

static void image_line(const struct cam_in *cam, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	render_field(r, port, ROW_port_q, l, s->port_w, cam->points.turns[l][port]);
	render_field(r, port, ROW_len_q, l, s->len_w, cam->points.len[l][port]);
	render_field(r, port, ROW_out_line_q, l, s->line_w, cam->points.out_line[l][port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct dcam_in *const u = unit;
	const struct cam_in *const cam = v->at[SITE_cam_in].unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		render(r, i, ROW_live_prev_q, rows_with(u->live_prev, cam->saqs, i));
		EACH_IN(l, cam_in_changed(cam, v, i))
			image_line(cam, v->s, i, l, r);
		if (u->clip)
			image_lists(u, v, i, r);
	}
	cam_in_image(cam, v, r, (struct cam_in_rows){ ROW_xoff_q, ROW_sent_xoff_q, ROW_notify_q });
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct dcam_in *const u = unit;
	uint64_t any = u->live_changed;

	for (size_t k = 0; k < (size_t)b->ports * u->nodes; k++)
		any |= u->clip[k];
	for (size_t k = 0; k < (size_t)b->ports * u->nsb.words; k++)
		any |= u->nsb.set[k];
	return !any;
}

const struct unit_model dcam_in_unit = { .place = place, .rests = rests, .image = image };
