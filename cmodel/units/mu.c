#include "mu.h"

#include "render.h"
#include "ru.h"

#define UNIT_ROWS "units/mu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct mu *const u = unit;
	const struct shape *s = b->s;

	u->queues = s->queues;
	u->head = arena_take(a, HOT, s->queues, sizeof *u->head);
	u->tail = arena_take(a, HOT, s->queues, sizeof *u->tail);
	u->count = arena_take(a, HOT, s->queues, sizeof *u->count);
	u->flits = arena_take(a, HOT, s->queues, sizeof *u->flits);
	u->out = arena_take(a, HOT, s->queues, sizeof *u->out);
	u->changed = arena_take(a, PAST, s->radix, sizeof *u->changed);
	u->shown = arena_take(a, PAST, (size_t)s->radix * s->queues, sizeof *u->shown);
}

static void reset(void *unit, const struct bank *b)
{
	struct mu *const u = unit;

	for (unsigned i = 0; i < b->ports; i++)
		for (unsigned q = 0; q < u->queues; q++)
			*mu_out(u, i, q) = (uint8_t)(b->s->nodes ? 0 : i);   /* turn 0 */
}

/* Bits of the destination in a request. */
static unsigned destination_bits(const struct shape *s)
{
	return s->lists_in_memory && !s->sorted ? s->destination_w : 0;
}

static unsigned link_bits(const struct shape *s)
{
	return s->slot_w + s->turn_w + s->flits_w + destination_bits(s) + s->stamp_w;
}

/* {slot, turn, length, destination, stamp}, slot lowest. */
uint64_t mu_link_word(const struct shape *s, unsigned port, struct link l, uint32_t destination, uint64_t stamp)
{
	const unsigned above = s->slot_w + s->turn_w + s->flits_w;

	return link_slot(l) | (uint64_t)turn_to(s, port, link_out(l)) << s->slot_w | (uint64_t)link_flits(l) << (s->slot_w + s->turn_w) |
	       (destination_bits(s) ? (uint64_t)destination << above : 0) | (s->stamp_w ? stamp << (link_bits(s) - s->stamp_w) : 0);
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct mu *const u = unit;
	uint64_t any = u->popping;

	for (unsigned q = 0; q < b->s->queues; q++)
		any |= u->held[q];
	return !any;
}

/* The read register of link_mem, which most steps do without. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct mu *const u = unit;
	const struct mmu *const mmu = v->at[SITE_mmu].unit;

	(void)in, (void)out;
	EACH_IN(i, u->refilling)
		mu_read_link(u, mmu->slots, i);
}

/* Is a queue other than the last image shows it? It is shown from now on. */
static bool differs(const struct mu *u, unsigned port, unsigned q)
{
	struct mu_shown *const shown = u->shown + port * u->queues + q;
	const struct mu_shown now = { u->head[q][port], u->tail[q][port], u->count[q][port] };
	const bool same = now.head == shown->head && now.tail == shown->tail && now.count == shown->count;

	*shown = now;
	return !same;
}

static void image_queue(const struct mu *u, const struct shape *s, unsigned port, unsigned q, struct rendering r)
{
	render_field(r, port, ROW_head_q, q, s->slot_w, u->head[q][port]);
	render_field(r, port, ROW_tail_q, q, s->slot_w, u->tail[q][port]);
	render_field(r, port, ROW_count_q, q, s->count_w, u->count[q][port]);
}

static void image_link(const struct mu *u, const struct sight *v, unsigned port, struct rendering r, struct image *m)
{
	const struct ru *const ru = v->at[SITE_ru].unit;

	render_known(m, v->site, ROW_link_mem, port);
	render(r, port, ROW_link_mem, mu_link_word(v->s, port, u->link[port], ru->linked[port], stamp_linked(v->at[SITE_stamp].unit, port)));
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct mu *const u = unit;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		u->changed[i] = v->anew ? ones(u->queues) : 0;
		for (unsigned q = 0; q < u->queues; q++)
			u->changed[i] |= (uint64_t)differs(u, i, q) << q;
		EACH_IN(q, u->changed[i])
			image_queue(u, v->s, i, q, r);
		if (u->read & (v->anew ? v->ports : u->refilling) & bit(i))
			image_link(u, v, i, r, m);
		render(r, i, ROW_pop_q, u->popping >> i & 1 ? rows_with(u->pop[u->now], u->queues, i) : 0);
		render(r, i, ROW_refill_q, rows_with(u->refill, u->queues, i));
	}
}

bool mu_link_memory(const struct sight *v, unsigned port, unsigned slot, uint32_t *words)
{
	const struct mmu *const mmu = v->at[SITE_mmu].unit;

	if (slot >= v->s->slots || mmu_is_free(mmu, port, slot))
		return false;
	const struct slot *at = slot_at(mmu->slots, port, slot);

	if (at->next.word) {
		const unsigned next = link_slot(at->next);
		const uint32_t destination = slot_at(mmu->slots, port, next)->packet.destination;

		words_put(words, mu_link_word(v->s, port, at->next, destination, stamp_kept(v->at[SITE_stamp].unit, port, next)), link_bits(v->s));
	}
	return at->next.word;
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned slot, uint32_t *words)
{
	(void)unit, (void)row;
	return mu_link_memory(v, port, slot, words);
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct mu *const u = unit;

	(void)row;
	return v->stepped ? writes_of(u->wrote, u->wrote_at, address) : 0;
}

const struct unit_model mu_unit = {
	.place = place, .reset = reset, .rests = rests, .after = after, .image = image, .memory = memory, .writes = writes,
};
