/*
 * The switch with queues at inputs and outputs: its wiring, one function per stage. docs/microarchitecture-cioq.md.
 *
 * Decisions are made from the registers as they are at the beginning of the cycle, so a stage that reads a register stands before the one that changes it:
 *
 *   ends            time alone ends cells and packets: sides idle, outputs open, credits
 *   requests, serve, links   both schedulers: heads, room, credits, lines; grants take effect last
 *   match           lines; the queue that each packet enters
 *   judge           lines that Xoffs of this cycle hit or may take         (before: let_go, messages, move)
 *   let_go          Xons: of downstream, and of output sides               (before: messages, which makes new ones)
 *   messages        occupancy, what was told                               (before: move)
 *   move            refill, leave, enter: occupancy                        (after: match)
 *   notify          Xoffs act; a line waits for the cells of its parent    (after: move)
 *   notices         Xoffs that act in the next cycle
 *   credits         of downstream, and of output sides
 *   arrivals        they enter in the next cycle
 *   grants          pop, read side, crossbar
 */
#include "cioq_switch_sides.h"

static void place_side(struct side *u, const struct shape *all, struct arena *a)
{
	hru_place(&u->hru, all, a);
	cmu_place(&u->cmu, all, a);
	cqu_place(&u->cqu, all, a);
	scam_place(&u->scam, all, a);
	sfcu_place(&u->sfcu, all, a);
	arb_vc_place(&u->arb_vc, all, a);
	cells_place(&u->cells, all, a);
}

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct cioq_switch *sw = cioq_switch(at);

	for (unsigned k = 0; k < SIDES; k++)
		place_side(sw->side + k, all, a);
	xin_place(&sw->xin, all, a);
	arb_out_vc_place(&sw->arb_out_vc, all, a);
	xout_place(&sw->xout, all, a);
	ccu_place(&sw->room, all, a);
	ccu_place(&sw->credits, all, a);
	mbus_place(&sw->mbus, all, a);
	lport_place(&sw->lport, all, a);
	parcels_place(&sw->parcels, all, a);
	calendar_place(&sw->calendar, a, 3 * all->cell_flits + 8);
	sw->freed_vc = arena_take(a, HOT, all->radix, sizeof *sw->freed_vc);
}

static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct cioq_switch *sw = cioq_switch(at);

	for (unsigned k = 0; k < SIDES; k++) {
		struct side *const u = sw->side + k;

		cmu_reset(&u->cmu, all);
		arb_vc_reset(&u->arb_vc, all);
		cells_reset(&u->cells, all);
		sfcu_reset(&u->sfcu, all, k == OUTPUTS);
	}
	arb_out_vc_reset(&sw->arb_out_vc, all, at->shape.radix);
	xout_reset(&sw->xout, all);
	lport_reset(&sw->lport, all);
}

static void end_cells(struct cioq_switch *sw, struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	const struct cell_ends e = calendar_take(&sw->calendar, w->cycle);
	unsigned i, o;

	xout_begin(&sw->xout);
	w->out->credit = e.inputs;
	EACH(i, e.inputs) {
		struct cmu *const u = &sw->side[INPUTS].cmu;

		w->out->credit_queue[i] = u->rd[i].vc;
		if (cmu_end_cell(u, s, i))
			xout_last(&sw->xout, sw->xin.to[i], u->rd[i].flits == 1);
		else
			calendar_file(&sw->calendar, w->cycle, cmu_end(u, s, i), bit(i), 0);
	}
	sw->freed = e.outputs;
	EACH(o, e.outputs) {
		struct cmu *const u = &sw->side[OUTPUTS].cmu;

		if (!cmu_end_cell(u, s, o))
			calendar_file(&sw->calendar, w->cycle, cmu_end(u, s, o), 0, bit(o));
	}
	if (e.inputs | e.outputs)
		sw->busy = w->cycle;
}

/* Turns of an input to outputs that are open. */
static uint64_t open_turns(const struct cioq_switch *sw, unsigned input)
{
	const unsigned radix = sw->base.shape.radix, first = sw->base.first[input], k = input - first;
	const uint64_t open = sw->xout.open >> first & ones(radix);

	return (open >> k | (k ? open << (radix - k) : 0)) & ones(radix);
}

/* The VC of a queue of a class. */
static unsigned vc_of(const struct shape *s, unsigned class, unsigned queue)
{
	return s->by_destination ? queue : class;
}

/*
 * Queues of a class in the order in which they are asked: those above the one served last, then the others; word k of so many and one. Returns which word of
 * the set that is, and in *some which of its queues.
 */
static unsigned word_in_turn(const struct cqu *u, unsigned last, unsigned k, uint64_t *some)
{
	const unsigned first = last / 64, at = first + k < u->words ? first + k : first + k - u->words;
	const uint64_t above = ~ones(last % 64 + 1);

	*some = k == 0 ? above : k == u->words ? ~above : UINT64_MAX;
	return at;
}

/* First phase: of these queues, from `base` on, the first that has room in its output, which is open. */
static bool request_from(struct cioq_switch *sw, struct wires *w, unsigned input, unsigned class, unsigned base, uint64_t queues, uint64_t open)
{
	const struct side *u = sw->side + INPUTS;
	const struct shape *s = &sw->base.shape;
	unsigned j;

	EACH(j, queues) {
		const unsigned q = base + j;
		const struct cell_queue *queue = cqu_at(&u->cqu, input, q);
		const unsigned o = output_at(sw, input, queue->turn);

		if (!(open >> queue->turn & 1) || !ccu_fits(&sw->room, o, vc_of(s, class, q), queue->need))
			continue;
		arb_out_vc_request(&sw->arb_out_vc, o, class, input - sw->base.first[input]);
		w->pick[input].class = (uint8_t)class;
		w->pick[input].queue = (uint16_t)q;
		return true;
	}
	return false;
}

/* Queues of a VC that are not held back; of those that lead to one output each, only those whose output is open. */
static uint64_t able(const struct cioq_switch *sw, unsigned input, unsigned vc, uint64_t open)
{
	const struct shape *s = &sw->base.shape;

	return s->by_destination ? UINT64_MAX : (open | ~ones(s->radix)) & ~scam_blocked(&sw->side[INPUTS].scam, input, vc);
}

static bool request_in_class(struct cioq_switch *sw, struct wires *w, unsigned input, unsigned class, uint64_t open)
{
	const struct side *u = sw->side + INPUTS;
	const uint64_t *present = cqu_present(&u->cqu, input, class), may = able(sw, input, class, open);
	const unsigned last = arb_vc_last(&u->arb_vc, input, class);

	for (unsigned k = 0; k <= u->cqu.words; k++) {
		uint64_t some;
		const unsigned at = word_in_turn(&u->cqu, last, k, &some);

		if (request_from(sw, w, input, class, class * u->cqu.class_queues + at * 64, present[at] & may & some, open))
			return true;
	}
	return false;
}

static void request(struct cioq_switch *sw, struct wires *w, unsigned input)
{
	const uint64_t open = open_turns(sw, input);
	unsigned c;

	EACH(c, open ? sw->side[INPUTS].cqu.asking[input] : 0)
		if (request_in_class(sw, w, input, c, open))
			return;
}

static void arbitrate(struct cioq_switch *sw, struct wires *w)
{
	const struct side *u = sw->side + INPUTS;
	unsigned i, o;

	arb_out_vc_begin(&sw->arb_out_vc);
	EACH(i, u->cqu.some & u->cmu.idle)
		request(sw, w, i);
	w->granted = sw->arb_out_vc.asked;
	EACH(o, w->granted)
		w->winner[o] = (uint8_t)(sw->base.first[o] + arb_out_vc_serve(&sw->arb_out_vc, o));
}

/* Of these queues, from `base` on, the first whose head fits downstream. */
static bool link_from(const struct cioq_switch *sw, struct wires *w, unsigned output, unsigned class, unsigned base, uint64_t queues)
{
	unsigned j;

	EACH(j, queues) {
		const unsigned q = base + j;

		if (!ccu_fits(&sw->credits, output, vc_of(&sw->base.shape, class, q), cqu_at(&sw->side[OUTPUTS].cqu, output, q)->need))
			continue;
		w->link[output].class = (uint8_t)class;
		w->link[output].queue = (uint16_t)q;
		w->linked |= bit(output);
		return true;
	}
	return false;
}

static bool link_in_class(struct cioq_switch *sw, struct wires *w, unsigned output, unsigned class)
{
	const struct side *u = sw->side + OUTPUTS;
	const uint64_t *present = cqu_present(&u->cqu, output, class), blocked = scam_blocked(&u->scam, output, class);
	const unsigned last = arb_vc_last(&u->arb_vc, output, class);

	for (unsigned k = 0; k <= u->cqu.words; k++) {
		uint64_t some;
		const unsigned at = word_in_turn(&u->cqu, last, k, &some);

		if (link_from(sw, w, output, class, class * u->cqu.class_queues + at * 64, present[at] & some & ~blocked))
			return true;
	}
	return false;
}

static void serve_link(struct cioq_switch *sw, struct wires *w, unsigned output)
{
	unsigned c;

	if (!pace_allows(&sw->base.shape, lport_tokens(&sw->lport, &sw->base.shape, output, w->cycle + 1))) {
		sw->busy = w->cycle;
		return;
	}
	EACH(c, sw->side[OUTPUTS].cqu.asking[output])
		if (link_in_class(sw, w, output, c))
			return;
}

static void serve_links(struct cioq_switch *sw, struct wires *w)
{
	const struct side *u = sw->side + OUTPUTS;
	unsigned o;

	EACH(o, u->cqu.some & u->cmu.idle & ~u->cqu.popping)
		serve_link(sw, w, o);
}

static void take_credits(struct cioq_switch *sw, struct wires *w)
{
	unsigned o;

	ccu_begin(&sw->room);
	ccu_begin(&sw->credits);
	EACH(o, sw->freed_before)
		ccu_give(&sw->room, o, sw->freed_vc[o]);
	EACH(o, w->in->credit)
		ccu_give(&sw->credits, o, w->in->credit_queue[o]);
	EACH(o, sw->freed)
		sw->freed_vc[o] = sw->side[OUTPUTS].cmu.rd[o].vc;
	if (sw->freed_before | w->in->credit)
		sw->busy = w->cycle;
	sw->freed_before = sw->freed;
}

static void arrive(struct cioq_switch *sw, const struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	struct side *const u = sw->side + INPUTS;
	unsigned i;

	hru_begin(&u->hru);
	EACH(i, w->in->head) {
		const struct packet *p = w->in->packet + i;
		const struct transit in = { w->cycle, w->cycle, (uint16_t)p->flits, (uint16_t)packet_vc(s, p), w->in->tokens[i] };

		assert(p->flits - 1u < s->packet_flits && p->turns_left && p->turns_left <= s->turns && p->sl < s->sls && in.vc < s->vcs && pace_allows(s, in.tokens));
		const uint32_t k = parcels_enter(&sw->parcels, s, p, in, i);

		cmu_arrive(&u->cmu, s, i, w->cycle, k, sw->parcels.at + k);
		hru_arrive(&u->hru, i, k, p, in.vc, p->turnpool & ones(s->pool_w), p->turns_left);
	}
}

/* Headers in the crossbar: they were granted two cycles ago. */
static void cross(struct cioq_switch *sw, const struct wires *w)
{
	const struct shape *s = &sw->base.shape;
	struct side *const u = sw->side + OUTPUTS;
	unsigned o;

	hru_begin(&u->hru);
	EACH(o, sw->xout.coming) {
		const uint32_t k = sw->xout.parcel[o];
		const struct parcel *p = sw->parcels.at + k;

		parcels_pass(&sw->parcels, s, k, sw->xout.in[o]);
		cmu_arrive(&u->cmu, s, o, w->cycle, k, p);
		hru_arrive(&u->hru, o, k, &p->packet, p->in.vc, p->packet.turnpool & ones(s->pool_w), p->packet.turns_left);
	}
	if (sw->xout.coming | w->in->head)
		sw->busy = w->cycle;
}

/* Output o takes the head that input i put up. */
static void grant(struct cioq_switch *sw, const struct wires *w, unsigned o, unsigned i)
{
	const struct shape *s = &sw->base.shape;
	struct side *const u = sw->side + INPUTS;
	const unsigned class = w->pick[i].class, q = w->pick[i].queue;
	const uint32_t k = cqu_grant(&u->cqu, i, class, q);
	const struct parcel *p = sw->parcels.at + k;
	struct transit rd = p->in;

	rd.from = w->cycle + 1;
	rd.link += 2;
	arb_vc_served(&u->arb_vc, i, class, q - class * u->cqu.class_queues);
	ccu_take(&sw->room, o, p->in.vc, p->need);
	cmu_grant(&u->cmu, s, i, k, rd);
	calendar_file(&sw->calendar, w->cycle, cmu_end(&u->cmu, s, i), bit(i), 0);
	xin_grant(&sw->xin, i, o, turn_to(sw, i, o));
	rd.from++;
	rd.link++;
	xout_grant(&sw->xout, o, k, rd);
}

static void grant_link(struct cioq_switch *sw, const struct wires *w, unsigned o)
{
	const struct shape *s = &sw->base.shape;
	struct side *const u = sw->side + OUTPUTS;
	const unsigned class = w->link[o].class, q = w->link[o].queue, tokens = lport_tokens(&sw->lport, s, o, w->cycle + 1);
	const uint32_t k = cqu_grant(&u->cqu, o, class, q);
	const struct parcel *p = sw->parcels.at + k;
	const struct transit rd = { w->cycle + 1, w->cycle + 1, (uint16_t)p->packet.flits, p->in.vc, (uint8_t)tokens };

	assert(transit_last(s, &rd) >= transit_last(s, &p->in) + 2 && "a link never stalls inside a packet");
	arb_vc_served(&u->arb_vc, o, class, q - class * u->cqu.class_queues);
	ccu_take(&sw->credits, o, p->in.vc, p->need);
	lport_grant(&sw->lport, s, o, &rd);
	cmu_grant(&u->cmu, s, o, k, rd);
	calendar_file(&sw->calendar, w->cycle, cmu_end(&u->cmu, s, o), 0, bit(o));
	w->out->packet[o] = p->packet;
	w->out->from[o] = p->source;
	w->out->tokens[o] = (uint8_t)tokens;
}

static void grant_all(struct cioq_switch *sw, struct wires *w)
{
	unsigned o;

	EACH(o, w->granted)
		grant(sw, w, o, w->winner[o]);
	xout_end(&sw->xout, w->granted);
	EACH(o, w->linked)
		grant_link(sw, w, o);
	w->out->depart = w->linked;
	if (w->granted | w->linked)
		sw->busy = w->cycle;
}

static uint64_t cioq_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct cioq_switch *sw = cioq_switch(at);
	struct wires w;

	assert(cycle >= at->now && cycle <= at->due);
	w.cycle = cycle;
	w.in = in;
	w.out = out;
	w.linked = 0;
	end_cells(sw, &w);
	arbitrate(sw, &w);
	serve_links(sw, &w);
	for (unsigned k = 0; k < SIDES; k++) {
		match(sw, &w, k);
		judge(sw, k);
	}
	take_xons(sw, &w);
	for (unsigned k = 0; k < SIDES; k++) {
		decide(sw, &w, k);
		move(sw, &w, k);
		notify(sw, &w, k);
	}
	take_xoffs(sw, &w);
	take_credits(sw, &w);
	arrive(sw, &w);
	cross(sw, &w);
	grant_all(sw, &w);
	at->now = cycle + 1;
	at->due = sw->busy + 2 > cycle ? cycle + 1 : calendar_next(&sw->calendar, cycle);
	return at->due;
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	(void)sw;
	return cioq_step;
}

const struct switch_model switch_CIOQ = {
	.bytes = sizeof(struct cioq_switch), .ports = SWITCH_PORTS, .depart = 3, .reports_grants = false, .place = place, .reset = reset, .step = step,
	.observe = cioq_observe, .observed = cioq_observed_step, .image = cioq_image, .memory = cioq_memory, .word = cioq_word, .writes = cioq_writes,
	.drained = cioq_drained, .waiting = cioq_waiting,
};
