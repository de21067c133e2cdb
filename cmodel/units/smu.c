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

void smu_hot(const struct smu *u, unsigned queues, struct hot_lines *h)
{
	hot_add(h, &u->popping, offsetof(struct smu, pop) + queues * sizeof *u->pop);
	hot_add(h, u->pop_queue, sizeof u->pop_queue);
	hot_add(h, u->granted, sizeof u->granted);
	hot_add(h, u->present, queues * sizeof *u->present);
	hot_add(h, u->held, queues * sizeof *u->held);
	hot_add(h, &u->read, CACHE_LINE);
	hot_add(h, &u->count, sizeof u->count + sizeof u->out + sizeof u->queue);
	hot_add(h, &u->nowhere.next, sizeof u->nowhere.next);
	hot_add(h, u->queue, sizeof *u->queue);
	hot_add(h, u->count, sizeof *u->count);
	hot_add(h, u->out, queues * sizeof *u->out);
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

/*
 * Render the entries of a queue as they are in RTL, which takes the head that is granted out a cycle later; of the first one, the request is a cycle
 * ahead. flits_w: bits of a length in the registers.
 */
static void image_queue(const struct smu *u, const struct shape *s, unsigned port, unsigned q, unsigned flits_w, struct rendering r)
{
	const struct link *const head = smu_queue(u, port, q)->head;
	const bool pops = smu_pops(u, port, q);
	uint64_t slots = 0, turns = 0, flits = 0;

	for (unsigned j = 0; j < HEADS; j++) {
		const struct link entry = !pops ? head[j] : j ? head[j - 1] : u->granted[port], request = j ? entry : head[0];

		slots |= (uint64_t)link_slot(entry) << j * s->slot_w;
		turns |= (uint64_t)turn_to(s, port, link_out(request)) << j * s->turn_w;
		flits |= (link_flits(request) & ones(flits_w)) << j * flits_w;
	}
	render_field(r, port, ROW_count_q, q, s->count_w, u->count[q][port]);
	render_field(r, port, ROW_last_q, q, s->slot_w, link_slot(head[SORTED_LAST]));
	render_field(r, port, ROW_slot_q, q, HEADS * s->slot_w, slots);
	render_field(r, port, ROW_turn_q, q, HEADS * s->turn_w, turns);
	render_field(r, port, ROW_flits_q, q, HEADS * flits_w, flits);
}

/* Outputs that the queues want which may be served, as a set by turn. */
static uint64_t wanted(const struct smu *u, const struct shape *s, unsigned port)
{
	uint64_t turns = 0;

	for (unsigned q = 0; q < s->queues; q++)
		turns |= (u->present[q] & ~u->held[q]) >> port & 1 ? bit(turn_to(s, port, u->out[q][port])) : 0;
	return turns;
}

/* What changes together with entries. */
static void image_moved(const struct smu *u, const struct stamp *stamp, const struct shape *s, uint64_t inputs, unsigned flits_w, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_smu);
	unsigned i;

	EACH(i, inputs) {
		render(r, i, ROW_present_q, rows_with(u->present, s->queues, i));
		render(r, i, ROW_pop_flits_q, link_flits(u->granted[i]) & ones(flits_w));
		render(r, i, ROW_pop_q, (u->popping >> i & 1) << u->pop_queue[i]);
		render(r, i, ROW_refill_q, (u->refilling >> i & 1) << u->refill_queue[i]);
		if (s->saqs)
			render(r, i, ROW_pop_turn_q, turn_to(s, i, link_out(u->granted[i])));
		if (!(u->read >> i & 1))
			continue;
		render_known(m, SITE_smu, ROW_link_mem, i);
		render(r, i, ROW_link_mem, mu_link_word(s, i, u->link[i], 0, stamp_linked(stamp, i)));
	}
}

static void image_stamps(const struct smu *u, const struct stamp *stamp, const struct shape *s, unsigned port, struct rendering r)
{
	stamp_image_heads(stamp, s, port, ones(s->queues), 0, r, ROW_stamp_q);
	if (u->popping >> port & 1)
		render_field(r, port, ROW_stamp_q, u->pop_queue[port] * HEADS, s->stamp_w, stamp_head(stamp, port, u->pop_queue[port])[1] & stamp->range);
}

void smu_image(const struct smu *u, const struct stamp *stamp, const struct shape *s, uint64_t open, uint64_t idle, uint64_t inputs, const uint64_t *queues,
	       uint64_t held, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_smu);
	const unsigned flits_w = clog2(s->packet_flits);
	uint64_t moved = queues ? 0 : inputs;
	unsigned i;

	for (unsigned q = 0; q < s->queues; q++) {
		moved |= queues ? queues[q] : 0;
		EACH(i, queues ? queues[q] : inputs)
			image_queue(u, s, i, q, flits_w, r);
	}
	image_moved(u, stamp, s, moved, flits_w, m);
	EACH(i, s->by_output ? moved | held : 0)
		render(r, i, ROW_wanted_q, wanted(u, s, i));
	EACH(i, s->saqs ? held : 0)
		render(r, i, ROW_held_q, rows_with(u->held, s->queues, i));
	EACH(i, stamp->used ? inputs : 0)
		image_stamps(u, stamp, s, i, r);
	EACH(i, inputs)
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(s, i, open) : 0);
}
