/* What the CAMs of a switch tell each other: Xons, notifications; and lists of destinations that are in memories. */
#include "cam_switch_wires.h"

/* Output o notifies an input of what it found. */
static bool notifies(const struct cam_switch *sw, const struct switch_in *in, unsigned o)
{
	return cam_out_notifies(&sw->cam_out, o, in->message >> o & 1 ? in->msg + o : NULL);
}

/* Inputs that an output notifies of an internal Xoff: it is looked up before PPU looks up anything. */
static void look_up_notifications(struct cam_switch *sw, struct wires *w)
{
	unsigned o;

	EACH(o, sw->cam_out.notify)
		w->notify_next |= (uint64_t)notifies(sw, w->in, o) << sw->cam_out.notify_src[o];
}

void cam_begin_lists(struct cam_switch *sw, struct wires *w)
{
	unsigned i;

	list_sweep_start(&sw->clip.lists);
	list_sweep_start(&sw->clop.lists);
	w->xoff = 0;
	EACH(i, w->notified)
		w->notified_row[i] = sw->clip.lists.read[i];
	EACH(i, w->cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0)
		w->xoff |= (uint64_t)sw->rfcu.msg[i].xoff << i;
	look_up_notifications(sw, w);
}

/* An Xon goes to all inputs: their lines that it lets go may send again. */
static void broadcast_xon(struct cam_switch *sw, unsigned o, unsigned line)
{
	unsigned i;

	EACH(i, sw->cam_in.stopped & siblings(&sw->base, o))
		cam_in_xon(&sw->cam_in, &sw->base.shape, i, turn_to(&sw->base.shape, i, o), line);
}

/* Input i is notified. */
static void notify(struct cam_switch *sw, const struct wires *w, unsigned i)
{
	const uint32_t destination = sw->dcam_in.notification[i];
	const unsigned l = !by_destination(sw) ? cam_in_apply_notification(&sw->cam_in, i) :
		dcam_in_apply_notification(&sw->cam_in, i, lists_in_memory(sw) ? w->notified_row[i] : *dcam_in_row(&sw->dcam_in, i, destination));

	counts_of(sw, i)->notifications++;
	counts_of(sw, i)->notifications_lost += l == NO_LINE;
	if (l == NO_LINE)
		return;
	if (lists_in_memory(sw))
		clip_learn(&sw->clip, i, l, destination);
	else if (by_destination(sw))
		dcam_in_learn(&sw->dcam_in, i, l, destination);
}

/* With lists in memories: headers that left in the cycle before. */
static void match_departed(struct cam_switch *sw)
{
	struct clop *clop = &sw->clop;
	unsigned o;

	EACH(o, clop->departed)
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, clop->lists.read[o], clop->destination[o], clop->from[o]);
	clop_matched(clop);
}

/* The header of a packet that leaves goes to the output's CAM. */
static void match(struct cam_switch *sw, const struct leaving *h)
{
	const unsigned o = h->output;
	const uint32_t destination = (uint32_t)h->turns;

	if (lists_in_memory(sw))
		clop_lookup(&sw->clop, o, destination, h->from);
	else if (by_destination(sw))
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, *dcam_out_row(&sw->dcam_out, o, destination), destination, h->from);
	else
		cam_out_match(&sw->cam_out, o, h->turns, h->left, h->from);
}

/* What the outputs notify reaches the inputs' registers at the end of the cycle. */
static void match_headers(struct cam_switch *sw, const struct wires *w)
{
	struct cam_out *cam = &sw->cam_out;

	if (!(cam->notify | cam->stopped | (lists_in_memory(sw) ? sw->clop.departed : 0)))
		return;
	const uint64_t sent = w->cycle < OPORT_DEPART ? 0 : oport_granted(&sw->oport, w->cycle - OPORT_DEPART);
	const uint64_t notify = cam->notify;
	unsigned o;

	EACH(o, notify) {
		const unsigned line = cam->notify_line[o], i = cam->notify_src[o];

		if (notifies(sw, w->in, o)) {
			cam_in_notify_next(&sw->cam_in, i, cam_out_seen(cam, &sw->base.shape, o, line, turn_to(&sw->base.shape, i, o)));
			dcam_in_notify_next(&sw->dcam_in, i, sw->dcam_out.notify[o]);
			if (lists_in_memory(sw))
				list_sweep_read(&sw->clip.lists, i, sw->dcam_out.notify[o]);
		}
	}
	cam_out_notify_done(cam);
	if (lists_in_memory(sw))
		match_departed(sw);
	const struct leaving *h = oport_leaving(&sw->oport, w->cycle - OPORT_DEPART);

	EACH(o, sent & cam->stopped)    /* of each grant in turn */
		match(sw, h + count_members(sent & (bit(o) - 1)));
}

void cam_update(struct cam_switch *sw, const struct wires *w)
{
	const struct switch_in *in = w->in;
	unsigned o, i;

	EACH(o, sw->cam_out.xon)
		broadcast_xon(sw, o, sw->cam_out.xon_line[o]);
	EACH(i, w->notified)
		notify(sw, w, i);
	cam_in_notified(&sw->cam_in);
	cam_out_xon_done(&sw->cam_out);
	match_headers(sw, w);
	cdu_withdraw(&sw->cdu, sw->cam_in.notified);
	EACH(o, in->message) {
		if (by_destination(sw))
			dcam_out_message(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, in->msg + o);
		else
			cam_out_message(&sw->cam_out, &sw->base.shape, o, in->msg + o);
		counts_of(sw, o)->xoff_received += in->msg[o].xoff;
	}
}

void cam_write_lists(struct cam_switch *sw, const struct wires *w)
{
	const uint64_t inputs = sw->clip.busy | sw->clip.touched | sw->dcam_in.live_changed, outputs = sw->clop.busy | w->in->message;
	unsigned i, o;

	EACH(i, inputs)
		clip_step(&sw->clip, &sw->cam_in, &sw->dcam_in, i, w->xoff >> i & 1);
	EACH(o, outputs)
		clop_step(&sw->clop, o, w->in->message >> o & 1 ? w->in->msg + o : NULL);
	clip_end(&sw->clip);
	dcam_in_unmark_changed(&sw->dcam_in);
}
