#include "cells.h"

#include "render.h"

#define UNIT_ROWS "units/cmu.def"
#include "rows.h"

enum cells_memory cells_row(unsigned row)
{
	return row == ROW_data_mem ? CELLS_DATA : row == ROW_chain_mem ? CELLS_CHAIN : CELLS_FREE;
}

static void image_vcs(const struct cells *u, const struct shape *s, struct rendering r, unsigned port)
{
	for (unsigned v = 0; v < u->vcs; v++) {
		const struct cells_free *f = u->free + port * u->vcs + v;

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

void cells_image(struct cells *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	for (unsigned i = 0; i < s->radix; i++) {
		image_vcs(u, s, r, i);
		image_ends(u->port + i, s, r, i);
		image_reads(u->port + i, s, r, at, i, m);
	}
	render_output(m, at, ROW_credit_q, ones(s->radix));
	render_output(m, at, ROW_credit_vc_q, ones(s->radix));
}
