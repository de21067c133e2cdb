#include "ru.h"

#include "render.h"

#define UNIT_ROWS "units/ru.def"
#include "rows.h"

void ru_place(struct ru *u, const struct shape *s, struct arena *a)
{
	if (s->lists_in_memory)
		u->destination = arena_take(a, HOT, (size_t)s->radix * s->queues, sizeof *u->destination);
}

static unsigned rest_w(const struct shape *s)
{
	return s->nodes ? s->destination_w : s->len_w;
}

/* A word of hdr_mem: turns and turns_left or, with routing tables, output port and destination. */
struct header {
	uint64_t turns;
	uint32_t rest;
};

/* {turns, rest}, turns lowest; up to 71 bits. */
static void put_header(const struct shape *s, struct header h, uint32_t *w)
{
	struct packer p = { w, 0, 0 };

	pack(&p, h.turns, s->pool_w);
	pack(&p, h.rest, rest_w(s));
	pack_end(&p);
}

void ru_image_ready(const struct ru *u, unsigned queues, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ru);
	unsigned i;

	EACH(i, inputs)
		render(r, i, ROW_ready_q, rows_with(u->ready, queues, i));
}

void ru_image_may(const struct shape *s, uint64_t open, uint64_t idle, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ru);

	for (unsigned i = 0; i < s->radix; i++)
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(s, i, open) : 0);
}

void ru_image_heads(const struct ru *u, const struct mu *mu, const struct stamp *stamp, const struct shape *s, unsigned port, uint64_t queues,
		    struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ru);
	unsigned q;

	EACH(q, queues) {
		const unsigned turn = turn_to(s, port, *mu_out(mu, port, q));

		if (s->saqs)
			render_field(r, port, ROW_turn_q, q, s->turn_w, turn);
		for (unsigned t = 0; t < s->radix; t++)
			render_field(r, port, ROW_port_onehot_q, t * s->queues + q, 1, t == turn);
		render_field(r, port, ROW_flits_q, q, s->flits_w, mu->flits[q][port]);
		if (u->destination)
			render_field(r, port, ROW_destination_q, q, s->destination_w, u->destination[port * s->queues + q]);
	}
	stamp_image_heads(stamp, s, port, queues, 0, r, ROW_stamp_q);
}

void ru_image_read(const struct ru *u, const struct headers *fetched, const struct shape *s, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_ru);
	unsigned i;

	EACH(i, inputs & u->read) {
		const struct header h = { fetched->turns[i] | (uint64_t)fetched->upper_turns[i] << 32, s->nodes ? u->to[i] : fetched->left[i] };

		if (u->destination) {
			render(r, i, ROW_hdr_port_q, h.turns);
			render(r, i, ROW_hdr_destination_q, h.rest);
			continue;
		}
		render_known(m, SITE_ru, ROW_hdr_mem, i);
		if (s->pool_w + rest_w(s) <= 64)
			render(r, i, ROW_hdr_mem, h.turns | (uint64_t)h.rest << s->pool_w);
		else
			put_header(s, h, render_words(r, i, ROW_hdr_mem));
	}
}

bool ru_memory(const struct mmu *mmu, const struct dt *dt, const struct shape *s, unsigned port, unsigned slot, uint32_t *words)
{
	if (slot >= s->slots || mmu_is_free(mmu, port, slot) || dt_holds(dt, port, slot))
		return false;
	const struct packet *p = &slot_at(mmu->slots, port, slot)->packet;
	const struct header h = s->nodes ? (struct header){ dt_word(dt, 0, p->destination)->output, p->destination }
					 : (struct header){ p->turnpool & ones(s->pool_w), p->turns_left };

	if (s->pool_w + rest_w(s) <= 64)
		words_put(words, h.turns | (uint64_t)h.rest << s->pool_w, s->pool_w + rest_w(s));
	else
		put_header(s, h, words);
	return true;
}

uint64_t ru_written(const struct mmu *mmu, const struct shape *s, uint64_t cycle, unsigned address[SWITCH_PORTS])
{
	uint64_t ports = 0;

	for (unsigned port = 0; port < s->radix; port++) {
		const struct passage *rx = mmu->rx + port;

		if (rx->flits && rx->cycle == cycle) {
			address[port] = rx->slot;
			ports |= bit(port);
		}
	}
	return ports;
}
