#include "clip.h"

#include "render.h"

#define UNIT_ROWS "units/clip.def"
#include "rows.h"

static bool rests(const void *unit, const struct bank *b)
{
	const struct clip *const u = unit;

	return !(u->busy | u->moved) && (!b->s->lists_in_memory || b->s->sorted || list_sweep_empty(&u->lists, b->ports));
}

void clip_reset(struct clip *u, const struct shape *s)
{
	u->busy = ones(s->radix);
	for (unsigned i = 0; i < s->radix; i++)
		u->dirty[i] = (uint32_t)ones(s->saqs);
}

void clip_step(struct clip *u, unsigned port, uint32_t live, bool xoff)
{
	const uint32_t vacant = u->dirty[port] & ~live, columns = vacant & ~u->live_prev[port], dirtied = u->stop[port] | u->sent[port];
	uint32_t done = 0;

	if (u->stop[port])
		list_sweep_learn(&u->lists, port, u->learned[port], u->stop[port]);
	else if (columns && !xoff)
		done = list_sweep_clear(&u->lists, port, columns);
	list_sweep_end(&u->lists, port, vacant & ~done, vacant & u->live_prev[port]);
	u->busy = (u->busy & ~bit(port)) | (uint64_t)((vacant & ~done) != 0) << port;
	u->stop[port] = u->sent[port] = 0;
	u->dirty[port] = (u->dirty[port] & ~done) | dirtied;
	u->live_prev[port] = live;
}

/* What a memory read last. */
static void image_word(uint64_t has_read, const uint32_t *read, const struct sight *v, unsigned port, unsigned row, struct rendering r, struct image *m)
{
	if (!(has_read >> port & 1))
		return;
	render_known(m, v->site, row, port);
	render(r, port, row, read[port]);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct clip *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		render(r, i, ROW_live_prev_q, u->live_prev[i]);
		render(r, i, ROW_dirty_q, u->dirty[i]);
		list_sweep_image(&u->lists, v->s, i, r, ROW_sweep_row_q, ROW_start_row_q);
		if (!v->s->sorted) {
			image_word(u->lists.has_read, u->lists.read, v, i, ROW_clip_mem, r, m);
			continue;
		}
		render(r, i, ROW_arrive_late_q, u->sorted.arrive_late[i]);
		render(r, i, ROW_notify_late_q, u->sorted.notify_late[i]);
		image_word(u->sorted.has_read, u->sorted.read, v, i, ROW_arrive_mem, r, m);
		image_word(u->lists.has_read, u->lists.read, v, i, ROW_notify_mem, r, m);
	}
}

/* Where there are two memories, they have the same words. */
const struct unit_model clip_unit = {
	.place = list_sweep_place, .rests = rests, .image = image, .memory = list_sweep_memory, .writes = list_sweep_writes,
};
