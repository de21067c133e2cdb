#include "dqu.h"

#include "nsj.h"
#include "render.h"

#define UNIT_ROWS "units/dqu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct dqu *const u = unit;
	const struct shape *const s = b->s;
	const unsigned interfaces = b->switches;

	u->queues = s->send_queues;
	u->slots = s->queue_slots;
	u->words = (u->queues + 63) / 64;
	u->enter_queue = arena_take(a, HOT, interfaces, sizeof *u->enter_queue);
	u->arriving = arena_take(a, HOT, interfaces, sizeof *u->arriving);
	u->read = arena_take(a, HOT, interfaces, sizeof *u->read);
	u->more = arena_take(a, HOT, (size_t)interfaces * u->words, sizeof *u->more);
	u->queue = arena_take(a, HOT, (size_t)interfaces * u->queues, sizeof *u->queue);
	parcels_place_most(&u->parcels, interfaces * u->queues * u->slots, a);
	flit_memory_place(&u->memory, u->queues * u->slots, s->packet_flits, a);
}

static void reset(void *unit, const struct bank *b)
{
	struct dqu *const u = unit;

	u->idle = ones(b->switches);
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct dqu *)unit)->taken;
}

/* What came is at the place before the one for the next packet. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct dqu *const u = unit;
	const unsigned q = u->enter_queue[0], tail = dqu_at(u, 0, q)->tail;
	const bool sends = v->s->side != SIDE_RECEIVE;
	const unsigned from = sends ? NIC_HOST : NIC_NETWORK, to = sends ? NIC_NETWORK : NIC_HOST;

	if (in->head >> from & 1)
		flit_memory_arrive(&u->memory, q * u->slots + (tail ? tail : u->slots) - 1, in->packet + from);
	if (out->depart >> to & 1)
		flit_memory_grant(&u->memory, u->read->queue * u->slots + u->read->place, out->packet[to].flits);
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

static void image(void *unit, const struct sight *v, struct image *m)
{
	struct dqu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct flit_memory *const memory = &u->memory;
	const struct nsj_state *const c = ((const struct nsj *)v->at[SITE_nsj].unit)->at;

	parcels_show(&u->parcels);
	image_queues(u, s, s->side != SIDE_RECEIVE && c->valid ? c->candidate : u->queues, r);
	render_one_hot(r, 0, ROW_enter_q, u->entering & 1, u->enter_queue[0]);
	render_one_hot(r, 0, ROW_pop_q, memory->popping, u->pop_queue);
	flit_memory_image(memory, v, s->send_aw, r, ROW_waddr_q, ROW_data_mem, m);
	render(r, 0, ROW_credit_queue_q, u->credit_queue);
}

const struct unit_model dqu_unit = {
	.place = place, .reset = reset, .rests = rests, .after = after, .image = image, .memory = flit_memory_at, .writes = flit_memory_writes,
	.word = flit_memory_word,
};
