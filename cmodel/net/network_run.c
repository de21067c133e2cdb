/* The cycles of a network: who is stepped when, and what goes over links. */
#include "network_state.h"
#include "node_step.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { SPINS = 2000, CACHED_NODES = 256 };   /* CACHED_NODES: what so many have stays in a cache */

/* A cycle in which something arrives: where that is said. */
struct when {
	uint64_t cycle;
	uint64_t *due;                  /* of its span */
	unsigned in, credit;            /* into a bank's rings */
};

static inline struct when when(const struct network *n, uint64_t cycle)
{
	return (struct when){ cycle, n->due + ((cycle >> n->log_span & n->span_mask) << n->log_words), (unsigned)cycle & n->in_mask, (unsigned)cycle & n->credit_mask };
}

/* The bank has something to do then. */
static inline void wake(struct when at, uint32_t bank)
{
	at.due[bank / 64] |= bit(bank % 64);
}

/* Arrivals, written where they will be read. */
static inline struct packet *head_slot(const struct network *n, struct when at, struct wire w)
{
	return n->bank[w.bank].in[at.in].packet + w.port;
}

/* What is in the slot. */
static inline void head_arrives(struct network *n, struct when at, uint32_t bank, unsigned port)
{
	n->bank[bank].in[at.in].head |= bit(port);
	wake(at, bank);
}

static inline void message_arrives(struct network *n, struct when at, uint32_t bank, unsigned port, const struct message *msg)
{
	struct switch_in *in = n->bank[bank].in + at.in;

	in->message |= bit(port);
	in->msg[port] = *msg;
	wake(at, bank);
}

static inline void credit_arrives(struct network *n, struct when at, uint32_t bank, unsigned port, uint16_t queue)
{
	struct bank *b = n->bank + bank;

	b->credit[at.credit] |= bit(port);
	if (b->credit_queue)
		b->credit_queue[at.credit][port] = queue;
	wake(at, bank);
}

/* Sending, in cycle `now`: to where it arrives, or for the thread that may write there. */
static inline struct crossings *crossings_of(const struct network *n, const struct part *p, uint64_t now, struct wire w)
{
	return p->out[now >> n->log_span & 1] + w.part;
}

static struct crossing *cross(const struct network *n, struct part *p, uint64_t now, struct wire w, uint64_t cycle)
{
	struct crossings *out = crossings_of(n, p, now, w);
	struct crossing *x = out->at + out->n++;

	assert(out->n <= out->capacity);
	x->cycle = cycle;
	x->bank = w.bank;
	x->port = w.port;
	return x;
}

/* Where a header is written that may be sent: then send_written() sends it. */
static inline struct packet *to_write(const struct network *n, const struct part *p, uint64_t now, struct wire w, struct when at)
{
	if (w.part == p->number)
		return head_slot(n, at, w);
	const struct crossings *out = crossings_of(n, p, now, w);

	return &out->at[out->n].packet;
}

static inline void send_written(struct network *n, struct part *p, uint64_t now, struct wire w, struct when at)
{
	if (w.part == p->number)
		head_arrives(n, at, w.bank, w.port);
	else
		cross(n, p, now, w, at.cycle)->what = HEAD;
}

static inline void send_head(struct network *n, struct part *p, uint64_t now, struct wire w, struct when at, const struct packet *packet)
{
	*to_write(n, p, now, w, at) = *packet;
	send_written(n, p, now, w, at);
}

static inline void send_message(struct network *n, struct part *p, uint64_t now, struct wire w, struct when at, const struct message *msg)
{
	if (w.part == p->number) {
		message_arrives(n, at, w.bank, w.port, msg);
	} else {
		struct crossing *x = cross(n, p, now, w, at.cycle);

		x->what = MESSAGE;
		x->msg = *msg;
	}
}

static inline void send_credit(struct network *n, struct part *p, uint64_t now, struct wire w, struct when at, uint16_t queue)
{
	if (w.part == p->number) {
		credit_arrives(n, at, w.bank, w.port, queue);
	} else {
		struct crossing *x = cross(n, p, now, w, at.cycle);

		x->what = CREDIT;
		x->queue = queue;
	}
}

/* What the other parts sent in the span before. */
static void receive(struct network *n, struct part *p, uint64_t span)
{
	for (unsigned from = 0; from < n->parts; from++) {
		const struct crossings *in = n->part[from].out[(span - 1) & 1] + p->number;

		for (const struct crossing *x = in->at; x < in->at + in->n; x++) {
			const struct when at = when(n, x->cycle);

			switch (x->what) {
			case HEAD:
				n->bank[x->bank].in[at.in].packet[x->port] = x->packet;
				head_arrives(n, at, x->bank, x->port);
				break;
			case MESSAGE: message_arrives(n, at, x->bank, x->port, &x->msg); break;
			case CREDIT:  credit_arrives(n, at, x->bank, x->port, x->queue); break;
			}
		}
	}
	for (unsigned to = 0; to < n->parts; to++)
		p->out[span & 1][to].n = 0;
}

static void send_results(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const struct switch_out *out = &p->result;
	const unsigned delay = n->config.link_delay;
	const uint64_t sent = cycle + n->backend.depart_delay;
	const struct when head = when(n, sent + delay), back = when(n, cycle + 1 + delay);
	const struct wire *wire = b->wire;
	unsigned o, i;

	EACH(o, out->depart) {
		const unsigned flits = out->packet[o].flits;

		send_head(n, p, cycle, wire[o], head, out->packet + o);
		if (n->backend.foretells)       /* granted in c, read to its end in c + flits */
			send_credit(n, p, cycle, wire[out->from[o]], when(n, cycle + flits + 1 + delay), out->queue[o]);
		stats_link(p->stats, sent, wire[o].link, flits);
		p->moved++;
	}
	EACH(i, n->backend.foretells ? 0 : out->credit)
		send_credit(n, p, cycle, wire[i], back, out->credit_queue[i]);
	EACH(i, out->message)
		send_message(n, p, cycle, wire[i], back, out->msg + i);
}

/* What the links bring to a bank in a cycle: complete now that it has come. */
static inline struct switch_in *arrivals(const struct network *n, const struct bank *b, uint64_t cycle)
{
	struct switch_in *in = b->in + (cycle & n->in_mask);
	uint64_t *credit = b->credit + (cycle & n->credit_mask);

	in->credit = *credit;
	*credit = 0;
	return in;
}

static inline void arrived(struct switch_in *in)
{
	in->head = in->credit = in->message = 0;
}

static void step_switches(struct network *n, struct part *p, struct bank *b, uint64_t cycle)
{
	struct switch_in *in = arrivals(n, b, cycle);
	unsigned i;

	EACH(i, b->credit_queue ? in->credit : 0)
		in->credit_queue[i] = b->credit_queue[cycle & n->credit_mask][i];
	b->due = n->backend.step(b->sw, cycle, in, &p->result);
	arrived(in);
	p->steps += b->members;
	send_results(n, p, b, cycle);
}

static inline bool something(const struct network *n, const struct bank *b, uint64_t cycle)
{
	const struct switch_in *in = b->in + (cycle & n->in_mask);

	return (in->head | in->message | b->credit[cycle & n->credit_mask]) != 0;
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
		if (b->due <= c || n->config.every_cycle || something(n, b, c))
			step_switches(n, p, b, c);
	if (b->due != UINT64_MAX)
		wake(when(n, look_again(n, b->due, to)), bank);
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

/* What the links brought to nodes. Returns those that may inject because of it. */
static uint64_t take_arrivals(struct network *n, struct part *p, struct bank *b, uint64_t cycle)
{
	struct switch_in *in = arrivals(n, b, cycle);
	uint64_t free = in->message;
	unsigned i;

	if (b->credit_queue) {
		free |= in->credit;     /* whatever waits for another queue is tried too */
		EACH(i, in->credit)
			node_credit_queue(b->node + i, &n->setup, b->credit_queue[cycle & n->credit_mask][i]);
	} else {
		EACH(i, in->credit)
			free |= (uint64_t)node_credit(b->node + i, &n->setup) << i;
	}
	EACH(i, in->message)
		node_message(b->node + i, &n->setup, in->msg + i);
	EACH(i, in->head) {
		const struct packet *packet = in->packet + i;
		const char *wrong = node_deliver(b->node + i, &n->setup, cycle, packet, &p->counts, p->stats);

		if (wrong)
			complain(p, b->node + i, cycle, packet, wrong);
		/* its last flit is taken in cycle + flits - 1 */
		send_credit(n, p, cycle, b->wire[i], when(n, cycle + packet->flits + n->config.link_delay), SINK_QUEUE);
	}
	arrived(in);
	return free;
}

/* What a cycle will touch of nodes that no cache can hold: asked for all at once, it comes while the first of them are at work. */
static void fetch_nodes(const struct network *n, const struct bank *b, uint64_t cycle, struct when out)
{
	const struct switch_in *in = b->in + (cycle & n->in_mask);
	const uint64_t tries = b->tries[cycle & n->try_mask];
	unsigned i;

	EACH(i, in->head | b->credit[cycle & n->credit_mask] | tries)
		__builtin_prefetch(b->node + i, 1);
	EACH(i, in->head)
		flows_fetch(b->node[i].received, n->setup.flow_bits, in->packet[i].source);
	EACH(i, tries) {
		const struct node *d = b->node + i;

		flows_fetch(d->sent, n->setup.flow_bits, d->demand.destination);
		workload_fetch(n->setup.workload, d->index);
		__builtin_prefetch(head_slot(n, out, b->wire[i]), 1);
	}
}

/* Headers arrive at `out`. */
static void inject(struct network *n, struct part *p, struct bank *b, uint32_t bank, unsigned i, uint64_t cycle, struct when out)
{
	struct node *d = b->node + i;
	const struct wire w = b->wire[i];
	struct packet *packet = to_write(n, p, cycle, w, out);

	if (node_inject(d, &n->setup, cycle, packet, &p->counts, p->stats)) {
		send_written(n, p, cycle, w, out);
		stats_link(p->stats, cycle + 1, w.link, packet->flits);
	}
	const uint64_t due = node_due(d, &n->setup, cycle);

	if (due != NEVER) {
		const uint64_t next = look_again(n, due, cycle);

		b->tries[next & n->try_mask] |= bit(i);
		wake(when(n, next), bank);
	}
}

static void run_nodes(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct bank *b = n->bank + bank;
	unsigned i;

	for (uint64_t c = from; c < to; c++) {
		const struct when out = when(n, c + 1 + n->config.link_delay);

		if (n->config.topology.nodes > CACHED_NODES)
			fetch_nodes(n, b, c, out);
		const uint64_t tries = take_arrivals(n, p, b, c) | b->tries[c & n->try_mask] | (n->config.every_cycle ? ones(b->members) : 0);

		b->tries[c & n->try_mask] = 0;
		EACH(i, tries)
			inject(n, p, b, bank, i, c, out);
	}
}

/* Cycles of one span, which stays to be run if they are not its last. */
static void run_segment(struct network *n, struct part *p, uint64_t from, uint64_t to)
{
	const uint64_t span = from >> n->log_span;
	const bool last = to >> n->log_span != span;
	const uint32_t first = p->nodes.first, end = p->switches.end;
	uint64_t *due = n->due + ((span & n->span_mask) << n->log_words);
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
