#include "lport.h"

#include "render.h"

#define UNIT_ROWS "units/lport.def"
#include "rows.h"

static void reset(void *unit, const struct bank *b)
{
	struct lport *const u = unit;

	for (unsigned o = 0; o < b->ports; o++) {
		u->pace[o].tokens = b->s->speed_n - 1;
		u->tokens[o] = (uint8_t)(b->s->speed_n - 1);
	}
}

bool lport_rests(const struct lport *u, const struct shape *s, unsigned ports, uint64_t cycle)
{
	for (unsigned o = 0; o < ports; o++)
		if (u->pace[o].since && (cycle < u->pace[o].since + 2 || lport_tokens(u, s, o, cycle) + 1 != s->speed_n))
			return false;
	return true;
}

void lport_read(struct lport *u, unsigned port, const struct packet *p, unsigned flit)
{
	u->read[port] = (struct flit){ *p, flit };
}

/* Before lport_read() of the same cycle. */
void lport_pass(struct lport *u, const struct shape *s, uint64_t valid, uint64_t head)
{
	EACH_IN(o, u->rd_valid)
		u->tx[o] = u->read[o];
	for (unsigned o = 0; o < s->radix; o++)
		u->tokens[o] = (uint8_t)pace_after(s, u->tokens[o], valid >> o & 1);
	u->tx_valid = u->rd_valid;
	u->tx_head = u->rd_head;
	u->rd_valid = valid;
	u->rd_head = head;
}

uint64_t lport_paces(const struct lport *u, const struct shape *s)
{
	return MEMBERS_WHERE(o, ones(s->radix), pace_allows(s, u->tokens[o]));
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct lport *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);

	for (unsigned o = 0; o < s->radix; o++) {
		if (s->token_w)
			render(r, o, ROW_tokens_q, u->tokens[o]);
		if (u->tx[o].packet.flits)
			packet_flit(s, &u->tx[o].packet, u->tx[o].number, render_words(r, o, ROW_tx_data_q));
	}
	render_bits(r, ROW_rd_valid_q, v->ports, u->rd_valid);
	render_bits(r, ROW_rd_head_q, v->ports, u->rd_head);
	render_bits(r, ROW_tx_valid_q, v->ports, u->tx_valid);
	render_bits(r, ROW_tx_head_q, v->ports, u->tx_head);
	render_output(m, v->site, ROW_tx_valid_q, v->ports);
	render_output(m, v->site, ROW_tx_head_q, v->ports);
	render_output(m, v->site, ROW_tx_data_q, v->ports);
}

const struct unit_model lport_unit = {
	.arrays = ARRAYS(ARRAY(lport, HOT, one, pace), ARRAY(lport, COLD, one, tokens), ARRAY(lport, COLD, one, read), ARRAY(lport, COLD, one, tx)),
	.reset = reset, .image = image,
};
