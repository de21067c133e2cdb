#ifndef SWITCH_HEADS_H
#define SWITCH_HEADS_H

#include "switch_state.h"

/* What happens to the head of a queue, and to who looks at how long it is: several units at once, wherever in a cycle. */

/* Ready queues of an input that are not stopped. */
static inline uint64_t able(const struct sluice_switch *sw, unsigned i)
{
	return (uint64_t)sw->arb_in.aside[i] << 1 | (sw->ru.ready0 >> i & 1);
}

/* A head is ready no longer, or stopped: where it was filed, unless another is for the same output. */
static inline void head_unfiled(struct sluice_switch *sw, unsigned i, unsigned q)
{
	const unsigned out = *mu_out(&sw->mu, i, q);

	sw->arb_in.wanted &= ~((uint64_t)!arb_in_unfile(&sw->arb_in, i, out, mu_asking(&sw->mu, i, out) & able(sw, i)) << out);
}

/* Where heads know their destination: that of a new one (1; 0: nothing). */
static inline void head_destination(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t new)
{
	if (swept(sw) && new)
		sw->ru.destination[i * sw->shape.queues + q] = mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, q)->head)->packet.destination;
}

/* Inputs of which a head leaves its queue: there is another behind it; the cold queue is empty, is short, whether or not it left that. */
struct leavers {
	uint64_t more, empty, uncrowded;
};

static inline void head_leaves(struct sluice_switch *sw, unsigned i, unsigned q, struct leavers *l)
{
	const bool more = mu_leave(&sw->mu, &sw->mmu, i, q);
	const unsigned cold = mu_queue(&sw->mu, i, 0)->count;

	l->more |= (uint64_t)more << i;
	l->empty |= (uint64_t)(cold == 0) << i;
	l->uncrowded |= (uint64_t)!cdu_is_long(&sw->shape, cold) << i;
}

static inline void heads_left(struct sluice_switch *sw, const struct leavers *l)
{
	unsigned i;

	sw->mu.refilling |= l->more;
	sw->mu.read |= l->more;
	sw->mu.cold &= ~l->empty;
	sw->cdu.crowded &= ~l->uncrowded;
	EACH(i, swept(sw) ? l->more : 0)
		sw->ru.linked[i] = mmu_at(&sw->mmu, i, link_slot(sw->mu.link[i]))->packet.destination;
}

/* Whoever looks at how long a set-aside queue is. */
static inline void aside_counted(struct sluice_switch *sw, unsigned i, unsigned line, unsigned count)
{
	rfcu_count(&sw->rfcu, &sw->shape, i, line, count, sw->cam_in.sent[i]);
}

static inline void aside_left(struct sluice_switch *sw, unsigned i, unsigned line)
{
	const unsigned count = mu_queue(&sw->mu, i, line + 1)->count;
	const bool empty = count == 0;

	sw->mu.held[i] &= ~((uint32_t)empty << line);
	sw->cam_in.changed |= (uint64_t)empty << i;
	aside_counted(sw, i, line, count);
}

#endif
