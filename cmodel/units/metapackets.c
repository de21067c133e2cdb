#include "metapackets.h"

#include "render.h"

#define UNIT_ROWS "units/metapackets.def"
#include "rows.h"

enum { FIRST = 1, SECOND = 2, BOTH = FIRST | SECOND };

void metapacket_flit(const struct shape *s, const struct message *m, uint32_t *words)
{
	const uint64_t x = m->parity | (uint64_t)(m->full + m->flow) << 1;

	memset(words, 0, (s->flit_bits + 31) / 32 * sizeof *words);
	memcpy(words, &x, sizeof x);
}

struct message metapacket_parse(const struct shape *s, bool second, const uint32_t *words)
{
	return message_metapacket((uint32_t)bits_get(words, 1, s->full_w), (uint32_t)bits_get(words, 1, s->flow_w), second, words[0] & 1);
}

/* Flits of both fields leave one after the other. */
struct message metapackets_leave(struct metapackets_router *r, unsigned way)
{
	const bool second = !(r->sends[way] & FIRST);

	r->sends[way] &= second ? 0 : SECOND;
	return message_metapacket(r->send[way].full, r->send[way].flow, second, r->parity);
}

static unsigned port_of(const struct metapackets_router *r, unsigned way)
{
	return 2u * r->dim + !way;
}

/* Directions that are taken. */
static unsigned takes(const struct metapackets_router *r)
{
	unsigned take = 0;

	for (unsigned way = 0; way < 2; way++)
		take |= (unsigned)(r->comes[port_of(r, way)] == BOTH && r->come_parity[port_of(r, way)] == r->parity) << way;
	return take;
}

static void send(struct metapackets_router *r, unsigned way, struct gather_counts counts)
{
	assert(!r->sends[way] && "one metapacket of a direction is in a ring");
	r->send[way] = counts;
	r->sends[way] = BOTH;
}

/* A metapacket is added, and goes on; at a master it is back. */
static void take(struct metapackets_router *r, const struct shape *s, unsigned way, bool master)
{
	const unsigned port = port_of(r, way);
	const struct gather_counts came = r->come[port];

	r->comes[port] = 0;
	r->got |= (uint8_t)(1 << way);
	if (!master) {
		r->sum = gather_sum(s, r->sum, came);
		send(r, way, gather_sum(s, came, r->part));
	} else if (way == GATHER_UP) {
		r->sum = came;
	}
}

static void end_phase(struct metapackets *u, const struct shape *s, unsigned router)
{
	struct metapackets_router *const r = u->router + router;

	r->part = r->sum;
	r->got = 0;
	u->begun &= ~bit(router);
	if (++r->dim < s->dims)
		return;
	r->dim = 0;
	r->parity ^= 1;
	u->done |= bit(router);
}

void metapackets_pass(struct metapackets *u, const struct shape *s, unsigned router, uint32_t at, unsigned full)
{
	struct metapackets_router *const r = u->router + router;
	const bool master = !(at >> r->dim * s->coord_w & ones(s->coord_w)), rests = !(u->begun >> router & 1), local = !r->dim;
	const bool launch = master && rests && (!local || u->due >> router & 1);
	const unsigned came = takes(r);

	if (!launch && !came && !(r->sends[0] | r->sends[1]) && r->got != BOTH) {
		u->stirs &= ~bit(router);
		return;
	}
	if (rests && local && (launch || came)) {
		r->part = r->sum = (struct gather_counts){ full, r->flow & (uint32_t)ones(s->node_flow_w) };
		r->flow = 0;
	}
	if (launch || came)
		u->begun |= bit(router);
	if (launch) {
		send(r, GATHER_UP, r->part);
		send(r, GATHER_DOWN, (struct gather_counts){ 0, 0 });
		u->due &= ~((uint64_t)local << router);
	}
	EACH_IN(way, (uint64_t)came)
		take(r, s, way, master);
	if (r->got == BOTH && !(r->sends[0] | r->sends[1]))
		end_phase(u, s, router);
}

void metapackets_come(struct metapackets *u, unsigned router, unsigned port, const struct message *m)
{
	struct metapackets_router *const r = u->router + router;

	assert((r->comes[port] == (m->flit ? FIRST : 0)) && "one metapacket of a direction is in a ring");
	r->comes[port] |= m->flit ? SECOND : FIRST;
	if (m->flit) {
		r->come[port].flow = m->flow;
		u->stirs |= bit(router);
		return;
	}
	r->come[port].full = m->full;
	r->come_parity[port] = m->parity;
}

static void image_counts(struct rendering r, const struct shape *s, unsigned full, unsigned flow, unsigned k, struct gather_counts c)
{
	render_field(r, 0, full, k, s->full_w, c.full);
	render_field(r, 0, flow, k, s->flow_w, c.flow);
}

static void image(void *unit, const struct sight *v, struct image *m)
{
	const struct metapackets *const u = unit;
	const struct shape *const s = v->s;
	const struct rendering r = render_unit(m, v->site);
	const struct metapackets_router *const c = u->router;

	render(r, 0, ROW_timer_q, u->timer);
	render_bit(r, 0, ROW_due_q, u->due & 1);
	render_bit(r, 0, ROW_parity_q, c->parity);
	render(r, 0, ROW_dim_q, c->dim);
	render_bit(r, 0, ROW_begun_q, u->begun & 1);
	render_bit(r, 0, ROW_done_q, u->done & 1);
	render(r, 0, ROW_flow_q, c->flow & ones(s->node_flow_w));
	image_counts(r, s, ROW_part_full_q, ROW_part_flow_q, 0, c->part);
	image_counts(r, s, ROW_sum_full_q, ROW_sum_flow_q, 0, c->sum);
	render(r, 0, ROW_got_q, c->got);
	for (unsigned port = 0; port < s->local; port++) {
		render_field(r, 0, ROW_come_q, port, 2, c->comes[port]);
		render_field(r, 0, ROW_come_parity_q, port, 1, c->come_parity[port]);
		image_counts(r, s, ROW_come_full_q, ROW_come_flow_q, port, c->come[port]);
	}
	for (unsigned way = 0; way < 2; way++) {
		render_field(r, 0, ROW_send_q, way, 2, c->sends[way]);
		image_counts(r, s, ROW_send_full_q, ROW_send_flow_q, way, c->send[way]);
	}
}

const struct unit_model metapackets_unit = { .arrays = ARRAYS(ARRAY(metapackets, HOT, switch, router)), .image = image };
