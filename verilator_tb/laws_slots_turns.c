/* Everybody's turn comes, at switches whose inputs have queues of slots: who asks, and who was served. */
#include "laws_state.h"

/* Queue q of input i is a candidate for an output, with the request in this entry of its register file. */
static void asks(struct laws *a, unsigned i, unsigned q, unsigned entry, unsigned output)
{
	const unsigned w = a->shape.stamp_w;

	law_asks(a, LAW_IN, i, q, output);
	if (w)
		a->turns.rank[i][q] = law_bits(&a->reg.stamp, i, entry * w, w) ^ (law_bits(&a->reg.now, 0, w - 1, 1) ? 0 : bit(w - 1));
}

/* Turn of the head of a queue, where it is not in a register of its own. */
static unsigned one_hot_turn(const struct laws *a, unsigned i, unsigned q)
{
	unsigned turn = 0;

	while (turn + 1 < a->shape.radix && !law_bits(&a->reg.port_onehot, i, turn * a->shape.queues + q, 1))
		turn++;
	return turn;
}

/* Queues whose heads are held back at input i, or at output i. */
static uint64_t held_back(const struct laws *a, unsigned i)
{
	return a->holds.bytes ? law_word(&a->holds, i) << a->holds_from : 0;
}

/* Output that is `turn` away from input i; with routing tables, its number. */
static unsigned output_at(const struct shape *s, unsigned i, unsigned turn)
{
	return s->nodes ? turn : i + turn < s->radix ? i + turn : i + turn - s->radix;
}

/* Shared slots, heads judged: ready, neither held back nor moving, and the output open. */
static void candidates_shared(struct laws *a, unsigned i)
{
	const struct shape *s = &a->shape;
	uint64_t left = law_word(&a->reg.ready, i), open_turns;

	if (!left || law_bit(&a->reg.long_begun, i))
		return;
	if (s->saqs)
		left &= ~(uint64_t)law_bit(&a->reg.detect, i);
	left &= ~held_back(a, i);
	open_turns = law_word(&a->reg.open_turns, i);
	EACH_IN(q, left) {
		const unsigned turn = s->saqs ? (unsigned)law_bits(&a->reg.turn, i, q * s->turn_w, s->turn_w) : one_hot_turn(a, i, q);

		if (!(open_turns >> turn & 1))
			continue;
		asks(a, i, q, q, output_at(s, i, turn));
	}
}

/* Shared slots, requests at hand: the first packet that was not granted, if its queue is not held, and the output open. */
static void candidates_at_hand(struct laws *a, unsigned i)
{
	const struct shape *s = &a->shape;
	const uint64_t present = law_word(&a->reg.present, i), open_turns = law_word(&a->reg.open_turns, i);

	if (law_bit(&a->reg.long_begun, i))
		return;
	EACH_IN(q, present) {
		const unsigned entry = q * HEADS, turn = (unsigned)law_bits(&a->reg.turn, i, entry * s->turn_w, s->turn_w), output = output_at(s, i, turn);

		if (!(open_turns >> turn & 1) || held_back(a, a->holds_at_output ? output : i) >> q & 1)
			continue;
		asks(a, i, q, entry, output);
	}
}

/* Static queues: the first packet that stays, if the queue downstream has a credit for it, and two if its output takes one. A packet that enters a queue
 * in which none stays may be a candidate at once. */
static void candidates_static(struct laws *a, unsigned i)
{
	const struct shape *s = &a->shape;

	if (law_word(&a->reg.left, i) > 1)
		return;
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned pops = (unsigned)law_bits(&a->reg.popped, i, q, 1), entry = q * HEADS + pops, front = q * FRONTS + pops;

		if (law_bits(&a->reg.count, i, q * s->fill_w, s->fill_w) == pops) {
			a->turns.fresh |= law_bits(&a->reg.entering, i, q, 1) << i;
			continue;
		}
		const unsigned o = (unsigned)law_bits(&a->reg.port, i, entry * s->port_w, s->port_w);

		if (!law_bit(&a->reg.open, o) || !law_bits(law_word(&a->reg.taken, o) ? &a->reg.has_two_credits : &a->reg.has_credit, i, front, 1))
			continue;
		asks(a, i, q, entry, o);
	}
}

void laws_slots_ask(struct laws *a, unsigned i)
{
	(a->partitioned ? candidates_static : a->shape.at_hand ? candidates_at_hand : candidates_shared)(a, i);
}

bool laws_slots_served(struct laws *a)
{
	if (!law_none_left(a, a->granted))
		return false;
	EACH_IN(o, a->granted) {
		const unsigned i = a->from[o], q = law_lowest(&a->reg.popped, i, a->shape.queues);

		if (q == a->shape.queues)
			return law_broken(a, "output %u took a packet of input %u, which granted none", o, i);
		if (!law_served(a, LAW_IN, i, q, o))
			return false;
	}
	return true;
}
