#include "cells.h"

void cells_place(struct cells *u, const struct shape *all, struct arena *a)
{
	const size_t n = all->radix, cells = n * all->side_cells;

	u->vcs = all->vcs;
	u->side_cells = all->side_cells;
	u->port = arena_take(a, COLD, n, sizeof *u->port);
	u->free = arena_take(a, COLD, n * all->vcs, sizeof *u->free);
	u->chain = arena_take(a, COLD, cells, sizeof *u->chain);
	u->ring = arena_take(a, COLD, cells, sizeof *u->ring);
	u->content = arena_take(a, COLD, cells, sizeof *u->content);
}

void cells_reset(struct cells *u, const struct shape *all)
{
	for (unsigned i = 0; i < all->radix; i++) {
		u->port[i].idle = true;
		u->port[i].refill = (uint16_t)all->vcs;
		for (unsigned v = 0; v < all->vcs; v++)
			u->free[i * all->vcs + v].hand_valid = true;
	}
}

static unsigned place_of(const struct shape *s, unsigned port, unsigned vc, unsigned cell)
{
	return port * s->side_cells + vc * s->cells + cell;
}

/* The cell that the writer would take. */
static unsigned cell_at_hand(const struct cells *u, unsigned port, unsigned vc)
{
	const struct cells_free *f = u->free + port * u->vcs + vc;
	const bool refill = u->port[port].refill == vc;

	assert((refill ? u->port[port].free_word != 0 : f->hand_valid) && "a cell that is needed is there");
	return refill ? u->port[port].free_word - 1 : f->hand;
}

static void look_at_writer(const struct cells *u, const struct shape *s, const struct cmu *cmu, unsigned port, struct cells_cycle *c)
{
	const struct cells_port *p = u->port + port;
	const struct transit *wr = cmu->wr + port;

	c->valid = transit_goes(s, wr, u->now);
	c->head = c->valid && wr->from == u->now;
	c->vc = c->head ? wr->vc : p->wr_vc;
	c->take = c->valid && (c->head || !p->wr_flit);
	c->w = c->take ? cell_at_hand(u, port, c->vc) : p->wr_cell;
	c->place = c->take ? 0 : p->wr_flit;
	c->chain_write = c->take && !c->head;
}

static void look_at_reader(const struct cells *u, const struct shape *s, unsigned port, bool pace, struct cells_cycle *c)
{
	const struct cells_port *p = u->port + port;
	const struct cells_packet *g = &p->granted;
	const bool first = c->popping = g->packet.flits && g->cycle == u->now;

	c->left = first ? g->packet.flits : p->rd_left;
	c->go = first || (p->rd_left && pace && (!p->follow || p->wr_left_prev < p->rd_left));
	assert(!first || pace);
	c->rd_vc = first ? g->vc : p->rd_vc;
	assert(first || !p->rd_cross || !c->go || p->chain_word);
	c->at = first ? g->cell : p->rd_cross ? (p->chain_word ? p->chain_word - 1 : 0) : p->rd_cell;
	c->rd_place = first || p->rd_cross ? 0 : p->rd_flit;
	c->last = c->go && c->left == 1;
	c->ends = c->go && (c->last || c->rd_place == s->cell_flits - 1);
	c->chain_read = (c->ends && !c->last) || (p->rd_cross && !c->go);
	c->at_read = c->go ? c->at : p->rd_cell;
	c->follow = (first ? g->cell == p->wr_first && g->vc == p->wr_vc : p->follow) && p->wr_left;
}

struct cells_cycle cells_look(const struct cells *u, const struct shape *s, const struct cmu *cmu, unsigned port, bool pace)
{
	struct cells_cycle c;

	memset(&c, 0, sizeof c);
	look_at_writer(u, s, cmu, port, &c);
	look_at_reader(u, s, port, pace, &c);
	assert((cmu->rd[port].from > u->now || c.go == transit_goes(s, cmu->rd + port, u->now)) && "packets go as was computed");
	return c;
}

/* What the free cells of a VC do in a cycle, in which they take or free. */
struct free_cycle { bool want, from_ring, from_fresh, direct, to_ring; };

static struct free_cycle look_at_free(const struct cells_free *f, const struct shape *s, bool refill, bool takes, bool frees)
{
	const bool want = takes || !(f->hand_valid || refill), none = !f->ring_count, fresh = f->fresh != s->cells - 1;
	const bool direct = want && none && !fresh && frees;

	return (struct free_cycle){ want, takes && !none, want && none && fresh, direct, frees && !direct };
}

static struct free_cycle free_cycle(const struct cells *u, const struct shape *s, const struct cells_cycle *c, unsigned port, unsigned vc)
{
	return look_at_free(u->free + port * u->vcs + vc, s, u->port[port].refill == vc, c->take && c->vc == vc, c->ends && c->rd_vc == vc);
}

/* word: of free_mem, if it delivers the VC's next cell; otherwise 0. */
static void move_hand(struct cells_free *f, struct free_cycle c, uint32_t word, unsigned freed, bool takes)
{
	if (c.from_fresh)
		f->hand = (uint16_t)(f->fresh + 1);
	else if (c.direct)
		f->hand = (uint16_t)freed;
	else if (word)
		f->hand = (uint16_t)(word - 1);
	f->hand_valid = c.from_fresh || c.direct || ((f->hand_valid || word) && !takes);
	f->fresh = (uint16_t)(f->fresh + c.from_fresh);
}

/* The free cells of a VC pass a cycle in which they take, free or refill; in others they stay. Returns whether free_mem is read for it. */
static bool pass_free_of(struct cells *u, const struct shape *s, unsigned port, unsigned v, const struct cells_cycle *now, uint32_t word)
{
	struct cells_free *const f = u->free + port * u->vcs + v;
	const struct free_cycle c = free_cycle(u, s, now, port, v);

	move_hand(f, c, u->port[port].refill == v ? word : 0, now->at, now->take && now->vc == v);
	if (c.from_ring) {
		u->port[port].free_word = u->ring[place_of(s, port, v, f->ring_rd)];
		f->ring_rd = (uint16_t)((f->ring_rd + 1) % s->cells);
	}
	if (c.to_ring) {
		u->ring[place_of(s, port, v, f->ring_wr)] = now->at + 1;
		f->ring_wr = (uint16_t)((f->ring_wr + 1) % s->cells);
	}
	f->ring_count = (uint16_t)(f->ring_count + c.to_ring - c.from_ring);
	assert(f->ring_count <= s->cells);
	return c.from_ring;
}

static void pass_free(struct cells *u, const struct shape *s, unsigned port, const struct cells_cycle *now)
{
	const uint32_t word = u->port[port].free_word;
	const unsigned refill = u->port[port].refill, takes = now->take ? now->vc : u->vcs, frees = now->ends ? now->rd_vc : u->vcs;
	bool read = false;

	if (takes < u->vcs)
		read = pass_free_of(u, s, port, takes, now, word);
	if (frees < u->vcs && frees != takes)
		pass_free_of(u, s, port, frees, now, word);
	if (refill < u->vcs && refill != takes && refill != frees)
		pass_free_of(u, s, port, refill, now, word);
	u->port[port].refill = (uint16_t)(read ? takes : u->vcs);
}

static void pass_writer(struct cells *u, const struct shape *s, const struct parcels *parcels, uint32_t parcel, unsigned port, const struct cells_cycle *c)
{
	struct cells_port *const p = u->port + port;

	p->wr_left_prev = p->wr_left;
	if (!c->valid)
		return;
	if (c->head) {
		p->in = parcels->at[parcel].packet;
		p->wr_first = (uint16_t)c->w;
		p->wr_vc = (uint16_t)c->vc;
		p->wr_left = (uint16_t)p->in.flits;
		p->written = 0;
	}
	if (c->chain_write)
		u->chain[place_of(s, port, c->vc, p->wr_cell)] = c->w + 1;
	p->wr_left--;
	p->wr_cell = (uint16_t)c->w;
	p->wr_flit = (uint16_t)((c->place + 1) % s->cell_flits);

	struct content *const at = u->content + place_of(s, port, c->vc, c->w);

	if (c->take)
		*at = (struct content){ p->in, (uint16_t)p->written, 0 };
	at->flits++;
	p->written++;
}

static void pass_reader(struct cells *u, const struct shape *s, unsigned port, const struct cells_cycle *c)
{
	struct cells_port *const p = u->port + port;

	if (c->popping || p->rd_left)
		p->follow = c->follow;
	p->credit = c->ends;
	if (!c->go)
		return;
	if (c->popping)
		p->out = p->granted.packet;
	if (c->ends)
		p->credit_vc = (uint16_t)c->rd_vc;
	p->data = p->out;
	p->flit = p->out.flits - c->left;
	p->rd_left = (uint16_t)(c->left - 1);
	p->rd_cell = (uint16_t)c->at;
	p->rd_flit = (uint16_t)((c->rd_place + 1) % s->cell_flits);
	p->rd_cross = c->ends && !c->last;
	p->rd_vc = (uint16_t)c->rd_vc;
}

void cells_pass(struct cells *u, const struct shape *s, const struct cmu *cmu, struct hru *hru, struct parcels *parcels, unsigned port,
		const struct cells_cycle *c, bool pace_next)
{
	struct cells_port *const p = u->port + port;
	const struct transit *rd = cmu->rd + port;
	const bool granted = rd->flits && rd->from == u->now + 1;
	/* chain_mem is read as it was before this cycle's write */
	const uint32_t word = c->chain_read ? u->chain[place_of(s, port, c->rd_vc, c->at_read)] : p->chain_word;

	if (c->head) {
		parcels_put(parcels, cmu->wr_parcel[port], c->w);
		hru_cell(hru, port, c->w);
	}
	pass_free(u, s, port, c);
	pass_writer(u, s, parcels, cmu->wr_parcel[port], port, c);
	pass_reader(u, s, port, c);
	p->chain_word = word;
	p->idle = !p->rd_left || (p->rd_left == 1 && !c->follow && pace_next);
	p->long_begun = granted && rd->flits > 1;
	if (granted) {
		const struct parcel *parcel = parcels->at + cmu->rd_parcel[port];

		p->granted = (struct cells_packet){ u->now + 1, parcel->packet, parcel->cell, rd->vc };
	}
}

bool cells_memory(const struct cells *u, const struct shape *s, enum cells_memory what, unsigned port, unsigned address, uint32_t *words)
{
	const unsigned cell = what == CELLS_DATA ? address / s->cell_flits : address, place = address % s->cell_flits;
	const struct content *at = u->content + port * u->side_cells + cell;
	const uint32_t word = (what == CELLS_CHAIN ? u->chain : u->ring)[port * u->side_cells + cell];

	if (what == CELLS_DATA) {
		if (place < at->flits)
			packet_flit(s, &at->packet, at->first + place, words);
		return place < at->flits;
	}
	if (word)
		*words = word - 1;
	return word != 0;
}

bool cells_writes(const struct cells *u, const struct shape *s, const struct cells_cycle *c, enum cells_memory what, unsigned port, unsigned *address)
{
	switch (what) {
	case CELLS_DATA:
		*address = (c->vc * s->cells + c->w) * s->cell_flits + c->place;
		return c->valid;
	case CELLS_CHAIN:
		*address = c->vc * s->cells + u->port[port].wr_cell;
		return c->chain_write;
	case CELLS_FREE:
		*address = c->rd_vc * s->cells + u->free[port * u->vcs + c->rd_vc].ring_wr;
		return free_cycle(u, s, c, port, c->rd_vc).to_ring;
	}
	return false;
}

void cells_word(const struct cells *u, const struct shape *s, const struct cmu *cmu, const struct parcels *parcels, const struct cells_cycle *c,
		enum cells_memory what, unsigned port, uint32_t *words)
{
	const struct cells_port *p = u->port + port;

	if (what == CELLS_DATA)
		packet_flit(s, c->head ? &parcels->at[cmu->wr_parcel[port]].packet : &p->in, c->head ? 0 : (unsigned)p->written, words);
	else
		*words = what == CELLS_CHAIN ? c->w : c->at;
}
