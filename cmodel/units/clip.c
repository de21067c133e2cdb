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

void clip_reset_sorted(struct clip *u, const struct shape *s)
{
	u->busy = ones(s->radix);
	for (unsigned i = 0; i < s->radix; i++)
		u->sorted.dirty[i] = (uint32_t)ones(s->saqs);
}

/* What the memory and the sweep do in a cycle. Returns dirty_q of the next; the other arguments are those of this cycle. */
static uint32_t work(struct clip *u, unsigned port, uint32_t live, uint32_t live_prev, uint32_t dirty, bool xoff)
{
	const uint32_t vacant = dirty & ~live, columns = vacant & ~live_prev, dirtied = u->stop[port] | u->sent[port];
	uint32_t done = 0;

	if (u->stop[port])
		list_sweep_learn(&u->lists, port, u->learned[port], u->stop[port]);
	else if (columns && !xoff)
		done = list_sweep_clear(&u->lists, port, columns);
	list_sweep_end(&u->lists, port, vacant & ~done, vacant & live_prev);
	u->busy = (u->busy & ~bit(port)) | (uint64_t)((vacant & ~done) != 0) << port;
	u->stop[port] = u->sent[port] = 0;
	return (dirty & ~done) | dirtied;
}

void clip_step(struct clip *u, struct cam_in *cam, struct dcam_in *lists, unsigned port, bool xoff)
{
	const uint32_t live = (uint32_t)rows_with(cam->live, cam->saqs, port), live_prev = (uint32_t)rows_with(lists->live_prev, cam->saqs, port);

	cam_in_set_dirty(cam, cam->saqs, port, work(u, port, live, live_prev, (uint32_t)rows_with(cam->dirty, cam->saqs, port), xoff));
	dcam_in_update_live_prev(lists, cam, port);
}

void clip_step_sorted(struct clip *u, unsigned port, uint32_t valid, bool xoff)
{
	u->sorted.dirty[port] = work(u, port, valid, u->sorted.live_prev[port], u->sorted.dirty[port], xoff);
	u->sorted.live_prev[port] = valid;
}

static void image_sweep(const struct clip *u, const struct shape *s, unsigned port, struct rendering r)
{
	render(r, port, ROW_sweep_row_q, u->lists.sweep_row[port]);
	for (unsigned l = 0; l < s->saqs; l++)
		render_field(r, port, ROW_start_row_q, l, s->destination_w, *list_sweep_start_row(&u->lists, port, l));
}

void clip_image(const struct clip *u, const struct cam_in *cam, const struct dcam_in *lists, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clip);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_live_prev_q, rows_with(lists->live_prev, cam->saqs, i));
		render(r, i, ROW_dirty_q, rows_with(cam->dirty, cam->saqs, i));
		image_sweep(u, s, i, r);
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

void clip_image_sorted(const struct clip *u, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_clip);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_live_prev_q, u->sorted.live_prev[i]);
		render(r, i, ROW_dirty_q, u->sorted.dirty[i]);
		image_sweep(u, s, i, r);
		render(r, i, ROW_arrive_late_q, u->sorted.arrive_late[i]);
		render(r, i, ROW_notify_late_q, u->sorted.notify_late[i]);
	}
	EACH(i, inputs & u->sorted.has_read) {
		render_known(m, SITE_clip, ROW_arrive_mem, i);
		render(r, i, ROW_arrive_mem, u->sorted.read[i]);
	}
	EACH(i, inputs & u->lists.has_read) {
		render_known(m, SITE_clip, ROW_notify_mem, i);
		render(r, i, ROW_notify_mem, u->lists.read[i]);
	}
}
