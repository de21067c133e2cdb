#include "host_receive.h"

#include <assert.h>

#define UNIT_ROWS "units/host_receive.def"
#include "rows.h"

void host_receive_place(struct host_receive *u, const struct shape *s, struct arena *a)
{
	u->flits = s->host_flits;
	u->vcs = s->vcs;
	u->memory.flit = arena_take(a, HOT, (size_t)u->vcs * u->flits, sizeof *u->memory.flit);
}

static unsigned after(const struct host_receive *u, unsigned place)
{
	return place + 1 == u->flits ? 0 : place + 1;
}

static bool is_last(const struct flit *flit)
{
	return flit->number + 1 == flit->packet.flits;
}

static void write_flit(struct host_receive *u, const struct shape *s, const struct flit *flit)
{
	const bool head = flit->number == 0;

	if (head)
		u->wr_vc = packet_vc(s, &flit->packet);
	assert(u->ring[u->wr_vc].fill < u->flits && "a cell without a credit");
	u->comes = true;
	u->left = (head ? flit->packet.flits : u->left) - 1;
	flit_store_write(&u->memory, u->wr_vc * u->flits + u->ring[u->wr_vc].wr_at, flit);
	u->ring[u->wr_vc].wr_at = after(u, u->ring[u->wr_vc].wr_at);
	u->ring[u->wr_vc].fill++;
}

/* The lowest VC with flits, from this one on; vcs: there is none. */
static unsigned lowest_vc(const struct host_receive *u, unsigned vc)
{
	while (vc < u->vcs && !u->ring[vc].fill)
		vc++;
	return vc;
}

static void read_flit(struct host_receive *u, const struct shape *s, unsigned vc, bool goes_on)
{
	u->memory.read = u->memory.flit[vc * u->flits + u->ring[vc].rd_at];
	u->ring[vc].rd_at = after(u, u->ring[vc].rd_at);
	u->ring[vc].fill--;
	u->begun = true;
	u->first = !goes_on;
	u->rd_vc = vc;
	u->place = goes_on && u->place + 1 != s->cell_flits ? u->place + 1 : 0;
}

void host_receive_step(struct host_receive *u, const struct shape *s, const struct host_sink_in *in)
{
	const bool goes_on = u->begun && !is_last(&u->memory.read), taken = u->shown && in->ready;
	const unsigned vc = goes_on ? u->rd_vc : lowest_vc(u, 0);
	const bool reads = vc < u->vcs && u->ring[vc].fill && (!u->shown || in->ready);

	u->credit = taken && (!goes_on || u->place + 1 == s->cell_flits);
	if (taken)
		u->credit_vc = u->rd_vc;
	if (reads)
		read_flit(u, s, vc, goes_on);
	u->shown = reads || (u->shown && !in->ready);
	u->memory.wrote = false;
	if (in->flit)
		write_flit(u, s, in->flit);
}

bool host_receive_empty(const struct host_receive *u)
{
	return !u->shown && !u->left && !u->credit && lowest_vc(u, 0) == u->vcs;
}

/* ----- what is compared ----- */

void host_receive_word(const struct shape *s, const struct flit *flit, uint32_t *words)
{
	packet_flit(s, &flit->packet, flit->number, words);
	if (s->flit_bits % 32 == 0)
		words[s->flit_bits / 32] = 0;
	bits_put(words, s->flit_bits, 1, is_last(flit));
}

void host_receive_image(const struct host_receive *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_host_receive);

	render_one_hot(r, 0, ROW_wr_vc_q, u->comes, u->wr_vc);
	render(r, 0, ROW_wr_left_q, u->left);
	render_bit(r, 0, ROW_shown_q, u->shown);
	render_bit(r, 0, ROW_begun_q, u->begun);
	render_bit(r, 0, ROW_first_q, u->first);
	render_one_hot(r, 0, ROW_rd_vc_q, u->begun, u->rd_vc);
	render(r, 0, ROW_place_q, u->place);
	render_bit(r, 0, ROW_credit_q, u->credit);
	render(r, 0, ROW_credit_vc_q, u->credit_vc);
	for (unsigned v = 0; v < u->vcs; v++) {
		render_field(r, 0, ROW_wr_at_q, v, s->host_aw, u->ring[v].wr_at);
		render_field(r, 0, ROW_rd_at_q, v, s->host_aw, u->ring[v].rd_at);
		render_field(r, 0, ROW_fill_q, v, s->host_fill_w, u->ring[v].fill);
	}
	flit_store_image(&u->memory, s, host_receive_word, SITE_host_receive, ROW_flit_mem, m);
}
