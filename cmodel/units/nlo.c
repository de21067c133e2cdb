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

void nlo_pass(struct nlo *u, const struct shape *s, unsigned port, const struct flit_memory *from, const struct table_route *put)
{
	struct nlo_link *const l = u->link + port;

	l->valid = from->read.valid;
	l->head = from->read.head;
	if (l->valid) {
		l->packet = from->read.packet;
		l->flit = from->read.flit;
	}
	if (put && l->head)
		put_word(s, *put, &l->packet);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct rendering r = render_unit(m, v->site);

	for (unsigned port = 0; port < NIC_PORTS; port++) {
		const struct nlo_link *const l = ((const struct nlo *)unit)->link + port;

		render_bit(r, port, ROW_tx_valid_q, l->valid);
		render_bit(r, port, ROW_tx_head_q, l->head);
		if (l->packet.flits)
			packet_flit(v->s, &l->packet, l->flit, render_words(r, port, ROW_tx_data_q));
	}
	render_output(m, v->site, ROW_tx_valid_q, v->ports);
	render_output(m, v->site, ROW_tx_head_q, v->ports);
	render_output(m, v->site, ROW_tx_data_q, v->ports);
}

const struct unit_model nlo_unit = { .image = image };
