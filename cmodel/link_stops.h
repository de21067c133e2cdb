#ifndef LINK_STOPS_H
#define LINK_STOPS_H

#include "messages.h"
#include "units/bits.h"

/*
 * What a sender has been told to stop by messages of lines or queues (messages.h). One place for sources of the bench, end nodes of networks, laws, and callers of
 * the library. stopped: lines or queues; line: the last Xoff of each line; held: with routing tables, the destinations of each line.
 */

/* Does anything that is stopped stop it? */
static inline bool message_stopped_packet(const struct shape *s, uint32_t stopped, const struct message *line, const struct destinations *held, const struct packet *p)
{
	unsigned l;

	EACH(l, stopped)
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

/* How an Xoff may break the contract by what other Xoffs have said. */
enum message_fault { MESSAGE_FITS, MESSAGE_MOVES, MESSAGE_REPEATS };

/*
 * MESSAGE_MOVES: its line has stopped another point. MESSAGE_REPEATS: a line, *other, has stopped the same point, or its destination; of two congested points
 * at one distance, a destination has one at most on its way. stays: with routing tables, the line cannot be another point yet.
 */
static inline enum message_fault message_fault(const struct shape *s, uint32_t stopped, const struct message *line, const struct destinations *held, bool stays,
					       const struct message *m, unsigned *other)
{
	unsigned l;

	if (s->nodes && m->xoff && stays && line[m->line].len != m->len)
		return MESSAGE_MOVES;
	EACH(l, m->xoff ? stopped : 0) {
		*other = l;
		if (line[l].len == m->len && (s->nodes ? l != m->line && destinations_has(held, l, m->destination) : line[l].turns == m->turns))
			return MESSAGE_REPEATS;
	}
	return MESSAGE_FITS;
}

#endif
