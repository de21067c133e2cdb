#pragma once

/* Stages of a cycle in a side: queues, lines, and messages about them. Their order is in cioq_switch_stages.c. */
#include "cioq_switch.h"

/* What goes between stages within a cycle. */
struct wires {
	uint64_t cycle;
	const struct switch_in *in;
	struct switch_out *out;
	uint64_t acting;                        /* outputs with a message of their side: */
	struct { struct message m; uint8_t vc, to; } act[SWITCH_PORTS];
	struct pick { uint16_t queue; uint8_t class; } pick[SIDES][SWITCH_PORTS];
	uint64_t linked;                        /* outputs whose link is granted */
	uint64_t granted;                       /* outputs that are granted, each to an input: */
	uint8_t winner[SWITCH_PORTS];
};

/* The detection queue of a packet that enters: of its turn, where the VC has one for each. */
STAGE unsigned detection_queue(const struct shape *s, unsigned k, const struct parcel *p)
{
	assert(p->turn < s->radix && "a turn that is none");
	return s->by_destination || (k == OUTPUTS && s->fifo_out) ? 0 : p->turn;
}

STAGE void take_xons(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	w->acting = sw->side[OUTPUTS].sfcu.sent;
	EACH_IN(o, w->acting) {
		const struct sfcu *u = &sw->side[OUTPUTS].sfcu;

		w->act[o].m = u->msg[o];
		w->act[o].vc = u->vc[o];
		w->act[o].to = u->to[o];
		EACH_IN(i, u->msg[o].xoff ? 0 : (sw->side[INPUTS].scam.stopped | sw->side[INPUTS].scam.noticed) & ones(s->radix) << sw->base.first[o])
			sw->looking[INPUTS] |= (uint64_t)scam_xon(&sw->side[INPUTS].scam, s, i, turn_to(s, i, o), u->msg + o) << i;
	}
	EACH_IN(o, w->in->message)
		if (!w->in->msg[o].xoff)
			sw->looking[OUTPUTS] |= (uint64_t)scam_xon(&sw->side[OUTPUTS].scam, s, o, ANY_TURN, w->in->msg + o) << o;
}

STAGE void decide(struct cioq_switch *sw, const struct shape *s, struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;
	uint64_t sent = 0;

	EACH_IN(i, sfcu_deciding(&u->sfcu)) {
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		if (!sfcu_decide(&u->sfcu, s, &u->cqu, &u->scam, i))
			continue;
		const struct message *m = u->sfcu.msg + i;

		sent |= bit(i);
		n->detections += m->xoff && m->line < s->radix;
		if (k == INPUTS) {
			w->out->msg[i] = *m;
			n->xoff_sent += m->xoff;
			n->xon_sent += !m->xoff;
		}
	}
	sfcu_send(&u->sfcu, sent);
	w->out->message = k == INPUTS ? sent : w->out->message;
	if (sent)
		sw->busy = w->cycle;
}

STAGE void leave(struct cioq_switch *sw, const struct shape *s, unsigned k)
{
	struct side *const u = sw->side + k;

	EACH_IN(i, u->cqu.popping) {
		const struct pop p = u->cqu.pop[i];
		const unsigned vc = sw->parcels.at[p.parcel].in.vc, j = p.queue - cqu_number(s, vc, 0);

		cqu_leave(&u->cqu, s, i, &sw->parcels);
		if (s->saqs) {
			if (scam_set(&u->scam, s, i, vc)->waiting)
				sw->looking[k] |= (uint64_t)scam_left(&u->scam, s, i, vc, j, p.need) << i;
			sfcu_moved(&u->sfcu, s, &u->cqu, i, vc, j);
			scam_touch(&u->scam, (uint64_t)(j >= s->dqs) << i);
		}
		if (k == OUTPUTS)
			parcels_release(&sw->parcels, p.parcel);
	}
}

/* The packet in HRU enters the queue of the longest line that it matches. */
STAGE void enter(struct cioq_switch *sw, const struct shape *s, unsigned k, unsigned port)
{
	struct side *const u = sw->side + k;
	const struct hru_header *h = u->hru.header + port;
	const uint32_t parcel = u->hru.parcel[port];
	const struct parcel *p = sw->parcels.at + parcel;
	const unsigned otherwise = detection_queue(s, k, p), queue = s->saqs ? scam_enter(&u->scam, s, port, p, h->turns, h->left, otherwise) : otherwise;

	cqu_enter(&u->cqu, s, &sw->parcels, port, queue, parcel);
	if (!s->saqs)
		return;
	sw->base.counts[sw->base.number[port]].set_aside += queue >= s->dqs;
	sfcu_enter(&u->sfcu, s, &u->cqu, port, queue, p, !h->left);
	sfcu_moved(&u->sfcu, s, &u->cqu, port, p->in.vc, queue);
	scam_touch(&u->scam, (uint64_t)(queue >= s->dqs) << port);
}

STAGE void move(struct cioq_switch *sw, const struct shape *s, struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;

	if (u->cqu.refilling | u->cqu.popping | u->hru.valid)
		sw->busy = w->cycle;
	cqu_refill(&u->cqu, s, &sw->parcels);
	leave(sw, s, k);
	EACH_IN(i, u->hru.valid)
		enter(sw, s, k, i);
	sw->looking[k] |= u->cqu.refilled | u->cqu.direct;
}

/* Lines in use, and the most there were at the end of a cycle. */
STAGE void count_lines(struct cioq_switch *sw, const struct shape *s)
{
	struct side *const u = sw->side + INPUTS;

	EACH_IN(i, u->scam.changed) {
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		n->lines_in_use = (unsigned)((int)n->lines_in_use + scam_count(&u->scam, s, &u->cqu, i));
	}
	EACH_IN(i, u->scam.changed) {
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		n->lines_peak = n->lines_in_use > n->lines_peak ? n->lines_in_use : n->lines_peak;
	}
}

/* Xoffs act; then lines in use are counted. */
STAGE void notify(struct cioq_switch *sw, const struct shape *s, const struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;

	EACH_IN(i, u->scam.noticed) {
		const bool same = u->sfcu.entered >> i & 1 && u->sfcu.in[i].vc == u->scam.notice[i].vc;
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		if (u->scam.overtaken >> i & 1)
			continue;
		const bool acts = scam_notify(&u->scam, s, &u->cqu, i, same ? u->sfcu.in[i].queue : NO_QUEUE_ENTERED);

		n->notifications++;
		n->notifications_lost += !acts;
	}
	if (u->scam.noticed)
		sw->busy = w->cycle;
	if (k == INPUTS && s->saqs)
		count_lines(sw, s);
	scam_end(&u->scam);
}

/* Xoffs that act in the next cycle: of output sides, which put their turn in front; of downstream. */
STAGE void take_xoffs(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	EACH_IN(o, w->acting) {
		const struct message *m = &w->act[o].m;
		const unsigned i = w->act[o].to;
		const uint64_t turns = (m->turns << s->turn_w | turn_to(s, i, o)) & ones(sw->base.shape.pool_w);

		if (m->xoff)
			scam_notice(&sw->side[INPUTS].scam, i, (struct notice){ turns, (uint8_t)(m->len + 1), (uint8_t)lowest(m->levels), (uint8_t)m->line, w->act[o].vc });
	}
	EACH_IN(o, w->in->message) {
		const struct message *m = w->in->msg + o;
		const unsigned level = lowest(m->levels);

		assert(!(m->levels >> s->levels) && m->line < s->vc_queues && (!m->xoff || (m->len <= sw->base.shape.turns && !(m->turns & ~ones(m->len * s->turn_w)))));
		if (m->xoff)
			scam_notice(&sw->side[OUTPUTS].scam, o, (struct notice){ m->turns, m->len, (uint8_t)level, (uint8_t)m->line, (uint8_t)scam_vc(s, level) });
		sw->base.counts[sw->base.number[o]].xoff_received += m->xoff;
	}
	if (w->acting | w->in->message)
		sw->busy = w->cycle;
}
