/* The cycles of a network: who is stepped when, and what goes over links. */
#include "network_state.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { SPINS = 2000 };

static inline uint64_t *due_switches(const struct network *n, uint64_t span)
{
	return n->due_switches + (span & n->span_mask) * n->switch_words;
}

static inline uint64_t *due_nodes(const struct network *n, uint64_t span)
{
	return n->due_nodes + (span & n->span_mask) * n->node_words;
}

/* Arrivals, written where they will be read. */
static inline void at_switch(struct network *n, const struct wire *w, uint64_t cycle, unsigned what, const void *says)
{
	struct net_switch *s = n->sw + w->to;
	struct arrivals *at = s->at + (cycle & n->row_mask);
	const size_t k = (cycle & n->load_mask) * n->ports + w->port;

	if (what == ARRIVES_CREDIT) {
		at->credit |= bit(w->port);
		if (s->credit_queue)
			s->credit_queue[(cycle & n->row_mask) * n->ports + w->port] = *(const uint16_t *)says;
	} else if (what == ARRIVES_HEAD) {
		at->head |= bit(w->port);
		s->packet[k] = *(const struct packet *)says;
	} else {
		at->message |= bit(w->port);
		s->msg[k] = *(const struct message *)says;
	}
	due_switches(n, cycle >> n->log_span)[w->to / 64] |= bit(w->to % 64);
}

static inline void at_node(struct network *n, const struct wire *w, uint64_t cycle, unsigned what, const void *says)
{
	struct net_node *d = n->node + w->to;

	d->at[cycle & n->row_mask] |= (uint8_t)what;
	if (what == ARRIVES_HEAD)
		d->packet[cycle & n->load_mask] = *(const struct packet *)says;
	else if (what == ARRIVES_MESSAGE)
		d->msg[cycle & n->load_mask] = *(const struct message *)says;
	else if (d->credit_queue)
		d->credit_queue[cycle & n->row_mask] = *(const uint16_t *)says;
	due_nodes(n, cycle >> n->log_span)[w->to / 64] |= bit(w->to % 64);
}

static inline void arrive(struct network *n, const struct wire *w, uint64_t cycle, unsigned what, const void *says)
{
	if (w->is == SWITCH)
		at_switch(n, w, cycle, what, says);
	else
		at_node(n, w, cycle, what, says);
}

static void cross(struct part *p, uint64_t span, const struct wire *w, uint64_t cycle, unsigned what, const void *says)
{
	struct crossings *out = p->out[span & 1] + w->part;
	struct crossing *x = out->at + out->n++;

	assert(out->n <= out->capacity);
	x->cycle = cycle;
	x->to = w->to;
	x->is = w->is;
	x->port = w->port;
	x->what = (uint8_t)what;
	if (what == ARRIVES_HEAD)
		x->packet = *(const struct packet *)says;
	else if (what == ARRIVES_MESSAGE)
		x->msg = *(const struct message *)says;
	else
		x->queue = *(const uint16_t *)says;
}

/* now: the cycle in which it is sent. */
static inline void post(struct network *n, struct part *p, uint64_t now, const struct wire *w, uint64_t cycle, unsigned what, const void *says)
{
	assert(w->is != NOTHING);
	if (w->part == p->number)
		arrive(n, w, cycle, what, says);
	else
		cross(p, now >> n->log_span, w, cycle, what, says);
}

/* What the other parts sent in the span before. */
static void receive(struct network *n, struct part *p, uint64_t span)
{
	for (unsigned from = 0; from < n->parts; from++) {
		const struct crossings *in = n->part[from].out[(span - 1) & 1] + p->number;

		for (unsigned k = 0; k < in->n; k++) {
			const struct crossing *x = in->at + k;
			const struct wire w = { .to = x->to, .is = x->is, .port = x->port };

			arrive(n, &w, x->cycle, x->what, &x->packet);
		}
	}
	for (unsigned to = 0; to < n->parts; to++)
		p->out[span & 1][to].n = 0;
}

static void post_results(struct network *n, struct part *p, const struct net_switch *s, uint64_t cycle)
{
	const struct switch_out *out = &p->result;
	const uint64_t sent = cycle + n->backend.depart_delay;
	unsigned o, i;

	EACH(o, out->depart) {
		post(n, p, cycle, s->wire + o, sent + n->config.link_delay, ARRIVES_HEAD, out->packet + o);
		if (n->backend.foretells)       /* granted in c, read to its end in c + flits */
			post(n, p, cycle, s->wire + out->from[o], cycle + out->packet[o].flits + 1 + n->config.link_delay, ARRIVES_CREDIT, out->queue + o);
		stats_link(p->stats, sent, s->wire[o].link, out->packet[o].flits);
		p->moved++;
	}
	EACH(i, n->backend.foretells ? 0 : out->credit)
		post(n, p, cycle, s->wire + i, cycle + 1 + n->config.link_delay, ARRIVES_CREDIT, out->credit_queue + i);
	EACH(i, out->message)
		post(n, p, cycle, s->wire + i, cycle + 1 + n->config.link_delay, ARRIVES_MESSAGE, out->msg + i);
}

static void step_switch(struct network *n, struct part *p, struct net_switch *s, uint64_t cycle)
{
	const size_t k = (cycle & n->load_mask) * n->ports;
	struct arrivals *at = s->at + (cycle & n->row_mask);
	unsigned i;

	p->in.head = at->head;
	p->in.credit = at->credit;
	p->in.message = at->message;
	EACH(i, at->head)
		p->in.packet[i] = s->packet[k + i];
	EACH(i, at->message)
		p->in.msg[i] = s->msg[k + i];
	EACH(i, s->credit_queue ? at->credit : 0)
		p->in.credit_queue[i] = s->credit_queue[(cycle & n->row_mask) * n->ports + i];
	*at = (struct arrivals){ 0, 0, 0 };
	s->due = n->backend.step(s->sw, cycle, &p->in, &p->result);
	p->steps += s->switches;
	post_results(n, p, s, cycle);
}

static inline bool something(const struct arrivals *at)
{
	return (at->head | at->credit | at->message) != 0;
}

/* When to look again: within what the rings can tell apart. */
static inline uint64_t look_again(const struct network *n, uint64_t due, uint64_t end)
{
	return due < end + n->sight ? due : end + n->sight;
}

static void run_switch(struct network *n, struct part *p, uint32_t index, uint64_t from, uint64_t to)
{
	struct net_switch *s = n->sw + index;

	for (uint64_t c = from; c < to; c++)
		if (s->due <= c || n->config.every_cycle || something(s->at + (c & n->row_mask)))
			step_switch(n, p, s, c);
	if (s->due != UINT64_MAX)
		due_switches(n, look_again(n, s->due, to) >> n->log_span)[index / 64] |= bit(index % 64);
}

/* The first failure in order of time and node: the same whoever ran it. */
static void complain(struct network *n, struct part *p, const struct net_node *d, uint64_t cycle, const struct packet *packet, const char *what)
{
	(void)n;
	if (cycle > p->wrong_cycle || (cycle == p->wrong_cycle && d->node.index >= p->wrong_node))
		return;
	p->wrong_cycle = cycle;
	p->wrong_node = d->node.index;
	snprintf(p->wrong, sizeof p->wrong, "cycle %llu, node %u: a packet of node %u (for node %u modulo 65536) %s", (unsigned long long)cycle,
		 d->node.index, packet->source, packet->to, what);
}

/* Of a sink: its only one. */
static const uint16_t sink_queue = 0;

static void run_arrivals(struct network *n, struct part *p, struct net_node *d, uint64_t cycle, unsigned what)
{
	if (what & ARRIVES_CREDIT)
		node_credit(&d->node, &n->setup, d->credit_queue ? d->credit_queue[cycle & n->row_mask] : 0);
	if (what & ARRIVES_MESSAGE)
		node_message(&d->node, d->msg + (cycle & n->load_mask));
	if (what & ARRIVES_HEAD) {
		const struct packet *packet = d->packet + (cycle & n->load_mask);
		const char *wrong = node_deliver(&d->node, &n->setup, cycle, packet, &p->counts, p->stats);

		if (wrong)
			complain(n, p, d, cycle, packet, wrong);
		/* its last flit is taken in cycle + flits - 1 */
		post(n, p, cycle, &d->wire, cycle + packet->flits + n->config.link_delay, ARRIVES_CREDIT, &sink_queue);
	}
}

static void run_node(struct network *n, struct part *p, uint32_t index, uint64_t from, uint64_t to)
{
	struct net_node *d = n->node + index;
	uint64_t due = UINT64_MAX;
	struct packet packet;

	for (uint64_t c = from; c < to; c++) {
		uint8_t *at = d->at + (c & n->row_mask);

		run_arrivals(n, p, d, c, *at);
		*at = 0;
		if (node_inject(&d->node, &n->setup, c, &packet, &p->counts, p->stats)) {
			post(n, p, c, &d->wire, c + 1 + n->config.link_delay, ARRIVES_HEAD, &packet);
			stats_link(p->stats, c + 1, d->wire.link, packet.flits);
			p->moved++;
		}
	}
	due = node_due(&d->node, &n->setup, to - 1);
	if (due != UINT64_MAX)
		due_nodes(n, look_again(n, due, to) >> n->log_span)[index / 64] |= bit(index % 64);
}

/* Cycles of one span, which stays to be run if they are not its last. */
static void run_segment(struct network *n, struct part *p, uint64_t from, uint64_t to)
{
	const uint64_t span = from >> n->log_span;
	const bool last = to >> n->log_span != span;
	uint64_t *switches = due_switches(n, span), *nodes = due_nodes(n, span);
	unsigned k;

	for (uint32_t w = p->nodes.first / 64; w < (p->nodes.end + 63) / 64; w++) {
		const uint64_t set = n->config.every_cycle ? ones(p->nodes.end - w * 64 < 64 ? p->nodes.end - w * 64 : 64) : nodes[w];

		nodes[w] = last ? 0 : nodes[w];
		EACH(k, set)
			run_node(n, p, w * 64 + k, from, to);
	}
	for (uint32_t w = p->switches.first / 64; w < (p->switches.end + 63) / 64; w++) {
		const uint64_t set = n->config.every_cycle ? ones(p->switches.end - w * 64 < 64 ? p->switches.end - w * 64 : 64) : switches[w];

		switches[w] = last ? 0 : switches[w];
		EACH(k, set)
			run_switch(n, p, w * 64 + k, from, to);
	}
}

/* All threads have come to here. */
static void meet(struct network *n)
{
	const unsigned generation = atomic_load_explicit(&n->generation, memory_order_acquire);

	if (atomic_fetch_add_explicit(&n->arrived, 1, memory_order_acq_rel) + 1 == n->parts) {
		atomic_store_explicit(&n->arrived, 0, memory_order_relaxed);
		atomic_store_explicit(&n->generation, generation + 1, memory_order_release);
		return;
	}
	for (unsigned spins = 0; atomic_load_explicit(&n->generation, memory_order_acquire) == generation; spins++)
		if (spins > SPINS)
			sched_yield();
}

static void sample(struct network *n, struct part *p, uint64_t cycle)
{
	unsigned in_use = 0;

	for (uint32_t i = p->switches.first; i < p->switches.end; i++)
		for (unsigned k = 0; k < n->sw[i].switches; k++)
			in_use += n->backend.counts(n->sw[i].sw)[k].lines_in_use;
	stats_saqs(p->stats, cycle, in_use);
}

static void run_part(struct network *n, struct part *p)
{
	const uint64_t every = n->stats->sample, spans = UINT64_C(1) << n->log_span;
	uint64_t next_sample = (n->cycle + every - 1) / every * every;
	uint64_t c = n->cycle;

	while (c < n->target) {
		uint64_t to = (c | (spans - 1)) + 1;

		if (n->parts > 1 && !(c & (spans - 1)))
			receive(n, p, c >> n->log_span);
		if (c == next_sample) {
			if (c < n->stats->config.end)
				sample(n, p, c);
			next_sample += every;
		}
		to = to < next_sample ? to : next_sample;
		to = to < n->target ? to : n->target;
		run_segment(n, p, c, to);
		c = to;
		if (n->parts > 1 && !(c & (spans - 1)))
			meet(n);
	}
}

/* A thread waits until all are there: if one cannot be had, none runs. */
enum { WAIT, RUN, LEAVE };

struct run {
	struct network *network;
	struct part *part;
};

static void *run_thread(void *argument)
{
	const struct run *r = argument;
	unsigned start;

	while ((start = atomic_load_explicit(&r->network->start, memory_order_acquire)) == WAIT)
		sched_yield();
	if (start == RUN)
		run_part(r->network, r->part);
	return NULL;
}

bool network_advance(struct network *n, uint64_t cycle)
{
	struct run run[NETWORK_THREADS];
	pthread_t thread[NETWORK_THREADS];
	unsigned started = 1;

	n->target = cycle;
	atomic_store(&n->start, WAIT);
	for (; started < n->parts; started++) {
		run[started] = (struct run){ n, n->part + started };
		if (pthread_create(thread + started, NULL, run_thread, run + started))
			break;
	}
	const bool good = started == n->parts;

	atomic_store(&n->start, good ? RUN : LEAVE);
	if (good)
		run_part(n, n->part);
	while (--started)
		pthread_join(thread[started], NULL);
	if (good)
		n->cycle = cycle;
	return good;
}
