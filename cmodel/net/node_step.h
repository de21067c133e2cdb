#ifndef NODE_STEP_H
#define NODE_STEP_H

#include "node.h"

#include <assert.h>

/* What end nodes do in a cycle: what the links brought, then what is sent. Here, because networks ask it for every packet. */

/* In which nothing happens. */
#define NEVER UINT64_MAX

/*
 * The tag of a packet says when it was wanted and when it was injected, as far back as any packet waits, and
 * its number in its flow; together with its source it names the packet.
 */
enum { TAG_WANTED = 30, TAG_INJECTED = 26 };

static inline uint64_t node_tag(uint32_t wanted, uint64_t injected, unsigned number)
{
	return (wanted & ones(TAG_WANTED)) | (injected & ones(TAG_INJECTED)) << TAG_WANTED | (uint64_t)number << (TAG_WANTED + TAG_INJECTED);
}

/* The last cycle up to `now` with these lowest bits. */
static inline uint64_t node_before(uint64_t now, uint64_t low, unsigned bits)
{
	return now - ((now - low) & ones(bits));
}

/* A credit comes home. True: there was none, and something may have waited for it. */
static inline bool node_credit(struct node *n, const struct node_setup *u)
{
	assert(n->credits < u->credits && "credit that was not spent");
	return n->credits++ == 0;
}

/* The same of static schemes, for a queue of the input. */
static inline void node_credit_queue(struct node *n, const struct node_setup *u, unsigned queue)
{
	node_credit(n, u);
	if (n->credit[queue]++ == 0 && n->queues.parked)
		admittance_release(&n->queues, queue);
}

/* Has it taken all its turns, and come to the node it was for? */
static inline bool node_reached(const struct node *n, const struct node_setup *u, const struct packet *p)
{
	if (u->tables)
		return p->destination == n->index && p->queue == 0;
	return p->to == (uint16_t)n->index && !p->turns_left && !p->turnpool;
}

/* The header of a packet arrives, its other flits follow. Returns NULL, or what is wrong with it. */
static inline const char *node_deliver(struct node *n, const struct node_setup *u, uint64_t cycle, const struct packet *p,
				       struct node_counts *counts, struct stats_shard *stats)
{
	const uint64_t last = cycle + p->flits - 1;

	counts->delivered++;
	stats_delivered(stats, last, node_before(last, p->tag, TAG_WANTED), node_before(last, p->tag >> TAG_WANTED, TAG_INJECTED),
			n->index, p->flits, u->topology->hops(u->topology, p->source, n->index));
	if (!node_reached(n, u, p)) {
		counts->misdelivered++;
		return "is not for this node";
	}
	if (!flows_take(n->received, u->flow_bits, p->source, (unsigned)(p->tag >> (TAG_WANTED + TAG_INJECTED)))) {
		counts->out_of_order++;
		stats_out_of_order(stats);
		return "is out of order, or one before it was lost";
	}
	return NULL;
}

/* The way to a destination, as a header says it. */
static inline void node_address(const struct node *n, const struct node_setup *u, uint32_t destination, struct packet *p)
{
	p->to = (uint16_t)destination;
	if (u->tables) {
		p->destination = destination;
		p->queue = routing_queue(&u->routing, n->at, destination);
		p->turns_left = 0;
	} else {
		const struct route r = u->topology->route(u->topology, n->index, destination);

		p->turnpool = r.turnpool;
		p->turns_left = (uint8_t)r.turns;
	}
}

/* Would it cross the congested point that is stopped? */
static inline bool node_crosses(const struct node *n, const struct node_setup *u, const struct packet *p, unsigned l)
{
	const struct message *m = n->line + l;

	if (u->tables)
		return destinations_has(&n->held, l, p->destination);
	return p->turns_left >= m->len && !((p->turnpool ^ m->turns) & ones(m->len * u->shape->turn_w));
}

/* A line, or queue, that a packet with this header must wait for, FREE: it may go. */
enum { FREE = UINT16_MAX };

static inline unsigned node_obstacle(const struct node *n, const struct node_setup *u, const struct packet *p)
{
	unsigned l;

	if (u->static_queues)
		return n->credit[p->queue] ? (unsigned)FREE : p->queue;
	EACH(l, n->stopped)
		if (node_crosses(n, u, p, l))
			return l;
	return FREE;
}

static inline void node_draw(struct node *n, const struct node_setup *u)
{
	if (!workload_next(u->workload, n->index, &n->demand))
		n->demand.cycle = NEVER;
	n->wants = true;
}

/* Sends a packet, unless it has to wait: then for the line, or queue, that is returned. */
static inline __attribute__((always_inline)) unsigned node_send(struct node *n, const struct node_setup *u, uint64_t cycle, uint32_t destination,
								struct admitted a, struct packet *p)
{
	node_address(n, u, destination, p);
	const unsigned stopped = node_obstacle(n, u, p);

	if (stopped != FREE)
		return stopped;
	p->tag = node_tag(a.cycle, cycle, flows_count(n->sent, u->flow_bits, destination));
	p->source = n->index;
	p->flits = a.flits;
	n->credits--;
	if (u->static_queues)
		n->credit[p->queue]--;
	n->free_at = cycle + a.flits;
	return FREE;
}

/* Round robin over the destinations; those found to have to wait are put aside. */
static inline bool node_send_admitted(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p)
{
	while (admittance_ready(&n->queues)) {
		struct admittance_queue *queue = admittance_turn(&n->queues);
		const unsigned stopped = node_send(n, u, cycle, queue->destination, queue->first, p);

		if (stopped == FREE) {
			admittance_pop(&n->queues, queue);
			return true;
		}
		admittance_park(&n->queues, queue, stopped);
	}
	return false;
}

/* By queues for each destination, which a packet passes by that is wanted while they are empty. */
static inline bool node_inject_next(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct node_counts *counts,
				    struct stats_shard *stats)
{
	if ((n->demand.cycle <= cycle) & admittance_empty(&n->queues)) {
		const struct demand d = n->demand;
		const struct admitted a = admitted(d.cycle, d.flits);

		node_draw(n, u);
		stats_generated(stats, d.cycle, d.flits);
		if (n->demand.cycle > cycle && node_send(n, u, cycle, d.destination, a, p) == FREE) {
			admittance_pass(&n->queues, d.destination);
			return true;
		}
		admittance_push(&n->queues, d.destination, a);
	}
	for (; n->demand.cycle <= cycle; node_draw(n, u)) {
		const struct demand *d = &n->demand;
		const bool room = admittance_push(&n->queues, d->destination, admitted(d->cycle, d->flits));

		if (!room && u->hold)
			break;
		stats_generated(stats, d->cycle, d->flits);
		counts->refused += !room;
	}
	return node_send_admitted(n, u, cycle, p);
}

/* In the order in which they are wanted. */
static inline bool node_inject_first(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct stats_shard *stats)
{
	const struct demand *d = &n->demand;

	if (d->cycle > cycle || node_send(n, u, cycle, d->destination, admitted(d->cycle, d->flits), p) != FREE)
		return false;
	stats_generated(stats, d->cycle, d->flits);
	n->wants = false;
	return true;
}

/* After what the links brought: true if a header is sent, which is on the link in the next cycle. The packet may be written without being sent. */
static inline bool node_inject(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct node_counts *counts,
			       struct stats_shard *stats)
{
	bool sent;

	if (cycle < n->free_at || !n->credits)
		return false;
	if (!n->wants)
		node_draw(n, u);
	sent = u->injection == NODE_INJECTION_PER_DESTINATION ? node_inject_next(n, u, cycle, p, counts, stats)
							      : node_inject_first(n, u, cycle, p, stats);
	if (sent) {
		counts->injected++;
		stats_injected(stats, cycle, n->index, p->flits);
	}
	return sent;
}

/* The next cycle in which node_inject() can do something even if nothing arrives; NEVER: none. */
static inline uint64_t node_due(const struct node *n, const struct node_setup *u, uint64_t cycle)
{
	const uint64_t due = n->free_at > cycle ? n->free_at : cycle + 1;

	uint64_t wanted = n->wants ? n->demand.cycle : 0;

	if (!n->credits)
		return NEVER;
	if (u->injection == NODE_INJECTION_PER_DESTINATION)
		wanted = admittance_ready(&n->queues) ? 0 : wanted;
	else if (n->wants && wanted <= cycle)
		return NEVER;           /* it has been tried, and is stopped */
	return wanted > due ? wanted : due;
}

#endif
