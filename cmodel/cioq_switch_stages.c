/*
 * The switch with queues at inputs and outputs: its wiring, one function per stage. docs/internals/microarchitecture-cioq.md.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that changes it:
 *
 *   ends            time alone ends cells and packets: sides idle, outputs open, credits
 *   requests, serve, links   both schedulers: heads, room, credits, lines; grants take effect last
 *   judge           lines that Xoffs of this cycle hit or may take         (before: let_go, messages, move)
 *   take_xons       Xons: of downstream, and of output sides               (before: messages, which makes new ones)
 *   messages        occupancy, what was told                               (before: move)
 *   move            refill, leave, enter the queue of the line that matches: occupancy
 *   notify          Xoffs act; a line waits for the cells of its parent    (after: move, for which lines are as they were)
 *   notices         Xoffs that act in the next cycle
 *   credits         of downstream, and of output sides
 *   arrivals        they enter in the next cycle
 *   grants          pop, read side, crossbar
 */
#include "cioq_switch_sides.h"

/* Inputs that wait for these outputs look again. */
STAGE void look_again(struct cioq_switch *sw, uint64_t *any, uint64_t *waits, uint64_t outputs)
{
	EACH_IN(o, *any & outputs) {
		sw->looking[INPUTS] |= waits[o];
		waits[o] = 0;
	}
	*any &= ~outputs;
}

/* The credits of cells of these ports: VCs, by port. */
static inline void copy_vcs(uint16_t to[SWITCH_PORTS], const uint16_t from[SWITCH_PORTS], uint64_t ports)
{
	if (ports)
		memcpy(to, from, SWITCH_PORTS * sizeof *to);
}

STAGE void end_cells(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	const struct cell_ends e = calendar_take(&sw->calendar, w->cycle);
	struct cmu *const in = &sw->side[INPUTS].cmu, *const out = &sw->side[OUTPUTS].cmu;

	xout_begin(&sw->xout);
	w->out->credit = e.cells[INPUTS];
	copy_vcs(w->out->credit_queue, in->rd_vc, e.cells[INPUTS]);
	sw->freed = e.cells[OUTPUTS];
	copy_vcs(sw->freed_vc[w->cycle & 1], out->rd_vc, e.cells[OUTPUTS]);
	EACH_IN(i, e.packets[INPUTS]) {
		xout_last(&sw->xout, sw->xin.to[i], in->rd[i].flits == 1);
		cmu_end(in, s, i);
	}
	EACH_IN(o, e.packets[OUTPUTS])
		cmu_end(out, s, o);
	if (e.cells[INPUTS] | e.cells[OUTPUTS])
		sw->busy = w->cycle;
	look_again(sw, &sw->awaited, sw->waits_open, sw->xout.open);
}

/* The VC of a queue of a class. */
STAGE unsigned vc_of(const struct shape *s, unsigned class, unsigned queue)
{
	return s->by_destination ? queue : class;
}

/*
 * Queues of a class in the order in which they are asked: those above the one served last, then the others; word k of so many and one. Returns which word of
 * the set that is, and in *some which of its queues.
 */
STAGE unsigned word_in_turn(unsigned words, unsigned last, unsigned k, uint64_t *some)
{
	const unsigned first = last / 64, at = first + k < words ? first + k : first + k - words;
	const uint64_t above = ~ones(last % 64 + 1);

	*some = k == 0 ? above : k == words ? ~above : UINT64_MAX;
	return at;
}

/* First phase: an input asks for the output of a head, if it is open and has room. Otherwise the input waits for it. */
STAGE bool asks_output(struct cioq_switch *sw, const struct shape *s, unsigned input, unsigned class, unsigned q)
{
	const struct queue_head *head = cqu_head(&sw->side[INPUTS].cqu, s, input, q);
	const unsigned o = output_at(sw, s, input, head->turn);

	if (!(sw->xout.open >> o & 1)) {
		sw->awaited |= bit(o);
		sw->waits_open[o] |= bit(input);
		return false;
	}
	if (!ccu_fits(&sw->room, s, o, vc_of(s, class, q), head->need)) {
		sw->wanting |= bit(o);
		sw->waits_room[o] |= bit(input);
		return false;
	}
	arb_out_vc_request(&sw->arb_out_vc, o, class, input - sw->base.first[input]);
	return true;
}

STAGE bool fits_downstream(const struct cioq_switch *sw, const struct shape *s, unsigned output, unsigned class, unsigned q)
{
	return ccu_fits(&sw->credits, s, output, vc_of(s, class, q), cqu_head(&sw->side[OUTPUTS].cqu, s, output, q)->need);
}

/* The first queue of a class, in turn, whose head may go on. */
STAGE bool pick_in_class(struct cioq_switch *sw, const struct shape *s, struct wires *w, unsigned side, unsigned port, unsigned class)
{
	const struct side *u = sw->side + side;
	const uint64_t *present = cqu_present(&u->cqu, s, port, class), blocked = scam_blocked(&u->scam, s, port, class);
	const unsigned words = cqu_words(s), last = arb_vc_last(&u->arb_vc, s, port, class);

	for (unsigned k = 0; k <= words; k++) {
		uint64_t some;
		const unsigned at = word_in_turn(words, last, k, &some);

		EACH_IN(j, present[at] & some & ~blocked) {
			const unsigned q = class * s->class_queues + at * 64 + j;

			if (!(side == INPUTS ? asks_output(sw, s, port, class, q) : fits_downstream(sw, s, port, class, q)))
				continue;
			w->pick[side][port] = (struct pick){ (uint16_t)q, (uint8_t)class };
			parcels_expect(&sw->parcels, cqu_at(&u->cqu, s, port, q)->head);
			return true;
		}
	}
	return false;
}

/* Of the lowest class that has one. A port without one looks again when something has changed. */
STAGE bool pick(struct cioq_switch *sw, const struct shape *s, struct wires *w, unsigned side, unsigned port)
{
	EACH_IN(c, sw->side[side].cqu.asking[port])
		if (pick_in_class(sw, s, w, side, port, c))
			return true;
	sw->looking[side] &= ~bit(port);
	return false;
}

STAGE void arbitrate(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	const struct side *u = sw->side + INPUTS;

	arb_out_vc_begin(&sw->arb_out_vc);
	EACH_IN(i, u->cqu.some & u->cmu.idle & sw->looking[INPUTS])
		pick(sw, s, w, INPUTS, i);
	w->granted = sw->arb_out_vc.asked;
	EACH_IN(o, w->granted)
		w->winner[o] = (uint8_t)(sw->base.first[o] + arb_out_vc_serve(&sw->arb_out_vc, s, o));
}

STAGE void serve_link(struct cioq_switch *sw, const struct shape *s, struct wires *w, unsigned output)
{
	if (!pace_allows(s, lport_tokens(&sw->lport, s, output, w->cycle + 1)))
		sw->busy = w->cycle;
	else
		w->linked |= (uint64_t)pick(sw, s, w, OUTPUTS, output) << output;
}

STAGE void serve_links(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	const struct side *u = sw->side + OUTPUTS;

	EACH_IN(o, u->cqu.some & u->cmu.idle & ~(u->cqu.popping | sw->held) & sw->looking[OUTPUTS])
		serve_link(sw, s, w, o);
}

STAGE void take_credits(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	look_again(sw, &sw->wanting, sw->waits_room, ccu_begin(&sw->room, s));
	sw->looking[OUTPUTS] |= ccu_begin(&sw->credits, s);
	ccu_give(&sw->room, sw->freed_before, sw->freed_vc[~w->cycle & 1]);
	ccu_give(&sw->credits, w->in->credit, w->in->credit_queue);
	if (sw->freed_before | w->in->credit)
		sw->busy = w->cycle;
	sw->freed_before = sw->freed;
}

STAGE void arrive(struct cioq_switch *sw, const struct shape *s, const struct wires *w)
{
	const struct shape *limits = &sw->base.shape;
	struct side *const u = sw->side + INPUTS;

	hru_begin(&u->hru);
	EACH_IN(i, w->in->head) {
		const struct packet *p = w->in->packet + i;
		const struct transit in = { w->cycle, w->cycle, (uint16_t)p->flits, (uint16_t)packet_vc(s, p), w->in->tokens[i] };

		assert(p->flits - 1u < limits->packet_flits && p->turns_left && p->turns_left <= limits->turns && p->sl < s->sls && in.vc < s->vcs);
		assert(pace_allows(s, in.tokens));
		const uint32_t k = parcels_enter(&sw->parcels, s, p, in, i);

		cmu_arrive(&u->cmu, s, i, w->cycle, k, in, sw->parcels.at[k].need);
		hru_arrive(&u->hru, i, k, p, in.vc, p->turnpool & ones(limits->pool_w), p->turns_left);
	}
}

/* Headers in the crossbar: they were granted two cycles ago. */
STAGE void cross(struct cioq_switch *sw, const struct shape *s, const struct wires *w)
{
	struct side *const u = sw->side + OUTPUTS;

	hru_begin(&u->hru);
	EACH_IN(o, sw->xout.coming) {
		const uint32_t k = sw->xout.parcel[o];
		const struct parcel *p = sw->parcels.at + k;
		const struct transit in = sw->xout.in[o];

		parcels_pass(&sw->parcels, s, k, in);
		cmu_arrive(&u->cmu, s, o, w->cycle, k, in, p->need);
		hru_arrive(&u->hru, o, k, &p->packet, in.vc, p->packet.turnpool & ones(sw->base.shape.pool_w), p->packet.turns_left);
	}
	if (sw->xout.coming | w->in->head)
		sw->busy = w->cycle;
}

/* Output o takes the head that input i put up. */
STAGE void grant(struct cioq_switch *sw, const struct shape *s, const struct wires *w, unsigned o, unsigned i)
{
	struct side *const u = sw->side + INPUTS;
	const unsigned class = w->pick[INPUTS][i].class, q = w->pick[INPUTS][i].queue;
	const uint32_t k = cqu_grant(&u->cqu, s, i, class, q);
	const struct parcel *p = sw->parcels.at + k;
	struct transit rd = p->in;

	parcels_expect(&sw->parcels, p->behind);

	rd.from = w->cycle + 1;
	rd.link += 2;
	arb_vc_served(&u->arb_vc, s, i, class, q - class * s->class_queues);
	ccu_take(&sw->room, s, o, p->in.vc, p->need);
	cmu_grant(&u->cmu, i, k, rd);
	calendar_file_packet(&sw->calendar, s, w->cycle, INPUTS, i, &rd);
	xin_grant(&sw->xin, i, o, turn_to(s, i, o));
	rd.from++;
	rd.link++;
	xout_grant(&sw->xout, o, k, rd);
}

STAGE void grant_link(struct cioq_switch *sw, const struct shape *s, const struct wires *w, unsigned o)
{
	struct side *const u = sw->side + OUTPUTS;
	const unsigned class = w->pick[OUTPUTS][o].class, q = w->pick[OUTPUTS][o].queue, tokens = lport_tokens(&sw->lport, s, o, w->cycle + 1);
	const uint32_t k = cqu_grant(&u->cqu, s, o, class, q);
	const struct parcel *p = sw->parcels.at + k;
	const struct transit rd = { w->cycle + 1, w->cycle + 1, (uint16_t)p->packet.flits, p->in.vc, (uint8_t)tokens };

	parcels_expect(&sw->parcels, p->behind);
	assert(transit_last(s, &rd) >= transit_last(s, &p->in) + 2 && "a link never stalls inside a packet");
	arb_vc_served(&u->arb_vc, s, o, class, q - class * s->class_queues);
	ccu_take(&sw->credits, s, o, p->in.vc, p->need);
	lport_grant(&sw->lport, s, o, &rd);
	cmu_grant(&u->cmu, o, k, rd);
	calendar_file_packet(&sw->calendar, s, w->cycle, OUTPUTS, o, &rd);
	w->out->packet[o] = p->packet;
	w->out->from[o] = p->source;
	w->out->tokens[o] = (uint8_t)tokens;
}

STAGE void grant_all(struct cioq_switch *sw, const struct shape *s, struct wires *w)
{
	EACH_IN(o, w->granted)
		grant(sw, s, w, o, w->winner[o]);
	xout_end(&sw->xout, w->granted);
	EACH_IN(o, w->linked)
		grant_link(sw, s, w, o);
	w->out->depart = w->linked;
	if (w->granted | w->linked)
		sw->busy = w->cycle;
}

STAGE uint64_t step(struct cioq_switch *sw, uint64_t cycle, const struct switch_in *in, struct switch_out *out, const struct shape *s)
{
	struct wires w;

	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.linked = 0;
	end_cells(sw, s, &w);
	arbitrate(sw, s, &w);
	serve_links(sw, s, &w);
	for (unsigned k = 0; k < SIDES; k++)
		scam_judge(&sw->side[k].scam, s, &sw->side[k].cqu);
	take_xons(sw, s, &w);
	for (unsigned k = 0; k < SIDES; k++) {
		decide(sw, s, &w, k);
		move(sw, s, &w, k);
		notify(sw, s, &w, k);
		cqu_end(&sw->side[k].cqu);
	}
	take_xoffs(sw, s, &w);
	take_credits(sw, s, &w);
	arrive(sw, s, &w);
	cross(sw, s, &w);
	grant_all(sw, s, &w);
	return sw->busy + 2 > cycle ? cycle + 1 : calendar_next(&sw->calendar, cycle);
}

/*
 * Sizes that the step asks for, and their values in the usual switches, for which it is compiled as well. They have 8 ports, 8 service levels, and links that
 * carry a flit in two of three cycles: of recn-qos, with two VCs of 8 set-aside queues each; of voqsw-qos; of voqnet-qos, in networks of 128 nodes.
 */
#define STEP_SIZES \
	SIZE(radix, 8, 8, 8) SIZE(turn_w, 3, 3, 3) SIZE(classes, 2, 8, 8) SIZE(vcs, 2, 8, 1024) SIZE(saqs, 8, 0, 0) SIZE(dqs, 8, 8, 1) SIZE(vc_queues, 16, 8, 1) \
	SIZE(class_queues, 16, 8, 128) SIZE(queues, 32, 64, 1024) SIZE(by_destination, 0, 0, 1) SIZE(fifo_out, 0, 1, 1) SIZE(sls, 8, 8, 8) SIZE(levels, 8, 8, 8) SIZE(by_level, 1, 1, 1) \
	SIZE(sl_map, 011110000, 076543210, 0) SIZE(level_map, 011110000, 076543210, 0) SIZE(cell_flits, 8, 8, 8) SIZE(speed_n, 3, 3, 3) SIZE(speed_d, 2, 2, 2)

#define SIZE(name, recn, sw, net) .name = (recn),
static const struct shape usual_recn = { STEP_SIZES };
#undef SIZE
#define SIZE(name, recn, sw, net) .name = (sw),
static const struct shape usual_sw = { STEP_SIZES };
#undef SIZE
#define SIZE(name, recn, sw, net) .name = (net),
static const struct shape usual_net = { STEP_SIZES };
#undef SIZE

static bool same_sizes(const struct shape *a, const struct shape *b)
{
#define SIZE(name, ...) && a->name == b->name
	return true STEP_SIZES;
#undef SIZE
}

STEP_FOR(step_usual_recn, cioq_switch, &usual_recn)
STEP_FOR(step_usual_sw, cioq_switch, &usual_sw)
STEP_FOR(step_usual_net, cioq_switch, &usual_net)
STEP_FOR(step_any, cioq_switch, &sw->shape)

switch_step_function *cioq_step(const struct sluice_switch *sw)
{
	const struct shape *s = &sw->shape;

	if (!switch_width())            /* nothing that is made for one machine or size: tests compare with it */
		return step_any;
	return same_sizes(s, &usual_recn) ? step_usual_recn : same_sizes(s, &usual_sw) ? step_usual_sw : same_sizes(s, &usual_net) ? step_usual_net : step_any;
}
