#pragma once

/* The network interface for links that count slots, of each kind, driven by hand: what its host, and the switch at its link, do in a cycle. */
#include "cmodel_harness.h"

enum { NETWORK, HOST, NODES = 8, LINES = 2, TURN_W = 2, SOURCE_SLOTS = 6, SLOTS = 12, HOST_SLOTS = 3, CLASSES = 3, LONGEST = 8 };

enum kind { ROUTES, LISTED, CLASSED, PRIORITY, PLAIN, KINDS };

/* PLAIN: recn-iq-nic without lines. Destination d has turns d mod 4, d / 4; class d mod 3. */
static inline struct harness harness_with(enum kind kind, bool table)
{
	static const char *const own[KINDS] = {
		"recn-iq-nic saqs=2 radix=4 turnpool_bits=5", "fbicm-nic cfqs=2", "static-nic queues=3", "pfc-nic queues=4", "recn-iq-nic saqs=0 radix=4 turnpool_bits=5",
	};
	const bool by_route = kind == ROUTES || kind == PLAIN;
	struct harness h = harness_new(params_given("scheme=%s nodes=8 slots=12 packet_flits=8 source_slots=6 host_slots=3", own[kind]));

	for (unsigned d = 0; table && d < NODES; d++)
		if (by_route)
			switch_configure_route(h.sw, 0, d, &(struct table_route){ .turns = d % 4 | (d / 4) << TURN_W, .left = 2 });
		else if (kind == CLASSED)
			switch_configure_word(h.sw, 0, d, &(struct table_entry){ .queue = (uint16_t)(d % CLASSES) });
	return h;
}

static inline struct harness harness_of(enum kind kind)
{
	return harness_with(kind, true);
}

/* A header in the next cycle, from the host. to: destination, or priority. */
static inline void put(struct harness *h, unsigned to, unsigned flits, uint64_t tag)
{
	struct packet p = { .tag = tag, .source = HOST, .flits = flits & 0xfff };

	h->in.head |= 1 << HOST;
	if (h->shape.by_route) {
		p.turnpool = to;
	} else {
		p.destination = h->shape.messages == MESSAGES_QUEUE ? 0 : to;
		p.queue = h->shape.messages == MESSAGES_QUEUE ? to : 0;
	}
	h->in.packet[HOST] = p;
}

/* From the network, for the host. */
static inline void bring(struct harness *h, unsigned flits, uint64_t tag)
{
	h->in.head |= 1 << NETWORK;
	h->in.packet[NETWORK] = (struct packet){ .tag = tag, .source = 3, .flits = flits & 0xfff };
	if (h->shape.by_route)
		h->in.packet[NETWORK].turnpool = 0x15;
	else
		h->in.packet[NETWORK].destination = 5;
}

/* The switch stops what packets to a destination or of a priority need, by a line; or lets the line go. */
static inline void say(struct harness *h, bool stop, unsigned line, unsigned to)
{
	struct message m = { .xoff = stop, .line = (uint16_t)line, .len = 1 };

	if (h->shape.messages == MESSAGES_QUEUE)
		m = (struct message){ .stops = stop ? 1u << to : 0, .xoff = stop };
	else if (h->shape.by_route)
		m.turns = to % 4;
	else
		m.destination = to;
	message(h, NETWORK, m);
}

static inline void xoff(struct harness *h, unsigned line, unsigned to)
{
	say(h, true, line, to);
}

static inline void xon(struct harness *h, unsigned line, unsigned to)
{
	say(h, false, line, to);
}
