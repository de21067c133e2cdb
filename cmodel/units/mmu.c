#include "mmu.h"

#include "render.h"

#define UNIT_ROWS "units/mmu.def"
#include "rows.h"

void mmu_place(struct mmu *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

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

void mmu_reset(struct mmu *u, const struct shape *s)
{
	u->idle = ones(s->radix);
	for (unsigned k = 0; k < u->words; k++)
		for (unsigned i = 0; i < s->radix; i++)
			u->free[k][i] = ones(s->slots - k * 64 < 64 ? s->slots - k * 64 : 64);
}

void mmu_remember_arrival(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, unsigned flits)
{
	u->rx[port] = (struct passage){ cycle, (uint16_t)slot, (uint8_t)flits };
}

void mmu_remember(struct mmu *u, unsigned port, uint64_t cycle, unsigned slot, const struct packet *p)
{
	u->rd[port] = (struct passage){ cycle, (uint16_t)slot, (uint8_t)p->flits };
	u->newest[port] ^= 1;
	u->history[port * 2 + u->newest[port]] = (struct reading){ cycle, *p, (uint16_t)slot };
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

void mmu_image_slots(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mmu);
	unsigned i;

	EACH(i, inputs) {
		const unsigned slot = first_free(u, cycle, i);

		if (u->words == 1)
			render(r, i, ROW_free_q, mmu_free(u, i, 0));
		for (unsigned k = 0; k < u->words && u->words > 1; k++)
			words_put(render_words(r, i, ROW_free_q) + 2 * k, mmu_free(u, i, k), s->slots - 64 * k);
		render(r, i, ROW_slot_q, slot < s->slots ? slot : 0);
	}
}

void mmu_image_write(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mmu);
	const unsigned packet_flits = s->packet_flits;
	const uint64_t address = ones(s->data_aw);
	unsigned i;

	EACH(i, inputs) {
		const struct passage rx = u->rx[i];
		const unsigned wrote = passage_flits(rx, cycle);

		render(r, i, ROW_waddr_q, (rx.slot * packet_flits + wrote) & address);
	}
}

/* The packet that the registers of the read side show. They show one granted in c from c + 2 on, when its first flit has been read. */
static const struct reading *read_side(const struct mmu *u, uint64_t cycle, unsigned port)
{
	const struct reading *h = u->history + port * 2;
	const struct reading *newest = h + u->newest[port];

	return cycle < newest->cycle + 2 ? h + (u->newest[port] ^ 1) : newest;
}

static void image_reading(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mmu);
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

uint64_t mmu_image_read(const struct mmu *u, const struct shape *s, uint64_t cycle, uint64_t inputs, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_mmu);
	uint64_t more = 0;
	unsigned i;

	EACH(i, inputs) {
		const struct passage rd = u->rd[i];

		image_reading(u, s, cycle, i, m);
		render_bit(r, i, ROW_long_begun_q, rd.cycle + 1 == cycle && rd.flits > 1);
		more |= (uint64_t)(rd.cycle + rd.flits >= cycle) << i;
	}
	return more;
}

uint64_t mmu_idle_before(const struct mmu *u, const struct shape *s, uint64_t cycle)
{
	uint64_t idle = 0;

	for (unsigned i = 0; i < s->radix; i++)
		idle |= (uint64_t)(u->rd[i].cycle + 1 == cycle || u->rd[i].cycle + u->rd[i].flits <= cycle) << i;
	return idle;
}

void mmu_image_credits(uint64_t credit, uint64_t inputs, struct image *m)
{
	render_bits(render_unit(m, SITE_mmu), ROW_credit_q, inputs, credit);
	render_output(m, SITE_mmu, ROW_credit_q, inputs);
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

bool mmu_memory(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned word, uint32_t *words)
{
	const unsigned slot = word / s->packet_flits, j = word % s->packet_flits;
	const struct passage *rx = u->rx + port;

	if (slot >= s->slots || mmu_is_free(u, port, slot))
		return false;
	const struct packet *p = &slot_at(u->slots, port, slot)->packet;

	if (j >= p->flits || (slot == rx->slot && j >= cycle - rx->cycle))
		return false;
	kept_flit(s, p, j, words);
	return true;
}

void mmu_word(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, uint32_t *words)
{
	const struct passage *rx = u->rx + port;

	assert(cycle - rx->cycle < rx->flits);
	kept_flit(s, &slot_at(u->slots, port, rx->slot)->packet, (unsigned)(cycle - rx->cycle), words);
}

uint64_t mmu_written(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned address[SWITCH_PORTS])
{
	uint64_t ports = 0;

	for (unsigned port = 0; port < s->radix; port++)
		if (cycle - u->rx[port].cycle < u->rx[port].flits) {
			address[port] = mmu_writes(u, s, cycle, port);
			ports |= bit(port);
		}
	return ports;
}
