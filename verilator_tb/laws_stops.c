/* Every stop ends, and every wait. Lasting conditions are checked at one port in each cycle, in turn. */
#include "laws_state.h"

/* Towards the neighbours: the stopped lines are those that messages have stopped. */
static bool as_told(const struct laws *a, uint64_t cycle, unsigned i, char why[LAWS_WHY])
{
	const uint32_t sent = (uint32_t)law_word(&a->sent, i), stopped = (uint32_t)law_word(&a->stopped, i);

	if (sent != a->links.in->at[i].stopped)
		return law_broken(why, cycle, "input %u: lines %#" PRIx32 " stop upstream, which was told %#" PRIx32, i, sent, a->links.in->at[i].stopped);
	if (stopped != a->links.out->at[i].stopped)
		return law_broken(why, cycle, "output %u: lines %#" PRIx32 " are stopped, downstream said %#" PRIx32, i, stopped, a->links.out->at[i].stopped);
	return true;
}

/* A line that stops upstream, and has fewer packets than the Xon threshold, sends its Xon. */
static bool lets_go(struct laws *a, uint64_t cycle, unsigned i, char why[LAWS_WHY])
{
	const unsigned w = a->shape.count_w, xon_threshold = a->xon_limit.bytes ? (unsigned)law_word(&a->xon_limit, i) : a->shape.xon_threshold;
	uint32_t drained = 0;
	unsigned l;

	EACH(l, a->links.in->at[i].stopped) {
		if (law_bits(&a->count, i, queue_of_line(&a->shape, l) * w, w) >= xon_threshold)
			continue;
		drained |= UINT32_C(1) << l;
		if (!(a->stops.drained[i] >> l & 1))
			a->stops.since[i][l] = cycle;
		else if (cycle - a->stops.since[i][l] > a->stops.most)
			return law_broken(why, cycle, "input %u: line %u stops upstream, and has had no cause since cycle %" PRIu64, i, l,
					  a->stops.since[i][l]);
	}
	a->stops.drained[i] = drained;
	return true;
}

static unsigned output_of(const struct laws *a, unsigned i, unsigned l)
{
	const struct shape *s = &a->shape;

	return s->nodes ? (unsigned)law_bits(&a->output, i, l * s->port_w, s->port_w) :
			  (i + (unsigned)law_bits(&a->points, i, l * s->pool_w, s->turn_w)) % s->radix;
}

/* A stopped line has its cause: the output's line is stopped, or its Xon is on the way. */
static bool has_cause(const struct laws *a, uint64_t cycle, unsigned i, char why[LAWS_WHY])
{
	const unsigned w = a->shape.line_w;
	unsigned l;

	EACH(l, law_word(&a->xoff, i)) {
		const unsigned o = output_of(a, i, l), out_line = (unsigned)law_bits(&a->out_line, i, l * w, w);

		if (!(a->links.out->at[o].stopped >> out_line & 1) && !(law_bit(&a->xon, o) && law_word(&a->xon_line, o) == out_line))
			return law_broken(why, cycle, "input %u: line %u is stopped, but line %u of output %u is not", i, l, out_line, o);
	}
	return true;
}

/* A line that waits can: the packets that it waits for are there. */
static bool waits_for_packets(const struct laws *a, uint64_t cycle, unsigned i, char why[LAWS_WHY])
{
	const unsigned w = a->shape.count_w, queue_w = clog2(a->shape.queues);

	for (unsigned l = 0; l < a->shape.saqs && a->wait.bytes; l++) {
		const unsigned wait = (unsigned)law_bits(&a->wait, i, l * w, w), behind = (unsigned)law_bits(&a->behind, i, l * queue_w, queue_w);

		if (wait > law_bits(&a->count, i, behind * w, w))
			return law_broken(why, cycle, "input %u: line %u waits for %u packets of queue %u, which has fewer", i, l, wait, behind);
	}
	return true;
}

bool laws_stops_hold(struct laws *a, uint64_t cycle, char why[LAWS_WHY])
{
	const unsigned turn = (unsigned)(cycle % a->shape.radix);

	for (unsigned i = 0; i < a->shape.radix; i++)
		if (!lets_go(a, cycle, i, why))
			return false;
	return as_told(a, cycle, turn, why) && has_cause(a, cycle, turn, why) && waits_for_packets(a, cycle, turn, why);
}
