/* The scheduler of a switch: both phases, and the stamps that packets have for it if its arbiters are oldest-first. */
#include "switch_heads.h"
#include "switch_wires.h"

/* First phase for an input that has a head for one of these outputs: the queue. */
static inline unsigned choose(const struct sluice_switch *sw, unsigned i, uint64_t open, bool oldest_first)
{
	const uint64_t candidates = arb_in_candidates(&sw->mu, i, able(sw, i), open);

	return oldest_first ? stamp_oldest(&sw->stamp, sw->of[i].number, i, &candidates, 1) : arbiter_pick(&sw->arb_in.arbiter, i, candidates);
}

/* Second phase for an output, requested by these inputs, and the first for whom it grants. */
static inline __attribute__((always_inline)) unsigned serve_next(struct sluice_switch *sw, unsigned o, uint64_t req)
{
	const unsigned i = arb_out_serve(&sw->arb_out, o, req, sw->of[o].first);

	sw->arb_in.pick[i] = (uint8_t)choose(sw, i, bit(o), false);
	arbiter_served(&sw->arb_in.arbiter, i, sw->arb_in.pick[i]);
	return i;
}

/* The same where age decides: all of them have to pick before. */
static inline unsigned serve_oldest(struct sluice_switch *sw, unsigned o, uint64_t req)
{
	uint64_t least = UINT64_MAX;
	unsigned oldest = 0, i;

	EACH(i, req) {
		const unsigned q = choose(sw, i, bit(o), true);
		const uint64_t rank = stamp_rank(&sw->stamp, sw->of[i].number, i, q);

		sw->arb_in.pick[i] = (uint8_t)q;
		if (rank < least) {
			least = rank;
			oldest = i;
		}
	}
	return oldest;
}

/*
 * Both phases; nothing but the arbiters changes. An input that stands at one output only requests that, whichever of its queues
 * it picks. Those that stand at several pick first; as winners they pick the same again.
 */
static inline __attribute__((always_inline)) void arbitrate(struct sluice_switch *sw, struct wires *w, bool oldest_first)
{
	const uint64_t open = oport_open(&sw->oport), idle = sw->mmu.idle;
	uint64_t req[SWITCH_PORTS];     /* by output, where wanted and open */
	uint64_t once = 0, several = 0, requested = 0;
	unsigned i, o;

	EACH(o, open & sw->arb_in.wanted) {
		req[o] = sw->arb_in.waiting[o] & idle;
		requested |= (uint64_t)(req[o] != 0) << o;
		several |= once & req[o];
		once |= req[o];
	}
	EACH(i, several) {
		const unsigned chosen = mu_queue(&sw->mu, i, choose(sw, i, open, oldest_first))->out;

		EACH(o, requested & siblings(sw, i)) {
			req[o] &= ~(o == chosen ? 0 : bit(i));
			requested &= ~((uint64_t)(req[o] == 0) << o);
		}
	}
	w->granted = requested;
	EACH(o, requested) {
		i = (oldest_first ? serve_oldest : serve_next)(sw, o, req[o]);
		w->winner[o] = (uint8_t)i;
		w->granted_inputs |= bit(i);
		__builtin_prefetch(mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, sw->arb_in.pick[i])->head));     /* for grant() */
	}
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
		u->link[i] = *stamp_packet(u, i, sw->mu.link[i].slot);
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
