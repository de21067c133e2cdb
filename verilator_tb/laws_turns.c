/*
 * Everybody's turn comes. The candidates of a cycle are derived from the registers; the grants, from the registers of the next cycle.
 *
 * An input whose candidates are all for one output requests that output, whichever it selects. So the output must grant, and each such
 * input that is not granted was passed over. So was each candidate of an input that was granted another one. (The selection of an input
 * with candidates for several outputs is not known: such an input counts for its own queues, not at an output.)
 *
 * How often a requester may be passed over. Round-robin: n - 1 times while it requests each time; after a cycle without a request, the
 * search may be behind it again. Matrix: n - 1 times since it was served, requesting or not, since each winner drops behind it.
 * Where an input selects an output first and then a queue: each output n - 1 times, and for each of these turns of its own output, each queue.
 * Oldest-first: by older packets only; these are fewer than radix * slots until its stamp counts as new.
 */
#include "laws_state.h"

static bool by_age(const struct laws *a)
{
	return a->shape.arbiter == ARBITER_oldest_first;
}

static bool ranks_last(const struct laws *a)
{
	return a->shape.arbiter == ARBITER_matrix;
}

static uint64_t *rank(const struct laws *a, unsigned i, unsigned q)
{
	return a->turns.rank + (size_t)i * a->shape.queues + q;
}

/* Queue q of input i is a candidate, with the request in this entry of its register file. */
static void asks(struct laws *a, unsigned i, unsigned q, unsigned entry)
{
	const unsigned w = a->shape.stamp_w;

	a->turns.asked.word[i][q / 64] |= bit(q % 64);
	if (by_age(a))
		*rank(a, i, q) = law_bits(&a->stamp, i, entry * w, w) ^ (law_bits(&a->now, 0, w - 1, 1) ? 0 : bit(w - 1));
}

/* The least rank of an input's candidates. */
static uint64_t oldest(const struct laws *a, unsigned i)
{
	uint64_t least = UINT64_MAX;
	unsigned q;

	for (unsigned k = 0; k < a->words; k++)
		EACH(q, a->turns.asked.word[i][k]) {
			const uint64_t r = *rank(a, i, k * 64 + q);

			least = r < least ? r : least;
		}
	return least;
}

/* Output o served queue g of input i: none was older, of the input's candidates or of the inputs that asked. */
static bool oldest_served(const struct laws *a, uint64_t cycle, unsigned o, unsigned i, unsigned g, char why[LAWS_WHY])
{
	const uint64_t served = *rank(a, i, g);
	unsigned other;

	if (oldest(a, i) < served)
		return law_broken(why, cycle, "input %u: queue %u was served before an older packet of another", i, g);
	EACH(other, a->turns.wanted[o] & ~bit(i))
		if (oldest(a, other) < served)
			return law_broken(why, cycle, "output %u: input %u was served before an older packet of input %u", o, i, other);
	return true;
}

/* Input i was granted queue g: its other candidates were passed over. */
static bool queue_served(struct laws *a, uint64_t cycle, unsigned i, unsigned g, char why[LAWS_WHY])
{
	struct law_turns *t = &a->turns;

	for (unsigned k = 0; k < a->words; k++) {
		uint16_t *const passed = t->passed + (size_t)i * a->shape.queues + k * 64;
		const uint64_t served = g / 64 == k ? bit(g % 64) : 0;
		const unsigned q = law_pass_over(&t->waiting.word[i][k], passed, t->asked.word[i][k] & ~served, served, ranks_last(a), t->queues_most);

		if (q < 64)
			return law_broken(why, cycle, "input %u: queue %u was passed over %u times", i, k * 64 + q, passed[q]);
	}
	return true;
}

/* Output o served input g: the others that asked for it were passed over. */
static bool input_served(struct laws *a, uint64_t cycle, unsigned o, unsigned g, char why[LAWS_WHY])
{
	struct law_turns *t = &a->turns;
	const unsigned i = law_pass_over(&t->waiting_inputs[o], t->passed_input[o], t->wanted[o] & ~bit(g), bit(g), ranks_last(a), t->inputs_most);

	return i == 64 || law_broken(why, cycle, "output %u: input %u was passed over %u times", o, i, t->passed_input[o][i]);
}

/* What was decided in the cycle before. */
static bool served(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	struct law_turns *t = &a->turns;
	unsigned o;

	if (t->outputs & ~a->granted)
		return law_broken(why, cycle, "output %u: inputs %#" PRIx64 " asked in the cycle before, and none was granted",
				  lowest(t->outputs & ~a->granted), t->wanted[lowest(t->outputs & ~a->granted)]);
	EACH(o, a->granted) {
		const unsigned i = a->from[o], q = law_lowest(&a->popped, i, a->shape.queues);

		if (q == a->shape.queues || !((t->asked.word[i][q / 64] >> q % 64 | t->fresh >> i) & 1))
			return law_broken(why, cycle, "output %u took a packet of input %u that was no candidate", o, i);
		if (by_age(a) ? !oldest_served(a, cycle, o, i, q, why) : !queue_served(a, cycle, i, q, why) || !input_served(a, cycle, o, i, why))
			return false;
	}
	return true;
}

/* The outputs that the candidates of an input are for. */
struct heading {
	bool any, several;
	unsigned output;
};

static void heads_for(struct heading *h, unsigned output)
{
	h->several |= h->any && h->output != output;
	h->any = true;
	h->output = output;
}

/* Turn of the head of a queue, where it is not in a register of its own. */
static unsigned one_hot_turn(const struct laws *a, unsigned i, unsigned q)
{
	unsigned turn = 0;

	while (turn + 1 < a->shape.radix && !law_bits(&a->port_onehot, i, turn * a->shape.queues + q, 1))
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
static void candidates_shared(struct laws *a, unsigned i, struct heading *h)
{
	const struct shape *s = &a->shape;
	uint64_t left = law_word(&a->ready, i), open_turns;
	unsigned q;

	if (!left || law_bit(&a->long_begun, i))
		return;
	if (s->saqs)
		left &= ~(uint64_t)law_bit(&a->detect, i);
	left &= ~held_back(a, i);
	open_turns = law_word(&a->open_turns, i);
	EACH(q, left) {
		const unsigned turn = s->saqs ? (unsigned)law_bits(&a->turn, i, q * s->turn_w, s->turn_w) : one_hot_turn(a, i, q);

		if (!(open_turns >> turn & 1))
			continue;
		asks(a, i, q, q);
		heads_for(h, output_at(s, i, turn));
	}
}

/* Shared slots, requests at hand: the first packet that was not granted, if its queue is not held, and the output open. */
static void candidates_at_hand(struct laws *a, unsigned i, struct heading *h)
{
	const struct shape *s = &a->shape;
	const uint64_t present = law_word(&a->present, i), open_turns = law_word(&a->open_turns, i);
	unsigned q;

	if (law_bit(&a->long_begun, i))
		return;
	EACH(q, present) {
		const unsigned entry = q * HEADS, turn = (unsigned)law_bits(&a->turn, i, entry * s->turn_w, s->turn_w), output = output_at(s, i, turn);

		if (!(open_turns >> turn & 1) || held_back(a, a->holds_at_output ? output : i) >> q & 1)
			continue;
		asks(a, i, q, entry);
		heads_for(h, output);
	}
}

/* Static queues: the first packet that stays, if the queue downstream has a credit for it, and two if its output takes one. A packet that enters a queue
 * in which none stays may be a candidate at once. */
static void candidates_static(struct laws *a, unsigned i, struct heading *h)
{
	const struct shape *s = &a->shape;

	if (law_word(&a->left, i) > 1)
		return;
	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned pops = (unsigned)law_bits(&a->popped, i, q, 1), entry = q * HEADS + pops, front = q * FRONTS + pops;

		if (law_bits(&a->count, i, q * s->fill_w, s->fill_w) == pops) {
			a->turns.fresh |= law_bits(&a->entering, i, q, 1) << i;
			continue;
		}
		const unsigned o = (unsigned)law_bits(&a->port, i, entry * s->port_w, s->port_w);

		if (!law_bit(&a->open, o) || !law_bits(law_word(&a->taken, o) ? &a->has_two_credits : &a->has_credit, i, front, 1))
			continue;
		asks(a, i, q, entry);
		heads_for(h, o);
	}
}

static void ask(struct laws *a, unsigned i)
{
	struct law_turns *t = &a->turns;
	struct heading h = { false, false, 0 };

	for (unsigned k = 0; k < a->words; k++)
		t->asked.word[i][k] = 0;
	(a->partitioned ? candidates_static : a->shape.at_hand ? candidates_at_hand : candidates_shared)(a, i, &h);
	if (!h.any)
		return;
	if (!h.several && !(t->fresh >> i & 1)) {
		t->wanted[h.output] |= bit(i);
		t->outputs |= bit(h.output);
	}
}

/* Restart all counts. */
static void forget(struct laws *a)
{
	struct law_turns *t = &a->turns;

	memset(&t->waiting, 0, sizeof t->waiting);
	memset(t->waiting_inputs, 0, sizeof t->waiting_inputs);
	memset(t->passed, 0, (size_t)a->shape.radix * a->shape.queues * sizeof *t->passed);
	memset(t->passed_input, 0, sizeof t->passed_input);
}

bool laws_turns_hold(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	struct law_turns *t = &a->turns;
	unsigned o;

	if (cycle % LAWS_EVERY >= LAWS_WATCHED)
		return true;
	if (cycle % LAWS_EVERY == 0)
		forget(a);
	else if (!served(a, cycle, why))
		return false;
	EACH(o, t->outputs)
		t->wanted[o] = 0;
	t->outputs = t->fresh = 0;
	for (unsigned i = 0; i < a->shape.radix; i++)
		ask(a, i);
	return true;
}
