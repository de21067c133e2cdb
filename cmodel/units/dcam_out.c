#include "dcam_out.h"

#include "render.h"

#define UNIT_ROWS "units/dcam_out.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct dcam_out *const u = unit;

	if (b->s->lists_in_memory)
		return;
	u->nodes = b->s->nodes;
	u->clop = arena_take(a, HOT, (size_t)b->ports * u->nodes, sizeof *u->clop);
}

void dcam_out_match(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, uint32_t row, uint32_t destination, unsigned from)
{
	if (cam_out_notify_shortest(cam, port, cam->stopped_lines[port] & row, s->hops, from))
		u->notify[port] = destination;
}

void dcam_out_message(struct dcam_out *u, struct cam_out *cam, const struct shape *s, unsigned port, const struct message *msg)
{
	const uint32_t line = UINT32_C(1) << msg->line;

	assert(msg->line < s->saqs);
	if (msg->xoff) {
		assert(msg->destination < s->nodes && msg->len >= 1 && msg->len <= s->hops);
		cam_out_stop(cam, port, msg->line, (struct congested_point){ .len = msg->len });
		if (u->clop)
			*dcam_out_row(u, port, msg->destination) |= line;
		return;
	}
	assert(cam->stopped_lines[port] & line && "Xon of what is not stopped");
	cam_out_xon(cam, port, msg->line);
	for (uint32_t d = 0; d < u->nodes; d++)
		*dcam_out_row(u, port, d) &= ~line;
}

static void image_lines(const struct dcam_out *u, const struct cam_out *cam, const struct shape *s, unsigned port, struct rendering r)
{
	for (unsigned l = 0; l < s->saqs; l++)
		render_field(r, port, ROW_len_q, l, s->len_w, cam_out_line(cam, port, l)->len);
	for (uint32_t d = 0; d < u->nodes; d++)
		render_field(r, port, ROW_clop_q, d, s->saqs, *dcam_out_row(u, port, d));
	render(r, port, ROW_stopped_q, cam->stopped_lines[port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct dcam_out *const u = unit;
	const struct cam_out *const cam = v->at[SITE_cam_out].unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(o, v->ports) {
		const bool xon = cam->xon >> o & 1;

		render_bit(r, o, ROW_notify_valid_q, cam->notify >> o & 1);
		render(r, o, ROW_notify_src_q, cam->notify_src[o]);
		render(r, o, ROW_notify_line_q, cam->notify_line[o]);
		render(r, o, ROW_notify_destination_q, u->notify[o]);
		render_bit(r, o, ROW_xon_valid_q, xon);
		render(r, o, ROW_xon_line_q, xon ? cam->xon_line[o] : 0);
		if (v->anew || cam->heard >> o & 1)
			image_lines(u, cam, v->s, o, r);
	}
}

/* No destination is in a list. */
static bool rests(const void *unit, const struct bank *b)
{
	const struct dcam_out *const u = unit;
	uint64_t any = 0;

	for (size_t k = 0; k < (size_t)b->ports * u->nodes; k++)
		any |= u->clop[k];
	return !any;
}

const struct unit_model dcam_out_unit = { .place = place, .rests = rests, .image = image };
