#include "dcam_sort.h"

#include "render.h"

#define UNIT_ROWS "units/dcam_sort.def"
#include "rows.h"

void dcam_sort_place(struct dcam_sort *u, const struct shape *s, struct arena *a)
{
	if (s->lists_in_memory) {
		u->spare = s->saqs - s->saqs / 2;
		return;
	}
	u->nodes = s->nodes;
	u->clip = arena_take(a, HOT, (size_t)s->radix * s->nodes, sizeof *u->clip);
}

/* Returns the line that a notification is for: a valid line of its length whose list has the destination; else the first line in use of the same
 * congested point that is linked to the same line; else NO_LINE. known: it is the former. */
static unsigned line_of(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port, unsigned out, uint32_t row, bool *known)
{
	const struct congested_point *point = lines->notification + port;
	const uint32_t linked = lines->busy[port] & *sorted_lines_leading(lines, port, out);
	unsigned l;

	*known = true;
	EACH(l, row & u->valid[port])
		if (sorted_line(lines, port, l)->point.len == point->len)
			return l;
	*known = false;
	EACH(l, linked) {
		const struct congested_point *at = &sorted_line(lines, port, l)->point;

		if (at->len == point->len && at->out_line == point->out_line)
			return l;
	}
	return NO_LINE;
}

/* Line l has been taken. */
static void taken(struct dcam_sort *u, unsigned port, unsigned l)
{
	const uint32_t line = UINT32_C(1) << l;

	u->taken[port] = line;
	for (uint32_t d = 0; d < u->nodes; d++)
		*dcam_sort_row(u, port, d) &= ~line;
}

/* A line in use learns the destination, whose packets are in queue `parent`: it waits for them too. False: it waits for others. */
static bool join(struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned l, unsigned parent)
{
	const struct sorted_wait wait = sorted_lines_new_wait(lines, smu, port, parent);

	assert(parent != l + 1);
	if (!wait.packets)
		return true;
	if (lines->waited[port] >> l & 1 && !(sorted_line(lines, port, l)->behind == parent && smu_queue(smu, port, parent)->count))
		return false;
	sorted_lines_wait(lines, port, l, wait);
	return true;
}

/* The output that notified last is the one that lets the line go. */
static void link_to_output(struct sorted_lines *lines, unsigned port, unsigned l, unsigned out)
{
	struct congested_point *at = &sorted_line(lines, port, l)->point;
	const uint32_t line = UINT32_C(1) << l;

	assert(at->len == lines->notification[port].len);
	*sorted_lines_leading(lines, port, (unsigned)at->turns) &= ~line;
	*sorted_lines_leading(lines, port, out) |= line;
	*at = lines->notification[port];
}

unsigned dcam_sort_apply_notification(struct dcam_sort *u, struct sorted_lines *lines, const struct smu *smu, unsigned port, unsigned out,
				      uint32_t row, unsigned enter, bool *learns)
{
	const struct congested_point *point = lines->notification + port;
	const uint32_t covers = dcam_sort_matches(u, lines, port, out, row);
	bool known;
	unsigned l = line_of(u, lines, port, out, row, &known);

	assert(point->len > 1);
	*learns = false;
	if (l == NO_LINE) {
		l = sorted_lines_alloc(lines, port);
		if (l == NO_LINE || enter == l + 1)
			return NO_LINE;
		const unsigned parent = dcam_sort_longest(lines, port, covers & ~(UINT32_C(1) << l), point->len);

		sorted_lines_take(lines, smu, port, l, *point, out, sorted_queue_of(parent));
		taken(u, port, l);
		*learns = true;
	} else {
		if (!known)
			*learns = join(lines, smu, port, l, sorted_queue_of(dcam_sort_longest(lines, port, covers, point->len)));
		link_to_output(lines, port, l, out);
	}
	sorted_lines_stop(lines, port, l);
	if (*learns && u->clip)
		*dcam_sort_row(u, port, u->notification[port]) |= UINT32_C(1) << l;
	return l;
}

void dcam_sort_detect(struct dcam_sort *u, struct sorted_lines *lines, const struct shape *s, const struct smu *smu, unsigned port, unsigned l,
		      unsigned turn, unsigned out)
{
	assert(!sorted_lines_own(lines, port, out));
	sorted_lines_detect(lines, s, smu, port, l, turn, out);
	taken(u, port, l);
}

/* Line l is given up. */
static void retire(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, unsigned l)
{
	struct congested_point *at = &sorted_line(lines, port, l)->point;

	*sorted_lines_leading(lines, port, (unsigned)at->turns) &= ~(UINT32_C(1) << l);
	at->len = 0;
	u->valid[port] &= ~(UINT32_C(1) << l);
}

/* Are too few lines not valid? */
static bool scarce(const struct dcam_sort *u, const struct sorted_lines *lines, unsigned port)
{
	return lines->saqs - count_members(u->valid[port]) < u->spare;
}

void dcam_sort_update(struct dcam_sort *u, struct sorted_lines *lines, unsigned port, uint32_t busy, uint32_t dirty)
{
	const uint32_t idle = u->valid[port] & ~busy & ~lines->busy[port];      /* neither used nor stopped in this step */

	if (scarce(u, lines, port) && idle)
		retire(u, lines, port, lowest(idle));
	u->valid[port] |= u->taken[port];
	u->taken[port] = 0;
	u->retiring = (u->retiring & ~bit(port)) | (uint64_t)(scarce(u, lines, port) && u->valid[port] & ~lines->busy[port]) << port;
	sorted_lines_shut(lines, port, u->clip ? lines->busy[port] : u->valid[port] | dirty);
}

static void image_line(const struct sorted_lines *lines, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	const struct sorted_line *at = sorted_line(lines, port, l);

	render_field(r, port, ROW_port_q, l, s->port_w, at->point.turns);
	render_field(r, port, ROW_len_q, l, s->len_w, at->point.len);
	render_field(r, port, ROW_out_line_q, l, s->line_w, at->point.out_line);
	render_field(r, port, ROW_wait_q, l, s->count_w, at->wait);
	render_field(r, port, ROW_behind_q, l, clog2(s->queues), at->behind);
}

void dcam_sort_image(const struct dcam_sort *u, const struct sorted_lines *lines, const struct smu *smu, const struct shape *s, uint64_t inputs,
		     struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_sort);
	unsigned i;

	EACH(i, inputs) {
		const bool notified = lines->notified >> i & 1;
		const struct congested_point point = notified ? lines->notification[i] : (struct congested_point){ 0 };

		for (unsigned l = 0; l < s->saqs; l++)
			image_line(lines, s, i, l, r);
		render(r, i, ROW_xoff_q, lines->xoff[i]);
		render(r, i, ROW_sent_xoff_q, lines->sent[i]);
		render(r, i, ROW_held_q, smu->held[i]);
		render_bit(r, i, ROW_notify_q, notified);
		render(r, i, ROW_notify_port_q, point.turns);
		render(r, i, ROW_notify_len_q, point.len);
		render(r, i, ROW_notify_line_q, point.out_line);
		render(r, i, ROW_notify_destination_q, notified ? u->notification[i] : 0);
		render(r, i, ROW_row_q, u->row[i]);
	}
}

void dcam_sort_image_lists(const struct dcam_sort *u, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dcam_sort);
	unsigned i;

	EACH(i, inputs)
		for (uint32_t d = 0; d < u->nodes; d++)
			render_field(r, i, ROW_clip_q, d, s->saqs, *dcam_sort_row(u, i, d));
}
