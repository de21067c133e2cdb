#pragma once

#include "link_use.h"
#include "messages.h"
#include "units/bits.h"

/*
 * What a receiver has stopped by messages of kind LEVEL: queues of its VCs, by level, each with its congested point (docs/internals/microarchitecture-cioq.md,
 * section 1). A second Xoff of a queue and level is allowed, and so is an Xon without an Xoff.
 */
enum { STOP_LEVELS = PARAM_MOST_sls, STOP_QUEUES = 64 };

struct level_stops {
	uint64_t queues[STOP_LEVELS];                   /* by level: queues of its VC that are stopped for it */
	struct message xoff[STOP_LEVELS][STOP_QUEUES];  /* their last Xoffs */
};

/* Does the message make sense by itself? */
static inline bool level_message_valid(const struct shape *s, const struct message *m)
{
	const uint64_t all = m->levels;
	const bool point = m->len >= 1 && m->len <= s->turns && !(m->turns & ~ones(m->len * s->turn_w));

	if (m->line >= s->vc_queues || !all || all & ~ones(s->levels))
		return false;
	EACH_IN(level, all)
		if (level_vc(s, level) != level_vc(s, lowest(all)))
			return false;
	return !m->xoff || (point && !(all & (all - 1)));
}

/* May a receiver that has stopped this send the message? Every Xoff of a queue and level names one point, until its Xon. */
static inline bool level_stops_allow(const struct shape *s, const struct level_stops *u, const struct message *m)
{
	if (!level_message_valid(s, m))
		return false;
	const unsigned level = lowest(m->levels);
	const struct message *before = &u->xoff[level][m->line];

	return !m->xoff || !(u->queues[level] >> m->line & 1) || (before->len == m->len && before->turns == m->turns);
}

/* The message arrives, which is valid. */
static inline void level_stops_note(struct level_stops *u, const struct message *m)
{
	EACH_IN(level, m->levels) {
		if (!m->xoff) {
			u->queues[level] &= ~bit(m->line);
			continue;
		}
		u->queues[level] |= bit(m->line);
		u->xoff[level][m->line] = *m;
	}
}

/* Does any of them stop this packet? */
static inline bool level_stops_packet(const struct shape *s, const struct level_stops *u, const struct packet *p)
{
	const unsigned level = packet_level(s, p);

	EACH_IN(q, u->queues[level]) {
		const struct message *m = &u->xoff[level][q];

		if (p->turns_left >= m->len && !((p->turnpool ^ m->turns) & ones(m->len * s->turn_w)))
			return true;
	}
	return false;
}

static inline bool level_stops_any(const struct shape *s, const struct level_stops *u)
{
	for (unsigned level = 0; level < s->levels; level++)
		if (u->queues[level])
			return true;
	return false;
}
