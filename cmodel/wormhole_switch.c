/* A bank of routers of a k-ary n-cube: its parts, and their state at reset. */
#include "wormhole_switch.h"

static void place(struct sluice_switch *at, const struct shape *all, struct arena *a)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const unsigned n = at->switches;

	vib_place(&sw->vib, all, a);
	rva_place(&sw->rva, n, a);
	vob_place(&sw->vob, all, a);
	vlp_place(&sw->vlp, a);
	rlu_place(&sw->rlu, n, a);
	gather_place(&sw->gather, n, a);
	estimate_place(&sw->estimate, n, a);
	tuner_place(&sw->tuner, n, a);
	sw->at = arena_take(a, HOT, n, sizeof *sw->at);
}

/* With a token or a side band, time alone changes registers from the first cycle on. */
static void reset(struct sluice_switch *at, const struct shape *all)
{
	struct wormhole_switch *sw = wormhole_switch(at);
	const struct shape *s = &at->shape;

	(void)all;
	rva_reset(&sw->rva, s, at->switches);
	vob_reset(&sw->vob, s, at->ports);
	vlp_reset(&sw->vlp, s);
	rlu_reset(&sw->rlu);
	tuner_reset(&sw->tuner, s, at->switches);
	if (s->recovery || s->side_band)
		at->due = 0;
}

static void position(struct sluice_switch *at, unsigned number, uint32_t position)
{
	wormhole_switch(at)->at[number] = position;
}

static switch_step_function *step(const struct sluice_switch *at)
{
	return STEP_BY_WIDTH(wormhole_step, at);
}

const struct switch_model switch_WORMHOLE = {
	.bytes = sizeof(struct wormhole_switch), .ports = SWITCH_PORTS, .depart = 1, .reports_grants = false, .place = place, .reset = reset, .step = step,
	.position = position, .observe = wormhole_observe, .observed = wormhole_observed_step, .image = wormhole_image,
	 .drained = wormhole_drained, .waiting = wormhole_waiting, .inspect = wormhole_inspect,
	.blocked = wormhole_blocked, .throttle = wormhole_throttle, .count = wormhole_count,
};
