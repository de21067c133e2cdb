#include "mmu.h"

#include "render.h"

#define UNIT_ROWS "units/mmu.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct mmu *const u = unit;
	const struct shape *s = b->s;
	const unsigned n = b->ports;
	const struct rows rows = arena_take_rows(a, s->slots, SWITCH_PORTS * sizeof *u->slots.at);

	u->words = (s->slots + 63) / 64;
	u->slots.at = (struct slot *)(void *)rows.at;
	u->slots.row_shift = rows.at ? lowest(rows.apart / sizeof *u->slots.at) : ROW_SHIFT;
	u->free = arena_take(a, HOT, u->words, sizeof *u->free);
	u->rx = arena_take(a, PAST, n, sizeof *u->rx);
	u->rd = arena_take(a, PAST, n, sizeof *u->rd);
	u->history = arena_take(a, PAST, (size_t)n * 2, sizeof *u->history);
	u->newest = arena_take(a, PAST, n, sizeof *u->newest);
}

void mmu_hot(const struct mmu *u, struct hot_lines *h)
{
	hot_add(h, u, sizeof *u);
	hot_add(h, u->free, u->words * sizeof *u->free);
}

static void reset(void *unit, const struct bank *b)
{
	struct mmu *const u = unit;

	u->idle = ones(b->ports);
	for (unsigned k = 0; k < u->words; k++)
		for (unsigned i = 0; i < b->ports; i++)
			u->free[k][i] = ones(b->s->slots - k * 64 < 64 ? b->s->slots - k * 64 : 64);
}

/* slot_q; words * 64 if no slot is free. */
static unsigned first_free(const struct mmu *u, uint64_t cycle, unsigned port)
{
	const bool fresh = cycle == u->credit_cycle && u->fresh >> port & 1;

	for (unsigned k = 0; k < u->words; k++) {
		const uint64_t free = fresh ? u->free[k][port] : mmu_free(u, port, k);

		if (free)
			return k * 64 + lowest(free);
	}
	return fresh ? u->freed[port] : u->words * 64;
}

/* The slots that headers take. */
static void before(void *unit, const struct sight *v, const struct switch_in *in)
{
	struct mmu *const u = unit;

	EACH_IN(i, in->head)
		u->rx[i] = (struct passage){ v->cycle, (uint16_t)first_free(u, v->cycle, i), (uint8_t)in->packet[i].flits };
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct mmu *const u = unit;

	(void)in;
	EACH_IN(o, out->depart) {
		const unsigned i = out->from[o];

		u->rd[i] = (struct passage){ v->cycle, u->reading[i], (uint8_t)out->packet[o].flits };
		u->newest[i] ^= 1;
		u->history[i * 2 + u->newest[i]] = (struct reading){ v->cycle, out->packet[o], u->reading[i] };
	}
}

static void image_slots(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct rendering r)
{
	const unsigned slot = first_free(u, cycle, port);

	if (u->words == 1)
		render(r, port, ROW_free_q, mmu_free(u, port, 0));
	for (unsigned k = 0; k < u->words && u->words > 1; k++)
		words_put(render_words(r, port, ROW_free_q) + 2 * k, mmu_free(u, port, k), s->slots - 64 * k);
	render(r, port, ROW_slot_q, slot < s->slots ? slot : 0);
}

/* The packet that the registers of the read side show. They show one granted in c from c + 2 on, when its first flit has been read. */
static const struct reading *read_side(const struct mmu *u, uint64_t cycle, unsigned port)
{
	const struct reading *h = u->history + port * 2;
	const struct reading *newest = h + u->newest[port];

	return cycle < newest->cycle + 2 ? h + (u->newest[port] ^ 1) : newest;
}

static void image_reading(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct rendering r, struct image *m)
{
	const struct reading *h = read_side(u, cycle, port);
	const unsigned flits = h->packet.flits;

	if (!flits)
		return;
	const uint64_t passed = cycle - h->cycle - 1;
	const unsigned read = passed < flits ? (unsigned)passed : flits;

	render(r, port, ROW_raddr_q, (h->slot * s->packet_flits + read) & ones(s->data_aw));
	render(r, port, ROW_rd_left_q, flits - read);
	render(r, port, ROW_rd_slot_q, h->slot);
	render_known(m, SITE_mmu, ROW_data_mem, port);
	packet_flit(s, &h->packet, read - 1, render_words(r, port, ROW_data_mem));
}

/* All of it but the read side, which rests after a packet: what changes in most cycles, or costs little. No branch depends on chance. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct mmu *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	EACH_IN(i, v->ports) {
		const struct passage rx = u->rx[i], rd = u->rd[i];

		assert((rx.flits || !(u->used >> i & 1)) && "the first image comes before the first packet");
		image_slots(u, s, v->cycle, i, r);
		render(r, i, ROW_waddr_q, (rx.slot * s->packet_flits + passage_flits(rx, v->cycle)) & ones(s->data_aw));
		if (!v->anew && v->cycle > rd.cycle + rd.flits + 1)
			continue;
		image_reading(u, s, v->cycle, i, r, m);
		render_bit(r, i, ROW_long_begun_q, rd.cycle + 1 == v->cycle && rd.flits > 1);
	}
	render_bits(r, ROW_credit_q, v->ports, v->cycle == u->credit_cycle ? u->credit : 0);
	render_output(m, v->site, ROW_credit_q, v->ports);
}

uint64_t mmu_idle_before(const struct mmu *u, const struct shape *s, uint64_t cycle)
{
	return MEMBERS_WHERE(i, ones(s->radix), u->rd[i].cycle + 1 == cycle || u->rd[i].cycle + u->rd[i].flits <= cycle);
}

/* A flit as data_mem holds it: the switch's own turn is removed from the header. */
static inline void kept_flit(const struct shape *s, const struct packet *p, unsigned j, uint32_t *words)
{
	struct packet kept;

	if (j) {
		packet_flit(s, p, j, words);
		return;
	}
	kept = *p;
	if (!s->nodes)
		packet_take_turn(s, &kept);
	packet_flit(s, &kept, 0, words);
}

/* As of the beginning of the cycle. False: the slot is free, or the flit not yet written. */
static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned word, uint32_t *words)
{
	const struct mmu *const u = unit;
	const struct shape *const s = v->s;
	const unsigned slot = word / s->packet_flits, j = word % s->packet_flits;
	const struct passage *rx = u->rx + port;

	(void)row;
	if (slot >= s->slots || mmu_is_free(u, port, slot))
		return false;
	const struct packet *p = &slot_at(u->slots, port, slot)->packet;

	if (j >= p->flits || (slot == rx->slot && j >= v->cycle - rx->cycle))
		return false;
	kept_flit(s, p, j, words);
	return true;
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct mmu *const u = unit;

	(void)row;
	return passages_write(u->rx, v->s, v->cycle, address);
}

static bool word(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct mmu *const u = unit;
	const struct passage *rx = u->rx + port;

	(void)row, (void)address;
	assert(v->cycle - rx->cycle < rx->flits);
	kept_flit(v->s, &slot_at(u->slots, port, rx->slot)->packet, (unsigned)(v->cycle - rx->cycle), words);
	return true;
}

const struct unit_model mmu_unit = {
	.place = place, .reset = reset, .before = before, .after = after, .image = image, .memory = memory, .writes = writes, .word = word,
};
