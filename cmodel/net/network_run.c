/* The cycles of a network: who is stepped when, and what goes over links. */
#include "network_state.h"
#include "node_step.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { SPINS = 2000, CACHED_NODES = 256 };   /* CACHED_NODES: what so many have stays in a cache */

/* The bank has something to do in this cycle. */
static inline void wake(struct network *n, uint32_t bank, uint64_t cycle)
{
	n->due[(cycle >> n->log_span & n->span_mask) * n->words + bank / 64] |= bit(bank % 64);
}

/* Arrivals, written where they will be read. */
static inline struct arrivals *arrivals(const struct network *n, const struct bank *b, uint64_t cycle)
{
	return b->at + (cycle & n->row_mask);
}

static inline size_t load(const struct network *n, uint64_t cycle, unsigned port)
{
	return (cycle & n->load_mask) * SWITCH_PORTS + port;
}

static inline size_t credit(const struct network *n, uint64_t cycle, unsigned port)
{
	return (cycle & n->row_mask) * SWITCH_PORTS + port;
}

/* Where headers that arrive in one cycle are written, whatever bank they arrive at. */
struct row {
	uint64_t cycle;
	uint64_t *due;
	size_t at, load;
};

static inline struct row row_of(const struct network *n, uint64_t cycle)
{
	return (struct row){ cycle, n->due + (cycle >> n->log_span & n->span_mask) * n->words, cycle & n->row_mask, load(n, cycle, 0) };
}

static inline struct packet *head_slot(const struct network *n, uint32_t bank, unsigned port, const struct row *row)
{
	return n->bank[bank].packet + row->load + port;
}

/* What is in the slot. */
static inline void head_arrives(struct network *n, uint32_t bank, unsigned port, const struct row *row)
{
	n->bank[bank].at[row->at].head |= bit(port);
	row->due[bank / 64] |= bit(bank % 64);
}

static inline void message_arrives(struct network *n, uint32_t bank, unsigned port, uint64_t cycle, const struct message *msg)
{
	struct bank *b = n->bank + bank;

	arrivals(n, b, cycle)->message |= bit(port);
	b->msg[load(n, cycle, port)] = *msg;
	wake(n, bank, cycle);
}

static inline void credit_arrives(struct network *n, uint32_t bank, unsigned port, uint64_t cycle, uint16_t queue)
{
	struct bank *b = n->bank + bank;

	arrivals(n, b, cycle)->credit |= bit(port);
	if (b->credit_queue)
		b->credit_queue[credit(n, cycle, port)] = queue;
	wake(n, bank, cycle);
}

/* Sending, in cycle `now`: to where it arrives, or for the thread that may write there. */
static inline struct crossings *crossings_of(const struct network *n, const struct part *p, uint64_t now, const struct wire *w)
{
	return p->out[now >> n->log_span & 1] + w->part;
}

static struct crossing *cross(const struct network *n, struct part *p, uint64_t now, const struct wire *w, uint64_t cycle)
{
	struct crossings *out = crossings_of(n, p, now, w);
	struct crossing *x = out->at + out->n++;

	assert(out->n <= out->capacity);
	x->cycle = cycle;
	x->bank = w->bank;
	x->port = w->port;
	return x;
}

/* Where a header is written that may be sent: then send_written() sends it. */
static inline struct packet *to_write(const struct network *n, const struct part *p, uint64_t now, const struct wire *w, const struct row *row)
{
	if (w->part == p->number)
		return head_slot(n, w->bank, w->port, row);
	const struct crossings *out = crossings_of(n, p, now, w);

	return &out->at[out->n].packet;
}

static inline void send_written(struct network *n, struct part *p, uint64_t now, const struct wire *w, const struct row *row)
{
	if (w->part == p->number)
		head_arrives(n, w->bank, w->port, row);
	else
		cross(n, p, now, w, row->cycle)->what = HEAD;
}

static inline void send_message(struct network *n, struct part *p, uint64_t now, const struct wire *w, uint64_t cycle, const struct message *msg)
{
	if (w->part == p->number) {
		message_arrives(n, w->bank, w->port, cycle, msg);
	} else {
		struct crossing *x = cross(n, p, now, w, cycle);

		x->what = MESSAGE;
		x->msg = *msg;
	}
}

static inline void send_credit(struct network *n, struct part *p, uint64_t now, const struct wire *w, uint64_t cycle, uint16_t queue)
{
	if (w->part == p->number) {
		credit_arrives(n, w->bank, w->port, cycle, queue);
	} else {
		struct crossing *x = cross(n, p, now, w, cycle);

		x->what = CREDIT;
		x->queue = queue;
	}
}

static inline void receive_head(struct network *n, const struct crossing *x)
{
	const struct row row = row_of(n, x->cycle);

	*head_slot(n, x->bank, x->port, &row) = x->packet;
	head_arrives(n, x->bank, x->port, &row);
}

/* What the other parts sent in the span before. */
static void receive(struct network *n, struct part *p, uint64_t span)
{
	for (unsigned from = 0; from < n->parts; from++) {
		const struct crossings *in = n->part[from].out[(span - 1) & 1] + p->number;

		for (const struct crossing *x = in->at; x < in->at + in->n; x++)
			switch (x->what) {
			case HEAD:    receive_head(n, x); break;
			case MESSAGE: message_arrives(n, x->bank, x->port, x->cycle, &x->msg); break;
			case CREDIT:  credit_arrives(n, x->bank, x->port, x->cycle, x->queue); break;
			}
	}
	for (unsigned to = 0; to < n->parts; to++)
		p->out[span & 1][to].n = 0;
}

static void send_departures(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const struct switch_out *out = &p->result;
	const unsigned delay = n->config.link_delay;
	const uint64_t sent = cycle + n->backend.depart_delay;
	const struct row row = row_of(n, sent + delay);
	unsigned departed = 0, o;

	EACH(o, out->depart) {
		const unsigned flits = out->packet[o].flits;
		const struct wire *w = b->wire + o;

		*to_write(n, p, cycle, w, &row) = out->packet[o];
		send_written(n, p, cycle, w, &row);
		if (n->backend.foretells)       /* granted in c, read to its end in c + flits */
			send_credit(n, p, cycle, b->wire + out->from[o], cycle + flits + 1 + delay, out->queue[o]);
		stats_link(p->stats, sent, w->link, flits);
		departed++;
	}
	p->moved += departed;
}

static void send_results(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const struct switch_out *out = &p->result;
	const unsigned delay = n->config.link_delay;
	unsigned i;

	if (out->depart)
		send_departures(n, p, b, cycle);
	EACH(i, n->backend.foretells ? 0 : out->credit)
		send_credit(n, p, cycle, b->wire + i, cycle + 1 + delay, out->credit_queue[i]);
	EACH(i, out->message)
		send_message(n, p, cycle, b->wire + i, cycle + 1 + delay, out->msg + i);
}

static void step_switches(struct network *n, struct part *p, struct bank *b, uint64_t cycle)
{
	const struct arrivals at = *arrivals(n, b, cycle);
	unsigned i;

	*arrivals(n, b, cycle) = (struct arrivals){ 0, 0, 0 };
	p->in.head = at.head;
	p->in.credit = at.credit;
	p->in.message = at.message;
	EACH(i, at.head)
		p->in.packet[i] = b->packet[load(n, cycle, i)];
	EACH(i, at.message)
		p->in.msg[i] = b->msg[load(n, cycle, i)];
	EACH(i, b->credit_queue ? at.credit : 0)
		p->in.credit_queue[i] = b->credit_queue[credit(n, cycle, i)];
	b->due = n->backend.step(b->sw, cycle, &p->in, &p->result);
	p->steps += b->members;
	send_results(n, p, b, cycle);
}

static inline bool something(const struct arrivals *at)
{
	return (at->head | at->credit | at->message) != 0;
}

/* When to look again: within what the rings can tell apart. */
static inline uint64_t look_again(const struct network *n, uint64_t due, uint64_t now)
{
	return due < now + n->sight ? due : now + n->sight;
}

static void run_switches(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct bank *b = n->bank + bank;

	for (uint64_t c = from; c < to; c++)
		if (b->due <= c || n->config.every_cycle || something(arrivals(n, b, c)))
			step_switches(n, p, b, c);
	if (b->due != UINT64_MAX)
		wake(n, bank, look_again(n, b->due, to));
}

/* The first failure in order of time and node: the same whoever ran it. */
static void complain(struct part *p, const struct node *d, uint64_t cycle, const struct packet *packet, const char *what)
{
	if (cycle > p->wrong_cycle || (cycle == p->wrong_cycle && d->index >= p->wrong_node))
		return;
	p->wrong_cycle = cycle;
	p->wrong_node = d->index;
	snprintf(p->wrong, sizeof p->wrong, "cycle %llu, node %u: a packet of node %u (for node %u modulo 65536) %s", (unsigned long long)cycle,
		 d->index, packet->source, packet->to, what);
}

/* Of a sink: its only one. */
enum { SINK_QUEUE = 0 };

/* What a cycle will touch of nodes that no cache can hold: asked for all at once, it comes while the first of them are at work. */
static void fetch_nodes(const struct network *n, const struct bank *b, uint64_t cycle, const struct row *out)
{
	const struct arrivals *at = arrivals(n, b, cycle);
	const uint64_t tries = b->tries[cycle & n->try_mask];
	unsigned i;

	EACH(i, at->head | at->credit | tries)
		__builtin_prefetch(b->node + i, 1);
	EACH(i, at->head)
		flows_fetch(b->node[i].received, n->setup.flow_bits, b->packet[load(n, cycle, i)].source);
	EACH(i, tries) {
		const struct node *d = b->node + i;

		flows_fetch(d->sent, n->setup.flow_bits, d->demand.destination);
		workload_fetch(n->setup.workload, d->index);
		__builtin_prefetch(head_slot(n, b->wire[i].bank, b->wire[i].port, out), 1);
	}
}

/* What the links brought to nodes. Returns those that may inject because of it. */
static uint64_t take_arrivals(struct network *n, struct part *p, struct bank *b, uint64_t cycle)
{
	const struct arrivals at = *arrivals(n, b, cycle);
	uint64_t free = at.message;
	unsigned i;

	*arrivals(n, b, cycle) = (struct arrivals){ 0, 0, 0 };
	if (b->credit_queue) {
		free |= at.credit;      /* whatever waits for another queue is tried too */
		EACH(i, at.credit)
			node_credit_queue(b->node + i, &n->setup, b->credit_queue[credit(n, cycle, i)]);
	} else {
		EACH(i, at.credit)
			free |= (uint64_t)node_credit(b->node + i, &n->setup) << i;
	}
	EACH(i, at.message)
		node_message(b->node + i, &n->setup, b->msg + load(n, cycle, i));
	EACH(i, at.head) {
		const struct packet *packet = b->packet + load(n, cycle, i);
		const char *wrong = node_deliver(b->node + i, &n->setup, cycle, packet, &p->counts, p->stats);

		if (wrong)
			complain(p, b->node + i, cycle, packet, wrong);
		/* its last flit is taken in cycle + flits - 1 */
		send_credit(n, p, cycle, b->wire + i, cycle + packet->flits + n->config.link_delay, SINK_QUEUE);
	}
	return free;
}

/* Headers go out to where `out` says. */
static void inject(struct network *n, struct part *p, struct bank *b, uint32_t bank, unsigned i, uint64_t cycle, const struct row *out)
{
	struct node *d = b->node + i;
	const struct wire *w = b->wire + i;
	struct packet *packet = to_write(n, p, cycle, w, out);

	if (node_inject(d, &n->setup, cycle, packet, &p->counts, p->stats)) {
		send_written(n, p, cycle, w, out);
		stats_link(p->stats, cycle + 1, w->link, packet->flits);
	}
	const uint64_t due = node_due(d, &n->setup, cycle);

	if (due != NEVER) {
		const uint64_t next = look_again(n, due, cycle);

		b->tries[next & n->try_mask] |= bit(i);
		wake(n, bank, next);
	}
}

static void run_nodes(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct bank *b = n->bank + bank;
	unsigned i;

	for (uint64_t c = from; c < to; c++) {
		const struct row out = row_of(n, c + 1 + n->config.link_delay);

		if (n->config.topology.nodes > CACHED_NODES)
			fetch_nodes(n, b, c, &out);
		const uint64_t tries = take_arrivals(n, p, b, c) | b->tries[c & n->try_mask] | (n->config.every_cycle ? ones(b->members) : 0);

		b->tries[c & n->try_mask] = 0;
		EACH(i, tries)
			inject(n, p, b, bank, i, c, &out);
	}
}

/* Cycles of one span, which stays to be run if they are not its last. */
static void run_segment(struct network *n, struct part *p, uint64_t from, uint64_t to)
{
	const uint64_t span = from >> n->log_span;
	const bool last = to >> n->log_span != span;
	const uint32_t first = p->nodes.first, end = p->switches.end;
	uint64_t *due = n->due + (span & n->span_mask) * n->words;
	unsigned k;

	for (uint32_t w = first / 64; w < (end + 63) / 64; w++) {
		const uint64_t set = n->config.every_cycle ? ones(end - w * 64 < 64 ? end - w * 64 : 64) : due[w];

		due[w] = last ? 0 : due[w];
		EACH(k, set) {
			const uint32_t bank = w * 64 + k;

			(bank < p->nodes.end ? run_nodes : run_switches)(n, p, bank, from, to);
		}
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

	for (uint32_t b = p->switches.first; b < p->switches.end; b++)
		for (unsigned k = 0; k < n->bank[b].members; k++)
			in_use += n->backend.counts(n->bank[b].sw)[k].lines_in_use;
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
