/* Runs the cycles of a network: which bank is stepped when. */
#include "net/nodes/network_nodes.h"
#include "network_paces.h"
#include "tool.h"

#include <pthread.h>

enum { SPINS = 1 << 16 };         /* looks at the barrier before a thread sleeps: some 50 microseconds. None where threads have to share processors */

/* Set where a bank writes the departures of this cycle. */
static inline void aim_links(const struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const uint64_t sent = cycle + b->kind->backend.depart_delay, delay = n->config.link_delay;
	struct links *l = &p->links;

	l->wire = b->wire;
	l->arrival = link_arrival(&n->rings, sent + delay);
	l->credit = cycle + 1 + delay;
	l->flits = stats_links(p->stats, sent);
	l->bundle = b->bundle;
	l->bundles = b->bundles;
}

static inline void send_messages(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const struct switch_out *out = &p->result;

	EACH_IN(i, out->message)
		if (b->messages[i].bank != NO_BANK)     /* wormhole routers at the end of a mesh send to both sides */
			send_message(n, p, b->messages[i], when(n, cycle + 1 + n->config.link_delay), out->msg + i);
}

/* flits: of wormhole routers, whose departures are flits; paced: some links are slower than others. */
static ALWAYS_INLINE void send_departures(struct network *n, struct part *p, const struct bank *b, uint64_t cycle, bool flits, bool paced)
{
	const struct switch_out *out = &p->result;
	const struct backend *const e = &b->kind->backend;

	if (!(out->depart | out->message | (e->reports_grants ? 0 : out->credit)))
		return;
	const unsigned delay = n->config.link_delay;
	const uint64_t sent = cycle + e->depart_delay;
	const struct when head = when(n, sent + delay), back = when(n, cycle + 1 + delay);
	const struct wire *wire = b->wire;
	uint64_t *const link_flits = stats_links(p->stats, sent);

	EACH_IN(o, out->depart) {
		const unsigned length = flits ? 1 : out->packet[o].flits;

		if (flits)
			send_flit(n, p, false, wire[o], head, out->packet + o, out->vc[o], out->flit[o]);
		else if (paced && b->paced->slow >> o & 1)
			send_head(n, p, wire[o], when(n, head.cycle + b->paced->late[o]), out->packet + o, pace_tokens(&n->config.shape));
		else
			send_head(n, p, wire[o], head, out->packet + o, out->tokens[o]);
		if (!flits && e->reports_grants)        /* granted in c, its flit k read in c + k */
			send_credit(n, p, true, wire[out->from[o]], when(n, cycle + credit_flits(length) + 1 + delay), out->queue[o]);
		if (link_flits && wire[o].link != NO_LINK)
			link_flits[wire[o].link] += length;
	}
	EACH_IN(i, e->reports_grants ? 0 : out->credit)
		send_credit(n, p, true, wire[i], back, out->credit_queue[i]);
}

static __attribute__((noinline)) void send_results(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	send_departures(n, p, b, cycle, false, false);
}

static __attribute__((noinline)) void send_paced(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	send_departures(n, p, b, cycle, false, true);
}

static __attribute__((noinline)) void send_flits(struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	send_departures(n, p, b, cycle, true, false);
}

static __attribute__((noinline)) void count_gathers(const struct network *n, struct part *p, const struct bank *b, uint64_t cycle)
{
	const struct shape *const s = &n->config.shape;
	unsigned flits = 0;

	EACH_IN(i, p->result.message)
		flits += i % s->radix < s->local;
	stats_meta_flits(p->stats, cycle + 1, flits);
	EACH_IN(k, p->result.gathered)
		stats_gathered(p->stats, cycle, b->kind->backend.counts(b->sw)[k].gathers - 1, (b->first + k) % s->ary == 0);
}

static void step_switches(struct network *n, struct part *p, struct bank *b, const struct rings *r, uint64_t cycle)
{
	struct switch_in *const in = take_arrivals(n, r, cycle);

	if (r->credit_queue && in->credit)      /* all of them: a loop over those that there are would take longer */
		memcpy(in->credit_queue, r->credit_queue[ring_credit(&n->rings, cycle)], sizeof in->credit_queue);
	if (n->direct)
		aim_links(n, p, b, cycle);
	if (b->paced)
		network_let_go(b, cycle);
	b->due = b->kind->backend.step(b->sw, cycle, in, &p->result);
	if (b->paced)
		network_hold(n, b, cycle, &p->result);
	p->counts.steps += b->members;
	p->counts.moved += count_members(p->result.depart);
	if (!n->direct)
		(n->config.shape.by_flits ? send_flits : b->paced ? send_paced : send_results)(n, p, b, cycle);
	send_messages(n, p, b, cycle);
	if (n->config.shape.metapackets)
		count_gathers(n, p, b, cycle);
}

static void run_switches(struct network *n, struct part *p, uint32_t bank, uint64_t from, uint64_t to)
{
	struct bank *b = n->bank + bank;
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;

	for (uint64_t c = from; c < to; c++) {
		if (b->due <= c || n->config.every_cycle || something_arrives(n, r, c))
			step_switches(n, p, b, r, c);
		hot_fetch_some(&p->ahead, p->ahead.at_once);
	}
	if (b->due != UINT64_MAX)
		wake(when(n, look_again(n, b->due, to)), bank);
}

/* The bank behind bank `k` of a word of a set. */
enum { NO_NEXT = 64 };

static inline unsigned next_of(uint64_t set, unsigned k)
{
	const uint64_t behind = set & ~ones(k + 1);

	return behind ? lowest(behind) : NO_NEXT;
}

/* Prefetch what says what arrives at a bank in these cycles. */
static inline void fetch_arrivals(const struct network *n, uint32_t bank, uint64_t from, uint64_t to)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;

	prefetch(r->credit + ring_credit(&n->rings, from));
	for (uint64_t c = from; c < to; c++) {
		prefetch(r->of + ring_of(&n->rings, c));
		prefetch(r->in + ring_row(&n->rings, c));
	}
}

/* Prefetch what a bank of switches will touch in these cycles because headers arrive. */
static void fetch_heads(const struct network *n, uint32_t bank, uint64_t from, uint64_t to)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;
	const struct bank *const b = n->bank + bank;
	uint64_t heads = 0;

	for (uint64_t c = from; c < to; c++) {
		const uint64_t arriving = r->of[ring_of(&n->rings, c)].head;
		const struct switch_in *in = r->in + ring_row(&n->rings, c);

		EACH_IN(i, arriving) {
			prefetch(in->packet + i);
			prefetch((const char *)(in->packet + i + 1) - 1);
		}
		heads |= arriving;
	}
	if (b->kind->backend.fetch)
		b->kind->backend.fetch(b->sw, heads, n->large);
}

/*
 * In a network that is not in the second cache, prefetch for the two banks that are run after bank `k` of a word of a set: while that one is run, it
 * arrives. Of nodes on links with VCs, and of those of wormhole networks, only what arrives. Of switches in a large network also what they will touch in any
 * case: while another bank is run through so many cycles, so that processor and memory work at the same time.
 */
static inline void fetch_ahead(const struct network *n, struct part *p, uint32_t word, uint64_t set, unsigned k, uint64_t from, uint64_t to)
{
	const unsigned next = next_of(set, k);

	if (next == NO_NEXT)
		return;
	const unsigned after = next_of(set, next);

	if (after != NO_NEXT) {
		fetch_arrivals(n, word * 64 + after, from, to);
		prefetch(n->bank + word * 64 + after + 1);      /* what is behind `after` is mostly this one */
		if (n->large && word * 64 + after >= p->nodes.end) {
			const struct bank *const b = n->bank + word * 64 + after;

			prefetch_lines(b->wire, b->members * b->kind->shape->radix * sizeof *b->wire);
			hot_fetch_begin(&p->ahead, &b->kind->hot, b->sw, (unsigned)(to - from));
		}
	}
	if (word * 64 + next >= p->nodes.end)
		fetch_heads(n, word * 64 + next, from, to);
	else if (!n->setup.kind.cells && !n->setup.kind.flits)
		network_fetch_nodes(n, p, word * 64 + next, from, to);
}

/* Of these banks of a word of a set, those that have something to do in these cycles. The spans that end with them are done with. */
static uint64_t take_due(const struct network *n, uint32_t word, uint64_t banks, uint64_t from, uint64_t to)
{
	const unsigned log = n->due.log_span;
	uint64_t set = 0;

	for (uint64_t span = from >> log; span << log < to; span++) {
		uint64_t *const due = due_set(&n->due, span << log) + word;

		set |= *due & banks;
		if ((span + 1) << log <= to)
			*due &= ~banks;
	}
	return set;
}

/* Run those of these banks that are of a side through cycles of a turn. */
static void run_side(struct network *n, struct part *p, struct range r, unsigned side, uint64_t from, uint64_t to)
{
	for (uint32_t w = r.first / 64; w < (r.end + 63) / 64; w++) {
		const uint64_t before = r.first > w * 64 ? ones(r.first - w * 64) : 0, here = ones(r.end - w * 64 < 64 ? r.end - w * 64 : 64) & ~before;
		const uint64_t banks = here & (side ? n->side[w] : ~n->side[w]);
		const uint64_t due = n->few ? banks : take_due(n, w, banks, from, to), set = n->config.every_cycle ? banks : due;

		EACH_IN(k, set) {
			const uint32_t bank = w * 64 + k;

			if (!n->few)
				fetch_ahead(n, p, w, set, k, from, to);
			(bank < p->nodes.end ? n->run_nodes : run_switches)(n, p, bank, from, to);
		}
	}
}

/* Change what threads wait for, and wake those that sleep. */
static void announce(struct network *n, atomic_uint *what, unsigned value)
{
	pthread_mutex_lock(&n->lock);
	atomic_store_explicit(what, value, memory_order_release);
	pthread_mutex_unlock(&n->lock);
	pthread_cond_broadcast(&n->changed);
}

/*
 * Wait until *what is no longer `old`, and return its new value. A thread spins first, because the others are seldom far behind. Then it
 * sleeps: where other programs run as well, a spinning thread would take the processor that the last thread needs.
 */
static unsigned wait_for(struct network *n, atomic_uint *what, unsigned old)
{
	unsigned now = old;

	for (unsigned spins = 0; now == old && spins < n->spins; spins++)
		now = atomic_load_explicit(what, memory_order_acquire);
	if (now != old)
		return now;
	pthread_mutex_lock(&n->lock);
	while ((now = atomic_load_explicit(what, memory_order_relaxed)) == old)
		pthread_cond_wait(&n->changed, &n->lock);
	pthread_mutex_unlock(&n->lock);
	return now;
}

/* At the end of a turn. Barrier: wait until all threads are here. The last one sends to other processes what crossed in the turn; with several threads, it waits
 * for what they send as well. */
static void meet(struct network *n)
{
	const unsigned generation = atomic_load_explicit(&n->generation, memory_order_acquire);

	if (atomic_fetch_add_explicit(&n->arrived, 1, memory_order_acq_rel) + 1 == n->parts) {
		atomic_store_explicit(&n->arrived, 0, memory_order_relaxed);
		if (n->exchange)
			exchange_send(n);
		if (n->parts > 1)
			exchange_end(n);
		announce(n, &n->generation, generation + 1);
	} else {
		wait_for(n, &n->generation, generation);
	}
}

static void sample(struct network *n, struct part *p, uint64_t cycle)
{
	unsigned in_use = 0;

	for (uint32_t b = p->switches.first; b < p->switches.end; b++)
		for (unsigned k = 0; k < n->bank[b].members; k++)
			in_use += n->kind[KIND_SWITCH].backend.counts(n->bank[b].sw)[k].lines_in_use;
	stats_saqs(p->stats, cycle, in_use);
	if (n->stats->config.gather && n->part_of_switch[0] == p->number) {     /* with a side band all routers know the same */
		const struct switch_throttle t = n->kind[KIND_SWITCH].backend.throttle(network_bank(n, n->place_of_switch[0])->sw, 0, cycle);

		stats_throttle(p->stats, cycle, &t);
	}
}

/* While other processes still send, the banks are run that nothing crosses to. */
static void run_turn(struct network *n, struct part *p, unsigned side, uint64_t from, uint64_t to)
{
	struct range left = { p->nodes.first, p->switches.end };

	if (n->all_parts > 1)
		network_forget(n, p, p->turn & 1);
	if (exchange_under_way(n->exchange)) {
		run_side(n, p, (struct range){ left.first, n->border }, side, from, to);
		left.first = n->border;
		exchange_end(n);
	}
	if (n->all_parts > 1)
		network_receive(n, p);
	run_side(n, p, left, side, from, to);
	if (p->links.later)
		links_finish(&p->links);
	if (n->all_parts > 1)
		meet(n);
	p->turn++;
}

/* Run all cycles from `from` to `to` - 1. All banks are at cycle `from` before, and at `to` afterwards: turns are cut there. */
static void run_cycles(struct network *n, struct part *p, uint64_t from, uint64_t to)
{
	const unsigned log = n->due.log_span, sides = n->sides;

	for (uint64_t t = from >> log; (t + 1 - sides) << log < to || !t; t++) {
		const uint64_t first = t ? (t + 1 - sides) << log : 0, end = (t + 1) << log;

		run_turn(n, p, (unsigned)t & (sides - 1), first > from ? first : from, end < to ? end : to);
	}
	exchange_end(n);
}

static void run_part(struct network *n, struct part *p)
{
	const uint64_t every = n->stats->sample;

	for (uint64_t c = n->cycle, to; c < n->target; c = to) {
		if (c % every == 0 && c < n->stats->config.end)
			sample(n, p, c);
		to = (c / every + 1) * every;
		to = to < n->target ? to : n->target;
		run_cycles(n, p, c, to);
	}
	stats_flush(p->stats);
}

/* Threads wait until all of them exist. If one cannot be created, none runs. */
enum { WAIT, RUN, LEAVE };

struct run {
	struct network *network;
	struct part *part;
};

static void *run_thread(void *argument)
{
	const struct run *r = argument;

	if (wait_for(r->network, &r->network->start, WAIT) == RUN)
		run_part(r->network, r->part);
	return NULL;
}

bool network_advance(struct network *n, uint64_t cycle)
{
	struct run run[NETWORK_THREADS];
	pthread_t thread[NETWORK_THREADS];
	unsigned started = 1;

	n->target = cycle;
	n->spins = tool_processors() < n->parts ? 0 : SPINS;
	atomic_store(&n->start, WAIT);
	for (; started < n->parts; started++) {
		run[started] = (struct run){ n, n->part + started };
		if (pthread_create(thread + started, NULL, run_thread, run + started))
			break;
	}
	uint64_t missing = started < n->parts;

	processes_sum(n->config.processes, &missing, 1);
	const bool good = !missing;

	announce(n, &n->start, good ? RUN : LEAVE);
	if (good)
		run_part(n, n->part);
	while (--started)
		pthread_join(thread[started], NULL);
	if (good)
		n->cycle = cycle;
	return good;
}
