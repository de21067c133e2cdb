#include "shape.h"

#include <limits.h>
#include <string.h>

enum { FLIT_LEAST = 64 };

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
#include "choices.def"
	default: return 0;
	}
}

/* The VCs of all service levels, VC_BITS each; vcs: their number. */
static unsigned level_map(const struct params *p, unsigned vcs)
{
	const bool even = !strcmp(p->sl_vcs, "even");
	unsigned map = 0;

	for (unsigned sl = 0; sl < p->sls && (even || p->sl_vcs[sl]); sl++)
		map |= (even ? sl * vcs / p->sls : (unsigned)(p->sl_vcs[sl] - '0')) << (VC_BITS * sl);
	return map;
}

static unsigned latency(enum classifier c)
{
	static const unsigned cycles[] = {
#define PIPELINE(id, latency, throughput) [CLASSIFIER_##id] = latency,
#include "schemes.def"
	};
	return cycles[c];
}

static bool levels_are_sls(const struct shape *s)
{
	return s->levels == s->sls && s->level_map == s->sl_map;
}

static const struct speedup {
	unsigned n, d;
} speedups[] = {
#define SPEEDUP(id, text, n, d) [SPEEDUP_##id] = { n, d },
#include "choices.def"
};

/* Set-aside queues of a port in use. */
enum { LINES_W = 6 };

/* Sums over tables, as far as the sizes in them are known. */
struct sums {
	unsigned header_bits, request_bits, counters, gauges;
};

static struct sums sums_of(const struct shape *s)
{
	struct sums n = { 0 };

#define FIELD(name, width, help) n.header_bits += (width);
#include "header.def"
#define FIELD(name, width, help) n.request_bits += (width);
#include "request.def"
#define CSR_COUNTER(id, there, help) n.counters += (there) ? 1 : 0;
#define CSR_GAUGE(id, there, help)   n.gauges += (there) ? 1 : 0;
#include "csr.def"
	return n;
}

/* Routers of a network; more than UINT_MAX are as many. */
static unsigned power(unsigned ary, unsigned dims)
{
	unsigned long long n = 1;

	for (unsigned d = 0; d < dims; d++)
		n *= ary;
	return n < UINT_MAX ? (unsigned)n : UINT_MAX;
}

/* Rounded down, at least 1 of more than 0 %. */
static unsigned percent(unsigned whole, unsigned share)
{
	const unsigned part = (unsigned)((unsigned long long)whole * share / 100);

	return part || !share ? part : 1;
}

static unsigned beats(const struct params *p, const struct shape *s)
{
	const unsigned n = (p->frame_bytes + p->axis_bytes - 1) / p->axis_bytes;

	return n < s->packet_flits ? s->packet_flits : n;
}

static void set_scheme(struct shape *s, const struct params *p)
{
	s->scheme = p->scheme;
	switch (p->scheme) {
#define SCHEME(id, text, is_classifier, is_memory, is_flow_control, has_messages, names_queue, n, most, parameters, help) \
	case SCHEME_##id: \
		s->classifier = CLASSIFIER_##is_classifier; \
		s->memory = MEMORY_##is_memory; \
		s->flow_control = FLOW_##is_flow_control; \
		s->messages = MESSAGES_##has_messages; \
		s->header_queue = names_queue; \
		s->queues = (n); \
		break;
#include "schemes.def"
	default:
		break;
	}
}

static enum classifier sorting_on_arrival(enum classifier c)
{
	switch (c) {
	case CLASSIFIER_ROUTE_CAM:       return CLASSIFIER_ROUTE_SORT;
	case CLASSIFIER_DESTINATION_CAM: return CLASSIFIER_DESTINATION_SORT;
	default:                         return c;
	}
}

static struct shape evaluate(const struct params *p)
{
	struct shape shape = { .scheme = p->scheme }, *const s = &shape;
	bool there = true;

	set_scheme(s, p);
	if (p->sorting == SORTING_arrival)
		s->classifier = sorting_on_arrival(s->classifier);
#define SIZE(name, value, help) s->name = there ? (value) : 0;
#define NOT_ABOVE(...)
#define NOT_BELOW(...)
#define HOLDS(...)
#define RELATION(...)
#define WHEN(condition) there = (condition);
#include "shape.def"
	if (s->by_flits ? !s->recovery && !s->side_band : s->messages != MESSAGES_QUEUE && !s->saqs && !s->cell_nic)
		s->messages = MESSAGES_NONE;
	return shape;
}

/*
 * With AXI-Stream ports, a flit has what they carry beside the header (docs/internals/microarchitecture-axis.md), and a switch alone is a network with a node at
 * each port.
 */
struct shape shape_of(const struct params *p)
{
	struct params q = *p;
	unsigned bits;

	if (p->ports != PORT_KIND_axis)
		return evaluate(p);
	if (scheme_is_switch(p->scheme))
		q.nodes = p->radix;
	bits = evaluate(&q).header_bits + 9 * p->axis_bytes + p->axis_user_bits + p->axis_id_bits + 2;
	q.flit_bits = bits < FLIT_LEAST ? FLIT_LEAST : bits;
	return evaluate(&q);
}

/* Queues of VCs of so many cells, and of levels that are these VCs. */
static void set_queues(struct shape *s, unsigned vcs, unsigned sl_map, unsigned queues, unsigned cells)
{
	s->radix = 1;
	s->messages = MESSAGES_NONE;
	s->vcs = s->levels = s->classes = vcs;
	s->sl_map = sl_map;
	s->level_map = VCS_THEMSELVES & ((1u << VC_BITS * vcs) - 1);
	s->by_level = levels_are_sls(s);
	s->dqs = s->vc_queues = queues;
	s->queues = vcs * queues;
	s->class_queues = queues;
	s->class_prio_w = prio_bits(s->arbiter, queues);
	s->lines = 0;
	s->cells = cells;
	s->side_cells = vcs * cells;
	s->vc_w = s->level_w = clog2(vcs);
	s->vc_queue_w = clog2(queues);
	s->cell_w = clog2(cells);
	s->cells_w = clog2(cells + 1);
}

static enum classifier classifier_of(unsigned scheme)
{
	static const enum classifier of[] = {
#define SCHEME(id, text, is_classifier, ...) [SCHEME_##id] = CLASSIFIER_##is_classifier,
#include "schemes.def"
	};

	return of[scheme];
}

bool scheme_is_switch(unsigned scheme)
{
	return classifier_of(scheme) != CLASSIFIER_NIC && classifier_of(scheme) != CLASSIFIER_SLOT_NIC;
}

unsigned scheme_interface(unsigned scheme)
{
	switch (scheme) {
#define INTERFACE(id, nic) case SCHEME_##id: return SCHEME_##nic;
#include "schemes.def"
	default: return scheme;
	}
}

bool scheme_of_any_radix(unsigned scheme)
{
	return scheme_is_switch(scheme) && classifier_of(scheme) != CLASSIFIER_WORMHOLE;
}

/* Queues of so many slots each (DQU), whose credits count by queue if there are several, or if the network's do. Headers stay as they are. */
static struct shape slot_side(struct shape s, unsigned queues, unsigned queue_slots)
{
	s.radix = 1;
	s.messages = MESSAGES_NONE;
	s.saqs = s.named_queues = 0;
	s.queues = queues;
	s.queue_slots = queue_slots;
	s.slots = s.send_slots = queues * queue_slots;
	s.send_queues = queues;
	s.send_queue_w = clog2(queues);
	s.send_aw = clog2(s.send_slots * s.packet_flits);
	s.place_w = clog2(queue_slots);
	s.fill_w = clog2(queue_slots + 1);
	return s;
}

static struct shape slot_nic_side(const struct shape *whole, enum shape_sides side)
{
	struct shape s = *whole;

	s.side = side;
	switch (side) {
	case SIDE_SEND:
		s = slot_side(s, s.send_queues, s.source_slots);
		s.flow_control = FLOW_CREDIT_PER_QUEUE;
		s.credit_queues = s.queues;
		break;
	case SIDE_RECEIVE:
		s = slot_side(s, 1, s.sink_slots);
		s.credit_queues = s.credit_queues ? 1 : 0;
		break;
	case SIDE_HOST:
		s = slot_side(s, 1, s.host_slots);
		s.flow_control = FLOW_CREDIT_PER_MEMORY;
		s.credit_queues = 0;
		s.credit_classes = 1;
		s.class_credits = slot_credits(s.host_slots);
		break;
	case SIDE_NONE:
		s.queue_slots = s.sink_slots;
		break;
	default:
		break;
	}
	return s;
}

struct shape shape_side(const struct shape *whole, enum shape_sides side)
{
	struct shape s = *whole;

	if (s.slot_nic)
		return slot_nic_side(whole, side);
	if (!s.nic)
		return s;
	s.side = side;
	switch (side) {
	case SIDE_SEND:
		set_queues(&s, s.sls, VCS_THEMSELVES & ((1u << VC_BITS * s.sls) - 1), s.ends, s.nic_cells);
		s.messages = whole->messages;
		break;
	case SIDE_RECEIVE:
		set_queues(&s, s.vcs, s.sl_map, 1, s.cells);
		break;
	case SIDE_HOST:
		set_queues(&s, s.vcs, s.sl_map, 1, s.host_cells);
		break;
	default:
		break;
	}
	return s;
}

void shape_queues(const struct shape *s, char *text, size_t size)
{
	const unsigned queues = s->slot_nic ? s->send_queues : s->queues;

	if (s->by_route && !s->nic)
		snprintf(text, size, "%u set-aside queues", s->saqs);
	else
		snprintf(text, size, "%u queue%s", queues, queues == 1 ? "" : "s");
}
