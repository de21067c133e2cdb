#include "dqu.h"

#include "render.h"

#define UNIT_ROWS "units/dqu.def"
#include "rows.h"

void dqu_place(struct dqu *u, const struct shape *s, unsigned interfaces, struct arena *a)
{
	u->queues = s->send_queues;
	u->slots = s->source_slots;
	u->words = (u->queues + 63) / 64;
	u->enter_queue = arena_take(a, HOT, interfaces, sizeof *u->enter_queue);
	u->arriving = arena_take(a, HOT, interfaces, sizeof *u->arriving);
	u->read = arena_take(a, HOT, interfaces, sizeof *u->read);
	u->more = arena_take(a, HOT, (size_t)interfaces * u->words, sizeof *u->more);
	u->queue = arena_take(a, HOT, (size_t)interfaces * u->queues, sizeof *u->queue);
	parcels_place_most(&u->parcels, interfaces * u->queues * u->slots, a);
	flit_memory_place(&u->memory, u->queues * u->slots, s->packet_flits, a);
}

void dqu_reset(struct dqu *u, unsigned interfaces)
{
	u->idle = ones(interfaces);
}

/* The place before the one for the next packet. */
void dqu_remember_arrival(struct dqu *u, const struct packet *p)
{
	const unsigned q = u->enter_queue[0], tail = dqu_at(u, 0, q)->tail;

	flit_memory_arrive(&u->memory, q * u->slots + (tail ? tail : u->slots) - 1, p);
}

void dqu_remember_grant(struct dqu *u, unsigned flits)
{
	flit_memory_grant(&u->memory, u->read->queue * u->slots + u->read->place, flits);
}

void dqu_pass(struct dqu *u)
{
	if (u->memory.popping)
		u->credit_queue = u->pop_queue;
	if (u->memory.granted) {
		u->pop_queue = u->read->queue;
		u->pop_place = u->read->place;
	}
	flit_memory_pass(&u->memory);
}

static void image_queues(const struct dqu *u, const struct shape *s, unsigned candidate, struct rendering r)
{
	for (unsigned q = 0; q < u->queues; q++) {
		const struct dqu_queue *const queue = dqu_at(u, 0, q);
		const unsigned candidates = q == candidate, pops = u->memory.popping && u->pop_queue == q;

		render_field(r, 0, ROW_head_q, q, s->place_w, pops ? u->pop_place : queue->head);
		render_field(r, 0, ROW_tail_q, q, s->place_w, queue->tail);
		render_field(r, 0, ROW_count_q, q, s->fill_w, queue->more + candidates + pops);
	}
	for (unsigned k = 0; k < u->queues * u->slots; k++)
		render_field(r, 0, ROW_flits_q, k, s->flits_w, u->memory.slot[k].flits);
}

void dqu_image(const struct dqu *u, const struct shape *s, unsigned candidate, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_dqu);
	const struct flit_memory *const memory = &u->memory;

	image_queues(u, s, candidate, r);
	render_one_hot(r, 0, ROW_enter_q, u->entering & 1, u->enter_queue[0]);
	render_one_hot(r, 0, ROW_pop_q, memory->popping, u->pop_queue);
	render(r, 0, ROW_waddr_q, flit_memory_waddr(memory) & ones(s->send_aw));
	render(r, 0, ROW_raddr_q, flit_memory_raddr(memory) & ones(s->send_aw));
	render(r, 0, ROW_rd_left_q, memory->rd.left);
	render_bit(r, 0, ROW_rd_head_q, memory->read.head);
	render_bit(r, 0, ROW_rd_valid_q, memory->read.valid);
	render_bit(r, 0, ROW_credit_q, memory->credit);
	render(r, 0, ROW_credit_queue_q, u->credit_queue);
	render_output(m, SITE_dqu, ROW_credit_q, 1);
	render_output(m, SITE_dqu, ROW_credit_queue_q, 1);
	if (!memory->read.packet.flits)
		return;
	render_known(m, SITE_dqu, ROW_data_mem, 0);
	packet_flit(s, &memory->read.packet, memory->read.flit, render_words(r, 0, ROW_data_mem));
}
