#include "host_sink.h"

#include <assert.h>

#define UNIT_ROWS "units/sink.def"
#include "rows.h"

void host_sink_place(struct host_sink *u, const struct shape *s, struct arena *a)
{
	u->flits = s->host_flits;
	u->memory.flit = arena_take(a, HOT, u->flits, sizeof *u->memory.flit);
}

static unsigned after(const struct host_sink *u, unsigned place)
{
	return place + 1 == u->flits ? 0 : place + 1;
}

static void write_flit(struct host_sink *u, const struct flit *flit)
{
	assert(u->fill < u->flits && "a packet without a credit");
	flit_store_write(&u->memory, u->wr_at, flit);
	u->wr_at = after(u, u->wr_at);
	u->fill++;
}

static void read_flit(struct host_sink *u)
{
	u->memory.read = u->memory.flit[u->rd_at];
	u->rd_at = after(u, u->rd_at);
	u->fill--;
}

void host_sink_step(struct host_sink *u, const struct host_sink_in *in)
{
	const struct host_sink_out shows = host_sink_shows(u);
	const bool taken = shows.flit && in->ready, reads = u->fill && (!u->shown || in->ready);
	const unsigned flits = u->memory.read.packet.flits;

	if (taken)
		u->left = (shows.first ? flits : u->left) - 1;
	u->credit = taken && flits - u->left == credit_flits(flits);
	if (reads)
		read_flit(u);
	u->shown = reads || (u->shown && !in->ready);
	u->memory.wrote = false;
	if (in->flit)
		write_flit(u, in->flit);
}

void host_sink_image(const struct host_sink *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_sink);

	render(r, 0, ROW_wr_at_q, u->wr_at);
	render(r, 0, ROW_rd_at_q, u->rd_at);
	render(r, 0, ROW_fill_q, u->fill);
	render_bit(r, 0, ROW_shown_q, u->shown);
	render(r, 0, ROW_left_q, u->left);
	render_bit(r, 0, ROW_credit_q, u->credit);
	flit_store_image(&u->memory, s, flit_word, SITE_sink, ROW_flit_mem, m);
}
