#include "nrf.h"

#include "render.h"

#define UNIT_ROWS "units/nrf.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct nrf *const u = unit;
	const struct shape *const s = b->s;
	const unsigned interfaces = b->switches;

	u->slots = s->sink_slots;
	u->host_slots = s->host_slots;
	u->ring = arena_take(a, HOT, interfaces, sizeof *u->ring);
	parcels_place_most(&u->parcels, interfaces * u->slots, a);
	flit_memory_place(&u->memory, u->slots, s->packet_flits, a);
}

static void reset(void *unit, const struct bank *b)
{
	struct nrf *const u = unit;

	u->idle = ones(b->switches);
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct nrf *)unit)->taken;
}

static unsigned before(const struct nrf *u, unsigned place)
{
	return (place ? place : u->slots) - 1;
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct nrf *const u = unit;

	(void)v;
	if (in->head >> NIC_NETWORK & 1)
		flit_memory_arrive(&u->memory, before(u, u->ring->tail), in->packet + NIC_NETWORK);
	if (out->depart >> NIC_HOST & 1)
		flit_memory_grant(&u->memory, before(u, u->ring->head), out->packet[NIC_HOST].flits);
}

void nrf_pass(struct nrf *u)
{
	u->entering = u->memory.arrived;
	flit_memory_pass(&u->memory);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct nrf *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct flit_memory *const memory = &u->memory;
	const struct nrf_ring *const ring = u->ring;

	parcels_show(&u->parcels);
	render(r, 0, ROW_head_q, memory->popping ? before(u, ring->head) : ring->head);
	render(r, 0, ROW_tail_q, ring->tail);
	render(r, 0, ROW_count_q, ring->waiting + memory->popping - (unsigned)u->entering);
	for (unsigned k = 0; k < u->slots; k++)
		render_field(r, 0, ROW_flits_q, k, s->flits_w, memory->slot[k].flits);
	render_bit(r, 0, ROW_enter_q, u->entering);
	render_bit(r, 0, ROW_pop_q, memory->popping);
	flit_memory_image(memory, v, s->sink_aw, r, ROW_waddr_q, ROW_data_mem, m);
	render(r, 0, ROW_used_q, ring->used);
}

const struct unit_model nrf_unit = {
	.place = place, .reset = reset, .rests = rests, .after = after, .image = image, .memory = flit_memory_at, .writes = flit_memory_writes,
	.word = flit_memory_word,
};
