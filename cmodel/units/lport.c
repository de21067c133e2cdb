#include "lport.h"

#include "render.h"

#define UNIT_ROWS "units/lport.def"
#include "rows.h"

void lport_place(struct lport *u, const struct shape *all, struct arena *a)
{
	const unsigned n = all->radix;

	u->pace = arena_take(a, HOT, n, sizeof *u->pace);
	u->tokens = arena_take(a, COLD, n, 1);
	u->read = arena_take(a, COLD, n, sizeof *u->read);
	u->tx = arena_take(a, COLD, n, sizeof *u->tx);
}

void lport_reset(struct lport *u, const struct shape *all)
{
	for (unsigned o = 0; o < all->radix; o++) {
		u->pace[o].tokens = all->speed_n - 1;
		u->tokens[o] = (uint8_t)(all->speed_n - 1);
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
	unsigned o;

	EACH(o, u->rd_valid)
		u->tx[o] = u->read[o];
	for (o = 0; o < s->radix; o++)
		u->tokens[o] = (uint8_t)pace_after(s, u->tokens[o], valid >> o & 1);
	u->tx_valid = u->rd_valid;
	u->tx_head = u->rd_head;
	u->rd_valid = valid;
	u->rd_head = head;
}

void lport_image(const struct lport *u, const struct shape *s, enum site at, struct image *m)
{
	const struct rendering r = render_unit(m, at);
	const uint64_t all = ones(s->radix);

	for (unsigned o = 0; o < s->radix; o++) {
		if (s->token_w)
			render(r, o, ROW_tokens_q, u->tokens[o]);
		if (u->tx[o].packet.flits)
			packet_flit(s, &u->tx[o].packet, u->tx[o].number, render_words(r, o, ROW_tx_data_q));
	}
	render_bits(r, ROW_rd_valid_q, all, u->rd_valid);
	render_bits(r, ROW_rd_head_q, all, u->rd_head);
	render_bits(r, ROW_tx_valid_q, all, u->tx_valid);
	render_bits(r, ROW_tx_head_q, all, u->tx_head);
	render_output(m, at, ROW_tx_valid_q, all);
	render_output(m, at, ROW_tx_head_q, all);
	render_output(m, at, ROW_tx_data_q, all);
}
