#include "mmu.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/mmu.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void mmu_place(struct mmu *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->radix = n;
	u->free_words = (s->slots + 63) / 64;
	u->free = arena_take(a, HOT, (size_t)n * u->free_words, sizeof *u->free);
	u->rx = arena_take(a, HOT, n, sizeof *u->rx);
	u->rd = arena_take(a, HOT, n, sizeof *u->rd);
	u->slot = arena_take(a, COLD, (size_t)n * s->slots, sizeof *u->slot);
	u->history = arena_take(a, COLD, (size_t)n * 2, sizeof *u->history);
	u->newest = arena_take(a, COLD, n, sizeof *u->newest);
}

void mmu_reset(struct mmu *u, const struct shape *s)
{
	u->idle = ones(s->radix);
	for (unsigned k = 0; k < s->radix * u->free_words; k++) {
		const unsigned from = k % u->free_words * 64;

		u->free[k] = ones(s->slots - from < 64 ? s->slots - from : 64);
	}
}

void mmu_remember(struct mmu *u, unsigned port, uint64_t cycle, const struct packet *p)
{
	u->newest[port] ^= 1;
	u->history[port * 2 + u->newest[port]] = (struct reading){ cycle, *p };
}

/* rdata_q: a packet granted in c has its first flit there in c + 2. */
static void image_read(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m, uint32_t *w)
{
	const struct reading *r = u->history + port * 2 + u->newest[port];

	if (cycle < r->cycle + 2)
		r = u->history + port * 2 + (u->newest[port] ^ 1);
	if (!r->packet.flits)
		return;
	const uint64_t j = cycle - r->cycle - 2;
	const unsigned last = r->packet.flits - 1u;

	render_known(m, UNIT_mmu, port, ROW_data_mem);
	packet_flit(s, &r->packet, j < last ? (unsigned)j : last, w);
}

void mmu_image_slots(const struct mmu *u, const struct shape *s, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_mmu, port);
	const unsigned *at = m->row_offset[UNIT_mmu];
	const uint64_t *free = u->free + (size_t)port * u->free_words;
	const unsigned slot = mmu_lowest(u, port);

	for (unsigned k = 0; k < u->free_words; k++)
		render_word(w + at[ROW_free_q] + 2 * k, free[k], s->slots - 64 * k);
	w[at[ROW_slot_q]] = slot < s->slots ? slot : 0;
}

void mmu_image(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_mmu, port);
	const unsigned *at = m->row_offset[UNIT_mmu];
	const struct passage *rx = u->rx + port, *rd = u->rd + port;
	const unsigned address = (unsigned)ones(s->data_aw);
	/* flits written; flits whose turn to be read has come */
	const uint64_t in = rx->flits ? cycle - rx->cycle : 0, out = rd->flits ? cycle - rd->cycle - 1 : 0;
	const unsigned wrote = in < rx->flits ? (unsigned)in : rx->flits;
	const unsigned read = out < rd->flits ? (unsigned)out : rd->flits;

	w[at[ROW_waddr_q]] = (rx->slot * s->packet_flits + wrote) & address;
	w[at[ROW_raddr_q]] = (rd->slot * s->packet_flits + read) & address;
	w[at[ROW_rd_left_q]] = rd->flits - read;
	w[at[ROW_rd_slot_q]] = rd->slot;
	w[at[ROW_credit_q]] = cycle == u->credit_cycle && u->credit >> port & 1;
	image_read(u, s, cycle, port, m, w + at[ROW_data_mem]);
}

bool mmu_memory(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned word, uint32_t *words)
{
	const unsigned slot = word / s->packet_flits, j = word % s->packet_flits;
	const struct passage *rx = u->rx + port;

	if (slot >= s->slots || mmu_is_free(u, port, slot))
		return false;
	struct packet p = mmu_at(u, port, slot)->packet;

	if (j >= p.flits || (slot == rx->slot && j >= cycle - rx->cycle))
		return false;
	packet_take_turn(s, &p);
	packet_flit(s, &p, j, words);
	return true;
}

bool mmu_written(const struct mmu *u, const struct shape *s, uint64_t cycle, unsigned port, unsigned *word)
{
	const struct passage *rx = u->rx + port;
	const uint64_t j = cycle - 1 - rx->cycle;

	if (!rx->flits || j >= rx->flits)
		return false;
	*word = rx->slot * s->packet_flits + (unsigned)j;
	return true;
}
