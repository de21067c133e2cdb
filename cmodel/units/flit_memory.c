#include "flit_memory.h"

#include "render.h"

void flit_memory_place(struct flit_memory *u, unsigned slots, unsigned packet_flits, struct arena *a)
{
	u->packet_flits = packet_flits;
	u->slot = arena_take(a, COLD, slots, sizeof *u->slot);
}

void flit_memory_arrive(struct flit_memory *u, unsigned slot, const struct packet *p)
{
	u->arrived = true;
	u->arrival = *p;
	u->arrival_slot = slot;
}

void flit_memory_grant(struct flit_memory *u, unsigned slot, unsigned flits)
{
	u->granted = true;
	u->granted_slot = slot;
	u->granted_flits = flits;
}

/* The packet that came last is still coming. */
static bool coming(const struct flit_memory *u)
{
	return u->wr.flits < u->slot[u->wr.slot].flits;
}

static void pass_write(struct flit_memory *u)
{
	if (u->arrived) {
		u->wr.slot = u->arrival_slot;
		u->wr.flits = 1;
		u->slot[u->wr.slot] = u->arrival;
	} else if (coming(u)) {
		u->wr.flits++;
	}
	u->arrived = false;
}

static void pass_read(struct flit_memory *u)
{
	u->credit = false;
	if (u->popping) {
		u->rd.slot = u->pop_slot;
		u->rd.flit = 0;
	}
	if (u->rd.left) {
		u->read.packet = u->slot[u->rd.slot];
		u->read.flit = u->rd.flit++;
		u->rd.left--;
		u->credit = u->rd.flit == credit_flits(u->read.packet.flits);
	}
}

void flit_memory_pass(struct flit_memory *u)
{
	pass_read(u);
	pass_write(u);
	if (u->granted) {
		u->rd.left = u->granted_flits;
		u->pop_slot = u->granted_slot;
	}
	u->popping = u->granted;
	u->granted = false;
}

/* The next address of the write side, before it is cut to its width. */
static unsigned waddr(const struct flit_memory *u)
{
	return u->wr.slot * u->packet_flits + u->wr.flits;
}

void flit_memory_image(const struct flit_memory *u, const struct sight *v, unsigned waddr_w, struct rendering r, unsigned row, unsigned data, struct image *m)
{
	render(r, 0, row, waddr(u) & ones(waddr_w));
	render(r, 0, row + 1, (u->rd.slot * u->packet_flits + u->rd.flit) & ones(waddr_w));
	render(r, 0, row + 2, u->rd.left);
	render_bit(r, 0, row + 3, u->credit);
	if (!u->read.packet.flits)
		return;
	render_known(m, v->site, data, 0);
	packet_flit(v->s, &u->read.packet, u->read.flit, render_words(r, 0, data));
}

bool flit_memory_at(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct flit_memory *const u = unit;
	const unsigned slot = address / u->packet_flits, flit = address % u->packet_flits;

	(void)row, (void)port;
	if (flit >= u->slot[slot].flits || (slot == u->wr.slot && flit >= u->wr.flits))
		return false;
	packet_flit(v->s, u->slot + slot, flit, words);
	return true;
}

uint64_t flit_memory_writes(const void *unit, const struct sight *v, unsigned row, unsigned address[SWITCH_PORTS])
{
	const struct flit_memory *const u = unit;

	(void)v, (void)row;
	address[0] = u->arrived ? u->arrival_slot * u->packet_flits : waddr(u);
	return u->arrived || coming(u);
}

bool flit_memory_word(const void *unit, const struct sight *v, unsigned row, unsigned port, unsigned address, uint32_t *words)
{
	const struct flit_memory *const u = unit;

	(void)row, (void)port, (void)address;
	packet_flit(v->s, u->arrived ? &u->arrival : u->slot + u->wr.slot, u->arrived ? 0 : u->wr.flits, words);
	return true;
}
