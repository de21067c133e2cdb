#ifndef SWITCH_HEADS_H
#define SWITCH_HEADS_H

#include "switch_state.h"

/* What happens to the head of a queue, and to who looks at how long it is: several units at once, wherever in a cycle. */

/* Ready queues of an input that are not stopped. */
static inline uint64_t able(const struct sluice_switch *sw, unsigned i)
{
	const uint64_t ready = sw->ru.ready[i];

	return sw->shape.saqs ? ready & ~((uint64_t)sw->cam_in.xoff[i] << 1) : ready;
}

/* If ready is 1; 0: nothing. */
static inline void head_ready(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t ready)
{
	ru_set_ready(&sw->ru, i, q, ready);
	if (sw->shape.saqs) {
		cdu_head(&sw->cdu, i, mu_queue(&sw->mu, i, 0)->out);    /* of no effect unless that head is ready */
		ready &= ~((uint64_t)sw->cam_in.xoff[i] << 1 >> q);
	}
	arb_in_file(&sw->arb_in, i, mu_queue(&sw->mu, i, q)->out, ready);
}

static inline void head_taken(struct sluice_switch *sw, unsigned i, unsigned q)
{
	ru_clear_ready(&sw->ru, i, q);
	arb_in_unfile(&sw->arb_in, i, mu_queue(&sw->mu, i, q)->out);
}

/* Where heads know their destination: of a new one (1; 0: nothing), of what the link leads to that was read, if any. */
static inline void head_destination(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t new)
{
	if (swept(sw) && new)
		sw->ru.destination[i * sw->shape.queues + q] = mmu_at(&sw->mmu, i, mu_queue(&sw->mu, i, q)->head)->packet.destination;
}

static inline void link_read(struct sluice_switch *sw, unsigned i)
{
	if (swept(sw) && sw->mu.refilling >> i & 1)
		sw->ru.linked[i] = mmu_at(&sw->mmu, i, sw->mu.link[i].slot)->packet.destination;
}

/* Ready at once, or to be judged: it is chance which of the two, so both are done, one to no effect. Not at all if new is 0. */
static inline void head_new(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t new)
{
	const uint64_t judged = sw->cam_in.any_live >> i & new;

	head_destination(sw, i, q, new);
	if (sw->shape.saqs)
		ppu_head(&sw->ppu, i, q, judged);
	head_ready(sw, i, q, new ^ judged);
}

/* A head of a set-aside queue, to be judged. Not at all if new is 0. */
static inline void head_undecided(struct sluice_switch *sw, unsigned i, unsigned q, uint64_t new)
{
	head_destination(sw, i, q, new);
	ppu_head(&sw->ppu, i, q, new);
}

/* Whoever looks at counts: of the cold queue, of a set-aside queue. */
static inline void counted_cold(struct sluice_switch *sw, unsigned i)
{
	if (sw->shape.saqs)
		cdu_count(&sw->cdu, &sw->shape, i, mu_queue(&sw->mu, i, 0)->count);
}

static inline void counted_aside(struct sluice_switch *sw, unsigned i, unsigned q)
{
	const unsigned count = mu_queue(&sw->mu, i, q)->count;

	rfcu_count(&sw->rfcu, &sw->shape, i, q - 1, count, sw->cam_in.sent[i]);
	sw->cam_in.changed |= (uint64_t)(count <= 1) << i;      /* it holds packets since, or no longer, or it may be so */
}

#endif
