#include "smu.h"

#include "oport.h"
#include "render.h"

#define UNIT_ROWS "units/smu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct smu *const u = unit;
	const struct shape *s = b->s;

	u->count = arena_take(a, HOT, s->queues, sizeof *u->count);
	u->out = arena_take(a, HOT, s->queues, sizeof *u->out);
	u->queue = arena_take(a, HOT, s->queues, sizeof *u->queue);
	u->shown = arena_take(a, PAST, 1, sizeof *u->shown + (size_t)s->radix * s->queues * sizeof *u->shown->of);
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

static void reset(void *unit, const struct bank *b)
{
	struct smu *const u = unit;
	const struct shape *s = b->s;

	for (unsigned i = 0; i < b->ports; i++) {
		const uint8_t out = (uint8_t)(s->nodes ? i - i % s->radix : i);        /* turn 0 */

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
static void image_moved(const struct smu *u, const struct stamp *stamp, const struct shape *s, unsigned port, unsigned flits_w, struct rendering r, struct image *m)
{
	render(r, port, ROW_present_q, rows_with(u->present, s->queues, port));
	render(r, port, ROW_pop_flits_q, link_flits(u->granted[port]) & ones(flits_w));
	render(r, port, ROW_pop_q, (u->popping >> port & 1) << u->pop_queue[port]);
	render(r, port, ROW_refill_q, (u->refilling >> port & 1) << u->refill_queue[port]);
	if (s->saqs)
		render(r, port, ROW_pop_turn_q, turn_to(s, port, link_out(u->granted[port])));
	if (!(u->read >> port & 1))
		return;
	render_known(m, SITE_smu, ROW_link_mem, port);
	render(r, port, ROW_link_mem, mu_link_word(s, port, u->link[port], 0, stamp_linked(stamp, port)));
}

static void image_stamps(const struct smu *u, const struct stamp *stamp, const struct shape *s, unsigned port, struct rendering r)
{
	stamp_image_heads(stamp, s, port, ones(s->queues), 0, r, ROW_stamp_q);
	if (u->popping >> port & 1)
		render_field(r, port, ROW_stamp_q, u->pop_queue[port] * HEADS, s->stamp_w, stamp_head(stamp, port, u->pop_queue[port])[1] & stamp->range);
}

/* Is a queue other than the last image shows it? It is shown from now on. */
static bool differs(const struct smu *u, unsigned port, unsigned q, unsigned queues)
{
	struct smu_shown_queue *const shown = u->shown->of + port * queues + q;
	const struct smu_shown_queue before = *shown;

	*shown = (struct smu_shown_queue){ *smu_queue(u, port, q), u->count[q][port], smu_pops(u, port, q) };
	return before.pops || shown->pops || before.count != shown->count || memcmp(&before.queue, &shown->queue, sizeof before.queue);
}

/* Inputs where a queue's held_q is not what the last image shows. */
static uint64_t held_differs(const struct smu *u, unsigned queues)
{
	uint64_t inputs = 0;

	for (unsigned q = 0; q < queues; q++) {
		inputs |= u->held[q] ^ u->shown->held[q];
		u->shown->held[q] = u->held[q];
	}
	return inputs;
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct smu *const u = unit;
	const struct stamp *const stamp = v->at[SITE_stamp].unit;
	const struct oport *const oport = v->at[SITE_oport].unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const unsigned flits_w = clog2(s->packet_flits);
	const uint64_t idle = mmu_idle_before(v->at[SITE_mmu].unit, s, v->cycle), all = v->anew ? v->ports : 0, held = held_differs(u, s->queues) | all;
	uint64_t moved = u->popping | u->refilling | u->shown->popping | u->shown->refilling | all;

	EACH_IN(i, v->ports) {
		for (unsigned q = 0; q < s->queues; q++)
			if (differs(u, i, q, s->queues) || v->anew) {
				image_queue(u, s, i, q, flits_w, r);
				moved |= bit(i);
			}
		if (moved >> i & 1)
			image_moved(u, stamp, s, i, flits_w, r, m);
		if (s->by_output && (moved | held) >> i & 1)
			render(r, i, ROW_wanted_q, wanted(u, s, i));
		if (s->saqs && held >> i & 1)
			render(r, i, ROW_held_q, rows_with(u->held, s->queues, i));
		if (stamp->used)
			image_stamps(u, stamp, s, i, r);
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(s, i, oport->open) : 0);
	}
	u->shown->popping = u->popping;
	u->shown->refilling = u->refilling;
}

static bool rests(const void *unit, const struct bank *b)
{
	const struct smu *const u = unit;
	uint64_t any = u->popping;

	for (unsigned q = 0; q < b->s->queues; q++)
		any |= u->present[q];
	return !any;
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned slot, uint32_t *words)
{
	(void)unit, (void)row;
	return mu_link_memory(v, port, slot, words);
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct smu *const u = unit;

	(void)row;
	return v->stepped ? writes_of(u->wrote, u->wrote_at, address) : 0;
}

const struct unit_model smu_unit = { .place = place, .reset = reset, .rests = rests, .image = image, .memory = memory, .writes = writes };
