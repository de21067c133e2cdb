#pragma once

#include "packet.h"
#include "units/destinations.h"

/*
 * Messages of the reverse side band, by kind (column `messages` of spec/schemes.def): which of them a receiver may send, and what they stop. One
 * place for switches' neighbours in the bench, end nodes of networks, and checks of links. What is stopped is a set: of lines, each with its
 * congested point, or of queues. spec/message.def has the fields on the link.
 */

/* Message of the reverse side band. */
struct message {
	union {
		uint64_t turns;         /* congested point, receiver's own turn first; bits from len on are 0 */
		uint32_t destination;   /* with routing tables: the destination that Xoff stops; Xon is for the whole line */
		uint32_t stops;         /* MESSAGES_QUEUE: all queues that are stopped; xoff says whether there are any */
		struct {                /* MESSAGES_SIDE: counts; at the local port 0. Of a flit of a metapacket one of them, the other is 0 */
			uint32_t full, flow;
		};
	};
	uint8_t xoff;           /* 1: Xoff, 0: Xon */
	uint16_t line;          /* MESSAGES_LEVEL: the queue, of its VC, that stands for the congested point */
	uint8_t len;            /* turns (with routing tables, hops) to the congested point */
	uint8_t levels;         /* MESSAGES_LEVEL: the levels of a VC that the message is for */
	uint8_t flit, parity;   /* of a metapacket, which the model carries as messages: which flit it is; parity of the gather */
};

/* Fill in what is not on the link: it follows from what is. */
static inline void message_complete(const struct shape *s, struct message *m)
{
	if (s->messages == MESSAGES_QUEUE)
		m->xoff = m->stops != 0;
}

/* Are the valid fields equal? With destinations, an Xon is for the whole line, and its destination is not valid. */
static inline bool message_equal(const struct shape *s, const struct message *a, const struct message *b)
{
	if (s->messages == MESSAGES_QUEUE)
		return a->stops == b->stops;
	if (s->messages == MESSAGES_SIDE)
		return a->full == b->full && a->flow == b->flow && a->flit == b->flit && a->parity == b->parity;
	return a->xoff == b->xoff && a->line == b->line && a->len == b->len && a->levels == b->levels &&
	       (s->nodes ? !a->xoff || a->destination == b->destination : a->turns == b->turns);
}

/* A flit of a metapacket with these counts: the first has the full buffers, the second the flits. */
static inline struct message message_metapacket(uint32_t full, uint32_t flow, bool second, unsigned parity)
{
	return (struct message){ .full = second ? 0 : full, .flow = second ? flow : 0, .flit = second, .parity = (uint8_t)parity };
}

/* Of messages at ports of a wormhole router, those that are flits of metapackets. */
static inline uint64_t message_metapackets(const struct shape *s, uint64_t ports)
{
	return s->metapackets ? ports & ones(s->local) : 0;
}

/* Does the message name a line, whose congested point a sender has to remember? */
static inline bool message_has_line(const struct shape *s)
{
	return s->messages == MESSAGES_LINE;
}

/* May a receiver that has stopped `stopped` send this message? */
static inline bool message_allowed(const struct shape *s, uint32_t stopped, const struct message *m)
{
	const bool line_stopped = m->line < s->saqs && stopped >> m->line & 1;

	if (s->messages == MESSAGES_QUEUE)              /* news, and of queues that there are */
		return m->stops != stopped && !(m->stops & ~ones(s->queues));
	if (m->line >= s->saqs)
		return false;
	if (s->nodes)                                   /* a line stops destinations one by one */
		return m->xoff ? m->destination < s->nodes && m->len >= 1 && m->len <= s->hops : line_stopped;
	return m->len >= 1 && m->len <= s->turns && !(m->turns & ~ones(m->len * s->turn_w)) && line_stopped != m->xoff;
}

/* What is stopped after the message. */
static inline uint32_t message_stopped(const struct shape *s, uint32_t stopped, const struct message *m)
{
	if (s->messages == MESSAGES_QUEUE)
		return m->stops;
	return m->xoff ? stopped | UINT32_C(1) << m->line : stopped & ~(UINT32_C(1) << m->line);
}

/* Does the line or queue l, which is stopped, stop this packet? line: the last Xoff of each line; held: with routing tables, its destinations. */
static inline bool message_stops(const struct shape *s, const struct message *line, const struct destinations *held, unsigned l, const struct packet *p)
{
	if (s->messages == MESSAGES_QUEUE)
		return p->queue == l;
	if (s->nodes)
		return destinations_has(held, l, p->destination);
	return p->turns_left >= line[l].len && !((p->turnpool ^ line[l].turns) & ones(line[l].len * s->turn_w));
}

/* Does anything that is stopped stop it? */
static inline bool message_stopped_packet(const struct shape *s, uint32_t stopped, const struct message *line, const struct destinations *held, const struct packet *p)
{
	EACH_IN(l, stopped)
		if (message_stops(s, line, held, l, p))
			return true;
	return false;
}

/* The message arrives, which is allowed: what is stopped from now on, and what message_stops() has to know of it. */
static inline void message_note(const struct shape *s, uint32_t *stopped, struct message *line, struct destinations *held, const struct message *m)
{
	const bool of_line = message_has_line(s);

	if (of_line && m->xoff)
		line[m->line] = *m;
	if (of_line && s->nodes && m->xoff)
		destinations_add(held, m->line, m->destination);
	else if (of_line && s->nodes)
		destinations_clear(held, m->line);
	*stopped = message_stopped(s, *stopped, m);
}

/* A sender has spent its last credit. May that be? Not where queues are stopped in time. */
static inline bool message_late(const struct shape *s, unsigned credits)
{
	return s->messages == MESSAGES_QUEUE && !credits;
}
