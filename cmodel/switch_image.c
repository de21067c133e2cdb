/* What an observer sees of a switch: registers, memories, whether it has drained. */
#include "switch_state.h"

/* Marks stay on ports whose registers go on changing by time alone. */
static uint64_t image_inputs(const struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	const struct shape *s = &sw->shape;
	const struct mmu *mmu = &sw->mmu;
	uint64_t still = cycle == mmu->credit_cycle ? mmu->credit : 0;
	unsigned i;

	EACH(i, sw->dirty[UNIT_mmu])
		mmu_image_slots(mmu, s, i, m);
	EACH(i, sw->passing) {
		mmu_image(mmu, s, cycle, i, m);
		still |= (uint64_t)mmu_busy(mmu, cycle, i) << i;
	}
	EACH(i, sw->dirty[UNIT_mu])
		mu_image(&sw->mu, s, i, m);
	EACH(i, sw->dirty[UNIT_ru])
		ru_image(&sw->ru, &sw->mu, s, i, sw->dirty_heads >> i & 1, m);
	EACH(i, sw->dirty[UNIT_arb_in])
		arb_in_image(&sw->arb_in, i, m);
	return still;
}

static uint64_t image_outputs(const struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	uint64_t still = 0;
	unsigned o;

	EACH(o, sw->dirty[UNIT_arb_out])
		arb_out_image(&sw->arb_out, o, m);
	EACH(o, sw->dirty[UNIT_oport]) {
		oport_image(&sw->oport, &sw->shape, cycle, o, m);
		still |= (uint64_t)oport_active(&sw->oport, cycle, o) << o;
	}
	return still;
}

static void image_congestion(const struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	const struct shape *s = &sw->shape;
	unsigned i;

	EACH(i, sw->dirty[UNIT_ppu])
		ppu_image(&sw->ppu, s, i, m);
	EACH(i, sw->dirty[UNIT_cam_in])
		cam_in_image(&sw->cam_in, s, i, m);
	EACH(i, sw->dirty[UNIT_cdu])
		cdu_image(&sw->cdu, i, m);
	EACH(i, sw->dirty[UNIT_rfcu])
		rfcu_image(&sw->rfcu, s, cycle, i, m);
	EACH(i, sw->dirty[UNIT_cam_out])
		cam_out_image(&sw->cam_out, s, i, m);
}

/* From now on grants are remembered; one before is not. */
static void begin_images(struct sluice_switch *sw)
{
	for (unsigned i = 0; i < sw->shape.radix; i++)
		assert(sw->mmu.rd[i].flits == 0 && "the first image comes before the first grant");
	for (unsigned u = 0; u < UNITS; u++)
		sw->dirty[u] = ones(sw->shape.radix);
	sw->dirty_heads = sw->passing = ones(sw->shape.radix);
	sw->imaging = true;
}

void switch_image(struct sluice_switch *sw, uint64_t cycle, struct image *m)
{
	assert(cycle >= sw->now && cycle <= sw->due);
	if (!sw->imaging)
		begin_images(sw);
	const uint64_t inputs = image_inputs(sw, cycle, m), outputs = image_outputs(sw, cycle, m);

	if (sw->shape.saqs)
		image_congestion(sw, cycle, m);
	for (unsigned u = 0; u < UNITS; u++)
		sw->dirty[u] = 0;
	sw->dirty_heads = 0;
	sw->passing = inputs;
	sw->dirty[UNIT_oport] = outputs;
	sw->dirty[UNIT_rfcu] = cycle == sw->rfcu.sent_cycle ? sw->rfcu.sent : 0;
}

bool switch_memory(const struct sluice_switch *sw, uint64_t cycle, enum unit unit, unsigned row, unsigned port,
		   unsigned address, uint32_t *words)
{
	(void)row;      /* one memory in each of these units */
	switch (unit) {
	case UNIT_mmu: return mmu_memory(&sw->mmu, &sw->shape, cycle, port, address, words);
	case UNIT_mu:  return mu_memory(&sw->mmu, &sw->shape, port, address, words);
	case UNIT_ru:  return ru_memory(&sw->mmu, &sw->shape, port, address, words);
	default:       return false;
	}
}

bool switch_written(const struct sluice_switch *sw, uint64_t cycle, enum unit unit, unsigned row, unsigned port, unsigned *address)
{
	(void)row;
	switch (unit) {
	case UNIT_mmu:
		return mmu_written(&sw->mmu, &sw->shape, cycle, port, address);
	case UNIT_mu:
		*address = sw->mu.wrote_at[port];
		return cycle == sw->now && sw->mu.wrote >> port & 1;
	case UNIT_ru:
		return ru_written(&sw->mmu, cycle, port, address);
	default:
		return false;
	}
}

bool switch_drained(const struct sluice_switch *sw)
{
	const struct shape *s = &sw->shape;

	if (sw->wheel.occupied | sw->mu.popping | sw->cdu.waiting | sw->cam_in.any_live | sw->cam_out.stopped | sw->cam_out.notify)
		return false;
	for (unsigned i = 0; i < s->radix; i++)
		if (sw->mu.held[i] || sw->oport.credits[i] != s->slots)
			return false;
	return true;
}
