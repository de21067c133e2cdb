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

static unsigned request_bits(const struct shape *s)
{
	unsigned bits = 0;

#define FIELD(name, width, help) bits += (width);
#include "request.def"
#undef FIELD
	return bits;
}

static void set_scheme(struct shape *s, const struct params *p)
{
	s->scheme = p->scheme;
	switch (p->scheme) {
#define SCHEME(id, text, is_classifier, is_memory, is_flow_control, has_messages, names_queue, n, parameters, help) \
	case SCHEME_##id: \
		s->classifier = CLASSIFIER_##is_classifier; \
		s->memory = MEMORY_##is_memory; \
		s->flow_control = FLOW_##is_flow_control; \
		s->messages = has_messages; \
		s->header_queue = names_queue; \
		s->queues = (n); \
		break;
#include "schemes.def"
#undef SCHEME
	default:
		break;
	}
}

/* Of routes by turns, and set-aside queues. */
static void set_route_cam(struct shape *s, const struct params *p)
{
	s->saqs = p->saqs;
	s->turnpool_bits = p->turnpool_bits;
	s->turns = s->turnpool_bits / s->turn_w;
	s->pool_w = s->turns * s->turn_w;
	s->len_w = clog2(s->turns + 1);
	s->line_w = clog2(s->saqs);
}

/* Of routing tables, and queues of congested flows. A line names an output port. */
static void set_destination_cam(struct shape *s, const struct params *p)
{
	s->saqs = p->cfqs;
	s->nodes = p->nodes;
	s->destination_w = clog2(s->nodes);
	s->lists_in_memory = p->lists == LISTS_ram;
	s->hops = p->hops;
	s->pool_w = s->port_w;
	s->len_w = clog2(s->hops + 1);
	s->line_w = clog2(s->saqs);
}

/* Of routing tables, and queues that the sender names. */
static void set_static(struct shape *s, const struct params *p)
{
	s->nodes = p->nodes;
	s->destination_w = clog2(s->nodes);
	s->queue_slots = s->slots / s->queues;
	s->place_w = clog2(s->queue_slots);
	s->fill_w = clog2(s->queue_slots + 1);
}

/* Of routing tables, and priorities that share the memory. */
static void set_priority(struct shape *s, const struct params *p)
{
	unsigned taken;

	s->nodes = p->nodes;
	s->destination_w = clog2(s->nodes);
	s->reserve = p->reserve;
	s->headroom = 2 * p->link_cycles + 7;
	s->guard = p->link_cycles + 3;
	taken = s->guard + s->queues * (s->reserve + s->headroom);
	s->pool = s->slots > taken ? s->slots - taken : 0;
}

struct shape shape_of(const struct params *p)
{
	struct shape s = {
		.radix = p->radix,
		.slots = p->slots,
		.flit_bits = p->flit_bits,
		.packet_flits = p->packet_flits,
		.detect_threshold = p->detect_threshold,
		.xoff_threshold = p->xoff_threshold,
		.xon_threshold = p->xon_threshold,
		.arbiter = p->arbiter,
		.node_bits = p->node_bits,
	};

	set_scheme(&s, p);
	s.port_w = clog2(s.radix);
	s.turn_w = clog2(s.radix);
	s.slot_w = clog2(s.slots);
	s.count_w = clog2(s.slots + 1);
	s.flits_w = clog2(s.packet_flits + 1);
	s.data_aw = clog2(s.slots * s.packet_flits);
	switch (s.classifier) {
#define CLASSIFIER(id, name) case CLASSIFIER_##id: set_##name(&s, p); break;
#include "classifiers.def"
#undef CLASSIFIER
	case CLASSIFIERS: break;
	}
	if (s.messages == MESSAGES_LINE && !s.saqs)
		s.messages = MESSAGES_NONE;
	s.named_queues = s.header_queue == NO_QUEUE ? 0 : s.queues;
	s.credit_queues = s.flow_control == FLOW_CREDIT_PER_QUEUE ? s.queues : 0;
	s.queue_w = s.named_queues ? clog2(s.queues) : 0;
	s.next_queue_w = s.credit_queues ? s.queue_w : 0;
	s.queue_prio_w = prio_bits(s.arbiter, s.queues);
	s.port_prio_w = prio_bits(s.arbiter, s.radix);
	s.stamp_w = s.arbiter == ARBITER_oldest_first ? clog2(s.radix * s.slots) + 2 : 0;
	s.req_w = request_bits(&s);
	s.hdr_w = s.pool_w + (s.nodes ? s.destination_w : s.len_w);
	s.header_bits = header_bits(&s);
	return s;
}

void shape_queues(const struct shape *s, char *text, size_t size)
{
	if (s->classifier == CLASSIFIER_ROUTE_CAM)
		snprintf(text, size, "%u set-aside queues", s->saqs);
	else
		snprintf(text, size, "%u queue%s", s->queues, s->queues == 1 ? "" : "s");
}
