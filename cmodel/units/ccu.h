#pragma once

#include "bits.h"
#include "unit.h"

#include <assert.h>
#include <string.h>

/*
 * Credits by VC, of all outputs (or of all network interfaces): cells of the output side that no packet was promised, or cells downstream. What queues
 * compare their heads with is the count of the cycle before, since the result is registered (fits_q). So what a cycle gives is counted when the next one
 * ends. What it takes is counted at once: an output that took cells compares nothing in the next cycle. (The RTL subtracts it a cycle later, and from what it shows at
 * once.)
 * RTL twin: rtl_gen/units/ccu.v.
 */
struct ccu {
	unsigned cells;
	uint16_t *taken;                /* by output, by VC: without what the last cycle gave */
	uint64_t taking, giving;        /* outputs that took cells in the last cycle, and that were given one: ... */
	struct taken { uint16_t vc, need; } *take;      /* ... by output: of this VC so many, for images alone; ... */
	uint16_t give[SWITCH_PORTS];    /* ... of this VC */
	uint64_t out;                   /* cells taken, all in all */
};

static inline uint16_t *ccu_at(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->taken + port * s->vcs + vc;
}

/* Did the cells fit in the cycle before? Of an output that took none in it. */
static inline bool ccu_fits(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc, unsigned need)
{
	return need + *ccu_at(u, s, port, vc) <= u->cells;
}

/* Cells that may be promised now. */
static inline unsigned ccu_spare(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc)
{
	return u->cells - *ccu_at(u, s, port, vc) + (u->giving >> port & 1 && u->give[port] == vc);
}

/* A cycle ends: first this, then what it takes and gives. Returns the outputs that have more cells from the next cycle on. */
STAGE uint64_t ccu_begin(struct ccu *u, const struct shape *s)
{
	const uint64_t more = u->giving;

	EACH_IN(o, u->giving) {
		uint16_t *const taken = ccu_at(u, s, o, u->give[o]);

		assert(*taken && "a credit for a cell that was not taken");
		--*taken;
	}
	u->taking = u->giving = 0;
	return more;
}

/* At most once a cycle for an output. */
static inline void ccu_take(struct ccu *u, const struct shape *s, unsigned port, unsigned vc, unsigned need)
{
	uint16_t *const taken = ccu_at(u, s, port, vc);

	*taken = (uint16_t)(*taken + need);
	assert(*taken <= u->cells);
	u->take[port] = (struct taken){ (uint16_t)vc, (uint16_t)need };
	u->taking |= bit(port);
	u->out += need;
}

/* These outputs are given a cell, of VCs by output. Once a cycle. */
static inline void ccu_give(struct ccu *u, uint64_t outputs, const uint16_t vc[SWITCH_PORTS])
{
	u->giving = outputs;
	if (!outputs)
		return;
	memcpy(u->give, vc, sizeof u->give);    /* a loop over the outputs would take longer */
	u->out -= count_members(outputs);
}

/* ccu_fits() of any output, for images. */
bool ccu_fitted(const struct ccu *u, const struct shape *s, unsigned port, unsigned vc, unsigned need);
extern const struct unit_model ccu_unit;
