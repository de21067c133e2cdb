#include "cam_out.h"

#include "render.h"

#define UNIT_ROWS "units/cam_out.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct cam_out *const u = unit;

	u->saqs = b->s->saqs;
	u->line = arena_take(a, HOT, (size_t)b->ports * u->saqs, sizeof *u->line);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct cam_out *const u = unit;

	(void)b;
	return !(u->stopped | u->notify | u->xon);
}

bool cam_out_notify_shortest(struct cam_out *u, unsigned port, uint32_t lines, unsigned len, unsigned from)
{
	unsigned best = NO_LINE;

	EACH_IN(l, lines)
		if (cam_out_line(u, port, l)->len < len) {
			best = l;
			len = cam_out_line(u, port, l)->len;
		}
	if (best == NO_LINE)
		return false;
	u->notify |= bit(port);
	u->notify_src[port] = (uint8_t)from;
	u->notify_line[port] = (uint8_t)best;
	return true;
}

void cam_out_match(struct cam_out *u, unsigned port, uint64_t turns, unsigned left, unsigned from)
{
	const uint64_t lines = MEMBERS_WHERE(l, u->stopped_lines[port], congested_point_matches(cam_out_line(u, port, l), turns, left));

	cam_out_notify_shortest(u, port, (uint32_t)lines, UINT8_MAX, from);
}

void cam_out_message(struct cam_out *u, const struct shape *s, unsigned port, const struct message *msg)
{
	const uint32_t line = UINT32_C(1) << msg->line;

	assert(msg->line < u->saqs && (u->stopped_lines[port] & line) == (msg->xoff ? 0 : line) && "Xoff and Xon in turn");
	if (!msg->xoff) {
		cam_out_xon(u, port, msg->line);
		return;
	}
	assert(msg->len >= 1 && msg->len <= s->turns && !(msg->turns & ~ones(msg->len * s->turn_w)));
	cam_out_stop(u, port, msg->line, congested_point_make(s, msg->turns, msg->len, 0));
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct cam_out *const u = unit;

	(void)v, (void)out;
	u->heard = in->message;
}

static void image_lines(const struct cam_out *u, const struct shape *s, unsigned port, struct rendering r)
{
	for (unsigned l = 0; l < u->saqs; l++) {
		const struct congested_point *line = cam_out_line(u, port, l);

		render_field(r, port, ROW_turns_q, l, s->pool_w, line->turns);
		render_field(r, port, ROW_len_q, l, s->len_w, line->len);
	}
	render(r, port, ROW_stopped_q, u->stopped_lines[port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct cam_out *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(o, v->ports) {
		const bool xon = u->xon >> o & 1;

		render(r, o, ROW_notify_src_q, u->notify_src[o]);
		render(r, o, ROW_notify_line_q, u->notify_line[o]);
		render_bit(r, o, ROW_notify_valid_q, u->notify >> o & 1);
		render_bit(r, o, ROW_xon_valid_q, xon);
		render(r, o, ROW_xon_line_q, xon ? u->xon_line[o] : 0);
		if (v->anew || u->heard >> o & 1)
			image_lines(u, v->s, o, r);
	}
}

const struct unit_model cam_out_unit = { .place = place, .rests = rests, .after = after, .image = image };
