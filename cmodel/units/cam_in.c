#include "cam_in.h"

#include "render.h"

#define UNIT_ROWS "units/cam_in.def"
#include "rows.h"

void cam_in_place(struct cam_in *u, const struct shape *s, struct arena *a)
{
	u->saqs = s->saqs;
	u->line = arena_take(a, HOT, (size_t)s->radix * s->saqs, sizeof *u->line);
}

unsigned cam_in_detect(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn)
{
	const unsigned l = cam_in_alloc(u, port);
	struct line *line = cam_in_line(u, port, l);

	*line = line_make(s, turn, 1, line->link);
	u->changed |= bit(port);
	return l;
}

/* The line in use of this very point. */
static unsigned line_of(const struct cam_in *u, unsigned port, const struct line *point)
{
	unsigned l;

	EACH(l, u->live[port]) {
		const struct line *line = cam_in_line(u, port, l);

		if (line->len == point->len && line->turns == point->turns)
			return l;
	}
	return NO_LINE;
}

unsigned cam_in_notify(struct cam_in *u, unsigned port)
{
	const struct line *point = u->told + port;
	unsigned l = line_of(u, port, point);

	if (l == NO_LINE) {
		if (u->none_free >> port & 1)
			return NO_LINE;
		l = cam_in_alloc(u, port);
		*cam_in_line(u, port, l) = *point;
	}
	cam_in_line(u, port, l)->link = point->link;
	cam_in_stop(u, port, l);
	return l;
}

uint32_t cam_in_xon(struct cam_in *u, const struct shape *s, unsigned port, unsigned turn, unsigned line)
{
	uint32_t let_go = 0;
	unsigned l;

	EACH(l, u->xoff[port]) {
		const struct line *at = cam_in_line(u, port, l);

		if (at->link == line && (at->turns & ones(s->turn_w)) == turn)
			let_go |= UINT32_C(1) << l;
	}
	if (let_go) {
		u->xoff[port] &= ~let_go;
		u->changed |= bit(port);
		if (!u->xoff[port])
			u->stopped &= ~bit(port);
	}
	return let_go;
}

int cam_in_settle(struct cam_in *u, unsigned port, uint32_t held)
{
	const uint32_t before = u->live[port];
	const uint32_t live = held | u->xoff[port] | u->sent[port];

	u->live[port] = live;
	u->any_live = (u->any_live & ~bit(port)) | (uint64_t)(live != 0) << port;
	u->none_free = (u->none_free & ~bit(port)) | (uint64_t)((live | u->dirty[port]) == ones(u->saqs)) << port;
	return (int)members(live) - (int)members(before);
}

void cam_in_image(const struct cam_in *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_cam_in);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_xoff_q, u->xoff[i]);
		render(r, i, ROW_sent_xoff_q, u->sent[i]);
	}
}

void cam_in_image_told(const struct cam_in *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_cam_in);
	unsigned i;

	EACH(i, inputs) {
		const bool notified = u->notified >> i & 1;
		const struct line point = notified ? u->told[i] : (struct line){ 0 };

		render_bit(r, i, ROW_notify_q, notified);
		render(r, i, ROW_notify_turns_q, point.turns);
		render(r, i, ROW_notify_len_q, point.len);
		render(r, i, ROW_notify_line_q, point.link);
	}
}

void cam_in_image_lines(const struct cam_in *u, const struct shape *s, unsigned port, uint64_t lines, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_cam_in);
	unsigned l;

	EACH(l, lines) {
		const struct line *line = cam_in_line(u, port, l);

		render_field(r, port, ROW_turns_q, l, s->pool_w, line->turns);
		render_field(r, port, ROW_len_q, l, s->len_w, line->len);
		render_field(r, port, ROW_span_q, l, s->turns, ones(line->len));
		render_field(r, port, ROW_link_q, l, s->line_w, line->link);
	}
}
