/* Switches with set-aside queues: what all of them have, as models; and what the CAMs of their outputs do. */
#include "line_switch.h"

#include "params.h"

_Static_assert((int)PARAM_MOST_radix <= (int)SWITCH_PORTS && (int)PARAM_MOST_saqs <= (int)LINES && (int)PARAM_MOST_cfqs <= (int)LINES,
	       "sets of ports are words, and there is room for every line");

void lines_reset(struct sluice_switch *at, const struct shape *all)
{
	struct line_switch *const sw = line_switch(at);

	sw->turn = ones(all->turn_w);
	sw->pool = ones(all->pool_w);
	sw->turnpool = ones(all->turnpool_bits);
	if (!all->lists_in_memory)
		return;
	clip_reset(&sw->clip, all);
	clop_reset(&sw->clop, all);
	at->due = 0;
}

void lines_count(const struct sluice_switch *at)
{
	line_counts_report(at, &line_switch_seen(at)->line_counts);
}

void lines_congestion(const struct sluice_switch *at, struct csr_seen *seen, const struct cam_in *cam, uint16_t (*count)[SWITCH_PORTS], uint64_t popping)
{
	seen->detect = line_switch_seen(at)->cdu.waiting & ~popping;
	for (unsigned i = 0; i < at->shape.radix; i++) {
		seen->cold[i] = count[0][i];
		for (unsigned l = 0; l < at->shape.saqs; l++)
			seen->lines[i] = (uint16_t)(seen->lines[i] + (count[queue_of_line(&at->shape, l)][i] || cam->sent[l] >> i & 1));
	}
}

/* By line: the lowest destination in its list. */
static void find_destinations(const struct shape *s, const uint32_t *row, uint32_t lines, uint32_t found[LINES])
{
	EACH_IN(l, lines)
		found[l] = INSPECT_NO_DESTINATION;
	for (uint32_t d = 0; lines && d < s->nodes; d++) {
		const uint32_t here = row[d] & lines;

		EACH_IN(l, here)
			found[l] = d;
		lines &= ~here;
	}
}

unsigned lines_inspect(const struct sluice_switch *at, unsigned port, const struct cam_in *u, uint16_t (*count)[SWITCH_PORTS], const uint32_t *row,
		       inspect_found *found, void *arg)
{
	const uint32_t used = (uint32_t)rows_with(u->live, u->saqs, port);
	const uint64_t listed = MEMBERS_WHERE(l, row ? used : 0, u->points.len[l][port] > 1);
	uint32_t destination[LINES];

	find_destinations(&at->shape, row, (uint32_t)listed, destination);
	EACH_IN(l, used) {
		const struct inspected line = {
			.queue = l, .packets = count[queue_of_line(&at->shape, l)][port], .length = u->points.len[l][port],
			.stopped = u->xoff[l] >> port & 1, .stops = u->sent[l] >> port & 1, .turns = points_turns(&u->points, port, l),
			.destination = listed >> l & 1 ? destination[l] : INSPECT_NO_DESTINATION, .out = u->out[l][port],
		};

		if (line.length)
			found(arg, &line);
	}
	return inspect_count(count, at->shape.queues, port);
}

unsigned lines_notified_out(const struct line_switch *sw, unsigned i, const struct congested_point *point)
{
	const struct shape *s = &sw->base.shape;
	const unsigned first = sw->base.first[i], out = (lines_by_list(sw) ? first : i) + (unsigned)(point->turns & ones(s->turn_w));

	return out < first + s->radix ? out : out - s->radix;
}

unsigned lines_notify(const struct line_switch *sw, struct cam_in *cam, unsigned o)
{
	const struct shape *s = &sw->base.shape;
	const unsigned i = sw->cam_out.notify_src[o];

	cam_in_notify_next(cam, i, cam_out_seen(&sw->cam_out, s, o, sw->cam_out.notify_line[o], turn_to(s, i, o)), sw->dcam_out.notify[o]);
	return i;
}

void lines_sent(struct line_switch *sw, unsigned i, const struct message *msg)
{
	struct switch_counts *const counts = lines_counts_of(sw, i);

	if (lines_in_memory(sw) && msg->xoff)
		clip_sent(&sw->clip, i, msg->line);
	counts->xoff_sent += msg->xoff;
	counts->xon_sent += !msg->xoff;
}

uint64_t lines_begin(struct line_switch *sw, uint64_t cycle)
{
	list_sweep_start(&sw->clip.lists);
	list_sweep_start(&sw->clop.lists);
	return MEMBERS_WHERE(i, cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0, sw->rfcu.msg[i].xoff);
}

/* With lists in memories: headers that left in the cycle before. */
static void match_departed(struct line_switch *sw)
{
	struct clop *clop = &sw->clop;

	EACH_IN(o, clop->departed)
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, clop->lists.read[o], clop->destination[o], clop->from[o]);
	clop_matched(clop);
}

/* The header of a packet that leaves goes to the output's CAM. */
static void match(struct line_switch *sw, const struct leaving *h)
{
	const unsigned o = h->output;
	const uint32_t destination = (uint32_t)h->turns;

	if (lines_in_memory(sw))
		clop_lookup(&sw->clop, o, destination, h->from);
	else if (lines_by_list(sw))
		dcam_out_match(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, *dcam_out_row(&sw->dcam_out, o, destination), destination, h->from);
	else
		cam_out_match(&sw->cam_out, o, h->turns, h->left, h->from);
}

void lines_match(struct line_switch *sw, uint64_t cycle)
{
	if (lines_in_memory(sw))
		match_departed(sw);
	const uint64_t sent = cycle < OPORT_DEPART ? 0 : oport_granted(&sw->oport, cycle - OPORT_DEPART);
	const struct leaving *h = oport_leaving(&sw->oport, cycle - OPORT_DEPART);

	EACH_IN(o, sent & sw->cam_out.stopped)     /* of each grant in turn */
		match(sw, h + count_members(sent & (bit(o) - 1)));
}

void lines_messages(struct line_switch *sw, const struct switch_in *in)
{
	EACH_IN(o, in->message) {
		if (lines_by_list(sw))
			dcam_out_message(&sw->dcam_out, &sw->cam_out, &sw->base.shape, o, in->msg + o);
		else
			cam_out_message(&sw->cam_out, &sw->base.shape, o, in->msg + o);
		lines_counts_of(sw, o)->xoff_received += in->msg[o].xoff;
	}
}

void lines_write(struct line_switch *sw, const struct switch_in *in)
{
	EACH_IN(o, sw->clop.busy | in->message)
		clop_step(&sw->clop, o, in->message >> o & 1 ? in->msg + o : NULL);
	clip_end(&sw->clip);
}
