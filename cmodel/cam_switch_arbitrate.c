/* The scheduler of a switch port by port, for the cases that switch_arbitrate.h leaves, and the stamps that packets have for oldest-first. */
#include "cam_switch_wires.h"

void cam_serve(struct cam_switch *sw, struct wires *w, const uint64_t *candidates, uint64_t any)
{
	schedule_each(cam_scheduler(sw), sw->base.shape.queues, candidates, any, &w->granted, w->pick, mu_next_pop(&sw->mu));
}

void cam_stamp(struct cam_switch *sw, const struct wires *w)
{
	struct stamp *u = &sw->stamp;
	unsigned i;

	EACH(i, sw->mu.refilling)
		stamp_read(u, i, link_slot(sw->mu.link[i]));
	EACH(i, w->moving) {
		const unsigned dst = w->move_dst[i];

		if (sw->mu.count[dst][i] == 1)
			stamp_set_head(u, i, dst, 0, *stamp_packet(u, i, sw->mu.head[dst][i]));
	}
	EACH(i, w->entering) {
		const uint32_t now = u->now[sw->base.number[i]];

		stamp_set_packet(u, i, sw->mu.tail[0][i], now);
		if (sw->mu.count[0][i] == 1)
			stamp_set_head(u, i, 0, 0, now);
	}
	stamp_count(u, w->in->head, sw->base.shape.radix);
}
