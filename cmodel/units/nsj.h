#pragma once

#include "arbiter.h"
#include "bits.h"
#include "table.h"
#include "unit.h"

#include <assert.h>
#include <stdbool.h>

enum { QUEUE_WORDS_MOST = NIC_QUEUES_MOST / 64 };      /* words of a set of queues, at most */

/*
 * Selection and judgement of network interfaces whose links count slots: in each cycle a queue of the send side is selected by turns, and the
 * one selected before is judged. What a filter stops is parked until the line lets go, so that it costs others no cycles. The filter's lines, or
 * its classes, are numbered.
 * Invariant: `holding` has every line for which a queue is parked.
 * RTL twin: rtl_gen/units/nsj.v.
 */
struct nsj_state {
	bool valid;                     /* there is a candidate: */
	uint16_t candidate;             /* its queue, or the last one */
	struct table_route go;          /* word of the packet granted last */
};

struct nsj {
	unsigned queues, words, lines;  /* words of a set of queues; lines that the filter has, or classes; 0: there is none */
	unsigned holding_words;         /* of a set of lines */
	struct nsj_state *at;           /* by interface */
	uint64_t *parked;               /* by interface, `words` each */
	uint64_t *holding;              /* by interface, `holding_words` each */
	uint16_t *by;                   /* by interface, by queue: line that it was parked by, or the last one */
	struct arbiter_bank arbiter;    /* by interface */
	/* Of the first interface, for images alone: word of the packet granted last, and of the one whose header was read last. */
	struct table_route go, put;
};

/* A selected queue. */
struct nsj_pick {
	bool any;
	uint16_t queue;
};

static inline uint64_t *nsj_parked(const struct nsj *u, unsigned interface)
{
	return u->parked + (size_t)interface * u->words;
}

static inline uint16_t *nsj_by(const struct nsj *u, unsigned interface, unsigned q)
{
	return u->by + (size_t)interface * u->queues + q;
}

/* Select among the queues with packets that may be selected. */
STAGE struct nsj_pick nsj_select(const struct nsj *u, unsigned interface, const uint64_t *more)
{
	const uint64_t *const parked = nsj_parked(u, interface);
	uint64_t able[QUEUE_WORDS_MOST], any = 0;

	if (u->words == 1) {
		any = *more & ~*parked;
		return any ? (struct nsj_pick){ true, (uint16_t)arbiter_pick(&u->arbiter, interface, any) } : (struct nsj_pick){ .any = false };
	}
	for (unsigned k = 0; k < u->words; k++)
		any |= able[k] = more[k] & ~parked[k];
	return any ? (struct nsj_pick){ true, (uint16_t)arbiter_pick_of(&u->arbiter, interface, able, u->words) } : (struct nsj_pick){ .any = false };
}

/* The candidate is done with, and the selected queue is the next one. */
static inline void nsj_take(struct nsj *u, unsigned interface, struct nsj_pick pick)
{
	struct nsj_state *const c = u->at + interface;

	c->valid = pick.any;
	if (!pick.any)
		return;
	c->candidate = pick.queue;
	arbiter_served(&u->arbiter, interface, pick.queue);
}

/* The candidate is granted. */
static inline void nsj_go(struct nsj *u, unsigned interface, struct table_route route)
{
	u->at[interface].go = route;
}

/* The queue is parked. After nsj_release() of the cycle, and not for a line that lets go in it. */
static inline void nsj_park(struct nsj *u, unsigned interface, unsigned q, unsigned line)
{
	assert(line < u->lines);
	nsj_parked(u, interface)[q / 64] |= bit(q % 64);
	u->holding[(size_t)interface * u->holding_words + line / 64] |= bit(line % 64);
	*nsj_by(u, interface, q) = (uint16_t)line;
}

/* The line lets go. After nsj_select() of the cycle. */
static inline void nsj_release(struct nsj *u, unsigned interface, unsigned line)
{
	uint64_t *const holding = u->holding + (size_t)interface * u->holding_words + line / 64, *const parked = nsj_parked(u, interface);

	if (!(*holding >> line % 64 & 1))
		return;
	*holding &= ~bit(line % 64);
	for (unsigned k = 0; k < u->words; k++)
		EACH_IN(q, parked[k])
			parked[k] &= ~((uint64_t)(*nsj_by(u, interface, k * 64 + q) == line) << q);
}

/* For images: a cycle passes, in which the first interface reads a header. */
void nsj_pass(struct nsj *u, bool popping);

extern const struct unit_model nsj_unit;
