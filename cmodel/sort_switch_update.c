/* What the CAMs of a switch that sorts packets as they arrive tell each other and their neighbours: messages, Xons, notifications;
 * their lines; and lists of destinations that are in memories. */
#include "sort_switch_wires.h"

void sort_begin_lists(struct sort_switch *sw, struct sort_wires *w)
{
	unsigned i;

	list_sweep_start(&sw->clip.lists);
	list_sweep_start(&sw->clop.lists);
	w->xoff = 0;
	EACH(i, w->slots.cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0)
		w->xoff |= (uint64_t)sw->rfcu.msg[i].xoff << i;
}

/* Queue that a packet enters in this cycle; NO_LINE: none comes. */
static unsigned entering(const struct sort_switch *sw, const struct sort_wires *w, unsigned i)
{
	return w->entering >> i & 1 ? sw->entered[i] : NO_LINE;
}

/* The message of a line that wants to send one. */
static const struct message *send(struct sort_switch *sw, unsigned i)
{
	bool xoff;
	const unsigned l = rfcu_lowest(&sw->base.shape, (struct rfcu_lines){ sw->smu.count, sw->lines.busy, sw->lines.sent }, i, true, &xoff);
	const struct points *points = &sw->lines.points;

	sorted_lines_sent(&sw->lines, i, l, xoff);
	return rfcu_put(&sw->rfcu, i, (struct message){ { points_turns(points, i, l) }, xoff, (uint8_t)l, points->len[l][i], 0 });
}

/* The message for the destination of a packet that enters a line. */
static const struct message *stop_destination(struct sort_switch *sw, unsigned i)
{
	const unsigned l = sw->entered[i] - 1u;

	if (sort_lists_in_memory(sw))
		clip_sent(&sw->clip, i, l);
	return drfcu_stop_sorted(&sw->rfcu, &sw->lines, i, l, sw->dt.enter[i].destination);
}

void sort_send_messages(struct sort_switch *sw, const struct sort_wires *w, uint64_t stops)
{
	unsigned i;

	EACH(i, w->slots.out->message) {
		const struct message *msg = stops >> i & 1 ? stop_destination(sw, i) : !sort_by_list(sw) ? send(sw, i) :
			drfcu_xon_sorted(&sw->rfcu, &sw->base.shape, &sw->lines, &sw->smu, i);

		w->slots.out->msg[i] = *msg;
		sort_counts_of(sw, i)->xoff_sent += msg->xoff;
		sort_counts_of(sw, i)->xon_sent += !msg->xoff;
	}
}

/* Output to which the congested point leads that an input is notified of. */
static unsigned notified_out(const struct sort_switch *sw, unsigned i)
{
	const struct shape *s = &sw->base.shape;
	const unsigned turn = (unsigned)(sw->lines.notification[i].turns & ones(s->turn_w)), out = (sort_by_list(sw) ? sw->base.first[i] : i) + turn;

	return out < sw->base.first[i] + s->radix ? out : out - s->radix;
}

/* Let the notification of an input act that has lists. Returns the line that it stops, or NO_LINE. */
static unsigned notify_by_list(struct sort_switch *sw, unsigned i, unsigned enter)
{
	struct dcam_sort *cam = &sw->dcam_sort;
	const uint32_t destination = cam->notification[i];
	const uint32_t row = sort_lists_in_memory(sw) ? clip_notify_row(&sw->clip, i) : *dcam_sort_row(cam, i, destination);
	bool learns;
	const unsigned l = dcam_sort_apply_notification(cam, &sw->lines, &sw->smu, i, notified_out(sw, i), row, enter, &learns);

	if (learns && sort_lists_in_memory(sw))
		clip_learn(&sw->clip, i, l, destination);
	return l;
}

static void notify(struct sort_switch *sw, const struct sort_wires *w)
{
	unsigned i;

	EACH(i, sw->lines.notified) {
		const unsigned enter = entering(sw, w, i);
		const unsigned l = sort_by_list(sw) ? notify_by_list(sw, i, enter) :
			cam_sort_apply_notification(&sw->lines, &sw->smu, i, notified_out(sw, i), enter);

		sort_counts_of(sw, i)->notifications++;
		sort_counts_of(sw, i)->notifications_lost += l == NO_LINE;
	}
	sorted_lines_notified(&sw->lines);
}

/* Lines for outputs where congestion is detected. */
static void take_lines(struct sort_switch *sw, const struct sort_wires *w)
{
	const struct shape *s = &sw->base.shape;
	unsigned i;

	EACH(i, w->detect) {
		const unsigned l = sorted_lines_alloc(&sw->lines, i), out = sw->smu.out[0][i];

		if (l == NO_LINE || entering(sw, w, i) == l + 1)
			continue;
		if (sort_by_list(sw))
			dcam_sort_detect(&sw->dcam_sort, &sw->lines, s, &sw->smu, i, l, turn_to(s, i, out), out);
		else
			sorted_lines_detect(&sw->lines, s, &sw->smu, i, l, turn_to(s, i, out), out);
		sort_counts_of(sw, i)->detections++;
	}
}

/* An output notifies the input that a header came from, for line l. */
static void notify_next(struct sort_switch *sw, unsigned o, unsigned l)
{
	const struct cam_out *cam = &sw->cam_out;
	const unsigned i = cam->notify_src[o];

	sorted_lines_notify_next(&sw->lines, i, cam_out_seen(cam, &sw->base.shape, o, l, turn_to(&sw->base.shape, i, o)));
	if (!sort_by_list(sw))
		return;
	dcam_sort_notify_next(&sw->dcam_sort, i, sw->dcam_out.notify[o]);
	if (sort_lists_in_memory(sw) && clip_known(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i)))
		list_sweep_read(&sw->clip.lists, i, sw->dcam_out.notify[o]);
}

/* With lists in memories: headers that left in the cycle before. */
static void match_departed(struct sort_switch *sw)
{
	struct clop *clop = &sw->clop;
	unsigned o;

	EACH(o, clop->departed)
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, clop->lists.read[o], clop->destination[o], clop->from[o]);
	clop_matched(clop);
}

/* The header of a packet that leaves goes to the output's CAM. */
static void match(struct sort_switch *sw, const struct leaving *h)
{
	const unsigned o = h->output;
	const uint32_t destination = (uint32_t)h->turns;

	if (sort_lists_in_memory(sw))
		clop_lookup(&sw->clop, o, destination, h->from);
	else if (sort_by_list(sw))
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, *dcam_out_row(&sw->dcam_out, o, destination), destination, h->from);
	else
		cam_out_match(&sw->cam_out, o, h->turns, h->left, h->from);
}

/* What the outputs notify reaches the inputs' registers at the end of the cycle. */
static void match_headers(struct sort_switch *sw, const struct sort_wires *w)
{
	struct cam_out *cam = &sw->cam_out;
	unsigned o;

	EACH(o, cam->notify)
		if (cam_out_notifies(cam, o, w->slots.in->message >> o & 1 ? w->slots.in->msg + o : NULL))
			notify_next(sw, o, cam->notify_line[o]);
	cam_out_notify_done(cam);
	if (sort_lists_in_memory(sw))
		match_departed(sw);
	const uint64_t sent = w->slots.cycle < OPORT_DEPART ? 0 : oport_granted(&sw->oport, w->slots.cycle - OPORT_DEPART);
	const struct leaving *h = oport_leaving(&sw->oport, w->slots.cycle - OPORT_DEPART);

	EACH(o, sent & cam->stopped)
		match(sw, h + count_members(sent & (bit(o) - 1)));
}

void sort_update_cams(struct sort_switch *sw, const struct sort_wires *w)
{
	unsigned o;

	notify(sw, w);
	take_lines(sw, w);
	if (sw->cam_out.notify | sw->cam_out.stopped | sw->clop.departed)
		match_headers(sw, w);
	cdu_withdraw(&sw->cdu, sw->lines.notified);
	EACH(o, w->slots.in->message) {
		if (sort_by_list(sw))
			dcam_out_message(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, w->slots.in->msg + o);
		else
			cam_out_message(&sw->cam_out, &sw->base.shape, o, w->slots.in->msg + o);
		sort_counts_of(sw, o)->xoff_received += w->slots.in->msg[o].xoff;
	}
}

/* What a line learned in this cycle is not in the words that were read in it. */
static void note_late(struct sort_switch *sw, const struct sort_wires *w)
{
	struct clip *clip = &sw->clip;
	unsigned i;

	clip_late_done(clip);
	EACH(i, clip->touched & (w->slots.in->head | sw->lines.notified)) {
		const uint32_t learned = clip->learned[i];

		if (!clip->stop[i])
			continue;
		if (w->slots.in->head >> i & 1 && w->slots.in->packet[i].destination == learned)
			clip_late_arrival(clip, i);
		if (sw->lines.notified >> i & 1 && sw->dcam_sort.notification[i] == learned)
			clip_late_notification(clip, i);
	}
}

void sort_update_lists(struct sort_switch *sw, const struct sort_wires *w, uint64_t changed)
{
	const uint64_t inputs = sw->clip.busy | sw->clip.touched | sw->clip.sorted.moved;
	unsigned i, o;

	note_late(sw, w);
	EACH(i, inputs)
		clip_step_sorted(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i), w->xoff >> i & 1);
	EACH(o, sw->clop.busy | w->slots.in->message)
		clop_step(&sw->clop, o, w->slots.in->message >> o & 1 ? w->slots.in->msg + o : NULL);
	clip_end(&sw->clip);
	EACH(i, inputs | changed | sw->dcam_sort.retiring | sw->dcam_sort.any_taken) {
		dcam_sort_update(&sw->dcam_sort, &sw->lines, i, sw->clip.sorted.dirty[i]);
		clip_set_valid(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i));
	}
	dcam_sort_updated(&sw->dcam_sort, sw->lines.saqs);
}
