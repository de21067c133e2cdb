#include "oport.h"

#include "render.h"

enum row {
#define IN(name, width, help)         ROW_##name,
#define OUT(name, width, help)        ROW_##name,
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

	u->radix = n;
	u->credits = arena_take(a, HOT, n, sizeof *u->credits);
	if (s->saqs)
		u->leaving = arena_take(a, HOT, (size_t)DEPTH * n, sizeof *u->leaving);
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

/* The packet that the registers `age` cycles behind the grant show: the newest granted by then, NULL if there is none. */
static const struct sending *shown(const struct oport *u, uint64_t cycle, unsigned port, unsigned age)
{
	const struct sending *history = u->history + port * DEPTH;

	for (unsigned k = u->newest[port], n = 0; n < DEPTH; k = (k - 1) % DEPTH, n++)
		if (history[k].cycle + age <= cycle)
			return history[k].packet.flits ? history + k : NULL;
	return NULL;
}

bool oport_active(const struct oport *u, uint64_t cycle, unsigned port)
{
	const struct sending *g = u->history + port * DEPTH + u->newest[port];

	return g->packet.flits && cycle <= g->cycle + g->packet.flits + 2;
}

/* The memory side of the newest grant. */
static void image_grant(const struct oport *u, const struct sending *g, uint64_t cycle, unsigned port, uint32_t *w, const unsigned *at)
{
	const uint64_t read = g ? cycle - g->cycle - 1 : 0;
	const unsigned left = g && read < g->packet.flits ? g->packet.flits - (unsigned)read : 0;

	w[at[ROW_credits_q]] = u->credits[port];
	w[at[ROW_open_q]] = left <= 1 && u->credits[port];
	w[at[ROW_left_q]] = left;
	w[at[ROW_first_q]] = g && read == 0;
	w[at[ROW_src_q]] = g ? g->from : 0;
}

void oport_image(const struct oport *u, const struct shape *s, uint64_t cycle, unsigned port, struct image *m)
{
	uint32_t *w = render_unit(m, UNIT_oport, port);
	const unsigned *at = m->row_offset[UNIT_oport];
	const struct sending *g = shown(u, cycle, port, 1);

	image_grant(u, g, cycle, port, w, at);
	if (g && cycle < g->cycle + 2)
		g = shown(u, cycle, port, 2);
	if (!g)
		return;
	w[at[ROW_xb_valid_q]] = cycle - g->cycle - 2 < g->packet.flits;
	w[at[ROW_xb_head_q]] = cycle == g->cycle + 2;
	w[at[ROW_xb_src_q]] = g->from;
	if (cycle < g->cycle + 3)
		g = shown(u, cycle, port, 3);
	if (!g)
		return;
	const uint64_t j = cycle - g->cycle - 3;
	const unsigned last = g->packet.flits - 1u;

	w[at[ROW_tx_valid_q]] = j <= last;
	w[at[ROW_tx_head_q]] = j == 0;
	if (s->saqs)    /* only the CAM asks who sent it */
		w[at[ROW_tx_src_q]] = g->from;
	packet_flit(s, &g->packet, j < last ? (unsigned)j : last, w + at[ROW_tx_data_q]);
}
