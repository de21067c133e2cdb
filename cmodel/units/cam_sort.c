#include "cam_sort.h"

#include "render.h"

#define UNIT_ROWS "units/cam_sort.def"
#include "rows.h"

/* Lines that cover the congested point of the notification: it, or points before it on its route. */
static uint32_t covers(const struct sorted_lines *u, unsigned port)
{
	const struct congested_point *point = u->cam.notification + port;
	uint32_t lines = 0;

	for (unsigned l = 0; l < u->cam.saqs; l++) {
		const uint64_t mask = u->cam.points.mask[l][port] | (uint64_t)u->cam.points.upper_mask[l][port] << 32;

		lines |= (uint32_t)(u->cam.points.len[l][port] && u->cam.points.len[l][port] <= point->len &&
				    !((points_turns(&u->cam.points, port, l) ^ point->turns) & mask)) << l;
	}
	return lines;
}

/* Returns the longest of these lines, or NO_LINE. */
static unsigned longest(const struct sorted_lines *u, unsigned port, uint32_t lines)
{
	unsigned best = NO_LINE;

	EACH_IN(l, lines)
		if (best == NO_LINE || u->cam.points.len[l][port] > u->cam.points.len[best][port])
			best = l;
	return best;
}

unsigned cam_sort_apply_notification(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter)
{
	const struct congested_point *point = u->cam.notification + port;
	const uint32_t covering = covers(u, port);
	unsigned l = longest(u, port, covering);

	assert(point->len > 1);
	if (l == NO_LINE || u->cam.points.len[l][port] != point->len) {
		const unsigned place = cam_in_alloc(&u->cam, u->cam.saqs, port);
		const uint32_t before = covering & ~sorted_set_of(place);
		const unsigned parent = longest(u, port, before);

		if (sorted_lines_coarse(u, port, before)) {
			l = parent;
		} else if (place == NO_LINE || enter == place) {
			return NO_LINE;
		} else {
			l = place;
			sorted_lines_take(u, smu, port, l, *point, out, parent);
		}
	}
	cam_in_stop(&u->cam, port, l, point->out_line);
	return l;
}

static void image_line(const struct sorted_lines *u, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	render_field(r, port, ROW_turns_q, l, s->pool_w, points_turns(&u->cam.points, port, l));
	render_field(r, port, ROW_len_q, l, s->len_w, u->cam.points.len[l][port]);
	render_field(r, port, ROW_out_line_q, l, s->line_w, u->cam.points.out_line[l][port]);
	render_field(r, port, ROW_wait_q, l, s->count_w, u->wait[l][port]);
	render_field(r, port, ROW_behind_q, l, clog2(s->queues), u->behind[l][port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct sorted_lines *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	assert(sorted_lines_waits_hold(u, v->at[SITE_smu].unit));
	EACH_IN(i, v->ports)
		for (unsigned l = 0; l < u->cam.saqs; l++)
			if (sorted_lines_differ(u, i, l) || v->anew)
				image_line(u, v->s, i, l, r);
	cam_in_image(&u->cam, v, r, (struct cam_in_rows){ ROW_xoff_q, ROW_sent_xoff_q, ROW_notify_q });
}

const struct unit_model cam_sort_unit = { .place = sorted_lines_place, .rests = sorted_lines_rest, .image = image };
