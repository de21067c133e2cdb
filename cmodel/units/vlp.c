#include "vlp.h"

#include "metapackets.h"
#include "render.h"

#include <string.h>

#define UNIT_ROWS "units/vlp.def"
#include "rows.h"

static void place(void *unit, const struct bank *b, struct arena *a)
{
	struct vlp *const u = unit;

	(void)b;
	u->above = arena_take(a, HOT, SWITCH_PORTS, 1);
	u->tx = arena_take(a, COLD, VC_PORTS, sizeof *u->tx);
}

/* Bits of VCs that there are not do not matter: they are never ready. */
static uint8_t above(unsigned served)
{
	return (uint8_t)~((2u << served) - 1);
}

static void reset(void *unit, const struct bank *b)
{
	memset(((struct vlp *)unit)->above, above(b->s->vcs - 1), SWITCH_PORTS);
}

static void after(void *unit, const struct sight *v, const struct switch_in *in, const struct switch_out *out)
{
	struct vlp *const u = unit;

	(void)in;
	const uint64_t meta = message_metapackets(v->s, out->message), departs = out->depart & v->ports;

	u->valid = departs | meta;
	EACH_IN(o, departs)
		u->tx[o] = (struct vlp_tx){ .packet = out->packet[o], .vc = out->vc[o], .flit = out->flit[o] };
	EACH_IN(o, meta)
		u->tx[o] = (struct vlp_tx){ .meta = out->msg[o], .vc = (uint8_t)metapacket_vc(v->s), .flit = out->msg[o].flit };
}

static void image_flit(const struct shape *s, const struct vlp_tx *tx, uint32_t *words)
{
	if (tx->packet.flits)
		packet_flit(s, &tx->packet, tx->flit, words);
	else
		metapacket_flit(s, &tx->meta, words);
}

/* The last VC has no bit. */
static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct vlp *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned o = 0; o < s->radix; o++) {
		const unsigned served = u->above[o] ? lowest(u->above[o]) - 1 : VC_STRIDE - 1;

		render_one_hot(r, o, ROW_prio_q, served < s->vc_prio_w, served);
		render_bit(r, o, ROW_tx_valid_q, u->valid >> o & 1);
		render_bit(r, o, ROW_tx_head_q, (u->valid >> o & 1) && !u->tx[o].flit);
		if (!u->tx[o].packet.flits && u->tx[o].vc != metapacket_vc(s))
			continue;
		render(r, o, ROW_tx_vc_q, u->tx[o].vc);
		image_flit(s, u->tx + o, render_words(r, o, ROW_tx_data_q));
	}
	render_output(m, v->site, ROW_tx_valid_q, v->ports);
	render_output(m, v->site, ROW_tx_head_q, v->ports);
	render_output(m, v->site, ROW_tx_vc_q, v->ports);
	render_output(m, v->site, ROW_tx_data_q, v->ports);
}

const struct unit_model vlp_unit = { .place = place, .reset = reset, .after = after, .image = image };
