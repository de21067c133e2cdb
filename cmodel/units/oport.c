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

	u->radix = n;
	u->credits = arena_take(a, HOT, (n + 3) / 4, 4 * sizeof *u->credits);
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
static inline const struct sending *shown(const struct oport *u, uint64_t cycle, unsigned port, unsigned age)
{
	const struct sending *history = u->history + port * DEPTH;

	for (unsigned k = u->newest[port], n = 0; n < DEPTH; k = (k - 1) % DEPTH, n++)
		if (history[k].cycle + age <= cycle)
			return history[k].packet.flits ? history + k : NULL;
	return NULL;
}

/* Outputs with left_q not zero in a cycle, one of the last three. */
static uint64_t active(const struct oport *u, uint64_t cycle)
{
	for (unsigned k = u->latest, n = 0; n < DEPTH; k = (k - 1) % DEPTH, n++) {
		const struct activity *a = u->activity + k;

		if (a->cycle < cycle)
			return a->busy | (a->cycle + 1 == cycle ? a->granted : 0);
	}
	return 0;
}

static uint64_t ago(uint64_t cycle, unsigned age)
{
	return cycle < age ? 0 : cycle - age;
}

/* left_q, and open_q, which follows from it. */
static void image_left(const struct oport *u, struct oport_shown *was, uint64_t cycle, struct rendering r)
{
	const uint64_t now = active(u, cycle);
	uint64_t more = 0;
	unsigned o;

	EACH(o, now | was->active) {
		const struct sending *g = u->history + o * DEPTH + u->newest[o];
		const uint64_t left = now >> o & 1 ? g->cycle + g->packet.flits + 1 - cycle : 0;

		render(r, o, ROW_left_q, left);
		more |= (uint64_t)(left > 1) << o;
	}
	was->active = now;
	render_bits(r, ROW_open_q, (u->credited & ~more) ^ was->open, u->credited & ~more);
	was->open = u->credited & ~more;
}

static void image_from(const struct oport *u, uint64_t cycle, uint64_t outputs, unsigned age, struct rendering r, enum row row)
{
	unsigned o;

	EACH(o, outputs) {
		const struct sending *g = shown(u, cycle, o, age);

		if (g)
			render(r, o, row, g->from);
	}
}

static void image_flits(const struct oport *u, const struct shape *s, uint64_t cycle, uint64_t outputs, struct rendering r)
{
	unsigned o;

	EACH(o, outputs) {
		const struct sending *g = shown(u, cycle, o, 3);

		if (!g)
			continue;
		const uint64_t j = cycle - g->cycle - 3;
		const unsigned last = g->packet.flits - 1u;

		packet_flit(s, &g->packet, j < last ? (unsigned)j : last, render_words(r, o, ROW_tx_data_q));
	}
}

/* What reaches the links. */
static void image_tx(const struct oport *u, const struct shape *s, struct oport_shown *was, uint64_t cycle, uint64_t missed, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_oport);
	const uint64_t valid = active(u, ago(cycle, 2)), head = oport_granted(u, cycle - 3);

	render_bits(r, ROW_tx_valid_q, was->tx_valid ^ valid, valid);
	render_bits(r, ROW_tx_head_q, was->tx_head ^ head, head);
	image_flits(u, s, cycle, valid | missed, r);
	render_output(m, UNIT_oport, ROW_tx_valid_q, was->tx_valid ^ valid);
	render_output(m, UNIT_oport, ROW_tx_head_q, was->tx_head ^ head);
	render_output(m, UNIT_oport, ROW_tx_data_q, valid | missed);
	if (s->saqs)    /* only the CAM asks who sent it */
		image_from(u, cycle, head | missed, 3, r, ROW_tx_src_q);
	was->tx_valid = valid;
	was->tx_head = head;
}

void oport_image(const struct oport *u, const struct shape *s, struct oport_shown *was, uint64_t cycle, uint64_t credits, struct image *m)
{
	const struct rendering r = render_unit(m, UNIT_oport);
	/* after a jump any packet may have been missed */
	const uint64_t missed = cycle == was->cycle + 1 ? 0 : ones(s->radix);
	const uint64_t first = oport_granted(u, cycle - 1), second = oport_granted(u, cycle - 2);
	const uint64_t valid = active(u, ago(cycle, 1));
	unsigned o;

	was->cycle = cycle;
	EACH(o, credits)
		render(r, o, ROW_credits_q, u->credits[o]);
	image_left(u, was, cycle, r);
	render_bits(r, ROW_first_q, was->first ^ first, first);
	render_bits(r, ROW_xb_valid_q, was->xb_valid ^ valid, valid);
	render_bits(r, ROW_xb_head_q, was->xb_head ^ second, second);
	image_from(u, cycle, first | missed, 1, r, ROW_src_q);
	image_from(u, cycle, second | missed, 2, r, ROW_xb_src_q);
	was->first = first;
	was->xb_valid = valid;
	was->xb_head = second;
	image_tx(u, s, was, cycle, missed, m);
}
