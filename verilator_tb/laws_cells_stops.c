/* Switches whose ports have two sides of cells: every stop ends, and every wait. */
#include "laws_cells.h"

/* Queues of a VC that a side has stopped for a level: detection queues, and set-aside queues by their lines. */
static uint64_t stopped(const struct laws *a, const struct law_side *d, unsigned i, unsigned level)
{
	const struct shape *s = &a->shape;
	const unsigned v = level_vc(s, level);
	uint64_t queues = law_bits(&d->told, i, level * s->radix, s->radix);

	for (unsigned l = 0; l < s->saqs; l++) {
		const unsigned line = v * s->saqs + l;

		if (law_bits(&d->sent, i, line, 1) && law_field(&d->level, i, line, s->level_w) == level)
			queues |= bit(s->radix + l);
	}
	return queues;
}

/* Upstream was told of what is stopped. */
static bool as_told(const struct laws *a, unsigned i)
{
	const struct level_stops *const told = a->links.in->at[i].levels;

	for (unsigned level = 0; level < a->shape.levels; level++) {
		const uint64_t queues = stopped(a, &a->cells->side[LAW_IN], i, level);

		if (queues != told->queues[level])
			return law_broken(a, "input %u: queues %#" PRIx64 " stop level %u upstream, which was told %#" PRIx64, i, queues, level,
					  told->queues[level]);
	}
	return true;
}

/* The queue of an output has stopped the level, or its Xon is on the way. */
static bool output_stops(const struct laws *a, unsigned o, unsigned level, unsigned queue)
{
	const struct law_side *d = &a->cells->side[LAW_OUT];

	return stopped(a, d, o, level) >> queue & 1 || (law_bit(&d->msg, o) && !law_bit(&d->msg_xoff, o) &&
	       law_field(&d->msg_queue, o, 0, a->shape.vc_queue_w) == queue && law_word(&d->msg_levels, o) >> level & 1);
}

/* Every stopped line has its cause: of an input, the queue of the output that stopped it; of an output, that of downstream. */
static bool has_cause(const struct laws *a, unsigned side, unsigned i)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];

	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned level = law_field(&d->level, i, l, s->level_w), queue = law_field(&d->out_queue, i, l, s->vc_queue_w);

		if (!law_bits(&d->xoff, i, l, 1))
			continue;
		const unsigned o = (i + (unsigned)law_bits(&d->turns, i, l * s->pool_w, s->turn_w)) % s->radix;

		if (side == LAW_IN ? !output_stops(a, o, level, queue) : !(a->links.out->at[i].levels->queues[level] >> queue & 1))
			return law_broken(a, "%s %u: line %u is stopped for level %u, but queue %u that stopped it is not", law_side_name(side), i, l,
					  level, queue);
	}
	return true;
}

/* A line that waits can: the cells that it waits for are there. */
static bool waits_for_cells(const struct laws *a, unsigned side, unsigned i)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];

	for (unsigned l = 0; l < s->lines; l++) {
		const unsigned wait = law_field(&d->wait, i, l, s->cells_w), behind = law_field(&d->behind, i, l, s->vc_queue_w);

		if (wait > (wait ? law_field(&d->fill, i, l / s->saqs * s->vc_queues + behind, s->cells_w) : 0))
			return law_broken(a, "%s %u: line %u waits for %u cells of queue %u, which has fewer", law_side_name(side), i, l, wait, behind);
	}
	return true;
}

/* Queues of a VC that have stopped any level. */
static uint64_t queues_stopped(const struct laws *a, const struct law_side *d, unsigned i, unsigned v)
{
	uint64_t queues = 0;

	for (unsigned level = 0; level < a->shape.levels; level++)
		if (level_vc(&a->shape, level) == v)
			queues |= stopped(a, d, i, level);
	return queues;
}

/* A queue that stops upstream, and is below its lower threshold, sends its Xon. */
static bool lets_go(const struct laws *a, unsigned side, unsigned i)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];
	uint64_t stops = 0;

	for (unsigned q = 0; q < s->queues; q++) {
		const unsigned j = q % s->vc_queues, least = j < s->radix ? s->detect_xon_cells : s->xon_cells;
		uint64_t *const from = &a->cells->since[side][i][q];

		if (!j)
			stops = queues_stopped(a, d, i, law_queue_vc(s, q));
		if (!(stops >> j & 1) || law_field(&d->fill, i, q, s->cells_w) >= least)
			*from = 0;
		else if (!*from)
			*from = a->cycle + 1;
		else if (a->cycle > *from + a->cells->stops_most)
			return law_broken(a, "%s %u: queue %u stops upstream, and has had no cause since cycle %" PRIu64,
					  law_side_name(side), i, q, *from - 1);
	}
	return true;
}

/* Queues that send an Xon in this cycle wait for it no more. */
static void note_xons(const struct laws *a, unsigned side)
{
	const struct shape *s = &a->shape;
	const struct law_side *d = &a->cells->side[side];

	for (unsigned i = 0; i < s->radix; i++)
		if (law_bit(&d->msg, i) && !law_bit(&d->msg_xoff, i))
			a->cells->since[side][i][level_vc(s, lowest(law_word(&d->msg_levels, i))) * s->vc_queues + law_field(&d->msg_queue, i, 0, s->vc_queue_w)] = 0;
}

bool laws_cells_stops_hold(struct laws *a)
{
	const unsigned i = law_in_turn(a, a->shape.radix);

	for (unsigned side = 0; side < LAW_SIDES; side++) {
		note_xons(a, side);
		if (!has_cause(a, side, i) || !waits_for_cells(a, side, i) || !lets_go(a, side, i))
			return false;
	}
	return as_told(a, i);
}
