/* Everybody's turn comes, at switches whose ports have two sides of cells: heads that fit, whose queues are not held back, of a port that is idle, for an output that is
 * open, ask; and a link with a candidate grants one. */
#include "laws_cells.h"

/* The queue's line is stopped, or waits. */
static bool held_back(const struct laws *a, const struct law_side *d, unsigned i, unsigned q)
{
	const struct shape *s = &a->shape;
	const unsigned j = q % s->vc_queues, l = law_queue_vc(s, q) * s->saqs + j - s->dqs;

	return j >= s->dqs && (law_bits(&d->xoff, i, l, 1) || law_bits(&d->wait, i, l * s->cells_w, s->cells_w));
}

/* May a link read in the cycle after this one? */
static bool paces(const struct laws *a, unsigned o)
{
	const struct shape *s = &a->shape;

	if (!links_paced(s))
		return true;
	return pace_allows(s, pace_after(s, (unsigned)law_word(&a->cells->tokens, o), law_word(&a->cells->side[LAW_OUT].rd_left, o) != 0));
}

static bool may_be_granted(const struct laws *a, unsigned side, unsigned i)
{
	const struct law_side *d = &a->cells->side[side];

	if (!law_bit(&d->idle, i) || law_bit(&d->long_begun, i))
		return false;
	return side == LAW_IN || (law_popped(a, d, i) == a->shape.queues && paces(a, i));
}

static unsigned output_of(const struct laws *a, unsigned i, unsigned q)
{
	return (i + law_turn(a, &a->cells->side[LAW_IN], i, q)) % a->shape.radix;
}

/* Find the candidates of a side of a port; those of the link are all for it. */
static void ask(struct laws *a, unsigned side, unsigned i)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];
	const bool may = may_be_granted(a, side, i);

	for (unsigned w = 0; may && w < a->words; w++)
		EACH_IN(b, law_set(&d->present, i, w, s->queues) & law_set(&d->fits, i, w, s->queues)) {
			const unsigned q = w * 64 + b, output = side == LAW_IN ? output_of(a, i, q) : i;

			if (!held_back(a, d, i, q) && (side == LAW_OUT || law_bit(&a->cells->open, output)))
				law_asks(a, side, i, q, output);
		}
}

void laws_cells_ask(struct laws *a, unsigned i)
{
	ask(a, LAW_IN, i);
	ask(a, LAW_OUT, i);
}

static bool inputs_served(struct laws *a)
{
	const struct shape *s = &a->shape;
	uint64_t granted = 0;

	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned q = law_popped(a, &a->cells->side[LAW_IN], i);
		const uint64_t to = law_word(&a->cells->to, i);

		if (q == s->queues)
			continue;
		const unsigned o = (i + lowest(to)) % s->radix;

		if (granted >> o & 1)
			return law_broken(a, "output %u took packets of two inputs", o);
		granted |= bit(o);
		if (!law_served(a, LAW_IN, i, q, o))
			return false;
	}
	return law_none_left(a, granted);
}

bool laws_cells_served(struct laws *a)
{
	if (!inputs_served(a))
		return false;
	for (unsigned o = 0; o < a->shape.radix; o++) {
		const unsigned q = law_popped(a, &a->cells->side[LAW_OUT], o), class = a->turns.at[LAW_OUT][o].class;

		if (q == a->shape.queues && class)
			return law_broken(a, "output %u: class %u had a packet for the link in the cycle before, and none was granted", o, class - 1);
		if (q < a->shape.queues && !law_served(a, LAW_OUT, o, q, o))
			return false;
	}
	return true;
}
