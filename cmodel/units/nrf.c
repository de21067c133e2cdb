#include "nrf.h"

#include "render.h"

#define UNIT_ROWS "units/nrf.def"
#include "rows.h"

void nrf_place(struct nrf *u, const struct shape *s, unsigned interfaces, struct arena *a)
{
	u->slots = s->sink_slots;
	u->host_slots = s->host_slots;
	u->ring = arena_take(a, HOT, interfaces, sizeof *u->ring);
	parcels_place_most(&u->parcels, interfaces * u->slots, a);
	flit_memory_place(&u->memory, u->slots, s->packet_flits, a);
}

void nrf_reset(struct nrf *u, unsigned interfaces)
{
	u->idle = ones(interfaces);
}

static unsigned before(const struct nrf *u, unsigned place)
{
	return (place ? place : u->slots) - 1;
}

void nrf_remember_arrival(struct nrf *u, const struct packet *p)
{
	flit_memory_arrive(&u->memory, before(u, u->ring->tail), p);
}

void nrf_remember_grant(struct nrf *u, unsigned flits)
{
	flit_memory_grant(&u->memory, before(u, u->ring->head), flits);
}

void nrf_pass(struct nrf *u)
{
	u->entering = u->memory.arrived;
	flit_memory_pass(&u->memory);
}

void nrf_image(const struct nrf *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_nrf);
	const struct flit_memory *const memory = &u->memory;
	const struct nrf_ring *const ring = u->ring;

	render(r, 0, ROW_head_q, memory->popping ? before(u, ring->head) : ring->head);
	render(r, 0, ROW_tail_q, ring->tail);
	render(r, 0, ROW_count_q, ring->waiting + memory->popping - (unsigned)u->entering);
	for (unsigned k = 0; k < u->slots; k++)
		render_field(r, 0, ROW_flits_q, k, s->flits_w, memory->slot[k].flits);
	render_bit(r, 0, ROW_enter_q, u->entering);
	render_bit(r, 0, ROW_pop_q, memory->popping);
	render(r, 0, ROW_waddr_q, flit_memory_waddr(memory) & ones(s->sink_aw));
	render(r, 0, ROW_raddr_q, flit_memory_raddr(memory) & ones(s->sink_aw));
	render(r, 0, ROW_rd_left_q, memory->rd.left);
	render_bit(r, 0, ROW_rd_head_q, memory->read.head);
	render_bit(r, 0, ROW_rd_valid_q, memory->read.valid);
	render_bit(r, 0, ROW_credit_q, memory->credit);
	render(r, 0, ROW_used_q, ring->used);
	render_output(m, SITE_nrf, ROW_credit_q, 1);
	if (!memory->read.packet.flits)
		return;
	render_known(m, SITE_nrf, ROW_data_mem, 0);
	packet_flit(s, &memory->read.packet, memory->read.flit, render_words(r, 0, ROW_data_mem));
}
