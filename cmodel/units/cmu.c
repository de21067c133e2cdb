#include "cmu.h"

#include "render.h"

#define UNIT_ROWS "units/cmu.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct cmu *const u = unit;

	u->most = b->s->cells;
	u->idle = ones(b->ports);
	for (unsigned i = 0; i < b->ports; i++) {
		u->cells.port[i].idle = u->cells.port[i].pace = true;
		u->cells.port[i].refill = (uint16_t)b->s->vcs;
		for (unsigned v = 0; v < b->s->vcs; v++)
			u->cells.free[i * b->s->vcs + v].hand_valid = true;
	}
}

static bool rests(const void *unit, const struct bank *b)
{
	(void)b;
	return !((const struct cmu *)unit)->held;
}

static unsigned place_of(const struct shape *s, unsigned port, unsigned vc, unsigned cell)
{
	return port * s->side_cells + vc * s->cells + cell;
}

/* The cell that the writer would take. */
static unsigned cell_at_hand(const struct cells *u, const struct shape *s, unsigned port, unsigned vc)
{
	const struct cells_free *f = u->free + port * s->vcs + vc;
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
	c->w = c->take ? cell_at_hand(u, s, port, c->vc) : p->wr_cell;
	c->place = c->take ? 0 : p->wr_flit;
	c->chain_write = c->take && !c->head;
}

static void look_at_reader(const struct cells *u, const struct shape *s, unsigned port, struct cells_cycle *c)
{
	const struct cells_port *p = u->port + port;
	const struct cells_packet *g = &p->granted;
	const bool first = c->popping = g->packet.flits && g->cycle == u->now;

	c->left = first ? g->packet.flits : p->rd_left;
	c->go = first || (p->rd_left && p->pace && (!p->follow || p->wr_left_prev < p->rd_left));
	assert(!first || p->pace);
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

static struct cells_cycle look(const struct cmu *cmu, const struct shape *s, unsigned port)
{
	const struct cells *const u = &cmu->cells;
	struct cells_cycle c;

	memset(&c, 0, sizeof c);
	look_at_writer(u, s, cmu, port, &c);
	look_at_reader(u, s, port, &c);
	assert((cmu->rd[port].from > u->now || c.go == transit_goes(s, cmu->rd + port, u->now)) && "packets go as was computed");
	return c;
}

/* What the free cells of a VC do in a cycle, in which they take or free. */
struct free_cycle { bool want, from_ring, from_fresh, direct, to_ring; };

static struct free_cycle free_cycle(const struct cells *u, const struct shape *s, const struct cells_cycle *c, unsigned port, unsigned vc)
{
	const struct cells_free *const f = u->free + port * s->vcs + vc;
	const bool takes = c->take && c->vc == vc, frees = c->ends && c->rd_vc == vc;
	const bool want = takes || !(f->hand_valid || u->port[port].refill == vc), none = !f->ring_count, fresh = f->fresh != s->cells - 1;
	const bool direct = want && none && !fresh && frees;

	return (struct free_cycle){ want, takes && !none, want && none && fresh, direct, frees && !direct };
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
	struct cells_free *const f = u->free + port * s->vcs + v;
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
	const unsigned refill = u->port[port].refill, takes = now->take ? now->vc : s->vcs, frees = now->ends ? now->rd_vc : s->vcs;
	bool read = false;

	if (takes < s->vcs)
		read = pass_free_of(u, s, port, takes, now, word);
	if (frees < s->vcs && frees != takes)
		pass_free_of(u, s, port, frees, now, word);
	if (refill < s->vcs && refill != takes && refill != frees)
		pass_free_of(u, s, port, refill, now, word);
	u->port[port].refill = (uint16_t)(read ? takes : s->vcs);
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

static void pass(struct cmu *cmu, const struct shape *s, unsigned port, bool pace_next)
{
	struct cells *const u = &cmu->cells;
	struct cells_port *const p = u->port + port;
	const struct cells_cycle *const c = &p->does;
	const struct transit *rd = cmu->rd + port;
	const bool granted = rd->flits && rd->from == u->now + 1;
	/* chain_mem is read as it was before this cycle's write */
	const uint32_t word = c->chain_read ? u->chain[place_of(s, port, c->rd_vc, c->at_read)] : p->chain_word;

	if (c->head) {
		parcels_put(u->parcels, cmu->wr_parcel[port], c->w);
		hru_cell(u->hru, port, c->w);
	}
	pass_free(u, s, port, c);
	pass_writer(u, s, u->parcels, cmu->wr_parcel[port], port, c);
	pass_reader(u, s, port, c);
	p->chain_word = word;
	p->pace = pace_next;
	p->idle = !p->rd_left || (p->rd_left == 1 && !c->follow && pace_next);
	p->long_begun = granted && rd->flits > 1;
	if (granted) {
		const struct parcel *parcel = u->parcels->at + cmu->rd_parcel[port];

		p->granted = (struct cells_packet){ u->now + 1, parcel->packet, parcel->cell, rd->vc };
	}
}

struct cmu_ports cmu_look(struct cmu *u, const struct shape *s)
{
	struct cmu_ports ports = { 0, 0, 0 };

	for (unsigned i = 0; i < s->radix; i++) {
		const struct cells_cycle c = u->cells.port[i].does = look(u, s, i);

		ports.read |= (uint64_t)c.go << i;
		ports.first |= (uint64_t)c.popping << i;
		ports.heads |= (uint64_t)c.head << i;
	}
	return ports;
}

void cmu_pass(struct cmu *u, const struct shape *s, uint64_t paces)
{
	for (unsigned i = 0; i < s->radix; i++)
		pass(u, s, i, paces >> i & 1);
	u->cells.now++;
}

static bool memory(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct cells *const u = &((const struct cmu *)unit)->cells;
	const unsigned cell = row == ROW_data_mem ? address / v->s->cell_flits : address, place = address % v->s->cell_flits;
	const struct content *at = u->content + port * v->s->side_cells + cell;
	const uint32_t word = (row == ROW_chain_mem ? u->chain : u->ring)[port * v->s->side_cells + cell];

	if (row == ROW_data_mem) {
		if (place < at->flits)
			packet_flit(v->s, &at->packet, at->first + place, words);
		return place < at->flits;
	}
	if (word)
		*words = word - 1;
	return word != 0;
}

static bool writes_of_port(const struct cmu *cmu, const struct shape *s, unsigned row, unsigned port, unsigned *address)
{
	const struct cells *const u = &cmu->cells;
	const struct cells_cycle c = look(cmu, s, port);

	switch (row) {
	case ROW_data_mem:
		*address = (c.vc * s->cells + c.w) * s->cell_flits + c.place;
		return c.valid;
	case ROW_chain_mem:
		*address = c.vc * s->cells + u->port[port].wr_cell;
		return c.chain_write;
	default:
		*address = c.rd_vc * s->cells + u->free[port * s->vcs + c.rd_vc].ring_wr;
		return free_cycle(u, s, &c, port, c.rd_vc).to_ring;
	}
}

static uint64_t writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct cmu *const u = unit;

	assert(u->cells.now == v->cycle);
	return MEMBERS_WHERE(i, v->ports, writes_of_port(u, v->s, row, i, address + i));
}

static bool word(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct cmu *const u = unit;
	const struct cells_cycle c = look(u, v->s, port);
	const struct cells_port *p = u->cells.port + port;

	(void)address;
	if (row == ROW_data_mem)
		packet_flit(v->s, c.head ? &u->cells.parcels->at[u->wr_parcel[port]].packet : &p->in, c.head ? 0 : (unsigned)p->written, words);
	else
		*words = row == ROW_chain_mem ? c.w : c.at;
	return true;
}

static void image_vcs(const struct cells *u, const struct shape *s, struct rendering r, unsigned port)
{
	for (unsigned v = 0; v < s->vcs; v++) {
		const struct cells_free *f = u->free + port * s->vcs + v;

		render_field(r, port, ROW_fresh_q, v, s->cell_w, f->fresh);
		render_field(r, port, ROW_hand_q, v, s->cell_w, f->hand);
		render_field(r, port, ROW_hand_valid_q, v, 1, f->hand_valid);
		render_field(r, port, ROW_refill_q, v, 1, u->port[port].refill == v);
		render_field(r, port, ROW_ring_rd_q, v, s->cell_w, f->ring_rd);
		render_field(r, port, ROW_ring_wr_q, v, s->cell_w, f->ring_wr);
		render_field(r, port, ROW_ring_count_q, v, s->cells_w, f->ring_count);
	}
}

static void image_ends(const struct cells_port *p, const struct shape *s, struct rendering r, unsigned port)
{
	render(r, port, ROW_wr_first_q, p->wr_first);
	render(r, port, ROW_wr_left_q, p->wr_left);
	render(r, port, ROW_wr_left_prev_q, p->wr_left_prev);
	render(r, port, ROW_wr_vc_q, p->wr_vc);
	render(r, port, ROW_wr_cell_q, p->wr_cell);
	render(r, port, ROW_rd_left_q, p->rd_left);
	render(r, port, ROW_rd_vc_q, p->rd_vc);
	render(r, port, ROW_rd_cell_q, p->rd_cell);
	render_bit(r, port, ROW_rd_cross_q, p->rd_cross);
	render_bit(r, port, ROW_follow_q, p->follow);
	render_bit(r, port, ROW_idle_q, p->idle);
	render_bit(r, port, ROW_long_begun_q, p->long_begun);
	render_bit(r, port, ROW_credit_q, p->credit);
	render(r, port, ROW_credit_vc_q, p->credit_vc);
	if (s->place_in_cell_w) {
		render(r, port, ROW_wr_flit_q, p->wr_flit);
		render(r, port, ROW_rd_flit_q, p->rd_flit);
	}
}

/* A word of chain_mem is read again and again until the writer has come to it; before, it may be one that was never written. */
static void image_reads(struct cells_port *p, const struct shape *s, struct rendering r, enum site at, unsigned port, struct image *m)
{
	if (p->data.flits) {
		render_known(m, at, ROW_data_mem, port);
		packet_flit(s, &p->data, p->flit, render_words(r, port, ROW_data_mem));
	}
	if (p->chain_word) {
		render_known(m, at, ROW_chain_mem, port);
		render(r, port, ROW_chain_mem, p->chain_word - 1);
	} else if (p->chain_shown) {
		render_unknown(m, at, ROW_chain_mem, port);
	}
	p->chain_shown = p->chain_word != 0;
	if (p->free_word) {
		render_known(m, at, ROW_free_mem, port);
		render(r, port, ROW_free_mem, p->free_word - 1);
	}
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct cells *const u = &((struct cmu *)unit)->cells;
	const struct rendering r = render_unit(m, v->site);

	parcels_show(u->parcels);
	for (unsigned i = 0; i < v->s->radix; i++) {
		image_vcs(u, v->s, r, i);
		image_ends(u->port + i, v->s, r, i);
		image_reads(u->port + i, v->s, r, v->site, i, m);
	}
	render_output(m, v->site, ROW_credit_q, v->ports);
	render_output(m, v->site, ROW_credit_vc_q, v->ports);
}

const struct unit_model cmu_unit = {
	.arrays = ARRAYS(
		ARRAY(cmu, HOT, one, wr), ARRAY(cmu, HOT, one, rd), ARRAY(cmu, HOT, one, wr_parcel), ARRAY(cmu, HOT, one, rd_parcel), ARRAY(cmu, HOT, vc, used),
		ARRAY(cmu, COLD, one, cells.port), ARRAY(cmu, COLD, vc, cells.free), ARRAY(cmu, COLD, cell, cells.chain), ARRAY(cmu, COLD, cell, cells.ring),
		ARRAY(cmu, COLD, cell, cells.content)),
	.reset = reset, .rests = rests, .image = image, .memory = memory, .writes = writes, .word = word,
};
