#include "smu.h"

#include "render.h"

#define UNIT_ROWS "units/smu.def"
#include "rows.h"

void smu_place(struct smu *u, const struct shape *s, unsigned radix, struct arena *a)
{
	u->radix = radix;
	u->queues = s->queues;
	u->heads = arena_take(a, HOT, (size_t)s->radix * radix, sizeof *u->heads);
	u->queue = arena_take(a, HOT, (size_t)s->radix * s->queues, sizeof *u->queue);
}

void smu_reset(struct smu *u, const struct shape *s)
{
	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned out = s->nodes ? i - i % u->radix : i;  /* turn 0 */

		u->pop_out[i] = (uint8_t)out;
		for (unsigned q = 0; q < s->queues; q++)
			memset(smu_queue(u, i, q)->out, (int)out, HEADS);
	}
}

static void image_queue(const struct smu *u, const struct shape *s, unsigned port, unsigned q, struct rendering r)
{
	const struct sorted_queue *at = smu_queue(u, port, q);
	const unsigned first = at->count - smu_left(u, port, q);        /* that was not granted */

	render_field(r, port, ROW_present_q, q, 1, at->count > first);
	render_field(r, port, ROW_count_q, q, s->count_w, at->count);
	render_field(r, port, ROW_last_q, q, s->slot_w, at->last);
	for (unsigned j = 0; j < HEADS; j++) {
		const unsigned k = q * HEADS + j, request = j ? j : first;

		render_field(r, port, ROW_slot_q, k, s->slot_w, at->slot[j]);
		render_field(r, port, ROW_turn_q, k, s->turn_w, turn_to(s, port, at->out[request]));
		render_field(r, port, ROW_flits_q, k, s->flits_w, at->flits[request]);
	}
}

void smu_image(const struct smu *u, const struct stamp *stamp, const struct shape *s, uint64_t open, uint64_t idle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_smu);
	unsigned i;

	EACH(i, inputs) {
		for (unsigned q = 0; q < s->queues; q++)
			image_queue(u, s, i, q, r);
		stamp_image_heads(stamp, s, i, ones(s->queues), 0, r, ROW_stamp_q);
		if (stamp->used && (u->popping >> i & 1))
			render_field(r, i, ROW_stamp_q, u->pop_queue[i] * HEADS, s->stamp_w, stamp_head(stamp, i, u->pop_queue[i])[1] & stamp->range);
		render(r, i, ROW_pop_turn_q, turn_to(s, i, u->pop_out[i]));
		render(r, i, ROW_pop_flits_q, u->pop_flits[i]);
		render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop_queue[i]);
		render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill_queue[i]);
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(s, i, open) : 0);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, SITE_smu, ROW_link_mem, i);
		render(r, i, ROW_link_mem, mu_link_word(s, i, u->link[i], 0, stamp_linked(stamp, i)));
	}
}
