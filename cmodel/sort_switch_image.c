/* What an observer sees of a switch that sorts packets as they arrive: registers, memories, whether it has drained. */

#include "inspect_parts.h"
#include "sort_switch.h"
#include "units/render.h"

void sort_observe(struct sluice_switch *at)
{
	struct sort_switch *sw = sort_switch(at);

	assert(!sw->mmu.used && "the first image comes before the first packet");
	sw->lists_changed = sw->stops_changed = ones(at->shape.radix);
	memset(&sw->marks, 0xff, sizeof sw->marks);
}

/* Slot that the header took which came in the last step. */
static unsigned slot_taken(const struct sort_switch *sw, unsigned i)
{
	return sort_by_list(sw) ? sw->dt.enter[i].slot : link_slot(smu_queue(&sw->smu, i, sw->entered[i])->head[SORTED_LAST]);
}

/* Packets that came and left in a step. */
static void remember_packets(struct sort_switch *sw, uint64_t cycle, const struct switch_in *in, const struct switch_out *out)
{
	unsigned i;

	EACH(i, in->head)
		slot_remember_arrival(&sw->slots, i, cycle, slot_taken(sw, i), in->packet + i);
	slot_remember_departures(&sw->slots, cycle, out);
}

/* Where an image of the next cycle will differ, as far as that is known before the step. */
static void mark_before(struct sort_switch *sw)
{
	struct sort_marks *k = &sw->marks;

	smu_mark(&sw->smu, k->queues);
	for (unsigned l = 0; l < sw->base.shape.saqs; l++) {
		k->lines[l] |= sw->lines.notified;
		k->waits[l] |= sw->lines.waiting[l] & sw->smu.popping;
	}
	k->notifications |= sw->lines.notified;
	k->xons |= sw->cam_out.xon;
}

/* Lines, and queues held back, as they were before the step. */
struct before {
	uint64_t busy[LINES], xoff[LINES], sent[LINES], held[1 + LINES];
};

static void keep_before(struct before *b, const struct sorted_lines *u, const struct smu *smu)
{
	memcpy(b->held, smu->held, sizeof b->held);
	for (unsigned l = 0; l < u->saqs; l++) {
		b->busy[l] = u->busy[l];
		b->xoff[l] = u->xoff[l];
		b->sent[l] = u->sent[l];
	}
}

static void mark_lines(struct sort_switch *sw, const struct before *b)
{
	const struct sorted_lines *u = &sw->lines;
	struct sort_marks *k = &sw->marks;

	for (unsigned l = 0; l < u->saqs; l++) {
		k->lines[l] |= (b->busy[l] ^ u->busy[l]) | sw->lists_changed;
		k->waits[l] |= k->lines[l];
		k->stops |= (b->xoff[l] ^ u->xoff[l]) | (b->sent[l] ^ u->sent[l]);
	}
}

static void mark_held(struct sort_switch *sw, const struct before *b)
{
	for (unsigned q = 0; q < sw->base.shape.queues; q++)
		sw->marks.held |= b->held[q] ^ sw->smu.held[q];
}

/* Inputs whose slot came free in the cycle before. */
static uint64_t credits_at(const struct mmu *u, uint64_t cycle)
{
	return cycle == u->credit_cycle ? u->credit : 0;
}

/* The rest, after it. entering: inputs where a packet entered a queue. */
static void mark_after(struct sort_switch *sw, uint64_t cycle, uint64_t entering, const struct switch_in *in, const struct switch_out *out)
{
	struct sort_marks *k = &sw->marks;
	unsigned i;

	k->slots |= in->head | credits_at(&sw->mmu, cycle + 1);
	k->reading |= sw->smu.popping;
	EACH(i, entering)
		k->queues[sw->entered[i]] |= bit(i);
	smu_mark(&sw->smu, k->queues);
	k->granted |= sw->smu.popping;
	k->departed |= out->depart;
	k->notifications |= sw->lines.notified;
	k->messages |= out->message;
	k->xons |= sw->cam_out.xon;
}

/* The step, with an eye on what it does. */
uint64_t sort_observed_step(struct sluice_switch *at, uint64_t cycle, const struct switch_in *in, struct switch_out *out)
{
	struct sort_switch *sw = sort_switch(at);
	const uint64_t entering = sort_by_list(sw) ? sw->dt.arriving : in->head;
	struct before before;
	uint64_t due;
	unsigned i;

	keep_before(&before, &sw->lines, &sw->smu);
	mark_before(sw);
	EACH(i, sw->smu.popping)
		cdu_pop(&sw->cdu, i);
	due = at->unobserved(at, cycle, in, out);
	assert(sorted_lines_waits_hold(&sw->lines, &sw->smu));
	remember_packets(sw, cycle, in, out);
	mark_lines(sw, &before);
	mark_held(sw, &before);
	mark_after(sw, cycle, entering, in, out);
	return due;
}

static void image_route_cams(const struct sort_switch *sw, uint64_t message, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const struct sort_marks *k = &sw->marks;
	const uint64_t all = ones(s->radix);

	cam_sort_image_lines(&sw->lines, s, k->lines, m);
	cam_sort_image_waits(&sw->lines, s, k->waits, m);
	cam_sort_image_stops(&sw->lines, s, k->stops, m);
	cam_sort_image_notifications(&sw->lines, k->notifications, m);
	rfcu_image(&sw->rfcu, k->messages, m);
	rfcu_image_valid(message, all, m);
	cam_out_image(&sw->cam_out, all, m);
	cam_out_image_valid(&sw->cam_out, all, m);
	cam_out_image_xon(&sw->cam_out, k->xons, m);
	cam_out_image_lines(&sw->cam_out, s, sw->stops_changed & all, m);
}

static void image_destination_cams(const struct sort_switch *sw, uint64_t message, struct image *m)
{
	const struct shape *s = &sw->base.shape;
	const uint64_t all = ones(s->radix);

	dt_image(&sw->dt, all, m);
	dcam_sort_image(&sw->dcam_sort, &sw->lines, s, all, m);
	dcam_sort_image_lists(&sw->dcam_sort, s, sw->lists_changed & all, m);
	drfcu_image(&sw->rfcu, all, m);
	drfcu_image_valid(message, all, m);
	dcam_out_image(&sw->dcam_out, &sw->cam_out, all, m);
	dcam_out_image_xon(&sw->cam_out, all, m);
	dcam_out_image_lines(&sw->dcam_out, &sw->cam_out, s, sw->stops_changed & all, m);
	if (!sort_lists_in_memory(sw))
		return;
	clip_image_sorted(&sw->clip, s, all, m);
	clop_image(&sw->clop, s, all, m);
	clop_image_read(&sw->clop, all, m);
}

static void image_congestion(const struct sort_switch *sw, uint64_t cycle, struct image *m)
{
	const uint64_t all = ones(sw->base.shape.radix), message = cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0;

	cdu_image(&sw->cdu, sw->smu.popping, all, m);
	cdu_image_sent(&sw->cdu, &sw->base.shape, all, m);
	if (sort_by_list(sw))
		image_destination_cams(sw, message, m);
	else
		image_route_cams(sw, message, m);
}

/* Of the first switch of a bank. */
static void mask_marks(struct sort_marks *k, const struct shape *s)
{
	const uint64_t ports = ones(s->radix);

	for (unsigned q = 0; q < s->queues; q++)
		k->queues[q] &= ports;
	for (unsigned l = 0; l < s->saqs; l++) {
		k->lines[l] &= ports;
		k->waits[l] &= ports;
	}
	k->slots &= ports;
	k->reading &= ports;
	k->held &= ports;
	k->granted &= ports;
	k->departed &= ports;
	k->stops &= ports;
	k->notifications &= ports;
	k->messages &= ports;
	k->xons &= ports;
}

/* What changes in most cycles, or costs little, is rendered of all ports; the rest is where marks are. */
void sort_image(struct sluice_switch *at, uint64_t cycle, struct image *m)
{
	struct sort_switch *sw = sort_switch(at);
	const struct shape *s = &at->shape;
	const uint64_t all = ones(s->radix), open = oport_image(&sw->oport, s, cycle, cycle == sw->shown + 1, m), credits = credits_at(&sw->mmu, cycle) & all;
	uint64_t reading;

	mask_marks(&sw->marks, s);
	mmu_image_slots(&sw->mmu, s, cycle, sw->marks.slots, m);
	mmu_image_write(&sw->mmu, s, cycle, all, m);
	reading = mmu_image_read(&sw->mmu, s, cycle, sw->marks.reading, m);
	mmu_image_credits(credits, all, m);
	smu_image(&sw->smu, &sw->stamp, s, open, mmu_idle_before(&sw->mmu, s, cycle), all, sw->marks.queues, sw->marks.held, m);
	if (s->by_output)
		arb_by_output_image(&sw->arb_by_output, sw->marks.granted, m);
	arb_out_image(&sw->arb_out, sw->marks.departed, m);
	stamp_image(&sw->stamp, m);
	if (s->saqs)
		image_congestion(sw, cycle, m);
	sw->lists_changed = sw->stops_changed = 0;
	sw->marks = (struct sort_marks){ .slots = credits, .reading = reading };       /* a slot that came free is the last to be taken for a cycle */
	sw->shown = cycle;
}

bool sort_memory(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	switch (site) {         /* CLIP has two with the same words */
	case SITE_clip: return list_sweep_memory(&sw->clip.lists, &at->shape, port, address, words);
	case SITE_clop: return list_sweep_memory(&sw->clop.lists, &at->shape, port, address, words);
	default:        return slot_memory(at, cycle, site, row, port, address, words);
	}
}

uint64_t sort_writes(const struct sluice_switch *at, uint64_t cycle, enum site site, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const struct list_sweep *const lists = site == SITE_clip ? &sw->clip.lists : site == SITE_clop ? &sw->clop.lists : NULL;

	if (!lists)
		return slot_writes(at, cycle, site, row, address);
	return cycle + 1 == at->now ? writes_of(lists->wrote, lists->wrote_at, address) : 0;
}

bool sort_drained(const struct sluice_switch *at)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const struct shape *s = &at->shape;

	if (at->wheel.occupied | sw->smu.popping | sw->cdu.waiting | sw->lines.notified | sw->cam_out.stopped | sw->cam_out.notify | sw->cam_out.xon |
	    sw->dt.arriving | sw->dcam_sort.retiring | sw->clip.busy | sw->clip.sorted.moved | sw->clop.busy | sw->clop.departed)
		return false;
	const unsigned ports = at->switches * s->radix;

	if (sort_by_list(sw) && !dcam_out_empty(&sw->dcam_out, ports))
		return false;
	if (sort_lists_in_memory(sw) && !list_sweep_empty(&sw->clop.lists, ports))
		return false;
	for (unsigned i = 0; i < ports; i++)
		if (rows_with(sw->lines.busy, s->saqs, i) || sw->smu.count[0][i] || sw->oport.credits[i] != s->slots)
			return false;
	return true;
}

static bool stopped(const struct sluice_switch *at, unsigned input, unsigned q, unsigned output)
{
	(void)output;
	return q && sort_switch_seen(at)->lines.xoff[q - 1] >> input & 1;
}

bool sort_waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	return slot_waiting(at, input, w, stopped);
}

unsigned sort_inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const struct sorted_lines *u = &sw->lines;
	const uint32_t *row = !sort_by_list(sw)          ? NULL
			      : sort_lists_in_memory(sw) ? list_sweep_row(&sw->clip.lists, port, 0)
							 : dcam_sort_row(&sw->dcam_sort, port, 0);
	const struct inspect_lines lines = { &u->points, u->busy, u->xoff, u->sent, u->out, sw->smu.count, row };

	(void)side;
	inspect_each_line(&at->shape, &lines, port, found, arg);
	return inspect_count(sw->smu.count, at->shape.queues, port);
}
