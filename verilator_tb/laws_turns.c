/*
 * Everybody's turn comes. The candidates of a port are known from the registers of a cycle (laws_slots_turns.c, laws_cells_turns.c); the grants, from the registers of
 * the next one. Where queues have classes, a lower class goes before a higher one for as long as it likes, so nothing is said of a class while a lower one is served.
 *
 * An input whose candidates of the lowest class are all for one output requests that output, whichever it selects. So the output must grant, to an input that requests
 * in no higher class; and each such input that is not granted was passed over. So was each candidate of an input that was granted another one. (The selection of an
 * input with candidates for several outputs is not known: such an input counts for its own queues, not at an output.)
 *
 * How often a requester may be passed over. Round-robin: n - 1 times while it requests each time, n being the queues of a class, or the inputs; after a cycle without
 * a request, the search may be behind it again. Matrix: n - 1 times since it was served, requesting or not, since each winner drops behind it.
 * Where an input selects an output first and then a queue: each output n - 1 times, and for each of these turns of its own output, each queue.
 * Oldest-first: by older packets only; these are fewer than radix * slots until its stamp counts as new.
 */
#include "laws_state.h"

void law_asks(struct laws *a, unsigned side, unsigned i, unsigned q, unsigned output)
{
	struct law_asking *const k = &a->turns.at[side][i];
	const unsigned class = q / a->turns.class_queues + 1;

	k->asked[q / 64] |= bit(q % 64);
	if (!k->class || class < k->class) {
		k->class = class;
		k->output = output;
	} else if (class == k->class && k->output != output) {
		k->output = a->shape.radix;
	}
}

/* One of a set was served, and those that asked were passed over, each at most so many times: returns one that was more often, or 64. Others that were passed over before
 * wait no more, unless those last until they are served. */
static unsigned pass_over(uint64_t *waiting, uint16_t *passed, uint64_t asked, uint64_t served, bool last, unsigned most)
{
	const uint64_t over = (last ? 0 : *waiting & ~asked) | served;

	EACH_IN(k, over)
		passed[k] = 0;
	*waiting = (*waiting & ~over) | asked;
	EACH_IN(k, asked)
		if (++passed[k] > most)
			return k;
	return 64;
}

static bool ranks_last(const struct laws *a)
{
	return a->shape.arbiter == ARBITER_matrix;
}

/* Those queues of a class that are in word w of a set. */
static uint64_t of_class(const struct laws *a, unsigned class, unsigned w)
{
	const unsigned n = a->turns.class_queues, first = class * n, end = first + n, from = first > 64 * w ? first - 64 * w : 0;

	return end <= 64 * w || from >= 64 ? 0 : ones(end - 64 * w < 64 ? end - 64 * w : 64) & ~ones(from);
}

/* Queue g of a port was granted: the other candidates of its class were passed over. */
static bool queue_served(struct laws *a, unsigned side, unsigned i, unsigned g)
{
	struct law_asking *const k = &a->turns.at[side][i];

	for (unsigned w = 0; w < a->words; w++) {
		const uint64_t class = of_class(a, g / a->turns.class_queues, w), served = g / 64 == w ? bit(g % 64) : 0;
		uint64_t waiting = k->waiting[w] & class;
		const unsigned q = pass_over(&waiting, k->passed + 64 * w, k->asked[w] & class & ~served, served, ranks_last(a), a->turns.queues_most);

		k->waiting[w] = (k->waiting[w] & ~class) | waiting;
		if (q < 64)
			return law_broken(a, "%s %u: queue %u was passed over %u times", law_side_name(side), i, 64 * w + q, k->passed[64 * w + q]);
	}
	return true;
}

/* Output o served input g in a class: the others that asked for it in that class were passed over; none asked in a lower one. */
static bool input_served(struct laws *a, unsigned o, unsigned g, unsigned class)
{
	struct law_turns *const t = &a->turns;
	uint64_t asked = 0;

	EACH_IN(i, t->wanted[o] & ~bit(g)) {
		if (t->at[LAW_IN][i].class < class + 1)
			return law_broken(a, "output %u: input %u was granted in class %u before input %u in class %u", o, g, class, i, t->at[LAW_IN][i].class - 1);
		asked |= (uint64_t)(t->at[LAW_IN][i].class == class + 1) << i;
	}
	const unsigned i = pass_over(&t->waiting_inputs[o][class], t->passed_input[o][class], asked, bit(g), ranks_last(a), a->shape.radix - 1);

	return i == 64 || law_broken(a, "output %u: input %u was passed over %u times in class %u", o, i, t->passed_input[o][class][i], class);
}

/* By older packets only: none was older, of the input's candidates or of the inputs that asked. */
static uint64_t oldest(const struct laws *a, unsigned i)
{
	uint64_t least = UINT64_MAX;

	for (unsigned w = 0; w < a->words; w++)
		EACH_IN(q, a->turns.at[LAW_IN][i].asked[w])
			least = a->turns.rank[i][64 * w + q] < least ? a->turns.rank[i][64 * w + q] : least;
	return least;
}

static bool oldest_served(const struct laws *a, unsigned o, unsigned i, unsigned g)
{
	const uint64_t served = a->turns.rank[i][g];

	if (oldest(a, i) < served)
		return law_broken(a, "input %u: queue %u was served before an older packet of another", i, g);
	EACH_IN(other, a->turns.wanted[o] & ~bit(i))
		if (oldest(a, other) < served)
			return law_broken(a, "output %u: input %u was served before an older packet of input %u", o, i, other);
	return true;
}

bool law_served(struct laws *a, unsigned side, unsigned i, unsigned q, unsigned output)
{
	const struct law_asking *const k = &a->turns.at[side][i];
	const unsigned class = q / a->turns.class_queues;

	if (!((k->asked[q / 64] >> q % 64 | a->turns.fresh >> i) & 1))
		return law_broken(a, "%s %u: queue %u was granted and was no candidate", law_side_name(side), i, q);
	if (k->class && k->class < class + 1)
		return law_broken(a, "%s %u: queue %u of class %u was granted before class %u", law_side_name(side), i, q, class, k->class - 1);
	if (a->shape.stamp_w)
		return oldest_served(a, output, i, q);
	return queue_served(a, side, i, q) && (side == LAW_OUT || input_served(a, output, i, class));
}

bool law_none_left(const struct laws *a, uint64_t granted)
{
	for (unsigned o = 0; o < a->shape.radix; o++)
		if (a->turns.wanted[o] && !(granted >> o & 1))
			return law_broken(a, "output %u: inputs %#" PRIx64 " asked in the cycle before, and none was granted", o, a->turns.wanted[o]);
	return true;
}

static void ask(struct laws *a, unsigned i)
{
	struct law_turns *const t = &a->turns;
	const struct law_asking *const in = &t->at[LAW_IN][i];

	for (unsigned side = 0; side < LAW_SIDES; side++) {
		memset(t->at[side][i].asked, 0, a->words * sizeof *in->asked);
		t->at[side][i].class = 0;
	}
	a->kind->ask(a, i);
	if (in->class && in->output < a->shape.radix && !(t->fresh >> i & 1))
		t->wanted[in->output] |= bit(i);
}

bool laws_turns_hold(struct laws *a)
{
	struct law_turns *const t = &a->turns;

	if (laws_may_begin(a->cycle))
		return true;
	if (a->cycle % LAWS_EVERY == 0) {
		memset(t->at, 0, sizeof t->at);
		memset(t->waiting_inputs, 0, sizeof t->waiting_inputs);
		memset(t->passed_input, 0, sizeof t->passed_input);
	} else if (!a->kind->served(a)) {
		return false;
	}
	memset(t->wanted, 0, sizeof t->wanted);
	t->fresh = 0;
	for (unsigned i = 0; i < a->shape.radix; i++)
		ask(a, i);
	return true;
}
