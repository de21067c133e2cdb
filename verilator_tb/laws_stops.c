/* Every stop ends, and every wait. Lasting conditions are checked at one port in each cycle, in turn. */
#include "laws_state.h"

/* Towards the neighbours: the stopped lines are those that messages have stopped. */
static bool as_told(const struct laws *a, unsigned i)
{
	const uint32_t sent = (uint32_t)law_word(&a->reg.sent, i), stopped = (uint32_t)law_word(&a->reg.stopped, i);
	const uint32_t told = a->links.in->at[i].stopped, said = a->links.out->at[i].stopped;

	return (sent == told || law_broken(a, "input %u: lines %#" PRIx32 " stop upstream, which was told %#" PRIx32, i, sent, told)) &&
	       (stopped == said || law_broken(a, "output %u: lines %#" PRIx32 " are stopped, downstream said %#" PRIx32, i, stopped, said));
}

/* A line that stops upstream, and has fewer packets than the Xon threshold, sends its Xon. */
static bool lets_go(struct laws *a, unsigned i)
{
	const unsigned w = a->shape.count_w, xon_threshold = a->reg.xon_limit.bytes ? (unsigned)law_word(&a->reg.xon_limit, i) : a->shape.xon_threshold;
	uint32_t drained = 0;

	EACH_IN(l, a->links.in->at[i].stopped) {
		if (law_bits(&a->reg.count, i, queue_of_line(&a->shape, l) * w, w) >= xon_threshold)
			continue;
		drained |= UINT32_C(1) << l;
		if (!(a->stops.drained[i] >> l & 1))
			a->stops.since[i][l] = a->cycle;
		else if (a->cycle - a->stops.since[i][l] > a->stops.most)
			return law_broken(a, "input %u: line %u stops upstream, and has had no cause since cycle %" PRIu64, i, l, a->stops.since[i][l]);
	}
	a->stops.drained[i] = drained;
	return true;
}

static unsigned output_of(const struct laws *a, unsigned i, unsigned l)
{
	const struct shape *s = &a->shape;

	return s->nodes ? (unsigned)law_bits(&a->reg.output, i, l * s->port_w, s->port_w) :
			  (i + (unsigned)law_bits(&a->reg.points, i, l * s->pool_w, s->turn_w)) % s->radix;
}

/* A stopped line has its cause: the output's line is stopped, or its Xon is on the way. */
static bool has_cause(const struct laws *a, unsigned i)
{
	const unsigned w = a->shape.line_w;

	EACH_IN(l, law_word(&a->reg.xoff, i)) {
		const unsigned o = output_of(a, i, l), out_line = (unsigned)law_bits(&a->reg.out_line, i, l * w, w);

		if (!(a->links.out->at[o].stopped >> out_line & 1) && !(law_bit(&a->reg.xon, o) && law_word(&a->reg.xon_line, o) == out_line))
			return law_broken(a, "input %u: line %u is stopped, but line %u of output %u is not", i, l, out_line, o);
	}
	return true;
}

/* A line that waits can: the packets that it waits for are there. */
static bool waits_for_packets(const struct laws *a, unsigned i)
{
	const unsigned w = a->shape.count_w, queue_w = clog2(a->shape.queues);

	for (unsigned l = 0; l < a->shape.saqs && a->reg.wait.bytes; l++) {
		const unsigned wait = (unsigned)law_bits(&a->reg.wait, i, l * w, w), behind = (unsigned)law_bits(&a->reg.behind, i, l * queue_w, queue_w);

		if (wait > law_bits(&a->reg.count, i, behind * w, w))
			return law_broken(a, "input %u: line %u waits for %u packets of queue %u, which has fewer", i, l, wait, behind);
	}
	return true;
}

bool laws_stops_hold(struct laws *a)
{
	const unsigned turn = law_in_turn(a, a->shape.radix);

	for (unsigned i = 0; i < a->shape.radix; i++)
		if (!lets_go(a, i))
			return false;
	return as_told(a, turn) && has_cause(a, turn) && waits_for_packets(a, turn);
}
