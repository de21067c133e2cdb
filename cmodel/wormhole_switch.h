#ifndef WORMHOLE_SWITCH_H
#define WORMHOLE_SWITCH_H

#include "switch_model.h"

#include "units/estimate.h"
#include "units/gather.h"
#include "units/rlu.h"
#include "units/rva.h"
#include "units/tuner.h"
#include "units/vib.h"
#include "units/vlp.h"
#include "units/vob.h"

/* A bank of routers of a k-ary n-cube. */
struct wormhole_switch {
	struct sluice_switch base;

	struct vib vib;
	struct rva rva;
	struct vob vob;
	struct vlp vlp;
	struct rlu rlu;
	struct gather gather;
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

/* Full buffers of a router's network inputs. */
static inline unsigned wormhole_full(const struct wormhole_switch *sw, unsigned router)
{
	const struct shape *const s = &sw->base.shape;

	return vib_full(&sw->vib, s, ones(s->local) << router * s->radix);
}

/* The steps for processors with registers of so many bytes. */
STEPS_OF(wormhole, struct sluice_switch);

/* As in struct switch_model. */
void wormhole_observe(struct sluice_switch *);
switch_step_function wormhole_observed_step;
void wormhole_image(struct sluice_switch *, uint64_t cycle, struct image *);
bool wormhole_drained(const struct sluice_switch *);
bool wormhole_blocked(const struct sluice_switch *, unsigned input, unsigned vc, struct switch_blocked *);
struct switch_throttle wormhole_throttle(const struct sluice_switch *, unsigned number, uint64_t cycle);
void wormhole_count(const struct sluice_switch *);
bool wormhole_waiting(const struct sluice_switch *, unsigned input, struct switch_waiting *);
inspect_function wormhole_inspect;

#endif
