#include "smu.h"

#include "render.h"

#define UNIT_ROWS "units/smu.def"
#include "rows.h"

void smu_place(struct smu *u, const struct shape *s, struct arena *a)
{
	u->count = arena_take(a, HOT, s->queues, sizeof *u->count);
	u->out = arena_take(a, HOT, s->queues, sizeof *u->out);
	u->queue = arena_take(a, HOT, s->queues, sizeof *u->queue);
}

void smu_reset(struct smu *u, const struct shape *s, unsigned radix)
{
	for (unsigned i = 0; i < s->radix; i++) {
		const uint8_t out = (uint8_t)(s->nodes ? i - i % radix : i);   /* turn 0 */

		u->granted[i] = link_to(0, out, 0);
		for (unsigned q = 0; q < s->queues; q++) {
			u->out[q][i] = out;
			for (unsigned j = 0; j < HEADS; j++)
				smu_queue(u, i, q)->head[j] = link_to(0, out, 0);
		}
	}
}

/* Entry j as it is in RTL, which takes the head that is granted out a cycle later; its request: that of the first is a cycle ahead. */
static struct link entry(const struct smu *u, unsigned port, unsigned q, unsigned j)
{
	const struct sorted_queue *at = smu_queue(u, port, q);

	return !smu_pops(u, port, q) ? at->head[j] : j ? at->head[j - 1] : u->granted[port];
}

static struct link request(const struct smu *u, unsigned port, unsigned q, unsigned j)
{
	return j ? entry(u, port, q, j) : smu_queue(u, port, q)->head[0];
}

/* Returns the output that the queue wants, as a set by turn. */
static uint64_t image_queue(const struct smu *u, const struct shape *s, unsigned port, unsigned q, struct rendering r)
{
	const bool present = u->present[q] >> port & 1;
	const unsigned short_w = clog2(s->packet_flits);

	render_field(r, port, ROW_present_q, q, 1, present);
	render_field(r, port, ROW_count_q, q, s->count_w, u->count[q][port]);
	render_field(r, port, ROW_last_q, q, s->slot_w, link_slot(smu_queue(u, port, q)->head[SORTED_LAST]));
	for (unsigned j = 0; j < HEADS; j++) {
		const unsigned k = q * HEADS + j;

		render_field(r, port, ROW_slot_q, k, s->slot_w, link_slot(entry(u, port, q, j)));
		render_field(r, port, ROW_turn_q, k, s->turn_w, turn_to(s, port, link_out(request(u, port, q, j))));
		render_field(r, port, ROW_flits_q, k, short_w, link_flits(request(u, port, q, j)) & ones(short_w));
	}
	return present && !(u->held[q] >> port & 1) ? bit(turn_to(s, port, link_out(request(u, port, q, 0)))) : 0;
}

void smu_image(const struct smu *u, const struct stamp *stamp, const struct shape *s, uint64_t open, uint64_t idle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_smu);
	unsigned i;

	EACH(i, inputs) {
		uint64_t wanted = 0;

		for (unsigned q = 0; q < s->queues; q++)
			wanted |= image_queue(u, s, i, q, r);
		if (s->by_output)
			render(r, i, ROW_wanted_q, wanted);
		stamp_image_heads(stamp, s, i, ones(s->queues), 0, r, ROW_stamp_q);
		if (stamp->used && (u->popping >> i & 1))
			render_field(r, i, ROW_stamp_q, u->pop_queue[i] * HEADS, s->stamp_w, stamp_head(stamp, i, u->pop_queue[i])[1] & stamp->range);
		if (s->saqs) {
			render(r, i, ROW_held_q, rows_with(u->held, s->queues, i));
			render(r, i, ROW_pop_turn_q, turn_to(s, i, link_out(u->granted[i])));
		}
		render(r, i, ROW_pop_flits_q, link_flits(u->granted[i]) & ones(clog2(s->packet_flits)));
		render_one_hot(r, i, ROW_pop_q, u->popping >> i & 1, u->pop_queue[i]);
		render_one_hot(r, i, ROW_refill_q, u->refilling >> i & 1, u->refill_queue[i]);
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(s, i, open) : 0);
		if (!(u->read >> i & 1))
			continue;
		render_known(m, SITE_smu, ROW_link_mem, i);
		render(r, i, ROW_link_mem, mu_link_word(s, i, u->link[i], 0, stamp_linked(stamp, i)));
	}
}
