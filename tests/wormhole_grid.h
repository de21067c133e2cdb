#ifndef WORMHOLE_GRID_H
#define WORMHOLE_GRID_H

#include "given.h"
#include "rng.h"
#include "switch.h"

#include <stdlib.h>
#include <string.h>

/*
 * All routers of a small k-ary n-cube, wired by hand: links with so many registers, the loop of the token, and end nodes that send packets to random nodes
 * and take them at once. What arrives is checked: whole packets, each once, where it was sent to. Routers are in banks of `banked`.
 */
enum { GRID_RING = 8, GRID_ROUTERS = 1024 };

struct grid_end {
	struct packet sending[PARAM_MOST_vcs], taking[PARAM_MOST_vcs + 1];
	unsigned left[PARAM_MOST_vcs], next[PARAM_MOST_vcs], spent[PARAM_MOST_vcs];     /* by VC: flits of the packet that have not been sent; number of the next; credits */
	unsigned taken[PARAM_MOST_vcs + 1];     /* flits of the packet that is being taken */
	bool stopped;                           /* it begins no more packets */
};

struct grid {
	struct shape shape;
	unsigned banked, banks, delay;
	struct sluice_switch *bank[GRID_ROUTERS];
	struct switch_in *in;                   /* by bank and cycle modulo GRID_RING */
	struct switch_out out;
	struct grid_end end[GRID_ROUTERS];
	uint64_t cycle, sent, received, flits;  /* packets; flits delivered */
	unsigned load;                          /* of 1000: chance that an end node begins a packet for a free VC */
	struct rng rng;
	uint64_t latest;                        /* cycle in which something left a router */
	void (*see)(struct grid *, unsigned router);    /* what a router reads and does in a cycle; NULL: nobody looks */
};

static inline uint32_t grid_position(const struct grid *g, unsigned router)
{
	uint32_t at = 0;

	for (unsigned d = 0; d < g->shape.dims; d++, router /= g->shape.ary)
		at |= router % g->shape.ary << d * g->shape.coord_w;
	return at;
}

static inline struct grid *grid_new(struct params p, unsigned banked, unsigned delay, uint64_t seed)
{
	struct grid *g = calloc(1, sizeof *g);

	assert_non_null(g);
	g->shape = shape_of(&p);
	assert_true(g->shape.routers <= GRID_ROUTERS && delay + 2 < GRID_RING);
	g->banked = banked;
	g->banks = (g->shape.routers + banked - 1) / banked;
	g->delay = delay;
	g->rng = rng_seed(seed, 0);
	g->in = calloc((size_t)g->banks * GRID_RING, sizeof *g->in);
	assert_non_null(g->in);
	for (unsigned b = 0; b < g->banks; b++) {
		const unsigned here = b + 1 < g->banks ? banked : g->shape.routers - b * banked;

		g->bank[b] = switch_new_bank(&g->shape, here);
		assert_non_null(g->bank[b]);
		for (unsigned k = 0; k < here; k++)
			switch_position(g->bank[b], k, grid_position(g, b * banked + k));
	}
	return g;
}

static inline void grid_free(struct grid *g)
{
	for (unsigned b = 0; b < g->banks; b++)
		switch_free(g->bank[b]);
	free(g->in);
	free(g);
}

/* The router at a port; none: the number of routers. */
static inline unsigned grid_neighbour(const struct grid *g, unsigned router, unsigned port)
{
	const unsigned k = g->shape.ary;
	unsigned stride = 1;

	for (unsigned d = 0; d < port / 2; d++)
		stride *= k;
	const unsigned x = router / stride % k, to = port & 1 ? (x + k - 1) % k : (x + 1) % k;

	if (!g->shape.torus && (port & 1 ? x == 0 : x == k - 1))
		return g->shape.routers;
	return router - x * stride + to * stride;
}

/* What a router reads `after` cycles from now on. */
static inline struct switch_in *grid_in(struct grid *g, unsigned router, unsigned after)
{
	return g->in + (size_t)(router / g->banked) * GRID_RING + (g->cycle + after) % GRID_RING;
}

static inline unsigned grid_port(const struct grid *g, unsigned router, unsigned port)
{
	return router % g->banked * g->shape.radix + port;
}

static inline void grid_put(struct grid *g, unsigned router, unsigned port, unsigned after, const struct packet *p, unsigned vc, unsigned flit)
{
	struct switch_in *in = grid_in(g, router, after);
	const unsigned to = grid_port(g, router, port);

	in->head |= bit(to);
	in->packet[to] = *p;
	in->vc[to] = (uint8_t)vc;
	in->flit[to] = (uint8_t)flit;
}

static inline void grid_give(struct grid *g, unsigned router, unsigned port, unsigned after, unsigned vcs)
{
	struct switch_in *in = grid_in(g, router, after);
	const unsigned to = grid_port(g, router, port);

	assert_false(in->credit >> to & 1);
	in->credit |= bit(to);
	in->credit_queue[to] = (uint16_t)vcs;
}

/* A flit is delivered; its credit goes back in the cycle after. */
static inline void grid_take(struct grid *g, unsigned router, const struct packet *p, unsigned vc, unsigned flit)
{
	struct grid_end *e = g->end + router;

	assert_int_equal(p->destination, grid_position(g, router));
	assert_int_equal(p->to, router & 0xffff);
	assert_int_equal(flit, e->taken[vc]);
	if (flit)
		assert_int_equal(p->tag, e->taking[vc].tag);
	e->taking[vc] = *p;
	e->taken[vc] = flit + 1 == p->flits ? 0 : flit + 1;
	g->received += flit + 1 == p->flits;
	g->flits++;
	if (vc < g->shape.vcs)
		grid_give(g, router, g->shape.local, 2, 1u << vc);
}

static inline void grid_carry(struct grid *g, unsigned router)
{
	const struct shape *s = &g->shape;
	const struct switch_out *out = &g->out;

	for (unsigned port = 0; port < s->radix; port++) {
		const unsigned from = grid_port(g, router, port);
		const unsigned far = port < s->local ? grid_neighbour(g, router, port) : router;

		if (out->depart >> from & 1) {
			g->latest = g->cycle;
			assert_true(far < s->routers);
			if (port == s->local)
				grid_take(g, router, out->packet + from, out->vc[from], out->flit[from]);
			else
				grid_put(g, far, port ^ 1, 1 + g->delay, out->packet + from, out->vc[from], out->flit[from]);
		}
		if (out->credit >> from & 1) {
			if (port < s->local)
				grid_give(g, far, port ^ 1, 1 + g->delay, out->credit_queue[from]);
			else
				for (unsigned v = 0; v < s->vcs; v++)
					g->end[router].spent[v] -= out->credit_queue[from] >> v & 1;
		}
		if ((out->message >> from & 1) && far < s->routers) {
			const unsigned to = port < s->local ? far : (router + 1) % s->routers, at = grid_port(g, to, port < s->local ? port ^ 1 : port);
			struct switch_in *in = grid_in(g, to, 1 + g->delay);

			in->message |= bit(at);
			in->msg[at] = out->msg[from];
		}
	}
}

/* An end node sends a flit, of a VC chosen by chance. Its credits come a cycle later than the router's registers say. */
static inline void grid_send(struct grid *g, unsigned router)
{
	struct grid_end *e = g->end + router;
	const struct shape *s = &g->shape;
	const unsigned v = (unsigned)rng_below(&g->rng, s->vcs);

	if (!e->left[v] && !e->spent[v] && !e->stopped && s->routers > 1 && rng_below(&g->rng, 1000) < g->load) {
		const unsigned to = (router + 1 + (unsigned)rng_below(&g->rng, s->routers - 1)) % s->routers;
		struct packet p = { .tag = g->sent + 1, .source = router & 0xffffff, .flits = (unsigned)(1 + rng_below(&g->rng, s->packet_flits)) & 0xfff, .to = to & 0xffff };

		p.destination = grid_position(g, to);
		e->sending[v] = p;
		e->left[v] = p.flits;
		g->sent++;
	}
	if (!e->left[v] || e->spent[v] == s->buffer_flits)
		return;
	grid_put(g, router, s->local, 0, e->sending + v, v, e->sending[v].flits - e->left[v]);
	e->left[v]--;
	e->spent[v]++;
}

static inline void grid_step(struct grid *g)
{
	for (unsigned n = 0; n < g->shape.routers; n++)
		grid_send(g, n);
	for (unsigned b = 0; b < g->banks; b++) {
		struct switch_in *in = g->in + (size_t)b * GRID_RING + g->cycle % GRID_RING;

		switch_step(g->bank[b], g->cycle, in, &g->out);
		for (unsigned k = 0; k < g->banked && b * g->banked + k < g->shape.routers; k++) {
			if (g->see)
				g->see(g, b * g->banked + k);
			grid_carry(g, b * g->banked + k);
		}
		in->head = in->credit = in->message = 0;
	}
	g->cycle++;
}

static inline void grid_run(struct grid *g, unsigned cycles)
{
	while (cycles--)
		grid_step(g);
}

/* No more packets. Returns whether all that were sent arrive in so many cycles, and the routers are as at reset. */
static inline bool grid_drains(struct grid *g, unsigned cycles)
{
	bool drained = true;

	for (unsigned n = 0; n < g->shape.routers; n++)
		g->end[n].stopped = true;
	while (g->received < g->sent && cycles--)
		grid_step(g);
	grid_run(g, GRID_RING);
	for (unsigned b = 0; b < g->banks; b++)
		drained &= switch_drained(g->bank[b]);
	return drained && g->received == g->sent;
}

#endif
