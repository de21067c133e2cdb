/* What the CAMs of a switch tell each other: Xons, notifications; and lists of destinations that are in memories. The scheduler port by port, for the cases
 * that cam_switch_arbitrate.h leaves, and the stamps that packets have for oldest-first. */
#include "cam_switch.h"

/* Output o notifies an input of what it found. */
static bool notifies(const struct cam_switch *sw, const struct switch_in *in, unsigned o)
{
	return cam_out_notifies(&sw->cam_out, o, in->message >> o & 1 ? in->msg + o : NULL);
}

/* Inputs that an output notifies of an internal Xoff: it is looked up before PPU looks up anything. */
static void look_up_notifications(struct cam_switch *sw, struct wires *w)
{
	EACH_IN(o, sw->cam_out.notify)
		w->notify_next |= (uint64_t)notifies(sw, w->slots.in, o) << sw->cam_out.notify_src[o];
}

void cam_begin_lists(struct cam_switch *sw, struct wires *w)
{
	w->xoff = lines_begin(&sw->all, w->slots.cycle);
	EACH_IN(i, w->notified)
		w->notified_row[i] = sw->clip.lists.read[i];
	look_up_notifications(sw, w);
}

/* Input i is notified. */
static void notify(struct cam_switch *sw, const struct wires *w, unsigned i)
{
	const uint32_t destination = sw->cam_in.destination[i];
	const bool in_memory = lines_in_memory(&sw->all);
	const unsigned out = lines_notified_out(&sw->all, i, sw->cam_in.notification + i);
	const unsigned l = !lines_by_list(&sw->all) ? cam_in_apply_notification(&sw->cam_in, i, out) :
		dcam_in_apply_notification(&sw->cam_in, i, out, in_memory ? w->notified_row[i] : *dcam_in_row(&sw->dcam_in, i, destination));

	lines_counts_of(&sw->all, i)->notifications++;
	lines_counts_of(&sw->all, i)->notifications_lost += l == NO_LINE;
	if (l == NO_LINE)
		return;
	if (in_memory)
		clip_learn(&sw->clip, i, l, destination);
	else if (lines_by_list(&sw->all))
		dcam_in_learn(&sw->dcam_in, i, l, destination);
}

/* What the outputs notify reaches the inputs' registers at the end of the cycle. */
static void notify_next(struct cam_switch *sw, const struct wires *w)
{
	struct cam_out *cam = &sw->cam_out;

	EACH_IN(o, cam->notify)
		if (notifies(sw, w->slots.in, o)) {
			const unsigned i = lines_notify(&sw->all, &sw->cam_in, o);

			if (lines_in_memory(&sw->all))
				list_sweep_read(&sw->clip.lists, i, sw->dcam_out.notify[o]);
		}
	cam_out_notify_done(cam);
}

void cam_update(struct cam_switch *sw, const struct wires *w)
{
	EACH_IN(o, sw->cam_out.xon)        /* to all inputs: their lines that it lets go may send again */
		cam_in_xon(&sw->cam_in, siblings(&sw->base, o), o, sw->cam_out.xon_line[o]);
	EACH_IN(i, w->notified)
		notify(sw, w, i);
	cam_in_notified(&sw->cam_in);
	cam_out_xon_done(&sw->cam_out);
	notify_next(sw, w);
	if (sw->cam_out.stopped | sw->clop.departed)
		lines_match(&sw->all, w->slots.cycle);
	cdu_withdraw(&sw->cdu, sw->cam_in.notified);
	if (w->slots.in->message)
		lines_messages(&sw->all, w->slots.in);
}

/* Lines in use, of an input. */
static uint32_t live(const struct cam_switch *sw, unsigned i)
{
	return (uint32_t)rows_with(sw->cam_in.live, sw->cam_in.saqs, i);
}

void cam_write_lists(struct cam_switch *sw, struct wires *w)
{
	w->swept = sw->clip.busy | sw->clip.touched | sw->clip.moved;
	EACH_IN(i, w->swept)
		clip_step(&sw->clip, i, live(sw, i), w->xoff >> i & 1);
	lines_write(&sw->all, w->slots.in);
}

void cam_settle(struct cam_switch *sw, uint64_t inputs)
{
	EACH_IN(i, inputs) {
		clip_set_live(&sw->clip, i, live(sw, i));
		cam_in_shut(&sw->cam_in, i, live(sw, i) | sw->clip.dirty[i]);
	}
}

void cam_serve(struct cam_switch *sw, struct wires *w, const uint64_t *candidates, uint64_t any)
{
	schedule_each(cam_scheduler(sw), sw->base.shape.queues, candidates, any, &w->slots.granted, w->slots.queue, mu_next_pop(&sw->mu));
}

void cam_stamp(struct cam_switch *sw, const struct wires *w)
{
	struct stamp *u = &sw->stamp;

	EACH_IN(i, sw->mu.refilling)
		stamp_read(u, i, link_slot(sw->mu.link[i]));
	EACH_IN(i, w->moving) {
		const unsigned dst = w->move_dst[i];

		if (sw->mu.count[dst][i] == 1)
			stamp_set_head(u, i, dst, 0, *stamp_packet(u, i, sw->mu.head[dst][i]));
	}
	EACH_IN(i, w->entering) {
		const uint32_t now = u->now[sw->base.number[i]];

		stamp_set_packet(u, i, sw->mu.tail[0][i], now);
		if (sw->mu.count[0][i] == 1)
			stamp_set_head(u, i, 0, 0, now);
	}
	stamp_count(u, w->slots.in->head, sw->base.shape.radix);
}
