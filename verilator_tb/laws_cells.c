/* Switches whose ports have two sides of cells: no cell is lost or made. */
#include "laws_cells.h"

struct law_credits law_credits_find(struct law_place m, enum site at)
{
	return (struct law_credits){ .taken = law_find(m, at, "taken_q"), .taking = law_find(m, at, "taking_q"), .need = law_find(m, at, "need_q") };
}

static void begin(struct laws *a, struct law_place m)
{
	struct law_cells *const c = a->cells;

	law_sides_find(c->side, m);
	c->room = law_credits_find(m, SITE_room);
	c->credits = law_credits_find(m, SITE_credits);
#define OF(unit, name) c->name = law_find(m, SITE_##unit, #name "_q");
	LAW_CELLS_REGISTERS
#undef OF
	/* A queue waits for the Xons of lower ones, and for Xoffs, of which an output sends one in two cycles at most; each needs packets that came or went. */
	c->stops_most = 2 * (uint64_t)a->shape.queues * (a->shape.cells + 2) + 16;
	a->turns.class_queues = a->shape.class_queues;
	a->turns.queues_most = a->shape.class_queues - 1;
}

unsigned law_side_inside(const struct shape *s, const struct law_side *d, unsigned i, unsigned v)
{
	const unsigned left = (unsigned)law_word(&d->rd_left, i);
	unsigned n = 0;

	for (unsigned j = 0; j < s->vc_queues; j++)
		n += law_field(&d->fill, i, v * s->vc_queues + j, s->cells_w);
	if (law_bit(&d->valid, i) && law_entering_vc(d, s, i) == v)
		n += credits_of(s, (unsigned)law_word(&d->flits, i));
	if (left && law_field(&d->rd_vc, i, 0, s->vc_w) == v)
		n += credits_of(s, law_field(&d->rd_flit, i, 0, s->place_in_cell_w) + left);
	return n;
}

/* Cells of a VC that the packet that enters has still to take. */
static unsigned to_come(const struct shape *s, const struct law_side *d, unsigned i, unsigned v)
{
	const unsigned left = (unsigned)law_word(&d->wr_left, i), place = law_field(&d->wr_flit, i, 0, s->place_in_cell_w);
	const unsigned here = place ? s->cell_flits - place : 0;

	return left <= here || law_field(&d->wr_vc, i, 0, s->vc_w) != v ? 0 : credits_of(s, left - here);
}

/* Cells of a VC that are not free. */
static unsigned taken(const struct shape *s, const struct law_side *d, unsigned i, unsigned v)
{
	const unsigned at_hand = (unsigned)(law_bits(&d->hand_valid, i, v, 1) + law_bits(&d->refill, i, v, 1));

	return 1 + law_field(&d->fresh, i, v, s->cell_w) - at_hand - law_field(&d->ring_count, i, v, s->cells_w);
}

bool law_side_holds(const struct laws *a, const struct shape *s, const struct law_side *d, const char *name, unsigned i, unsigned v)
{
	const unsigned now = taken(s, d, i, v), later = to_come(s, d, i, v), inside = law_side_inside(s, d, i, v);

	return now + later == inside || law_broken(a, "%s %u: in VC %u %u cells are taken and %u will be, for packets of %u cells", name, i, v, now, later, inside);
}

static bool links_hold(const struct laws *a, unsigned i, unsigned v)
{
	const struct law_cells *c = a->cells;
	const uint32_t held = a->links.in->at[i].spent[v], sent = a->links.out->at[i].spent[v];
	const unsigned in = law_side_inside(&a->shape, &c->side[LAW_IN], i, v), spent = law_promised(&c->credits, &a->shape, i, v);

	return (in == held || law_broken(a, "input %u: VC %u has packets of %u cells, but %" PRIu32 " came and did not become free", i, v, in, held)) &&
	       (spent == sent || law_broken(a, "output %u: %u cells of VC %u downstream are taken, but packets of %" PRIu32 " were granted and not credited", i, spent, v, sent));
}

/* Cells of a VC that packets on their way to an output will take: granted in the cycle before, or in the crossbar with their header. */
static unsigned crossing(const struct laws *a, unsigned o, unsigned v)
{
	const struct shape *s = &a->shape;
	const struct law_cells *c = a->cells;
	const struct law_side *d = &c->side[LAW_IN];
	unsigned n = 0;

	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned q = law_popped(a, d, i);

		if (q < s->queues && law_queue_vc(s, q) == v && (law_word(&c->to, i) >> (o + s->radix - i) % s->radix & 1))
			n += credits_of(s, law_field(&d->head_flits, i, q, s->flits_w));
	}
	if (law_bit(&c->xb_valid, o) && law_bit(&c->xb_head, o)) {
		const unsigned i = (unsigned)law_word(&c->xb_src, o);

		if (law_field(&d->rd_vc, i, 0, s->vc_w) == v)
			n += credits_of(s, (unsigned)law_word(&d->rd_left, i) + 1);
	}
	return n;
}

static bool room_holds(const struct laws *a, unsigned o, unsigned v)
{
	const struct law_cells *c = a->cells;
	const struct law_side *d = &c->side[LAW_OUT];
	const unsigned room = law_promised(&c->room, &a->shape, o, v);
	const bool credit = law_bit(&d->credit, o) && law_field(&d->credit_vc, o, 0, a->shape.vc_w) == v;
	const unsigned is = law_side_inside(&a->shape, d, o, v) + crossing(a, o, v) + credit;

	return room == is || law_broken(a, "output %u: %u cells of VC %u are promised, but its packets take %u", o, room, v, is);
}

static bool hold(struct laws *a)
{
	const unsigned i = law_in_turn(a, a->shape.radix);
	const struct law_side *const d = a->cells->side;

	for (unsigned v = 0; v < a->shape.vcs; v++)
		if (!law_side_holds(a, &a->shape, &d[LAW_IN], "input", i, v) || !law_side_holds(a, &a->shape, &d[LAW_OUT], "output", i, v) || !links_hold(a, i, v) ||
		    !room_holds(a, i, v))
			return false;
	return (a->again || laws_turns_hold(a)) && (!a->shape.saqs || laws_cells_stops_hold(a));
}

const struct law_kind laws_of_cells = { sizeof(struct law_cells), begin, hold, NULL, laws_cells_ask, laws_cells_served };
