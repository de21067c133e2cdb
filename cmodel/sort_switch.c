/* The switches that sort packets as they arrive, as models. */
#include "inspect_parts.h"
#include "sort_switch_wires.h"

/* What is not zero at reset, beside units. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct sort_switch *sw = sort_switch(at);

	sw->turn = ones(all->turn_w);
	sw->pool = ones(all->pool_w);
	sw->turnpool = ones(all->turnpool_bits);
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
	arbiter_hot(&sw->arb_by_output.outputs, h);
	arbiter_hot(&sw->arb_by_output.queues, h);
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

static bool stopped(const struct sluice_switch *at, unsigned input, unsigned q, unsigned output)
{
	(void)output;
	return q && sort_switch_seen(at)->lines.xoff[q - 1] >> input & 1;
}

static bool waiting(const struct sluice_switch *at, unsigned input, struct switch_waiting *w)
{
	return slot_waiting(at, input, w, stopped);
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
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

static const struct unit_place units[] = {
	SLOT_UNITS_OF(sort_switch), UNIT_AS(sort_switch, cam_sort, lines), UNIT_OF(sort_switch, cdu), UNIT_OF(sort_switch, rfcu), UNIT_AS(sort_switch, drfcu, rfcu),
	UNIT_OF(sort_switch, arb_by_output), UNIT_OF(sort_switch, cam_out), UNIT_OF(sort_switch, dcam_sort), UNIT_OF(sort_switch, dcam_out),
	UNIT_OF(sort_switch, clip), UNIT_OF(sort_switch, clop), { .model = NULL },
};

#define SORT_MODEL                                                                                                                      \
	SLOT_MODEL, .bytes = sizeof(struct sort_switch), .units = units, .reset = reset, .step = step, .fetch = fetch, .hot = hot,      \
	.waiting = waiting, .inspect = inspect, .congestion = congestion, .count = count

const struct switch_model switch_ROUTE_SORT = { SORT_MODEL };

const struct switch_model switch_DESTINATION_SORT = { SORT_MODEL, .configure = slot_configure };
