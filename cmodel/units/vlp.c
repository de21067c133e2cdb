#include "vlp.h"

#include "render.h"

#include <string.h>

#define UNIT_ROWS "units/vlp.def"
#include "rows.h"

void vlp_place(struct vlp *u, struct arena *a)
{
	u->above = arena_take(a, HOT, SWITCH_PORTS, 1);
	u->tx = arena_take(a, COLD, VC_PORTS, sizeof *u->tx);
}

/* Bits of VCs that there are not do not matter: they are never ready. */
static uint8_t above(unsigned served)
{
	return (uint8_t)~((2u << served) - 1);
}

void vlp_reset(struct vlp *u, const struct shape *s)
{
	memset(u->above, above(s->vcs - 1), SWITCH_PORTS);
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
		const unsigned served = u->above[o] ? lowest(u->above[o]) - 1 : VC_STRIDE - 1;

		render_one_hot(r, o, ROW_prio_q, served < s->vc_prio_w, served);
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
