/* The switches with set-aside queues, as models. */
#include "cam_switch_wires.h"

#include "params.h"

_Static_assert((int)PARAM_MOST_radix <= (int)SWITCH_PORTS && (int)PARAM_MOST_saqs <= (int)LINES && (int)PARAM_MOST_cfqs <= (int)LINES,
	       "sets of ports are words, and there is room for every line");

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct cam_switch *sw = cam_switch(at);
	const struct shape *s = &at->shape;

	sw->queues = arena_take(a, COLD, all->radix, sizeof *sw->queues);
	sw->points = arena_take(a, COLD, all->radix, sizeof *sw->points);
	mmu_place(&sw->mmu, all, a);
	mu_place(&sw->mu, all, a);
	stamp_place(&sw->stamp, all, a);
	arb_in_place(&sw->arb_in, all, a);
	arb_out_place(&sw->arb_out, all, s->radix, a);
	oport_place(&sw->oport, all, a);
	if (!s->saqs)
		return;
	ppu_place(&sw->ppu, all, a);
	cam_in_place(&sw->cam_in, all, a);
	cam_out_place(&sw->cam_out, all, a);
	if (!s->nodes)
		return;
	dt_place(&sw->dt, all, at->switches, a);
	dcam_in_place(&sw->dcam_in, all, a);
	dcam_out_place(&sw->dcam_out, all, a);
	ru_place(&sw->ru, all, a);
	if (!s->lists_in_memory)
		return;
	clip_place(&sw->clip, all, a);
	clop_place(&sw->clop, all, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct cam_switch *sw = cam_switch(at);
	const struct shape *s = &at->shape;

	sw->turn = ones(s->turn_w);
	sw->pool = ones(s->pool_w);
	sw->turnpool = ones(s->turnpool_bits);
	mmu_reset(&sw->mmu, all);
	mu_reset(&sw->mu, all);
	oport_reset(&sw->oport, all);
	arbiter_reset(&sw->arb_in.arbiter);
	arbiter_reset(&sw->arb_out.arbiter);
	if (s->saqs)
		cdu_reset(&sw->cdu, all);
	if (s->lists_in_memory) {
		clip_reset(&sw->clip, &sw->cam_in, all);
		clop_reset(&sw->clop, all);
		at->due = 0;
	}
}

static void fetch(const struct sluice_switch *at, uint64_t heads)
{
	unsigned i;

	EACH(i, heads)
		mmu_fetch_free(&cam_switch_seen(at)->mmu, i);
}

static switch_step_function *step(const struct sluice_switch *sw)
{
	return STEP_BY_WIDTH(cam_step, cam_switch_seen(sw));
}

static void count(const struct sluice_switch *at)
{
	line_counts_report(at, &cam_switch_seen(at)->line_counts);
}

static void congestion(const struct sluice_switch *at, struct csr_seen *seen)
{
	const struct cam_switch *sw = cam_switch_seen(at);

	seen->detect = sw->cdu.waiting & ~sw->mu.popping;
	for (unsigned i = 0; i < at->shape.radix; i++) {
		seen->cold[i] = sw->mu.count[0][i];
		for (unsigned l = 0; l < at->shape.saqs; l++)
			seen->lines[i] = (uint16_t)(seen->lines[i] + (sw->mu.count[l + 1][i] || sw->cam_in.sent[l] >> i & 1));
	}
}

static void configure(struct sluice_switch *sw, unsigned number, uint32_t first, uint32_t n, const struct table_entry *entry)
{
	for (uint32_t d = 0; d < n; d++)
		dt_write(&cam_switch(sw)->dt, number, first + d, entry[d].output);
}

static void hold(struct sluice_switch *at, uint64_t outputs, bool held)
{
	oport_hold(&cam_switch(at)->oport, outputs, held);
}

#define CAM_MODEL                                                                                                                                     \
	.bytes = sizeof(struct cam_switch), .ports = SWITCH_PORTS, .depart = OPORT_DEPART, .reports_grants = true, .place = place, .reset = reset, .step = step, \
	.fetch = fetch, .observe = cam_observe, .observed = cam_observed_step, .image = cam_image, .memory = cam_memory, .word = cam_word,      \
	.writes = cam_writes, .drained = cam_drained, .hold = hold, .waiting = cam_waiting, .inspect = cam_inspect, .congestion = congestion, .count = count

const struct switch_model switch_ROUTE_CAM = { CAM_MODEL };

/* The same wiring; where it differs, it asks struct dims. */
const struct switch_model switch_DESTINATION_CAM = { CAM_MODEL, .configure = configure };
