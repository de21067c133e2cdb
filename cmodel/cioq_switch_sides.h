#ifndef CIOQ_SWITCH_SIDES_H
#define CIOQ_SWITCH_SIDES_H

/* Stages of a cycle in a side: queues, lines, and messages about them. Their order is in cioq_switch.c. */
#include "cioq_switch_wires.h"

/* The detection queue of a packet that enters: of its turn, where the VC has one for each. */
static unsigned detection_queue(const struct cioq_switch *sw, unsigned k, const struct parcel *p)
{
	const struct shape *s = &sw->base.shape;

	assert(p->turn < s->radix && "a turn that is none");
	return s->by_destination || (k == OUTPUTS && s->fifo_out) ? 0 : p->turn;
}

static void match(struct cioq_switch *sw, struct wires *w, unsigned k)
{
	const struct side *u = sw->side + k;
	unsigned i;

	EACH(i, u->hru.valid) {
		const struct hru_header *h = u->hru.header + i;
		const struct parcel *p = sw->parcels.at + u->hru.parcel[i];
		const unsigned queue = detection_queue(sw, k, p);

		w->enter[k][i] = (uint16_t)(sw->base.shape.saqs ? scam_enter(&u->scam, &sw->base.shape, i, p, h->turns, h->left, queue) : queue);
	}
}

static void judge(struct cioq_switch *sw, unsigned k)
{
	struct side *const u = sw->side + k;
	unsigned i;

	scam_begin(&u->scam);
	EACH(i, u->scam.noticed)
		scam_judge(&u->scam, &sw->base.shape, &u->cqu, i);
}

/* An Xon acts on a side; it may overtake the Xoff of the cycle before. */
static void let_go(struct cioq_switch *sw, unsigned k, unsigned port, unsigned turn, const struct message *m)
{
	struct scam *const u = &sw->side[k].scam;
	const struct shape *s = &sw->base.shape;

	if (scam_overtaken(u, s, port, turn, m))
		scam_overtake(u, port);
	scam_xon(u, s, port, scam_vc(s, lowest(m->levels)), turn, m);
}

static void take_xons(struct cioq_switch *sw, struct wires *w)
{
	unsigned o, i;

	w->acting = sw->side[OUTPUTS].sfcu.sent;
	EACH(o, w->acting) {
		const struct sfcu *u = &sw->side[OUTPUTS].sfcu;

		w->act[o].m = u->msg[o];
		w->act[o].vc = u->vc[o];
		w->act[o].to = u->to[o];
		EACH(i, u->msg[o].xoff ? 0 : (sw->side[INPUTS].scam.stopped | sw->side[INPUTS].scam.noticed) & ones(sw->base.shape.radix) << sw->base.first[o])
			let_go(sw, INPUTS, i, turn_to(sw, i, o), u->msg + o);
	}
	EACH(o, w->in->message)
		if (!w->in->msg[o].xoff)
			let_go(sw, OUTPUTS, o, ANY_TURN, w->in->msg + o);
}

static void decide(struct cioq_switch *sw, struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;
	uint64_t sent = 0;
	unsigned i;

	EACH(i, u->sfcu.entered | u->sfcu.ending) {
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		if (!sfcu_decide(&u->sfcu, &sw->base.shape, &u->cqu, &u->scam, i))
			continue;
		const struct message *m = u->sfcu.msg + i;

		sent |= bit(i);
		n->detections += m->xoff && m->line < sw->base.shape.radix;
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

static void leave(struct cioq_switch *sw, unsigned k)
{
	struct side *const u = sw->side + k;
	unsigned i;

	EACH(i, u->cqu.popping) {
		const struct pop p = u->cqu.pop[i];
		const unsigned vc = sw->parcels.at[p.parcel].in.vc, j = p.queue - cqu_number(&u->cqu, vc, 0);

		cqu_leave(&u->cqu, i, &sw->parcels);
		if (sw->base.shape.saqs) {
			scam_left(&u->scam, i, vc, j, p.need);
			sfcu_look(&u->sfcu, &u->cqu, i, vc, j);
		}
		if (k == OUTPUTS)
			parcels_release(&sw->parcels, p.parcel);
	}
	scam_touch(&u->scam, u->cqu.popping | u->hru.valid);
	cqu_end(&u->cqu);
}

static void move(struct cioq_switch *sw, struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;
	unsigned i;

	if (u->cqu.refilling | u->cqu.popping | u->hru.valid)
		sw->busy = w->cycle;
	cqu_refill(&u->cqu, &sw->parcels);
	leave(sw, k);
	cqu_begin_entering(&u->cqu);
	sfcu_begin_entering(&u->sfcu);
	EACH(i, u->hru.valid) {
		const uint32_t parcel = u->hru.parcel[i];
		const struct parcel *p = sw->parcels.at + parcel;

		cqu_enter(&u->cqu, &sw->parcels, i, w->enter[k][i], parcel);
		if (!sw->base.shape.saqs)
			continue;
		sfcu_enter(&u->sfcu, i, w->enter[k][i], p, !u->hru.header[i].left);
		sfcu_look(&u->sfcu, &u->cqu, i, p->in.vc, w->enter[k][i]);
	}
}

/* Xoffs act; then lines in use are counted. */
static void notify(struct cioq_switch *sw, struct wires *w, unsigned k)
{
	struct side *const u = sw->side + k;
	unsigned i;

	EACH(i, u->scam.noticed) {
		const unsigned vc = u->scam.notice[i].vc;
		const bool same = u->hru.valid >> i & 1 && sw->parcels.at[u->hru.parcel[i]].in.vc == vc;
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		if (scam_is_overtaken(&u->scam, i))
			continue;
		const bool acts = scam_notify(&u->scam, &sw->base.shape, &u->cqu, i, same ? w->enter[k][i] : NO_QUEUE_ENTERED);

		n->notifications += acts;
		n->notifications_lost += !acts;
	}
	if (u->scam.noticed)
		sw->busy = w->cycle;
	scam_end(&u->scam);
	EACH(i, k == INPUTS && sw->base.shape.saqs ? u->scam.changed : 0) {
		struct switch_counts *const n = sw->base.counts + sw->base.number[i];

		n->lines_in_use = (unsigned)((int)n->lines_in_use + scam_count(&u->scam, &u->cqu, i));
		n->lines_peak = n->lines_in_use > n->lines_peak ? n->lines_in_use : n->lines_peak;
	}
	scam_counted(&u->scam);
}

/* Xoffs that act in the next cycle: of output sides, which put their turn in front; of downstream. */
static void take_xoffs(struct cioq_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	unsigned o;

	EACH(o, w->acting) {
		const struct message *m = &w->act[o].m;
		const unsigned i = w->act[o].to;
		const uint64_t turns = (m->turns << s->turn_w | turn_to(sw, i, o)) & ones(s->pool_w);

		if (m->xoff)
			scam_notice(&sw->side[INPUTS].scam, i, (struct notice){ turns, (uint8_t)(m->len + 1), (uint8_t)lowest(m->levels), m->line, w->act[o].vc });
	}
	EACH(o, w->in->message) {
		const struct message *m = w->in->msg + o;
		const unsigned level = lowest(m->levels);

		assert(!(m->levels >> s->levels) && m->line < s->vc_queues && (!m->xoff || (m->len <= s->turns && !(m->turns & ~ones(m->len * s->turn_w)))));
		if (m->xoff)
			scam_notice(&sw->side[OUTPUTS].scam, o, (struct notice){ m->turns, m->len, (uint8_t)level, m->line, (uint8_t)scam_vc(s, level) });
		sw->base.counts[sw->base.number[o]].xoff_received += m->xoff;
	}
	if (w->acting | w->in->message)
		sw->busy = w->cycle;
}

#endif
