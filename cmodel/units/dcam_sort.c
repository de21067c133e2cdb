#include "dcam_sort.h"

#include "render.h"

#define UNIT_ROWS "units/dcam_sort.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct dcam_sort *const u = unit;
	const struct shape *s = b->s;

	if (s->lists_in_memory) {
		u->spare = s->saqs - s->saqs / 2;
		return;
	}
	u->nodes = s->nodes;
	u->clip = arena_take(a, HOT, (size_t)b->ports * s->nodes, sizeof *u->clip);
	u->shown = arena_take(a, PAST, (size_t)s->radix * s->nodes, sizeof *u->shown);
}

/* Returns the line that a notification is for: a valid line of its length whose list has the destination; else the first line in use of the same
 * congested point that is linked to the same line; else NO_LINE. known: it is the former. */
static unsigned line_of(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port, unsigned out, uint32_t row, bool *known)
{
	const struct congested_point *point = lines->cam.notification + port;

	*known = true;
	EACH_IN(l, row & dcam_sort_valid(u, lines, port))
		if (lines->cam.points.len[l][port] == point->len)
			return l;
	*known = false;
	for (unsigned l = 0; l < lines->cam.saqs; l++)
		if (lines->cam.live[l] >> port & 1 && lines->cam.out[l][port] == out && lines->cam.points.len[l][port] == point->len &&
		    lines->cam.points.out_line[l][port] == point->out_line)
			return l;
	return NO_LINE;
}

/* Those of these lines that are congested points before the notified one on its route. */
static uint32_t points_before(const struct sorted_lines *lines, unsigned port, uint32_t matches)
{
	return (uint32_t)MEMBERS_WHERE(l, matches, lines->cam.points.len[l][port] < lines->cam.notification[port].len);
}

/* Line l has been taken. */
static void taken(struct dcam_sort *u, unsigned port, unsigned l)
{
	u->taken[l] |= bit(port);
	u->any_taken |= bit(port);
	for (uint32_t d = 0; d < u->nodes; d++)
		*dcam_sort_row(u, port, d) &= ~(UINT32_C(1) << l);
}

/* A line in use learns the destination, whose packets are in queue `parent`: it waits for them too. False: it waits for others. */
static bool join(struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned l, unsigned parent)
{
	const struct sorted_wait wait = sorted_lines_new_wait(lines, smu, port, parent);

	assert(parent != sorted_lines_queue(lines, l));
	if (!wait.packets)
		return true;
	if (lines->was_waiting[l] >> port & 1 && !(lines->behind[l][port] == parent && smu->count[parent][port]))
		return false;
	sorted_lines_wait(lines, port, l, wait);
	return true;
}

/* The output that notified last is the one that lets the line go. */
static void link_to_output(struct sorted_lines *lines, unsigned port, unsigned l, unsigned out)
{
	struct congested_point point = lines->cam.notification[port];

	point.len = lines->cam.points.len[l][port];
	cam_in_write(&lines->cam, port, l, point, out);
}

unsigned dcam_sort_apply_notification(struct dcam_sort *u, struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned out,
				      uint32_t row, unsigned enter, bool *learns)
{
	const struct congested_point *point = lines->cam.notification + port;
	uint32_t before = points_before(lines, port, dcam_sort_matches(u, lines, lines->cam.saqs, port, out, row));
	bool known;
	unsigned l = line_of(u, lines, port, out, row, &known);

	assert(point->len > 1);
	*learns = false;
	if (l == NO_LINE) {
		l = cam_in_alloc(&lines->cam, lines->cam.saqs, port);
		before &= ~sorted_set_of(l);
		const unsigned parent = dcam_sort_longest(lines, port, before);

		if (sorted_lines_coarse(lines, port, before)) {
			l = parent;
			link_to_output(lines, port, l, out);
		} else if (l == NO_LINE || enter == l) {
			return NO_LINE;
		} else {
			sorted_lines_take(lines, smu, port, l, *point, out, parent);
			taken(u, port, l);
			*learns = true;
		}
	} else {
		if (!known)
			*learns = join(lines, smu, port, l, sorted_lines_queue(lines, dcam_sort_longest(lines, port, before)));
		link_to_output(lines, port, l, out);
	}
	cam_in_stop(&lines->cam, port, l, point->out_line);
	if (*learns && u->clip)
		*dcam_sort_row(u, port, lines->cam.destination[port]) |= UINT32_C(1) << l;
	return l;
}

void dcam_sort_detect(struct dcam_sort *u, struct sorted_lines *lines, const struct shape *s, const struct smu *smu, unsigned port, unsigned l,
		      unsigned turn, unsigned out)
{
	sorted_lines_detect(lines, s, smu, port, l, turn, out);
	taken(u, port, l);
}

/* Line l is given up. */
static void retire(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, unsigned l)
{
	cam_in_end(&lines->cam, port, l);
	u->valid[l] &= ~bit(port);
}

/* Are too few lines not valid? */
static bool scarce(const struct dcam_sort *u, const struct sorted_lines *lines, uint32_t valid)
{
	return lines->cam.saqs - count_members(valid) < u->spare;
}

void dcam_sort_update(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, uint32_t dirty)
{
	const uint32_t live = (uint32_t)rows_with(lines->cam.live, lines->cam.saqs, port);
	const uint32_t was_live = (uint32_t)rows_with(lines->was_live, lines->cam.saqs, port);
	const uint32_t valid = dcam_sort_valid(u, lines, port), idle = valid & ~live & ~was_live;       /* neither used nor stopped in this step */

	if (scarce(u, lines, valid) && idle)
		retire(u, lines, port, lowest(idle));
	for (unsigned l = 0; l < lines->cam.saqs; l++)
		u->valid[l] |= u->taken[l] & bit(port);

	const uint32_t after = dcam_sort_valid(u, lines, port);

	u->retiring = (u->retiring & ~bit(port)) | (uint64_t)(scarce(u, lines, after) && after & ~live) << port;
	cam_in_shut(&lines->cam, port, after | dirty);
}

static void image_line(const struct sorted_lines *lines, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	render_field(r, port, ROW_port_q, l, s->port_w, points_turns(&lines->cam.points, port, l));
	render_field(r, port, ROW_len_q, l, s->len_w, lines->cam.points.len[l][port]);
	render_field(r, port, ROW_out_line_q, l, s->line_w, lines->cam.points.out_line[l][port]);
	render_field(r, port, ROW_wait_q, l, s->count_w, lines->wait[l][port]);
	render_field(r, port, ROW_behind_q, l, clog2(s->queues), lines->behind[l][port]);
}

/* Where they are not as the last image shows them. */
static void image_lists(const struct dcam_sort *u, const struct sight *v, unsigned port, struct rendering r)
{
	if (!shows_anew(u->shown + (size_t)port * u->nodes, dcam_sort_row(u, port, 0), u->nodes * sizeof *u->clip) && !v->anew)
		return;
	for (uint32_t d = 0; d < u->nodes; d++)
		render_field(r, port, ROW_clip_q, d, v->s->saqs, *dcam_sort_row(u, port, d));
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct dcam_sort *const u = unit;
	const struct sorted_lines *const lines = v->at[SITE_cam_sort].unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		for (unsigned l = 0; l < lines->cam.saqs; l++)
			if (sorted_lines_differ(lines, i, l) || v->anew)
				image_line(lines, v->s, i, l, r);
		render(r, i, ROW_row_q, u->row[i]);
		if (u->clip)
			image_lists(u, v, i, r);
	}
	cam_in_image(&lines->cam, v, r, (struct cam_in_rows){ ROW_xoff_q, ROW_sent_xoff_q, ROW_notify_q });
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct dcam_sort *const u = unit;

	(void)b;
	return !u->retiring;
}

const struct unit_model dcam_sort_unit = { .place = place, .rests = rests, .image = image };
