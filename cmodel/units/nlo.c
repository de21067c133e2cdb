#include "nlo.h"

#include "render.h"

#define UNIT_ROWS "units/nlo.def"
#include "rows.h"

static void put_word(const struct shape *s, struct table_route word, struct packet *p)
{
	if (s->by_route) {
		p->turnpool = word.turns;
		p->turns_left = word.left;
	} else {
		p->queue = word.queue;
	}
}

void nlo_pass(struct nlo *u, const struct shape *s, const struct flit_memory *from, const struct table_route *put)
{
	u->valid = from->read.valid;
	u->head = from->read.head;
	if (u->valid) {
		u->packet = from->read.packet;
		u->flit = from->read.flit;
	}
	if (put && u->head)
		put_word(s, *put, &u->packet);
}

void nlo_image(const struct nlo *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);

	render_bit(r, 0, ROW_tx_valid_q, u->valid);
	render_bit(r, 0, ROW_tx_head_q, u->head);
	if (u->packet.flits)
		packet_flit(s, &u->packet, u->flit, render_words(r, 0, ROW_tx_data_q));
	render_output(m, at, ROW_tx_valid_q, 1);
	render_output(m, at, ROW_tx_head_q, 1);
	render_output(m, at, ROW_tx_data_q, 1);
}
