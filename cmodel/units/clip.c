#include "clip.h"

#include "render.h"

#define UNIT_ROWS "units/clip.def"
#include "rows.h"

void clip_place(struct clip *u, const struct shape *s, struct arena *a)
{
	list_sweep_place(&u->lists, s, a);
}

void clip_reset(struct clip *u, struct cam_in *cam, const struct shape *s)
{
	static const uint64_t held[LINES];

	u->busy = ones(s->radix);
	for (unsigned i = 0; i < s->radix; i++)
		cam_in_set_dirty(cam, s->saqs, i, (uint32_t)ones(s->saqs));
	cam_in_update_live(cam, s->saqs, held);
}

void clip_step(struct clip *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, bool xoff)
{
	const unsigned lines = cam->saqs;
	const uint32_t live = (uint32_t)rows_with(cam->live, lines, port), live_prev = (uint32_t)rows_with(lists->live_prev, lines, port);
	const uint32_t dirty = (uint32_t)rows_with(cam->dirty, lines, port), vacant = dirty & ~live, columns = vacant & ~live_prev;
	const uint32_t dirtied = u->stop[port] | u->sent[port];
	uint32_t done = 0;

	if (u->stop[port])
		list_sweep_learn(&u->lists, port, u->learned[port], u->stop[port]);
	else if (columns && !xoff)
		done = list_sweep_clear(&u->lists, port, columns);
	list_sweep_end(&u->lists, port, vacant & ~done, vacant & live_prev);
	cam_in_set_dirty(cam, lines, port, (dirty & ~done) | dirtied);
	dcam_in_update_live_prev(lists, cam, port);
	u->busy = (u->busy & ~bit(port)) | (uint64_t)((vacant & ~done) != 0) << port;
	u->stop[port] = u->sent[port] = 0;
}

void clip_image(const struct clip *u, const struct cam_in *cam, const struct dcam_in *lists, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clip);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_live_prev_q, rows_with(lists->live_prev, cam->saqs, i));
		render(r, i, ROW_dirty_q, rows_with(cam->dirty, cam->saqs, i));
		render(r, i, ROW_sweep_row_q, u->lists.sweep_row[i]);
		for (unsigned l = 0; l < s->saqs; l++)
			render_field(r, i, ROW_start_row_q, l, s->destination_w, *list_sweep_start_row(&u->lists, i, l));
	}
}

void clip_image_read(const struct clip *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clip);
	unsigned i;

	EACH(i, inputs & u->lists.has_read) {
		render_known(m, SITE_clip, ROW_clip_mem, i);
		render(r, i, ROW_clip_mem, u->lists.read[i]);
	}
}
