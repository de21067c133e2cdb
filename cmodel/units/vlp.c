#include "vlp.h"

#include "render.h"

#define UNIT_ROWS "units/vlp.def"
#include "rows.h"

void vlp_place(struct vlp *u, const struct shape *all, struct arena *a)
{
	u->served = arena_take(a, HOT, all->radix, 1);
	u->tx = arena_take(a, COLD, VC_PORTS, sizeof *u->tx);
}

void vlp_reset(struct vlp *u, const struct shape *s, unsigned ports)
{
	for (unsigned o = 0; o < ports; o++)
		u->served[o] = (uint8_t)(s->vcs - 1);
}

void vlp_remember(struct vlp *u, const struct shape *s, uint64_t outputs, const struct packet *packet, const uint8_t *vc, const uint8_t *flit)
{
	unsigned o;

	u->valid = outputs & ones(s->radix);
	EACH(o, u->valid)
		u->tx[o] = (struct vlp_tx){ packet[o], vc[o], flit[o] };
}

/* The last VC has no bit. */
void vlp_image(const struct vlp *u, const struct shape *s, struct image *m)
{
	const struct rendering r = render_unit(m, SITE_vlp);
	const uint64_t all = ones(s->radix);

	for (unsigned o = 0; o < s->radix; o++) {
		render_one_hot(r, o, ROW_prio_q, u->served[o] < s->vc_prio_w, u->served[o]);
		render_bit(r, o, ROW_tx_valid_q, u->valid >> o & 1);
		render_bit(r, o, ROW_tx_head_q, (u->valid >> o & 1) && !u->tx[o].flit);
		if (!u->tx[o].packet.flits)
			continue;
		render(r, o, ROW_tx_vc_q, u->tx[o].vc);
		packet_flit(s, &u->tx[o].packet, u->tx[o].flit, render_words(r, o, ROW_tx_data_q));
	}
	render_output(m, SITE_vlp, ROW_tx_valid_q, all);
	render_output(m, SITE_vlp, ROW_tx_head_q, all);
	render_output(m, SITE_vlp, ROW_tx_vc_q, all);
	render_output(m, SITE_vlp, ROW_tx_data_q, all);
}
