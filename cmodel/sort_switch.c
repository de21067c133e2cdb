/* The switches that sort packets as they arrive, as models. */
#include "sort_switch_wires.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct sort_switch *sw = sort_switch(at);
	const unsigned radix = at->shape.radix;

	slot_place(&sw->slots, all, a);
	sorted_lines_place(&sw->lines, all, a);
	arb_by_output_place(&sw->arb_by_output, all, radix, a);
	cam_out_place(&sw->cam_out, all, a);
	if (!all->by_list)
		return;
	dcam_sort_place(&sw->dcam_sort, all, a);
	dcam_out_place(&sw->dcam_out, all, a);
	if (!all->lists_in_memory)
		return;
	clip_place(&sw->clip, all, a);
	clop_place(&sw->clop, all, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct sort_switch *sw = sort_switch(at);

	sw->turn = ones(all->turn_w);
	sw->pool = ones(all->pool_w);
	sw->turnpool = ones(all->turnpool_bits);
	slot_reset(&sw->slots, all);
	cdu_reset(&sw->cdu, all);
	arb_by_output_reset(&sw->arb_by_output);
	sw->lines.full = all->saqs ? 0 : ones(all->radix);
	if (!all->lists_in_memory)
		return;
	clip_reset_sorted(&sw->clip, all);
	clop_reset(&sw->clop, all);
	for (unsigned i = 0; i < all->radix; i++)
		dcam_sort_update(&sw->dcam_sort, &sw->lines, i, sw->clip.sorted.dirty[i]);
	at->due = 0;
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	unsigned i;

	slot_fetch(at, heads);
	EACH(i, at->farther ? sw->smu.present[0] : 0)
		prefetch(slot_at(sw->mmu.slots, i, link_slot(smu_queue(&sw->smu, i, 0)->head[0])));
}

static void hot(const struct sluice_switch *at, struct hot_lines *h)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	switch_hot_base(at, h);
	hot_add(h, &sw->turn, 3 * sizeof sw->turn);
	mmu_hot(&sw->mmu, h);
	smu_hot(&sw->smu, at->shape.queues, h);
	hot_add(h, &sw->lines.full, CACHE_LINE);
	hot_add(h, &sw->lines.notified, sizeof sw->lines.notified);
	hot_add(h, &sw->lines.out, CACHE_LINE);
	hot_add(h, sw->lines.waiting, at->shape.saqs * sizeof *sw->lines.waiting);
	hot_add(h, &sw->cdu.waiting, sizeof sw->cdu.waiting);
	hot_add(h, sw->cdu.sent, sizeof sw->cdu.sent);
	hot_add(h, &sw->rfcu, CACHE_LINE);
	arb_by_output_hot(&sw->arb_by_output, h);
	arbiter_hot(&sw->arb_out.arbiter, h);
	oport_hot(&sw->oport, h);
	hot_add(h, &sw->cam_out, CACHE_LINE);
	hot_add(h, &sw->cam_out.xon, sizeof sw->cam_out.xon);
	hot_add(h, sw->entered, sizeof sw->entered);
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	return STEP_BY_WIDTH(sort_step, sort_switch_seen(sw));
}

static void count(const struct sluice_switch *at)
{
	line_counts_report(at, &sort_switch_seen(at)->line_counts);
}

static void congestion(const struct sluice_switch *at, struct csr_seen *seen)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	seen->detect = sw->cdu.waiting & ~sw->smu.popping;
	for (unsigned i = 0; i < at->shape.radix; i++) {
		seen->cold[i] = sw->smu.count[0][i];
		for (unsigned l = 0; l < at->shape.saqs; l++)
			seen->lines[i] = (uint16_t)(seen->lines[i] + (sw->smu.count[l + 1][i] || sw->lines.sent[l] >> i & 1));
	}
}

#define SORT_MODEL                                                                                                                                    \
	SLOT_MODEL, .bytes = sizeof(struct sort_switch), .place = place, .reset = reset, .step = step, .fetch = fetch, .hot = hot,                      \
	.observe = sort_observe, .observed = sort_observed_step, .image = sort_image, .memory = sort_memory, .writes = sort_writes,                     \
	.drained = sort_drained, .waiting = sort_waiting, .inspect = sort_inspect, .congestion = congestion, .count = count

const struct switch_model switch_ROUTE_SORT = { SORT_MODEL };

const struct switch_model switch_DESTINATION_SORT = { SORT_MODEL, .configure = slot_configure };
