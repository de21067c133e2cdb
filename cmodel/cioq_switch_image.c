/* What an observer sees of a switch with queues at inputs and outputs: docs/internals/microarchitecture-cioq.md. */
#include "inspect_parts.h"
#include "cioq_switch.h"

#include "units/render.h"

void cioq_observe(struct sluice_switch *at)
{
	assert(!cioq_switch(at)->parcels.fresh && "the first image comes before the first packet");
	(void)at;
}

/* The registers of the cell memories, links and buses pass one cycle. */
static void pass_side(struct cioq_switch *sw, unsigned k, struct cells_cycle *does)
{
	struct side *const u = sw->side + k;
	const struct shape *s = &sw->base.shape;

	for (unsigned i = 0; i < s->radix; i++) {
		const bool paced = k == INPUTS || pace_allows(s, pace_after(s, sw->lport.tokens[i], does[i].go));

		cells_pass(&u->cells, s, &u->cmu, &u->hru, &sw->parcels, i, does + i, paced);
	}
	cells_end(&u->cells);
}

static struct cells_cycle look(const struct cioq_switch *sw, const struct side *u, unsigned port)
{
	const struct shape *s = &sw->base.shape;

	return cells_look(&u->cells, s, &u->cmu, port, u == sw->side + INPUTS || pace_allows(s, sw->lport.tokens[port]));
}

static void pass_links(struct cioq_switch *sw, const struct cells_cycle *does)
{
	const struct shape *s = &sw->base.shape;
	uint64_t valid = 0, head = 0;
	unsigned o;

	for (o = 0; o < s->radix; o++) {
		valid |= (uint64_t)does[o].go << o;
		head |= (uint64_t)does[o].popping << o;
		mbus_pass(&sw->mbus, o, does[o].head, sw->xout.src[o]);
	}
	lport_pass(&sw->lport, s, valid, head);
	EACH(o, valid)
		lport_read(&sw->lport, o, &sw->side[OUTPUTS].cells.port[o].data, sw->side[OUTPUTS].cells.port[o].flit);
}

/* Up to the beginning of `cycle`. */
static void pass_until(struct cioq_switch *sw, uint64_t cycle)
{
	struct cells_cycle does[SIDES][SWITCH_PORTS];

	while (sw->side[INPUTS].cells.now < cycle) {
		for (unsigned k = 0; k < SIDES; k++)
			for (unsigned i = 0; i < sw->base.shape.radix; i++)
				does[k][i] = look(sw, sw->side + k, i);
		for (unsigned k = 0; k < SIDES; k++)
			pass_side(sw, k, does[k]);
		pass_links(sw, does[OUTPUTS]);
	}
}

uint64_t cioq_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct cioq_switch *sw = cioq_switch(at);
	unsigned o;

	pass_until(sw, cycle);
	const uint64_t due = at->unobserved(at, cycle, in, out);

	for (unsigned k = 0; k < SIDES; k++)
		cqu_observe(&sw->side[k].cqu, &sw->parcels, &at->shape);
	EACH(o, sw->xout.coming)
		xout_source(&sw->xout, o, sw->parcels.at[sw->xout.parcel[o]].source);
	return due;
}

/* fits_q: did the head that a queue has, or had last, fit in the cycle before? */
static bool fits_in_room(const void *wiring, unsigned port, unsigned q, const struct queue_head *head)
{
	const struct cioq_switch *sw = wiring;
	const struct shape *s = &sw->base.shape;
	const unsigned vc = q / s->vc_queues, j = q % s->vc_queues;
	const unsigned turn = s->by_destination ? head->turn : j < s->dqs ? j : scam_turn_before(&sw->side[INPUTS].scam, s, port, vc, j - s->dqs);

	return ccu_fitted(&sw->room, s, output_at(sw, s, port, turn), vc, head->need);
}

static bool fits_downstream(const void *wiring, unsigned port, unsigned q, const struct queue_head *head)
{
	const struct cioq_switch *sw = wiring;

	const struct shape *s = &sw->base.shape;

	return ccu_fitted(&sw->credits, s, port, q / s->vc_queues, head->need);
}

static void image_side(struct cioq_switch *sw, unsigned k, struct image *m)
{
	static const struct { enum site hru, cmu, cqu, scam, sfcu, arb_vc; cqu_fits *fits; } site[SIDES] = {
		{ SITE_hru_in, SITE_cmu_in, SITE_cqu_in, SITE_scam_in, SITE_sfcu_in, SITE_arb_vc_in, fits_in_room },
		{ SITE_hru_out, SITE_cmu_out, SITE_cqu_out, SITE_scam_out, SITE_sfcu_out, SITE_arb_vc_out, fits_downstream },
	};
	struct side *const u = sw->side + k;
	const struct shape *s = &sw->base.shape;

	hru_image(&u->hru, s, site[k].hru, m);
	cells_image(&u->cells, s, site[k].cmu, m);
	cqu_image(&u->cqu, s, site[k].cqu, site[k].fits, sw, m);
	arb_vc_image(&u->arb_vc, s, site[k].arb_vc, m);
	if (s->saqs) {
		scam_image(&u->scam, s, site[k].scam, m);
		sfcu_image(&u->sfcu, s, site[k].sfcu, m);
	}
}

/* All registers, whether they changed or not. */
void cioq_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct cioq_switch *sw = cioq_switch(at);
	const struct shape *s = &at->shape;
	uint64_t ending = 0, crossing = 0;

	pass_until(sw, cycle);
	for (unsigned k = 0; k < SIDES; k++)
		image_side(sw, k, m);
	for (unsigned i = 0; i < s->radix; i++) {
		const struct transit *rd = sw->side[INPUTS].cmu.rd + i, *wr = sw->side[OUTPUTS].cmu.wr + i;

		if (rd->flits > 1 && transit_last(s, rd) == cycle)
			ending |= bit(sw->xin.to[i]);
		crossing |= (uint64_t)transit_goes(s, wr, cycle) << i;
	}
	xin_image(&sw->xin, s->radix, m);
	arb_out_vc_image(&sw->arb_out_vc, s, m);
	xout_image(&sw->xout, s->radix, ending, crossing, m);
	ccu_image(&sw->room, s, SITE_room, m);
	ccu_image(&sw->credits, s, SITE_credits, m);
	if (s->saqs)
		mbus_image(&sw->mbus, s->radix, m);
	lport_image(&sw->lport, s, SITE_lport, m);
}

/* The side whose memory stands at a site; false: none. */
static const struct side *side_of(const struct cioq_switch *sw, enum site site, bool *links)
{
	*links = site == SITE_cqu_in || site == SITE_cqu_out;
	if (site == SITE_cmu_in || site == SITE_cqu_in)
		return sw->side + INPUTS;
	return site == SITE_cmu_out || site == SITE_cqu_out ? sw->side + OUTPUTS : NULL;
}

bool cioq_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	bool links;
	const struct side *u = side_of(sw, site, &links);

	(void)cycle;    /* that of the last image */
	if (!u)
		return false;
	return links ? cqu_memory(&u->cqu, &at->shape, port, address, words) : cells_memory(&u->cells, &at->shape, cells_row(row), port, address, words);
}

uint64_t cioq_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	bool links;
	const struct side *u = side_of(sw, site, &links);
	uint64_t ports = 0;

	if (!u)
		return 0;
	if (links)
		return cycle + 1 == at->now ? writes_of(u->cqu.wrote, u->cqu.wrote_at, address) : 0;
	assert(u->cells.now == cycle);
	for (unsigned i = 0; i < at->shape.radix; i++) {
		const struct cells_cycle c = look(sw, u, i);

		ports |= (uint64_t)cells_writes(&u->cells, &at->shape, &c, cells_row(row), i, address + i) << i;
	}
	return ports;
}

bool cioq_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	bool links;
	const struct side *u = side_of(sw, site, &links);

	(void)cycle;
	(void)address;
	if (links)
		return false;
	const struct cells_cycle c = look(sw, u, port);

	cells_word(&u->cells, &at->shape, &u->cmu, &sw->parcels, &c, cells_row(row), port, words);
	return true;
}

bool cioq_drained(const struct sluice_switch *at)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	const unsigned ports = at->switches * at->shape.radix;

	for (unsigned k = 0; k < SIDES; k++) {
		const struct side *u = sw->side + k;

		if (u->hru.valid | u->cqu.popping | u->cqu.refilling || !cmu_all_free(&u->cmu))
			return false;
		if (at->shape.saqs && !(scam_quiet(&u->scam, &at->shape, ports) && sfcu_quiet(&u->sfcu, &at->shape, ports)))
			return false;
	}
	return !(sw->xout.granted | sw->xout.coming | sw->freed | sw->freed_before) && ccu_all_given(&sw->room) &&
	       ccu_all_given(&sw->credits) && lport_rests(&sw->lport, &at->shape, ports, at->now);
}

/* Why the head of a queue of an input waits. */
static void say_why(const struct cioq_switch *sw, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct shape *s = &sw->base.shape;
	const struct side *u = sw->side + INPUTS;
	const struct cell_queue *queue = cqu_at(&u->cqu, s, input, q);
	const struct parcel *p = sw->parcels.at + queue->head;

	w->packet = p->packet;
	w->queue = q;
	w->output = output_at(sw, s, input, p->turn);
	w->why = scam_blocked(&u->scam, s, input, p->in.vc) >> q % s->vc_queues & 1 ? WAITS_XON
		 : ccu_fitted(&sw->room, s, w->output, p->in.vc, p->need)                    ? WAITS_OTHERS
											      : WAITS_CREDIT;
}

bool cioq_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct cioq_switch *sw = cioq_switch_seen(at);
	const struct shape *s = &at->shape;
	const struct cqu *u = &sw->side[INPUTS].cqu;
	bool any = false;
	unsigned j;

	const unsigned words = cqu_words(s);

	for (unsigned k = 0; k < s->classes * words; k++)
		EACH(j, cqu_present(u, s, input, 0)[k]) {
			say_why(sw, input, k / words * s->class_queues + k % words * 64 + j, w);
			if (w->why != WAITS_OTHERS)
				return true;
			any = true;
		}
	return any;
}

static void inspect_vc(const struct side *u, const struct shape *s, unsigned port, unsigned vc, inspect_found *found, void *arg)
{
	const struct side_lines *const set = scam_set(&u->scam, s, port, vc);
	unsigned l;

	EACH(l, set->valid) {
		const struct side_line *const line = scam_at(&u->scam, s, port, vc, l);
		const struct inspected seen = {
			.queue = vc * s->saqs + l, .packets = cqu_at(&u->cqu, s, port, cqu_number(s, vc, s->dqs + l))->fill, .length = line->len,
			.stopped = set->xoff >> l & 1, .stops = set->sent >> l & 1, .turns = line->turns, .destination = INSPECT_NO_DESTINATION,
		};

		if (seen.packets || (set->xoff | set->sent | set->waiting) >> l & 1)
			found(arg, &seen);
	}
}

unsigned cioq_inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct side *const u = cioq_switch_seen(at)->side + (side == INSPECT_OUTPUT ? OUTPUTS : INPUTS);
	const struct shape *s = &at->shape;
	unsigned cells = 0;

	for (unsigned vc = 0; vc < s->vcs; vc++) {
		cells += u->cmu.used[port * s->vcs + vc];
		if (s->saqs)
			inspect_vc(u, s, port, vc, found, arg);
	}
	return cells;
}
