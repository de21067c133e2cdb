#pragma once

#include "link_use.h"
#include "messages.h"
#include "units/bits.h"

/*
 * What a network interface has told its host to stop: destinations of service levels, by messages of kind LEVEL (docs/internals/microarchitecture-nic.md,
 * section 1). Shapes are those of the send side. A destination is stopped once, until its Xon.
 */
enum { HOST_QUEUES = NIC_QUEUES_MOST };

struct host_stops {
	uint64_t stopped[HOST_QUEUES / 64];     /* by queue: service level and destination */
};

static inline unsigned host_queue(const struct shape *s, unsigned sl, unsigned destination)
{
	return sl * s->ends + destination;
}

static inline bool host_stops_queue(const struct host_stops *u, unsigned queue)
{
	return u->stopped[queue / 64] >> queue % 64 & 1;
}

/* Does the message make sense by itself? */
static inline bool host_message_valid(const struct shape *s, const struct message *m)
{
	const uint64_t levels = m->levels;

	return m->line < s->ends && levels && !(levels & ~ones(s->sls)) && !(levels & (levels - 1)) && !m->turns && !m->len;
}

/* May an interface that has stopped this send the message, which is valid? */
static inline bool host_stops_allow(const struct shape *s, const struct host_stops *u, const struct message *m)
{
	return host_stops_queue(u, host_queue(s, lowest(m->levels), m->line)) != m->xoff;
}

/* The message arrives, which is valid. */
static inline void host_stops_note(const struct shape *s, struct host_stops *u, const struct message *m)
{
	const unsigned queue = host_queue(s, lowest(m->levels), m->line);

	if (m->xoff)
		u->stopped[queue / 64] |= bit(queue % 64);
	else
		u->stopped[queue / 64] &= ~bit(queue % 64);
}

/* Is this packet of the host stopped? Its turnpool is its destination. */
static inline bool host_stops_packet(const struct shape *s, const struct host_stops *u, const struct packet *p)
{
	return host_stops_queue(u, host_queue(s, p->sl, (unsigned)p->turnpool));
}

static inline bool host_stops_any(const struct host_stops *u)
{
	for (unsigned k = 0; k < HOST_QUEUES / 64; k++)
		if (u->stopped[k])
			return true;
	return false;
}
