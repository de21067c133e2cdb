#include "ru.h"

#include "oport.h"
#include "ppu.h"
#include "render.h"

#define UNIT_ROWS "units/ru.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct ru *const u = unit;

	if (b->s->lists_in_memory)
		u->destination = arena_take(a, HOT, (size_t)b->ports * b->s->queues, sizeof *u->destination);
	u->fetched = arena_take(a, PAST, 1, sizeof *u->fetched);
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
	memset(w, 0, (s->pool_w + rest_w(s) + 31) / 32 * sizeof *w);
	bits_put(w, 0, s->pool_w, h.turns);
	bits_put(w, s->pool_w, rest_w(s), h.rest);
}

/* Heads that are judged have been fetched. */
static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct ru *const u = unit;
	const struct mmu *const mmu = v->at[SITE_mmu].unit;
	const struct mu *const mu = v->at[SITE_mu].unit;
	const struct ppu *const ppu = v->at[SITE_ppu].unit;

	(void)in, (void)out;
	EACH_IN(i, v->s->nodes ? 0 : ppu->judging) {
		const struct packet *p = &mu_head(mu, mmu->slots, i, ppu->judged_queue[i])->packet;

		headers_put(u->fetched, i, p->turnpool & ones(v->s->pool_w), p->turns_left);
	}
}

/* The request register file, without ready_q. */
static void image_heads(const struct ru *u, const struct sight *v, unsigned port, struct rendering r)
{
	const struct shape *const s = v->s;
	const struct mu *const mu = v->at[SITE_mu].unit;

	EACH_IN(q, mu->changed[port]) {
		const unsigned turn = turn_to(s, port, *mu_out(mu, port, q));

		if (s->saqs)
			render_field(r, port, ROW_turn_q, q, s->turn_w, turn);
		for (unsigned t = 0; t < s->radix; t++)
			render_field(r, port, ROW_port_onehot_q, t * s->queues + q, 1, t == turn);
		render_field(r, port, ROW_flits_q, q, s->flits_w, mu->flits[q][port]);
		if (u->destination)
			render_field(r, port, ROW_destination_q, q, s->destination_w, u->destination[port * s->queues + q]);
	}
	stamp_image_heads(v->at[SITE_stamp].unit, s, port, mu->changed[port], 0, r, ROW_stamp_q);
}

/* hdr_mem's read register. */
static void image_header(const struct ru *u, const struct sight *v, unsigned port, struct rendering r, struct image *m)
{
	const struct shape *const s = v->s;
	const struct headers *const fetched = s->nodes ? &u->header : u->fetched;
	const struct header h = { fetched->turns[port] | (uint64_t)fetched->upper_turns[port] << 32, s->nodes ? u->to[port] : fetched->left[port] };

	if (u->destination) {
		render(r, port, ROW_hdr_port_q, h.turns);
		render(r, port, ROW_hdr_destination_q, h.rest);
		return;
	}
	render_known(m, v->site, ROW_hdr_mem, port);
	if (s->pool_w + rest_w(s) <= 64)
		render(r, port, ROW_hdr_mem, h.turns | (uint64_t)h.rest << s->pool_w);
	else
		put_header(s, h, render_words(r, port, ROW_hdr_mem));
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct ru *const u = unit;
	const struct oport *const oport = v->at[SITE_oport].unit;
	const struct ppu *const ppu = v->at[SITE_ppu].unit;
	const struct rendering r = render_unit(m, v->site);
	const uint64_t idle = mmu_idle_before(v->at[SITE_mmu].unit, v->s, v->cycle);

	EACH_IN(i, v->ports) {
		render(r, i, ROW_ready_q, rows_with(u->ready, v->s->queues, i));
		render(r, i, ROW_open_q, idle >> i & 1 ? by_turn(v->s, i, oport->open) : 0);
		image_heads(u, v, i, r);
		if (u->read & (v->anew ? v->ports : ppu->judging) & bit(i))
			image_header(u, v, i, r, m);
	}
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned slot, uint32_t *words)
{
	const struct mmu *const mmu = v->at[SITE_mmu].unit;
	const struct dt *const dt = v->at[SITE_dt].unit;
	const struct shape *const s = v->s;

	(void)unit, (void)row;
	if (slot >= s->slots || mmu_is_free(mmu, port, slot) || dt_holds(dt, port, slot))
		return false;
	const struct packet *p = &slot_at(mmu->slots, port, slot)->packet;
	const struct header h = s->nodes ? (struct header){ route_table_word(&dt->table, 0, p->destination)->output - 1u, p->destination }
					 : (struct header){ p->turnpool & ones(s->pool_w), p->turns_left };

	if (s->pool_w + rest_w(s) <= 64)
		words_put(words, h.turns | (uint64_t)h.rest << s->pool_w, s->pool_w + rest_w(s));
	else
		put_header(s, h, words);
	return true;
}

/* As a header comes; with routing tables, as its packet enters a queue. */
static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct mmu *const mmu = v->at[SITE_mmu].unit;
	const struct dt *const dt = v->at[SITE_dt].unit;
	uint64_t ports = 0;

	(void)unit, (void)row;
	if (v->s->nodes)
		return v->stepped ? writes_of(dt->entered, dt->entered_at, address) : 0;
	for (unsigned port = 0; port < v->s->radix; port++) {
		const struct passage *rx = mmu->rx + port;

		if (rx->flits && rx->cycle == v->cycle) {
			address[port] = rx->slot;
			ports |= bit(port);
		}
	}
	return ports;
}

const struct unit_model ru_unit = { .place = place, .after = after, .image = image, .memory = memory, .writes = writes };
