/* The switches that sort packets as they arrive, as models. */
#include "sort_switch.h"

/* What is not zero at reset, beside units. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct sort_switch *sw = sort_switch(at);

	lines_reset(at, all);
	for (unsigned i = 0; i < all->radix; i++) {
		cam_in_shut(&sw->lines.cam, i, 0);
		if (all->lists_in_memory)
			dcam_sort_update(&sw->dcam_sort, &sw->lines, i, sw->clip.dirty[i]);
	}
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	slot_fetch(at, heads);
	EACH_IN(i, at->farther ? sw->smu.present[0] : 0)
		prefetch(slot_at(sw->mmu.slots, i, link_slot(smu_queue(&sw->smu, i, 0)->head[0])));
}

static void hot(const struct sluice_switch *at, struct hot_lines *h)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	switch_hot_base(at, h);
	hot_add(h, &sw->turn, 3 * sizeof sw->turn);
	mmu_hot(&sw->mmu, h);
	smu_hot(&sw->smu, at->shape.queues, h);
	hot_add(h, &sw->lines.cam.any_live, CACHE_LINE);
	hot_add(h, &sw->lines.cam.notified, sizeof sw->lines.cam.notified);
	hot_add(h, &sw->lines.cam.out, CACHE_LINE);
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

static void congestion(const struct sluice_switch *at, struct csr_seen *seen)
{
	const struct sort_switch *sw = sort_switch_seen(at);

	lines_congestion(at, seen, &sw->lines.cam, sw->smu.count, sw->smu.popping);
}

static bool head(const struct sluice_switch *at, unsigned input, unsigned q, struct switch_waiting *w)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const unsigned l = line_of_queue(&at->shape, q);

	return slot_head(&sw->slots, &sw->smu, input, q, l < at->shape.saqs && sw->lines.cam.xoff[l] >> input & 1 ? UINT64_MAX : 0, w);
}

static unsigned inspect(const struct sluice_switch *at, enum inspect_side side, unsigned port, inspect_found *found, void *arg)
{
	const struct sort_switch *sw = sort_switch_seen(at);
	const uint32_t *row = !lines_by_list(&sw->all)     ? NULL
			      : lines_in_memory(&sw->all) ? list_sweep_row(&sw->clip.lists, port, 0)
							   : dcam_sort_row(&sw->dcam_sort, port, 0);

	(void)side;
	return lines_inspect(at, port, &sw->lines.cam, sw->smu.count, row, found, arg);
}

static const struct unit_place units[] = {
	SLOT_UNITS_OF(sort_switch), UNIT_OF(sort_switch, smu), UNIT_AS(sort_switch, cam_sort, lines), UNIT_OF(sort_switch, arb_by_output),
	UNIT_OF(sort_switch, dcam_sort), LINE_UNITS_OF(sort_switch), { .model = NULL },
};

#define SORT_MODEL                                                                                                                      \
	LINE_MODEL, .bytes = sizeof(struct sort_switch), .units = units, .reset = reset, .steps = STEPS(sort_switch), .fetch = fetch, .hot = hot,      \
	.head = head, .inspect = inspect, .congestion = congestion

const struct switch_model switch_ROUTE_SORT = { SORT_MODEL };

const struct switch_model switch_DESTINATION_SORT = { SORT_MODEL, .configure = slot_configure };
