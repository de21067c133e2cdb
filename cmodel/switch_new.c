#define _DEFAULT_SOURCE
#include "switch_state.h"

#include <sys/mman.h>

static void place(struct sluice_switch *sw, struct arena *a)
{
	const struct shape *s = &sw->shape;

	wheel_place(&sw->wheel, a, s->packet_flits);
	sw->queues = arena_take(a, COLD, s->radix, sizeof *sw->queues);
	sw->points = arena_take(a, COLD, s->radix, sizeof *sw->points);
	mmu_place(&sw->mmu, s, a);
	mu_place(&sw->mu, s, a);
	ru_place(&sw->ru, s, a);
	arb_in_place(&sw->arb_in, s, a);
	arb_out_place(&sw->arb_out, s, a);
	oport_place(&sw->oport, s, a);
	if (!s->saqs)
		return;
	ppu_place(&sw->ppu, s, a);
	cam_in_place(&sw->cam_in, s, a);
	cdu_place(&sw->cdu, s, a);
	rfcu_place(&sw->rfcu, s, a);
	cam_out_place(&sw->cam_out, s, a);
}

/* What is not zero at reset. */
static void reset(struct sluice_switch *sw)
{
	const struct shape *s = &sw->shape;

	sw->ports = ones(s->radix);
	sw->turn = ones(s->turn_w);
	sw->pool = ones(s->pool_w);
	sw->turnpool = ones(s->turnpool_bits);
	mmu_reset(&sw->mmu, s);
	mu_reset(&sw->mu, s);
	oport_reset(&sw->oport, s);
	arbiter_reset(&sw->arb_in.arbiter, s->radix);
	arbiter_reset(&sw->arb_out.arbiter, s->radix);
	if (s->saqs) {
		cdu_reset(&sw->cdu, s);
		rfcu_reset(&sw->rfcu, s);
	}
	sw->due = UINT64_MAX;
}

struct sluice_switch *switch_new(const struct shape *s)
{
	struct sluice_switch measure = { .shape = *s };
	struct arena a = { NULL, { sizeof measure, 0 } };

	place(&measure, &a);
	const size_t hot = (a.used[HOT] + 63) / 64 * 64;
	const size_t size = hot + a.used[COLD];

	/* straight from the system, so that what is never touched costs no memory: calloc() clears blocks of this size by hand */
	a.block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (a.block == MAP_FAILED)
		return NULL;
	a.used[HOT] = sizeof measure;
	a.used[COLD] = hot;
	struct sluice_switch *sw = (struct sluice_switch *)(void *)a.block;

	sw->shape = *s;
	sw->size = size;
	place(sw, &a);
	reset(sw);
	return sw;
}

void switch_free(struct sluice_switch *sw)
{
	if (sw)
		munmap(sw, sw->size);
}
