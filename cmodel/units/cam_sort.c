#include "cam_sort.h"

#include "render.h"

#define UNIT_ROWS "units/cam_sort.def"
#include "rows.h"

unsigned cam_sort_apply_notification(struct sorted_lines *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter)
{
	const struct congested_point *point = u->notification + port;
	const uint32_t leading = *sorted_lines_leading(u, port, out);
	unsigned l = cam_sort_longest(u, port, leading, point->turns, point->len);

	assert(point->len > 1);
	if (l != NO_LINE && sorted_line(u, port, l)->point.len == point->len) {
		sorted_line(u, port, l)->point.out_line = point->out_line;
		sorted_lines_stop(u, port, l);
		return l;
	}
	l = sorted_lines_alloc(u, port);
	if (l == NO_LINE || enter == l + 1)
		return NO_LINE;
	const unsigned parent = cam_sort_longest(u, port, leading & ~(UINT32_C(1) << l), point->turns, point->len);

	sorted_lines_take(u, smu, port, l, *point, out, sorted_queue_of(parent));
	sorted_lines_stop(u, port, l);
	return l;
}

static void image_line(const struct sorted_lines *u, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	const struct sorted_line *at = sorted_line(u, port, l);

	render_field(r, port, ROW_turns_q, l, s->pool_w, at->point.turns);
	render_field(r, port, ROW_len_q, l, s->len_w, at->point.len);
	render_field(r, port, ROW_out_line_q, l, s->line_w, at->point.out_line);
	render_field(r, port, ROW_wait_q, l, s->count_w, at->wait);
	render_field(r, port, ROW_behind_q, l, clog2(s->queues), at->behind);
}

void cam_sort_image(const struct sorted_lines *u, const struct smu *smu, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_cam_sort);
	unsigned i;

	EACH(i, inputs) {
		const bool notified = u->notified >> i & 1;
		const struct congested_point point = notified ? u->notification[i] : (struct congested_point){ 0 };

		for (unsigned l = 0; l < s->saqs; l++)
			image_line(u, s, i, l, r);
		render(r, i, ROW_xoff_q, u->xoff[i]);
		render(r, i, ROW_sent_xoff_q, u->sent[i]);
		render(r, i, ROW_held_q, smu->held[i]);
		render_bit(r, i, ROW_notify_q, notified);
		render(r, i, ROW_notify_turns_q, point.turns);
		render(r, i, ROW_notify_len_q, point.len);
		render(r, i, ROW_notify_line_q, point.out_line);
	}
}
