#include "node.h"

#include <assert.h>

const char *const node_injection_names[NODE_INJECTIONS] = {
#define NODE_INJECTION(id, text, help) text,
#include "node_injections.def"
#undef NODE_INJECTION
};

const char *const node_injection_help[NODE_INJECTIONS] = {
#define NODE_INJECTION(id, text, help) help,
#include "node_injections.def"
#undef NODE_INJECTION
};

/*
 * The tag of a packet says when it was wanted and when it was injected, as far back as any packet waits, and
 * its number in its flow; together with its source it names the packet.
 */
enum { TAG_WANTED = 30, TAG_INJECTED = 26 };

static uint64_t tag_of(uint32_t wanted, uint64_t injected, unsigned number)
{
	return (wanted & ones(TAG_WANTED)) | (injected & ones(TAG_INJECTED)) << TAG_WANTED | (uint64_t)number << (TAG_WANTED + TAG_INJECTED);
}

/* The last cycle up to `now` with these lowest bits. */
static uint64_t before(uint64_t now, uint64_t low, unsigned bits)
{
	return now - ((now - low) & ones(bits));
}

/* What a packet may have to wait for: lines of the input, or its queues. */
static unsigned obstacles(const struct shape *s)
{
	return s->queue_slots ? s->queues : s->saqs;
}

void node_place(struct node *n, struct arena *a, const struct node_setup *u)
{
	n->line = arena_take(a, HOT, u->shape->saqs, sizeof *n->line);
	destinations_place(&n->held, a, u->shape->saqs, u->shape->nodes);
	if (u->shape->queue_slots)
		n->credit = arena_take(a, HOT, u->shape->queues, sizeof *n->credit);
	if (u->injection == NODE_INJECTION_PER_DESTINATION)
		admittance_place(&n->queues, a, u->topology->nodes, obstacles(u->shape), u->capacity);
	flows_place(&n->sent, a, u->topology->nodes);
	flows_place(&n->received, a, u->topology->nodes);
}

unsigned node_all_credits(const struct shape *s)
{
	return s->queue_slots ? s->queues * s->queue_slots : s->slots;
}

void node_reset(struct node *n, const struct node_setup *u, unsigned index)
{
	n->index = index;
	n->at = u->topology->attach(u->topology, index).index;
	n->credits = (uint16_t)node_all_credits(u->shape);
	for (unsigned q = 0; u->shape->queue_slots && q < u->shape->queues; q++)
		n->credit[q] = (uint16_t)u->shape->queue_slots;
	if (u->injection == NODE_INJECTION_PER_DESTINATION)
		admittance_reset(&n->queues, obstacles(u->shape));
}

void node_message(struct node *n, const struct node_setup *u, const struct message *m)
{
	const uint32_t line = UINT32_C(1) << m->line;

	assert((n->stopped & line || m->xoff) && (u->shape->nodes || (n->stopped & line) == (m->xoff ? 0 : line)) && "Xoff and Xon in turn");
	if (m->xoff) {
		n->line[m->line] = *m;
		n->stopped |= line;
		if (u->shape->nodes)
			destinations_add(&n->held, m->line, m->destination);
		return;
	}
	n->stopped &= ~line;
	destinations_clear(&n->held, m->line);
	if (n->queues.parked)
		admittance_release(&n->queues, m->line);
}

/* The way to a destination, as a header says it. */
static struct packet address(const struct node *n, const struct node_setup *u, uint32_t destination)
{
	struct packet p = { .to = (uint16_t)destination };

	if (u->shape->nodes) {
		p.destination = destination;
		p.queue = routing_queue(&u->routing, n->at, destination);
	} else {
		const struct route r = u->topology->route(u->topology, n->index, destination);

		p.turnpool = r.turnpool;
		p.turns_left = (uint8_t)r.turns;
	}
	return p;
}

/* Would it cross the congested point that is stopped? */
static bool crosses(const struct node *n, const struct node_setup *u, const struct packet *p, unsigned l)
{
	const struct message *m = n->line + l;

	if (u->shape->nodes)
		return destinations_has(&n->held, l, p->destination);
	return p->turns_left >= m->len && !((p->turnpool ^ m->turns) & ones(m->len * u->shape->turn_w));
}

/* A line, or queue, that a packet with this header must wait for, FREE: it may go. */
enum { FREE = UINT16_MAX };

static unsigned obstacle(const struct node *n, const struct node_setup *u, const struct packet *p)
{
	unsigned l;

	if (u->shape->queue_slots)
		return n->credit[p->queue] ? (unsigned)FREE : p->queue;
	EACH(l, n->stopped)
		if (crosses(n, u, p, l))
			return l;
	return FREE;
}

/* Has it taken all its turns, and come to the node it was for? */
static bool arrived(const struct node *n, const struct node_setup *u, const struct packet *p)
{
	if (u->shape->nodes)
		return p->destination == n->index && p->queue == 0;
	return p->to == (uint16_t)n->index && !p->turns_left && !p->turnpool;
}

const char *node_deliver(struct node *n, const struct node_setup *u, uint64_t cycle, const struct packet *p,
			 struct node_counts *counts, struct stats_shard *stats)
{
	const uint64_t last = cycle + p->flits - 1;
	const unsigned modulus = flows_modulus(&n->received);
	const unsigned number = (unsigned)(p->tag >> (TAG_WANTED + TAG_INJECTED)) & (modulus - 1);
	const unsigned expected = flows_number(&n->received, p->source);

	counts->delivered++;
	stats_delivered(stats, last, before(last, p->tag, TAG_WANTED), before(last, p->tag >> TAG_WANTED, TAG_INJECTED),
			n->index, p->flits, u->topology->hops(u->topology, p->source, n->index));
	if (!arrived(n, u, p)) {
		counts->misdelivered++;
		return "is not for this node";
	}
	flows_set(&n->received, p->source, number + 1);
	if (number != expected) {
		counts->out_of_order++;
		stats_out_of_order(stats);
		return "is out of order, or one before it was lost";
	}
	return NULL;
}

static void draw(struct node *n, const struct node_setup *u)
{
	if (!n->wants && !n->ended) {
		n->wants = workload_next(u->workload, n->index, &n->demand);
		n->ended = !n->wants;
	}
}

static void take_demands(struct node *n, const struct node_setup *u, uint64_t cycle, struct node_counts *counts, struct stats_shard *stats)
{
	for (draw(n, u); n->wants && n->demand.cycle <= cycle; draw(n, u)) {
		const struct demand *d = &n->demand;

		const bool room = admittance_push(&n->queues, d->destination, d->cycle, d->flits);

		if (!room && u->hold)
			return;
		stats_generated(stats, d->cycle, d->flits);
		counts->refused += !room;
		n->wants = false;
	}
}

/* The header is that of address(). */
static void send(struct node *n, const struct node_setup *u, uint64_t cycle, uint32_t destination, uint32_t wanted, unsigned flits, struct packet *p)
{
	const unsigned number = flows_number(&n->sent, destination);

	p->tag = tag_of(wanted, cycle, number);
	p->source = n->index;
	p->flits = (uint8_t)flits;
	flows_set(&n->sent, destination, number + 1);
	n->credits--;
	if (u->shape->queue_slots)
		n->credit[p->queue]--;
	n->free_at = cycle + flits;
}

/* Round robin over the destinations; those found to have to wait are put aside. */
static bool inject_next(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p)
{
	while (admittance_ready(&n->queues)) {
		struct admittance_queue *queue = admittance_turn(&n->queues);
		const uint32_t destination = queue->destination;

		*p = address(n, u, destination);
		const unsigned stopped = obstacle(n, u, p);

		if (stopped == FREE) {
			const struct admitted a = admittance_pop(&n->queues, queue);

			send(n, u, cycle, destination, a.cycle, a.flits, p);
			return true;
		}
		admittance_park(&n->queues, queue, stopped);
	}
	return false;
}

static bool inject_first(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct stats_shard *stats)
{
	const struct demand *d = &n->demand;

	draw(n, u);
	if (!n->wants || d->cycle > cycle)
		return false;
	*p = address(n, u, d->destination);
	if (obstacle(n, u, p) != FREE)
		return false;
	stats_generated(stats, d->cycle, d->flits);
	send(n, u, cycle, d->destination, (uint32_t)d->cycle, d->flits, p);
	n->wants = false;
	return true;
}

bool node_inject(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct node_counts *counts,
		 struct stats_shard *stats)
{
	bool sent;

	if (cycle < n->free_at || !n->credits || n->closed)
		return false;
	if (u->injection == NODE_INJECTION_PER_DESTINATION) {
		take_demands(n, u, cycle, counts, stats);
		sent = inject_next(n, u, cycle, p);
	} else {
		sent = inject_first(n, u, cycle, p, stats);
	}
	if (sent) {
		counts->injected++;
		stats_injected(stats, cycle, n->index, p->flits);
	}
	return sent;
}

uint64_t node_due(const struct node *n, const struct node_setup *u, uint64_t cycle)
{
	uint64_t due = n->free_at > cycle ? n->free_at : cycle + 1;

	if (!n->credits || n->closed)
		return UINT64_MAX;
	if (u->injection == NODE_INJECTION_PER_DESTINATION && admittance_ready(&n->queues))
		return due;
	if (!n->wants)
		return n->ended ? UINT64_MAX : due;
	if (u->injection == NODE_INJECTION_FIFO && n->demand.cycle <= cycle)
		return UINT64_MAX;      /* it has been tried, and is stopped */
	return n->demand.cycle > due ? n->demand.cycle : due;
}

unsigned node_waiting(const struct node *n, const struct node_setup *u)
{
	return u->injection == NODE_INJECTION_PER_DESTINATION ? n->queues.used : 0;
}

bool node_drained(const struct node *n, const struct node_setup *u)
{
	return n->credits == node_all_credits(u->shape) && !n->stopped;
}
