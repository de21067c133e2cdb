#include "mu.h"

#include "render.h"

#define UNIT_ROWS "units/mu.def"
#include "rows.h"

void mu_place(struct mu *u, const struct shape *s, struct arena *a)
{
	u->queues = s->queues;
	u->head = arena_take(a, HOT, s->queues, sizeof *u->head);
	u->tail = arena_take(a, HOT, s->queues, sizeof *u->tail);
	u->count = arena_take(a, HOT, s->queues, sizeof *u->count);
	u->flits = arena_take(a, HOT, s->queues, sizeof *u->flits);
	u->out = arena_take(a, HOT, s->queues, sizeof *u->out);
}

void mu_reset(struct mu *u, const struct shape *s)
{
	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned q = 0; q < s->queues; q++)
			*mu_out(u, i, q) = (uint8_t)(s->nodes ? 0 : i);      /* turn 0 */
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

void mu_image_queues(const struct mu *u, const struct shape *s, unsigned port, uint64_t queues, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mu);
	unsigned q;

	EACH(q, queues) {
		render_field(r, port, ROW_head_q, q, s->slot_w, u->head[q][port]);
		render_field(r, port, ROW_tail_q, q, s->slot_w, u->tail[q][port]);
		render_field(r, port, ROW_count_q, q, s->count_w, u->count[q][port]);
	}
}

void mu_image_read(const struct mu *u, const struct stamp *stamp, const uint32_t destination[SWITCH_PORTS], const struct shape *s,
		   uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mu);
	unsigned i;

	EACH(i, inputs & u->read) {
		render_known(m, SITE_mu, ROW_link_mem, i);
		render(r, i, ROW_link_mem, mu_link_word(s, i, u->link[i], destination[i], stamp_linked(stamp, i)));
	}
}

void mu_image_leaving(const struct mu *u, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mu);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_pop_q, u->popping >> i & 1 ? rows_with(u->pop[u->now], u->queues, i) : 0);
		render(r, i, ROW_refill_q, rows_with(u->refill, u->queues, i));
	}
}

bool mu_memory(const struct mmu *mmu, const struct stamp *stamp, const struct shape *s, unsigned port, unsigned slot, uint32_t *words)
{
	if (slot >= s->slots || mmu_is_free(mmu, port, slot))
		return false;
	const struct slot *at = slot_at(mmu->slots, port, slot);

	if (at->next.word) {
		const unsigned next = link_slot(at->next);
		const uint32_t destination = slot_at(mmu->slots, port, next)->packet.destination;

		words_put(words, mu_link_word(s, port, at->next, destination, stamp_kept(stamp, port, next)), link_bits(s));
	}
	return at->next.word;
}
