#include "cam_sort.h"

#include "render.h"

#define UNIT_ROWS "units/cam_sort.def"
#include "rows.h"

void cam_sort_place(struct cam_sort *u, const struct shape *s, unsigned radix, struct arena *a)
{
	u->radix = radix;
	u->saqs = s->saqs;
	u->leading = arena_take(a, HOT, (size_t)s->radix * radix, sizeof *u->leading);
	u->line = arena_take(a, HOT, (size_t)s->radix * s->saqs, sizeof *u->line);
}

/* Set what line l waits for. */
static void wait_behind(struct cam_sort *u, const struct smu *smu, unsigned port, unsigned l, unsigned parent)
{
	struct sorted_line *at = cam_sort_line(u, port, l);
	const struct sorted_line *above = parent ? cam_sort_line(u, port, parent - 1) : NULL;
	const unsigned packets = smu_queue(smu, port, parent)->count;

	at->behind = (uint8_t)parent;
	at->wait = (uint16_t)packets;
	if (!packets && above && above->wait) {
		at->behind = above->behind;
		at->wait = above->wait;
	}
	u->waiting[port] |= (uint32_t)(at->wait != 0) << l;
}

void cam_sort_take(struct cam_sort *u, const struct smu *smu, unsigned port, unsigned l, struct congested_point point, unsigned out, unsigned parent)
{
	const uint32_t line = UINT32_C(1) << l;

	for (unsigned o = 0; o < u->radix; o++)
		*cam_sort_leading(u, port, o) &= ~line;
	*cam_sort_leading(u, port, out) |= line;
	u->alone[port] = (u->alone[port] & ~line) | (uint32_t)(point.len == 1) << l;
	cam_sort_line(u, port, l)->point = point;
	wait_behind(u, smu, port, l, parent);
	u->changed |= bit(port);
}

/* Set xoff_q of line l. */
static void stop(struct cam_sort *u, unsigned port, unsigned l)
{
	u->xoff[port] |= UINT32_C(1) << l;
	u->stopped |= bit(port);
	u->changed |= bit(port);
}

unsigned cam_sort_apply_notification(struct cam_sort *u, const struct smu *smu, unsigned port, unsigned out, unsigned enter)
{
	const struct congested_point *point = u->notification + port;
	const uint32_t leading = *cam_sort_leading(u, port, out);
	unsigned l = cam_sort_longest(u, port, leading, point->turns, point->len);

	assert(point->len > 1);
	if (l != NO_LINE && cam_sort_line(u, port, l)->point.len == point->len) {
		cam_sort_line(u, port, l)->point.out_line = point->out_line;
		stop(u, port, l);
		return l;
	}
	l = cam_sort_alloc(u, port);
	if (l == NO_LINE || enter == l + 1)
		return NO_LINE;
	const unsigned parent = cam_sort_longest(u, port, leading & ~(UINT32_C(1) << l), point->turns, point->len);

	cam_sort_take(u, smu, port, l, *point, out, parent == NO_LINE ? 0 : parent + 1);
	stop(u, port, l);
	return l;
}

void cam_sort_xon(struct cam_sort *u, unsigned port, unsigned out, unsigned line)
{
	unsigned l;

	EACH(l, u->xoff[port] & *cam_sort_leading(u, port, out))
		if (cam_sort_line(u, port, l)->point.out_line == line)
			u->xoff[port] &= ~(UINT32_C(1) << l);
	u->stopped = (u->stopped & ~bit(port)) | (uint64_t)(u->xoff[port] != 0) << port;
	u->changed |= bit(port);
}

static void image_line(const struct cam_sort *u, const struct shape *s, unsigned port, unsigned l, struct rendering r)
{
	const struct sorted_line *at = cam_sort_line(u, port, l);

	render_field(r, port, ROW_turns_q, l, s->pool_w, at->point.turns);
	render_field(r, port, ROW_len_q, l, s->len_w, at->point.len);
	render_field(r, port, ROW_out_line_q, l, s->line_w, at->point.out_line);
	render_field(r, port, ROW_wait_q, l, s->count_w, at->wait);
	render_field(r, port, ROW_behind_q, l, clog2(s->queues), at->behind);
}

void cam_sort_image(const struct cam_sort *u, const struct smu *smu, const struct shape *s, uint64_t inputs, struct image *m)
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
