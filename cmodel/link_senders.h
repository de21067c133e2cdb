#pragma once

#include "host_stops.h"
#include "level_stops.h"

/*
 * The senders of all links into a switch, or of all links out of it: what the contract of links (docs/internals/microarchitecture*.md, section 1) lets them do. A
 * sender has spent credits, its link is busy up to a cycle, and the receiver has stopped some of its packets. One place for all that is beside a switch: sources of
 * the bench, which obey it; sinks, callers of the library and checks of links in networks, which ask before; and laws, which only count. Who does not ask may find
 * more credits given back than were spent: the count is then below 0, as an unsigned number.
 */
struct link_sender {
	const struct shape *behind;     /* of what is behind the link */
	struct pacer pace;              /* the last packet on the link; not of wormhole routers */
	unsigned home;                  /* credits that are not spent, of all classes ... */
	uint32_t *spent;                /* ... and those that are, by class */
	uint32_t stopped;               /* lines or queues that messages have stopped ... */
	struct message *line;           /* ... by line: its last Xoff ... */
	struct destinations held;       /* ... with routing tables: the destinations that it has stopped ... */
	struct destinations known;      /* ... and those that the sender's list may have, if the line is stopped or not swept */
	uint64_t xoffs, *swept;         /* Xoffs so far; by line: swept from so many sweeps on */
	struct level_stops *levels;     /* queues of VCs that messages have stopped; NULL: messages are of another kind ... */
	struct host_stops *host;        /* ... or the sender is a host: destinations */
};

struct link_senders {
	struct shape behind[NIC_PORTS]; /* the same for all ports, but of a network interface */
	void *memory;
	struct link_sender at[];        /* by port */
};

/* Nothing has been sent yet. out: links out of the switch. NULL: out of memory. */
struct link_senders *link_senders_new(const struct shape *, bool out);
void link_senders_free(struct link_senders *);

/* ---- Credits ---- */

/* What a header needs, or a flit of this VC, and of which class. Of a wormhole router each flit needs one, but for those in the recovery lane. */
static inline unsigned link_need(const struct shape *s, const struct packet *p, unsigned vc)
{
	return s->by_flits ? vc < s->vcs : credits_of(s, p->flits);
}

static inline unsigned link_class(const struct shape *s, const struct packet *p, unsigned vc)
{
	return s->by_flits ? vc : credit_class(s, p);
}

/* Credits that the link brings: of a set of VCs; or one, of a class that it names, if there are several. */
static inline unsigned link_credits_named(const struct shape *s, unsigned what)
{
	return s->by_flits ? count_members(what) : 1;
}

static inline unsigned link_class_named(const struct shape *s, unsigned what)
{
	return credit_classes(s) > 1 ? what : 0;
}

static inline unsigned link_spent(const struct link_sender *u)
{
	return credits_in_all(u->behind) - u->home;
}

static inline unsigned link_credits(const struct link_sender *u, unsigned class)
{
	return credits_of_class(u->behind) - u->spent[class];
}

static inline bool link_has_credits(const struct link_sender *u, const struct packet *p, unsigned vc)
{
	const unsigned need = link_need(u->behind, p, vc);

	return !need || link_credits(u, link_class(u->behind, p, vc)) >= need;
}

/* Not of a wormhole router: may the link carry this packet from this cycle on? */
bool link_may_send(const struct link_sender *, uint64_t cycle, const struct packet *);

/* A header is on the link, or a flit of a wormhole router. */
void link_sent(struct link_sender *, uint64_t cycle, const struct packet *, unsigned vc);

/* A credit comes. Was it spent? */
bool link_may_credit(const struct link_sender *, unsigned what);
void link_credit(struct link_sender *, unsigned what);

/* ---- Messages ---- */

/* Is the packet stopped? */
bool link_stops(const struct link_sender *, const struct packet *);

/*
 * With lists of destinations in memories, one row is swept in each cycle without an Xoff: from the Xon of a line on, all of them once. Before that it cannot be another
 * point. Has the line been swept, by what was on the link before this cycle?
 */
bool link_is_swept(const struct link_sender *, uint64_t cycle, unsigned line);

/* Can no list of the sender have the destination, likewise? */
bool link_knows_not(const struct link_sender *, uint64_t cycle, uint32_t destination);

/*
 * What is wrong with a message in this cycle. WRONG: by itself, or after what its line or queue said before. OTHER_POINT: an Xon names another point than its
 * Xoff. MOVES: its line cannot be another point yet. REPEATS: *line is stopped for the same point, or has its destination; of two congested points at one distance, a
 * destination has one at most on its way.
 */
enum link_fault { LINK_FITS, LINK_WRONG, LINK_OTHER_POINT, LINK_MOVES, LINK_REPEATS };

enum link_fault link_message_fault(const struct link_sender *, uint64_t cycle, const struct message *, unsigned *line);

/* It is on the link. False: it makes no sense, and stops nothing. */
bool link_message(struct link_sender *, uint64_t cycle, const struct message *);

/* Is anything stopped? */
bool link_stops_any(const struct link_sender *);
