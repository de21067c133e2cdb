/* What an observer sees of a switch: registers, memories, whether it has drained. */

#include "inspect_parts.h"
#include "cam_switch_wires.h"
#include "units/render.h"

/* Where an image of the next cycle will differ, as far as that is known before the step. */
static void mark_before(struct cam_switch *sw)
{
	struct marks *k = &sw->marks;
	unsigned i;

	EACH(i, sw->mu.refilling)
		sw->queues[i] |= rows_with(sw->mu.refill, sw->base.shape.queues, i);
	EACH(i, sw->mu.popping) {
		sw->queues[i] |= rows_with(sw->mu.pop[sw->mu.now], sw->base.shape.queues, i);
		cdu_pop(&sw->cdu, i);
	}
	k->queues |= sw->mu.refilling | sw->mu.popping;
	k->notifications |= sw->cam_in.notified;
	k->lists |= sw->dcam_in.live_changed;
	k->xons |= sw->cam_out.xon;
}

/* What a step did by itself. */
static void mark_done(struct cam_switch *sw)
{
	const struct step_trace *last_step = &sw->last_step;
	struct marks *k = &sw->marks;
	unsigned i;

	EACH(i, last_step->entering)
		sw->queues[i] |= bit(0);
	EACH(i, last_step->moving)
		sw->queues[i] |= bit(last_step->move_src[i]) | bit(last_step->move_dst[i]);
	EACH(i, last_step->detect)
		sw->points[i] |= UINT32_C(1) << (last_step->move_dst[i] - 1);
	k->queues |= last_step->entering | last_step->moving;
	k->points |= last_step->detect | last_step->notified;
	k->lists |= last_step->moving | last_step->notified;
}

/* The rest, after it. */
static void mark_after(struct cam_switch *sw, uint64_t cycle, const struct switch_in *in)
{
	struct marks *k = &sw->marks;

	if (sw->last_step.cycle == cycle)
		mark_done(sw);
	k->reading |= sw->mu.popping;
	k->links |= sw->mu.refilling;
	k->headers |= sw->ppu.judging;
	k->notifications |= sw->cam_in.notified;
	k->lists |= sw->rfcu.sent;
	k->messages |= sw->rfcu.sent;
	k->stopped |= in->message;
	k->xons |= sw->cam_out.xon;
}

/* Slot that the header took which came in the last step. */
static unsigned slot_taken(const struct cam_switch *sw, unsigned i)
{
	return by_destination(sw) ? sw->dt.enter[i].slot : sw->mu.tail[0][i];
}

/* Packets that came and left in a step: registers follow them from now on. */
static void remember_packets(struct cam_switch *sw, uint64_t cycle, const struct switch_in *in, const struct switch_out *out)
{
	unsigned i, o;

	EACH(i, in->head)
		mmu_remember_arrival(&sw->mmu, i, cycle, slot_taken(sw, i), in->packet[i].flits);
	EACH(o, out->depart) {
		mmu_remember(&sw->mmu, out->from[o], cycle, sw->mmu.reading[out->from[o]], out->packet + o);
		oport_remember(&sw->oport, o, cycle, out->packet + o, out->from[o]);
	}
}

/* Read registers of memories that the step itself did not look at. */
static void remember_reads(struct cam_switch *sw)
{
	unsigned i;

	EACH(i, lists_in_memory(sw) || sw->stamp.used ? 0 : sw->mu.refilling)
		cam_read_link(sw, i);
	EACH(i, by_destination(sw) ? 0 : sw->ppu.judging)
		cam_read_header(sw, &sw->fetched, i, sw->ppu.judged_queue[i]);
}

/* The step, with an eye on what it does. */
uint64_t cam_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct cam_switch *sw = cam_switch(at);
	mark_before(sw);

	const uint64_t due = at->unobserved(at, cycle, in, out);

	remember_packets(sw, cycle, in, out);
	remember_reads(sw);
	mark_after(sw, cycle, in);
	return due;
}

/*
 * What changes in most cycles, or costs little, is rendered of all ports: no branch depends on chance. The rest is where marks are,
 * which stay on inputs that read on.
 */
static void image_mmu(struct cam_switch *sw, uint64_t cycle, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const uint64_t all = ones(s->radix);
	const struct mmu *mmu = &sw->mmu;
	const uint64_t credit = cycle == mmu->credit_cycle ? mmu->credit : 0;

	mmu_image_slots(mmu, s, cycle, all, m);
	mmu_image_write(mmu, s, cycle, all, m);
	sw->marks.reading = mmu_image_read(mmu, s, cycle, sw->marks.reading, m);
	mmu_image_credits(credit, all, m);
}

static void image_queues(struct cam_switch *sw, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const struct marks *k = &sw->marks;
	const uint64_t all = ones(s->radix);
	unsigned i;

	EACH(i, k->queues) {
		mu_image_queues(&sw->mu, s, i, sw->queues[i], m);
		ru_image_heads(&sw->ru, &sw->mu, &sw->stamp, s, i, sw->queues[i], m);
		sw->queues[i] = 0;
	}
	mu_image_read(&sw->mu, &sw->stamp, sw->ru.linked, s, k->links, m);
	mu_image_leaving(&sw->mu, all, m);
	ru_image_ready(&sw->ru, s->queues, all, m);
	arb_in_image(&sw->arb_in.arbiter, all, m);
	arb_out_image(&sw->arb_out, all, m);
	stamp_image(&sw->stamp, m);
}

static void image_route_cams(struct cam_switch *sw, uint64_t message, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const struct marks *k = &sw->marks;
	const uint64_t all = ones(s->radix);
	unsigned i;

	cam_in_image(&sw->cam_in, all, m);
	EACH(i, k->points) {
		cam_in_image_lines(&sw->cam_in, s, i, sw->points[i], m);
		sw->points[i] = 0;
	}
	cam_in_image_notifications(&sw->cam_in, k->notifications, m);
	rfcu_image(&sw->rfcu, k->messages, m);
	rfcu_image_valid(message, all, m);
	cam_out_image(&sw->cam_out, all, m);
	cam_out_image_valid(&sw->cam_out, all, m);
	cam_out_image_xon(&sw->cam_out, k->xons, m);
	cam_out_image_lines(&sw->cam_out, s, k->stopped, m);
}

static void image_destination_cams(struct cam_switch *sw, uint64_t message, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const struct marks *k = &sw->marks;
	const uint64_t all = ones(s->radix);
	unsigned i;

	dt_image(&sw->dt, all, m);
	dcam_in_image(&sw->dcam_in, &sw->cam_in, all, m);
	EACH(i, k->points) {
		dcam_in_image_lines(&sw->cam_in, s, i, sw->points[i], m);
		sw->points[i] = 0;
	}
	dcam_in_image_notifications(&sw->dcam_in, &sw->cam_in, k->notifications, m);
	if (lists_in_memory(sw)) {
		clip_image(&sw->clip, &sw->cam_in, &sw->dcam_in, s, k->lists, m);
		clip_image_read(&sw->clip, all, m);
		clop_image(&sw->clop, s, k->sweeps, m);
		clop_image_read(&sw->clop, all, m);
	} else {
		dcam_in_image_lists(&sw->dcam_in, s, k->lists, m);
	}
	drfcu_image(&sw->rfcu, k->messages, m);
	drfcu_image_valid(message, all, m);
	dcam_out_image(&sw->dcam_out, &sw->cam_out, all, m);
	dcam_out_image_xon(&sw->cam_out, k->xons, m);
	dcam_out_image_lines(&sw->dcam_out, &sw->cam_out, s, k->stopped, m);
}

static void image_congestion(struct cam_switch *sw, uint64_t cycle, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const struct marks *k = &sw->marks;
	const uint64_t message = cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0, all = ones(s->radix);

	ru_image_read(&sw->ru, by_destination(sw) ? &sw->ru.header : &sw->fetched, s, k->headers, m);
	ppu_image(&sw->ppu, all, m);
	cdu_image(&sw->cdu, sw->mu.popping, all, m);
	cdu_image_sent(&sw->cdu, s, all, m);
	if (by_destination(sw))
		image_destination_cams(sw, message, m);
	else
		image_route_cams(sw, message, m);
}

/* From now on grants are remembered; one before is not. */
void cam_observe(struct sluice_switch *at)
{
	struct cam_switch *sw = cam_switch(at);
	const uint64_t all = ones(sw->base.shape.radix);

	assert(!sw->mmu.used && "the first image comes before the first packet");
	for (unsigned i = 0; i < sw->base.shape.radix; i++) {
		sw->queues[i] = ones(sw->base.shape.queues);
		sw->points[i] = (uint32_t)ones(sw->base.shape.saqs);
	}
	sw->marks = (struct marks){
		.reading = all, .queues = all, .links = all, .headers = all, .points = all, .notifications = all, .lists = all, .messages = all, .stopped = all, .xons = all, .sweeps = all,
	};
}

/* Of the first switch of a bank. */
static void mask_marks(struct marks *k, uint64_t ports)
{
	*k = (struct marks){
		.reading = k->reading & ports, .queues = k->queues & ports, .links = k->links & ports, .headers = k->headers & ports,
		.points = k->points & ports, .notifications = k->notifications & ports, .lists = k->lists & ports, .messages = k->messages & ports,
		.stopped = k->stopped & ports, .xons = k->xons & ports, .sweeps = k->sweeps & ports,
	};
}

void cam_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct cam_switch *sw = cam_switch(at);
	mask_marks(&sw->marks, ones(sw->base.shape.radix));

	const uint64_t open = oport_image(&sw->oport, &sw->base.shape, cycle, cycle == sw->shown + 1, m);

	image_mmu(sw, cycle, m);
	image_queues(sw, m);
	ru_image_may(&sw->base.shape, open, mmu_idle_before(&sw->mmu, &sw->base.shape, cycle), m);
	if (sw->base.shape.saqs)
		image_congestion(sw, cycle, m);
	sw->shown = cycle;
	sw->marks = (struct marks){ .reading = sw->marks.reading };
}

bool cam_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port,
		   unsigned address, uint32_t *words)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	(void)row;      /* one memory in each of these units */
	switch (site) {
	case SITE_mmu: return mmu_memory(&sw->mmu, &sw->base.shape, cycle, port, address, words);
	case SITE_mu:  return mu_memory(&sw->mmu, &sw->stamp, &sw->base.shape, port, address, words);
	case SITE_ru:  return ru_memory(&sw->mmu, &sw->dt, &sw->base.shape, port, address, words);
	case SITE_dt:  return dt_memory(&sw->dt, &sw->base.shape, address, words);
	case SITE_clip: return list_sweep_memory(&sw->clip.lists, &sw->base.shape, port, address, words);
	case SITE_clop: return list_sweep_memory(&sw->clop.lists, &sw->base.shape, port, address, words);
	default:       return false;
	}
}

/* In that cycle, the last one stepped, and not quietly. */
static bool did_step(const struct cam_switch *sw, uint64_t cycle)
{
	return cycle + 1 == sw->base.now && sw->last_step.cycle == cycle;
}

uint64_t cam_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const bool stepped = did_step(sw, cycle);

	(void)row;
	switch (site) {
	case SITE_mmu:
		return mmu_written(&sw->mmu, &sw->base.shape, cycle, address);
	case SITE_mu:
		return stepped ? writes_of(sw->mu.wrote, sw->mu.wrote_at, address) : 0;
	case SITE_ru:
		if (!by_destination(sw))
			return ru_written(&sw->mmu, &sw->base.shape, cycle, address);
		return stepped ? writes_of(sw->dt.entered, sw->dt.entered_at, address) : 0;
	case SITE_dt:
		return stepped && sw->dt.wrote ? write_of_all(&sw->base.shape, sw->dt.wrote_at, address) : 0;
	case SITE_clip:
		return stepped ? writes_of(sw->clip.lists.wrote, sw->clip.lists.wrote_at, address) : 0;
	case SITE_clop:
		return stepped ? writes_of(sw->clop.lists.wrote, sw->clop.lists.wrote_at, address) : 0;
	default:
		return 0;
	}
}

bool cam_word(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	(void)row;
	(void)address;
	if (site == SITE_mmu)
		mmu_word(&cam_switch_seen(at)->mmu, &at->shape, cycle, port, words);
	return site == SITE_mmu;
}

bool cam_drained(const struct sluice_switch *at)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const struct shape *s = &sw->base.shape;

	if (sw->base.wheel.occupied | sw->mu.popping | sw->cdu.waiting | sw->cam_in.any_live | sw->cam_in.notified | sw->cam_out.stopped |
	    sw->cam_out.notify | sw->cam_out.xon | sw->dt.arriving | sw->dcam_in.live_changed | sw->clip.busy | sw->clop.busy | sw->clop.departed)
		return false;
	const unsigned ports = sw->base.switches * s->radix;

	if (by_destination(sw) && !(dcam_in_empty(&sw->dcam_in, ports) && dcam_out_empty(&sw->dcam_out, ports)))
		return false;
	if (lists_in_memory(sw) && !(list_sweep_empty(&sw->clip.lists, ports) && list_sweep_empty(&sw->clop.lists, ports)))
		return false;
	for (unsigned q = 0; q < s->queues; q++)
		if (sw->mu.held[q])
			return false;
	for (unsigned o = 0; o < ports; o++)
		if (sw->oport.credits[o] != s->slots)
			return false;
	return true;
}

bool cam_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const uint64_t stopped = rows_with(sw->cam_in.xoff, sw->cam_in.saqs, input);
	const uint64_t held = rows_with(sw->mu.held, sw->base.shape.queues, input);
	unsigned q;

	EACH(q, held) {
		w->packet = mu_head(&sw->mu, sw->mmu.slots, input, q)->packet;
		w->queue = q;
		w->output = *mu_out(&sw->mu, input, q);
		w->why = q && stopped >> (q - 1) & 1 ? WAITS_XON : sw->oport.credited >> w->output & 1 ? WAITS_OTHERS : WAITS_CREDIT;
		if (w->why != WAITS_OTHERS)
			break;
	}
	return held != 0;
}

unsigned cam_inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct cam_switch *sw = cam_switch_seen(at);
	const struct cam_in *u = &sw->cam_in;
	const uint32_t *row = !by_destination(sw) ? NULL : lists_in_memory(sw) ? list_sweep_row(&sw->clip.lists, port, 0) : dcam_in_row(&sw->dcam_in, port, 0);
	const struct inspect_lines lines = { &u->points, u->live, u->xoff, u->sent, u->out, sw->mu.count, row };

	(void)side;
	inspect_each_line(&at->shape, &lines, port, found, arg);
	return inspect_count(sw->mu.count, at->shape.queues, port);
}
