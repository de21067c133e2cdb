#include "shape.h"

unsigned clog2(unsigned n)
{
	unsigned bits = 1;

	while (bits < 32 && (n - 1) >> bits && n)
		bits++;
	return bits;
}

/* Width of the priority state of an arbiter for n requesters. */
static unsigned prio_bits(unsigned arbiter, unsigned n)
{
	if (n < 2)
		return 0;
	switch (arbiter) {
#define ARBITER(id, text, prio_bits, help) case ARBITER_##id: return prio_bits;
#include "arbiters.def"
#undef ARBITER
	default: return 0;
	}
}

static unsigned header_bits(const struct shape *s)
{
	unsigned bits = 0;

#define FIELD(name, width, help) bits += (width);
#include "header.def"
#undef FIELD
	return bits;
}

struct shape shape_of(const struct params *p)
{
	struct shape s = {
		.scheme = p->scheme,
		.radix = p->radix,
		.saqs = p->saqs,
		.slots = p->slots,
		.flit_bits = p->flit_bits,
		.packet_flits = p->packet_flits,
		.detect_threshold = p->detect_threshold,
		.xoff_threshold = p->xoff_threshold,
		.xon_threshold = p->xon_threshold,
		.arbiter = p->arbiter,
		.turnpool_bits = p->turnpool_bits,
		.node_bits = p->node_bits,
	};

	s.queues = s.saqs + 1;
	s.port_w = clog2(s.radix);
	s.turn_w = clog2(s.radix);
	s.turns = s.turnpool_bits / s.turn_w;
	s.pool_w = s.turns * s.turn_w;
	s.len_w = clog2(s.turns + 1);
	s.slot_w = clog2(s.slots);
	s.count_w = clog2(s.slots + 1);
	s.flits_w = clog2(s.packet_flits + 1);
	s.data_aw = clog2(s.slots * s.packet_flits);
	s.line_w = clog2(s.saqs);
	s.queue_prio_w = prio_bits(s.arbiter, s.queues);
	s.port_prio_w = prio_bits(s.arbiter, s.radix);
	s.header_bits = header_bits(&s);
	return s;
}
