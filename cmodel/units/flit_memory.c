#include "flit_memory.h"

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
	u->credit = u->rd.left == 1;
	u->read.valid = u->rd.left != 0;
	u->read.head = u->popping;
	if (u->popping) {
		u->rd.slot = u->pop_slot;
		u->rd.flit = 0;
	}
	if (u->rd.left) {
		u->read.packet = u->slot[u->rd.slot];
		u->read.flit = u->rd.flit++;
		u->rd.left--;
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

bool flit_memory_word(const struct flit_memory *u, const struct shape *s, unsigned address, uint32_t *words)
{
	const unsigned slot = address / u->packet_flits, flit = address % u->packet_flits;

	if (flit >= u->slot[slot].flits || (slot == u->wr.slot && flit >= u->wr.flits))
		return false;
	packet_flit(s, u->slot + slot, flit, words);
	return true;
}

bool flit_memory_writes(const struct flit_memory *u, unsigned *address)
{
	*address = u->arrived ? u->arrival_slot * u->packet_flits : flit_memory_waddr(u);
	return u->arrived || coming(u);
}

void flit_memory_written(const struct flit_memory *u, const struct shape *s, uint32_t *words)
{
	packet_flit(s, u->arrived ? &u->arrival : u->slot + u->wr.slot, u->arrived ? 0 : u->wr.flits, words);
}
