/*
 * Switches whose ports have two sides of cells: everybody's turn comes, within a class of VCs. A lower class goes before a higher one for as long as it
 * likes, so nothing is said of a class while a lower one is served.
 *
 * The candidates of a port are known from registers: heads that fit, whose queues are not held back, of a port that is idle, for an output that is open. A
 * link with a candidate grants one, of the lowest class that has any. An input asks for the output of a candidate of the lowest class that has any;
 * so an output that all of these are for is asked, and grants, to an input that asks in no higher class. Round-robin passes no candidate over more
 * than n - 1 times in a row of grants to its class: n is the queues of a class, and the inputs.
 */
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

/* Find the candidates of a port. */
static void ask(struct laws *a, unsigned side, unsigned i)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];
	struct law_asking *k = &a->cells->asking[side][i];
	const bool may = may_be_granted(a, side, i);
	unsigned b;

	k->class = s->classes;
	for (unsigned w = 0; w < a->words; w++) {
		const uint64_t heads = may ? law_set(&d->present, i, w, s->queues) & law_set(&d->fits, i, w, s->queues) : 0;

		k->asked[w] = 0;
		EACH(b, heads) {
			const unsigned q = w * 64 + b;

			if (held_back(a, d, i, q) || (side == LAW_IN && !law_bit(&a->cells->open, output_of(a, i, q))))
				continue;
			k->asked[w] |= bit(b);
			k->class = law_queue_class(s, q) < k->class ? law_queue_class(s, q) : k->class;
		}
	}
}

/* The output that an input must ask for: that of all its candidates of the lowest class. radix: they are for several, or there are none. */
static unsigned must_ask(const struct laws *a, unsigned i)
{
	const struct law_asking *k = &a->cells->asking[LAW_IN][i];
	unsigned output = a->shape.radix, b;

	for (unsigned w = 0; w < a->words; w++)
		EACH(b, k->asked[w]) {
			const unsigned q = w * 64 + b;

			if (law_queue_class(&a->shape, q) != k->class)
				continue;
			if (output < a->shape.radix && output != output_of(a, i, q))
				return a->shape.radix;
			output = output_of(a, i, q);
		}
	return output;
}

/* Queue g of a port was granted: it was a candidate of the lowest class, and the others of this class were passed over. */
static bool queue_served(struct laws *a, uint64_t cycle, unsigned side, unsigned i, unsigned g, char why[LAWS_WHY])
{
	const struct shape *s = &a->shape;
	struct law_asking *k = &a->cells->asking[side][i];
	const unsigned class = law_queue_class(s, g);

	if (!(k->asked[g / 64] >> g % 64 & 1))
		return law_broken(why, cycle, "%s %u: queue %u was granted and was no candidate", law_side_name(side), i, g);
	if (class != k->class)
		return law_broken(why, cycle, "%s %u: queue %u of class %u was granted before class %u", law_side_name(side), i, g, class, k->class);
	for (unsigned q = class * s->class_queues; q < (class + 1) * s->class_queues; q++) {
		const bool asked = q != g && k->asked[q / 64] >> q % 64 & 1;

		k->passed[q] = (uint16_t)(asked ? k->passed[q] + 1 : 0);
		if (k->passed[q] > s->class_queues - 1)
			return law_broken(why, cycle, "%s %u: queue %u was passed over %u times", law_side_name(side), i, q, k->passed[q]);
	}
	return true;
}

/* Output o took a packet of a class from input g; those that must have asked in no higher class were passed over. */
static bool input_served(struct laws *a, uint64_t cycle, unsigned o, unsigned g, unsigned class, char why[LAWS_WHY])
{
	struct law_cells *c = a->cells;

	for (unsigned i = 0; i < a->shape.radix; i++) {
		const bool asked = i != g && c->wanted[o] >> i & 1;
		uint16_t *const passed = &c->passed_input[o][class][i];

		if (asked && c->asking[LAW_IN][i].class < class)
			return law_broken(why, cycle, "output %u: input %u was granted in class %u before input %u in class %u", o, g, class, i, c->asking[LAW_IN][i].class);
		*passed = (uint16_t)(asked && c->asking[LAW_IN][i].class == class ? *passed + 1 : 0);
		if (*passed > a->shape.radix - 1)
			return law_broken(why, cycle, "output %u: input %u was passed over %u times in class %u", o, i, *passed, class);
	}
	return true;
}

/* What was decided in the cycle before. */
static bool inputs_served(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	struct law_cells *c = a->cells;
	const struct shape *s = &a->shape;
	uint64_t granted = 0;

	for (unsigned i = 0; i < s->radix; i++) {
		const unsigned q = law_popped(a, &c->side[LAW_IN], i);
		const uint64_t to = law_word(&c->to, i);

		if (q == s->queues)
			continue;
		const unsigned o = (i + lowest(to)) % s->radix;

		if (granted >> o & 1)
			return law_broken(why, cycle, "output %u took packets of two inputs", o);
		granted |= bit(o);
		if (!queue_served(a, cycle, LAW_IN, i, q, why) || !input_served(a, cycle, o, i, law_queue_class(s, q), why))
			return false;
	}
	for (unsigned o = 0; o < s->radix; o++)
		if (c->wanted[o] && !(granted >> o & 1))
			return law_broken(why, cycle, "output %u: inputs %#" PRIx64 " asked in the cycle before, and none was granted", o, c->wanted[o]);
	return true;
}

static bool links_served(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	for (unsigned o = 0; o < a->shape.radix; o++) {
		const unsigned q = law_popped(a, &a->cells->side[LAW_OUT], o);

		if (q == a->shape.queues && a->cells->asking[LAW_OUT][o].class < a->shape.classes)
			return law_broken(why, cycle, "output %u: class %u had a packet for the link in the cycle before, and none was granted", o,
					  a->cells->asking[LAW_OUT][o].class);
		if (q < a->shape.queues && !queue_served(a, cycle, LAW_OUT, o, q, why))
			return false;
	}
	return true;
}

bool laws_cells_turns_hold(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	struct law_cells *c = a->cells;

	if (cycle % LAWS_EVERY >= LAWS_WATCHED)
		return true;
	if (cycle % LAWS_EVERY == 0) {
		memset(c->passed, 0, LAW_SIDES * (size_t)a->shape.radix * a->shape.queues * sizeof *c->passed);
		memset(c->passed_input, 0, sizeof c->passed_input);
	} else if (!inputs_served(a, cycle, why) || !links_served(a, cycle, why)) {
		return false;
	}
	memset(c->wanted, 0, sizeof c->wanted);
	for (unsigned i = 0; i < a->shape.radix; i++) {
		ask(a, LAW_IN, i);
		ask(a, LAW_OUT, i);
		const unsigned o = must_ask(a, i);

		if (o < a->shape.radix)
			c->wanted[o] |= bit(i);
	}
	return true;
}
