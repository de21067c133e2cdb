#pragma once

#include "link_use.h"
#include "node.h"
#include "net/workload/workload_state.h"

#include <assert.h>

/* What end nodes do in a cycle: arrivals, then injection. In a header, because it runs for every packet. */

/* Inlined, to be compiled for a kind of nodes. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* A cycle that never comes. */
#define NEVER UINT64_MAX

/*
 * The tag of a packet has the cycles in which it was wanted and injected, in more bits than any packet waits, and
 * its number among the packets of its source, modulo 256. A source sends a packet a cycle at most, so its packets under way have different cycles of
 * injecting; the number tells one that comes a second time much later. Tag, source, destination and service level together name the packet.
 */
enum { TAG_WANTED = 32, TAG_INJECTED = 24, TAG_CYCLES = TAG_WANTED + TAG_INJECTED };

static inline uint64_t node_tag(uint32_t wanted, uint64_t injected, unsigned number)
{
	return (wanted & ones(TAG_WANTED)) | (injected & ones(TAG_INJECTED)) << TAG_WANTED | (uint64_t)number << TAG_CYCLES;
}

/* The number of the next packet of a node. With jobs its highest bit says whether the packet is the last one of its message. */
enum { TAG_MESSAGE_ENDS = 63 };

static ALWAYS_INLINE unsigned node_serial(struct node *n, struct node_kind k, bool last)
{
	const unsigned serial = n->serial++;

	return k.jobs ? (serial & 0x7f) | (unsigned)last << 7 : serial;
}

static inline bool node_is_last(uint64_t tag)
{
	return tag >> TAG_MESSAGE_ENDS & 1;
}

/* What names a packet in its flow: the cycle of injecting, and the number. */
static inline uint32_t node_number(uint64_t tag)
{
	return (uint32_t)(tag >> TAG_WANTED);
}

/* The number of the admittance queue for another node. */
static ALWAYS_INLINE uint32_t node_queue(const struct node_setup *u, struct node_kind k, uint32_t other, unsigned sl)
{
	return k.level_queues ? sl * u->topology->nodes + other : other;
}

/* The flow from a node to another one, whose packets may not overtake each other. */
static ALWAYS_INLINE uint64_t node_flow(struct node_kind k, uint32_t source, uint32_t destination, unsigned sl)
{
	return flow_name(source, destination, k.level_queues ? sl : 0);
}

/* The last cycle up to `now` with these lowest bits. */
static inline uint64_t node_before(uint64_t now, uint64_t low, unsigned bits)
{
	return now - ((now - low) & ones(bits));
}

/* A credit returns to a node. */
static inline void nodes_credit(struct nodes *s, unsigned port)
{
	assert(s->spent[port] && "credit that was not spent");
	s->spent[port]--;
}

/* The credit is for this queue of the switch input. */
static ALWAYS_INLINE void node_credit_queue(struct node *n, struct node_kind k, unsigned queue)
{
	if (n->credit[queue]++)
		return;
	if (k.by_queue)
		n->blocked &= ~n->of_queue[queue];
	else if (n->queues.parked)
		admittance_release(&n->queues, queue);
}

/* A packet takes a credit of this queue. */
static ALWAYS_INLINE void node_take_credit(struct node *n, struct node_kind k, unsigned queue)
{
	if (--n->credit[queue] == 0 && k.by_queue)
		n->blocked |= n->of_queue[queue];
}

/* The flows whose packets are known to have to wait. */
static ALWAYS_INLINE uint64_t node_blocked(const struct node *n, struct node_kind k)
{
	return k.by_queue ? n->blocked : 0;
}

/* The node that a header names. */
static ALWAYS_INLINE uint32_t node_named(const struct node_setup *u, struct node_kind k, const struct packet *p)
{
	return k.addresses ? u->topology->owner(u->topology, p->destination) : p->destination;
}

/* Has the packet taken all its turns, and arrived at its destination? */
static ALWAYS_INLINE bool node_reached(const struct node *n, const struct node_setup *u, struct node_kind k, const struct packet *p)
{
	if (k.level_queues && !k.cells)
		return node_named(u, k, p) == n->index && p->queue == routing_level_queue(&u->routing, p->sl);
	if (k.tables)
		return node_named(u, k, p) == n->index && p->queue == routing_end_queue(&u->routing, p->destination);
	return p->to == (uint16_t)n->index && !p->turns_left && !p->turnpool;
}

/* A packet arrives, whose last flit comes in cycle `last`. Returns NULL, or what is wrong with the packet. */
static ALWAYS_INLINE const char *node_deliver(struct node *n, const struct node_setup *u, struct node_kind k, uint64_t last, const struct packet *p,
				       struct flows *flows, struct node_counts *counts, struct stats_shard *stats)
{
	const uint64_t wanted = node_before(last, p->tag, TAG_WANTED), injected = node_before(last, p->tag >> TAG_WANTED, TAG_INJECTED);

	counts->delivered++;
	n->received++;
	stats_delivered(stats, last, wanted, injected, p->source, n->index, p->flits, topology_hops(u->topology, k.pieces, p->source, n->index));
	if (k.levels)
		stats_level_delivered(stats, p->sl, last, wanted, injected, p->flits);
	if (!node_reached(n, u, k, p)) {
		counts->misdelivered++;
		return "is not for this node";
	}
	if (flows_take(flows, node_flow(k, p->source, n->index, p->sl), node_number(p->tag), NULL) != FLOW_NEXT) {
		counts->out_of_order++;
		stats_out_of_order(stats);
		return "is out of order, or one before it was lost";
	}
	return NULL;
}

/* The header fields for a destination: its route, or with routing tables its address and queue. */
static ALWAYS_INLINE struct packet node_address(const struct node *n, const struct node_setup *u, struct node_kind k, uint32_t destination,
						unsigned sl)
{
	const uint32_t address = k.addresses ? u->topology->address(u->topology, n->index, destination) : destination;

	if (k.by_queue)
		return (struct packet){ .destination = destination, .queue = n->queue_of[node_queue(u, k, destination, sl)] };
	if (k.level_queues)
		return (struct packet){ .destination = address, .queue = routing_level_queue(&u->routing, sl) };
	if (k.host && u->shape->by_route)
		return (struct packet){ .turnpool = destination };
	if (k.host && u->shape->table_words)
		return (struct packet){ .destination = destination };
	if (k.tables)
		return (struct packet){ .destination = address, .queue = routing_queue(&u->routing, n->at, address) };
	const struct route r = topology_route(u->topology, k.pieces, n->origin, n->index, destination);

	return (struct packet){ .turnpool = r.turnpool, .turns_left = (uint8_t)r.turns };
}

/* The queue whose credit a packet with this header takes. */
static ALWAYS_INLINE unsigned node_credit_of(const struct node_setup *u, struct node_kind k, const struct packet *p)
{
	return k.host ? send_queue(u->shape, p) : p->queue;
}

/* The line, or queue, that a packet with this header must wait for. NOT_BLOCKED: it may be sent. */
enum { NOT_BLOCKED = UINT16_MAX };

static ALWAYS_INLINE unsigned node_blocker(const struct node *n, const struct node_setup *u, struct node_kind k, const struct packet *p)
{
	if (k.credit_queues && !n->credit[node_credit_of(u, k, p)])
		return node_credit_of(u, k, p);
	EACH_IN(l, n->stopped)
		if (message_stops(u->shape, n->line, &n->held, l, p))
			return l;
	return NOT_BLOCKED;
}

/* Ask the workload for the next demand of a node. */
static ALWAYS_INLINE void node_draw_demand(struct node *n, const struct node_setup *u)
{
	if (!workload_draw(u->workload, n->index, &n->demand))
		n->demand.cycle = NEVER;
}

/* Puts a demand into the queues of a node. False: there is no room. */
typedef bool node_push(struct node *, const struct node_setup *, struct node_kind, const struct demand *);

static ALWAYS_INLINE bool node_push_slots(struct node *n, const struct node_setup *u, struct node_kind k, const struct demand *d)
{
	return admittance_push(&n->queues, k.few, node_queue(u, k, d->destination, d->sl), (uint32_t)d->cycle, d->flits,
			       (k.levels ? d->sl : 0u) | (k.jobs ? (unsigned)d->last << ADMITTED_LAST : 0));
}

/* Put a demand into the queues, or refuse it if there is no room. False: there is no room, and it has to wait (hold). */
static ALWAYS_INLINE bool node_admit(struct node *n, const struct node_setup *u, struct node_kind k, const struct demand *d, node_push *push,
				     struct node_counts *counts, struct stats_shard *stats)
{
	const struct demand x = *d;

	if (!push(n, u, k, &x)) {
		if (u->hold)
			return false;
		counts->refused++;
	}
	stats_demand(stats, k.levels, n->index, &x);
	return true;
}

/* A packet that may be sent. */
struct outgoing {
	struct packet way;              /* result of node_address() */
	uint32_t destination, wanted;
	unsigned flits, sl;
	bool last;                      /* demand.last */
};

/* Describe the packet of a demand in *x. Returns whether it may be sent. */
static ALWAYS_INLINE bool node_may_send(const struct node *n, const struct node_setup *u, struct node_kind k, const struct demand *d, struct outgoing *x)
{
	x->destination = d->destination;
	x->wanted = (uint32_t)d->cycle;
	x->flits = d->flits;
	x->sl = k.levels ? d->sl : 0;
	x->last = k.jobs && d->last;
	x->way = node_address(n, u, k, x->destination, x->sl);
	return node_blocker(n, u, k, &x->way) == NOT_BLOCKED;
}

/*
 * Choose the next packet of a node. False: none may be sent.
 *
 * With queues: round robin over the destinations. A queue whose first packet has to wait is parked.
 */
static ALWAYS_INLINE bool node_next_admitted(struct node *n, const struct node_setup *u, struct node_kind k, struct outgoing *x)
{
	while (admittance_ready(&n->queues, k.few, node_blocked(n, k))) {
		struct admittance_queue *queue = admittance_turn(&n->queues, k.few, node_blocked(n, k));

		x->sl = k.levels ? queue->first.sl & ((1u << ADMITTED_LAST) - 1) : 0;
		x->last = k.jobs && queue->first.sl >> ADMITTED_LAST;
		x->destination = queue->destination - node_queue(u, k, 0, x->sl);
		x->wanted = queue->first.cycle;
		x->flits = queue->first.flits;
		x->way = node_address(n, u, k, x->destination, x->sl);
		const unsigned stopped = k.by_queue ? NOT_BLOCKED : node_blocker(n, u, k, &x->way);

		if (stopped == NOT_BLOCKED) {
			admittance_pop(&n->queues, k.few, queue);
			return true;
		}
		admittance_park(&n->queues, queue, stopped);
	}
	return false;
}

/* The same without queues: in the order of demands. */
static ALWAYS_INLINE bool node_next_demand(struct node *n, const struct node_setup *u, struct node_kind k, uint64_t cycle, struct stats_shard *stats,
					   struct outgoing *x)
{
	const struct demand *d = &n->demand;

	if (d->cycle > cycle || !node_may_send(n, u, k, d, x))
		return false;
	stats_demand(stats, k.levels, n->index, d);
	return true;
}

/* Send a packet: write its header where it is read. Field by field, since copying a struct would wait for the fields stored just before. */
static ALWAYS_INLINE void node_send(struct node *n, const struct node_setup *u, struct node_kind k, uint64_t tag, const struct outgoing *x, struct packet *p)
{
	p->turnpool = x->way.turnpool;
	p->tag = tag;
	p->source = n->index & 0xffffff;
	p->turns_left = x->way.turns_left;
	p->flits = x->flits & 0xfff;
	p->sl = x->sl & 0xf;
	p->to = (uint16_t)x->destination;
	if (k.credit_queues)
		node_take_credit(n, k, node_credit_of(u, k, &x->way));
}
