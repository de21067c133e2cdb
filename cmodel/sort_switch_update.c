/* What the CAMs of a switch that sorts packets as they arrive tell each other and their neighbours: messages, Xons, notifications;
 * their lines; and lists of destinations that are in memories. The scheduler port by port. */
#include "sort_switch.h"

/* Line whose queue a packet enters in this cycle; NO_LINE: none does. */
static unsigned entering(const struct sort_switch *sw, const struct sort_wires *w, unsigned i)
{
	const unsigned l = w->entering >> i & 1 ? line_of_queue(&sw->base.shape, sw->entered[i]) : NO_LINE;

	return l < sw->base.shape.saqs ? l : NO_LINE;
}

/* The message of an input; stops: that of a destination, whose packet enters a line. */
static const struct message *send(struct sort_switch *sw, unsigned i, bool stops)
{
	struct rfcu *const u = &sw->rfcu;
	struct cam_in *const cam = &sw->lines.cam;
	const struct shape *s = &sw->base.shape;
	uint16_t (*const count)[SWITCH_PORTS] = sw->smu.count + queue_of_line(s, 0);

	if (!lines_by_list(&sw->all))
		return rfcu_send(u, s, count, cam, i);
	return stops ? drfcu_stop(u, cam, NULL, i, line_of_queue(s, sw->entered[i]), sw->dt.enter[i].destination) : drfcu_xon(u, s, count, cam, NULL, i);
}

void sort_send_messages(struct sort_switch *sw, const struct sort_wires *w, uint64_t stops)
{
	EACH_IN(i, w->slots.out->message) {
		w->slots.out->msg[i] = *send(sw, i, stops >> i & 1);
		lines_sent(&sw->all, i, w->slots.out->msg + i);
	}
}

/* Let the notification of an input act that has lists. Returns the line that it stops, or NO_LINE. */
static unsigned notify_by_list(struct sort_switch *sw, unsigned i, unsigned out, unsigned enter)
{
	struct dcam_sort *cam = &sw->dcam_sort;
	const uint32_t destination = sw->lines.cam.destination[i];
	const uint32_t row = lines_in_memory(&sw->all) ? clip_notify_row(&sw->clip, i) : *dcam_sort_row(cam, i, destination);
	bool learns;
	const unsigned l = dcam_sort_apply_notification(cam, &sw->lines, &sw->smu, i, out, row, enter, &learns);

	if (learns && lines_in_memory(&sw->all))
		clip_learn(&sw->clip, i, l, destination);
	return l;
}

static void notify(struct sort_switch *sw, const struct sort_wires *w)
{
	EACH_IN(i, sw->lines.cam.notified) {
		const unsigned enter = entering(sw, w, i), out = lines_notified_out(&sw->all, i, sw->lines.cam.notification + i);
		const unsigned l = lines_by_list(&sw->all) ? notify_by_list(sw, i, out, enter) :
			cam_sort_apply_notification(&sw->lines, &sw->smu, i, out, enter);

		lines_counts_of(&sw->all, i)->notifications++;
		lines_counts_of(&sw->all, i)->notifications_lost += l == NO_LINE;
	}
	cam_in_notified(&sw->lines.cam);
}

/* Lines for outputs where congestion is detected. */
static void take_lines(struct sort_switch *sw, const struct sort_wires *w)
{
	const struct shape *s = &sw->base.shape;

	EACH_IN(i, w->detect) {
		const unsigned l = cam_in_alloc(&sw->lines.cam, s->saqs, i), out = sw->cdu.out[i];

		if (l == NO_LINE || entering(sw, w, i) == l)
			continue;
		if (lines_by_list(&sw->all))
			dcam_sort_detect(&sw->dcam_sort, &sw->lines, s, &sw->smu, i, l, turn_to(s, i, out), out);
		else
			sorted_lines_detect(&sw->lines, s, &sw->smu, i, l, turn_to(s, i, out), out);
		lines_counts_of(&sw->all, i)->detections++;
	}
}

/* Outputs notify inputs: with lists in memories, of a row that is looked up in this cycle. */
static void notify_next(struct sort_switch *sw, unsigned o)
{
	const unsigned i = lines_notify(&sw->all, &sw->lines.cam, o);

	if (lines_in_memory(&sw->all) && clip_known(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i)))
		list_sweep_read(&sw->clip.lists, i, sw->lines.cam.destination[i]);
}

void sort_update_cams(struct sort_switch *sw, const struct sort_wires *w)
{
	const struct switch_in *const in = w->slots.in;

	notify(sw, w);
	take_lines(sw, w);
	EACH_IN(o, sw->cam_out.notify)
		if (cam_out_notifies(&sw->cam_out, o, in->message >> o & 1 ? in->msg + o : NULL))
			notify_next(sw, o);
	cam_out_notify_done(&sw->cam_out);
	if (sw->cam_out.stopped | sw->clop.departed)
		lines_match(&sw->all, w->slots.cycle);
	cdu_withdraw(&sw->cdu, sw->lines.cam.notified);
	if (in->message)
		lines_messages(&sw->all, in);
}

/* What a line learned in this cycle is not in the words that were read in it. */
static void note_late(struct sort_switch *sw, const struct sort_wires *w)
{
	struct clip *clip = &sw->clip;

	clip_late_done(clip);
	EACH_IN(i, clip->touched & (w->slots.in->head | sw->lines.cam.notified)) {
		const uint32_t learned = clip->learned[i];

		if (!clip->stop[i])
			continue;
		if (w->slots.in->head >> i & 1 && w->slots.in->packet[i].destination == learned)
			clip_late_arrival(clip, i);
		if (sw->lines.cam.notified >> i & 1 && sw->lines.cam.destination[i] == learned)
			clip_late_notification(clip, i);
	}
}

void sort_update_lists(struct sort_switch *sw, const struct sort_wires *w, uint64_t changed)
{
	const uint64_t inputs = sw->clip.busy | sw->clip.touched | sw->clip.moved;

	note_late(sw, w);
	EACH_IN(i, inputs)
		clip_step(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i), w->xoff >> i & 1);
	lines_write(&sw->all, w->slots.in);
	EACH_IN(i, inputs | changed | sw->dcam_sort.retiring | sw->dcam_sort.any_taken) {
		dcam_sort_update(&sw->dcam_sort, &sw->lines, i, sw->clip.dirty[i]);
		clip_set_live(&sw->clip, i, dcam_sort_valid(&sw->dcam_sort, &sw->lines, i));
	}
	dcam_sort_updated(&sw->dcam_sort, sw->base.shape.saqs);
}

/* The output that an input requests, of those that the heads of these queues are for. */
static unsigned choose_output(const struct sort_switch *sw, unsigned i, uint64_t queues)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = sw->base.first[i];
	uint64_t turns = 0;

	EACH_IN(q, queues)
		turns |= bit(turn_to(s, i, sw->smu.out[q][i]));
	const unsigned out = (lines_by_list(&sw->all) ? first : i) + arbiter_pick(&sw->arb_by_output.outputs, i, turns);

	return out < first + s->radix ? out : out - s->radix;
}

/* The queue that is served, of those whose head is for the output. */
static unsigned choose_queue(const struct sort_switch *sw, unsigned i, unsigned o, uint64_t queues)
{
	return arbiter_pick(&sw->arb_by_output.queues, i, MEMBERS_WHERE(q, queues, sw->smu.out[q][i] == o));
}

unsigned sort_choose(const struct sort_switch *sw, unsigned i, uint64_t queues)
{
	return choose_queue(sw, i, choose_output(sw, i, queues), queues);
}

/* First phase: the output that an input requests. By age: that of its oldest head. */
static unsigned request(const struct sort_switch *sw, struct sort_wires *w, unsigned i, uint64_t queues)
{
	if (!sw->stamp.used)
		return choose_output(sw, i, queues);
	w->slots.queue[i] = (uint8_t)stamp_oldest(&sw->stamp, sw->base.number[i], i, queues);
	return sw->smu.out[w->slots.queue[i]][i];
}

/* Second phase for an output, of the inputs that request it. */
static unsigned serve(struct sort_switch *sw, struct sort_wires *w, unsigned o, uint64_t inputs, const uint64_t *eligible)
{
	if (sw->stamp.used)
		return stamp_oldest_input(&sw->stamp, sw->base.number[o], inputs, w->slots.queue);
	const unsigned i = arb_out_serve(&sw->arb_out, o, inputs, sw->base.first[o]);

	w->slots.queue[i] = (uint8_t)choose_queue(sw, i, o, rows_with(eligible, sw->base.shape.queues, i));
	arb_by_output_served(&sw->arb_by_output, i, turn_to(&sw->base.shape, i, o), w->slots.queue[i]);
	return i;
}

void sort_serve(struct sort_switch *sw, struct sort_wires *w, const uint64_t *eligible, uint64_t any)
{
	uint64_t requests[SWITCH_PORTS], outputs = 0;

	memset(w->slots.pop, 0, sw->base.shape.queues * sizeof *w->slots.pop);
	EACH_IN(i, any) {
		const unsigned o = request(sw, w, i, rows_with(eligible, sw->base.shape.queues, i));

		requests[o] = (outputs >> o & 1 ? requests[o] : 0) | bit(i);
		outputs |= bit(o);
	}
	EACH_IN(o, outputs) {
		const unsigned i = serve(sw, w, o, requests[o], eligible);

		w->slots.granted.winner[o] = (uint8_t)i;
		w->slots.granted.inputs |= bit(i);
		w->slots.pop[w->slots.queue[i]] |= bit(i);
	}
	w->slots.granted.outputs = outputs;
}
