#include "cqu.h"

#include "ccu.h"
#include "render.h"
#include "scam.h"

#define UNIT_ROWS "units/cqu.def"
#include "rows.h"

/* Sets of queues. */
static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct cqu *const u = unit;

	u->present = arena_take(a, HOT, b->ports * b->s->classes * cqu_words(b->s), sizeof *u->present);
	u->occupied = arena_take(a, HOT, b->s->saqs ? b->ports * b->s->vcs : 0, sizeof *u->occupied);
}

/* The packet that entered is behind another. */
static void write_link(struct cqu *u, const struct parcel *p, const struct shape *s, unsigned port, unsigned q)
{
	const unsigned at = q / s->vc_queues * s->cells + u->tail_cell[port * s->queues + q];

	u->link[port * s->side_cells + at] = 1 + (p->cell | (uint32_t)p->packet.flits << s->cell_w | (s->by_destination ? (uint32_t)p->turn << (s->cell_w + s->flits_w) : 0));
	u->wrote_at[port] = (uint16_t)at;
}

/* A step is over: what images need to know of it that does not stay. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct cqu *const u = unit;
	const struct shape *const s = v->s;
	const struct parcel *const at = u->parcels->at;

	(void)in, (void)out;

	u->wrote = u->entered & ~u->direct;
	EACH_IN(i, u->refilling)
		u->rdata[i] = u->link[i * s->side_cells + u->refill[i].queue / s->vc_queues * s->cells + u->pop_cell[i]];
	EACH_IN(i, u->popping)
		u->pop_cell[i] = at[u->pop[i].parcel].cell;
	EACH_IN(i, u->refilled)
		u->head_cell[i * s->queues + u->refill_queue[i]] = at[u->queue[i * s->queues + u->refill_queue[i]].head].cell;
	EACH_IN(i, u->entered) {
		const unsigned q = u->enter_queue[i];
		const struct parcel *p = at + u->queue[i * s->queues + q].tail;

		if (u->wrote >> i & 1)
			write_link(u, p, s, i, q);
		else
			u->head_cell[i * s->queues + q] = p->cell;
		u->tail_cell[i * s->queues + q] = p->cell;
	}
}

static void image_queue(const struct cqu *u, const struct shape *s, struct rendering r, unsigned port, unsigned q, bool fits)
{
	const struct cell_queue *queue = cqu_at(u, s, port, q);
	const unsigned class = q / s->class_queues, in_class = q % s->class_queues;

	render_field(r, port, ROW_fill_q, q, s->cells_w, queue->fill);
	render_field(r, port, ROW_head_cell_q, q, s->cell_w, u->head_cell[port * s->queues + q]);
	render_field(r, port, ROW_head_flits_q, q, s->flits_w, queue->flits);
	if (s->by_destination)
		render_field(r, port, ROW_head_turn_q, q, s->turn_w, cqu_head(u, s, port, q)->turn);
	render_field(r, port, ROW_tail_q, q, s->cell_w, u->tail_cell[port * s->queues + q]);
	render_field(r, port, ROW_present_q, q, 1, cqu_present(u, s, port, class)[in_class / 64] >> in_class % 64 & 1);
	render_field(r, port, ROW_fits_q, q, 1, fits);
}

/* The turn that queue q of an input led to in the cycle before. */
static unsigned turn_before(const struct sight *v, unsigned port, unsigned q, const struct queue_head *head)
{
	const struct shape *const s = v->s;
	const unsigned j = q % s->vc_queues;

	if (s->by_destination)
		return head->turn;
	return j < s->dqs ? j : scam_turn_before(v->at[SITE_scam_in].unit, s, port, q / s->vc_queues, j - s->dqs);
}

/* fits_q: did the head that a queue has, or had last, fit in the cycle before? At the send side of a network interface, NSU asks. */
static bool fits(const struct sight *v, unsigned port, unsigned q, const struct queue_head *head)
{
	const struct shape *const s = v->s;
	const enum site ahead = v->site == SITE_cqu_in ? SITE_room : v->site == SITE_cqu_out ? SITE_credits : SITE_host_credits;
	const unsigned to = v->site == SITE_cqu_in ? (port + turn_before(v, port, q, head)) % s->radix : port;

	return v->site == SITE_send_cqu || ccu_fitted(v->at[ahead].unit, s, to, q / s->vc_queues, head->need);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct cqu *const u = unit;
	const struct shape *const s = v->s;
	const enum site at = v->site;
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix; i++) {
		for (unsigned q = 0; q < s->queues; q++)
			image_queue(u, s, r, i, q, fits(v, i, q, cqu_head(u, s, i, q)));
		render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop[i].queue);
		render_bit(r, i, ROW_popping_q, u->popping >> i & 1);
		render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill[i].queue);
		if (u->rdata[i]) {
			render_known(m, at, ROW_link_mem, i);
			render(r, i, ROW_link_mem, u->rdata[i] - 1);
		}
	}
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const uint32_t word = ((const struct cqu *)unit)->link[port * v->s->side_cells + address];

	(void)row;
	if (word)
		*words = word - 1;
	return word != 0;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct cqu *const u = unit;

	(void)row;
	return v->stepped ? writes_of(u->wrote, u->wrote_at, address) : 0;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct cqu *const u = unit;

	(void)b;
	return !(u->popping | u->refilling);
}

const struct unit_model cqu_unit = {
	.arrays = ARRAYS(
		ARRAY(cqu, HOT, queue, queue), ARRAY(cqu, HOT, queue, head), ARRAY(cqu, HOT, one, heads), ARRAY(cqu, HOT, one, asking), ARRAY(cqu, HOT, one, pop),
		ARRAY(cqu, HOT, one, refill), ARRAY(cqu, HOT, one, enter_queue), ARRAY(cqu, HOT, one, refill_queue), ARRAY(cqu, COLD, queue, head_cell),
		ARRAY(cqu, COLD, queue, tail_cell), ARRAY(cqu, COLD, cell, link), ARRAY(cqu, COLD, one, pop_cell), ARRAY(cqu, COLD, one, rdata), ARRAY(cqu, COLD, one, wrote_at)),
	.place = place, .rests = rests, .after = after, .image = image, .memory = memory, .writes = writes,
};
