#include "oport.h"

#include "render.h"

enum row {
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include "units/oport.def"
#undef IN
#undef OUT
#undef REG
#undef MEM
};

void oport_place(struct oport *u, const struct shape *s, struct arena *a)
{
	const unsigned n = s->radix;

	u->history = arena_take(a, COLD, (size_t)DEPTH * n, sizeof *u->history);
	u->newest = arena_take(a, COLD, n, sizeof *u->newest);
}

void oport_reset(struct oport *u, const struct shape *s)
{
	u->credited = ones(s->radix);
	for (unsigned o = 0; o < s->radix; o++)
		u->credits[o] = (uint16_t)s->slots;
}

void oport_remember(struct oport *u, unsigned port, uint64_t cycle, const struct packet *p, unsigned from)
{
	u->newest[port] = (uint8_t)((u->newest[port] + 1u) % DEPTH);
	u->history[port * DEPTH + u->newest[port]] = (struct sending){ cycle, *p, (uint8_t)from };
}

/* What a packet that was granted so long ago and `behind` cycles more leaves to be sent. */
static inline uint64_t flits_left(const struct sending *g, uint64_t cycle, unsigned behind)
{
	const uint64_t sent = cycle - g->cycle - behind;

	return sent < g->packet.flits ? g->packet.flits - sent : 0;
}

static void image_flit(const struct shape *s, const struct sending *g, uint64_t cycle, uint32_t *words)
{
	const uint64_t j = cycle - g->cycle - 3;
	const unsigned last = g->packet.flits - 1u;

	if (g->packet.flits)
		packet_flit(s, &g->packet, j < last ? (unsigned)j : last, words);
}

/* Storage of data_mem's read register of an input: what tx_data_q shows a cycle later. MMU's only memory is its last place. */
static const uint8_t *read_data(const struct image *m, unsigned input)
{
	const unsigned per = m->place_per[UNIT_mmu];

	return (const uint8_t *)m->word + m->place[m->place_base[UNIT_mmu] + input * per + per - 1].at;
}

/* The crossbar, where the image still shows the cycle before; what is not sent stays. */
static void image_crossed(const struct shape *s, unsigned input, bool sent, const struct image *m, uint32_t *words)
{
	const void *const from = sent ? (const void *)read_data(m, input) : (const void *)words;

	if (s->flit_bits == 64) {
		uint64_t flit;

		memcpy(&flit, from, sizeof flit);
		memcpy(words, &flit, sizeof flit);
	} else {
		memmove(words, from, (s->flit_bits + 31) / 32 * sizeof *words);
	}
}

/* Each port without a look at what changed: most do, and what does not depend on chance is quick. */
void oport_image(const struct oport *u, const struct shape *s, uint64_t cycle, bool next, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_oport);
	const uint64_t first = oport_granted(u, cycle - 1), second = oport_granted(u, cycle - 2), third = oport_granted(u, cycle - 3);

	for (unsigned o = 0; o < s->radix; o++) {
		/* the newest packet granted by one, two, three cycles before: in left_q, in the crossbar, on the link */
		const struct sending *history = u->history + o * DEPTH;
		const unsigned k = u->newest[o], k2 = k - (first >> o & 1), k3 = k2 - (second >> o & 1);
		const struct sending *at = history + k, *xb = history + k2 % DEPTH, *tx = history + k3 % DEPTH;
		const uint64_t left = flits_left(at, cycle, 1);
		const bool sent = flits_left(tx, cycle, 3) != 0;
		uint32_t *const words = render_words(r, o, ROW_tx_data_q);

		render(r, o, ROW_credits_q, u->credits[o]);
		render_bit(r, o, ROW_open_q, u->credited >> o & 1 & (left <= 1));
		render(r, o, ROW_left_q, left);
		render_bit(r, o, ROW_first_q, first >> o & 1);
		render(r, o, ROW_src_q, at->from);
		render_bit(r, o, ROW_xb_valid_q, flits_left(xb, cycle, 2) != 0);
		render_bit(r, o, ROW_xb_head_q, second >> o & 1);
		render(r, o, ROW_xb_src_q, xb->from);
		render_bit(r, o, ROW_tx_valid_q, sent);
		render_bit(r, o, ROW_tx_head_q, third >> o & 1);
		if (next)
			image_crossed(s, tx->from, sent, m, words);
		else
			image_flit(s, tx, cycle, words);
		if (s->saqs)    /* only the CAM asks who sent it */
			render(r, o, ROW_tx_src_q, tx->from);
	}
	render_output(m, UNIT_oport, ROW_tx_valid_q, ones(s->radix));
	render_output(m, UNIT_oport, ROW_tx_head_q, ones(s->radix));
	render_output(m, UNIT_oport, ROW_tx_data_q, ones(s->radix));
}
