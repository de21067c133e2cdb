#pragma once

#include "switch_model.h"

#include "units/estimate.h"
#include "units/gather.h"
#include "units/metapackets.h"
#include "units/rlu.h"
#include "units/rva.h"
#include "units/tuner.h"
#include "units/vca.h"
#include "units/vib.h"
#include "units/vlp.h"
#include "units/vob.h"

/* A bank of routers of a k-ary n-cube. */
struct wormhole_switch {
	struct sluice_switch base;

	struct vib vib;
	struct rva rva;
	struct vca vca;
	struct vob vob;
	struct vlp vlp;
	struct rlu rlu;
	struct gather gather;
	struct metapackets metapackets;
	struct estimate estimate;
	struct tuner tuner;
	uint32_t *at;                   /* by router: its position */
	uint64_t acted;                 /* of the last cycle: outputs by which a flit left, inputs that return credits */
};

SWITCH_OF(wormhole_switch)

/* The threshold of a router's sources. */
static inline unsigned wormhole_threshold(const struct wormhole_switch *sw, unsigned router)
{
	return sw->base.shape.tuned ? sw->tuner.router[router].threshold : sw->base.shape.threshold;
}

/* They are throttled in `cycle`. */
static inline bool wormhole_throttles(const struct wormhole_switch *sw, unsigned router, uint64_t cycle)
{
	return estimate_throttles(&sw->estimate, &sw->base.shape, router, cycle, wormhole_threshold(sw, router));
}

/* Full buffers of a router's network inputs. */
static inline unsigned wormhole_full(const struct wormhole_switch *sw, unsigned router)
{
	const struct shape *const s = &sw->base.shape;

	return vib_full(&sw->vib, s, ones(s->local) << router * s->radix);
}

/* The steps for processors with registers of so many bytes. */
STEPS_OF(wormhole_switch);
