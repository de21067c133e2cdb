#include "clip.h"

#include "render.h"

#define UNIT_ROWS "units/clip.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct clip *const u = unit;

	if (b->s->lists_in_memory)
		list_sweep_place(&u->lists, b, a);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct clip *const u = unit;

	return !(u->busy | u->sorted.moved) && (!b->s->lists_in_memory || b->s->sorted || list_sweep_empty(&u->lists, b->ports));
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

/* Lists of lines that have been left are cleared. */
static void image_head(const struct clip *u, const struct sight *v, unsigned port, struct rendering r, struct image *m)
{
	const struct cam_in *const cam = v->at[SITE_cam_in].unit;
	const struct dcam_in *const lists = v->at[SITE_dcam_in].unit;

	render(r, port, ROW_live_prev_q, rows_with(lists->live_prev, cam->saqs, port));
	render(r, port, ROW_dirty_q, rows_with(cam->dirty, cam->saqs, port));
	if (!(u->lists.has_read >> port & 1))
		return;
	render_known(m, v->site, ROW_clip_mem, port);
	render(r, port, ROW_clip_mem, u->lists.read[port]);
}

/* The same where packets are sorted as they arrive. */
static void image_sorted(const struct clip *u, const struct sight *v, unsigned port, struct rendering r, struct image *m)
{
	render(r, port, ROW_live_prev_q, u->sorted.live_prev[port]);
	render(r, port, ROW_dirty_q, u->sorted.dirty[port]);
	render(r, port, ROW_arrive_late_q, u->sorted.arrive_late[port]);
	render(r, port, ROW_notify_late_q, u->sorted.notify_late[port]);
	if (u->sorted.has_read >> port & 1) {
		render_known(m, v->site, ROW_arrive_mem, port);
		render(r, port, ROW_arrive_mem, u->sorted.read[port]);
	}
	if (u->lists.has_read >> port & 1) {
		render_known(m, v->site, ROW_notify_mem, port);
		render(r, port, ROW_notify_mem, u->lists.read[port]);
	}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct clip *const u = unit;
	const struct rendering r = render_unit(m, v->site);
	unsigned i;

	EACH(i, v->ports) {
		(v->s->sorted ? image_sorted : image_head)(u, v, i, r, m);
		list_sweep_image(&u->lists, v->s, i, r, ROW_sweep_row_q, ROW_start_row_q);
	}
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct clip *const u = unit;

	(void)row;    /* where there are two, they have the same words */
	return list_sweep_memory(&u->lists, v->s, port, address, words);
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct clip *const u = unit;

	(void)row;
	return v->stepped ? writes_of(u->lists.wrote, u->lists.wrote_at, address) : 0;
}

const struct unit_model clip_unit = { .place = place, .rests = rests, .image = image, .memory = memory, .writes = writes };
