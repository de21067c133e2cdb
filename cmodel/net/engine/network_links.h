#pragma once

#include "network_state.h"

#include <assert.h>

/* Sends over links, and marks the banks that have to be stepped because of it. */

/* A cycle in which something arrives: where the arrival is recorded. */
struct when {
	uint64_t cycle;
	uint64_t *due;                  /* due set of its span; NULL: all banks are run anyway */
	unsigned of, row, credit;       /* indices into a bank's rings */
};

/* Where arrivals of `cycle` are recorded. few: network.few. */
static inline struct when when_of(const struct network *n, bool few, uint64_t cycle)
{
	return (struct when){ cycle, few ? NULL : due_set(&n->due, cycle), ring_of(&n->rings, cycle), ring_row(&n->rings, cycle), ring_credit(&n->rings, cycle) };
}

static inline struct when when(const struct network *n, uint64_t cycle)
{
	return when_of(n, n->few, cycle);
}

/* Mark a bank that has something to do in that cycle. */
static inline void wake(struct when at, uint32_t bank)
{
	due_add(at.due, bank);
}

/* Arrivals are written into the receiver's rings. A header is written here: */
static inline struct packet *head_slot(const struct network *n, struct when at, struct wire w)
{
	return rings_of(&n->rings, w.bank).in[at.row].packet + w.port;
}

/* The header that is in head_slot() arrives. */
static inline void head_arrives(const struct network *n, struct when at, uint32_t bank, unsigned port)
{
	rings_of(&n->rings, bank).of[at.of].head |= bit(port);
	wake(at, bank);
}

static inline void message_arrives(const struct network *n, struct when at, uint32_t bank, unsigned port, const struct message *msg)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;

	r->of[at.of].message |= bit(port);
	r->msg[at.of][port] = *msg;
	wake(at, bank);
}

static inline void credit_arrives(struct network *n, struct when at, uint32_t bank, unsigned port, uint16_t queue)
{
	const struct rings rings = rings_of(&n->rings, bank), *const r = &rings;

	r->credit[at.credit] |= bit(port);
	if (r->credit_queue)
		r->credit_queue[at.credit][port] = queue;
	wake(at, bank);
}

/* Sending: into the receiver's rings or, if they belong to another part, into the crossings to that part. */

/* Append a header or a message to what crosses to the part of w, arriving in `cycle`; the caller fills in the rest. */
static inline struct crossing *cross(struct part *p, struct wire w, uint64_t cycle, unsigned what)
{
	struct crossings *out = p->out[p->turn & 1] + w.part;
	struct crossing *x = out->at + out->n++;

	assert(out->n <= out->capacity);
	x->cycle = cycle;
	x->bank = w.bank;
	x->what = what & 0xff;
	x->port = w.port;
	return x;
}

static inline void send_head(struct network *n, struct part *p, struct wire w, struct when at, const struct packet *packet, unsigned tokens)
{
	if (w.part == p->number) {
		struct switch_in *in = rings_of(&n->rings, w.bank).in + at.row;

		in->packet[w.port] = *packet;
		in->tokens[w.port] = (uint8_t)tokens;
		head_arrives(n, at, w.bank, w.port);
	} else {
		struct crossing *x = cross(p, w, at.cycle, HEAD);

		x->tokens = (uint8_t)tokens;
		x->packet = *packet;
	}
}

/* A flit of a packet, where links carry flits of several. headers: node_kind.headers. */
static inline void send_flit(struct network *n, struct part *p, bool headers, struct wire w, struct when at, const struct packet *packet,
			     unsigned vc, unsigned flit)
{
	if (w.part == p->number) {
		struct switch_in *in = rings_of(&n->rings, w.bank).in + at.row;

		if (!headers || !flit)
			in->packet[w.port] = *packet;
		in->vc[w.port] = (uint8_t)vc;
		in->flit[w.port] = (uint8_t)flit;
		head_arrives(n, at, w.bank, w.port);
	} else {
		struct crossing *x = cross(p, w, at.cycle, HEAD);

		x->vc = (uint8_t)vc;
		x->flit = (uint8_t)flit;
		x->packet = *packet;
	}
}

static inline void send_message(struct network *n, struct part *p, struct wire w, struct when at, const struct message *msg)
{
	if (w.part == p->number) {
		message_arrives(n, at, w.bank, w.port, msg);
	} else {
		struct crossing *x = cross(p, w, at.cycle, MESSAGE);

		x->msg = *msg;
	}
}

static inline void send_credit(struct network *n, struct part *p, bool split, struct wire w, struct when at, uint16_t queue)
{
	if (!split || w.part == p->number) {
		credit_arrives(n, at, w.bank, w.port, queue);
	} else {
		struct crossings *out = p->out[p->turn & 1] + w.part;

		assert(out->credits < out->credits_most);
		out->credit[out->credits++] = (struct crossed_credit){ .cycle = at.cycle, .bank = w.bank, .port = w.port, .queue = queue };
	}
}

/* Does something arrive at a bank in that cycle? */
static inline bool something_arrives(const struct network *n, const struct rings *r, uint64_t cycle)
{
	const struct arriving *of = r->of + ring_of(&n->rings, cycle);

	return (of->head | of->message | r->credit[ring_credit(&n->rings, cycle)]) != 0;
}

/* Take what arrives at a bank in `cycle`: in that cycle, when all of it has been sent, or an earlier one, once. */
static inline struct switch_in *take_arrivals(const struct network *n, const struct rings *r, uint64_t cycle)
{
	struct arriving *const of = r->of + ring_of(&n->rings, cycle);
	struct switch_in *const in = r->in + ring_row(&n->rings, cycle);
	uint64_t *const credit = r->credit + ring_credit(&n->rings, cycle);

	in->head = of->head;
	in->message = of->message;
	in->credit = *credit;
	EACH_IN(i, of->message)
		in->msg[i] = r->msg[ring_of(&n->rings, cycle)][i];
	*of = (struct arriving){ 0 };
	*credit = 0;
	return in;
}

/* When to run a bank again: in cycle `due`, but not further ahead than due sets cover. */
static inline uint64_t look_again(const struct network *n, uint64_t due, uint64_t now)
{
	return due < now + n->horizon ? due : now + n->horizon;
}
