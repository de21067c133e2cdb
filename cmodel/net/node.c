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

void node_place(struct node *n, struct arena *a, const struct node_setup *u)
{
	n->line = arena_take(a, HOT, u->shape->saqs, sizeof *n->line);
	if (u->injection == NODE_INJECTION_PER_DESTINATION)
		admittance_place(&n->queues, a, u->topology->nodes, u->shape->saqs, u->capacity);
	flows_place(&n->sent, a, u->topology->nodes);
	flows_place(&n->received, a, u->topology->nodes);
}

void node_reset(struct node *n, const struct node_setup *u, unsigned index)
{
	n->index = index;
	n->credits = (uint16_t)u->shape->slots;
	if (u->injection == NODE_INJECTION_PER_DESTINATION)
		admittance_reset(&n->queues, u->shape->saqs);
}

void node_message(struct node *n, const struct message *m)
{
	const uint32_t line = UINT32_C(1) << m->line;

	assert((n->stopped & line) == (m->xoff ? 0 : line) && "Xoff and Xon in turn");
	if (m->xoff) {
		n->line[m->line] = *m;
		n->stopped |= line;
		return;
	}
	n->stopped &= ~line;
	if (n->queues.parked)
		admittance_release(&n->queues, m->line);
}

/* A line that a packet with this route must wait for, NO_LINE: it may go. */
enum { NO_LINE = 255 };

static unsigned stopping(const struct node *n, const struct node_setup *u, const struct route *r)
{
	unsigned l;

	EACH(l, n->stopped) {
		const struct message *m = n->line + l;

		if (r->turns >= m->len && !((r->turnpool ^ m->turns) & ones(m->len * u->shape->turn_w)))
			return l;
	}
	return NO_LINE;
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
	if (p->to != (uint16_t)n->index || p->turns_left || p->turnpool) {
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

static void send(struct node *n, const struct node_setup *u, uint64_t cycle, const struct route *r, uint32_t destination,
		 uint32_t wanted, unsigned flits, struct packet *p)
{
	const unsigned number = flows_number(&n->sent, destination);

	*p = (struct packet){
		.turnpool = r->turnpool,
		.tag = tag_of(wanted, cycle, number),
		.source = n->index,
		.turns_left = (uint8_t)r->turns,
		.flits = (uint8_t)flits,
		.to = (uint16_t)destination,
	};
	flows_set(&n->sent, destination, number + 1);
	n->credits--;
	n->free_at = cycle + flits;
	(void)u;
}

/* Round robin over the destinations; those found stopped are put aside. */
static bool inject_next(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p)
{
	while (admittance_ready(&n->queues)) {
		const uint32_t destination = admittance_turn(&n->queues);
		const struct route r = u->topology->route(u->topology, n->index, destination);
		const unsigned line = stopping(n, u, &r);

		if (line == NO_LINE) {
			const struct admitted a = admittance_pop(&n->queues, destination);

			send(n, u, cycle, &r, destination, a.cycle, a.flits, p);
			return true;
		}
		admittance_park(&n->queues, destination, line);
	}
	return false;
}

static bool inject_first(struct node *n, const struct node_setup *u, uint64_t cycle, struct packet *p, struct stats_shard *stats)
{
	const struct demand *d = &n->demand;

	draw(n, u);
	if (!n->wants || d->cycle > cycle)
		return false;
	const struct route r = u->topology->route(u->topology, n->index, d->destination);

	if (stopping(n, u, &r) != NO_LINE)
		return false;
	stats_generated(stats, d->cycle, d->flits);
	send(n, u, cycle, &r, d->destination, (uint32_t)d->cycle, d->flits, p);
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
	return n->credits == u->shape->slots && !n->stopped;
}
