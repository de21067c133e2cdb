/* The scheduler of a switch: both phases, and the stamps that packets have for it if its arbiters are oldest-first. */
#include "switch_heads.h"
#include "switch_wires.h"

/* First phase for an input that has a head for one of these outputs: the queue. */
static inline unsigned choose(const struct sluice_switch *sw, unsigned i, uint64_t open, bool oldest_first)
{
	const uint64_t candidates = arb_in_candidates(&sw->mu, i, able(sw, i), open);

	return oldest_first ? stamp_oldest(&sw->stamp, sw->of[i].number, i, &candidates, 1) : arbiter_pick(&sw->arb_in.arbiter, i, candidates);
}

/* Outputs granted: inputs, those of them of a cold queue; outputs that nobody wants now. */
struct taken {
	uint64_t inputs, cold, unwanted;
};

/* A head goes; others of its input may be for the same output. */
static inline void take(struct sluice_switch *sw, struct wires *w, unsigned o, unsigned i, unsigned q, uint64_t others, struct taken *t)
{
	t->inputs |= bit(i);
	t->cold |= (uint64_t)(q == 0) << i;
	t->unwanted |= (uint64_t)!arb_in_unfile(&sw->arb_in, i, o, others) << o;
	sw->arb_in.pick[i] = (uint8_t)q;
	w->winner[o] = (uint8_t)i;
	sw->ru.ready[i] &= ~ru_line(q);
	sw->arb_in.aside[i] &= ~ru_line(q);
	__builtin_prefetch(mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, q)->head));         /* for grant() */
}

static inline void taken(struct sluice_switch *sw, struct wires *w, uint64_t outputs, const struct taken *t)
{
	w->granted = outputs;
	w->granted_inputs = t->inputs;
	w->granted_cold = t->cold;
	sw->ru.ready0 &= ~t->cold;
	sw->arb_in.wanted &= ~t->unwanted;
}

/* Heads of an input for output o. */
static inline uint64_t heads_for(const struct sluice_switch *sw, unsigned i, unsigned o)
{
	return mu_asking(&sw->mu, i, o) & able(sw, i);
}

/* Second phase for these outputs, requested by req, and the first for whom they grant. */
static inline void serve_next(struct sluice_switch *sw, struct wires *w, uint64_t outputs, const uint64_t req[SWITCH_PORTS])
{
	struct taken t = { 0, 0, 0 };
	unsigned o;

	EACH(o, outputs) {
		const unsigned i = arb_out_serve(&sw->arb_out, o, req[o], sw->of[o].first);
		const uint64_t heads = heads_for(sw, i, o);
		const unsigned q = arbiter_pick(&sw->arb_in.arbiter, i, heads);

		arbiter_served(&sw->arb_in.arbiter, i, q);
		take(sw, w, o, i, q, heads & ~bit(q), &t);
	}
	taken(sw, w, outputs, &t);
}

/* The same where age decides: all of those that request an output have to pick before. Returns the input. */
static unsigned pick_oldest(struct sluice_switch *sw, unsigned o, uint64_t req)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	EACH(i, req) {
		const uint64_t heads = heads_for(sw, i, o);
		const unsigned q = stamp_oldest(&sw->stamp, sw->of[i].number, i, &heads, 1);
		const uint64_t rank = stamp_rank(&sw->stamp, sw->of[i].number, i, q);

		sw->arb_in.pick[i] = (uint8_t)q;
		if (rank < least) {
			least = rank;
			oldest = i;
		}
	}
	return oldest;
}

static void serve_oldest(struct sluice_switch *sw, struct wires *w, uint64_t outputs, const uint64_t req[SWITCH_PORTS])
{
	struct taken t = { 0, 0, 0 };
	unsigned o;

	EACH(o, outputs) {
		const unsigned i = pick_oldest(sw, o, req[o]), q = sw->arb_in.pick[i];

		take(sw, w, o, i, q, heads_for(sw, i, o) & ~bit(q), &t);
	}
	taken(sw, w, outputs, &t);
}

/*
 * Both phases: heads that are granted are ready no longer. An input that stands at one output only requests that, whichever of its queues
 * it picks. Those that stand at several pick first; as winners they pick the same again.
 */
static inline __attribute__((always_inline)) void arbitrate(struct sluice_switch *sw, struct wires *w, bool oldest_first)
{
	const uint64_t open = oport_open(&sw->oport), idle = sw->mmu.idle;
	uint64_t req[SWITCH_PORTS], chosen[SWITCH_PORTS];       /* by output, where wanted and open */
	uint64_t once = 0, several = 0, requested = 0;
	unsigned i, o;

	EACH(o, open & sw->arb_in.wanted) {
		req[o] = sw->arb_in.waiting[o] & idle;
		chosen[o] = 0;
		several |= once & req[o];
		once |= req[o];
	}
	EACH(i, several)
		chosen[*mu_out(&sw->mu, i, choose(sw, i, open, oldest_first))] |= bit(i);
	EACH(o, open & sw->arb_in.wanted) {
		req[o] = (req[o] & ~several) | chosen[o];
		requested |= (uint64_t)(req[o] != 0) << o;
	}
	if (oldest_first)
		serve_oldest(sw, w, requested, req);
	else
		serve_next(sw, w, requested, req);
}

void route_cam_arbitrate(struct sluice_switch *sw, struct wires *w)
{
	unsigned i;

	if (!sw->stamp.used) {
		arbitrate(sw, w, false);
		return;
	}
	arbitrate(sw, w, true);
	EACH(i, sw->mu.refilling)       /* heads from the next cycle on */
		*stamp_head(&sw->stamp, i, sw->mu.refill_queue[i]) = sw->stamp.link[i];
}

void route_cam_stamp(struct sluice_switch *sw, const struct wires *w)
{
	struct stamp *u = &sw->stamp;
	unsigned i;

	EACH(i, sw->mu.refilling)
		u->link[i] = *stamp_packet(u, i, link_slot(sw->mu.link[i]));
	EACH(i, w->moving) {
		const struct queue *queue = mu_queue(&sw->mu, i, w->move_dst[i]);

		if (queue->count == 1)
			*stamp_head(u, i, w->move_dst[i]) = *stamp_packet(u, i, queue->head);
	}
	EACH(i, w->entering) {
		const struct queue *queue = mu_queue(&sw->mu, i, 0);
		const uint32_t now = u->now[sw->of[i].number];

		*stamp_packet(u, i, queue->tail) = now;
		if (queue->count == 1)
			*stamp_head(u, i, 0) = now;
	}
	stamp_count(u, w->in->head, sw->shape.radix);
}
