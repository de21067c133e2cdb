#ifndef SLOT_NIC_PAGE_H
#define SLOT_NIC_PAGE_H

/*
 * A second model of the network interface for links that count slots: its registers, and what each becomes in a cycle, as
 * docs/internals/microarchitecture-slot-nic.md has it.
 */
#include "asserts.h"
#include "switch.h"

#include <string.h>

enum { NETWORK, HOST, NONE = -1 };
enum { SEND_MOST = 130, SLOTS_MOST = 520, FLITS_MOST = 8, LINES_MOST = 8, SINK_MOST = 32 };

struct flit {
	struct packet packet;
	unsigned number;
};

/* What one cycle brings. */
struct wire {
	bool valid, head;
	struct flit flit;
};

struct inputs {
	struct wire rx[2];
	bool credit[2];
	unsigned credit_class;
	bool message;
	struct message m;
};

/* A memory with its read side, as both sides have it. */
struct reader {
	unsigned raddr, rd_left;
	bool rd_valid, rd_head, credit;
	struct flit rdata;
};

struct registers {
	/* DQU */
	unsigned head[SEND_MOST], tail[SEND_MOST], count[SEND_MOST], flits[SLOTS_MOST], waddr, credit_queue;
	int enter, pop;
	struct reader read;
	struct flit data[SLOTS_MOST * FLITS_MOST];
	/* NRT, filters, NCU */
	struct table_route route;
	uint64_t turns[LINES_MOST];
	unsigned len[LINES_MOST];
	bool xoff[LINES_MOST], list[LINES_MOST][SEND_MOST], stop[LINES_MOST];
	unsigned used[LINES_MOST];
	/* NSJ, NLO */
	int cand, last;
	bool parked[SEND_MOST];
	unsigned by[SEND_MOST];
	struct table_route go, put;
	struct { bool valid, head; struct flit data; } tx[2];
	/* NRF */
	unsigned sink_head, sink_tail, sink_count, sink_flits[SINK_MOST], sink_waddr, host_used;
	bool sink_enter, sink_pop;
	struct reader sink_read;
	struct flit sink_data[SINK_MOST * FLITS_MOST];
};

enum kind { BY_ROUTE, BY_LIST, BY_CLASS, BY_PRIORITY, KINDS };

struct nic {
	const struct shape *shape;
	enum kind kind;
	struct table_route table[SEND_MOST];
	struct registers now;
	struct { unsigned parked, again, met, waited; } seen;   /* queues parked; once more; not, since the line let go; candidates that waited */
};

static inline unsigned after(unsigned place, unsigned n)
{
	return (place + 1) % n;
}

static inline unsigned queue_of(const struct nic *nic, const struct packet *p)
{
	return nic->kind == BY_ROUTE ? (unsigned)p->turnpool : nic->kind == BY_PRIORITY ? p->queue : p->destination;
}

/* The read side in a cycle; packet: the slot's first address where one pops. */
static inline void pass_reader(struct reader *next, const struct reader *now, const struct flit *data, bool popping, unsigned address, unsigned words,
			       bool gnt, unsigned gnt_flits)
{
	const unsigned raddr = popping ? address : now->raddr;

	next->rd_left = gnt ? gnt_flits : now->rd_left ? now->rd_left - 1 : 0;
	if (now->rd_left) {
		next->rdata = data[raddr];
		next->raddr = (raddr + 1) & (unsigned)ones(clog2(words));
	}
	next->rd_valid = now->rd_left != 0;
	next->rd_head = popping;
	next->credit = now->rd_left == 1;
}

static inline bool stopped_by(const struct nic *nic, unsigned cand, unsigned *by)
{
	const struct shape *s = nic->shape;
	const struct registers *r = &nic->now;

	switch (nic->kind) {
	case BY_ROUTE:
		for (*by = 0; *by < s->saqs; ++*by)
			if (r->xoff[*by] && r->len[*by] <= r->route.left && !((r->turns[*by] ^ r->route.turns) & ones(r->len[*by] * s->turn_w)))
				return true;
		return false;
	case BY_LIST:
		for (*by = 0; *by < s->saqs; ++*by)
			if (r->list[*by][cand])
				return true;
		return false;
	case BY_CLASS:
		*by = r->route.queue;
		return r->used[*by] == s->class_credits;
	default:
		*by = cand;
		return r->stop[cand];
	}
}

static inline bool released(const struct nic *nic, const struct inputs *in, unsigned line)
{
	if (nic->kind == BY_CLASS)
		return in->credit[NETWORK] && in->credit_class == line;
	if (nic->kind == BY_PRIORITY)
		return in->message && !(in->m.stops >> line & 1);
	return in->message && !in->m.xoff && in->m.line == line;
}

static inline void pass_filter(struct nic *nic, struct registers *next, const struct inputs *in)
{
	const struct message *m = &in->m;

	if (!in->message)
		return;
	if (nic->kind == BY_ROUTE) {
		next->xoff[m->line] = m->xoff;
		if (m->xoff) {
			next->turns[m->line] = m->turns;
			next->len[m->line] = m->len;
		}
	} else if (nic->kind == BY_LIST) {
		if (m->xoff)
			next->list[m->line][m->destination] = true;
		else
			memset(next->list[m->line], 0, sizeof next->list[m->line]);
	} else {
		for (unsigned q = 0; q < nic->shape->queues; q++)
			next->stop[q] = m->stops >> q & 1;
	}
}

static inline int select_queue(const struct nic *nic)
{
	const struct registers *r = &nic->now;
	const int n = (int)nic->shape->send_queues;

	for (int k = 1; k <= n; k++) {
		const int q = (r->last + k) % n;

		if (r->count[q] > (unsigned)(r->pop == q) + (r->cand == q) && !r->parked[q])
			return q;
	}
	return NONE;
}

/* Of the first flit of a packet that comes in this cycle. */
static inline unsigned first_address(const struct nic *nic, const struct packet *p)
{
	const unsigned q = queue_of(nic, p);

	return (q * nic->shape->source_slots + nic->now.tail[q]) * nic->shape->packet_flits;
}

/* The send side in a cycle. Returns whether it grants. */
static inline bool pass_send(struct nic *nic, struct registers *next, const struct inputs *in)
{
	const struct shape *s = nic->shape;
	const struct registers *r = &nic->now;
	const struct wire *rx = in->rx + HOST;
	const unsigned pf = s->packet_flits, class = nic->kind == BY_CLASS ? r->route.queue : 0, slots = s->source_slots;
	unsigned by = 0, place = 0, gnt_flits = 0;
	bool park = false, go = false;

	next->enter = NONE;
	if (rx->valid) {
		unsigned address = r->waddr;

		if (rx->head) {
			const unsigned q = queue_of(nic, &rx->flit.packet);

			address = first_address(nic, &rx->flit.packet);
			next->flits[address / pf] = rx->flit.packet.flits;
			next->tail[q] = after(r->tail[q], slots);
			next->enter = (int)q;
		}
		next->data[address] = rx->flit;
		next->waddr = (address + 1) & (unsigned)ones(s->send_aw);
	}
	if (r->cand != NONE) {
		const unsigned c = (unsigned)r->cand;
		const bool stopped = s->holders && stopped_by(nic, c, &by);

		assert_true(r->count[c] > (unsigned)(r->pop == r->cand));
		place = r->pop == r->cand ? after(r->head[c], slots) : r->head[c];
		gnt_flits = r->flits[c * slots + place];
		park = stopped;
		go = !stopped && r->used[class] != s->class_credits && r->read.rd_left <= 1;
	}
	if (r->cand == NONE || park || go) {
		next->cand = select_queue(nic);
		if (next->cand != NONE) {
			next->last = next->cand;
			next->route = nic->table[next->cand];
		}
	}
	nic->seen.parked += park;
	nic->seen.again += park && r->parked[r->cand];
	nic->seen.met += park && released(nic, in, by);
	nic->seen.waited += r->cand != NONE && !park && !go;
	for (int q = 0; q < (int)s->send_queues; q++) {
		if (park && q == r->cand && !released(nic, in, by)) {
			next->parked[q] = true;
			next->by[q] = by;
		} else if (r->parked[q] && released(nic, in, r->by[q])) {
			next->parked[q] = false;
		}
		next->count[q] = r->count[q] + (r->enter == q) - (r->pop == q);
		if (r->pop == q)
			next->head[q] = after(r->head[q], slots);
	}
	next->pop = go ? r->cand : NONE;
	if (go)
		next->go = r->route;
	if (r->pop != NONE) {
		next->put = r->go;
		next->credit_queue = (unsigned)r->pop;
	}
	next->used[class] += go;
	next->used[in->credit_class] -= in->credit[NETWORK];
	pass_reader(&next->read, &r->read, r->data, r->pop != NONE, r->pop == NONE ? 0 : ((unsigned)r->pop * slots + r->head[r->pop]) * pf,
		    s->send_slots * pf, go, gnt_flits);
	return go;
}

static inline bool pass_receive(struct nic *nic, struct registers *next, const struct inputs *in)
{
	const struct shape *s = nic->shape;
	const struct registers *r = &nic->now;
	const struct wire *rx = in->rx + NETWORK;
	const unsigned pf = s->packet_flits, n = s->sink_slots;
	const unsigned place = r->sink_pop ? after(r->sink_head, n) : r->sink_head;
	const bool gnt = r->sink_count + r->sink_enter > r->sink_pop && r->sink_read.rd_left <= 1 && r->host_used != s->host_slots;

	next->sink_enter = rx->valid && rx->head;
	if (rx->valid) {
		const unsigned address = rx->head ? r->sink_tail * pf : r->sink_waddr;

		next->sink_data[address] = rx->flit;
		next->sink_waddr = (address + 1) & (unsigned)ones(s->sink_aw);
		if (rx->head) {
			next->sink_flits[r->sink_tail] = rx->flit.packet.flits;
			next->sink_tail = after(r->sink_tail, n);
		}
	}
	next->sink_count = r->sink_count + r->sink_enter - r->sink_pop;
	if (r->sink_pop)
		next->sink_head = after(r->sink_head, n);
	next->sink_pop = gnt;
	next->host_used = r->host_used + gnt - in->credit[HOST];
	pass_reader(&next->sink_read, &r->sink_read, r->sink_data, r->sink_pop, r->sink_head * pf, n * pf, gnt, r->sink_flits[place]);
	return gnt;
}

static inline void pass_link(const struct nic *nic, struct registers *next, unsigned port, const struct reader *from)
{
	next->tx[port].valid = from->rd_valid;
	next->tx[port].head = from->rd_head;
	if (from->rd_valid)
		next->tx[port].data = from->rdata;
	if (port == NETWORK && from->rd_head && nic->kind == BY_ROUTE) {
		next->tx[port].data.packet.turnpool = nic->now.put.turns;
		next->tx[port].data.packet.turns_left = nic->now.put.left;
	} else if (port == NETWORK && from->rd_head && nic->kind == BY_CLASS) {
		next->tx[port].data.packet.queue = nic->now.put.queue;
	}
}

#endif
